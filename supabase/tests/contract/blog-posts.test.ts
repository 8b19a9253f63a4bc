import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { facts, fingerprint, request, signIn, signInAdmin, sql } from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

let adminToken = "";
let volunteerToken = "";
beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  volunteerToken = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
});
afterAll(() => sql`delete from public.blog_posts where title like 'Contract %'`);

const newPost = () => ({
  title: `Contract ${uniqueWord()}`,
  content: "## News\n\nA **good** month.",
});
const create = (body: object, token = adminToken) =>
  request("POST", "/api/blog-posts", { body, token });
const update = (id: string, body: object, token = adminToken) =>
  request("PUT", `/api/blog-posts/${id}`, { body, token });
const remove = (id: string, token = adminToken) =>
  request("DELETE", `/api/blog-posts/${id}`, { token });
const read = (query: string, token = adminToken) =>
  request("GET", `/api/blog-posts?${query}`, { token });
const readPublishedStatus = async (id: string) =>
  (await request("GET", `/api/blog-posts/published/${id}`)).status;
/** Reads from the database's REST API as a visitor's browser could. */
const readOverRest = async (query: string): Promise<unknown> => {
  const apikey = facts.publishableKey;
  return (await fetch(`${facts.apiUrl}/rest/v1/${query}`, { headers: { apikey } })).json();
};
const readAuditedActions = async (id: string) => {
  const rows = await sql<{ action: string }[]>`
    select action from public.audit_log
    where table_name = 'blog_posts' and row_id = ${id} and actor_name = ${logins.admin.username}
    order by id`;
  return rows.map(({ action }) => action);
};

