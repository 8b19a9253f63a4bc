import type { ChosenRecords, FoundRecord } from "#data/people/queries.ts";

/** The kinds of records that a person can have, in the order on the page. */
export const RECORD_KIND_LABELS: Readonly<Record<FoundRecord["kind"], string>> = {
  donor: "Donors",
  volunteer: "Volunteers",
  volunteer_account: "Volunteer accounts",
  volunteer_application: "Applications",
  administrator: "Administrators",
  admin_invitation: "Invitations to become an administrator",
  testimonial: "Stories",
  children_letter: "Letters",
  team_member: "Team members on the site",
  location: "Contacts at locations",
  tribute: "Cards",
  login: "Logins",
  mailbox: "Emails and uploaded files",
};

/** Returns a key that is unique across all kinds of records. */
export const recordKey = ({ kind, id }: ChosenRecords[number]): string => `${kind} ${id}`;

export const getRecordTitle = ({ name, email }: FoundRecord): string => name || email || "No name";

export interface RecordGroup {
  readonly label: string;
  readonly records: readonly FoundRecord[];
}

/** Groups records by kind. */
export const groupRecords = (records: readonly FoundRecord[]): readonly RecordGroup[] =>
  Object.entries(RECORD_KIND_LABELS)
    .map(([kind, label]) => ({ label, records: records.filter((record) => record.kind === kind) }))
    .filter((group) => group.records.length > 0);
