import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { clearRateLimits, request, signIn, signInAdmin, sql } from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

let adminToken = "";
let volunteerToken = "";
let originalTerms: readonly Record<string, unknown>[] = [];

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  volunteerToken = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
  originalTerms =
    await sql`select key, content from public.legal_content where key = 'terms_policy'`;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.email_templates where name like 'Versions %'`;
  await sql`delete from public.legal_content where key = 'terms_policy'`;
  if (originalTerms.length > 0) await sql`insert into public.legal_content ${sql(originalTerms)}`;
});

const call = (method: string, path: string, body?: object, token = adminToken) =>
  request(method, path, { token, ...(body && { body }) });

const createTemplate = async () => {
  const body = {
    name: `Versions ${uniqueWord()}`,
    subject: "First",
    htmlContent: "<p>Dear {{name}}</p>",
  };
  const { json } = await call("POST", "/api/email-templates", body);
  return { ...json, path: `/api/email-templates/${json.id}` };
};

const addLegalText = async () => {
  await sql`delete from public.legal_content where key = 'terms_policy'`;
  const path = "/api/legal-content/terms_policy";
  await call("PUT", path, { content: "<p>First</p>" });
  return { path };
};

describe("earlier versions of an email template", () => {
  it("are kept with their author, and an update with the text of one restores it", async () => {
    const { path, updatedAt } = await createTemplate();
    expect((await call("GET", `${path}/versions`)).json).toEqual([]);
    const change = { subject: "Second", htmlContent: "<p>Hello {{name}}</p>" };
    expect((await call("PUT", path, change)).status).toBe(200);
    const [version, ...otherVersions] = (await call("GET", `${path}/versions`)).json;
    expect(otherVersions).toEqual([]);
    expect(version).toMatchObject({
      version: 1,
      subject: "First",
      savedBy: logins.admin.username,
      savedAt: updatedAt,
    });
    expect(version).not.toHaveProperty("htmlContent");
    const { json } = await call("GET", `${path}/versions/${version.id}`);
    expect(json).toMatchObject({ subject: "First", htmlContent: "<p>Dear {{name}}</p>" });
    const { subject, htmlContent } = json;
    expect((await call("PUT", path, { subject, htmlContent })).json).toMatchObject({ subject });
    const versions = (await call("GET", `${path}/versions`)).json as { version: number }[];
    expect(versions.map((entry) => entry.version)).toEqual([2, 1]);
  });

  it("don't include turning it on or off, or saving it without a change", async () => {
    const { path } = await createTemplate();
    await call("PUT", path, { isActive: false });
    await call("PUT", path, { subject: "First" });
    expect((await call("GET", `${path}/versions`)).json).toEqual([]);
  });

  it("are limited to the newest fifty and deleted with their template", async () => {
    const { id, path } = await createTemplate();
    for (let number = 0; number < 52; number += 1) {
      await sql`update public.email_templates set subject = ${`Subject ${number}`} where id = ${id}`;
    }
    const versions = (await call("GET", `${path}/versions?limit=200`)).json as {
      version: number;
    }[];
    expect([versions.length, versions[0]?.version, versions.at(-1)?.version]).toEqual([50, 52, 3]);
    await call("DELETE", path);
    expect((await call("GET", `${path}/versions`)).status).toBe(404);
    const [row] = await sql`
      select count(*)::int as rows from public.email_template_versions where template_id = ${id}`;
    expect(row?.["rows"]).toBe(0);
  });
});

it("earlier versions of a legal text are kept, and storing one restores it", async () => {
  const { path } = await addLegalText();
  expect((await call("GET", `${path}/versions`)).json).toEqual([]);
  await call("PUT", path, { content: "<p>Second</p>" });
  const [version] = (await call("GET", `${path}/versions`)).json;
  expect(version).toMatchObject({ version: 1, savedBy: logins.admin.username });
  const { json } = await call("GET", `${path}/versions/${version.id}`);
  expect(json.content).toBe("<p>First</p>");
  expect((await call("PUT", path, { content: json.content })).json.content).toBe("<p>First</p>");
  expect((await call("GET", `${path}/versions`)).json).toHaveLength(2);
});

it("threat 1: only administrators can read earlier versions, each under its own record", async () => {
  const template = await createTemplate();
  await call("PUT", template.path, { subject: "Second" });
  const legalText = await addLegalText();
  await call("PUT", legalText.path, { content: "<p>Second</p>" });
  for (const { path } of [template, legalText]) {
    const [version] = (await call("GET", `${path}/versions`)).json;
    for (const versionPath of [`${path}/versions`, `${path}/versions/${version.id}`]) {
      expect((await call("GET", versionPath, undefined, volunteerToken)).status).toBe(403);
      expect((await call("GET", versionPath, undefined, "")).status).toBe(401);
    }
  }
  const [version] = (await call("GET", `${template.path}/versions`)).json;
  const otherTemplate = await createTemplate();
  expect((await call("GET", `${otherTemplate.path}/versions/${version.id}`)).status).toBe(404);
});
