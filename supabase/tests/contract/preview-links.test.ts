import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signId } from "../../functions/_shared/http/signed-id.ts";
import { logins } from "../demo-logins.ts";
import { readTestPicture } from "../pictures.ts";
import { EMPTY_DRAFT } from "./empty-draft.ts";
import {
  backdateSession,
  clearRateLimits,
  facts,
  fingerprint,
  readLastEntryId,
  request,
  signIn,
  signInAdmin,
  SOME_ID,
  sql,
} from "./stack.ts";
import { fetchPublicFile, normalize, upload } from "./uploading.ts";
import { uniqueWord } from "../unique-word.ts";

let token = "";
let volunteerToken = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
  volunteerToken = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.blog_posts where title like 'Previewed %'`;
  await sql`delete from public.blog_post_drafts where title like 'Previewed %'`;
});

const newTitle = () => `Previewed ${uniqueWord()}`;
const callAsAdmin = (method: string, path: string, body?: object) =>
  request(method, path, { token, ...(body && { body }) });

interface SavedDraft {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

/** Saves a draft of a new post or, with `postVersion`, of an existing one. */
const saveDraft = async (id: string, values: object = {}): Promise<SavedDraft> => {
  const { status, json } = await callAsAdmin("PUT", `/api/blog-post-drafts/${id}`, {
    ...EMPTY_DRAFT,
    title: newTitle(),
    content: "So far",
    session: "preview",
    ...values,
  });
  expect(status).toBe(200);
  return json as SavedDraft;
};
const discardDraft = async (id: string) =>
  expect((await callAsAdmin("DELETE", `/api/blog-post-drafts/${id}`)).status).toBe(200);

interface SavedPost {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

const createPost = async (body: object = {}, draft?: SavedDraft): Promise<SavedPost> => {
  const query = draft ? `?draft=${draft.id}&draftVersion=${draft.version}` : "";
  const { status, json } = await callAsAdmin("POST", `/api/blog-posts${query}`, {
    title: draft?.title ?? newTitle(),
    content: "First",
    ...body,
  });
  expect(status).toBe(201);
  return json as SavedPost;
};
const savePost = async (id: string, body: object, draft?: SavedDraft) => {
  const query = draft ? `?draft=${draft.id}&draftVersion=${draft.version}` : "";
  const { status, json } = await callAsAdmin("PUT", `/api/blog-posts/${id}${query}`, body);
  expect(status).toBe(200);
  return json as SavedPost;
};

const createLinkPath = (id: string) => `/api/blog-post-drafts/${id}/preview-link`;
const getToken = (url: string) =>
  new URLSearchParams(new URL(url).hash.slice(1)).get("token") ?? "";
const createLink = async (id: string): Promise<string> => {
  const { status, json } = await callAsAdmin("POST", createLinkPath(id));
  expect(status).toBe(200);
  return getToken(json.url);
};
const tryToCreateLink = async (id: string) => {
  const { status, json } = await callAsAdmin("POST", createLinkPath(id));
  return [status, json.message];
};
const readLink = async (id: string) => (await callAsAdmin("GET", createLinkPath(id))).json;

/** Opens a link as a reader does, without a login. */
const readPreview = (linkToken: string) =>
  request("POST", "/api/preview-links/read", { body: { token: linkToken } });

/** Returns what a reader sees: the draft's text, the published post's id, or the error. */
async function readOutcome(linkToken: string): Promise<unknown> {
  const { status, json } = await readPreview(linkToken);
  if (status !== 200) return [status, json.code, json.message];
  return json.draft?.content ?? { published: json.publishedPost.id };
}
const DEAD_LINK_ERROR = [404, "not_found", "We couldn't find what you're looking for."];
const EARLIER_DATE = "2026-01-02T15:00:00.000Z";

describe("the preview link of a new draft", () => {
  it("shows the latest draft to a visitor, with only what the page shows", async () => {
    const id = randomUUID();
    const { title } = await saveDraft(id, { tags: ["Mail"], slug: "half a slug" });
    const { json } = await callAsAdmin("POST", createLinkPath(id));
    expect(json).toEqual({ url: expect.any(String), createdAt: expect.any(String) });
    expect(json.url.startsWith(`${new URL(facts.webUrl).origin}/news-preview#token=`)).toBe(true);
    expect(await readLink(id)).toEqual(json);

    const { status, headers, json: preview } = await readPreview(getToken(json.url));
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    const draft = {
      title,
      content: "So far",
      imageUrl: null,
      imageAlt: null,
      publishedAt: null,
      tags: ["Mail"],
    };
    expect(preview).toEqual({ draft, publishedPost: null });

    await saveDraft(id, { content: "Later", version: 1 });
    expect(await readOutcome(getToken(json.url))).toBe("Later");
  });

  it("shows the draft's picture, which visitors can load", async () => {
    const { uploadURL } = await upload("/api/objects/upload", readTestPicture("png"), token);
    const { json: picture } = await normalize(uploadURL, token);
    const id = randomUUID();
    await saveDraft(id, { imageUrl: picture.objectPath, imageAlt: "A box" });
    const { json } = await readPreview(await createLink(id));
    expect(json.draft).toMatchObject({ imageUrl: picture.objectPath, imageAlt: "A box" });
    expect((await fetchPublicFile(json.draft.imageUrl)).status).toBe(200);
  });

  it("still works after the draft is saved as an unpublished post, and redirects to the post once it is published", async () => {
    const draft = await saveDraft(randomUUID());
    const link = await createLink(draft.id);
    const post = await createPost({ content: "Exported" }, draft);
    expect(await readOutcome(link)).toBe("Exported");
    expect(getToken((await readLink(post.id)).url)).toBe(link);

    const nextDraft = await saveDraft(post.id, { title: post.title, postVersion: 1 });
    expect(await readOutcome(link)).toBe("So far");
    await savePost(post.id, { content: "Done", isPublished: true }, nextDraft);
    expect(await readOutcome(link)).toEqual({ published: post.id });
    expect(await readLink(post.id)).toBeNull();

    // A link that was turned off doesn't work again.
    await saveDraft(post.id, { title: post.title, content: "Secret", postVersion: 2 });
    expect(await readOutcome(link)).toEqual({ published: post.id });
    await savePost(post.id, { isPublished: false });
    expect(await readOutcome(link)).toEqual(DEAD_LINK_ERROR);
  });

  it("stays with the draft if someone has saved it since it became a post", async () => {
    const draft = await saveDraft(randomUUID());
    const link = await createLink(draft.id);
    await saveDraft(draft.id, { content: "Later", version: draft.version });
    const post = await createPost({ content: "Exported" }, draft);
    expect(await readOutcome(link)).toBe("Later");
    expect(await readLink(post.id)).toBeNull();
    expect(getToken((await readLink(draft.id)).url)).toBe(link);
  });

  it.each([
    ["today's date", null],
    ["an earlier date", EARLIER_DATE],
  ])(
    "leads to the post, and never to its next draft, when the draft is published with %s",
    async (_, publishedAt) => {
      const draft = await saveDraft(randomUUID());
      const link = await createLink(draft.id);
      const post = await createPost({ isPublished: true, publishedAt }, draft);
      expect(await readOutcome(link)).toEqual({ published: post.id });
      const { json } = await readPreview(link);
      expect(json).toEqual({
        draft: null,
        publishedPost: { id: post.id, title: post.title, slug: null },
      });
      await saveDraft(post.id, { title: post.title, content: "Secret", postVersion: 1 });
      expect(await readOutcome(link)).toEqual({ published: post.id });
    },
  );

  it("works until the post's scheduled time", async () => {
    const draft = await saveDraft(randomUUID());
    const link = await createLink(draft.id);
    const nextYear = new Date(Date.now() + 365 * 24 * 3600_000).toISOString();
    const post = await createPost({ isPublished: true, publishedAt: nextYear }, draft);
    expect(await readOutcome(link)).toBe("First");
    const publishTime = new Date(Date.now() + 6000).toISOString();
    await savePost(post.id, { publishedAt: publishTime });
    expect(await readOutcome(link)).toBe("First");
    await expect.poll(() => readOutcome(link), { timeout: 20_000 }).toEqual({ published: post.id });
    expect(await readLink(post.id)).toBeNull();
  });
});

