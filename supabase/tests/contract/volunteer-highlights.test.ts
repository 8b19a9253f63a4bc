import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EXTENSIONS, readTestPicture } from "../pictures.ts";
import {
  clearRateLimits,
  createAuthUser,
  facts,
  fingerprint,
  type LoggedInPerson,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";
import { normalize, PUBLIC_ONLY, upload, readVisibility, WAITING_ONLY } from "./uploading.ts";

const PASSWORD = "Highlights!2026";

let admin: LoggedInPerson;
let author: LoggedInPerson;
let otherVolunteer: LoggedInPerson;

async function addVolunteer(firstName: string, lastName: string): Promise<LoggedInPerson> {
  const email = `highlight-${randomUUID()}@example.org`;
  const id = await createAuthUser(email, PASSWORD);
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (${id}, ${email}, ${firstName}, ${lastName}, now())`;
  return signIn(email, PASSWORD);
}

beforeAll(async () => {
  admin = await signInAdmin();
  author = await addVolunteer("Wanda", "Quillfeather");
  otherVolunteer = await addVolunteer("Otis", "Brandt");
});
beforeEach(() => clearRateLimits());
afterAll(() => sql`delete from auth.users where email like 'highlight-%@example.org'`);

const highlight = { title: "Two hundred socks", message: "The last pair was done by noon." };

const createPath = (person: LoggedInPerson, id = "") =>
  `/api/volunteer/${person.id}/highlights${id === "" ? "" : `/${id}`}`;
const create = (body: object = highlight, person = author) =>
  request("POST", createPath(person), { body, token: person.token });
const update = (id: string, body: object, person = author) =>
  request("PUT", createPath(person, id), { body, token: person.token });
const publish = (id: string, body: object = { isPublished: true }) =>
  request("PUT", `/api/volunteer-highlights/${id}/publish`, { body, token: admin.token });
const readHighlightRow = async (id: string) =>
  (await sql`select * from public.volunteer_highlights where id = ${id}`)[0];

/** Creates a highlight and, if requested, publishes it as an administrator. */
async function createHighlight(body: object = highlight, isPublished = false, person = author) {
  const { json } = await create(body, person);
  if (isPublished) expect((await publish(json.id)).status).toBe(200);
  return json as { id: string; imageUrl: string };
}

/** Uploads a picture and returns the path stored with a highlight. */
async function addCheckedPicture(person = author): Promise<string> {
  const file = readTestPicture(EXTENSIONS[0]!);
  const { uploadURL } = await upload("/api/objects/upload", file, person.token);
  return (await normalize(uploadURL, person.token)).json.objectPath;
}

describe("a volunteer's own highlights", () => {
  it("HIGH-23, HIGH-22, HIGH-24, HIGH-25: are created, listed newest first, updated and deleted", async () => {
    const firstResponse = await create({ title: "  First ", message: " One\nbox \n" });
    expect([firstResponse.status, firstResponse.json]).toEqual([
      201,
      {
        id: expect.any(String),
        title: "First",
        message: "One\nbox",
        imageUrl: null,
        imageAlt: null,
        isPublished: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    const secondResponse = await create({ ...highlight, imageUrl: null, imageAlt: null });
    await createHighlight({ title: "Someone else's", message: "Not hers" }, true, otherVolunteer);

    const listResponse = await request("GET", createPath(author), { token: author.token });
    expect([listResponse.status, listResponse.json]).toEqual([
      200,
      [secondResponse.json, firstResponse.json],
    ]);
    expect(listResponse.headers.get("Cache-Control")).toBe("no-store");

    const updateResponse = await update(firstResponse.json.id, { title: "First of all" });
    expect([updateResponse.status, updateResponse.json]).toEqual([
      200,
      { ...firstResponse.json, title: "First of all", updatedAt: expect.any(String) },
    ]);
    for (const { id } of [firstResponse.json, secondResponse.json]) {
      const { status, json } = await request("DELETE", createPath(author, id), {
        token: author.token,
      });
      expect([status, json]).toEqual([200, { message: "Highlight deleted" }]);
    }
    expect((await request("GET", createPath(author), { token: author.token })).json).toEqual([]);
    expect(
      (await request("DELETE", createPath(author, firstResponse.json.id), author)).status,
    ).toBe(404);
  });

  it.each([
    ["HIGH-10: no title", { title: " " }, "title"],
    ["HIGH-10: no message", { message: "\n " }, "message"],
    ["a title of 151 characters", { title: "x".repeat(151) }, "title"],
    ["a message of 2,001 characters", { message: "x".repeat(2001) }, "message"],
    ["a line break in the title", { title: "a\nb" }, "title"],
    ["threat 6: a published highlight", { isPublished: true }, "body"],
    ["threat 6: another author", { volunteerId: randomUUID() }, "body"],
    ["threat 6: an id", { id: randomUUID() }, "body"],
    ["threat 6: a creation date", { createdAt: "2020-01-01T00:00:00Z" }, "body"],
    [
      "threat 26: a picture on another host",
      { imageUrl: "https://evil.example/a.png" },
      "imageUrl",
    ],
    ["threat 26: a javascript: URL", { imageUrl: "javascript:alert(1)" }, "imageUrl"],
    [
      "threat 26: a picture from another folder",
      { imageUrl: `/images/site/${randomUUID()}` },
      "imageUrl",
    ],
  ])(
    "%s returns 400 when creating or updating, and changes nothing",
    async (_, invalidFields, path) => {
      const { id } = await createHighlight();
      const before = await fingerprint();
      for (const response of [
        await create({ ...highlight, ...invalidFields }),
        await update(id, invalidFields),
      ]) {
        expect([response.status, response.json.code]).toEqual([400, "validation_failed"]);
        expect(response.json.issues).toMatchObject([{ path }]);
      }
      expect(await fingerprint()).toBe(before);
    },
  );

  it("HIGH-24: are unpublished by an edit until they are reviewed again", async () => {
    const { id } = await createHighlight(highlight, true);
    const readPublicList = async () => (await request("GET", "/api/volunteer-highlights/all")).text;
    expect(await readPublicList()).toContain(id);
    expect((await update(id, {})).json.isPublished).toBe(true);
    expect((await update(id, { message: "Buy here" })).json.isPublished).toBe(false);
    expect(await readPublicList()).not.toContain(id);
  });
});

describe("threat 4: other people's highlights", () => {
  const createRequests = (volunteerId: string, id: string) =>
    [
      ["GET", `/api/volunteer/${volunteerId}/highlights`, undefined],
      ["POST", `/api/volunteer/${volunteerId}/highlights`, highlight],
      ["PUT", `/api/volunteer/${volunteerId}/highlights/${id}`, highlight],
      ["DELETE", `/api/volunteer/${volunteerId}/highlights/${id}`, undefined],
    ] as const;

  it("return 403 for another volunteer's id in the path and don't change", async () => {
    const { id } = await createHighlight(highlight, true);
    const before = await fingerprint();
    for (const [method, path, body] of createRequests(author.id, id)) {
      const { status } = await request(method, path, { body, token: otherVolunteer.token });
      expect(status, `${method} ${path}`).toBe(403);
    }
    expect(await fingerprint()).toBe(before);
  });

  it.each([true, false])(
    "return 404 for another volunteer's highlight (published: %s) under the caller's id and don't change",
    async (isPublished) => {
      const { id } = await createHighlight(highlight, isPublished);
      const before = await fingerprint();
      for (const [method, path, body] of createRequests(otherVolunteer.id, id).slice(2)) {
        const { status } = await request(method, path, { body, token: otherVolunteer.token });
        expect(status, `${method} ${path}`).toBe(404);
      }
      // Even an empty change doesn't reveal that the highlight exists.
      expect((await update(id, {}, otherVolunteer)).status).toBe(404);
      expect(await fingerprint()).toBe(before);
    },
  );

  it("threat 27: have pictures that another volunteer's highlight can't use, through the API or over REST", async () => {
    const imageUrl = await addCheckedPicture(otherVolunteer);
    const { id } = await createHighlight();
    const before = await fingerprint();
    for (const response of [
      await create({ ...highlight, imageUrl }),
      await update(id, { imageUrl }),
      await create({ ...highlight, imageUrl: `/images/highlights/${author.id}/${randomUUID()}` }),
    ]) {
      expect([response.status, response.json]).toEqual([
        400,
        {
          code: "validation_failed",
          message: "We couldn't find your image. Choose it again.",
          issues: [{ path: "imageUrl", message: "Upload the image to this site." }],
          requestId: expect.any(String),
        },
      ]);
    }
    const directResponse = await fetch(`${facts.apiUrl}/rest/v1/volunteer_highlights`, {
      method: "POST",
      headers: {
        apikey: facts.publishableKey,
        Authorization: `Bearer ${author.token}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ ...highlight, image_url: imageUrl }),
    });
    expect(directResponse.ok).toBe(false);
    expect(await fingerprint()).toBe(before);
  });
});

