import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, date, decimal, id, idParams, paperOrganization, year } from "./fields.ts";
import { DONATION_STATUSES } from "./choices.ts";
import { monthlyGift } from "./monthly-gifts.ts";

const gift = z.object({
  id,
  receiptNumber: z.string(),
  /** As it was charged, a covered fee included. */
  amount: decimal,
  refunded: decimal,
  net: decimal,
  /** Of the charge, in the organisation's time zone. */
  date,
  isRecurring: z.boolean(),
  inHonorOf: z.string().nullable(),
  isDemo: z.boolean(),
  status: z.enum(DONATION_STATUSES),
});

/** A receipt, over one gift, or an annual statement. */
const paper = z.object({
  organization: paperOrganization,
  donor: z.object({ name: z.string(), email: z.string() }),
  gifts: z.array(gift).min(1),
  /** What is left of the gifts after refunds. */
  total: decimal,
  issuedOn: date,
});

const yearParams = z.object({ year });

/** What a donor sees and does with the session of an opened link. */
export const myGiftEndpoints = {
  listMyGifts: endpoint({
    method: "GET",
    path: "/api/my-gifts",
    access: "donor",
    summary: "The donor's gifts and monthly gifts, and the years with a statement",
    output: z.object({
      email: z.string(),
      gifts: z.array(gift),
      /** By bank debit, which takes days to arrive; they count from then on. */
      onTheirWay: z.array(z.object({ id, amount: decimal, date })),
      monthlyGifts: z.array(monthlyGift),
      years: z.array(z.object({ year: count, total: decimal, giftCount: count })),
    }),
  }),
  getMyGiftReceipt: endpoint({
    method: "GET",
    path: "/api/my-gifts/receipts/:id",
    access: "donor",
    summary: "The written acknowledgment of one gift",
    params: idParams,
    output: paper,
  }),
  downloadMyGiftReceipt: endpoint({
    method: "GET",
    path: "/api/my-gifts/receipts/:id/pdf",
    access: "donor",
    summary: "The written acknowledgment of one gift, as a PDF",
    params: idParams,
    output: "file",
  }),
  getMyGiftStatement: endpoint({
    method: "GET",
    path: "/api/my-gifts/statements/:year",
    access: "donor",
    summary: "All gifts in a year, net of refunds",
    params: yearParams,
    output: paper,
  }),
  downloadMyGiftStatement: endpoint({
    method: "GET",
    path: "/api/my-gifts/statements/:year/pdf",
    access: "donor",
    summary: "All gifts in a year, net of refunds, as a PDF",
    params: yearParams,
    output: "file",
  }),
};
