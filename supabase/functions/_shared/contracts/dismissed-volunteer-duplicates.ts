import { z } from "zod";
import { VOLUNTEER_DUPLICATE_REASONS } from "./choices.ts";
import { DUPLICATES_MAX } from "./dismissed-duplicates.ts";
import { adminEndpoints } from "./endpoint.ts";
import { id, message } from "./fields.ts";
import { volunteerMergeSide } from "./volunteer-merges.ts";

export const dismissedVolunteerDuplicateEndpoints = adminEndpoints("volunteers", {
  listPossibleVolunteerDuplicates: {
    method: "GET",
    path: "/api/possible-volunteer-duplicates",
    summary: `Possible duplicates among volunteers, up to ${DUPLICATES_MAX}`,
    output: z.array(
      z.object({
        reason: z.enum(VOLUNTEER_DUPLICATE_REASONS),
        /** The volunteer who can log in or, if neither or both can, the one who was added first. */
        kept: volunteerMergeSide,
        merged: volunteerMergeSide,
      }),
    ),
  },
  dismissVolunteerDuplicate: {
    method: "POST",
    path: "/api/dismissed-volunteer-duplicates",
    summary:
      "Dismiss a possible duplicate: two volunteers who aren't the same person won't be suggested again",
    status: 201,
    body: z.strictObject({ volunteerId: id, otherVolunteerId: id }),
    output: message,
  },
});
