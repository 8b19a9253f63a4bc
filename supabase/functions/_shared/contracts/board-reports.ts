import { z } from "zod";
import { DONATION_METHODS } from "./choices.ts";
import { adminEndpoints } from "./endpoint.ts";
import { count, date, decimal, year } from "./fields.ts";

const query = z.object({ year });

export const boardReportEndpoints = adminEndpoints(["giving", "volunteers"], {
  readBoardReport: {
    method: "GET",
    path: "/api/board-reports",
    summary:
      "A year in figures for the board, up to today while the year is running; null for areas that the administrator doesn't have",
    query,
    output: z.object({
      /** The first day of the year, and its last day or, while it's running, today. */
      from: date,
      to: date,
      /** The first year that has any figures for the administrator. */
      firstYear: count,
      /** Completed donations after refunds, by their own date. */
      donations: z
        .object({
          total: decimal,
          donationCount: count,
          donorCount: count,
          /** What came in each way, the largest sum first. */
          sources: z.array(
            z.object({ method: z.enum(DONATION_METHODS), total: decimal, donationCount: count }),
          ),
        })
        .nullable(),
      volunteers: z.object({ hours: decimal, people: count, shifts: count }).nullable(),
      deliveries: z.object({ packages: count, families: count, deliveryCount: count }).nullable(),
    }),
  },
  downloadBoardReport: {
    method: "GET",
    path: "/api/board-reports/file",
    summary: "The same figures as a PDF",
    query,
    output: "file",
  },
});
