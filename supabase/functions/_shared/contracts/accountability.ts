import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { publishedReport } from "./financial-reports.ts";

export const accountabilityEndpoints = {
  getAccountability: endpoint({
    method: "GET",
    path: "/api/accountability",
    access: "public",
    summary: "Seals from charity evaluators and the newest published report, for the checkout",
    cacheable: true,
    output: z.object({
      /** Lists only evaluators for which both our page and a picture of the seal are set. */
      seals: z.array(
        z.object({
          name: z.string(),
          /** Our page on the evaluator's site. */
          pageUrl: z.string(),
          imageUrl: z.string(),
        }),
      ),
      latestReport: publishedReport.pick({ description: true, fileUrl: true }).nullable(),
    }),
  }),
};
