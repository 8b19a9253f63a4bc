import type { ImportKind } from "../../contracts/choices.ts";

/** Fields that a column of the file can be mapped to. */
export const IMPORT_FIELDS = [
  "sourceId",
  "date",
  "amount",
  "feeCovered",
  "refunded",
  "currency",
  "status",
  "mode",
  "method",
  "reference",
  "paymentId",
  "firstName",
  "lastName",
  "fullName",
  "company",
  "email",
  "phone",
  "address",
  "address2",
  "city",
  "state",
  "zipCode",
  "country",
  "sourceDonorId",
  "note",
  "inHonorOf",
  "isAnonymous",
  "tags",
  "hours",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** For each field, the index of its column. */
export type ImportMapping = Readonly<Partial<Record<ImportField, number>>>;

const PERSON_FIELDS = [
  "firstName",
  "lastName",
  "fullName",
  "company",
  "email",
  "phone",
  "address",
  "address2",
  "city",
  "state",
  "zipCode",
  "country",
] as const satisfies readonly ImportField[];

/** The fields that each kind of import uses. */
export const FIELDS_BY_KIND: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  donations: [
    "date",
    "amount",
    "sourceId",
    ...PERSON_FIELDS,
    "method",
    "reference",
    "status",
    "refunded",
    "feeCovered",
    "currency",
    "note",
    "inHonorOf",
    "isAnonymous",
    "sourceDonorId",
    "paymentId",
    "mode",
  ],
  donors: ["sourceId", ...PERSON_FIELDS, "note", "tags"],
  volunteers: ["sourceId", ...PERSON_FIELDS, "hours"],
};

export const IMPORT_SOURCES = ["givewp", "givebutter", "donorbox", "stripe"] as const;

type Columns = Readonly<Partial<Record<ImportField, readonly string[]>>>;

export interface ImportFormat {
  /**
   * The source that is stored with each imported record, together with the record's ID in that system. If a file's
   * format isn't recognized, its source is `spreadsheet`.
   */
  readonly source: (typeof IMPORT_SOURCES)[number] | "spreadsheet";
  readonly label: string;
  /** The headings that only this format has. Each is a list of possible spellings. */
  readonly signature: readonly (readonly string[])[];
  /** The possible headings of each field, with the best one first. Case, spaces and punctuation don't matter. */
  readonly columns: Columns;
  readonly isUtc?: true;
}

const PERSON_COLUMNS = {
  firstName: ["First Name"],
  lastName: ["Last Name"],
  email: ["Email", "Email Address"],
  phone: ["Phone", "Phone Number"],
  city: ["City"],
  state: ["State", "State / Province"],
  zipCode: ["Zip", "Zip Code", "Postal Code"],
  country: ["Country"],
} satisfies Columns;

/**
 * GiveWP, Donations → Tools → Export. The headings are those of `give-export-donations-exporter.php` in
 * github.com/impress-org/givewp; the export is described at
 * https://www.liquidweb.com/help-docs/software/give/tools/exports/overview-40/.
 */
const givewp: ImportFormat = {
  source: "givewp",
  label: "GiveWP",
  signature: [["Donation ID"], ["Donation Total"], ["Donation Date"]],
  columns: {
    ...PERSON_COLUMNS,
    sourceId: ["Donation ID"],
    date: ["Donation Date"],
    amount: ["Donation Total"],
    currency: ["Currency Code"],
    status: ["Donation Status"],
    mode: ["Payment Mode"],
    method: ["Payment Gateway"],
    company: ["Company Name"],
    email: ["Email Address", "Donor Email"],
    phone: ["Donor Phone Number", "Phone"],
    address: ["Address 1"],
    address2: ["Address 2"],
    sourceDonorId: ["Donor ID"],
    isAnonymous: ["Anonymous Donation"],
    paymentId: ["Transaction ID"],
  },
};

