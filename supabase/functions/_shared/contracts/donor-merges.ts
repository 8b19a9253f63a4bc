import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { count, decimal, id, idParams, timestamp } from "./fields.ts";
import { mergedPair, mergeRecord, newMerge, keptSide, keptSideOrBoth } from "./merges.ts";

/** A donor before a merge. */
export const donorMergeSide = z.object({
  id,
  updatedAt: timestamp,
  createdAt: timestamp,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  /** The number of completed donations, and their total after refunds. */
  donationCount: count,
  totalAmount: decimal,
  recurringDonationCount: count,
  noncashDonationCount: count,
  softCreditCount: count,
  /** All of the donor's email addresses. */
  addresses: z.array(z.string()),
});

export const donorMerge = mergeRecord.extend({ donationCount: count });

/** For each field, which donor's value to keep. */
export const donorMergeChoices = z.strictObject({
  name: keptSide,
  email: keptSide,
  phone: keptSide,
  address: keptSide,
  notes: keptSideOrBoth,
  tags: keptSideOrBoth,
});

export const donorMergeEndpoints = adminEndpoints("giving", {
  previewDonorMerge: {
    method: "GET",
    path: "/api/donor-merges/preview",
    summary: "Two donors side by side, before a merge",
    query: mergedPair,
    output: z.object({ kept: donorMergeSide, merged: donorMergeSide }),
  },
  mergeDonors: {
    method: "POST",
    path: "/api/donor-merges",
    summary: "Move everything from one donor to another; can be undone for 30 days",
    status: 201,
    idempotencyKey: "replay",
    body: newMerge(donorMergeChoices),
    output: donorMerge,
  },
  undoDonorMerge: {
    method: "POST",
    path: "/api/donor-merges/:id/undo",
    summary:
      "Undo a merge: move back what it moved, and anything received from the merged donor's addresses since",
    params: idParams,
    output: donorMerge,
  },
  makeDonorMergePermanent: {
    method: "POST",
    path: "/api/donor-merges/:id/permanent",
    summary:
      "Make a merge permanent: erase the merged donor's own details and the data needed to undo it",
    params: idParams,
    output: donorMerge,
  },
});
