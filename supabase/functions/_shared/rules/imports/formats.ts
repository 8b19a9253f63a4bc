import type { ImportKind, ImportMeaning } from "../../contracts/choices.ts";
import { KNOWN_FORMATS } from "./known-formats.ts";
import { spreadsheet } from "./spreadsheet-format.ts";

/** Fields that a column of the file can be mapped to. */
export const IMPORT_FIELDS = [
  "sourceId",
  "date",
  "time",
  "amount",
  "feeCovered",
  "refunded",
  "currency",
  "status",
  "type",
  "dispute",
  "direction",
  "mode",
  "method",
  "reference",
  "paymentId",
  "firstName",
  "lastName",
  "fullName",
  "company",
  "addressee",
  "salutation",
  "email",
  "phone",
  "address",
  "address2",
  "city",
  "state",
  "zipCode",
  "country",
  "sourceDonorId",
  "creditedPerson",
  "creditedDonorId",
  "origin",
  "note",
  "inHonorOf",
  "inMemoryOf",
  "tributeType",
  "isAnonymous",
  "refundOf",
  "employer",
  "matchAmount",
  "tags",
  "hours",
  "startedOn",
  "availability",
  "qualifications",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The fields whose words say whether a row is money that arrived (see `words.ts`). */
export const WORD_FIELDS = [
  "status",
  "type",
  "dispute",
  "direction",
  "mode",
  "method",
] as const satisfies readonly ImportField[];
export type WordField = (typeof WORD_FIELDS)[number];

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

/** How papers address a donor. */
const ADDRESSING_FIELDS = ["addressee", "salutation"] as const satisfies readonly ImportField[];

/** The fields that each kind of import uses. */
export const FIELDS_BY_KIND: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  donations: [
    "date",
    "time",
    "amount",
    "sourceId",
    ...PERSON_FIELDS,
    ...ADDRESSING_FIELDS,
    "method",
    "reference",
    "status",
    "type",
    "dispute",
    "direction",
    "refunded",
    "refundOf",
    "feeCovered",
    "currency",
    "note",
    "inHonorOf",
    "inMemoryOf",
    "tributeType",
    "isAnonymous",
    "origin",
    "sourceDonorId",
    "creditedPerson",
    "creditedDonorId",
    "paymentId",
    "mode",
    "employer",
    "matchAmount",
  ],
  donors: ["sourceId", ...PERSON_FIELDS, ...ADDRESSING_FIELDS, "note", "tags"],
  volunteers: [
    "sourceId",
    ...PERSON_FIELDS,
    "hours",
    "startedOn",
    "availability",
    "note",
    "tags",
    "qualifications",
  ],
};

export const IMPORT_SOURCES = [
  "care-packages",
  "givewp",
  "givebutter",
  "donorbox",
  "stripe",
  "civicrm",
  "paypal",
  "zeffy",
  "benevity",
] as const;

export type Columns = Readonly<Partial<Record<ImportField, readonly string[]>>>;

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
  /** Statuses that mean something else, or something certain, only in this format. */
  readonly statuses?: Readonly<Record<string, ImportMeaning>>;
}

export const IMPORT_FORMATS: readonly ImportFormat[] = [...KNOWN_FORMATS, spreadsheet];

/** Zeffy adds the time zone to its headings: `Payment Date (America/New_York)`. */
const ZONE_NAME = /\([a-z]+\/[a-z_]+\)\s*$/;

const normalizeHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(ZONE_NAME, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

const KNOWN_HEADINGS = new Set(
  IMPORT_FORMATS.flatMap(({ signature, columns }) =>
    [...signature, ...Object.values(columns)].flat().map(normalizeHeading),
  ),
);

const WORD_HEADINGS = new Map(
  (["type", "status"] as const).flatMap((field) =>
    (spreadsheet.columns[field] ?? []).map((heading) => [normalizeHeading(heading), field]),
  ),
);

/** Returns whether a column of this name usually has types or statuses of money. */
export const findWordField = (heading: string): "type" | "status" | undefined =>
  WORD_HEADINGS.get(normalizeHeading(heading));

/** Returns how many of the cells are headings of a format that we know. */
export const countKnownHeadings = (cells: readonly string[]): number =>
  new Set(cells.map(normalizeHeading).filter((heading) => KNOWN_HEADINGS.has(heading))).size;

/** Systems say whose address it is, and which of several: `Donor First Name`, `Primary Street`. */
const PERSON_PREFIX =
  /^(?:donor(?:['’]?s)?|supporter|constituent|contact|customer|payer|primary|preferred|home|mailing|billing)[\s_:-]+/i;

const PERSON_FIELD_NAMES: ReadonlySet<string> = new Set([...PERSON_FIELDS, ...ADDRESSING_FIELDS]);

/** Finds the column of each field by its heading. No column is used for more than one field. */
export function createMapping(
  { columns }: ImportFormat,
  kind: ImportKind,
  headings: readonly string[],
): ImportMapping {
  const names = headings.map(normalizeHeading);
  const namesWithoutPrefix = headings.map((heading) =>
    normalizeHeading(heading.trim().replace(PERSON_PREFIX, "")),
  );
  const usedColumns = new Set<number>();
  const mapping: Partial<Record<ImportField, number>> = {};
  for (const field of FIELDS_BY_KIND[kind]) {
    const headingsOfField = (columns[field] ?? []).map(normalizeHeading);
    const findIn = (candidates: readonly string[]) =>
      headingsOfField
        .map((heading) =>
          candidates.findIndex((name, column) => name === heading && !usedColumns.has(column)),
        )
        .find((column) => column !== -1);
    const index =
      findIn(names) ?? (PERSON_FIELD_NAMES.has(field) ? findIn(namesWithoutPrefix) : undefined);
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

/** Returns what a file most likely has. Our own exports tell; all others are taken for donations. */
export const guessKind = (headings: readonly string[]): ImportKind => {
  const format = recognizeFormat(headings);
  const isOwn = format.source === "care-packages";
  return isOwn && createMapping(format, "donations", headings).amount === undefined
    ? "donors"
    : "donations";
};

/** Returns an instruction that names what still has to be mapped, or null if nothing is missing. */
export function findMappingProblem(kind: ImportKind, mapping: ImportMapping): string | null {
  const hasColumnOf = (...fields: readonly ImportField[]) =>
    fields.some((field) => mapping[field] !== undefined);
  if (kind === "donations" && !hasColumnOf("amount")) return "Choose the column with the amount.";
  if (kind === "donations" && !hasColumnOf("date")) return "Choose the column with the date.";
  if (kind === "volunteers" && !hasColumnOf("firstName", "lastName", "fullName")) {
    return "Choose the column with the name.";
  }
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
