import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { readTestPicture } from "../pictures.ts";
import { uniqueWord } from "../unique-word.ts";
import { clearRateLimits, request, signInAdmin, sql } from "./stack.ts";
import { normalize, upload } from "./uploading.ts";
import { addVolunteers, removeVolunteers } from "./volunteers.ts";

const DOMAIN = `${uniqueWord()}.example.org`;

type Volunteer = Awaited<ReturnType<typeof addVolunteers>>[number];
let author: Volunteer;
let otherVolunteer: Volunteer;

beforeAll(async () => {
  [author, otherVolunteer] = (await addVolunteers(2, DOMAIN)) as [Volunteer, Volunteer];
});
beforeEach(() => clearRateLimits());
afterAll(() => removeVolunteers(DOMAIN));

/** Creates a highlight by the author, with a picture unless `body` says otherwise. */
async function createHighlight(body: object = {}) {
  const { uploadURL } = await upload("/api/objects/upload", readTestPicture("jpg"), author.token);
  const { json } = await normalize(uploadURL, author.token);
  const response = await request("POST", `/api/volunteer/${author.id}/highlights`, {
    token: author.token,
    body: {
      title: "Socks",
      message: "Done by noon.",
      imageUrl: json.objectPath as string,
      ...body,
    },
  });
  expect(response.status).toBe(201);
  return response.json as { id: string; imageUrl: string };
}

const openPicture = (highlightId: string, token: string | undefined, volunteerId = author.id) =>
  request("GET", `/api/volunteer/${volunteerId}/highlights/${highlightId}/picture`, { token });

it("HIGH-34: a waiting highlight's picture is shown to its author, as a file that no browser runs", async () => {
  const { id } = await createHighlight();
  const { status, headers, text } = await openPicture(id, author.token);
  expect(status).toBe(200);
  expect(text.length).toBeGreaterThan(100);
  expect(headers.get("content-type")).toBe("application/octet-stream");
  expect(headers.get("cache-control")).toMatch(/no-store|private/);
});

it("threat 27: nobody else gets a waiting highlight's picture", async () => {
  const { id } = await createHighlight();
  const { token: adminToken } = await signInAdmin();
  const statuses = [
    (await openPicture(id, otherVolunteer.token)).status,
    (await openPicture(id, otherVolunteer.token, otherVolunteer.id)).status,
    (await openPicture(id, adminToken)).status,
    (await openPicture(id, undefined)).status,
  ];
  expect(statuses).toEqual([403, 404, 403, 401]);
  await sql`update public.volunteer_accounts set is_active = false where id = ${author.id}`;
  expect((await openPicture(id, author.token)).status).toBe(403);
  await sql`update public.volunteer_accounts set is_active = true where id = ${author.id}`;
});

it("a highlight without a picture, or with a published picture, has no waiting picture to show", async () => {
  const highlightWithoutPicture = await createHighlight({ imageUrl: null });
  expect((await openPicture(highlightWithoutPicture.id, author.token)).status).toBe(404);
  const publishedHighlight = await createHighlight();
  const { token } = await signInAdmin();
  await request("PUT", `/api/volunteer-highlights/${publishedHighlight.id}/publish`, {
    token,
    body: { isPublished: true },
  });
  expect((await openPicture(publishedHighlight.id, author.token)).status).toBe(404);
});
