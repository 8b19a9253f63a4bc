import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { request, signInAdmin, sql, readLastEntryId } from "./stack.ts";

const PATH = "/api/impact-stats/opening-balances";
const NUMBER_NAMES = [
  "packagesDelivered",
  "familiesHelped",
  "volunteerHours",
  "veteransServed",
] as const;

let token = "";
let originalBalances: Record<string, number> = {};
const readBalances = async () => (await request("GET", PATH, { token })).json;
const updateBalances = (body: object) => request("PUT", PATH, { body, token });

beforeAll(async () => {
  token = (await signInAdmin()).token;
  originalBalances = (await readBalances()).opening;
});
afterAll(() => updateBalances(originalBalances));

describe("the opening totals of the impact numbers", () => {
  it.each(NUMBER_NAMES)(
    "shift the public %s by the same amount, with one audit entry",
    async (name) => {
      const { opening, shown } = await readBalances();
      expect(shown[name]).toBeGreaterThanOrEqual(opening[name]);
      const entryIdBefore = await readLastEntryId();
      const { status, json } = await updateBalances({ [name]: opening[name] + 1234 });
      expect(status).toBe(200);
      expect(json.opening).toEqual({ ...opening, [name]: opening[name] + 1234 });
      expect(json.shown[name]).toBe(shown[name] + 1234);
      const history =
        await sql`select action, table_name from public.audit_log where id > ${entryIdBefore}`;
      expect(history).toEqual([{ action: "update", table_name: "impact_stats" }]);
      await expect
        .poll(async () => (await request("GET", "/api/impact-stats")).json[name])
        .toBe(shown[name] + 1234);
    },
  );

  it("return the year they count from, or null", async () => {
    for (const since of [1998, null]) {
      expect((await updateBalances({ since })).json.shown.since).toBe(since);
      await expect
        .poll(async () => (await request("GET", "/api/home")).json.impactStats.since)
        .toBe(since);
    }
  });

  it.each([
    ["a negative number", { packagesDelivered: -1 }],
    ["half a family", { familiesHelped: 0.5 }],
    ["a number above the maximum", { volunteerHours: 100_000_001 }],
    ["a year before the organization existed", { since: 1799 }],
    ["a year as text", { since: "2011" }],
    ["a calculated figure", { shown: { packagesDelivered: 1 } }],
  ])("refuse %s and stay unchanged", async (_, body) => {
    const { opening } = await readBalances();
    expect((await updateBalances(body)).status).toBe(400);
    expect((await readBalances()).opening).toEqual(opening);
  });

  it("are 0 until the first save", async () => {
    await sql`delete from public.impact_stats`;
    expect((await readBalances()).opening).toEqual({
      ...Object.fromEntries(NUMBER_NAMES.map((name) => [name, 0])),
      since: null,
    });
    expect((await updateBalances(originalBalances)).json.opening).toEqual(originalBalances);
  });
});
