import type { ImportKind } from "#contracts/choices.ts";
import type { ImportField } from "#rules/imports/formats.ts";
import type { Import } from "#data/imports/mutations.ts";
import { countWithNoun, longDay } from "#lib/format.ts";
import type { StatusLooks } from "#kit/lists/status-badge.tsx";

export const IMPORT_KIND_LABELS: Readonly<Record<ImportKind, string>> = {
  donations: "Donations",
  donors: "Donors",
  volunteers: "Volunteers",
};

const KIND_NOUNS: Readonly<Record<ImportKind, string>> = {
  donations: "donation",
  donors: "donor",
  volunteers: "volunteer",
};

/** Returns text such as `97 donations`. */
export const kindCountText = (kind: ImportKind, count: number): string =>
  countWithNoun(count, KIND_NOUNS[kind], kind);

export const rowsText = (count: number): string => countWithNoun(count, "row", "rows");

type Fills = NonNullable<Import["counts"]>["fills"];

const FILL_NOUNS: Readonly<Record<keyof Fills, string>> = {
  address: "an address",
  phone: "a phone number",
  addressee: "an addressee",
  salutation: "a salutation",
  notes: "notes",
  tags: "tags",
  availability: "the availability",
};

/** Returns text such as `Adds an address to 12 donors, a phone number to 3`; empty if nothing is added. */
export function fillsText(kind: ImportKind, fills: Fills): string {
  const people = kind === "volunteers" ? "volunteers" : "donors";
  const parts = (Object.keys(FILL_NOUNS) as (keyof Fills)[])
    .filter((field) => fills[field] > 0)
    .map(
      (field) =>
        `${FILL_NOUNS[field]} to ${countWithNoun(fills[field], people.slice(0, -1), people)}`,
    );
  return parts.length === 0 ? "" : `Adds ${parts.join(", ")}`;
}

/** Returns the headings of the columns that an import doesn't use, such as `Deposit, Monthly`. */
export function unusedColumnsText({ headings, mapping, meanings }: Import): string {
  const read = new Set([...Object.values(mapping), ...Object.keys(meanings).map(Number)]);
  return headings
    .filter((heading, column) => heading.trim() !== "" && !read.has(column))
    .map((heading) => heading.trim())
    .join(", ");
}

/** Returns text such as `2 rows have an unusual date: row 3 (November 3, 1926), row 9 (March 2, 2006).` */
export function unusualDaysText({
  unusualDays,
  unusualRows,
}: NonNullable<Import["counts"]>): string {
  const named = unusualRows.map(
    ({ rowNumber, days }) => `row ${rowNumber} (${days.map(longDay).join(", ")})`,
  );
  const others = unusualDays - named.length;
  const list = [...named, ...(others > 0 ? [`and ${rowsText(others)} more`] : [])].join(", ");
  return `${rowsText(unusualDays)} ${unusualDays === 1 ? "has" : "have"} an unusual date: ${list}.`;
}

/** Returns text such as `3 new donors are the donors with the same names`. */
export const namesakesText = (count: number): string =>
  count === 1
    ? "1 new donor is the donor with the same name"
    : `${countWithNoun(count, "", "new donors")} are the donors with the same names`;

/** Returns text such as `3 rows that look like donations you already have`. */
export const lookalikesText = (kind: ImportKind, count: number): string =>
  `${rowsText(count)} that ${count === 1 ? `looks like a ${KIND_NOUNS[kind]}` : `look like ${kind}`} you already have`;

const LOOKALIKE_REASONS: Readonly<Record<ImportKind, string>> = {
  donations: "The same donor already has a donation of that amount on that day.",
  donors:
    "One of your donors has the same name and ZIP code. Import a row only if it's someone else.",
  volunteers:
    "A volunteer has the same name and no email, or the same email and another name. Import a row only if it's someone else. Whoever shares a mailbox gets it as a contact email, which is no login.",
};

/** Explains why rows are lookalikes, and what to do about them. */
export const lookalikeReason = (kind: ImportKind): string => LOOKALIKE_REASONS[kind];

export const FIELD_LABELS: Readonly<Record<ImportField, string>> = {
  sourceId: "ID in the other system",
  date: "Date",
  time: "Time",
  amount: "Amount",
  feeCovered: "Covered fee",
  refunded: "Refunded",
  currency: "Currency",
  status: "Status",
  type: "Type",
  dispute: "Dispute",
  direction: "In or out",
  mode: "Test or live",
  method: "Payment method",
  reference: "Check number",
  paymentId: "Payment ID",
  firstName: "First name",
  lastName: "Last name",
  fullName: "Full name",
  company: "Organization",
  addressee: "Addressee",
  salutation: "Salutation",
  email: "Email",
  phone: "Phone",
  address: "Street address",
  address2: "Apartment or suite",
  city: "City",
  state: "State",
  zipCode: "ZIP code",
  country: "Country",
  sourceDonorId: "Donor's ID in the other system",
  creditedPerson: "Credited person",
  creditedDonorId: "Credited person's ID in the other system",
  origin: "Source",
  note: "Note",
  inHonorOf: "In honor of",
  inMemoryOf: "In memory of",
  tributeType: "Honor or memory",
  isAnonymous: "Anonymous",
  refundOf: "Refund of the payment",
  employer: "Employer",
  matchAmount: "Employer's match",
  tags: "Tags",
  hours: "Hours so far",
  startedOn: "Volunteer since",
  availability: "Availability",
  qualifications: "Waivers and training",
};

export const IMPORT_STATE: StatusLooks<Import["state"]> = {
  staging: { label: "Incomplete", tone: "attention" },
  checking: { label: "Checking" },
  checked: { label: "Checked", tone: "attention" },
  importing: { label: "Importing" },
  imported: { label: "Imported" },
  undoing: { label: "Undoing" },
  undone: { label: "Undone" },
  discarded: { label: "Discarded" },
};
