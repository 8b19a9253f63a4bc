import type { ImportKind } from "../../contracts/choices.ts";
import { isTotalLine } from "../total-lines.ts";
import type { ImportField } from "./formats.ts";
import { readDonation } from "./read-donation.ts";
import { readHours } from "./read-hours.ts";
import {
  type ImportedFile,
  readAddress,
  readEmail,
  readName,
  readZipCode,
  RowCells,
} from "./row-cells.ts";

/** A row of a file as it would be stored. */
export interface ImportRow {
  /** Fields of the record, as text, a flag, a list or null. */
  readonly fields: Readonly<Record<string, string | boolean | readonly string[] | null>>;
  /** The row's problems, each as an instruction to fix it. A row with problems is never stored. */
  readonly problems: readonly string[];
  /** The reason to skip the row, such as a failed payment or a total; null if it should be stored. */
  readonly skipped: string | null;
}

const TAGS_MAX = 10;
const TAG_MAX_LENGTH = 30;

function readTags(cells: RowCells): readonly string[] {
  const tags = cells
    .readText("tags")
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter(Boolean);
  if (tags.length > TAGS_MAX || tags.some((tag) => tag.length > TAG_MAX_LENGTH)) {
    cells.addProblem("tags", `Use at most ${TAGS_MAX} tags of up to ${TAG_MAX_LENGTH} characters.`);
  }
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()];
}

function readPerson(cells: RowCells) {
  const name = readName(cells);
  return {
    sourceId: cells.readLimitedText("sourceId", 200),
    firstName: name?.firstName ?? "",
    lastName: name?.lastName ?? "",
    email: readEmail(cells),
    phone: cells.readLimitedText("phone", 30),
  };
}

function readDonor(cells: RowCells): ImportRow {
  const person = readPerson(cells);
  if (person.firstName === "") cells.addProblem("firstName", "Enter the donor's name.");
  const fields = {
    ...person,
    address: readAddress(cells),
    note: cells.readLimitedText("note", 5000),
    tags: readTags(cells),
  };
  return { fields, problems: cells.problems, skipped: null };
}

function readVolunteer(cells: RowCells): ImportRow {
  const person = readPerson(cells);
  if (person.firstName === "") cells.addProblem("firstName", "Enter the volunteer's name.");
  if (person.email === null) cells.addProblem("email", "Enter the volunteer's email address.");
  if (Array.from(`${person.firstName} ${person.lastName}`).length > 200) {
    cells.addProblem(
      "firstName",
      "Use at most 200 characters for the first and last name together.",
    );
  }
  const hoursText = cells.readText("hours");
  const hours = hoursText === "" ? 0 : readHours(hoursText);
  if (hours === undefined) {
    cells.addProblem("hours", "Enter hours as a number up to 999,999, such as 120 or 12.5.");
  }
  const limits: readonly (readonly [ImportField, number])[] = [
    ["city", 100],
    ["state", 50],
    ["zipCode", 10],
  ];
  const location = Object.fromEntries(
    limits.map(([field, max]) => [field, cells.readLimitedText(field, max)]),
  );
  const zipCode = readZipCode(cells) || null;
  const fields = { ...person, ...location, zipCode, hours: String(hours ?? 0) };
  return { fields, problems: cells.problems, skipped: null };
}

const READERS = { donors: readDonor, volunteers: readVolunteer } as const;

const TOTAL_LABEL =
  /^(?:(?:grand |sub-?)?totals?|total (?:donations|for)|check fee|net total|sum)\b/i;

/** Returns whether the row is a total of another system: it starts with such a label and has no date. */
function isForeignTotal({ mapping }: ImportedFile, row: readonly string[]): boolean {
  const first = row.find((cell) => cell.trim() !== "")?.trim() ?? "";
  return mapping.date !== undefined && !row[mapping.date]?.trim() && TOTAL_LABEL.test(first);
}

/**
 * Reads one row of a file. The import page uses this to preview the first rows, and the server uses it to store all
 * rows.
 */
export function readImportRow(
  kind: ImportKind,
  file: ImportedFile,
  row: readonly string[],
): ImportRow {
  if (isTotalLine(row) || isForeignTotal(file, row))
    return { fields: {}, problems: [], skipped: "A total, not a record" };
  const cells = new RowCells(file, row);
  return kind === "donations" ? readDonation(cells, file) : READERS[kind](cells);
}
