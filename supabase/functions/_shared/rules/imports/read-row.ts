import type { AVAILABILITIES, ImportKind } from "../../contracts/choices.ts";
import { isTotalLine } from "../total-lines.ts";
import type { ImportField } from "./formats.ts";
import { readDonation } from "./read-donation.ts";
import { readDateCell } from "./read-date-cell.ts";
import { readHours } from "./read-hours.ts";
import { type ImportedQualification, readQualifications } from "./read-qualifications.ts";
import {
  type ImportedFile,
  readAddress,
  readAddressing,
  readEmail,
  readName,
  readStateCell,
  readZipCode,
  RowCells,
} from "./row-cells.ts";

type Availability = (typeof AVAILABILITIES)[number];

/** A row of a file as it would be stored. */
export interface ImportRow {
  /** Fields of the record, as text, a flag, a list or null. */
  readonly fields: Readonly<
    Record<string, string | boolean | readonly string[] | readonly ImportedQualification[] | null>
  >;
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
    ...readAddressing(cells),
    address: readAddress(cells),
    note: cells.readLimitedText("note", 5000),
    tags: readTags(cells),
  };
  return { fields, problems: cells.problems, skipped: null };
}

const AVAILABILITY_WORDS: readonly (readonly [Availability, RegExp])[] = [
  ["flexible", /^(?:flexible|any ?time|always|both|any|all)$/],
  ["weekends", /^(?:weekends?|saturdays?|sundays?)$/],
  ["weekday-evenings", /^(?:(?:week ?day[ -])?evenings?|week ?nights?)$/],
];

function readAvailability(cells: RowCells): Availability | null {
  const text = cells.readText("availability").toLowerCase();
  if (text === "") return null;
  const known = AVAILABILITY_WORDS.find(([, words]) => words.test(text))?.[0];
  if (known === undefined)
    cells.addProblem("availability", "Enter Weekends, Weekday evenings or Flexible.");
  return known ?? null;
}

function readHeldQualifications(cells: RowCells): readonly ImportedQualification[] {
  const qualifications = readQualifications(cells.readText("qualifications"), cells.dateRules);
  if (qualifications === undefined) {
    cells.addProblem(
      "qualifications",
      "Enter each one with its day, such as Waiver 2025-03-01; CPR 2025-06-01 until 2027-06-01.",
    );
  }
  return qualifications ?? [];
}

function readVolunteer(cells: RowCells, file: ImportedFile): ImportRow {
  const person = readPerson(cells);
  if (person.firstName === "") cells.addProblem("firstName", "Enter the volunteer's name.");
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
  const state = readStateCell(cells) || null;
  const zipCode = readZipCode(cells) || null;
  const startedOn =
    cells.readText("startedOn") === "" ? null : readDateCell(cells, "startedOn", file)?.day;
  const fields = {
    ...person,
    ...location,
    state,
    zipCode,
    hours: String(hours ?? 0),
    startedOn: startedOn ?? null,
    availability: readAvailability(cells),
    note: cells.readLimitedText("note", 5000),
    tags: readTags(cells),
    qualifications: readHeldQualifications(cells),
  };
  return { fields, problems: cells.problems, skipped: null };
}

const READERS = { donors: readDonor, volunteers: readVolunteer } as const;

const TOTAL_LABEL =
  /^(?:(?:grand|sub|net|report|page|overall)[ -]?)?totals?(?:[:\s]*$|[: ]+(?:\$?[\d(]|(?:for|of|donations?|donors?|gifts?|amount|received|raised|records?|contributions?|payments?)\b))|^(?:check fee|sum:?$)/i;
const NUMBER = /^[\d\s.,'$()+-]*$/;

/** Returns whether the row is a total of another system: it starts with such a label and isn't a record. */
function isForeignTotal({ mapping }: ImportedFile, row: readonly string[]): boolean {
  const [label = "", ...others] = row.map((cell) => cell.trim()).filter(Boolean);
  if (!TOTAL_LABEL.test(label)) return false;
  if (mapping.date === undefined) return others.every((cell) => NUMBER.test(cell));
  const date = row[mapping.date]?.trim() ?? "";
  return date === "" || date === label;
}

/** Returns whether the row has the headings again. Reports print them on each page. */
function isHeadings(headings: readonly string[], row: readonly string[]): boolean {
  const filled = row.filter((cell) => cell.trim() !== "").length;
  return filled > 0 && row.every((cell, column) => cell.trim() === (headings[column] ?? "").trim());
}

function findNoRecord(file: ImportedFile, row: readonly string[]): string | null {
  if (isHeadings(file.headings, row)) return "The headings again";
  return isTotalLine(row) || isForeignTotal(file, row) ? "A total, not a record" : null;
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
  const noRecord = findNoRecord(file, row);
  if (noRecord !== null) return { fields: {}, problems: [], skipped: noRecord };
  const cells = new RowCells(file, row);
  if (row.slice(file.headings.length).some((cell) => cell.trim() !== "")) cells.addOverflow();
  return kind === "donations" ? readDonation(cells, file) : READERS[kind](cells, file);
}
