import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, timestamp } from "./fields.ts";

export const impactStats = z.object({
  packagesDelivered: count,
  familiesHelped: count,
  volunteerHours: count,
  veteransServed: count,
  lastUpdated: timestamp.nullable(),
});

export const impactStatsEndpoints = {
  getImpactStats: endpoint({
    method: "GET",
    path: "/api/impact-stats",
    access: "public",
    summary: "Opening balances plus recorded deliveries and confirmed hours",
    cacheable: true,
    output: impactStats,
  }),
};
