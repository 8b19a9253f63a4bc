import { z } from "zod";
import { NONCASH_KINDS } from "./choices.ts";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import {
  date,
  decimal,
  donatedDollars,
  flag,
  id,
  idParams,
  line,
  text,
  timestamp,
} from "./fields.ts";
import { donorChoice, missingDonorIssue, hasDonor } from "./donor-choice.ts";
import { lateReason } from "./late-reason.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";
import { anyway, receivedDay } from "./usual-days.ts";
import { version } from "./versions.ts";

const SHARES_MESSAGE = "Enter a number of shares, such as 40 or 12.5.";

/** A description of the donation, such as `40 shares of Apple Inc. (AAPL)`. */
const linkedNoncashDonation = z.object({ id, gift: z.string() }).nullable();

const noncashDonation = z.object({
  id,
  donorId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  kind: z.enum(NONCASH_KINDS),
  /** What was given, such as `12 boxes of wool socks` or `Apple Inc. (AAPL)`. */
  description: z.string(),
  /** Null for goods. */
  shares: decimal.nullable(),
  receivedOn: date,
  note: z.string().nullable(),
  /** Our own estimate for the books. No paper and no email to the donor has it. */
  estimatedValue: decimal.nullable(),
  isDemo: z.boolean(),
  /** The donation that records the proceeds; null until the shares are sold. */
  saleId: id.nullable(),
  voidedAt: timestamp.nullable(),
  voidReason: z.string().nullable(),
  isLetterMailed: z.boolean(),
  replaces: linkedNoncashDonation,
  replacedBy: linkedNoncashDonation,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** Fields that can be changed without a correction, because the donor's letter doesn't have them. */
const changeableFields = z.strictObject({
  note: text(1000, 0).nullable(),
  estimatedValue: donatedDollars.nullable(),
});

/** Fields of donated goods or shares. */
const recordedFields = changeableFields.extend({
  ...anyway,
  ...donorChoice,
  kind: z.enum(NONCASH_KINDS),
  description: text(500),
  shares: z
    .union([z.number(), z.string().max(20)])
    .transform(String)
    .pipe(
      z
        .string()
        .trim()
        .regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,4})?$/, SHARES_MESSAGE),
    )
    .nullable(),
  receivedOn: receivedDay,
  sendsLetter: z.boolean(),
});
const requiredFields = { kind: true, description: true, receivedOn: true } as const;

const hasRequiredShares = ({ kind, shares }: { kind: string; shares?: unknown }) =>
  kind === "goods" || Boolean(shares);
const missingSharesIssue = { path: ["shares"], message: SHARES_MESSAGE };

const listNoncashDonations = listEndpoint({
  path: "/api/noncash-donations",
  summary: "Donated goods and shares, latest first",
  sorts: ["-receivedOn", "receivedOn"],
  searchedFields: "name and description",
  filters: { kind: z.enum(NONCASH_KINDS).optional(), isDemo: flag },
  item: noncashDonation,
});

export const noncashDonationEndpoints = adminEndpoints("giving", {
  listNoncashDonations,
  exportNoncashDonations: exportEndpoint("/api/noncash-donations/export", listNoncashDonations),
  recordNoncashDonation: {
    method: "POST",
    path: "/api/noncash-donations",
    summary: "Record donated goods or shares, with a description and without a value",
    status: 201,
    idempotencyKey: "replay",
    body: recordedFields
      .extend({ lateReason })
      .partial()
      .required(requiredFields)
      .refine(hasDonor, missingDonorIssue)
      .refine(hasRequiredShares, missingSharesIssue),
    output: noncashDonation,
  },
  recordStockSale: {
    method: "POST",
    path: "/api/noncash-donations/:id/sale",
    summary: "Record the proceeds of donated shares, which count as money from then on",
    params: idParams,
    idempotencyKey: "replay",
    body: z.strictObject({ ...anyway, proceeds: donatedDollars, soldOn: receivedDay, lateReason }),
    output: noncashDonation,
  },
  correctNoncashDonation: {
    method: "POST",
    path: "/api/noncash-donations/:id/corrections",
    summary:
      "Void donated goods or unsold shares and record corrected ones; a corrected letter names the one that it replaces",
    params: idParams,
    idempotencyKey: "replay",
    body: recordedFields
      .extend({ reason: line(500) })
      .partial()
      .required({ ...requiredFields, reason: true })
      .refine(hasDonor, missingDonorIssue)
      .refine(hasRequiredShares, missingSharesIssue),
    output: noncashDonation,
  },
  updateNoncashDonation: writeEndpoints("/api/noncash-donations", noncashDonation).update(
    "Change what the donor's letter doesn't have: the note, and our estimate for the books",
    changeableFields.partial().extend({ ...version, lateReason }),
  ),
  voidNoncashDonation: {
    method: "POST",
    path: "/api/noncash-donations/:id/void",
    summary: "Void donated goods or unsold shares; the row stays",
    params: idParams,
    body: z.strictObject({ reason: line(500) }),
    output: noncashDonation,
  },
  downloadNoncashLetter: {
    method: "GET",
    path: "/api/noncash-donations/:id/letter",
    summary: "The letter that acknowledges donated goods or shares, as a PDF",
    params: idParams,
    output: "file",
  },
});