describe("the dashboard's blog API", () => {
  it("ABLOG-18, ABLOG-24, ABLOG-25, ABLOG-26, threat 41: creates, publishes, updates, unpublishes and deletes a draft", async () => {
    const post = newPost();
    const { status, json } = await create({ ...post, imageUrl: null, isPublished: false });
    expect([status, json]).toEqual([
      201,
      {
        ...post,
        id: expect.any(String),
        imageUrl: null,
        imageAlt: null,
        isPublished: false,
        publishedAt: null,
        slug: null,
        searchTitle: null,
        searchDescription: null,
        tags: [],
        version: 1,
        savedBy: logins.admin.username,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect(await readPublishedStatus(json.id)).toBe(404);

    const publishResponse = await update(json.id, { isPublished: true });
    expect([
      publishResponse.status,
      publishResponse.json.isPublished,
      publishResponse.json.content,
    ]).toEqual([200, true, post.content]);
    expect(await readPublishedStatus(json.id)).toBe(200);
    expect((await update(json.id, { ...post, content: "Less" })).json).toMatchObject({
      content: "Less",
      isPublished: true,
    });
    expect((await update(json.id, { isPublished: false })).json.isPublished).toBe(false);
    await expect.poll(() => readPublishedStatus(json.id)).toBe(404);

    expect((await remove(json.id)).json).toEqual({ message: "Blog post deleted" });
    expect((await remove(json.id)).status).toBe(404);
    expect((await update(json.id, { isPublished: true })).status).toBe(404);
    expect(await readAuditedActions(json.id)).toEqual([
      "insert",
      "update",
      "update",
      "update",
      "delete",
    ]);
  });

  it("ABLOG-18: saves a new post as a draft unless asked to publish it", async () => {
    expect((await create(newPost())).json.isPublished).toBe(false);
  });

  it("dates a post when it is first published and keeps that date until an administrator changes it", async () => {
    const draft = (await create(newPost())).json;
    expect(draft.publishedAt).toBeNull();
    const startTime = Date.now();
    const firstDate = (await update(draft.id, { isPublished: true })).json.publishedAt;
    expect(Date.parse(firstDate)).toBeGreaterThan(startTime - 2000);
    expect(Date.parse(firstDate)).toBeLessThan(Date.now() + 2000);
    expect((await update(draft.id, { isPublished: false })).json.publishedAt).toBe(firstDate);
    expect((await update(draft.id, { isPublished: true })).json.publishedAt).toBe(firstDate);
    const olderDate = "2026-01-02T03:04:05.000Z";
    expect((await update(draft.id, { publishedAt: olderDate })).json.publishedAt).toBe(olderDate);
    const newDate = (await update(draft.id, { publishedAt: null })).json.publishedAt;
    expect(Date.parse(newDate)).toBeGreaterThanOrEqual(Date.parse(firstDate));
  });

  it("makes an old draft the newest post when it is published, including on the home page", async () => {
    const oldPost = (await create(newPost())).json;
    await sql`update public.blog_posts set created_at = now() - interval '2 years' where id = ${oldPost.id}`;
    await update(oldPost.id, { isPublished: true });
    const readJson = async (path: string) => (await request("GET", path)).json;
    expect((await readJson("/api/blog-posts/published?limit=1"))[0].id).toBe(oldPost.id);
    expect((await readJson("/api/home")).blogPosts[0].id).toBe(oldPost.id);
  });

  it("hides a scheduled post everywhere until its time and shows it everywhere afterward", async () => {
    const publishTime = Date.now() + 3000;
    const { json: post } = await create({
      ...newPost(),
      isPublished: true,
      publishedAt: new Date(publishTime).toISOString(),
      tags: [`Coming ${uniqueWord()}`],
    });
    expect(post).toMatchObject({
      isPublished: true,
      publishedAt: new Date(publishTime).toISOString(),
    });
    const paths = [
      `/api/blog-posts/published/${post.id}`,
      `/api/blog-posts/published/${post.id.slice(0, 8)}`,
      "/api/blog-posts/published?limit=200",
      `/api/blog-posts/published?search=${encodeURIComponent(post.title)}`,
      `/api/blog-posts/published?tag=${encodeURIComponent(post.tags[0])}`,
      "/api/blog-posts/tags",
      "/api/home",
    ];
    // The post's title and tag are unique, so any match in a response is this post.
    const readVisibility = async (token = "") =>
      Promise.all(
        paths.map(async (path) => {
          const { text } = await request("GET", path, { token });
          return text.includes(post.title) || text.includes(post.tags[0]);
        }),
      );
    const expectedIfHidden = paths.map(() => false);
    expect(await readVisibility()).toEqual(expectedIfHidden);
    expect(await readVisibility(adminToken)).toEqual(expectedIfHidden);
    const restRows = await readOverRest(`blog_posts?select=id&id=eq.${post.id}`);
    expect(restRows).toEqual([]);
    expect(Date.now()).toBeLessThan(publishTime);
    await expect
      .poll(() => readVisibility(), { timeout: 10_000, interval: 500 })
      .toEqual(paths.map(() => true));
    expect(Date.now()).toBeGreaterThanOrEqual(publishTime);
    expect(await readOverRest(`blog_posts?select=id&id=eq.${post.id}`)).toEqual([{ id: post.id }]);
  });

  it("trims tags, ignores case when deduplicating and finding them, and counts only published posts", async () => {
    const tagName = `Zeta ${uniqueWord()}`;
    const { json } = await create({
      ...newPost(),
      isPublished: true,
      tags: [`  ${tagName.replace(" ", "   ")} `, tagName.toLowerCase(), "Socks"],
    });
    expect(json.tags).toEqual([tagName, "Socks"]);
    const draft = (await create({ ...newPost(), tags: [tagName.toUpperCase()] })).json;
    const findIds = async (path: string, token = "") =>
      (
        (
          await request("GET", `${path}?tag=${encodeURIComponent(tagName.toUpperCase())}`, {
            token,
          })
        ).json as { id: string }[]
      ).map(({ id }) => id);
    expect(await findIds("/api/blog-posts/published")).toEqual([json.id]);
    expect(new Set(await findIds("/api/blog-posts", adminToken))).toEqual(
      new Set([json.id, draft.id]),
    );
    const tags = (await request("GET", "/api/blog-posts/tags")).json;
    expect(tags).toContainEqual({ tag: tagName, count: 1 });
    expect((await update(json.id, { tags: [] })).json.tags).toEqual([]);
  });

  it("saves and clears a post's search title, search description and URL slug", async () => {
    const searchFields = {
      slug: "winter-boxes",
      searchTitle: "Boxes for the winter",
      searchDescription: "What goes into them.",
    };
    const { json } = await create({ ...newPost(), ...searchFields, isPublished: true });
    expect((await request("GET", `/api/blog-posts/published/${json.id}`)).json).toMatchObject(
      searchFields,
    );
    const emptyFields = { slug: null, searchTitle: null, searchDescription: null };
    expect((await update(json.id, emptyFields)).json).toMatchObject(emptyFields);
  });

  it("ABLOG-23: lists all posts including drafts, filtered by state and text", async () => {
    const draft = (await create(newPost())).json;
    const publishedPost = (await create({ ...newPost(), isPublished: true })).json;
    const listIds = async (query: string) =>
      ((await read(`limit=200&${query}`)).json as { id: string }[]).map(({ id }) => id);
    expect(await listIds("search=contract%20")).toEqual(
      expect.arrayContaining([draft.id, publishedPost.id]),
    );
    expect(await listIds("isPublished=false")).toContain(draft.id);
    expect(await listIds("isPublished=false")).not.toContain(publishedPost.id);
    expect(await listIds(`search=${encodeURIComponent(draft.title)}`)).toEqual([draft.id]);
  });

  it.each([
    ["ABLOG-21: a blank title", { title: " " }, "title"],
    ["ABLOG-21: blank content", { content: " \n" }, "content"],
    ["a title with a line break", { title: "a\nb" }, "title"],
    ["a title of 201 characters", { title: "x".repeat(201) }, "title"],
    ["threat 6: a creation date", { createdAt: "2020-01-01T00:00:00Z" }, "body"],
    [
      "threat 26: a javascript: URL as the picture",
      { imageUrl: "javascript:alert(1)" },
      "imageUrl",
    ],
    [
      "threat 26: a picture on another host",
      { imageUrl: "https://evil.example/a.png" },
      "imageUrl",
    ],
    [
      "threat 26: a picture from another folder",
      { imageUrl: `/images/stories/${randomUUID()}` },
      "imageUrl",
    ],
    ["a publication date without a time", { publishedAt: "2026-12-01" }, "publishedAt"],
    ["a malformed URL slug", { slug: "Two words" }, "slug"],
    ["a path as the URL slug", { slug: "../admin" }, "slug"],
    ["a search title of 121 characters", { searchTitle: "x".repeat(121) }, "searchTitle"],
    [
      "a search description of 301 characters",
      { searchDescription: "x".repeat(301) },
      "searchDescription",
    ],
    ["eleven tags", { tags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }, "tags"],
    ["a tag of 31 characters", { tags: ["x".repeat(31)] }, "tags.0"],
    ["threat 6: the author of a version", { savedBy: "someone" }, "body"],
  ])(
    "%s returns 400 when creating or updating, and changes nothing",
    async (_, invalidFields, path) => {
      const { id } = (await create(newPost())).json;
      const before = await fingerprint();
      for (const response of [
        await create({ ...newPost(), ...invalidFields }),
        await update(id, invalidFields),
      ]) {
        expect([response.status, response.json.code]).toEqual([400, "validation_failed"]);
        expect(response.json.issues).toMatchObject([{ path }]);
      }
      expect(await fingerprint()).toBe(before);
    },
  );

  it("threat 2: refuses volunteers and visitors", async () => {
    const { id } = (await create(newPost())).json;
    const before = await fingerprint();
    for (const [token, status] of [
      [volunteerToken, 403],
      ["", 401],
    ] as const) {
      for (const response of [
        await read("", token),
        await create(newPost(), token),
        await update(id, { isPublished: true }, token),
        await remove(id, token),
      ]) {
        expect(response.status).toBe(status);
      }
    }
    expect(await fingerprint()).toBe(before);
  });
});
