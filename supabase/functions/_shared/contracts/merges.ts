import { z } from "zod";
import { id, timestamp } from "./fields.ts";

/** What is merged. Determines the area, and the tables. */
export type MergeNoun = "donor" | "volunteer";

/** Which value to keep: the kept record's or the merged record's. */
export const keptSide = z.enum(["kept", "merged"]);
export const keptSideOrBoth = z.enum(["kept", "merged", "both"]);

export const mergedPair = z.object({ keptId: id, mergedId: id });

/** A merge, as shown on the page of the donor or volunteer who was kept. */
export const mergeRecord = z.object({
  id,
  mergedId: id,
  /** Null once the details of the merged donor or volunteer have been erased. */
  mergedName: z.string().nullable(),
  mergedBy: z.string(),
  mergedAt: timestamp,
  undoUntil: timestamp,
  undoneBy: z.string().nullable(),
  undoneAt: timestamp.nullable(),
  isPermanent: z.boolean(),
});

export const newMerge = <Choices extends z.ZodType>(choices: Choices) =>
  z.strictObject({
    keptId: id,
    mergedId: id,
    /** The versions of the records that the preview showed. */
    keptUpdatedAt: timestamp,
    mergedUpdatedAt: timestamp,
    choices,
  });
