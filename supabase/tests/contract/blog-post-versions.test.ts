import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { fingerprint, request, signIn, signInAdmin, sql } from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

let adminToken = "";
let volunteerToken = "";
beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  volunteerToken = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
});
afterAll(() => sql`delete from public.blog_posts where title like 'Versions %'`);

const createPost = async () => {
  const body = { title: `Versions ${uniqueWord()}`, content: "First", tags: ["Socks"] };
  return (await request("POST", "/api/blog-posts", { body, token: adminToken })).json;
};
const updatePost = (id: string, body: object) =>
  request("PUT", `/api/blog-posts/${id}`, { body, token: adminToken });
const read = (path: string, token = adminToken) =>
  request("GET", `/api/blog-posts/${path}`, { token });
const readVersions = async (id: string) => (await read(`${id}/versions?limit=200`)).json;

describe("updating a post that two administrators are editing", () => {
  it("returns 409 with the changed fields for a stale edit and changes nothing", async () => {
    const post = await createPost();
    expect(post.version).toBe(1);
    const otherEditResponse = await updatePost(post.id, {
      version: 1,
      title: `${post.title} theirs`,
      tags: ["Hats"],
    });
    expect([otherEditResponse.status, otherEditResponse.json.version]).toEqual([200, 2]);
    const before = await fingerprint();
    for (const ownEdit of [{ content: "Mine" }, {}]) {
      const { status, json } = await updatePost(post.id, { version: 1, ...ownEdit });
      expect([status, json.code]).toEqual([409, "stale_edit"]);
      expect(json.message).toContain(logins.admin.username);
      expect(json.issues.map(({ path }: { path: string }) => path)).toEqual(["title", "tags"]);
    }
    expect(await fingerprint()).toBe(before);
    const currentEditResponse = await updatePost(post.id, { version: 2, content: "Mine" });
    expect(currentEditResponse.json).toMatchObject({ content: "Mine", tags: ["Hats"], version: 3 });
  });

  it("lets exactly one of several parallel saves of the same version succeed", async () => {
    const post = await createPost();
    const saveResponses = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        updatePost(post.id, { version: 1, content: `Save ${number}` }),
      ),
    );
    const statuses = saveResponses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    const winnerIndex = saveResponses.findIndex(({ status }) => status === 200);
    expect((await read(post.id)).json).toMatchObject({
      content: `Save ${winnerIndex}`,
      version: 2,
    });
  });

  it("ABLOG-25: works without a version, and doesn't store a version if nothing changed", async () => {
    const post = await createPost();
    expect((await updatePost(post.id, { content: "Second" })).json.version).toBe(2);
    expect((await updatePost(post.id, { content: "Second" })).json.version).toBe(2);
    expect(await readVersions(post.id)).toHaveLength(1);
    expect((await updatePost(post.id, { version: 0 })).status).toBe(400);
    expect((await updatePost(randomUUID(), { version: 1, title: "T" })).status).toBe(404);
  });
});

describe("earlier versions", () => {
  it("are kept, and an update with the contents of one restores it", async () => {
    const post = await createPost();
    await updatePost(post.id, {
      content: "Second",
      tags: [],
      isPublished: true,
      searchTitle: "Found",
    });
    const [earlierVersion, ...otherVersions] = await readVersions(post.id);
    expect(otherVersions).toEqual([]);
    expect(earlierVersion).toMatchObject({
      version: 1,
      title: post.title,
      savedBy: logins.admin.username,
    });
    expect(earlierVersion.savedAt).toBe(post.updatedAt);
    expect(earlierVersion).not.toHaveProperty("content");
    const { json } = await read(`${post.id}/versions/${earlierVersion.id}`);
    expect(json).toMatchObject({
      content: "First",
      tags: ["Socks"],
      isPublished: false,
      searchTitle: null,
    });
    const { title, content, tags, searchTitle } = json;
    const restoreResponse = await updatePost(post.id, {
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
    expect(
      (await readVersions(post.id)).map((entry: { version: number }) => entry.version),
    ).toEqual([2, 1]);
  });

  it("are limited to the newest fifty and deleted with their post", async () => {
    const post = await createPost();
    for (let number = 0; number < 55; number += 1) {
      await sql`update public.blog_posts set content = ${`Text ${number}`} where id = ${post.id}`;
    }
    const versions = (await readVersions(post.id)) as { version: number }[];
    expect(versions).toHaveLength(50);
    expect([versions[0]?.version, versions.at(-1)?.version]).toEqual([55, 6]);
    await request("DELETE", `/api/blog-posts/${post.id}`, { token: adminToken });
    const [row] = await sql`
      select count(*)::int as rows from public.blog_post_versions where post_id = ${post.id}`;
    expect(row?.["rows"]).toBe(0);
    expect((await read(`${post.id}/versions`)).status).toBe(404);
  });

  it("threat 1, threat 2: only administrators can read drafts and earlier versions", async () => {
    const post = await createPost();
    await updatePost(post.id, { content: "Second" });
    const [earlierVersion] = await readVersions(post.id);
    for (const path of [
      post.id,
      `${post.id}/versions`,
      `${post.id}/versions/${earlierVersion.id}`,
    ]) {
      expect((await read(path, volunteerToken)).status).toBe(403);
      expect((await read(path, "")).status).toBe(401);
    }
    const otherPost = await createPost();
    expect((await read(`${otherPost.id}/versions/${earlierVersion.id}`)).status).toBe(404);
  });
});
