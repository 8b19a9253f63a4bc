import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { EMPTY_DRAFT } from "./empty-draft.ts";
import {
  backdateSession,
  fingerprint,
  readLastEntryId,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

let token = "";
let volunteerToken = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
  volunteerToken = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
});
afterAll(async () => {
  await sql`delete from public.blog_posts where title like 'Drafts %'`;
  await sql`delete from public.blog_post_drafts where title like 'Drafts %'`;
});

const newTitle = () => `Drafts ${uniqueWord()}`;
const createDraftBody = (values: object = {}) => ({
  ...EMPTY_DRAFT,
  title: newTitle(),
  content: "So far",
  slug: "Two words",
  session: randomUUID(),
  ...values,
});
const saveDraft = (id: string, body: object, callerToken = token) =>
  request("PUT", `/api/blog-post-drafts/${id}`, { body, token: callerToken });
const readDraft = async (id: string) =>
  (await request("GET", `/api/blog-post-drafts/${id}`, { token })).json;
const createPost = async (body: object = {}, query = "") =>
  (
    await request("POST", `/api/blog-posts${query}`, {
      body: { title: newTitle(), content: "First", isPublished: true, ...body },
      token,
    })
  ).json;
const readAuditEntries = (lastId: string, id: string) => sql<{ action: string }[]>`
  select action from public.audit_log where id > ${lastId} and row_id = ${id} order by id`;

describe("a draft", () => {
  it("is saved without a title, read on another device, and listed until it is discarded", async () => {
    const id = randomUUID();
    expect(await readDraft(id)).toBeNull();
    const firstSave = await saveDraft(id, createDraftBody({ title: "", content: "" }));
    expect([firstSave.status, firstSave.json.version]).toEqual([200, 1]);
    const body = createDraftBody({ version: 1 });
    expect((await saveDraft(id, body)).json).toMatchObject({ version: 2, savedBy: "admin" });
    const otherToken = (await signInAdmin()).token;
    const { json: drafts } = await request("GET", "/api/blog-post-drafts", { token: otherToken });
    expect(drafts).toContainEqual(expect.objectContaining({ id, title: body.title }));
    expect(await readDraft(id)).toMatchObject({ content: "So far", slug: "Two words" });

    const path = `/api/blog-post-drafts/${id}`;
    const staleResponse = await request("DELETE", `${path}?version=1`, { token });
    expect([staleResponse.status, staleResponse.json.code]).toEqual([409, "stale_edit"]);
    expect((await request("DELETE", `${path}?version=2`, { token })).status).toBe(200);
    expect(await readDraft(id)).toBeNull();
  });

  it("of a published post isn't in any public response until the post is saved", async () => {
    const post = await createPost();
    const { json: draft } = await saveDraft(
      post.id,
      createDraftBody({ title: post.title, content: "Not public yet", postVersion: 1 }),
    );
    for (const path of [`published/${post.id}`, "published", "tags", "addresses"]) {
      const { text } = await request("GET", `/api/blog-posts/${path}`);
      expect(text).not.toContain("Not public yet");
    }
    expect((await request("GET", "/api/home")).text).not.toContain("Not public yet");
    const { status } = await request(
      "PUT",
      `/api/blog-posts/${post.id}?draft=${post.id}&draftVersion=${draft.version}`,
      { body: { content: "Not public yet", version: 1 }, token },
    );
    expect(status).toBe(200);
    expect(await readDraft(post.id)).toBeNull();
  });

  it("of a new post becomes the post, unless someone has saved the draft since", async () => {
    const [id, laterId] = [randomUUID(), randomUUID()];
    await saveDraft(id, createDraftBody());
    await createPost({}, `?draft=${id}&draftVersion=1`);
    expect(await readDraft(id)).toBeNull();
    await saveDraft(laterId, createDraftBody());
    await saveDraft(laterId, createDraftBody({ version: 1 }));
    await createPost({}, `?draft=${laterId}&draftVersion=1`);
    expect((await readDraft(laterId)).version).toBe(2);
  });

  it("is deleted with its post, and can't be saved for a post that doesn't exist", async () => {
    const post = await createPost();
    await saveDraft(post.id, createDraftBody({ postVersion: 1 }));
    await request("DELETE", `/api/blog-posts/${post.id}`, { token });
    expect(await readDraft(post.id)).toBeNull();
    const { status } = await saveDraft(post.id, createDraftBody({ postVersion: 1 }));
    expect(status).toBe(409);
  });
});

