import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { facts, fingerprint, logins, request, signIn, signInAdmin, sql } from "./stack.ts";

let admin = "";
let volunteer = "";
beforeAll(async () => {
  admin = (await signInAdmin()).token;
  volunteer = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
});
afterAll(() => sql`delete from public.blog_posts where title like 'Contract %'`);

const aPost = () => ({
  title: `Contract ${randomUUID().slice(0, 8)}`,
  content: "## News\n\nA **good** month.",
});
const create = (body: object, token = admin) => request("POST", "/api/blog-posts", { body, token });
const update = (id: string, body: object, token = admin) =>
  request("PUT", `/api/blog-posts/${id}`, { body, token });
const remove = (id: string, token = admin) => request("DELETE", `/api/blog-posts/${id}`, { token });
const read = (query: string, token = admin) =>
  request("GET", `/api/blog-posts?${query}`, { token });
const published = async (id: string) =>
  (await request("GET", `/api/blog-posts/published/${id}`)).status;
/** Reads from the database's REST API as a visitor's browser could. */
const restRead = async (query: string): Promise<unknown> => {
  const apikey = facts.publishableKey;
  return (await fetch(`${facts.apiUrl}/rest/v1/${query}`, { headers: { apikey } })).json();
};
const historyOf = async (id: string) => {
  const rows = await sql<{ action: string }[]>`
    select action from public.audit_log
    where table_name = 'blog_posts' and row_id = ${id} and actor_name = ${logins.admin.username}
    order by id`;
  return rows.map(({ action }) => action);
};

