import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { extractPages } from "../read-pdf.ts";
import { uniqueWord } from "../unique-word.ts";
import { clearRateLimits, facts, request, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
const email = `board@${word}.example.org`;
const tokens: Record<string, string> = {};

/** Adds a completed donation by check. Other tests have no donations in 2003. */
const addDonation = (day: string, amount: number, refunded = 0) => sql`
  insert into public.donations (
    first_name, last_name, email, amount, adjusted_amount, method, status, completed_at, given_on, is_demo
  )
  select 'Bea', ${word}, ${email}, ${amount}, ${refunded}, 'check', 'completed', now(), ${day}, private.shows_demo_money()`;

beforeAll(async () => {
  for (const name of ["admin", "treasurer", "coordinator", "editor"] as const) {
    tokens[name] = (await signInAdmin(name)).token;
  }
  await addDonation("2003-01-01", 100);
  await addDonation("2003-12-31", 60.5, 10);
  await addDonation("2003-06-01", 20, 20);
  await addDonation("2004-01-01", 999);
  await sql`
    insert into public.package_deliveries (delivered_on, military_branch, program, city, state, packages, families, notes)
    values ('2003-05-05', 'Army', 'Veterans', 'Killeen', 'TX', 30, 12, ${word}),
      ('2002-12-31', 'Army', 'Veterans', 'Killeen', 'TX', 500, 400, ${word})`;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.package_deliveries where notes = ${word}`;
  await sql`delete from public.donations where email = ${email}`;
  await sql`delete from public.donors where email = ${email}`;
});

const read = (name: string, year = 2003) =>
  request("GET", `/api/board-reports?year=${year}`, { token: tokens[name] });

const donations = {
  total: 150.5,
  donationCount: 2,
  donorCount: 1,
  sources: [{ method: "check", total: 150.5, donationCount: 2 }],
};
const volunteers = { hours: 0, people: 0, shifts: 0 };
const deliveries = { packages: 30, families: 12, deliveryCount: 1 };

describe("the report for the board", () => {
  it.each([
    ["admin", { donations, volunteers, deliveries }],
    ["treasurer", { donations, volunteers: null, deliveries: null }],
    ["coordinator", { donations: null, volunteers, deliveries }],
  ])(
    "has a year's figures in the areas of the %s, after refunds, and no others",
    async (name, figures) => {
      const { status, json } = await read(name);
      expect(status).toBe(200);
      expect(json).toEqual({
        from: "2003-01-01",
        to: "2003-12-31",
        firstYear: expect.any(Number),
        ...figures,
      });
    },
  );

  it("is refused without one of the areas, and without a year", async () => {
    expect((await read("editor")).status).toBe(403);
    const { status } = await request("GET", "/api/board-reports", { token: tokens["admin"] });
    expect(status).toBe(400);
  });

  it("ends today while the year is running", async () => {
    const [{ today }] = await sql<[{ today: string }]>`select private.today()::text as today`;
    expect((await read("admin", Number(today.slice(0, 4)))).json.to).toBe(today);
  });

  it.each([
    ["admin", true, true],
    ["treasurer", true, false],
    ["coordinator", false, true],
  ])("is a PDF with the same figures for the %s", async (name, hasMoney, hasBoxes) => {
    const response = await fetch(`${facts.apiUrl}/functions/v1/api/board-reports/file?year=2003`, {
      headers: { Authorization: `Bearer ${tokens[name]}` },
    });
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    const text = (await extractPages(new Uint8Array(await response.arrayBuffer())))
      .flat()
      .join(" ");
    expect(text).toContain("For the board: 2003");
    expect(text.includes("$150.50")).toBe(hasMoney);
    expect(text.includes("30 boxes")).toBe(hasBoxes);
  });
});
