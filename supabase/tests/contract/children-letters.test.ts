import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { fingerprint, request, signIn, signInAdmin, sql } from "./stack.ts";

interface Letter {
  readonly id: string;
  readonly text: string;
  readonly writer: string;
  readonly order: number;
  readonly isActive: boolean;
}

const LETTERS_PATH = "/api/children-letters";
let adminToken = "";
let volunteerToken = "";
let originalLetters: Record<string, unknown>[] = [];

const send = (method: string, path: string, body?: object, token = adminToken) =>
  request(method, path, { token, ...(body && { body }) });
const addLetter = (text: string) => send("POST", LETTERS_PATH, { text, writer: "Ava, 7" });
const listLetters = async () => (await send("GET", LETTERS_PATH)).json as Letter[];
const readJoinedTexts = async () => (await listLetters()).map(({ text }) => text).join("");
const readJoinedHomePageTexts = async () =>
  ((await request("GET", "/api/home")).json.childrenLetters as Letter[])
    .map(({ text }) => text)
    .join("");
const findId = async (wantedText: string) =>
  (await listLetters()).find(({ text }) => text === wantedText)!.id;

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  volunteerToken = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
  originalLetters = await sql`select * from public.children_letters`;
});
beforeEach(async () => {
  await sql`delete from public.children_letters`;
  for (const text of ["A", "B", "C", "D", "E"]) await addLetter(text);
});
afterAll(async () => {
  await sql`delete from public.children_letters`;
  await sql`insert into public.children_letters ${sql(originalLetters)}`;
});

describe("children's letters", () => {
  it("are added at the end and reordered, and the home page shows the first four", async () => {
    expect(await readJoinedTexts()).toBe("ABCDE");
    await expect.poll(readJoinedHomePageTexts).toBe("ABCD");
    await send("PUT", `${LETTERS_PATH}/${await findId("E")}`, { order: 1 });
    expect(await readJoinedTexts()).toBe("EABCD");
    await expect.poll(readJoinedHomePageTexts).toBe("EABC");
    const [firstLetter] = (await request("GET", "/api/home")).json.childrenLetters;
    expect(firstLetter).toEqual({ id: await findId("E"), text: "E", writer: "Ava, 7", order: 1 });
  });

  it("a hidden letter makes room for the next one and returns to its position when shown again", async () => {
    const letterPath = `${LETTERS_PATH}/${await findId("B")}`;
    expect((await send("PUT", letterPath, { isActive: false })).json).toMatchObject({
      isActive: false,
    });
    await expect.poll(readJoinedHomePageTexts).toBe("ACDE");
    expect(await readJoinedTexts()).toBe("ABCDE");
    await send("PUT", letterPath, { isActive: true });
    await expect.poll(readJoinedHomePageTexts).toBe("ABCD");
  });

  it("a deleted letter is gone for good, and its text is removed from the audit log", async () => {
    const id = await findId("A");
    await send("PUT", `${LETTERS_PATH}/${id}`, { text: "Canary of a child", writer: "Canary, 6" });
    expect((await send("DELETE", `${LETTERS_PATH}/${id}`)).status).toBe(200);
    expect(await readJoinedTexts()).toBe("BCDE");
    const history = await sql<{ entry: string }[]>`
      select to_jsonb(audit_log)::text as entry from public.audit_log where row_id = ${id}`;
    expect(history).toHaveLength(3);
    expect(history.filter(({ entry }) => entry.includes("Canary"))).toEqual([]);
  });

  it.each([
    ["no text", { text: " " }, "text"],
    ["a text of 281 characters", { text: "x".repeat(281) }, "text"],
    ["a text of two lines", { text: "x\ny" }, "text"],
    ["a last name", { writer: "Ava Miller, 7" }, "writer"],
    ["a school", { writer: "Ava, 7, Lincoln School" }, "writer"],
    ["no age", { writer: "Ava" }, "writer"],
    ["threat 6: an id", { id: randomUUID() }, "body"],
  ])("%s returns 400 naming the field and changes nothing", async (_, invalidFields, path) => {
    const id = await findId("A");
    const before = await fingerprint();
    const body = { text: "x", writer: "Ava, 7", ...invalidFields };
    for (const response of [
      await send("POST", LETTERS_PATH, body),
      await send("PUT", `${LETTERS_PATH}/${id}`, invalidFields),
    ]) {
      expect([response.status, response.json.code]).toEqual([400, "validation_failed"]);
      expect(response.json.issues[0].path).toBe(path);
    }
    expect(await fingerprint()).toBe(before);
  });

  it("threat 2: only administrators can list all letters or change them", async () => {
    const letterPath = `${LETTERS_PATH}/${await findId("A")}`;
    const before = await fingerprint();
    for (const [method, path, body] of [
      ["GET", LETTERS_PATH, undefined],
      ["POST", LETTERS_PATH, { text: "x", writer: "Ava, 7" }],
      ["PUT", letterPath, { text: "x" }],
      ["DELETE", letterPath, undefined],
    ] as const) {
      expect((await request(method, path, { body })).status).toBe(401);
      expect((await send(method, path, body, volunteerToken)).status).toBe(403);
    }
    expect(await fingerprint()).toBe(before);
  });
});