/**
 * Givebutter, Transactions → Export. Givebutter doesn't publish a list of the columns. These are the fields of the
 * transaction at https://docs.givebutter.com/reference/the-transaction-object, written as headings or as field names.
 */
const givebutter: ImportFormat = {
  source: "givebutter",
  label: "Givebutter",
  signature: [["Donated"], ["Payout"], ["Fee Covered", "Fees Covered"]],
  isUtc: true,
  columns: {
    ...PERSON_COLUMNS,
    sourceId: ["ID", "Transaction ID"],
    date: ["Transacted At", "Transaction Date", "Transaction Date (UTC)", "Created At"],
    amount: ["Amount"],
    feeCovered: ["Fee Covered", "Fees Covered"],
    refunded: ["Refunded", "Refunded Amount"],
    currency: ["Currency"],
    status: ["Status"],
    method: ["Method", "Payment Method"],
    reference: ["Check Number"],
    company: ["Company", "Company Name"],
    address: ["Address", "Address 1", "Address Line 1"],
    address2: ["Address 2", "Address Line 2"],
    sourceDonorId: ["Contact ID"],
  },
};

/**
 * Donorbox, Donations → Export. Donorbox doesn't publish a list of the columns. These are the columns that public
 * programs read from its files. For the columns that Donorbox itself imports, see
 * https://donorbox.zendesk.com/hc/en-us/articles/38160226751764-Import-Data-to-Donorbox-CRM.
 */
const donorbox: ImportFormat = {
  source: "donorbox",
  label: "Donorbox",
  signature: [["Receipt Id"], ["Donated At"], ["Donor Email"]],
  columns: {
    ...PERSON_COLUMNS,
    sourceId: ["Receipt Id"],
    date: ["Donated At"],
    amount: ["Amount"],
    refunded: ["Amount Refunded"],
    currency: ["Currency"],
    status: ["Status"],
    method: ["Donation Type"],
    firstName: ["Donor's First Name"],
    lastName: ["Donor's Last Name"],
    fullName: ["Name"],
    company: ["Donating Company"],
    email: ["Donor Email"],
    address: ["Address"],
    address2: ["Address 2"],
    note: ["Designation"],
    inHonorOf: ["Honoree Name"],
    isAnonymous: ["Make Donation Anonymous"],
    paymentId: ["Stripe Charge Id", "Pay Pal Transaction Id"],
  },
};

/**
 * Stripe, Payments → Export. Stripe doesn't publish a list of the columns. These are the headings that public programs
 * read from its files. https://support.stripe.com/questions/exporting-a-report-of-all-transactions says that the export
 * includes payments that failed.
 */
const stripe: ImportFormat = {
  source: "stripe",
  label: "Stripe",
  signature: [["id"], ["Created date (UTC)", "Created (UTC)"], ["Amount Refunded"]],
  isUtc: true,
  columns: {
    sourceId: ["id"],
    date: ["Created date (UTC)", "Created (UTC)"],
    amount: ["Amount"],
    refunded: ["Amount Refunded"],
    currency: ["Currency"],
    status: ["Status"],
    mode: ["Mode"],
    fullName: ["Customer Name", "Card Name", "Shipping Name", "Customer Description"],
    email: ["Customer Email"],
    phone: ["Customer Phone"],
    sourceDonorId: ["Customer ID"],
    paymentId: ["PaymentIntent ID"],
  },
};

