import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { fingerprint, request, signIn, signInAdmin, sql } from "./stack.ts";

interface TeamMember {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly isBoardMember: boolean;
  readonly order: number;
}

const PATH = "/api/team-members";
let adminToken = "";
let volunteerToken = "";
let originalMembers: Record<string, unknown>[] = [];

const send = (method: string, path: string, body?: object, token = adminToken) =>
  request(method, path, { token, ...(body && { body }) });
const addMember = (name: string, fields: object = {}) =>
  send("POST", PATH, { name, role: "Packer", ...fields });
const listMembers = async (token?: string) =>
  (await request("GET", PATH, token === undefined ? {} : { token })).json as TeamMember[];
const readNames = async (token?: string) =>
  (await listMembers(token)).map(({ name }) => name).join("");
const findId = async (wantedName: string) =>
  (await listMembers(adminToken)).find(({ name }) => name === wantedName)!.id;

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  volunteerToken = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
  originalMembers = await sql`select * from public.team_members`;
});
beforeEach(async () => {
  await sql`delete from public.team_members`;
  for (const name of ["A", "B", "C"]) await addMember(name);
});
afterAll(async () => {
  await sql`delete from public.team_members`;
  await sql`insert into public.team_members ${sql(originalMembers)}`;
});

describe("team members", () => {
  it("are added at the end and reordered, and visitors see them in that order", async () => {
    await addMember("D", {
      role: "Chair",
      about: "Keeps the books in order.",
      isBoardMember: true,
      order: 2,
    });
    expect(await readNames()).toBe("ADBC");
    await send("PUT", `${PATH}/${await findId("C")}`, { order: 1 });
    expect(await readNames()).toBe("CADB");
    expect((await listMembers()).find(({ name }) => name === "D")).toEqual({
      id: await findId("D"),
      name: "D",
      role: "Chair",
      about: "Keeps the books in order.",
      isBoardMember: true,
      order: 3,
      imageUrl: null,
      imageAlt: null,
    });
  });

  it("who are hidden are listed only for administrators until they are shown again", async () => {
    const path = `${PATH}/${await findId("B")}`;
    expect((await send("PUT", path, { isActive: false })).json).toMatchObject({ isActive: false });
    expect([
      await readNames(),
      await readNames(volunteerToken),
      await readNames(adminToken),
    ]).toEqual(["AC", "AC", "ABC"]);
    await send("PUT", path, { isActive: true });
    expect(await readNames()).toBe("ABC");
  });

  it("who are deleted are gone for good, and their names are removed from the audit log", async () => {
    const id = await findId("A");
    await send("PUT", `${PATH}/${id}`, { name: "Canary" });
    expect((await send("DELETE", `${PATH}/${id}`)).status).toBe(200);
    expect(await readNames(adminToken)).toBe("BC");
    const history = await sql<{ entry: string }[]>`
      select to_jsonb(audit_log)::text as entry from public.audit_log where row_id = ${id}`;
    expect(history).toHaveLength(3);
    expect(history.filter(({ entry }) => entry.includes("Canary"))).toEqual([]);
  });

  it.each([
    ["no name", { name: " " }, "name"],
    ["a role of two lines", { role: "x\ny" }, "role"],
    ["a picture from another site", { imageUrl: "https://example.org/a.png" }, "imageUrl"],
    ["threat 6: an id", { id: randomUUID() }, "body"],
  ])("with %s return 400 naming the field and change nothing", async (_, invalidFields, path) => {
    const id = await findId("A");
    const before = await fingerprint();
    const body = { name: "x", role: "y", ...invalidFields };
    for (const response of [
      await send("POST", PATH, body),
      await send("PUT", `${PATH}/${id}`, invalidFields),
    ]) {
      expect([response.status, response.json.code]).toEqual([400, "validation_failed"]);
      expect(response.json.issues[0].path).toBe(path);
    }
    expect(await fingerprint()).toBe(before);
  });

  it("threat 2: can be changed only by administrators", async () => {
    const path = `${PATH}/${await findId("A")}`;
    const before = await fingerprint();
    for (const [method, address, body] of [
      ["POST", PATH, { name: "x", role: "y" }],
      ["PUT", path, { name: "x" }],
      ["DELETE", path, undefined],
    ] as const) {
      expect((await request(method, address, { body })).status).toBe(401);
      expect((await send(method, address, body, volunteerToken)).status).toBe(403);
    }
    expect(await fingerprint()).toBe(before);
  });
});
