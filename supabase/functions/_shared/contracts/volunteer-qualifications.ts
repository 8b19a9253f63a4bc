import { z } from "zod";
import { QUALIFICATION_KINDS } from "./choices.ts";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { date, id, line, timestamp } from "./fields.ts";
import { listEndpoint } from "./list.ts";
import { anyway, completionDay, expirationDay } from "./usual-days.ts";
import { version } from "./versions.ts";

const qualification = z.object({
  id,
  volunteerId: id,
  kind: z.enum(QUALIFICATION_KINDS),
  label: z.string().nullable(),
  completedOn: date,
  /** The first day on which the qualification is no longer valid; null if it doesn't expire. */
  expiresOn: date.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const writableFields = z.strictObject({
  ...anyway,
  kind: z.enum(QUALIFICATION_KINDS),
  label: line(100).nullable(),
  completedOn: completionDay,
  expiresOn: expirationDay.nullable(),
});

const writes = writeEndpoints("/api/volunteer-qualifications", qualification);

export const volunteerQualificationEndpoints = adminEndpoints("volunteers", {
  listVolunteerQualifications: listEndpoint({
    path: "/api/volunteer-qualifications",
    summary: "Volunteers' qualifications, such as waivers and training, with expiration dates",
    sorts: ["-completedOn", "completedOn"],
    searchedFields: "label",
    filters: { volunteerId: id.optional() },
    item: qualification.extend({
      /**
       * True if the qualification has expired or expires within 30 days, and the volunteer doesn't have a newer one of
       * the same kind.
       */
      isLapsing: z.boolean(),
      hasLapsed: z.boolean(),
    }),
  }),
  createVolunteerQualification: writes.create(
    "Add a volunteer's qualification, such as a signed waiver or a completed training",
    writableFields
      .partial()
      .required({ kind: true, completedOn: true })
      .extend({ volunteerId: id }),
  ),
  updateVolunteerQualification: writes.update(
    "Correct a qualification",
    writableFields.partial().extend(version),
  ),
  deleteVolunteerQualification: writes.remove("Delete a qualification"),
});
