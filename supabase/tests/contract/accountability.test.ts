import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { request, signInAdmin, sql } from "./stack.ts";

let token = "";
const SEAL_FIELDS = ["candid", "charityNavigator", "bbb"].flatMap((name) => [
  `${name}Url`,
  `${name}SealUrl`,
]);
let originalSettings: Record<string, string> = {};
let originalReports: readonly { id: string; published: boolean }[] = [];
const readAccountability = async () => (await request("GET", "/api/accountability")).json;
const updateSettings = (body: object) => request("PUT", "/api/settings", { body, token });

beforeAll(async () => {
  token = (await signInAdmin()).token;
  const settings = (await request("GET", "/api/settings", { token })).json;
  originalSettings = Object.fromEntries(SEAL_FIELDS.map((name) => [name, settings[name]]));
  originalReports = await sql<{ id: string; published: boolean }[]>`
    select id, published from public.financial_reports`;
});
afterAll(async () => {
  await updateSettings(originalSettings);
  for (const { id, published } of originalReports)
    await sql`update public.financial_reports set published = ${published} where id = ${id}`;
});

describe("GET /api/accountability", () => {
  it("returns the seals and the newest published report to anyone", async () => {
    const [newestReport] = await sql<[{ id: string; description: string }]>`
      select id, description from public.financial_reports where published
      order by created_at desc limit 1`;
    const { id, description } = newestReport;
    const fileUrl = `/api/financial-reports/${id}/file`;
    expect(await readAccountability()).toEqual({
      seals: [
        {
          name: "Candid",
          pageUrl: originalSettings["candidUrl"],
          imageUrl: originalSettings["candidSealUrl"],
        },
        {
          name: "Charity Navigator",
          pageUrl: originalSettings["charityNavigatorUrl"],
          imageUrl: originalSettings["charityNavigatorSealUrl"],
        },
        {
          name: "BBB",
          pageUrl: originalSettings["bbbUrl"],
          imageUrl: originalSettings["bbbSealUrl"],
        },
      ],
      latestReport: { description, fileUrl },
    });
    expect((await request("GET", fileUrl)).status).toBe(200);
    // After a report is unpublished, everyone sees the previous report, even administrators.
    await sql`update public.financial_reports set published = false where id = ${id}`;
    await expect
      .poll(async () => (await readAccountability()).latestReport?.fileUrl)
      .not.toBe(fileUrl);
    await sql`update public.financial_reports set published = false`;
    await expect.poll(async () => (await readAccountability()).latestReport).toBeNull();
    const { json } = await request("GET", "/api/accountability", { token });
    expect(json.latestReport).toBeNull();
  });

  it("includes a seal only if it has a page and a picture", async () => {
    const readSealNames = async () =>
      (await readAccountability()).seals.map(({ name }: { name: string }) => name);
    expect((await updateSettings({ candidUrl: null, bbbSealUrl: null })).status).toBe(200);
    await expect.poll(readSealNames).toEqual(["Charity Navigator"]);
    await updateSettings({ charityNavigatorUrl: null });
    await expect.poll(readSealNames).toEqual([]);
  });

  it.each([
    ["a page without encryption", { bbbUrl: "http://bbb.example.org" }, "bbbUrl"],
    ["a script", { candidUrl: "javascript:alert(1)" }, "candidUrl"],
    [
      "threat 26: a picture on another site",
      { charityNavigatorSealUrl: "https://evil.example/a.png" },
      "charityNavigatorSealUrl",
    ],
  ])("can't include %s", async (_, body, path) => {
    const { status, json } = await updateSettings(body);
    expect([status, json.issues[0].path]).toEqual([400, path]);
  });
});
