import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { uniqueWord } from "../unique-word.ts";
import { request, signIn, signInAdmin, sql } from "./stack.ts";

interface Donor {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly tags: readonly string[];
  readonly updatedAt: string;
  readonly totalAmount: number;
  readonly years: readonly { readonly year: number; readonly total: number }[];
  readonly formerDetails: readonly {
    readonly field: string;
    readonly value: string;
    readonly replacedBy: string;
  }[];
}

const word = uniqueWord();
const email = `${word}+o'neil@example.org`;
const otherEmail = `${word}-other@example.org`;
let adminToken = "";
let donorId = "";

async function addDonation(donorEmail: string): Promise<string> {
  const [row] = await sql<[{ donor_id: string }]>`
    insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
    values ('Ann', 'Lee', ${donorEmail}, 75, true, 'completed', '2026-02-01T15:00:00Z') returning donor_id`;
  return row.donor_id;
}

const read = async () => {
  const { status, json } = await request("GET", `/api/donors/${donorId}`, { token: adminToken });
  expect(status).toBe(200);
  return json as Donor;
};

const update = (body: object, token = adminToken) =>
  request("PUT", `/api/donors/${donorId}`, { token, body });

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  donorId = await addDonation(email);
  await addDonation(otherEmail);
});
afterAll(async () => {
  const donorIds = (
    await sql<{ id: string }[]>`
      select id from public.donors where email like ${`${word}%`} or last_name = ${word}`
  ).map(({ id }) => id);
  await sql`
    delete from public.donation_adjustments where donation_id in (
      select id from public.donations where donor_id in ${sql(donorIds)}
    )`;
  await sql`delete from public.donations where donor_id in ${sql(donorIds)}`;
  await sql`delete from public.donors where id in ${sql(donorIds)}`;
});

