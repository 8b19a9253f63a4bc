import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprint, logins, request, signIn, signInAdmin, sql } from "./stack.ts";

let admin = "";
let volunteer = "";
beforeAll(async () => {
  admin = (await signInAdmin()).token;
  volunteer = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
});
afterAll(() => sql`delete from public.blog_posts where title like 'Versions %'`);

const create = async () => {
  const body = { title: `Versions ${randomUUID().slice(0, 8)}`, content: "First", tags: ["Socks"] };
  return (await request("POST", "/api/blog-posts", { body, token: admin })).json;
};
const update = (id: string, body: object) =>
  request("PUT", `/api/blog-posts/${id}`, { body, token: admin });
const read = (path: string, token = admin) => request("GET", `/api/blog-posts/${path}`, { token });
const versionsOf = async (id: string) => (await read(`${id}/versions?limit=200`)).json;

describe("two administrators editing the same post", () => {
  it("returns 409 with the changed fields for a stale edit and changes nothing", async () => {
    const post = await create();
    expect(post.version).toBe(1);
    const otherEdit = await update(post.id, {
      version: 1,
      title: `${post.title} theirs`,
      tags: ["Hats"],
    });
    expect([otherEdit.status, otherEdit.json.version]).toEqual([200, 2]);
    const before = await fingerprint();
    for (const ownEdit of [{ content: "Mine" }, {}]) {
      const { status, json } = await update(post.id, { version: 1, ...ownEdit });
      expect([status, json.code]).toEqual([409, "stale_edit"]);
      expect(json.message).toContain(logins.admin.username);
      expect(json.issues.map(({ path }: { path: string }) => path)).toEqual(["title", "tags"]);
    }
    expect(await fingerprint()).toBe(before);
    const currentEdit = await update(post.id, { version: 2, content: "Mine" });
    expect(currentEdit.json).toMatchObject({ content: "Mine", tags: ["Hats"], version: 3 });
  });

  it("lets exactly one of several parallel saves of the same version succeed", async () => {
    const post = await create();
    const saves = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        update(post.id, { version: 1, content: `Save ${number}` }),
      ),
    );
    const statuses = saves.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    const winnerIndex = saves.findIndex(({ status }) => status === 200);
    expect((await read(post.id)).json).toMatchObject({
      content: `Save ${winnerIndex}`,
      version: 2,
    });
  });

  it("ABLOG-25: saves without a version as documented, and an edit without changes doesn't create a version", async () => {
    const post = await create();
    expect((await update(post.id, { content: "Second" })).json.version).toBe(2);
    expect((await update(post.id, { content: "Second" })).json.version).toBe(2);
    expect(await versionsOf(post.id)).toHaveLength(1);
    expect((await update(post.id, { version: 0 })).status).toBe(400);
    expect((await update(randomUUID(), { version: 1, title: "T" })).status).toBe(404);
  });
});

describe("earlier versions", () => {
  it("keeps each version, and an update with its contents restores it", async () => {
    const post = await create();
    await update(post.id, { content: "Second", tags: [], isPublished: true, searchTitle: "Found" });
    const [earlier, ...others] = await versionsOf(post.id);
    expect(others).toEqual([]);
    expect(earlier).toMatchObject({
      version: 1,
      title: post.title,
      savedBy: logins.admin.username,
    });
    expect(earlier.savedAt).toBe(post.updatedAt);
    expect(earlier).not.toHaveProperty("content");
    const { json } = await read(`${post.id}/versions/${earlier.id}`);
    expect(json).toMatchObject({
      content: "First",
      tags: ["Socks"],
      isPublished: false,
      searchTitle: null,
    });
    const { title, content, tags, searchTitle } = json;
    const restoreResponse = await update(post.id, {
      version: 2,
      title,
      content,
      tags,
      searchTitle,
    });
    expect(restoreResponse.json).toMatchObject({
      content: "First",
      tags: ["Socks"],
      searchTitle: null,
      version: 3,
    });
    expect((await versionsOf(post.id)).map((entry: { version: number }) => entry.version)).toEqual([
      2, 1,
    ]);
  });

  it("keeps the newest fifty and deletes them with their post", async () => {
    const post = await create();
    for (let number = 0; number < 55; number += 1) {
      await sql`update public.blog_posts set content = ${`Text ${number}`} where id = ${post.id}`;
    }
    const versions = (await versionsOf(post.id)) as { version: number }[];
    expect(versions).toHaveLength(50);
    expect([versions[0]?.version, versions.at(-1)?.version]).toEqual([55, 6]);
    await request("DELETE", `/api/blog-posts/${post.id}`, { token: admin });
    const [row] = await sql`
      select count(*)::int as rows from public.blog_post_versions where post_id = ${post.id}`;
    expect(row?.["rows"]).toBe(0);
    expect((await read(`${post.id}/versions`)).status).toBe(404);
  });

  it("threat 1, threat 2: only administrators read drafts and earlier versions", async () => {
    const post = await create();
    await update(post.id, { content: "Second" });
    const [earlier] = await versionsOf(post.id);
    for (const path of [post.id, `${post.id}/versions`, `${post.id}/versions/${earlier.id}`]) {
      expect((await read(path, volunteer)).status).toBe(403);
      expect((await read(path, "")).status).toBe(401);
    }
    const otherPost = await create();
    expect((await read(`${otherPost.id}/versions/${earlier.id}`)).status).toBe(404);
  });
});
