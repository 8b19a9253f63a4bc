import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, date, decimal, id, idParams, documentOrganization, year } from "./fields.ts";
import { DONATION_METHODS, DONATION_STATUSES } from "./choices.ts";
import { recurringDonation } from "./recurring-donations.ts";

const donation = z.object({
  id,
  /** Null if the donation was imported, because the other system has already sent a receipt. */
  receiptNumber: z.string().nullable(),
  /** The amount charged, including the card fee if the donor covered it. */
  amount: decimal,
  feeCovered: decimal,
  refunded: decimal,
  net: decimal,
  /** Date of the charge, in the organization's time zone. */
  date,
  isRecurring: z.boolean(),
  inHonorOf: z.string().nullable(),
  /** True if the person in `inHonorOf` has died. */
  isMemorial: z.boolean(),
  isDemo: z.boolean(),
  status: z.enum(DONATION_STATUSES),
  method: z.enum(DONATION_METHODS),
  /** The number of the receipt that this receipt corrects. */
  replacedReceiptNumber: z.string().nullable(),
});

/** The total of one year's completed donations after refunds. The year is in the organization's time zone. */
export const annualTotal = z.object({ year: count, total: decimal, giftCount: count });

/** A receipt for one donation, or an annual statement. */
const donationDocument = z.object({
  organization: documentOrganization,
  donor: z.object({
    name: z.string(),
    email: z.string().nullable(),
    /** What follows "Dear". */
    salutation: z.string(),
    /** The postal address, on several lines; null if we don't know it. */
    address: z.string().nullable(),
  }),
  gifts: z.array(donation).min(1),
  /** Today's cost of one care package, in dollars. */
  packagePrice: decimal,
  /** The total after refunds. */
  total: decimal,
  issuedOn: date,
  /** True for a statement that has changed since it was emailed. */
  isCorrected: z.boolean().optional(),
  /** The card that a receipt announces; null if none is waiting to be sent. */
  announcedCard: z
    .object({
      recipientName: z.string(),
      isPostal: z.boolean(),
      /** The first day on which the card can be sent. */
      day: date,
      today: date,
    })
    .nullable()
    .optional(),
});

const yearParams = z.object({ year });

export const myDonationEndpoints = {
  listMyDonations: endpoint({
    method: "GET",
    path: "/api/my-gifts",
    access: "donor",
    summary: "The donor's gifts and monthly gifts, and the years with a statement",
    output: z.object({
      email: z.string(),
      gifts: z.array(donation),
      /** Bank debits that are still processing. They aren't in the totals until the money arrives. */
      onTheirWay: z.array(z.object({ id, amount: decimal, date })),
      monthlyGifts: z.array(recurringDonation),
      years: z.array(annualTotal),
    }),
  }),
  getMyDonationReceipt: endpoint({
    method: "GET",
    path: "/api/my-gifts/receipts/:id",
    access: "donor",
    summary: "The written acknowledgment of one gift",
    params: idParams,
    output: donationDocument,
  }),
  downloadMyDonationReceipt: endpoint({
    method: "GET",
    path: "/api/my-gifts/receipts/:id/pdf",
    access: "donor",
    summary: "The written acknowledgment of one gift, as a PDF",
    params: idParams,
    output: "file",
  }),
  getMyDonationStatement: endpoint({
    method: "GET",
    path: "/api/my-gifts/statements/:year",
    access: "donor",
    summary: "All gifts in a year, net of refunds",
    params: yearParams,
    output: donationDocument,
  }),
  downloadMyDonationStatement: endpoint({
    method: "GET",
    path: "/api/my-gifts/statements/:year/pdf",
    access: "donor",
    summary: "All gifts in a year, net of refunds, as a PDF",
    params: yearParams,
    output: "file",
  }),
};
