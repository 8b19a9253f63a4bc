import { z } from "zod";
import { line } from "./fields.ts";

/**
 * What a person can be here. A mailbox is an email address itself: emails and links that were sent to it, and people in
 * files that were uploaded for an import. Its id is the lowercase address; a letter's id is its UUID, as all others.
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

const MAILBOX = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

const RECORDS_MAX = 200;

/** The records that are one person. */
export const chosenRecords = z
  .array(
    // An incomplete address would be found in everyone's data.
    personRecord.refine(
      (record) =>
        record.kind === "mailbox" ? MAILBOX.test(record.id) : z.uuid().safeParse(record.id).success,
      { path: ["id"], message: "Choose a record from the list." },
    ),
  )
  .min(1, "Choose at least one record.")
  .max(RECORDS_MAX);
