import { z } from "zod";
import { PAPER_KINDS, UNPRINTABLE_REASONS } from "./choices.ts";
import { adminEndpoints } from "./endpoint.ts";
import { count, id, year } from "./fields.ts";
import { LABELS_PER_REQUEST, PAPERS_PER_REQUEST, PRINTED_PAPERS_MAX } from "./limits.ts";

const paperIds = z
  .string()
  .max(40 * LABELS_PER_REQUEST)
  .transform((value) => value.split(","))
  .pipe(z.array(id).max(LABELS_PER_REQUEST));

export const printedPaperEndpoints = adminEndpoints("giving", {
  createPapers: {
    method: "GET",
    path: "/api/printed-papers/pdf",
    summary: `Receipts (by donation, or the latest one by donor), statements, letters or labels (by donor) in one PDF, in the order of the IDs: up to ${PAPERS_PER_REQUEST} papers or ${LABELS_PER_REQUEST} labels`,
    rateLimit: { max: 1000, windowSeconds: 600, per: "account" },
    query: z
      .object({
        kind: z.enum(PAPER_KINDS),
        ids: paperIds,
        /** Whether receipts are those of these donations, or the latest one of each of these donors. */
        idsOf: z.enum(["donations", "donors"]).default("donations"),
        /** The year of the statements. */
        year: year.optional(),
        /** The letter to print. */
        letterId: id.optional(),
        /** False if more labels follow. Only full sheets are then in the PDF. */
        isLast: z
          .enum(["true", "false"])
          .transform((value) => value === "true")
          .default(true),
      })
      .refine(({ kind, ids }) => kind === "labels" || ids.length <= PAPERS_PER_REQUEST, {
        path: ["ids"],
        message: `Print at most ${PAPERS_PER_REQUEST} papers at once.`,
      })
      .refine(({ kind, year: ofYear }) => kind !== "statements" || ofYear !== undefined, {
        path: ["year"],
        message: "Choose a year.",
      })
      .refine(({ kind, letterId }) => kind !== "letters" || letterId !== undefined, {
        path: ["letterId"],
        message: "Choose a letter.",
      }),
    output: z.object({
      /** Encoded in base64. Null if nothing can be printed. */
      pdf: z.string().nullable(),
      /** The given IDs whose papers are in the PDF. */
      printedIds: z.array(id),
      /** What to record as printed: the donations of receipts, otherwise the donors. */
      recordIds: z.array(id),
      /** Labels that didn't fill a sheet. Send their IDs again, first. */
      waitingIds: z.array(id),
      /** Who can't be printed, and why. */
      unprintable: z.array(
        z.object({ id, donorId: id, name: z.string(), reason: z.enum(UNPRINTABLE_REASONS) }),
      ),
    }),
  },
  recordPrintedPapers: {
    method: "POST",
    path: "/api/printed-papers",
    summary: "Record that papers were printed",
    idempotencyKey: "replay",
    body: z.strictObject({
      kind: z.enum(PAPER_KINDS),
      ids: z.array(id).min(1).max(PRINTED_PAPERS_MAX),
      year: z.int().min(1900).max(2199).optional(),
      letterId: id.optional(),
    }),
    output: z.object({ recorded: count }),
  },
});