describe("the preview link of a post", () => {
  it("shows the draft beside a published post until the draft is published", async () => {
    const post = await createPost({ isPublished: true, publishedAt: EARLIER_DATE });
    const draft = await saveDraft(post.id, { title: post.title, postVersion: 1 });
    const link = await createLink(post.id);
    expect(await readOutcome(link)).toBe("So far");
    expect((await request("GET", `/api/blog-posts/published/${post.id}`)).text).not.toContain(
      "So far",
    );
    await savePost(post.id, { content: "So far", version: 1 }, draft);
    expect(await readOutcome(link)).toEqual({ published: post.id });
  });

  it("is turned off when the draft of a published post is discarded, so it never shows a later draft", async () => {
    const post = await createPost({ isPublished: true });
    await saveDraft(post.id, { title: post.title, postVersion: 1 });
    const link = await createLink(post.id);
    await discardDraft(post.id);
    expect(await readOutcome(link)).toEqual(DEAD_LINK_ERROR);
    await saveDraft(post.id, { title: post.title, postVersion: 1 });
    expect(await readOutcome(link)).toEqual(DEAD_LINK_ERROR);
    expect(await readLink(post.id)).toBeNull();
  });

  it("still works after the draft of an unpublished post is discarded, and shows the post", async () => {
    const post = await createPost();
    await saveDraft(post.id, { title: post.title, postVersion: 1 });
    const link = await createLink(post.id);
    await discardDraft(post.id);
    expect(await readOutcome(link)).toBe("First");
  });

  it("keeps working when a published post is taken off the site", async () => {
    const post = await createPost({ isPublished: true });
    const draft = await saveDraft(post.id, { title: post.title, postVersion: 1 });
    const link = await createLink(post.id);
    await savePost(post.id, { content: "Not yet", isPublished: false }, draft);
    expect(await readOutcome(link)).toBe("Not yet");
  });

  it("isn't created for a published post without a draft, or for an unknown id", async () => {
    const refusal = [404, "We couldn't find that draft. It may have been deleted."];
    expect(await tryToCreateLink((await createPost({ isPublished: true })).id)).toEqual(refusal);
    expect(await tryToCreateLink(randomUUID())).toEqual(refusal);
  });
});

