import type { ImportDateOrder } from "../../contracts/choices.ts";
import { IMPORT_FORMATS, type ImportField, type ImportMapping } from "./formats.ts";
import { isPlaceholder, readCellText, cutOff } from "./cell-text.ts";

export interface ImportedFile {
  readonly headings: readonly string[];
  readonly mapping: ImportMapping;
  /** True if the file's times are in UTC unless they say otherwise. */
  readonly isUtc: boolean;
  /** Whether the month or the day comes first in numeric dates; null for the usual order (see `readDate`). */
  readonly dateOrder: ImportDateOrder | null;
  /** True if the file comes from a platform that collects donations, not from a spreadsheet. */
  readonly isPlatform: boolean;
}

/**
 * Describes a file from this source. A source that isn't one of our formats is a name that an administrator entered for
 * another system.
 */
export function createImportedFile(
  source: string,
  headings: readonly string[],
  mapping: ImportMapping,
  dateOrder: ImportDateOrder | null,
): ImportedFile {
  const format = IMPORT_FORMATS.find((known) => known.source === source);
  return {
    headings,
    mapping,
    isUtc: format?.isUtc === true,
    dateOrder,
    isPlatform: format !== undefined && format.source !== "spreadsheet",
  };
}

/** The length at which a problem cuts off the cell that it quotes. */
const QUOTE_MAX = 60;

/** The cells of one row, and the problems found in them. */
export class RowCells {
  readonly problems: string[] = [];
  readonly #file: ImportedFile;
  readonly #cells: readonly string[];

  constructor(file: ImportedFile, cells: readonly string[]) {
    this.#file = file;
    this.#cells = cells;
  }

  /** Returns the text in the field's column as a single line, without hidden characters. */
  readText(field: ImportField): string {
    const text = this.#readCell(field);
    return isPlaceholder(text) ? "" : text;
  }

  #readCell(field: ImportField): string {
    const index = this.#file.mapping[field];
    return readCellText((index === undefined ? undefined : this.#cells[index]) ?? "");
  }

  /** Returns the text, or null if there is none. Adds a problem if the text is too long. */
  readLimitedText(field: ImportField, max: number): string | null {
    const text = this.readText(field);
    if (Array.from(text).length > max) this.addProblem(field, `Use at most ${max} characters.`);
    return text === "" ? null : text;
  }

  /** Adds a problem: the column's heading, its content, and what to do. */
  addProblem(field: ImportField, instruction: string): void {
    const heading = this.#file.headings[this.#file.mapping[field] ?? -1]?.trim() || "Row";
    const text = this.#readCell(field);
    const content = text === "" ? "empty" : `“${cutOff(text, QUOTE_MAX)}”`;
    this.problems.push(`${heading} (${content}): ${instruction}`);
  }
}

/**
 * Returns the name in two parts. An organization may have only one. The last word of a full name becomes the last name.
 */
export function readName(cells: RowCells): { firstName: string; lastName: string } | null {
  const parts = { firstName: cells.readText("firstName"), lastName: cells.readText("lastName") };
  const company = cells.readText("company");
  const limitLength = (field: ImportField, name: string) => {
    if (Array.from(name).length > 100) cells.addProblem(field, "Use at most 100 characters.");
  };
  if (parts.firstName !== "" || parts.lastName !== "") {
    limitLength("firstName", parts.firstName);
    limitLength("lastName", parts.lastName);
    return parts.firstName === "" ? { firstName: parts.lastName, lastName: "" } : parts;
  }
  if (company !== "") {
    limitLength("company", company);
    return { firstName: company, lastName: "" };
  }
  const fullName = cells.readText("fullName");
  if (fullName === "") return null;
  limitLength("fullName", fullName);
  const [, last, first] = /^([^,]+), ([^,]+)$/.exec(fullName) ?? [];
  if (last !== undefined && first !== undefined) return { firstName: first, lastName: last };
  const spaceIndex = fullName.lastIndexOf(" ");
  return spaceIndex === -1
    ? { firstName: fullName, lastName: "" }
    : { firstName: fullName.slice(0, spaceIndex), lastName: fullName.slice(spaceIndex + 1) };
}

const EMAIL_PATTERN = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

export function readEmail(cells: RowCells): string | null {
  // Lowercase letters can take up more characters than the capitals that they replace.
  const email = cells.readText("email").toLowerCase();
  if (email === "") return null;
  if (Array.from(email).length > 254) {
    cells.addProblem("email", "Use at most 254 characters.");
  } else if (!EMAIL_PATTERN.test(email)) {
    cells.addProblem("email", "Enter a valid email address, or leave it blank.");
  }
  return email;
}

/** Returns the postal address as it's written on an envelope. */
export function readAddress(cells: RowCells): string | null {
  const [city, state, zipCode] = [
    cells.readText("city"),
    cells.readText("state"),
    cells.readText("zipCode"),
  ];
  const region = [state, zipCode].filter(Boolean).join(" ");
  const country = cells.readText("country");
  const lines = [
    cells.readText("address"),
    cells.readText("address2"),
    [city, region].filter(Boolean).join(", "),
    /^(?:|US|USA|United States(?: of America)?)$/i.test(country) ? "" : country,
  ].filter(Boolean);
  const address = lines.join("\n");
  if (Array.from(address).length > 500) cells.addProblem("address", "Use at most 500 characters.");
  return address === "" ? null : address;
}

const YES_PATTERN = /^(?:yes|y|true|t|1|x|anonymous)$/i;

export const isYes = (text: string): boolean => YES_PATTERN.test(text);
