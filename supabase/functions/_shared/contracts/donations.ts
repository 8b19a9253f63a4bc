import { z } from "zod";
import { DONATION_SOURCE_PATTERN } from "./donation-source.ts";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import {
  count,
  date,
  decimal,
  donatedDollars,
  email,
  flag,
  id,
  idParams,
  limitQuery,
  line,
  message,
  personName,
  text,
  timestamp,
} from "./fields.ts";
import {
  DONATION_METHODS,
  DONATION_STATUSES,
  DONOR_SEGMENTS,
  RECORDED_METHODS,
  STATEMENT_WAYS,
} from "./choices.ts";
import { donorChoice, missingDonorIssue, hasDonor } from "./donor-choice.ts";
import { lateReason } from "./late-reason.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";
import { newTribute, storedTribute } from "./tributes.ts";
import { anyway, receivedDay } from "./usual-days.ts";
import { version } from "./versions.ts";

const NO_STATEMENT_PATTERN = new RegExp(`^20\\d\\d_(?:${STATEMENT_WAYS.join("|")})$`);

/** The place where a donor found the donation link, such as a newsletter. */
export const donationSource = z
  .string()
  .regex(
    DONATION_SOURCE_PATTERN,
    "Use up to 40 lowercase letters, digits and hyphens, such as spring-gala.",
  );

/** Public fields of a donation: first name, or both of a couple, last initial, amount and day. */
export const recentDonor = z.object({
  id,
  firstName: z.string(),
  // A letter, which may take two UTF-16 units, with an accent and a period.
  lastName: z.string().max(4),
  amount: decimal,
  givenOn: date,
  createdAt: timestamp,
});

export const adminDonation = z.object({
  id,
  donorId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** Null if the donor has no email address. */
  email: z.string().nullable(),
  method: z.enum(DONATION_METHODS),
  /** The check number, or another number that identifies the payment. */
  reference: z.string().nullable(),
  note: z.string().nullable(),
  amount: decimal,
  isRecurring: z.boolean(),
  isDemo: z.boolean(),
  status: z.enum(DONATION_STATUSES),
  /**
   * The donation's date, in the organization's time zone: the day of the charge or the date of gift. Until the money has
   * arrived, the day it was started. Lists sort and filter by it.
   */
  givenOn: date,
  createdAt: timestamp,
  /** The part of `amount` that covers the card fee. */
  feeCovered: decimal,
  /** Total of successful refunds and lost disputes. */
  adjustedAmount: decimal,
  isAnonymous: z.boolean(),
  inHonorOf: z.string().nullable(),
  /** True if the person in `inHonorOf` has died. */
  isMemorial: z.boolean(),
  source: z.string().nullable(),
  /** True if the money went straight to the bank account, so that it is in no deposit. */
  isWired: z.boolean(),
  /** True if the bank that issued the card reported fraud. Refunding the donation now prevents a dispute. */
  isFraudWarned: z.boolean(),
  updatedAt: timestamp,
});

const listDonations = listEndpoint({
  path: "/api/donations",
  summary:
    "Donations, without failed ones unless they are asked for; demo and test money only until real payments start",
  sorts: ["-createdAt", "createdAt", "-amount", "amount", "lastName", "-lastName"],
  /** A search also finds words of the notes. */
  searchedFields: "name, email and reference",
  filters: {
    /** Without a status, failed donations are left out. */
    status: z.enum([...DONATION_STATUSES, "all"]).optional(),
    isRecurring: flag,
    isDemo: flag,
    method: z.enum(DONATION_METHODS).optional(),
    donorId: id.optional(),
    /** First and last day, inclusive, in the organization's time zone. */
    from: date.optional(),
    to: date.optional(),
  },
  item: adminDonation,
});

const exportDonations = exportEndpoint("/api/donations/export", listDonations);

