import { z } from "zod";
import { DUPLICATE_REASONS } from "./choices.ts";
import { donorMergeSide } from "./donor-merges.ts";
import { adminEndpoints } from "./endpoint.ts";
import { id, message } from "./fields.ts";

/** Maximum number of pairs to list. More appear as the listed ones are merged or dismissed. */
export const DUPLICATES_MAX = 100;

export const dismissedDuplicateEndpoints = adminEndpoints("giving", {
  listPossibleDuplicates: {
    method: "GET",
    path: "/api/possible-duplicates",
    summary: `Possible duplicates among donors, up to ${DUPLICATES_MAX}`,
    output: z.array(
      z.object({
        reason: z.enum(DUPLICATE_REASONS),
        /** The donor who was added first. */
        kept: donorMergeSide,
        merged: donorMergeSide,
      }),
    ),
  },
  dismissDuplicate: {
    method: "POST",
    path: "/api/dismissed-duplicates",
    summary:
      "Dismiss a possible duplicate: two donors who aren't the same person won't be suggested again",
    status: 201,
    body: z.strictObject({ donorId: id, otherDonorId: id }),
    output: message,
  },
});
