import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LEGAL_CONTENT_KEYS } from "../../functions/_shared/contracts/choices.ts";
import { HTML_PAYLOADS } from "../payloads.ts";
import { logins } from "../demo-logins.ts";
import {
  clearRateLimits,
  fingerprint,
  request,
  signIn,
  signInAdmin,
  sql,
  readLastEntryId,
} from "./stack.ts";

let adminToken = "";
let originalTexts: Awaited<ReturnType<typeof listTexts>>;
const listTexts = () => sql<{ key: string; content: string }[]>`
  select key, content from public.legal_content`;
const createPath = (key: string) => `/api/legal-content/${key}`;
const save = (key: string, body: object, token: string | undefined = adminToken) =>
  request("PUT", createPath(key), { body, token });
const readContent = async (key: string) => (await request("GET", createPath(key))).json as object;

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  originalTexts = await listTexts();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.legal_content`;
  await sql`insert into public.legal_content ${sql(originalTexts)}`;
});

describe.each(LEGAL_CONTENT_KEYS)("%s", (key) => {
  it("LEGAL-15: can be added and updated later, with one audit entry each", async () => {
    await sql`delete from public.legal_content where key = ${key}`;
    const entryIdBefore = await readLastEntryId();
    for (const content of ["<p>First</p>", "<h2>Rights</h2><p>Second</p>"]) {
      const { status, json } = await save(key, { content, lastUpdated: "1999-01-01" });
      expect([status, json.content]).toEqual([200, content]);
      expect(Date.now() - Date.parse(json.updatedAt)).toBeLessThan(60_000);
      // Public responses may be cached for a second.
      await expect.poll(() => readContent(key)).toEqual(json);
    }
    const history = await sql`
      select action, table_name, actor_name from public.audit_log where id > ${entryIdBefore} order by id`;
    expect(history).toEqual(
      ["insert", "update"].map((action) => ({
        action,
        table_name: "legal_content",
        actor_name: logins.admin.username,
      })),
    );
  });

  it.each([
    ["blank text", { content: " \n" }],
    ["text without content", { content: "<script>ran()</script><p> </p>" }],
    ["text that is too long", { content: "x".repeat(200_001) }],
    ["text that is too long once escaped", { content: "&".repeat(150_000) + "x" }],
  ])("%s returns 400 naming the field and changes nothing", async (_, body) => {
    const before = await fingerprint();
    const { status, json } = await save(key, body);
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.issues.map((issue: { path: string }) => issue.path)).toEqual(["content"]);
    expect(await fingerprint()).toBe(before);
  });

  it("LEGAL-13, threat 2: only administrators can change it", async () => {
    const volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
    const before = await fingerprint();
    expect((await request("PUT", createPath(key), { body: { content: "x" } })).status).toBe(401);
    expect((await save(key, { content: "x" }, volunteer.token)).status).toBe(403);
    expect(await fingerprint()).toBe(before);
  });
});

it("threat 25: a saved text contains nothing executable from a hundred payloads", async () => {
  for (const payload of HTML_PAYLOADS) {
    const { status, text } = await save("privacy_policy", { content: `<p>Text</p>${payload}` });
    expect(status, payload).toBe(200);
    expect(text).not.toMatch(/<[^>]*\son\w+=|<(script|svg|math|style|iframe|template|noscript)/i);
  }
  const [row] = await sql`select content from public.legal_content where key = 'privacy_policy'`;
  expect(row?.["content"]).toMatch(/^<p>Text<\/p>/);
});