describe("a dead preview link", () => {
  it("returns the same 404 whether it was replaced or turned off, its draft was discarded, its post was deleted, or its token is invalid", async () => {
    const { id } = await saveDraft(randomUUID());
    const firstLink = await createLink(id);
    const secondLink = await createLink(id);
    expect(await readOutcome(firstLink)).toEqual(DEAD_LINK_ERROR);
    expect(await readOutcome(secondLink)).toBe("So far");

    expect((await callAsAdmin("DELETE", createLinkPath(id))).status).toBe(200);
    expect(await readOutcome(secondLink)).toEqual(DEAD_LINK_ERROR);
    expect(await readLink(id)).toBeNull();

    const thirdLink = await createLink(id);
    await discardDraft(id);
    const post = await createPost();
    const linkOfPost = await createLink(post.id);
    await callAsAdmin("DELETE", `/api/blog-posts/${post.id}`);
    const [row] = await sql<{ id: string }[]>`
      insert into public.preview_links (draft_id)
      select id from public.blog_post_drafts where id = ${(await saveDraft(randomUUID())).id}
      returning id`;
    const deadTokens = [
      thirdLink,
      linkOfPost,
      secondLink.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      row!.id,
      await signId(facts.hashSecret, "gift-link", row!.id),
      await signId(facts.hashSecret, "preview-link", SOME_ID),
    ];
    for (const deadToken of deadTokens)
      expect(await readOutcome(deadToken)).toEqual(DEAD_LINK_ERROR);
    expect(await readOutcome(await signId(facts.hashSecret, "preview-link", row!.id))).toBe(
      "So far",
    );
  });

  it("only one of several links created at the same time works", async () => {
    const { id } = await saveDraft(randomUUID());
    const links = await Promise.all(Array.from({ length: 4 }, () => createLink(id)));
    const outcomes = await Promise.all(links.map(readOutcome));
    expect(outcomes.filter((outcome) => outcome === "So far")).toHaveLength(1);
  });
});

it("nobody but an administrator with a current session reads, creates or turns off a link", async () => {
  const { id } = await saveDraft(randomUUID());
  await createLink(id);
  const { token: expiredToken } = await signInAdmin();
  await backdateSession(expiredToken, "9 hours");
  const before = await fingerprint();
  for (const [as, status] of [
    [undefined, 401],
    [volunteerToken, 403],
    [expiredToken, 401],
  ] as const) {
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await request(method, createLinkPath(id), { token: as });
      expect([response.status, response.text.includes("#token=")], method).toEqual([status, false]);
    }
  }
  expect(await fingerprint()).toBe(before);
});

it("threat 40: a link's token is neither in its row nor in the audit log, which records each link", async () => {
  const { id } = await saveDraft(randomUUID());
  const lastId = await readLastEntryId();
  const signature = /[0-9a-f]{64}$/.exec(await createLink(id))?.[0];
  expect(signature).toBeDefined();
  await callAsAdmin("DELETE", createLinkPath(id));
  const nextLink = await createLink(id);
  const entries = await sql<{ action: string; text: string }[]>`
    select action, entry::text as text from public.audit_log as entry
    where id > ${lastId} and table_name = 'preview_links' and entry::text like ${`%${id}%`}
    order by id`;
  expect(entries.map(({ action }) => action)).toEqual(["insert", "delete", "insert"]);
  const rows = await sql<{ text: string }[]>`
    select entry::text as text from public.preview_links as entry where draft_id = ${id}`;
  const storedText = [...entries, ...rows].map(({ text }) => text).join();
  expect(storedText).not.toContain(signature);
  expect(storedText).not.toContain(/[0-9a-f]{64}$/.exec(nextLink)?.[0]);
});
