import { z } from "zod";
import { ATTENDANCES } from "./choices.ts";
import { adminEndpoints } from "./endpoint.ts";
import { count, date, decimal, id, idParams, timestamp } from "./fields.ts";
import { mergedPair, mergeRecord, newMerge, keptSide, keptSideOrBoth } from "./merges.ts";

/** A volunteer before a merge. */
export const volunteerMergeSide = z.object({
  id,
  updatedAt: timestamp,
  createdAt: timestamp,
  name: z.string(),
  email: z.string().nullable(),
  contactEmail: z.string().nullable(),
  phone: z.string().nullable(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  availability: z.string().nullable(),
  interests: z.string().nullable(),
  emergencyContactName: z.string().nullable(),
  emergencyContactPhone: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  isActive: z.boolean(),
  /** The volunteer's account, if there is one. */
  login: z
    .object({ email: z.string(), isSetUp: z.boolean(), lastLoginAt: timestamp.nullable() })
    .nullable(),
  totalHours: decimal,
  /** The hours in `totalHours` that were worked before the organization used this site. */
  openingHours: decimal,
  packagesHelped: count,
  registrationCount: count,
  waitingCount: count,
  highlightCount: count,
  qualificationCount: count,
  /** All of the volunteer's email addresses, including former ones. */
  addresses: z.array(z.string()),
});

export const volunteerMerge = mergeRecord.extend({
  keptId: id,
  /** Null, like `mergedName`, once the merge is permanent or undone. */
  mergedEmail: z.string().nullable(),
  registrationCount: count,
});

/** For each field, which volunteer's value to keep. */
export const volunteerMergeChoices = z.strictObject({
  name: keptSide,
  /** Ignored if either volunteer has an account. The address used to log in is then kept. */
  email: keptSide,
  phone: keptSide,
  location: keptSide,
  availability: keptSide,
  interests: keptSide,
  emergencyContact: keptSide,
  notes: keptSideOrBoth,
  tags: keptSideOrBoth,
});

export const volunteerMergeEndpoints = adminEndpoints("volunteers", {
  listVolunteerMerges: {
    method: "GET",
    path: "/api/volunteer-merges",
    summary: "The volunteers who were merged into this one, latest first",
    query: z.object({ keptId: id }),
    output: z.array(volunteerMerge),
  },
  previewVolunteerMerge: {
    method: "GET",
    path: "/api/volunteer-merges/preview",
    summary: "Two volunteers side by side, before a merge, and their totals after it",
    query: mergedPair,
    output: z.object({
      kept: volunteerMergeSide,
      merged: volunteerMergeSide,
      totalHours: decimal,
      packagesHelped: count,
      /**
       * Shifts that both volunteers have signed up for. The merge keeps a `confirmed` sign-up if there is one,
       * otherwise an `expected` one.
       */
      sharedShifts: z.array(
        z.object({
          eventId: id,
          eventType: z.string(),
          date,
          keptAttendance: z.enum(ATTENDANCES),
          mergedAttendance: z.enum(ATTENDANCES),
        }),
      ),
    }),
  },
  mergeVolunteers: {
    method: "POST",
    path: "/api/volunteer-merges",
    summary: "Move everything from one volunteer to another; can be undone for 30 days",
    status: 201,
    idempotencyKey: "replay",
    body: newMerge(volunteerMergeChoices),
    output: volunteerMerge,
  },
  undoVolunteerMerge: {
    method: "POST",
    path: "/api/volunteer-merges/:id/undo",
    summary:
      "Undo a merge: move back what it moved, put back what it set aside, and reopen a closed account",
    params: idParams,
    output: volunteerMerge,
  },
  makeVolunteerMergePermanent: {
    method: "POST",
    path: "/api/volunteer-merges/:id/permanent",
    summary:
      "Make a merge permanent: erase the merged volunteer's own details and the data needed to undo it",
    params: idParams,
    output: volunteerMerge,
  },
});
