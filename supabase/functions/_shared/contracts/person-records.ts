import { z } from "zod";
import { email, line } from "./fields.ts";

/**
 * The kinds of records that a person can have. A mailbox stands for an email address: the emails and links sent to it,
 * and people with that address in files that were uploaded for an import. A mailbox's ID is the address in lowercase.
 * All other IDs are UUIDs.
 */
export const PERSON_RECORD_KINDS = [
  "donor",
  "volunteer",
  "volunteer_account",
  "volunteer_application",
  "administrator",
  "admin_invitation",
  "testimonial",
  "children_letter",
  "team_member",
  "location",
  "tribute",
  "login",
  "mailbox",
] as const;

export const personRecord = z.strictObject({
  kind: z.enum(PERSON_RECORD_KINDS),
  id: line(254),
});

export type PersonRecord = z.output<typeof personRecord>;

const RECORDS_MAX = 200;

/** The records that belong to one person. */
export const chosenRecords = z
  .array(
    // Requires a complete address, because an incomplete one could match other people's data.
    personRecord.refine(
      (record) =>
        record.kind === "mailbox"
          ? email.safeParse(record.id).success
          : z.uuid().safeParse(record.id).success,
      { path: ["id"], message: "Choose a record from the list." },
    ),
  )
  .min(1, "Choose at least one record.")
  .max(RECORDS_MAX);
