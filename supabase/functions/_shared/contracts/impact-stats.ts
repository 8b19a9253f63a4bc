import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, month, timestamp } from "./fields.ts";
import { singleVersion } from "./versions.ts";

export const impactStats = z.object({
  packagesDelivered: count,
  familiesHelped: count,
  volunteerHours: count,
  veteransServed: count,
  /** The year the figures begin with; null where nobody has said it. */
  since: z.int().nullable(),
  /** A month, because a day would tell when military mail was entered. */
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
/** What the site shows is never less: deliveries and attendance only add to it. */
const balancesAndShown = z.object({
  opening: openingBalances,
  shown: impactStats,
  /** Null: nobody has entered any yet. */
  updatedAt: timestamp.nullable(),
});

export const impactStatsEndpoints = {
  getImpactStats: endpoint({
    method: "GET",
    path: "/api/impact-stats",
    access: "public",
    summary: "Opening totals plus recorded deliveries and confirmed hours",
    cacheable: true,
    output: impactStats,
  }),
  getOpeningBalances: endpoint({
    method: "GET",
    path: "/api/impact-stats/opening-balances",
    access: "admin",
    summary: "Opening totals, and the impact numbers the site shows with them",
    output: balancesAndShown,
  }),
  updateOpeningBalances: endpoint({
    method: "PUT",
    path: "/api/impact-stats/opening-balances",
    access: "admin",
    summary: "Update some of the opening totals",
    body: openingBalances.partial().extend(singleVersion),
    output: balancesAndShown,
  }),
};