it.each([
  ["a text from a PDF", "So\u000bfar\u0000", "So\nfar"],
  ["a text longer than a post", "word ".repeat(20_200), "word ".repeat(20_200).trim()],
  ["the longest text, at three bytes a letter", "軍".repeat(1_000_000), "軍".repeat(1_000_000)],
])("a draft holds %s as it says", async (_, content, stored) => {
  const id = randomUUID();
  const { status, json } = await saveDraft(id, createDraftBody({ content }));
  expect([status, json.content === stored]).toEqual([200, true]);
  expect((await readDraft(id)).content === stored).toBe(true);
});

describe("a draft that two administrators edit", () => {
  it("isn't overwritten: the second save is refused with the other person's draft", async () => {
    const id = randomUUID();
    await saveDraft(id, createDraftBody({ content: "Ours" }));
    expect((await saveDraft(id, createDraftBody({ content: "Theirs", version: 1 }))).status).toBe(
      200,
    );
    const before = await fingerprint();
    for (const version of [1, null]) {
      const { status, json } = await saveDraft(id, createDraftBody({ content: "Mine", version }));
      expect([status, json.code]).toEqual([409, "stale_edit"]);
      expect(json.current).toMatchObject({ content: "Theirs", version: 2 });
    }
    expect(await fingerprint()).toBe(before);
  });

  it("accepts exactly one of several first saves", async () => {
    const id = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => saveDraft(id, createDraftBody())),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
  });

  it("accepts the next save of a session that didn't get the last response", async () => {
    const id = randomUUID();
    const session = randomUUID();
    await saveDraft(id, createDraftBody({ session }));
    const { json } = await saveDraft(id, createDraftBody({ session, content: "More" }));
    expect(json).toMatchObject({ content: "More", version: 2 });
  });
});

it("the audit log has one entry per editing session, not one per save", async () => {
  const id = randomUUID();
  const lastId = await readLastEntryId();
  const [session, nextSession] = [randomUUID(), randomUUID()];
  for (let version = 1; version <= 4; version += 1) {
    await saveDraft(id, createDraftBody({ session, version }));
  }
  expect(await readAuditEntries(lastId, id)).toEqual([{ action: "insert" }]);
  for (let version = 4; version <= 6; version += 1) {
    await saveDraft(id, createDraftBody({ session: nextSession, version }));
  }
  expect(await readAuditEntries(lastId, id)).toEqual([{ action: "insert" }, { action: "update" }]);
});

it("nobody but an administrator with a current session reads or saves a draft", async () => {
  const id = randomUUID();
  await saveDraft(id, createDraftBody());
  const { token: expiredToken } = await signInAdmin();
  await backdateSession(expiredToken, "9 hours");
  const before = await fingerprint();
  for (const [as, status] of [
    [undefined, 401],
    [volunteerToken, 403],
    [expiredToken, 401],
  ] as const) {
    const options = as === undefined ? {} : { token: as };
    for (const path of ["/api/blog-post-drafts", `/api/blog-post-drafts/${id}`]) {
      expect((await request("GET", path, options)).status, path).toBe(status);
    }
    const body = createDraftBody({ version: 1 });
    const { status: saveStatus } = await request("PUT", `/api/blog-post-drafts/${id}`, {
      ...options,
      body,
    });
    expect(saveStatus).toBe(status);
  }
  expect(await fingerprint()).toBe(before);
});