describe("the review and publication of highlights", () => {
  const readAll = (query = "") =>
    request("GET", `/api/admin/volunteer-highlights/all?${query}`, { token: admin.token });

  it("HIGH-32: lists all highlights, published or not, with each author's full name", async () => {
    const pendingHighlight = await createHighlight();
    const publishedHighlight = await createHighlight(highlight, true);
    const results = (await readAll("search=quillfeather&limit=200")).json as { id: string }[];
    expect(results).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: pendingHighlight.id,
          isPublished: false,
          volunteerName: "Wanda Quillfeather",
        }),
        expect.objectContaining({ id: publishedHighlight.id, isPublished: true }),
      ]),
    );
    const unpublishedHighlights = (await readAll("isPublished=false&limit=200")).json as {
      id: string;
    }[];
    expect(unpublishedHighlights.map(({ id }) => id)).toContain(pendingHighlight.id);
    expect(unpublishedHighlights.map(({ id }) => id)).not.toContain(publishedHighlight.id);
  });

  it("HIGH-31, HIGH-33: publishes and unpublishes a highlight, which visitors see only while it is published", async () => {
    const { id } = await createHighlight();
    const readPublicList = async () => (await request("GET", "/api/volunteer-highlights/all")).text;
    expect(await readPublicList()).not.toContain(id);
    expect((await publish(id)).json).toEqual({ message: "Highlight published" });
    expect(await readPublicList()).toContain(id);
    expect((await publish(id, { isPublished: false })).json).toEqual({
      message: "Highlight unpublished",
    });
    expect(await readPublicList()).not.toContain(id);
    expect((await publish(randomUUID())).status).toBe(404);
  });

  it("HIGH-03, HIGH-21: shows visitors only the author's first name and last initial", async () => {
    const { id } = await createHighlight({ ...highlight, imageUrl: null }, true);
    const { json } = await request("GET", "/api/volunteer-highlights/all?limit=200");
    const [account] =
      await sql`select created_at from public.volunteer_accounts where id = ${author.id}`;
    expect((json as { id: string }[]).find((item) => item.id === id)).toEqual({
      id,
      ...highlight,
      imageUrl: null,
      imageAlt: null,
      volunteerName: "Wanda Q.",
      volunteerSince: account?.["created_at"].toISOString(),
      createdAt: expect.any(String),
    });
  });

  it("HIGH-33: refuses to publish a highlight that its author changed since it was read", async () => {
    const { json: originalHighlight } = await create();
    await update(originalHighlight.id, { message: "Buy here" });
    const { status, json } = await publish(originalHighlight.id, {
      isPublished: true,
      updatedAt: originalHighlight.updatedAt,
    });
    expect([status, json.code]).toEqual([409, "stale_edit"]);
    expect(await readHighlightRow(originalHighlight.id)).toMatchObject({ is_published: false });
    const { updated_at: updatedAt } = (await readHighlightRow(originalHighlight.id)) ?? {};
    expect((await publish(originalHighlight.id, { isPublished: true, updatedAt })).status).toBe(
      200,
    );
  });

  it("HIGH-34: deletes any highlight, and volunteers and visitors can't list, publish or delete any", async () => {
    const { id } = await createHighlight();
    const before = await fingerprint();
    for (const [method, path, body] of [
      ["GET", "/api/admin/volunteer-highlights/all", undefined],
      ["PUT", `/api/volunteer-highlights/${id}/publish`, { isPublished: true }],
      ["DELETE", `/api/volunteer-highlights/${id}`, undefined],
    ] as const) {
      expect((await request(method, path, { body, token: author.token })).status).toBe(403);
      expect((await request(method, path, { body })).status).toBe(401);
    }
    expect(await fingerprint()).toBe(before);
    const remove = () =>
      request("DELETE", `/api/volunteer-highlights/${id}`, { token: admin.token });
    expect((await remove()).json).toEqual({ message: "Highlight deleted" });
    expect(await readHighlightRow(id)).toBeUndefined();
    expect((await remove()).status).toBe(404);
  });
});

