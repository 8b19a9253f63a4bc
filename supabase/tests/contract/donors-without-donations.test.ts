import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { request, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
const LIST_PATH = "/api/donors-consolidated?segment=no_donations";
let token = "";
let ids: readonly [string, string, string];

beforeAll(async () => {
  token = (await signInAdmin("treasurer")).token;
  const rows = await sql<{ id: string }[]>`
    insert into public.donors (first_name, last_name, email, created_at)
    select name, ${word}, ${word} || '-' || name || '@example.org', now() + age from (
      values ('Ada', interval '-3 days'), ('Bea', interval '-2 days'), ('Cy', interval '-1 day')
    ) as given (name, age) returning id`;
  ids = rows.map(({ id }) => id) as unknown as typeof ids;
});
afterAll(async () => {
  const donationIds = sql`(select id from public.donations where donor_id in ${sql(ids)})`;
  await sql`delete from public.donation_adjustments where donation_id in ${donationIds}`;
  await sql`delete from public.donations where donor_id in ${sql(ids)}`;
  await sql`delete from public.donors where id in ${sql(ids)}`;
});

const readNames = async (query: string) => {
  const { status, json } = await request("GET", `${LIST_PATH}&search=${word}${query}`, { token });
  expect(status).toBe(200);
  return (json as { firstName: string }[]).map(({ firstName }) => firstName);
};

const readExport = async () => {
  const path = `/api/donors-consolidated/export?segment=no_donations&search=${word}&sort=lastName`;
  const { text } = await request("GET", path, { token });
  return text.split("\n").filter((line) => line.includes(word));
};

describe("the list of donors without donations", () => {
  it("is sorted, searched and paged, and exported with the same rows", async () => {
    // By default, the list is sorted by the amount given. That is 0 for all these donors, so the newest come first.
    expect(await readNames("")).toEqual(["Cy", "Bea", "Ada"]);
    expect(await readNames("&sort=lastName")).toEqual(["Ada", "Bea", "Cy"]);
    expect(await readNames("&sort=lastName&limit=1")).toEqual(["Ada"]);
    expect(await readNames(`&sort=lastName&limit=1&cursor=${ids[0]}`)).toEqual(["Bea"]);
    expect(await readNames("-bea@")).toEqual(["Bea"]);
    const lines = await readExport();
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(`${word}-Ada@example.org`);
  });

  it("leaves out a donor once a donation is entered, and shows the donor again once that is voided", async () => {
    const body = { donorId: ids[1], amount: "12.34", method: "check", receivedOn: "2026-01-15" };
    const { json } = await request("POST", "/api/donations", { token, body });
    expect(await readNames("&sort=lastName")).toEqual(["Ada", "Cy"]);
    expect(await readExport()).toHaveLength(2);
    await request("POST", `/api/donations/${json.id}/void`, { token, body: { reason: "Bounced" } });
    expect(await readNames("&sort=lastName")).toEqual(["Ada", "Bea", "Cy"]);
    expect(await readExport()).toHaveLength(3);
    // The form that adds a donation finds every donor, with and without donations.
    const searchResponse = await request("GET", `/api/donors?search=${word}`, { token });
    expect(searchResponse.json).toHaveLength(3);
  });

  it("includes donors whose donations don't count, but other lists have them only in a search", async () => {
    const email = `${word}-onlyfail@example.org`;
    const [{ donorId }] = await sql<[{ donorId: string }]>`
      insert into public.donations (first_name, last_name, email, amount, is_demo, status, failed_at)
      values ('Onlyfail', ${word}, ${email}, 25, true, 'failed', now()) returning donor_id as "donorId"`;
    const [{ refundedId }] = await sql<[{ refundedId: string }]>`
      with gift as (
        insert into public.donations (first_name, last_name, email, amount, is_demo, status)
        values ('Refunded', ${word}, ${`${word}-refunded@example.org`}, 25, true, 'completed') returning id, donor_id
      )
      select donor_id as "refundedId", id from gift`;
    await sql`
      insert into public.donation_adjustments (donation_id, kind, amount, status)
      select id, 'refund', 25, 'succeeded' from public.donations where donor_id = ${refundedId}`;
    try {
      expect(await readNames("&sort=lastName")).toEqual(
        expect.arrayContaining(["Onlyfail", "Refunded"]),
      );
      const readList = async (path: string) =>
        ((await request("GET", path, { token })).json as { id: string }[]).map(({ id }) => id);
      const defaultIds = await readList("/api/donors-consolidated?sort=lastName&limit=100");
      expect(defaultIds).not.toContain(donorId);
      const foundIds = await readList(`/api/donors-consolidated?search=${word}`);
      expect(foundIds).toEqual(expect.arrayContaining([donorId, refundedId, ...ids]));
      expect(await readList(`/api/donors?search=${word}`)).toEqual(
        expect.arrayContaining([donorId, refundedId]),
      );
      expect(await readList(`/api/donors?email=${email.toUpperCase()}`)).toEqual([donorId]);

      const newDonor = { firstName: "Fay", lastName: "", amount: 5, receivedOn: "2026-01-15" };
      const refusals = [
        await request("POST", "/api/donations", {
          token,
          body: { ...newDonor, method: "check", email },
        }),
        await request("POST", "/api/donations", {
          token,
          body: {
            ...newDonor,
            method: "donor_advised_fund",
            softCreditFirstName: "Fay",
            softCreditEmail: email,
          },
        }),
      ];
      const message = `Onlyfail ${word} has this email address.`;
      expect(refusals.map(({ json }) => json.issues)).toEqual([
        [{ path: "email", message }],
        [{ path: "softCreditEmail", message }],
      ]);
    } finally {
      const donorIds = [donorId, refundedId];
      await sql`
        delete from public.donation_adjustments where donation_id in (
          select id from public.donations where donor_id in ${sql(donorIds)}
        )`;
      await sql`delete from public.donations where donor_id in ${sql(donorIds)}`;
      await sql`delete from public.donors where id in ${sql(donorIds)}`;
    }
  });

  it("threat 2: shows no names to visitors and administrators of other areas, and isn't exported for them", async () => {
    const coordinatorToken = (await signInAdmin("coordinator")).token;
    for (const [caller, status] of [
      [{}, 401],
      [{ token: coordinatorToken }, 403],
    ] as const) {
      expect((await request("GET", `${LIST_PATH}&search=${word}`, caller)).text).not.toContain(
        word,
      );
      const path = "/api/donors-consolidated/export?segment=no_donations";
      const refusal = await request("GET", path, caller);
      expect(refusal.status).toBe(status);
      expect(refusal.text).not.toContain(word);
      expect((await request("GET", `/api/donors?search=${word}`, caller)).status).toBe(status);
    }
  });
});
