import { z } from "zod";
import { tags } from "./blog-posts.ts";
import { FORMER_DETAIL_FIELDS, NONCASH_KINDS, SOFT_CREDIT_METHODS } from "./choices.ts";
import { donorMerge } from "./donor-merges.ts";
import { adminEndpoints } from "./endpoint.ts";
import {
  count,
  date,
  decimal,
  email,
  id,
  idParams,
  line,
  personName,
  phone,
  text,
  timestamp,
  year,
} from "./fields.ts";
import { listEndpoint } from "./list.ts";
import { annualTotal } from "./my-donations.ts";
import { adminRecurringDonation } from "./recurring-donations.ts";
import { version } from "./versions.ts";

const donorRecord = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  /** The name on papers and envelopes, if it isn't the donor's name. */
  addressee: z.string().nullable(),
  /** What follows "Dear", if it isn't the first name. */
  salutation: z.string().nullable(),
  /** Null if the donor has no email address. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** The total of all completed donations, after refunds. */
  totalAmount: decimal,
  donationCount: count,
  firstDonationAt: timestamp.nullable(),
  lastDonationAt: timestamp.nullable(),
  /** Donation totals by year, latest first. */
  years: z.array(annualTotal.extend({ hasStatement: z.boolean() })),
  /** The statements that were printed with others, and when last. */
  printedStatements: z.array(z.object({ year: count, printedAt: timestamp })),
  /** Gifts that funds and employers made because of the donor. The donor's totals don't include them. */
  softCredits: z.array(
    z.object({
      id,
      giverName: z.string(),
      method: z.enum(SOFT_CREDIT_METHODS),
      amount: decimal,
      date,
    }),
  ),
  /** Donated goods and shares, latest first. */
  noncashDonations: z.array(
    z.object({
      id,
      kind: z.enum(NONCASH_KINDS),
      description: z.string(),
      shares: decimal.nullable(),
      receivedOn: date,
      isSold: z.boolean(),
    }),
  ),
  recurringDonations: z.array(adminRecurringDonation),
  /** Donors who were merged into this one, latest first. */
  merges: z.array(donorMerge),
  /** Corrections of the donor's details, latest first. */
  formerDetails: z.array(
    z.object({
      id,
      field: z.enum(FORMER_DETAIL_FIELDS),
      value: z.string(),
      replacedAt: timestamp,
      replacedBy: z.string(),
    }),
  ),
  /** The other email addresses that lead to the donor. A mistaken one may be someone else's, and opens no links. */
  otherAddresses: z.array(z.object({ address: z.string(), isMistaken: z.boolean() })),
  /** The volunteer with one of the donor's email addresses. */
  volunteer: z.object({ id, name: z.string(), totalHours: decimal }).nullable(),
});

const writableFields = z.strictObject({
  firstName: personName,
  lastName: line(100, 0),
  addressee: line(200).nullable(),
  salutation: line(100).nullable(),
  email: email.nullable(),
  phone: phone.nullable(),
  address: text(500, 0).nullable(),
  notes: text(5000, 0).nullable(),
  tags,
});

export const donorEndpoints = adminEndpoints("giving", {
  listDonors: listEndpoint({
    path: "/api/donors",
    summary: "Donors to choose from, including those who haven't given money yet",
    sorts: ["lastName", "-lastName"],
    /** A search also finds words of the notes, which the list doesn't return. */
    searchedFields: "name and email",
    filters: {
      /** Only the donor that this address leads to: their current address or another one. */
      email: email.optional(),
    },
    item: z.object({
      id,
      firstName: z.string(),
      lastName: z.string(),
      email: z.string().nullable(),
      zipCode: z.string().nullable(),
      /** Null if the donor has no donation that counts. */
      lastDonationAt: timestamp.nullable(),
    }),
  }),
  createDonor: {
    method: "POST",
    path: "/api/donors",
    summary: "Add a donor without a donation",
    status: 201,
    idempotencyKey: "replay",
    body: writableFields.partial().required({ firstName: true }),
    output: donorRecord,
  },
  getDonor: {
    method: "GET",
    path: "/api/donors/:id",
    summary:
      "One donor, with totals and monthly gifts; a merged donor's ID returns the donor who was kept, with a different ID",
    params: idParams,
    output: donorRecord,
  },
  downloadDonorStatement: {
    method: "GET",
    path: "/api/donors/:id/statements/:year",
    summary: "A donor's annual statement, as a PDF",
    params: z.object({ id, year }),
    output: "file",
  },
  updateDonor: {
    method: "PUT",
    path: "/api/donors/:id",
    summary: "Correct a donor's details; receipts already sent don't change",
    params: idParams,
    body: writableFields
      .extend({
        /** True if the email address that the new one replaces was a mistake. It then opens no links. */
        isFormerEmailMistaken: z.boolean(),
      })
      .partial()
      .extend(version),
    output: donorRecord,
  },
  markOtherAddress: {
    method: "PUT",
    path: "/api/donors/:id/other-addresses",
    summary: "Say that one of a donor's other email addresses was a mistake, or that it wasn't",
    params: idParams,
    body: z.strictObject({ address: email, isMistaken: z.boolean() }),
    output: donorRecord,
  },
  eraseFormerDetails: {
    method: "DELETE",
    path: "/api/donors/:id/former-details",
    summary: "Erase a donor's former details for good; past donations and emails still show them",
    params: idParams,
    output: donorRecord,
  },
});
