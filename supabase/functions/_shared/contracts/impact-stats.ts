import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { count, month, timestamp } from "./fields.ts";
import { singletonVersion } from "./versions.ts";

export const impactStats = z.object({
  packagesDelivered: count,
  familiesHelped: count,
  volunteerHours: count,
  veteransServed: count,
  /** The year in which the totals start; null if not set. */
  since: z.int().nullable(),
  /** Only the month, because the day would reveal when military mail was recorded. */
  lastUpdated: month.nullable(),
});

const BALANCE_MAX = 100_000_000;
const balance = z.int().min(0).max(BALANCE_MAX);
const openingBalances = z.strictObject({
  packagesDelivered: balance,
  familiesHelped: balance,
  volunteerHours: balance,
  veteransServed: balance,
  since: z.int().min(1800).max(2100).nullable(),
});
/** The opening totals, and the public totals, which add deliveries and attendance to the opening totals. */
const balancesAndTotals = z.object({
  opening: openingBalances,
  shown: impactStats,
  /** Null until totals are entered. */
  updatedAt: timestamp.nullable(),
});

export const impactStatsEndpoints = adminEndpoints("settings", {
  getImpactStats: {
    method: "GET",
    path: "/api/impact-stats",
    access: "public",
    summary: "Opening totals plus recorded deliveries and confirmed hours",
    cacheable: true,
    output: impactStats,
  },
  getOpeningBalances: {
    method: "GET",
    path: "/api/impact-stats/opening-balances",
    summary: "Opening totals, and the impact numbers the site shows with them",
    output: balancesAndTotals,
  },
  updateOpeningBalances: {
    method: "PUT",
    path: "/api/impact-stats/opening-balances",
    summary: "Update one or more opening totals",
    body: openingBalances.partial().extend(singletonVersion),
    output: balancesAndTotals,
  },
});
