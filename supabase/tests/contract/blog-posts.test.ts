import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprint, logins, request, signIn, signInAdmin, sql } from "./stack.ts";

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
const historyOf = async (id: string) => {
  const rows = await sql<{ action: string }[]>`
    select action from public.audit_log
    where table_name = 'blog_posts' and row_id = ${id} and actor_name = ${logins.admin.username}
    order by id`;
  return rows.map(({ action }) => action);
};

describe("posts, as administrators write them", () => {
  it("ABLOG-18, ABLOG-24, ABLOG-25, ABLOG-26, threats row 41: a draft, published, changed, a draft again, deleted", async () => {
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

  it("ABLOG-18: what does not say so is a draft", async () => {
    expect((await create(aPost())).json.isPublished).toBe(false);
  });

  it("ABLOG-23: all of them, drafts included, by state and by text", async () => {
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
    ["a title of two lines", { title: "a\nb" }, "title"],
    ["201 letters of title", { title: "x".repeat(201) }, "title"],
    ["threats row 6: a date of its own", { createdAt: "2020-01-01T00:00:00Z" }, "body"],
    ["threats row 26: javascript:", { imageUrl: "javascript:alert(1)" }, "imageUrl"],
    ["threats row 26: a foreign picture", { imageUrl: "https://evil.example/a.png" }, "imageUrl"],
    ["threats row 26: another folder", { imageUrl: `/images/stories/${randomUUID()}` }, "imageUrl"],
  ])("%s is 400, as a new one and as a change, and changes nothing", async (_, fault, path) => {
    const { id } = (await create(aPost())).json;
    const before = await fingerprint();
    for (const answer of [await create({ ...aPost(), ...fault }), await update(id, fault)]) {
      expect([answer.status, answer.json.code]).toEqual([400, "validation_failed"]);
      expect(answer.json.issues).toMatchObject([{ path }]);
    }
    expect(await fingerprint()).toBe(before);
  });

  it("threats row 2: a volunteer and a visitor may do none of it", async () => {
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
