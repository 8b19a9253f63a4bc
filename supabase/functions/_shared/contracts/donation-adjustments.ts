import { z } from "zod";
import { ADJUSTMENT_KINDS } from "./choices.ts";
import { adminEndpoints } from "./endpoint.ts";
import { date, decimal, id, month } from "./fields.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";

const listDonationAdjustments = listEndpoint({
  path: "/api/donation-adjustments",
  summary:
    "Refunds, lost disputes, returned debits and voids, by the day on which they lowered the money",
  sorts: ["-countedOn", "countedOn", "-amount", "amount"],
  searchedFields: "name and receipt number",
  filters: {
    kind: z.enum(ADJUSTMENT_KINDS).optional(),
    /** First and last day, inclusive, in the organization's time zone. */
    from: date.optional(),
    to: date.optional(),
  },
  item: z.object({
    id,
    donationId: id,
    donorId: id,
    firstName: z.string(),
    lastName: z.string(),
    receiptNumber: z.string().nullable(),
    kind: z.enum(ADJUSTMENT_KINDS),
    reason: z.string().nullable(),
    /** Negative, except for a refund that failed after it was made and for a lost dispute that was won after all. */
    amount: decimal,
    /** The day that the amount counts on. It lowers, or raises again, the month of this day. */
    countedOn: date,
    /** The donation's own date. */
    givenOn: date,
  }),
});

export const donationAdjustmentEndpoints = adminEndpoints("giving", {
  listDonationAdjustments,
  exportDonationAdjustments: exportEndpoint(
    "/api/donation-adjustments/export",
    listDonationAdjustments,
  ),
  listDonationMonths: {
    method: "GET",
    path: "/api/donation-months",
    summary:
      "The books of the last 24 months, latest first: what was given in each, and what refunds, lost disputes, returned debits and voids took away in it",
    output: z.array(
      z.object({
        month,
        /** The total of the donations given in the month, before refunds and other reductions. */
        given: decimal,
        /** Negative, as the next three amounts: refunds made in the month, whenever the money was given. */
        refunded: decimal,
        disputed: decimal,
        returned: decimal,
        voided: decimal,
        /** What changed closed months in this month: entries and reports that arrived after their month was closed. */
        late: decimal,
        net: decimal,
        /** A closed month is as it was when it was closed. */
        isClosed: z.boolean(),
      }),
    ),
  },
});