describe("a donor's page", () => {
  it("shows totals, years and statements, and only the donor's donations", async () => {
    expect(await read()).toMatchObject({
      firstName: "Ann",
      lastName: "Lee",
      email,
      totalAmount: 75,
      years: [{ year: 2026, total: 75, giftCount: 1 }],
      recurringDonations: [],
      volunteer: null,
    });
    const list = await request("GET", `/api/donations?donorId=${donorId}`, { token: adminToken });
    expect(list.json).toMatchObject([{ donorId, email }]);
    const statement = await request("GET", `/api/donors/${donorId}/statements/2026`, {
      token: adminToken,
    });
    expect([statement.status, statement.headers.get("content-type")]).toEqual([
      200,
      "application/pdf",
    ]);
    const emptyYearResponse = await request("GET", `/api/donors/${donorId}/statements/2024`, {
      token: adminToken,
    });
    expect(emptyYearResponse.status).toBe(404);
  });

  it("changes only the fields sent, and a name only as a whole", async () => {
    const notes = await update({
      notes: "Prefers a call.\nNot on Sundays.",
      tags: ["Board", "board"],
    });
    expect(notes.json).toMatchObject({
      firstName: "Ann",
      notes: "Prefers a call.\nNot on Sundays.",
      tags: ["Board"],
    });
    // If only the first or last name is sent, the other part of the name is kept.
    await update({ firstName: "Anna" });
    const [storedDonor] =
      await sql`select first_name, last_name, notes from public.donors where id = ${donorId}`;
    expect(storedDonor).toEqual({
      first_name: "Anna",
      last_name: "Lee",
      notes: "Prefers a call.\nNot on Sundays.",
    });
    const searchResponse = await request("GET", `/api/donors-consolidated?search=${word}`, {
      token: adminToken,
    });
    expect((searchResponse.json as Donor[]).map(({ firstName }) => firstName).toSorted()).toEqual([
      "Ann",
      "Anna",
    ]);
  });

  it("refuses another donor's email address with an error on the field, and saves nothing", async () => {
    const refusal = await update({ email: otherEmail.toUpperCase(), phone: "817 555 0100" });
    expect(refusal.status).toBe(400);
    expect(refusal.json).toMatchObject({
      issues: [{ path: "email", message: "Another donor has this email address." }],
    });
    expect(await read()).toMatchObject({ email, phone: null });
  });

  it("says what changed if two administrators correct the same donor", async () => {
    const { updatedAt } = await read();
    await update({ phone: "817 555 0111", updatedAt });
    const refusal = await update({ phone: "817 555 0122", updatedAt });
    expect(refusal.status).toBe(409);
    expect(refusal.json).toMatchObject({ code: "stale_edit", current: { phone: "817 555 0111" } });
    expect(await read()).toMatchObject({ phone: "817 555 0111" });
  });

  it("accepts the version that the page showed, even for a donor that nobody has corrected before", async () => {
    const path = `/api/donors/${await addDonation(`${word}-fresh@example.org`)}`;
    const { json } = await request("GET", path, { token: adminToken });
    const body = { phone: "817 555 0133", updatedAt: (json as Donor).updatedAt };
    expect((await request("PUT", path, { token: adminToken, body })).status).toBe(200);
    expect((await request("PUT", path, { token: adminToken, body })).status).toBe(409);
  });

  it("keeps erasable values out of the audit log", async () => {
    const [entry] = await sql<{ after: Record<string, unknown> }[]>`
      select after from public.audit_log where table_name = 'donors' and row_id = ${donorId}
      order by id desc limit 1`;
    expect(entry?.after).toMatchObject({ phone: "erased", notes: "erased", first_name: "erased" });
    expect(JSON.stringify(entry)).not.toContain("817 555");
  });

  it("shows the corrections, latest first, until they are erased", async () => {
    const readFormerDetails = async () =>
      (await read()).formerDetails.map(({ field, value, replacedBy }) => [
        field,
        value,
        replacedBy,
      ]);
    const before = await readFormerDetails();
    await update({ address: "1 Main Street\nAustin, TX 78701" });
    await update({ address: "2 Oak Road\nAustin, TX 78702" });
    expect(await readFormerDetails()).toEqual([
      ["address", "1 Main Street\nAustin, TX 78701", "admin"],
      ...before,
    ]);
    const path = `/api/donors/${donorId}/former-details`;
    const { token: coordinatorToken } = await signInAdmin("coordinator");
    expect((await request("DELETE", path)).status).toBe(401);
    expect((await request("DELETE", path, { token: coordinatorToken })).status).toBe(403);
    expect(await readFormerDetails()).toHaveLength(before.length + 1);
    // Sends the request twice, as after a lost response.
    for (const attempt of [1, 2]) {
      const { status, json } = await request("DELETE", path, { token: adminToken });
      expect([attempt, status, json.formerDetails]).toEqual([attempt, 200, []]);
    }
    expect(await read()).toMatchObject({ address: "2 Oak Road\nAustin, TX 78702" });
    const unknownDonorPath = `/api/donors/${crypto.randomUUID()}/former-details`;
    expect((await request("DELETE", unknownDonorPath, { token: adminToken })).status).toBe(404);
  });

  it("is denied to volunteers and visitors", async () => {
    const { token } = await signIn(logins.volunteer.email, logins.volunteer.password);
    for (const [path, method] of [
      [`/api/donors/${donorId}`, "GET"],
      [`/api/donors/${donorId}/statements/2026`, "GET"],
      [`/api/donors/${donorId}`, "PUT"],
    ] as const) {
      const options = method === "PUT" ? { body: { notes: "mine" } } : {};
      expect((await request(method, path, options)).status).toBe(401);
      expect((await request(method, path, { ...options, token })).status).toBe(403);
    }
  });
});

describe("a donor who hasn't given", () => {
  it("is added once, with all details, and listed; an address that leads to a donor is refused", async () => {
    const details = {
      firstName: "Pat",
      lastName: word,
      addressee: "Pat and Kim Paper",
      salutation: "Pat and Kim",
      email: `${word}-pat@example.org`,
      phone: "(817) 555-0100",
      address: "1 Main Street\nKeller, TX 76248",
      notes: "Met at the fair",
      tags: ["fair"],
    };
    const options = {
      token: adminToken,
      body: details,
      headers: { "Idempotency-Key": crypto.randomUUID() },
    };
    const [response, repeated] = [
      await request("POST", "/api/donors", options),
      await request("POST", "/api/donors", options),
    ];
    expect(response.status, response.text).toBe(201);
    expect(response.json).toMatchObject({ ...details, donationCount: 0, formerDetails: [] });
    expect(repeated.json).toEqual(response.json);
    const list = await request(
      "GET",
      `/api/donors-consolidated?segment=no_donations&search=${word}-pat`,
      { token: adminToken },
    );
    expect(list.json).toMatchObject([{ id: response.json["id"] }]);
    const refusal = await request("POST", "/api/donors", {
      token: adminToken,
      body: { firstName: "Kim", email: details.email.toUpperCase() },
    });
    expect(refusal.status).toBe(400);
    expect(refusal.json).toMatchObject({
      issues: [{ path: "email", message: `Pat ${word} has this email address.` }],
    });
  });
});

