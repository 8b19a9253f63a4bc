import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { removeDonors } from "./remove-donors.ts";
import { request, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
const createEmail = (name: string) => `${word}-${name}@example.org`;
let token = "";
let donorId = "";

const send = (method: string, path: string, body?: object) =>
  request(method, path, {
    token,
    ...(method === "POST" && { headers: { "Idempotency-Key": crypto.randomUUID() } }),
    ...(body && { body }),
  });

/** Sends a write that has to succeed and returns its response. */
const write = async (method: string, path: string, body?: object) => {
  const { status, json } = await send(method, path, body);
  expect(status, JSON.stringify(json)).toBeLessThan(300);
  return json as Record<string, unknown> & { readonly id: string };
};

const read = (path: string) => write("GET", path);

beforeAll(async () => {
  token = (await signInAdmin()).token;
  const [donor] = await sql<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email) values ('Ann', ${word}, ${createEmail("ann")}) returning id`;
  donorId = donor.id;
});
afterAll(async () => {
  await removeDonors(word);
  await sql`delete from public.deposits where reference = ${word}`;
});

describe("a grant from a donor-advised fund", () => {
  it("is shown separately on the page of the person who recommended it, and has no receipt", async () => {
    const grant = await write("POST", "/api/donations", {
      firstName: word,
      lastName: "",
      amount: 1000,
      method: "donor_advised_fund",
      receivedOn: "2025-03-01",
      softCreditDonorId: donorId,
    });
    const person = await read(`/api/donors/${donorId}`);
    expect(person).toMatchObject({
      totalAmount: 0,
      years: [],
      softCredits: [{ id: grant.id, giverName: word, amount: 1000, date: "2025-03-01" }],
    });
    expect(await read(`/api/donations/${grant.id}`)).toMatchObject({
      receiptNumber: null,
      softCreditDonor: { id: donorId, name: `Ann ${word}` },
    });
    const fundRecord = await read(`/api/donors/${String(grant["donorId"])}`);
    expect(fundRecord["years"]).toEqual([
      { year: 2025, total: 1000, giftCount: 1, hasStatement: false },
    ]);
    const { status } = await send("GET", `/api/donations/${grant.id}/receipt`);
    expect(status).toBe(404);
  });

  it("adds the person if they are new, and ignores the person if the method is a check", async () => {
    const person = { softCreditFirstName: "Nora", softCreditLastName: word };
    const gift = { donorId, amount: 20, receivedOn: "2025-03-02" };
    const match = await write("POST", "/api/donations", {
      ...gift,
      ...person,
      method: "employer_match",
    });
    expect(await read(`/api/donations/${match.id}`)).toMatchObject({
      softCreditDonor: { name: `Nora ${word}` },
    });
    const check = await write("POST", "/api/donations", { ...gift, ...person, method: "check" });
    expect(await read(`/api/donations/${check.id}`)).toMatchObject({ softCreditDonor: null });
    const [row] = await sql`
      select count(*)::integer as count from public.donors where first_name = 'Nora' and last_name = ${word}`;
    expect(row).toEqual({ count: 1 });
  });
});

describe("a corrected donation", () => {
  it("and the donation that it replaces link to each other, with both receipt numbers", async () => {
    const body = { donorId, amount: 50, method: "check", receivedOn: "2025-04-01" };
    const first = await write("POST", "/api/donations", body);
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const sendCorrection = () =>
      request("POST", `/api/donations/${first.id}/corrections`, {
        token,
        headers: key,
        body: { ...body, amount: 60.5, reason: "Misread" },
      });
    const [response, retryResponse] = [await sendCorrection(), await sendCorrection()];
    expect([response.status, retryResponse.status]).toEqual([200, 200]);
    const second = response.json as { readonly id: string };
    expect(retryResponse.json).toEqual(second);
    const [oldDonation, correctedDonation] = [
      await read(`/api/donations/${first.id}`),
      await read(`/api/donations/${second.id}`),
    ];
    expect(oldDonation).toMatchObject({
      status: "voided",
      voidReason: "Misread",
      replacedBy: { id: second.id, receiptNumber: correctedDonation["receiptNumber"] },
    });
    expect(correctedDonation).toMatchObject({
      amount: 60.5,
      replaces: { id: first.id },
      replacedBy: null,
    });
    const repeatedResponse = await send("POST", `/api/donations/${first.id}/corrections`, {
      ...body,
      reason: "Again",
    });
    expect([repeatedResponse.status, repeatedResponse.json]).toMatchObject([
      409,
      { code: "not_voidable" },
    ]);
  });

  it("tells the form whether the receipt was emailed", async () => {
    const body = { donorId, method: "check", receivedOn: "2025-04-03" };
    const emailedDonation = await write("POST", "/api/donations", { ...body, amount: 50 });
    const donationWithoutReceipt = await write("POST", "/api/donations", {
      ...body,
      amount: 51,
      sendsReceipt: false,
    });
    expect(await read(`/api/donations/${emailedDonation.id}`)).toMatchObject({
      isReceiptMailed: true,
    });
    expect(await read(`/api/donations/${donationWithoutReceipt.id}`)).toMatchObject({
      isReceiptMailed: false,
    });
  });

  it("needs a reason", async () => {
    const body = { donorId, amount: 50, method: "check", receivedOn: "2025-04-02" };
    const { id } = await write("POST", "/api/donations", body);
    const { status } = await send("POST", `/api/donations/${id}/corrections`, {
      ...body,
      reason: " ",
    });
    expect(status).toBe(400);
    expect(await read(`/api/donations/${id}`)).toMatchObject({ status: "completed" });
  });
});

describe("a deposit", () => {
  it("can't be closed while it differs from the slip, and the error states the difference", async () => {
    const { id } = await write("POST", "/api/deposits", {
      depositedOn: "2025-05-02",
      slipTotal: "70.00",
      reference: word,
    });
    const body = { donorId, method: "check", receivedOn: "2025-05-01", depositId: id };
    await write("POST", "/api/donations", { ...body, amount: 50 });
    const undepositedDonation = await write("POST", "/api/donations", {
      ...body,
      amount: 20,
      depositId: null,
      reference: word,
    });
    const refusal = await send("POST", `/api/deposits/${id}/close`);
    expect([refusal.status, refusal.json]).toMatchObject([
      400,
      {
        issues: [
          {
            path: "slipTotal",
            message: "The donations add up to $50.00, which is $20.00 less than the slip.",
          },
        ],
      },
    ]);
    const undepositedResponse = await send("GET", "/api/undeposited-donations");
    expect(undepositedResponse.json).toContainEqual(
      expect.objectContaining({
        donationId: undepositedDonation.id,
        amount: 20,
        date: "2025-05-01",
      }),
    );
    await write("PUT", `/api/donations/${undepositedDonation.id}/deposit`, { depositId: id });
    expect(await write("POST", `/api/deposits/${id}/close`)).toMatchObject({
      deposited: 70,
      total: 70,
      donationCount: 2,
    });
    const { status, json } = await send("POST", "/api/donations", { ...body, amount: 1 });
    expect([status, json]).toMatchObject([409, { code: "deposit_closed" }]);
    const change = await send("PUT", `/api/deposits/${id}`, { slipTotal: 71 });
    expect(change.status).toBe(404);
    await write("POST", `/api/donations/${undepositedDonation.id}/void`, { reason: "Bounced" });
    expect(await read(`/api/deposits/${id}`)).toMatchObject({
      deposited: 70,
      total: 50,
      entries: [
        { amount: 50, isOffsettingEntry: false },
        { amount: 20, isOffsettingEntry: false },
        { amount: -20, isOffsettingEntry: true, reason: "Bounced" },
      ],
    });
  });

  it("is printed as a slip, and all are exported", async () => {
    const deposit = await write("POST", "/api/deposits", {
      depositedOn: "2026-02-04",
      slipTotal: "50",
      reference: word,
    });
    const slip = await send("GET", `/api/deposits/${deposit.id}/slip`);
    expect(slip.headers.get("Content-Type")).toBe("application/pdf");
    const { text } = await send("GET", `/api/deposits/export?search=${word}`);
    expect(text).toContain(`2026-02-04,${word},50`);
  });
});

describe("shares and goods", () => {
  const gift = { kind: "stock", description: word, shares: "40", receivedOn: "2025-06-02" };

  it("are listed for a donor who hasn't given money yet, with a letter", async () => {
    const stockDonation = await write("POST", "/api/noncash-donations", { donorId, ...gift });
    const letter = await send("GET", `/api/noncash-donations/${stockDonation.id}/letter`);
    expect([letter.status, letter.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const goodsDonation = await write("POST", "/api/noncash-donations", {
      firstName: "Gus",
      lastName: word,
      ...gift,
      kind: "goods",
      shares: undefined,
    });
    expect(goodsDonation).toMatchObject({ firstName: "Gus", shares: null, saleId: null });
    const donors = await send("GET", `/api/donors?search=Gus+${word}`);
    expect(donors.json).toMatchObject([{ id: goodsDonation["donorId"], firstName: "Gus" }]);
  });

  it("become one donation when they're sold", async () => {
    const { id } = await write("POST", "/api/noncash-donations", { donorId, ...gift });
    const sale = { proceeds: 7012.35, soldOn: "2025-06-05" };
    const soldStock = await write("POST", `/api/noncash-donations/${id}/sale`, sale);
    expect(await read(`/api/donations/${String(soldStock["saleId"])}`)).toMatchObject({
      method: "stock",
      amount: 7012.35,
      receiptNumber: null,
      note: `40 shares of ${word}`,
    });
    const repeatedResponse = await send("POST", `/api/noncash-donations/${id}/sale`, sale);
    expect(repeatedResponse.status).toBe(409);
  });

  it("are corrected only once, even if responses are lost, and the two entries refer to each other", async () => {
    const first = await write("POST", "/api/noncash-donations", { donorId, ...gift });
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const body = { firstName: "Gil", lastName: word, ...gift, shares: "45", reason: "Misread" };
    const correct = () =>
      request("POST", `/api/noncash-donations/${first.id}/corrections`, {
        token,
        headers: key,
        body,
      });
    const [response, retry] = [await correct(), await correct()];
    expect([response.status, retry.status]).toEqual([200, 200]);
    expect(retry.json).toEqual(response.json);
    const second = response.json as { readonly id: string };
    expect(second).toMatchObject({
      firstName: "Gil",
      shares: 45,
      replaces: { id: first.id, gift: `40 shares of ${word}` },
      replacedBy: null,
    });
    const list = await send("GET", `/api/noncash-donations?search=${word}`);
    expect(list.json).toContainEqual(
      expect.objectContaining({
        id: first.id,
        voidReason: "Misread",
        replacedBy: { id: second.id, gift: `45 shares of ${word}` },
      }),
    );
    const [count] = await sql`
      select count(*)::integer from public.donors where first_name = 'Gil' and last_name = ${word}`;
    expect(count).toEqual({ count: 1 });
    const path = `/api/noncash-donations/${first.id}/corrections`;
    const repeatedResponse = await send("POST", path, { ...body, shares: "46" });
    expect([repeatedResponse.status, repeatedResponse.json]).toMatchObject([
      409,
      { code: "not_voidable" },
    ]);
    const responseWithoutReason = await send(
      "POST",
      `/api/noncash-donations/${second.id}/corrections`,
      {
        ...body,
        reason: " ",
      },
    );
    expect([responseWithoutReason.status, responseWithoutReason.json]).toMatchObject([
      400,
      { issues: [{ path: "reason" }] },
    ]);
  });

  it("can't be corrected once they're sold, and the response says what to do first", async () => {
    const { id } = await write("POST", "/api/noncash-donations", { donorId, ...gift });
    await write("POST", `/api/noncash-donations/${id}/sale`, {
      proceeds: 70,
      soldOn: "2025-06-05",
    });
    const { status, json } = await send("POST", `/api/noncash-donations/${id}/corrections`, {
      donorId,
      ...gift,
      reason: "Misread",
    });
    expect([status, json]).toMatchObject([
      409,
      { code: "shares_sold", message: expect.stringContaining("Void the sale first.") },
    ]);
  });

  it.for([
    ["no shares", { shares: null }, "shares"],
    ["0 shares", { shares: "0.0000" }, "shares"],
    ["five decimals", { shares: "1.00001" }, "shares"],
    ["no description", { description: "  " }, "description"],
    ["a day in the future", { receivedOn: "2099-01-01" }, "receivedOn"],
  ] as const)("are refused with %s", async ([, changes, path]) => {
    const { status, json } = await send("POST", "/api/noncash-donations", {
      donorId,
      ...gift,
      ...changes,
    });
    expect([status, json]).toMatchObject([400, { issues: [{ path }] }]);
  });
});

describe("a recorded donation", () => {
  it("has its note, source and marks changed without a void, and leaves the deposits if it was wired", async () => {
    const grant = await write("POST", "/api/donations", {
      donorId,
      amount: "321.09",
      method: "donor_advised_fund",
      receivedOn: "2026-02-03",
      source: "spring-gala",
    });
    expect(grant).toMatchObject({ source: "spring-gala", isWired: false });
    const isUndeposited = async () => {
      const { json } = await send("GET", "/api/undeposited-donations");
      return (json as { donationId: string }[]).some(({ donationId }) => donationId === grant.id);
    };
    expect(await isUndeposited()).toBe(true);
    const changes = {
      note: "For the winter drive",
      source: null,
      isAnonymous: true,
      isWired: true,
    };
    const body = { ...changes, updatedAt: grant["updatedAt"] };
    const changed = await write("PUT", `/api/donations/${grant.id}`, body);
    expect(changed).toMatchObject({ ...changes, status: "completed", amount: 321.09 });
    expect(await isUndeposited()).toBe(false);
    const record = await read(`/api/donations/${grant.id}`);
    expect(record).toMatchObject({ ...changes, replacedBy: null, voidReason: null });
    const { text } = await send("GET", "/api/donations/export?method=donor_advised_fund");
    expect(text).toContain("For the winter drive");
    const tooMuch = { donorId, amount: "1000000", method: "check", receivedOn: "2026-02-03" };
    const { json } = await send("POST", "/api/donations", tooMuch);
    expect(json["issues"]).toEqual([{ path: "amount", message: "Enter at most $999,999.99." }]);
  });
});

describe("our estimate of donated goods", () => {
  it("is in the list and the export, and in no email and on no paper to the donor", async () => {
    const goods = await write("POST", "/api/noncash-donations", {
      donorId,
      kind: "goods",
      description: "12 boxes of wool socks",
      receivedOn: "2026-02-03",
      estimatedValue: "1234.56",
    });
    expect(goods).toMatchObject({ estimatedValue: 1234.56 });
    const body = { estimatedValue: "2345.67", updatedAt: goods["updatedAt"] };
    const changed = await write("PUT", `/api/noncash-donations/${goods.id}`, body);
    expect(changed).toMatchObject({ estimatedValue: 2345.67, voidedAt: null });
    const { text } = await send("GET", "/api/noncash-donations/export?kind=goods");
    expect(text).toContain("2345.67");
    const [{ paper }] = await sql<[{ paper: string }]>`
      select private.noncash_document(${goods.id})::text || coalesce(
        (select string_agg(data::text, '') from public.email_outbox where to_email = ${createEmail("ann")}), ''
      ) as paper`;
    expect(paper).toContain("wool socks");
    expect(paper).not.toMatch(/1,?234|2,?345/);
  });
});