describe("a highlight's picture", () => {
  it("HIGH-31: is public only while its highlight is published", async () => {
    const { id, imageUrl } = await createHighlight({
      ...highlight,
      imageUrl: await addCheckedPicture(),
    });
    expect(await readVisibility(imageUrl)).toEqual(WAITING_ONLY);
    await publish(id);
    expect(await readVisibility(imageUrl)).toEqual(PUBLIC_ONLY);
    expect((await publish(id)).status).toBe(200);
    await publish(id, { isPublished: false });
    expect(await readVisibility(imageUrl)).toEqual(WAITING_ONLY);
  });

  it("HIGH-24: is no longer public after an edit that keeps, replaces or removes it", async () => {
    const firstPictureUrl = await addCheckedPicture();
    const { id } = await createHighlight({ ...highlight, imageUrl: firstPictureUrl }, true);
    // The documented body contains all fields, with the picture unchanged.
    expect((await update(id, { ...highlight, imageUrl: firstPictureUrl })).json.imageUrl).toBe(
      firstPictureUrl,
    );
    expect(await readVisibility(firstPictureUrl)).toEqual(WAITING_ONLY);

    await publish(id);
    const secondPictureUrl = await addCheckedPicture();
    await update(id, { imageUrl: secondPictureUrl, imageAlt: "A row of socks" });
    expect([await readVisibility(firstPictureUrl), await readVisibility(secondPictureUrl)]).toEqual(
      [WAITING_ONLY, WAITING_ONLY],
    );
    await publish(id);
    expect([await readVisibility(firstPictureUrl), await readVisibility(secondPictureUrl)]).toEqual(
      [WAITING_ONLY, PUBLIC_ONLY],
    );

    expect((await update(id, { imageUrl: null })).json.imageUrl).toBeNull();
    expect(await readVisibility(secondPictureUrl)).toEqual(WAITING_ONLY);
    expect(await readHighlightRow(id)).toMatchObject({ image_url: null, is_published: false });
  });

  it.each(["author", "admin"] as const)(
    "HIGH-25, HIGH-34: becomes private immediately when the %s deletes the highlight, and is swept a day later",
    async (deleter) => {
      const { id, imageUrl } = await createHighlight(
        { ...highlight, imageUrl: await addCheckedPicture() },
        true,
      );
      const path =
        deleter === "author" ? createPath(author, id) : `/api/volunteer-highlights/${id}`;
      const token = deleter === "author" ? author.token : admin.token;
      expect((await request("DELETE", path, { token })).status).toBe(200);
      await expect.poll(() => readVisibility(imageUrl)).toEqual(WAITING_ONLY);
      const name = `waiting/${imageUrl.replace("/images/", "")}`;
      await sql`
        update storage.objects set created_at = now() - interval '25 hours' where name = ${name}`;
      await request("POST", "/api/uploads/sweep", { token: facts.secretKey });
      expect(await readVisibility(imageUrl)).toEqual([false, false]);
    },
  );

  it("threat 27: is swept a day after its author's account was erased", async () => {
    const erasedVolunteer = await addVolunteer("Lea", "Verson");
    const { imageUrl } = await createHighlight(
      { ...highlight, imageUrl: await addCheckedPicture(erasedVolunteer) },
      true,
      erasedVolunteer,
    );
    await sql`delete from auth.users where id = ${erasedVolunteer.id}`;
    const name = imageUrl.replace("/images/", "");
    await sql`update storage.objects set created_at = now() - interval '25 hours' where name = ${name}`;
    await request("POST", "/api/uploads/sweep", { token: facts.secretKey });
    expect(await readVisibility(imageUrl)).toEqual([false, false]);
  });

  it("must exist before its highlight can be published", async () => {
    const { id, imageUrl } = await createHighlight({
      ...highlight,
      imageUrl: await addCheckedPicture(),
    });
    await sql`delete from storage.objects where name like ${`%${imageUrl.split("/").at(-1)}`}`;
    const { status, json } = await publish(id);
    expect([status, json.code]).toEqual([409, "conflict"]);
    expect(await readHighlightRow(id)).toMatchObject({ is_published: false });
  });
});
