import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DONOR_SESSION_HEADER } from "../../functions/_shared/contracts/limits.ts";
import { startDonorSession } from "./donor-session.ts";
import { clearRateLimits, facts, request, signInAdmin, SOME_ID, sql } from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

const mark = uniqueWord();
const donorEmail = `o'neil+lukasz-${mark}@example.org`;
const otherDonorEmail = `other-${mark}@example.org`;
let giftSession = "";
let donationIds: readonly string[] = [];

const addDonation = async (email: string, amount: number, chargedAt: string) => {
  const [row] = await sql<[{ id: string }]>`
    insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
    values ('Łukasz', 'Nuñez', ${email}, ${amount}, true, 'completed', ${chargedAt}) returning id`;
  return row.id;
};

beforeAll(async () => {
  await clearRateLimits();
  donationIds = [
    // 11 p.m. on the last day of 2024 in the organization's time zone.
    await addDonation(donorEmail, 20, "2025-01-01T05:00:00Z"),
    await addDonation(donorEmail, 50, "2025-03-01T18:00:00Z"),
    await addDonation(donorEmail, 30.5, "2025-07-01T18:00:00Z"),
    await addDonation(otherDonorEmail, 99, "2025-07-01T18:00:00Z"),
  ];
  await sql`
    insert into public.donation_adjustments (donation_id, kind, amount, status)
    values (${donationIds[1] ?? ""}, 'refund', 10.01, 'succeeded')`;
  giftSession = await startDonorSession(donorEmail);
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.donation_adjustments where donation_id = ${donationIds[1] ?? ""}`;
  await sql`delete from public.donations where email_key like ${`%${mark}%`}`;
  await sql`delete from public.donor_links where email_key like ${`%${mark}%`}`;
});

const requestOwnDonations = (path: string) =>
  request("GET", `/api/my-gifts${path}`, { headers: { [DONOR_SESSION_HEADER]: giftSession } });

describe("a donor's donations", () => {
  it("are listed newest first with their refunds, and yearly totals are net", async () => {
    const { json } = await requestOwnDonations("");
    expect(
      json.gifts.map((donation: Record<string, unknown>) => [donation["date"], donation["net"]]),
    ).toEqual([
      ["2025-07-01", 30.5],
      ["2025-03-01", 39.99],
      ["2024-12-31", 20],
    ]);
    expect(json.gifts[1]).toEqual({
      id: donationIds[1],
      receiptNumber: expect.stringMatching(/^R-2025-\d{6}$/),
      amount: 50,
      feeCovered: 0,
      refunded: 10.01,
      net: 39.99,
      date: "2025-03-01",
      isRecurring: false,
      inHonorOf: null,
      isMemorial: false,
      isDemo: true,
      status: "partially_refunded",
      method: "online",
      replacedReceiptNumber: null,
    });
    expect(json.years).toEqual([
      { year: 2025, total: 70.49, giftCount: 2 },
      { year: 2024, total: 20, giftCount: 1 },
    ]);
  });

  it("each have a receipt that names the organization, its tax ID and the donor", async () => {
    const { status, json } = await requestOwnDonations(`/receipts/${donationIds[1]}`);
    const [contact] = await sql`select organization_name, tax_id from public.contact_info`;
    expect(status).toBe(200);
    expect(json).toMatchObject({
      organization: { name: contact?.["organization_name"], taxId: contact?.["tax_id"] },
      donor: { name: "Łukasz Nuñez", email: donorEmail },
      gifts: [{ id: donationIds[1] }],
      total: 39.99,
      packagePrice: expect.any(Number),
    });
  });

  it("add up to the total of their year's statement, to the cent", async () => {
    const { json } = await requestOwnDonations("/statements/2025");
    expect([json.total, json.gifts.length]).toEqual([70.49, 2]);
    expect((await requestOwnDonations("/statements/2024")).json.total).toBe(20);
  });

  it.each([
    ["/receipts/:gift/pdf", /^inline; filename="receipt-R-2025-\d{6}-[\w-]+\.pdf"/],
    ["/statements/2025/pdf", /^inline; filename="statement-2025-[\w-]+\.pdf"/],
  ])("%s is an uncached PDF", async (path, dispositionPattern) => {
    const response = await fetch(
      `${facts.apiUrl}/functions/v1/api/my-gifts${path.replace(":gift", donationIds[1] ?? "")}`,
      { headers: { [DONOR_SESSION_HEADER]: giftSession } },
    );
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      200,
      "application/pdf",
    ]);
    expect(response.headers.get("Content-Disposition")).toMatch(dispositionPattern);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    // Without its fonts, the PDF would be about half as large.
    expect(bytes.length).toBeGreaterThan(9000);
  });

  it("return 409 instead of a PDF if its font lacks a character of the donor's name", async () => {
    await sql`update public.donations set first_name = '山田' where id = ${donationIds[1] ?? ""}`;
    const { status, json } = await requestOwnDonations(`/receipts/${donationIds[1] ?? ""}/pdf`);
    await sql`update public.donations set first_name = 'Łukasz' where id = ${donationIds[1] ?? ""}`;
    expect([status, json.code]).toEqual([409, "pdf_lacks_letters"]);
  });

  it.each([
    ["another donor's receipt", () => `/receipts/${donationIds[3]}`],
    ["another donor's PDF", () => `/receipts/${donationIds[3]}/pdf`],
    ["a receipt for an unknown donation", () => `/receipts/${SOME_ID}`],
    ["a year without donations", () => "/statements/2019"],
    ["the statement PDF of a year without donations", () => "/statements/2019/pdf"],
  ])("threat 4: %s returns 404", async (_, getPath) => {
    expect((await requestOwnDonations(getPath())).status).toBe(404);
  });
});

describe("a donation's record for administrators", () => {
  let token = "";
  beforeAll(async () => {
    token = (await signInAdmin()).token;
  });
  const requestAsAdmin = (path: string) => request("GET", `/api/donations/${path}`, { token });

  it("has the donor's email, the refunded amount and the receipt number", async () => {
    const { status, json } = await requestAsAdmin(donationIds[1] ?? "");
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: donationIds[1],
      firstName: "Łukasz",
      email: donorEmail,
      amount: 50,
      adjustedAmount: 10.01,
      status: "partially_refunded",
      receiptNumber: expect.stringMatching(/^R-2025-\d{6}$/),
    });
  });

  it("comes with the receipt that the donor has, as a PDF", async () => {
    const response = await fetch(
      `${facts.apiUrl}/functions/v1/api/donations/${donationIds[3]}/receipt`,
      { headers: { Authorization: `Bearer ${token}` } },
    );
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      200,
      "application/pdf",
    ]);
    expect(response.headers.get("Content-Disposition")).toMatch(/receipt-R-2025-\d{6}-[\w-]+\.pdf/);
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  it("has no receipt until the money arrives, and its PDF returns 404", async () => {
    const [row] = await sql<[{ id: string }]>`
      insert into public.donations (first_name, last_name, email, amount, is_demo, status)
      values ('Łukasz', 'Nuñez', ${donorEmail}, 15, true, 'pending') returning id`;
    expect((await requestAsAdmin(row.id)).json.receiptNumber).toBeNull();
    expect((await requestAsAdmin(`${row.id}/receipt`)).status).toBe(404);
  });

  it("threat 4: returns 404 for an unknown donation", async () => {
    expect((await requestAsAdmin(SOME_ID)).status).toBe(404);
    expect((await requestAsAdmin(`${SOME_ID}/receipt`)).status).toBe(404);
  });
});