const listConsolidatedDonors = listEndpoint({
  path: "/api/donors-consolidated",
  access: "public",
  area: "giving",
  summary: "Donation totals; administrators get one row per donor",
  sorts: [
    "-totalAmount",
    "totalAmount",
    "-lastDonationDate",
    "lastDonationDate",
    "lastName",
    "-lastName",
  ],
  /** A search also finds words of the notes, which the list doesn't return. */
  searchedFields: "name and email",
  filters: {
    segment: z.enum(DONOR_SEGMENTS).optional(),
    /** Donors who gave in that year and didn't get a statement yet, such as `2026_to_print`. */
    noStatement: z
      .string()
      .regex(NO_STATEMENT_PATTERN, `Enter a year and how, such as 2026_${STATEMENT_WAYS[0]}.`)
      .optional(),
    /** Total dollars given. */
    minTotal: z.coerce.number().int().positive().max(10_000_000).optional(),
  },
  publicOutput: z.array(
    z.object({
      totalAmount: z.string(),
      donorCount: count,
      donationCount: count,
      /** The month of the first donation, such as `2025-12`; null if there are no donations. */
      since: z.string().nullable(),
      averageDonation: decimal,
      /** Donations in the last 30 days. */
      recentDonationCount: count,
    }),
  ),
  item: z.object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    /** Null if the donor has no email address. */
    email: z.string().nullable(),
    totalAmount: z.string(),
    donationCount: count,
    isRecurring: z.boolean(),
    /** Null if the donor has no donation that counts. */
    lastDonationDate: timestamp.nullable(),
  }),
});

/** Fields of a recorded donation that can be changed without voiding it, because no receipt and no sum has them. */
const changeableFields = z.strictObject({
  note: text(1000, 0).nullable(),
  isAnonymous: z.boolean(),
  source: donationSource.nullable(),
  isWired: z.boolean(),
});

/** Fields of a donation received offline. */
const recordedFields = changeableFields.extend({
  ...anyway,
  ...donorChoice,
  amount: donatedDollars,
  method: z.enum(RECORDED_METHODS),
  /** The person behind a fund's grant or an employer's match; ignored for all other payment methods. */
  softCreditDonorId: id.nullable(),
  softCreditFirstName: personName,
  softCreditLastName: line(100, 0),
  softCreditEmail: email.nullable(),
  /** In the organization's time zone. */
  receivedOn: receivedDay,
  reference: line(50, 0).nullable(),
  inHonorOf: line(200, 0).nullable(),
  /** True if the person in `inHonorOf` has died. */
  isMemorial: z.boolean(),
  /** The card about the donation; null for none. A correction without this field keeps the card as it is. */
  tribute: newTribute.nullable(),
  sendsReceipt: z.boolean(),
});
const requiredFields = { amount: true, method: true, receivedOn: true } as const;

const linkedDonation = z.object({ id, receiptNumber: z.string() }).nullable();