/** A spreadsheet that people made, with the headings that they typically use. */
const spreadsheet: ImportFormat = {
  source: "spreadsheet",
  label: "Spreadsheet",
  signature: [],
  columns: {
    ...PERSON_COLUMNS,
    sourceId: ["ID", "Donation ID", "Transaction ID"],
    date: ["Date", "Donation Date", "Gift Date", "Date Received", "Received", "Received On"],
    amount: ["Amount", "Donation", "Donation Amount", "Gift", "Gift Amount", "Total"],
    refunded: ["Refunded", "Amount Refunded"],
    currency: ["Currency"],
    status: ["Status"],
    method: ["Method", "Payment Method", "Payment Type", "Type"],
    reference: ["Reference", "Check Number", "Check No", "Check #", "Number"],
    firstName: ["First Name", "First", "Given Name"],
    lastName: ["Last Name", "Last", "Surname", "Family Name"],
    fullName: ["Name", "Full Name", "Donor", "Donor Name", "Volunteer", "Volunteer Name"],
    company: ["Company", "Company Name", "Organization"],
    email: ["Email", "Email Address", "Donor Email"],
    phone: ["Phone", "Phone Number", "Telephone", "Cell"],
    address: ["Address", "Address 1", "Street", "Street Address"],
    address2: ["Address 2"],
    sourceDonorId: ["Donor ID", "Donor Number", "Contact ID"],
    note: ["Note", "Notes", "Comment", "Designation", "Fund"],
    inHonorOf: ["In honor of", "Tribute", "Honoree"],
    isAnonymous: ["Anonymous"],
    tags: ["Tags"],
    hours: ["Hours", "Total Hours", "Hours Volunteered", "Volunteer Hours"],
  },
};

export const IMPORT_FORMATS: readonly ImportFormat[] = [
  givewp,
  donorbox,
  givebutter,
  stripe,
  spreadsheet,
];

const normalizeHeading = (heading: string): string =>
  heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Finds the column of each field by its heading. No column is used for more than one field. */
export function createMapping(
  { columns }: ImportFormat,
  kind: ImportKind,
  headings: readonly string[],
): ImportMapping {
  const names = headings.map(normalizeHeading);
  const usedColumns = new Set<number>();
  const mapping: Partial<Record<ImportField, number>> = {};
  for (const field of FIELDS_BY_KIND[kind]) {
    const index = (columns[field] ?? [])
      .map((heading) =>
        names.findIndex(
          (name, column) => name === normalizeHeading(heading) && !usedColumns.has(column),
        ),
      )
      .find((column) => column !== -1);
    if (index === undefined) continue;
    mapping[field] = index;
    usedColumns.add(index);
  }
  return mapping;
}

/** Returns the format whose signature is among the headings. If there is none, returns `spreadsheet`. */
export function recognizeFormat(headings: readonly string[]): ImportFormat {
  const names = new Set(headings.map(normalizeHeading));
  const hasHeadings = ({ signature }: ImportFormat) =>
    signature.length > 0 &&
    signature.every((spellings) =>
      spellings.some((heading) => names.has(normalizeHeading(heading))),
    );
  return IMPORT_FORMATS.find(hasHeadings) ?? spreadsheet;
}

/** Returns an instruction that names what still has to be mapped, or null if nothing is missing. */
export function findMappingProblem(kind: ImportKind, mapping: ImportMapping): string | null {
  const hasColumnOf = (...fields: readonly ImportField[]) =>
    fields.some((field) => mapping[field] !== undefined);
  if (kind === "donations" && !hasColumnOf("amount")) return "Choose the column with the amount.";
  if (kind === "donations" && !hasColumnOf("date")) return "Choose the column with the date.";
  if (kind === "volunteers" && !hasColumnOf("email"))
    return "Choose the column with the email address.";
  if (!hasColumnOf("firstName", "lastName", "fullName", "company", "email")) {
    return "Choose the column with the name or the email address.";
  }
  return null;
}

/** Returns whether the rows contain IDs from another system. They are meaningless without the system's name. */
export const hasSourceIds = ({ sourceId, sourceDonorId }: ImportMapping): boolean =>
  sourceId !== undefined || sourceDonorId !== undefined;

/** Returns an instruction to correct the name of the other system, or null if the name is valid. */
export const findSourceProblem = (source: string, mapping: ImportMapping): string | null =>
  hasSourceIds(mapping) && (source === "" || source === spreadsheet.source)
    ? "Enter the name of the system this file came from, so that its IDs aren't confused with those of other systems."
    : null;
