import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { requestExport } from "./exported-lists.ts";
import { clearRateLimits, request, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
let token = "";
let donationId = "";
let lastDay = "";
let today = "";

interface Month {
  readonly month: string;
  readonly given: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly net: number;
}

const readJson = async (path: string) => (await request("GET", path, { token })).json as unknown;
const listReductions = () => readJson(`/api/donation-adjustments?search=${word}&sort=countedOn`);
const readMonths = async () => (await readJson("/api/donation-months")) as readonly Month[];

/** Returns how much this month and the two before it have changed, latest first. */
async function compareMonths(before: readonly Month[]) {
  const after = await readMonths();
  return after
    .slice(0, 3)
    .map(({ given, refunded, net }, index) => [
      Math.round(given - before[index]!.given),
      Math.round(refunded - before[index]!.refunded),
      Math.round(net - before[index]!.net),
    ]);
}

const report = (refund: object) => sql`
  insert into public.donation_adjustments ${sql(refund)}
  on conflict (stripe_id) do update set status = excluded.status, reported_at = excluded.reported_at`;

beforeAll(async () => {
  token = (await signInAdmin()).token;
  const [days] = await sql<[{ lastDay: string; today: string }]>`
    select (date_trunc('month', private.today())::date - 1)::text as "lastDay", private.today()::text as today`;
  ({ lastDay, today } = days);
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.donation_adjustments where donation_id = ${donationId}`;
  await sql`delete from public.donations where id = ${donationId}`;
  await sql`delete from public.donors where email = ${`${word}@example.org`}`;
});

it("a refund lowers the month in which it was made, and one that fails later raises the month in which it failed", async () => {
  const before = await readMonths();
  const [donation] = await sql<[{ id: string; givenOn: string }]>`
    insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
    values ('Ann', ${word}, ${`${word}@example.org`}, 100, true, 'completed',
      (date_trunc('month', ${lastDay}::date::timestamp) - interval '3 days') at time zone private.time_zone())
    returning id, given_on::text as "givenOn"`;
  donationId = donation.id;
  expect(await compareMonths(before)).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [100, 0, 100],
  ]);

  const [{ moment }] = await sql<[{ moment: Date }]>`
    select (${lastDay}::date + time '23:30') at time zone private.time_zone() as moment`;
  const refund = { donation_id: donationId, kind: "refund", amount: 30, stripe_id: `re_${word}` };
  await report({ ...refund, status: "succeeded", reported_at: moment });
  expect(await compareMonths(before)).toEqual([
    [0, 0, 0],
    [0, -30, -30],
    [100, 0, 100],
  ]);
  const made = { kind: "refund", amount: -30, countedOn: lastDay, givenOn: donation.givenOn };
  expect(await listReductions()).toEqual([expect.objectContaining(made)]);

  await report({ ...refund, status: "failed", reported_at: new Date() });
  expect(await compareMonths(before)).toEqual([
    [0, 30, 30],
    [0, -30, -30],
    [100, 0, 100],
  ]);
  expect(await listReductions()).toEqual([
    expect.objectContaining(made),
    expect.objectContaining({ ...made, amount: 30, countedOn: today }),
  ]);
  const { headings, rows } = await requestExport(
    token,
    "/api/donation-adjustments",
    `search=${word}&sort=countedOn`,
  );
  const column = (name: string) => rows.map((row) => row[headings.indexOf(name)]);
  expect(column("Month")).toEqual([lastDay.slice(0, 7), today.slice(0, 7)]);
  expect(column("Lowered by")).toEqual(["30", ""]);
  expect(column("Came back")).toEqual(["", "30"]);
});

it("a dispute counts on the day it is lost", async () => {
  const dispute = {
    donation_id: donationId,
    kind: "dispute",
    amount: 100,
    stripe_id: `dp_${word}`,
  };
  await report({ ...dispute, status: "open", reported_at: lastDay });
  const before = await readMonths();
  await report({ ...dispute, status: "lost", reported_at: new Date() });
  const after = await readMonths();
  expect(after[0]!.disputed - before[0]!.disputed).toBe(-100);
  expect(after.slice(1)).toEqual(before.slice(1));
});
