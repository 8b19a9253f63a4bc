import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { requestExport } from "./exported-lists.ts";
import { clearRateLimits, request, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
const email = `${word}@example.org`;
let token = "";
let eve = "";
let newYear = "";
let donorId = "";
let archiveColumns: readonly { tableName: string; columnName: string }[] = [];

/** Times relative to midnight on the last New Year's Eve, in minutes. */
const DONATIONS = [
  { firstName: "Early", started: 10, paid: 11 },
  { firstName: "Opened", started: -55, paid: 30 },
  { firstName: "Unpaid", started: -30, paid: null },
  { firstName: "Charged", started: -40, paid: -30 },
] as const;

interface Listed {
  readonly firstName: string;
  readonly givenOn: string;
  readonly createdAt: string;
}

const requestJson = async (path: string) => (await request("GET", path, { token })).json as unknown;
const listNames = async (query: string) =>
  ((await requestJson(`/api/donations?search=${word}&${query}`)) as Listed[]).map(
    ({ firstName }) => firstName,
  );

beforeAll(async () => {
  token = (await signInAdmin()).token;
  const [days] = await sql<[{ eve: string; newYear: string }]>`
    select (start - 1)::text as eve, start::text as "newYear"
    from (select date_trunc('year', private.today())::date as start) as year`;
  ({ eve, newYear } = days);
  for (const { firstName, started, paid } of DONATIONS) {
    await sql`
      insert into public.donations (first_name, last_name, email, amount, is_demo, status, created_at, completed_at)
      select ${firstName}, ${word}, ${email}, 40, true, ${paid === null ? "pending" : "completed"},
        midnight + make_interval(mins => ${started}), midnight + make_interval(mins => ${paid})
      from (select ${newYear}::text::timestamp at time zone private.time_zone() as midnight) as clock`;
  }
  const [donor] = await sql<[{ id: string }]>`
    select donor_id as id from public.donor_emails where email_key = ${email}`;
  donorId = donor.id;
  const check = { donorId, amount: 40, method: "check", receivedOn: eve, sendsReceipt: false };
  await request("POST", "/api/donations", { token, body: check });
  await clearRateLimits();
  const archive = await request("POST", "/api/archives", {
    token,
    body: { area: "owner" },
  });
  archiveColumns = (archive.json as { columns: typeof archiveColumns }).columns;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.donations where donor_id = ${donorId}`;
  await sql`delete from public.donors where id = ${donorId}`;
});

describe("a donation's date, at 23:30 and 0:30 on New Year's Eve", () => {
  it("sorts and filters the list, which still answers when a donation was started", async () => {
    const rows = (await requestJson(`/api/donations?search=${word}`)) as Listed[];
    expect(rows.map(({ firstName, givenOn }) => [firstName, givenOn])).toEqual([
      ["Early", newYear],
      ["Opened", newYear],
      ["Unpaid", eve],
      ["Charged", eve],
      // A recorded donation has the name of the donor's latest donation: the one that was charged last.
      ["Opened", eve],
    ]);
    expect(await listNames("sort=createdAt")).toEqual(
      rows.map(({ firstName }) => firstName).toReversed(),
    );
    expect(await listNames(`from=${newYear}`)).toEqual(["Early", "Opened"]);
    expect(await listNames(`to=${eve}`)).toEqual(["Unpaid", "Charged", "Opened"]);
    const minutes = (Date.parse(rows[0]!.createdAt) - Date.parse(rows[1]!.createdAt)) / 60_000;
    expect(minutes, "createdAt stays the time when the checkout was opened").toBe(65);
  });

  it("decides which donations the sums and both exports contain", async () => {
    for (const [period, amount, pendingAmount] of [
      [`from=${newYear}`, 80, 0],
      [`from=${eve}&to=${eve}`, 80, 40],
    ] as const) {
      const query = `search=${word}&${period}`;
      expect(await requestJson(`/api/donations/sums?${query}`)).toMatchObject({
        amount,
        pendingAmount,
      });
    }
    const { headings, rows } = await requestExport(token, "/api/donations", `search=${word}`);
    const column = (name: string) => rows.map((row) => row[headings.indexOf(name)]);
    expect(column("Date")).toEqual([newYear, newYear, eve, eve, eve]);
    expect(column("Time")).toEqual(["00:11", "00:30", "23:30", "23:30", "12:00"]);
    const donors = await requestExport(token, "/api/donors-consolidated", `search=${word}`);
    expect(donors.rows[0]?.[donors.headings.indexOf("Last donation")]).toBe(newYear);
  });

  it("is in the archive, and decides the years on the donor's page", async () => {
    expect(archiveColumns).toContainEqual(
      expect.objectContaining({ tableName: "donations", columnName: "given_on" }),
    );
    const year = Number(newYear.slice(0, 4));
    expect(await requestJson(`/api/donors/${donorId}`)).toMatchObject({
      years: [
        { year, total: 80, giftCount: 2 },
        { year: year - 1, total: 80, giftCount: 2 },
      ],
    });
  });

  it("is the date of the latest donations, and of what isn't in a deposit", async () => {
    const [{ zone }] = await sql<[{ zone: string }]>`select private.time_zone() as zone`;
    for (const caller of [token, undefined]) {
      const { json } = await request("GET", "/api/recent-donations?limit=100", { token: caller });
      const latest = json as Listed[];
      expect(latest.length).toBeGreaterThan(10);
      expect(latest.map(({ givenOn }) => givenOn)).toEqual(
        latest.map(({ createdAt }) =>
          new Date(createdAt).toLocaleDateString("en-CA", { timeZone: zone }),
        ),
      );
    }
    const undeposited = (await requestJson("/api/undeposited-donations")) as {
      donorName: string;
      date: string;
    }[];
    expect(undeposited.find(({ donorName }) => donorName.includes(word))?.date).toBe(eve);
  });
});
