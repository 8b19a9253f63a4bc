import type { ImportDateOrder } from "../../contracts/choices.ts";
import { IMPORT_FORMATS, type ImportField, type ImportMapping } from "./formats.ts";

export interface ImportedFile {
  readonly headings: readonly string[];
  readonly mapping: ImportMapping;
  /** The file's times are UTC unless they say otherwise. */
  readonly isUtc: boolean;
  /** Whether the month or the day comes first in numeric dates; null for the usual order (`readDate`). */
  readonly dateOrder: ImportDateOrder | null;
  /** The file comes from a platform that collects donations, not from a spreadsheet. */
  readonly isPlatform: boolean;
}

/** Returns a file from that source. Sources that aren't formats are names that administrators gave to other systems. */
export function importedFile(
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

/**
 * Control characters and characters that change the direction of text, which tables refuse and nobody intends to
 * store.
 */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}]+/gu;
/** The prefix that an export adds to text that a spreadsheet would evaluate (`csvCell`). */
const NEUTRALIZED_FORMULA = /^'(?=[=+\-@\t\r\n])/;

/** The cells of one row, and what is wrong with them. */
export class RowCells {
  readonly problems: string[] = [];
  readonly #file: ImportedFile;
  readonly #cells: readonly string[];

  constructor(file: ImportedFile, cells: readonly string[]) {
    this.#file = file;
    this.#cells = cells;
  }

  /** Returns the text of the field's column on one line, without hidden characters. */
  text(field: ImportField): string {
    const index = this.#file.mapping[field];
    const cell = (index === undefined ? undefined : this.#cells[index]) ?? "";
    return cell
      .replace(NEUTRALIZED_FORMULA, "")
      .replace(HIDDEN, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
  }

  /** Returns the text, or null if there is none. Text that is too long is a problem. */
  limited(field: ImportField, max: number): string | null {
    const text = this.text(field);
    if (Array.from(text).length > max) this.addProblem(field, `Use at most ${max} characters.`);
    return text === "" ? null : text;
  }

  /** Adds a problem: the column, what it contains, and what to do. */
  addProblem(field: ImportField, instruction: string): void {
    const heading = this.#file.headings[this.#file.mapping[field] ?? -1]?.trim() || "Row";
    const text = this.text(field);
    const content =
      text === "" ? "empty" : `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
    this.problems.push(`${heading} (${content}): ${instruction}`);
  }
}

/**
 * Returns the name in two parts. One name is enough for an organization; the last word of a full name is the last name.
 */
export function readName(cells: RowCells): { firstName: string; lastName: string } | null {
  const parts = { firstName: cells.text("firstName"), lastName: cells.text("lastName") };
  const company = cells.text("company");
  const limit = (field: ImportField, name: string) => {
    if (Array.from(name).length > 100) cells.addProblem(field, "Use at most 100 characters.");
  };
  if (parts.firstName !== "" || parts.lastName !== "") {
    limit("firstName", parts.firstName);
    limit("lastName", parts.lastName);
    return parts.firstName === "" ? { firstName: parts.lastName, lastName: "" } : parts;
  }
  if (company !== "") {
    limit("company", company);
    return { firstName: company, lastName: "" };
  }
  const fullName = cells.text("fullName");
  if (fullName === "") return null;
  limit("fullName", fullName);
  const [, last, first] = /^([^,]+), ([^,]+)$/.exec(fullName) ?? [];
  if (last !== undefined && first !== undefined) return { firstName: first, lastName: last };
  const space = fullName.lastIndexOf(" ");
  return space === -1
    ? { firstName: fullName, lastName: "" }
    : { firstName: fullName.slice(0, space), lastName: fullName.slice(space + 1) };
}

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

export function readEmail(cells: RowCells): string | null {
  const email = cells.limited("email", 254);
  if (email !== null && email.length <= 254 && !EMAIL.test(email)) {
    cells.addProblem("email", "Enter a valid email address, or leave it blank.");
  }
  return email?.toLowerCase() ?? null;
}

/** Returns the address as on an envelope. */
export function readAddress(cells: RowCells): string | null {
  const [city, state, zipCode] = [cells.text("city"), cells.text("state"), cells.text("zipCode")];
  const region = [state, zipCode].filter(Boolean).join(" ");
  const country = cells.text("country");
  const lines = [
    cells.text("address"),
    cells.text("address2"),
    [city, region].filter(Boolean).join(", "),
    /^(?:|US|USA|United States(?: of America)?)$/i.test(country) ? "" : country,
  ].filter(Boolean);
  const address = lines.join("\n");
  if (Array.from(address).length > 500) cells.addProblem("address", "Use at most 500 characters.");
  return address === "" ? null : address;
}

const YES = /^(?:yes|y|true|t|1|x|anonymous)$/i;

export const isYes = (text: string): boolean => YES.test(text);