describe("a donation received offline", () => {
  const recordDonation = (body: object, idempotencyKey = crypto.randomUUID()) =>
    request("POST", "/api/donations", {
      token: adminToken,
      body: { donorId, amount: "75.50", method: "check", receivedOn: "2026-01-15", ...body },
      headers: { "Idempotency-Key": idempotencyKey },
    });

  it("is recorded once for a known donor, listed by its method and number, and exported", async () => {
    const key = crypto.randomUUID();
    const check = { reference: `${word}-1042`, note: "For Ramadan boxes" };
    const responses = [await recordDonation(check, key), await recordDonation(check, key)];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[1]?.json).toEqual(responses[0]?.json);
    expect(responses[0]?.json).toMatchObject({
      donorId,
      amount: 75.5,
      method: "check",
      reference: `${word}-1042`,
      status: "completed",
      isDemo: true,
    });
    const path = `/api/donations?method=check&search=${word}-1042`;
    const list = await request("GET", path, { token: adminToken });
    expect((list.json as unknown[]).length).toBe(1);
    const csvResponse = await request("GET", `/api/donations/export?search=${word}-1042`, {
      token: adminToken,
    });
    expect(csvResponse.text).toContain(`check,${word}-1042`);
  });

  it("is recorded for a new donor, with or without an email address", async () => {
    const name = { donorId: null, firstName: "Rotary Club", lastName: "" };
    const responseWithEmail = await recordDonation({
      ...name,
      email: `${word}-rotary@example.org`,
    });
    expect(responseWithEmail.json).toMatchObject({
      firstName: "Rotary Club",
      email: `${word}-rotary@example.org`,
    });
    const responseWithoutEmail = await recordDonation({ ...name, lastName: word });
    expect(responseWithoutEmail.json).toMatchObject({ email: null, lastName: word });
    const takenEmailResponse = await recordDonation({ ...name, email });
    expect(takenEmailResponse.status).toBe(400);
    expect(takenEmailResponse.json).toMatchObject({ issues: [{ path: "email" }] });
  });

  it.each([
    ["no donor", { donorId: null }, "donorId"],
    ["a future date", { receivedOn: "2027-12-31" }, "receivedOn"],
    ["three decimals", { amount: "75.505" }, "amount"],
    ["an amount of 0", { amount: 0 }, "amount"],
    ["the method of an online donation", { method: "online" }, "method"],
  ])("is refused with %s", async (_, body, path) => {
    const refusal = await recordDonation(body);
    expect(refusal.status).toBe(400);
    expect(refusal.json).toMatchObject({ issues: [{ path }] });
  });

  it("asks for confirmation if it was entered before", async () => {
    const check = { reference: `${word}-2001` };
    await recordDonation(check);
    const duplicateResponse = await recordDonation(check);
    expect(duplicateResponse.json).toMatchObject({ issues: [{ path: "confirmsDuplicate" }] });
    expect((await recordDonation({ ...check, confirmsDuplicate: true })).status).toBe(201);
  });

  it("can be voided with a reason, but not refunded", async () => {
    const { json } = await recordDonation({ reference: `${word}-3001` });
    const { id } = json as { id: string };
    const responseWithoutReason = await request("POST", `/api/donations/${id}/void`, {
      token: adminToken,
      body: {},
    });
    expect(responseWithoutReason.status).toBe(400);
    const refund = await request("POST", `/api/donations/${id}/refunds`, {
      token: adminToken,
      body: {},
      headers: { "Idempotency-Key": crypto.randomUUID() },
    });
    expect(refund.status).not.toBe(200);
    const voidResponse = await request("POST", `/api/donations/${id}/void`, {
      token: adminToken,
      body: { reason: "Bounced" },
    });
    expect(voidResponse.json).toMatchObject({ status: "voided", adjustedAmount: 75.5 });
    const repeatedVoidResponse = await request("POST", `/api/donations/${id}/void`, {
      token: adminToken,
      body: { reason: "Bounced" },
    });
    expect([repeatedVoidResponse.status, repeatedVoidResponse.json]).toMatchObject([
      409,
      { code: "not_voidable" },
    ]);
  });
});