export const donationEndpoints = adminEndpoints("giving", {
  listDonations,
  exportDonations,
  readDonationSums: {
    method: "GET",
    path: "/api/donations/sums",
    summary: "The totals of the export, for lists of up to 100,000 donations",
    query: exportDonations.query,
    output: z.object({
      count,
      /**
       * True if there are too many matching donations to add up: `count` is then the limit, and the totals are null.
       */
      isCapped: z.boolean(),
      /** The total of completed donations, minus refunds. */
      amount: decimal.nullable(),
      /** The card fees that donors covered on completed donations. */
      feeCovered: decimal.nullable(),
      /** Total of refunds and lost disputes. */
      adjustedAmount: decimal.nullable(),
      pendingAmount: decimal.nullable(),
      failedAmount: decimal.nullable(),
    }),
  },
  getDonation: {
    method: "GET",
    path: "/api/donations/:id",
    summary: "One donation",
    params: idParams,
    output: adminDonation.extend({
      /** Null if there is no receipt, because the money hasn't arrived or was refunded in full. */
      receiptNumber: z.string().nullable(),
      isReceiptMailed: z.boolean(),
      /** True if the receipt was emailed under a name that isn't the donor's anymore. */
      isReceiptOutdated: z.boolean(),
      /** When the receipt was last printed with others; null if it never was. */
      receiptPrintedAt: timestamp.nullable(),
      softCreditDonor: z.object({ id, name: z.string() }).nullable(),
      depositId: id.nullable(),
      tribute: storedTribute.nullable(),
      voidReason: z.string().nullable(),
      /** The name of the file that the donation was imported from. */
      importedFrom: z.string().nullable(),
      replaces: linkedDonation,
      replacedBy: linkedDonation,
    }),
  },
  recordDonation: {
    method: "POST",
    path: "/api/donations",
    summary: "Record a donation that was made by check, in cash or in another way",
    status: 201,
    idempotencyKey: "replay",
    body: recordedFields
      .extend({
        /** The open deposit to add the donation to. */
        depositId: id.nullable(),
        /**
         * Confirms that the donation isn't a duplicate, even though the donor already has a donation with this number
         * and amount.
         */
        confirmsDuplicate: z.boolean(),
        lateReason,
      })
      .partial()
      .required(requiredFields)
      .refine(hasDonor, missingDonorIssue),
    output: adminDonation,
  },
  correctDonation: {
    method: "POST",
    path: "/api/donations/:id/corrections",
    summary:
      "Void a recorded donation and record a corrected one; a corrected receipt names the one that it replaces",
    params: idParams,
    idempotencyKey: "replay",
    body: recordedFields
      .extend({
        reason: line(500),
        /**
         * Confirms that the donation isn't a duplicate, even though the donor already has another donation with this
         * number and amount.
         */
        confirmsDuplicate: z.boolean(),
      })
      .partial()
      .required({ ...requiredFields, reason: true })
      .refine(hasDonor, missingDonorIssue),
    output: adminDonation,
  },
  updateDonation: writeEndpoints("/api/donations", adminDonation).update(
    "Change what no receipt and no sum has: the note, the source, whether the donor is anonymous, and whether the money was wired",
    changeableFields.partial().extend(version),
  ),
  voidDonation: {
    method: "POST",
    path: "/api/donations/:id/void",
    summary: "Void a recorded donation; it keeps its row and receipt number, and no longer counts",
    params: idParams,
    body: z.strictObject({ reason: line(500) }),
    output: adminDonation,
  },
  reissueReceipt: {
    method: "POST",
    path: "/api/donations/:id/corrected-receipts",
    summary:
      "Email a corrected receipt in the donor's current name; it has the same number and names the one that was sent",
    params: idParams,
    output: message,
  },
  downloadDonationReceipt: {
    method: "GET",
    path: "/api/donations/:id/receipt",
    summary: "The donor's receipt, as a PDF",
    params: idParams,
    output: "file",
  },
  listRecentDonations: {
    method: "GET",
    path: "/api/recent-donations",
    access: "public",
    area: "giving",
    summary: "The latest completed donations; administrators see the donors",
    query: limitQuery(3, 100),
    output: z.array(recentDonor),
    outputFor: { admin: z.array(adminDonation) },
  },
  listConsolidatedDonors,
  exportConsolidatedDonors: exportEndpoint(
    "/api/donors-consolidated/export",
    listConsolidatedDonors,
  ),
  listDonationSources: {
    method: "GET",
    path: "/api/donation-sources",
    summary:
      "Donation totals by link source, after refunds; at most 200 sources, highest total first",
    output: z.array(
      z.object({
        source: z.string(),
        donationCount: count,
        totalAmount: decimal,
        lastDonationAt: timestamp,
      }),
    ),
  },
  listDonationTrends: {
    method: "GET",
    path: "/api/donation-trends",
    access: "public",
    summary: "Totals for the last twelve months, oldest first",
    cacheable: true,
    output: z.array(z.object({ month: z.string(), monthName: z.string(), total: decimal })),
  },
});
