import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readTestPicture } from "../pictures.ts";
import { logins } from "../demo-logins.ts";
import { clearRateLimits, facts, fingerprint, request, signIn, signInAdmin, sql } from "./stack.ts";
import {
  PUBLIC_ONLY,
  readWaitingFile,
  saveStoryPicture,
  upload,
  readVisibility,
  WAITING_ONLY,
} from "./uploading.ts";
import { uniqueWord } from "../unique-word.ts";

let adminToken = "";
beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());
afterAll(() => sql`delete from public.testimonials where name like 'Reviewed %'`);

const story = {
  name: "Dana R.",
  title: "Army spouse",
  content: "The package came on the day he needed it.",
};
const sendStory = (changes: Record<string, unknown> = {}) =>
  request("POST", "/api/testimonials", { body: { ...story, ...changes } });
const readStoredStory = (name: string) => sql`
  select name, title, content, image_url, rating, is_active from public.testimonials
  where name = ${name}`;

describe("a visitor's story", () => {
  it("TEST-07, TEST-08, TEST-09, TEST-12: gets a thank-you message and waits for review, even if the body says it is active", async () => {
    const name = `Dana ${uniqueWord()}`;
    const { status, json } = await sendStory({ name, isActive: true, imageUrl: null });
    expect(status).toBe(201);
    expect(json).toEqual({
      message: expect.stringMatching(/^Thank you for sharing your story\. /),
    });
    expect(await readStoredStory(name)).toEqual([
      { ...story, name, image_url: null, rating: 5, is_active: false },
    ]);
    for (const path of ["/api/testimonials?limit=200", "/api/testimonials/latest", "/api/home"]) {
      expect((await request("GET", path)).text).not.toContain(name);
    }
  });

  it("TEST-06: is trimmed and keeps its markup as text", async () => {
    const name = `Lee ${uniqueWord()}`;
    const content = "<img src=x onerror=alert(1)>\nThank you & goodbye";
    await sendStory({
      name: `  ${name} `,
      title: " Navy veteran\t",
      content: ` ${content}\n`,
      rating: 4,
    });
    expect(await readStoredStory(name)).toMatchObject([
      { name, title: "Navy veteran", content, rating: 4 },
    ]);
  });

  it.each([
    ["TEST-05: no name", { name: " " }],
    ["TEST-05: no title", { title: undefined }],
    ["TEST-05: no story", { content: "\n" }],
    ["TEST-04: a rating of 6", { rating: 6 }],
    ["TEST-04: half a star", { rating: 4.5 }],
    ["a line break in the name", { name: "Dana\nBcc: all" }],
    ["a story of 5,001 characters", { content: "x".repeat(5001) }],
    ["threat 6: an id", { id: randomUUID() }],
    ["threat 6: a creation date", { createdAt: "2020-01-01T00:00:00Z" }],
    ["threat 26: a javascript: URL as the picture", { imageUrl: "javascript:alert(1)" }],
    ["threat 26: a data: URL as the picture", { imageUrl: "data:image/svg+xml,<svg/>" }],
    ["threat 26: a picture on another host", { imageUrl: "https://evil.example/a.png" }],
    [
      "threat 26: a protocol-relative URL as the picture",
      { imageUrl: `//evil.example/images/stories/${randomUUID()}` },
    ],
    ["threat 26: a picture from another folder", { imageUrl: `/images/site/${randomUUID()}` }],
    ["threat 26: a path traversal", { imageUrl: `/images/stories/../site/${randomUUID()}` }],
    ["UPL-07: a picture that wasn't uploaded", { imageUrl: `/images/stories/${randomUUID()}` }],
  ])("%s returns 400 and stores nothing", async (_, changes) => {
    const before = await fingerprint();
    const { status, json } = await sendStory(changes);
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.issues).toHaveLength(1);
    expect(await fingerprint()).toBe(before);
  });

  it("TEST-08, UPL-07: has the path of its checked picture, not the upload URL", async () => {
    const name = `Kim ${uniqueWord()}`;
    const { uploadURL } = await upload("/api/testimonials/upload", readTestPicture("jpg"));
    expect((await sendStory({ name, imageUrl: uploadURL })).status).toBe(400);
    const { json } = await saveStoryPicture(uploadURL);
    expect((await sendStory({ name, imageUrl: json.objectPath })).status).toBe(201);
    expect(await readStoredStory(name)).toMatchObject([
      { image_url: json.objectPath, is_active: false },
    ]);
    const pictureResponse = await fetch(
      `${facts.apiUrl}/storage/v1/object/public${json.objectPath}`,
    );
    expect(pictureResponse.ok).toBe(false);
  });

  it("gets the same message but isn't stored if the hidden field is filled in", async () => {
    const before = await fingerprint();
    const { status, json } = await sendStory({ website: "https://casino.example" });
    expect([status, json.message]).toEqual([201, expect.stringContaining("Thank you")]);
    expect(await fingerprint()).toBe(before);
  });

  it("can be sent ten times an hour", async () => {
    const botStory = { website: "x" };
    const responses = await Promise.all(Array.from({ length: 11 }, () => sendStory(botStory)));
    const refusedResponses = responses.filter(({ status }) => status === 429);
    expect(refusedResponses).toHaveLength(1);
    expect(Number(refusedResponses[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

/** Adds a pending story by a new author and returns it. */
async function addPendingStory(changes: Record<string, unknown> = {}) {
  const name = `Reviewed ${uniqueWord()}`;
  expect((await sendStory({ name, ...changes })).status).toBe(201);
  const [row] = await sql<
    { id: string }[]
  >`select id from public.testimonials where name = ${name}`;
  return { id: row?.id ?? "", name };
}

async function addCheckedPicture(): Promise<string> {
  const { uploadURL } = await upload("/api/testimonials/upload", readTestPicture("jpg"));
  return (await saveStoryPicture(uploadURL)).json.objectPath;
}

const setActive = (id: string, isActive: boolean) =>
  request("PUT", `/api/testimonials/${id}/status`, { body: { isActive }, token: adminToken });
const deleteStory = (id: string) =>
  request("DELETE", `/api/testimonials/${id}`, { token: adminToken });
const listStories = (query: string) =>
  request("GET", `/api/admin/testimonials?${query}`, { token: adminToken });
const readAuditedActions = async (id: string) => {
  const rows = await sql<{ action: string; actor_name: string }[]>`
    select action, actor_name from public.audit_log
    where table_name = 'testimonials' and row_id = ${id} and actor_name = ${logins.admin.username}
    order by id`;
  return rows.map(({ action }) => action);
};

describe("the review of stories", () => {
  it("ATEST-13: lists all stories and finds them by name, title and text", async () => {
    const { id, name } = await addPendingStory({ content: "Quite a quincunx of socks" });
    for (const search of [name.toUpperCase(), "quincunx", "army spouse"]) {
      const { status, json } = await listStories(`search=${encodeURIComponent(search)}&limit=200`);
      expect(status).toBe(200);
      expect(json).toContainEqual({
        ...story,
        id,
        name,
        content: "Quite a quincunx of socks",
        imageUrl: null,
        imageAlt: null,
        rating: 5,
        isActive: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
    }
    const listIds = async (isActive: boolean) => {
      const { json } = await listStories(`isActive=${isActive}&limit=200`);
      return (json as { id: string }[]).map((row) => row.id);
    };
    expect(await listIds(false)).toContain(id);
    expect(await listIds(true)).not.toContain(id);
  });

  it("ATEST-01, ATEST-02, ATEST-03: reports the total of each list", async () => {
    const readTotal = async (query: string) => {
      const { headers } = await listStories(`${query}&limit=1`);
      return Number(headers.get("X-Total-Count"));
    };
    const totalsBefore = [
      await readTotal(""),
      await readTotal("isActive=false"),
      await readTotal("isActive=true"),
    ];
    const { id } = await addPendingStory();
    await addPendingStory();
    await setActive(id, true);
    const totalsAfter = [
      await readTotal(""),
      await readTotal("isActive=false"),
      await readTotal("isActive=true"),
    ];
    expect(totalsAfter.map((count, index) => count - totalsBefore[index]!)).toEqual([2, 1, 1]);
  });

  it("ATEST-12, ATEST-14, threat 41: shows a story to visitors from its approval until it is unpublished, and logs both changes", async () => {
    const { id, name } = await addPendingStory();
    const readPublicList = async () =>
      (await request("GET", `/api/testimonials?search=${name}`)).text;
    expect(await readPublicList()).not.toContain(id);
    const approveResponse = await setActive(id, true);
    expect([approveResponse.status, approveResponse.json]).toEqual([
      200,
      { message: "Testimonial published" },
    ]);
    expect(await readPublicList()).toContain(id);
    expect((await setActive(id, false)).json).toEqual({ message: "Testimonial unpublished" });
    await expect.poll(readPublicList).not.toContain(id);
    expect(await readAuditedActions(id)).toEqual(["update", "update"]);
    expect((await setActive(randomUUID(), true)).status).toBe(404);
  });

  it("ATEST-15, threat 41: deletes a pending or published story once", async () => {
    for (const isActive of [false, true]) {
      const { id } = await addPendingStory();
      if (isActive) await setActive(id, true);
      expect((await deleteStory(id)).json).toEqual({ message: "Testimonial deleted" });
      expect(await sql`select from public.testimonials where id = ${id}`).toHaveLength(0);
      expect((await readAuditedActions(id)).at(-1)).toBe("delete");
      expect((await deleteStory(id)).status).toBe(404);
    }
  });

  it.each([
    ["an empty body", {}],
    ["a status that isn't a boolean", { isActive: "yes" }],
    ["threat 6: a changed story", { isActive: true, content: "Buy here" }],
    ["threat 6: a changed rating", { isActive: true, rating: 5 }],
  ])("ATEST-14: %s returns 400 and changes nothing", async (_, body) => {
    const { id } = await addPendingStory();
    const before = await fingerprint();
    const { status } = await request("PUT", `/api/testimonials/${id}/status`, {
      body,
      token: adminToken,
    });
    expect(status).toBe(400);
    expect(await fingerprint()).toBe(before);
  });

  it("threat 2: refuses volunteers and visitors", async () => {
    const { id } = await addPendingStory({ imageUrl: null });
    const volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
    const before = await fingerprint();
    for (const [method, path, body] of [
      ["GET", "/api/admin/testimonials", undefined],
      ["GET", `/api/uploads/waiting?path=/images/stories/${randomUUID()}`, undefined],
      ["PUT", `/api/testimonials/${id}/status`, { isActive: true }],
      ["DELETE", `/api/testimonials/${id}`, undefined],
    ] as const) {
      expect((await request(method, path, { body, token: volunteer.token })).status).toBe(403);
      expect((await request(method, path, { body })).status).toBe(401);
    }
    expect(await fingerprint()).toBe(before);
  });
});

describe("a story's picture", () => {
  const readPicture = (path: string) =>
    fetch(`${facts.apiUrl}/functions/v1/api/uploads/waiting?path=${encodeURIComponent(path)}`, {
      headers: { Authorization: `Bearer ${adminToken}` },
    });

  it("threat 27: is public only while its story is published", async () => {
    const imageUrl = await addCheckedPicture();
    const { id } = await addPendingStory({ imageUrl });
    expect(await readVisibility(imageUrl)).toEqual(WAITING_ONLY);
    await setActive(id, true);
    expect(await readVisibility(imageUrl)).toEqual(PUBLIC_ONLY);
    const { headers } = await fetch(`${facts.webUrl}${imageUrl}`);
    expect(headers.get("Cache-Control")).toMatch(/max-age=60$/);
    expect((await setActive(id, true)).status).toBe(200);
    expect(await readVisibility(imageUrl)).toEqual(PUBLIC_ONLY);
    await setActive(id, false);
    expect(await readVisibility(imageUrl)).toEqual(WAITING_ONLY);
  });

  it("threat 27: becomes private when its story is deleted, and is swept a day later", async () => {
    const imageUrl = await addCheckedPicture();
    const { id } = await addPendingStory({ imageUrl });
    await setActive(id, true);
    await deleteStory(id);
    await expect.poll(() => readVisibility(imageUrl)).toEqual(WAITING_ONLY);
    const name = `waiting/${imageUrl.replace("/images/", "")}`;
    await sql`
      update storage.objects set created_at = now() - interval '25 hours' where name = ${name}`;
    await request("POST", "/api/uploads/sweep", { token: facts.secretKey });
    expect(await readVisibility(imageUrl)).toEqual([false, false]);
  });

  it("must exist before its story can be published", async () => {
    const imageUrl = await addCheckedPicture();
    const { id } = await addPendingStory({ imageUrl });
    await sql`delete from storage.objects where name like ${`%${imageUrl.split("/").at(-1)}`}`;
    const { status, json } = await setActive(id, true);
    expect([status, json.code]).toEqual([409, "conflict"]);
    expect(await sql`select is_active from public.testimonials where id = ${id}`).toEqual([
      { is_active: false },
    ]);
  });

  it("ATEST-07: can be read, unmodified and uncached, by the reviewer before publication", async () => {
    const imageUrl = await addCheckedPicture();
    await addPendingStory({ imageUrl });
    const response = await readPicture(imageUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Content-Disposition")).toMatch(/^attachment/);
    const { bytes } = (await readWaitingFile(imageUrl.replace("/images/", ""))) ?? {};
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes!)).toBe(true);
  });

  it.each([
    ["a picture that doesn't exist", `/images/stories/${randomUUID()}`, 404],
    ["a site picture", `/images/site/${randomUUID()}`, 400],
    ["a path traversal", "/images/stories/../../reports/x", 400],
    ["a URL", "https://evil.example/a.png", 400],
    ["an empty path", "", 400],
  ])("isn't returned for %s", async (_, path, status) => {
    expect((await readPicture(path)).status).toBe(status);
  });
});
