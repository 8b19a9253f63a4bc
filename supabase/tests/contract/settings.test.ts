import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTestPicture, type UploadFile } from "../pictures.ts";
import { request, signInAdmin, sql, readLastEntryId } from "./stack.ts";
import { upload } from "./uploading.ts";

const READ_ONLY_NAMES = new Set([
  "updatedAt",
  "realPayments",
  "isTimeZoneConfirmed",
  "isGivingConfirmed",
]);
let token = "";
let originalSettings: Record<string, unknown> = {};
const readSettings = async () => (await request("GET", "/api/settings", { token })).json;
const updateSettings = (body: object) => request("PUT", "/api/settings", { body, token });

beforeAll(async () => {
  token = (await signInAdmin()).token;
  const entries = Object.entries(await readSettings());
  originalSettings = Object.fromEntries(entries.filter(([name]) => !READ_ONLY_NAMES.has(name)));
});
afterAll(() => updateSettings(originalSettings));

describe("the settings", () => {
  it("can be changed one by one, with one audit entry, and the home page shows the change", async () => {
    const entryIdBefore = await readLastEntryId();
    const { status, json } = await updateSettings({ xUrl: "https://x.example.org/care" });
    expect(status).toBe(200);
    expect(json).toMatchObject({ ...originalSettings, xUrl: "https://x.example.org/care" });
    const history =
      await sql`select action, table_name from public.audit_log where id > ${entryIdBefore}`;
    expect(history).toEqual([{ action: "update", table_name: "settings" }]);
    await expect
      .poll(async () => (await request("GET", "/api/home")).json.settings.xUrl)
      .toBe("https://x.example.org/care");
  });

  it("keep suggested amounts in order", async () => {
    const giftLevels = [
      { amount: 25, label: "Half a box" },
      { amount: 50, label: "One box" },
    ];
    expect((await updateSettings({ giftLevels })).json.giftLevels).toEqual(giftLevels);
  });

  it("for package costs and spending can be changed together, and the home page shows them", async () => {
    const packageCosts = [
      { label: "What is in the box", amount: 30.01 },
      { label: "Postage", amount: 24.99 },
    ];
    const spending = [{ label: "Programs", amount: 1_000_000.01 }];
    const changes = {
      packagePrice: 55,
      packageCosts,
      spendingYear: 2024,
      spendingYearRaised: 99_000.5,
      spending,
    };
    expect((await updateSettings(changes)).json).toMatchObject(changes);
    await expect
      .poll(async () => (await request("GET", "/api/home")).json.settings)
      .toMatchObject(changes);
    await updateSettings(originalSettings);
  });

  it("can be saved unchanged", async () => {
    expect((await updateSettings(originalSettings)).json).toMatchObject(originalSettings);
  });

  it.each([
    ["an unknown time zone", { timeZone: "Mars/Olympus" }, "timeZone"],
    ["a minimum above the maximum", { minDonation: 400_000 }, "maxDonation"],
    ["a maximum below the minimum", { maxDonation: 0.5, minDonation: 1 }, "maxDonation"],
    ["threat 26: a script as a link", { facebookUrl: "javascript:alert(1)" }, "facebookUrl"],
    ["an unencrypted link", { youtubeUrl: "http://video.example.org" }, "youtubeUrl"],
    ["a fraction of a cent", { packagePrice: 10.001 }, "packagePrice"],
    ["a card fee above ten percent", { cardFeePercent: 10.01 }, "cardFeePercent"],
    ["a script as the employers' link", { employerMatchUrl: "javascript:1" }, "employerMatchUrl"],
    ["a level without a label", { giftLevels: [{ amount: 5, label: " " }] }, "giftLevels.0.label"],
    [
      "costs that don't add up to the price",
      { packageCosts: [{ label: "All of it", amount: 49.99 }] },
      "packageCosts",
    ],
    ["a price that differs from the sum of its costs", { packagePrice: 55 }, "packageCosts"],
    [
      "a fraction of a cent in postage",
      { packageCosts: [{ label: "A", amount: 0.015 }] },
      "packageCosts.0.amount",
    ],
    [
      "spending without a year",
      { spendingYear: null, spending: [{ label: "A", amount: 1 }] },
      "spendingYear",
    ],
    ["a year without spending", { spendingYear: 2025, spending: [] }, "spending"],
  ])("%s is refused, naming the field", async (_, body, path) => {
    const { status, json } = await updateSettings(body);
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(json.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
    expect(await readSettings()).toMatchObject(originalSettings);
  });

  it("can't be used to mark real money as received", async () => {
    expect((await updateSettings({ realPayments: true })).status).toBe(400);
  });
});

describe("the signature on papers", () => {
  const saveSignature = async (file: UploadFile) => {
    const { uploadURL } = await upload("/api/objects/upload", file, token);
    return request("POST", "/api/settings/signature", { body: { url: uploadURL }, token });
  };
  const readReceipt = async () => {
    const [donation] = await sql<{ id: string }[]>`
      select id from public.donations
      where private.donation_receipt(id) is not null order by id limit 1`;
    return request("GET", `/api/donations/${donation!.id}/receipt`, { token });
  };

  it("is a private picture that administrators and papers show", async () => {
    const { json } = await saveSignature(readTestPicture("jpg"));
    const withoutPicture = (await readReceipt()).text.length;
    expect((await updateSettings({ signatureUrl: json.objectPath })).status).toBe(200);
    expect((await request("GET", "/api/settings/signature", { token })).status).toBe(200);
    expect((await request("GET", "/api/settings/signature")).status).toBe(401);
    expect((await readReceipt()).text.length).toBeGreaterThan(withoutPicture);
    const [home] = await sql`select private.home() as home`;
    expect(JSON.stringify(home)).not.toContain("signatures/");
    // The sweep of unused uploads leaves it alone until it's replaced.
    const listOrphans = () => sql`
      select name from private.orphaned_files(10000) where '/' || name = ${json.objectPath}`;
    await sql`
      update storage.objects set created_at = now() - interval '2 days' where '/' || name = ${json.objectPath}`;
    expect(await listOrphans()).toEqual([]);
    await updateSettings({ signatureUrl: null });
    expect(await listOrphans()).toHaveLength(1);
    expect((await request("GET", "/api/settings/signature", { token })).status).toBe(404);
  });

  it("is a JPEG, because a PDF contains that as it is", async () => {
    expect((await saveSignature(readTestPicture("webp"))).status).toBe(400);
  });
});