describe("posts in the back office", () => {
  it("ABLOG-18, ABLOG-24, ABLOG-25, ABLOG-26, threat 41: creates, publishes, updates, unpublishes and deletes a draft", async () => {
    const post = aPost();
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
    expect(await published(json.id)).toBe(404);

    const shown = await update(json.id, { isPublished: true });
    expect([shown.status, shown.json.isPublished, shown.json.content]).toEqual([
      200,
      true,
      post.content,
    ]);
    expect(await published(json.id)).toBe(200);
    expect((await update(json.id, { ...post, content: "Less" })).json).toMatchObject({
      content: "Less",
      isPublished: true,
    });
    expect((await update(json.id, { isPublished: false })).json.isPublished).toBe(false);
    await expect.poll(() => published(json.id)).toBe(404);

    expect((await remove(json.id)).json).toEqual({ message: "Blog post deleted" });
    expect((await remove(json.id)).status).toBe(404);
    expect((await update(json.id, { isPublished: true })).status).toBe(404);
    expect(await historyOf(json.id)).toEqual(["insert", "update", "update", "update", "delete"]);
  });

  it("ABLOG-18: saves a draft unless asked to publish", async () => {
    expect((await create(aPost())).json.isPublished).toBe(false);
  });

  it("dates a post when it is first published and keeps the date until it is changed", async () => {
    const draft = (await create(aPost())).json;
    expect(draft.publishedAt).toBeNull();
    const before = Date.now();
    const first = (await update(draft.id, { isPublished: true })).json.publishedAt;
    expect(Date.parse(first)).toBeGreaterThan(before - 2000);
    expect(Date.parse(first)).toBeLessThan(Date.now() + 2000);
    expect((await update(draft.id, { isPublished: false })).json.publishedAt).toBe(first);
    expect((await update(draft.id, { isPublished: true })).json.publishedAt).toBe(first);
    const older = "2026-01-02T03:04:05.000Z";
    expect((await update(draft.id, { publishedAt: older })).json.publishedAt).toBe(older);
    const newDate = (await update(draft.id, { publishedAt: null })).json.publishedAt;
    expect(Date.parse(newDate)).toBeGreaterThanOrEqual(Date.parse(first));
  });

  it("an old draft becomes the newest post when published, including on the home page", async () => {
    const old = (await create(aPost())).json;
    await sql`update public.blog_posts set created_at = now() - interval '2 years' where id = ${old.id}`;
    await update(old.id, { isPublished: true });
    const newest = async (path: string) => (await request("GET", path)).json;
    expect((await newest("/api/blog-posts/published?limit=1"))[0].id).toBe(old.id);
    expect((await newest("/api/home")).blogPosts[0].id).toBe(old.id);
  });

  it("hides a scheduled post everywhere until its time and shows it everywhere after", async () => {
    const moment = Date.now() + 3000;
    const { json: post } = await create({
      ...aPost(),
      isPublished: true,
      publishedAt: new Date(moment).toISOString(),
      tags: [`Coming ${randomUUID().slice(0, 8)}`],
    });
    expect(post).toMatchObject({ isPublished: true, publishedAt: new Date(moment).toISOString() });
    const places = [
      `/api/blog-posts/published/${post.id}`,
      `/api/blog-posts/published/${post.id.slice(0, 8)}`,
      "/api/blog-posts/published?limit=200",
      `/api/blog-posts/published?search=${encodeURIComponent(post.title)}`,
      `/api/blog-posts/published?tag=${encodeURIComponent(post.tags[0])}`,
      "/api/blog-posts/tags",
      "/api/home",
    ];
    // Its title and tag are unique, so any match in a response is this post.
    const shown = async (token = "") =>
      Promise.all(
        places.map(async (path) => {
          const { text } = await request("GET", path, { token });
          return text.includes(post.title) || text.includes(post.tags[0]);
        }),
      );
    const never = places.map(() => false);
    expect(await shown()).toEqual(never);
    expect(await shown(admin)).toEqual(never);
    const rest = await restRead(`blog_posts?select=id&id=eq.${post.id}`);
    expect(rest).toEqual([]);
    expect(Date.now()).toBeLessThan(moment);
    await expect
      .poll(() => shown(), { timeout: 10_000, interval: 500 })
      .toEqual(places.map(() => true));
    expect(Date.now()).toBeGreaterThanOrEqual(moment);
    expect(await restRead(`blog_posts?select=id&id=eq.${post.id}`)).toEqual([{ id: post.id }]);
  });

  it("trims tags, ignores case when finding and deduplicating them, and counts public ones", async () => {
    const name = `Zeta ${randomUUID().slice(0, 8)}`;
    const { json } = await create({
      ...aPost(),
      isPublished: true,
      tags: [`  ${name.replace(" ", "   ")} `, name.toLowerCase(), "Socks"],
    });
    expect(json.tags).toEqual([name, "Socks"]);
    const draft = (await create({ ...aPost(), tags: [name.toUpperCase()] })).json;
    const found = async (path: string, token = "") =>
      (
        (await request("GET", `${path}?tag=${encodeURIComponent(name.toUpperCase())}`, { token }))
          .json as { id: string }[]
      ).map(({ id }) => id);
    expect(await found("/api/blog-posts/published")).toEqual([json.id]);
    expect(new Set(await found("/api/blog-posts", admin))).toEqual(new Set([json.id, draft.id]));
    const tags = (await request("GET", "/api/blog-posts/tags")).json;
    expect(tags).toContainEqual({ tag: name, count: 1 });
    expect((await update(json.id, { tags: [] })).json.tags).toEqual([]);
  });

  it("keeps its own search title, description and URL slug when given", async () => {
    const found = {
      slug: "winter-boxes",
      searchTitle: "Boxes for the winter",
      searchDescription: "What goes into them.",
    };
    const { json } = await create({ ...aPost(), ...found, isPublished: true });
    expect((await request("GET", `/api/blog-posts/published/${json.id}`)).json).toMatchObject(
      found,
    );
    const none = { slug: null, searchTitle: null, searchDescription: null };
    expect((await update(json.id, none)).json).toMatchObject(none);
  });

  it("ABLOG-23: lists all posts including drafts, filtered by state and text", async () => {
    const draft = (await create(aPost())).json;
    const shown = (await create({ ...aPost(), isPublished: true })).json;
    const ids = async (query: string) =>
      ((await read(`limit=200&${query}`)).json as { id: string }[]).map(({ id }) => id);
    expect(await ids("search=contract%20")).toEqual(expect.arrayContaining([draft.id, shown.id]));
    expect(await ids("isPublished=false")).toContain(draft.id);
    expect(await ids("isPublished=false")).not.toContain(shown.id);
    expect(await ids(`search=${encodeURIComponent(draft.title)}`)).toEqual([draft.id]);
  });

  it.each([
    ["ABLOG-21: a blank title", { title: " " }, "title"],
    ["ABLOG-21: blank content", { content: " \n" }, "content"],
    ["a title with a line break", { title: "a\nb" }, "title"],
    ["a title of 201 characters", { title: "x".repeat(201) }, "title"],
    ["threat 6: a creation date", { createdAt: "2020-01-01T00:00:00Z" }, "body"],
    ["threat 26: a javascript: picture", { imageUrl: "javascript:alert(1)" }, "imageUrl"],
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
    ["threat 6: the author of a version", { savedBy: "somebody" }, "body"],
  ])("%s returns 400 when creating or updating, and changes nothing", async (_, fault, path) => {
    const { id } = (await create(aPost())).json;
    const before = await fingerprint();
    for (const answer of [await create({ ...aPost(), ...fault }), await update(id, fault)]) {
      expect([answer.status, answer.json.code]).toEqual([400, "validation_failed"]);
      expect(answer.json.issues).toMatchObject([{ path }]);
    }
    expect(await fingerprint()).toBe(before);
  });

  it("threat 2: refuses volunteers and visitors", async () => {
    const { id } = (await create(aPost())).json;
    const before = await fingerprint();
    for (const [token, status] of [
      [volunteer, 403],
      ["", 401],
    ] as const) {
      for (const answer of [
        await read("", token),
        await create(aPost(), token),
        await update(id, { isPublished: true }, token),
        await remove(id, token),
      ]) {
        expect(answer.status).toBe(status);
      }
    }
    expect(await fingerprint()).toBe(before);
  });
});
