import type { ImportDateOrder, ImportDecimalMark, ImportMeaning } from "../../contracts/choices.ts";
import { IMPORT_FORMATS, type ImportField, type ImportMapping } from "./formats.ts";
import { readAmount } from "./read-amount.ts";
import { isPlaceholder, readCellText, cutOff } from "./cell-text.ts";
import {
  findKnownMeaning,
  type ImportMeanings,
  listWordColumns,
  MEANING_ORDER,
  readWord,
} from "./words.ts";

export interface ImportedFile {
  readonly headings: readonly string[];
  readonly mapping: ImportMapping;
  /** True if the file's times are in UTC unless they say otherwise. */
  readonly isUtc: boolean;
  /** Whether the month or the day comes first in numeric dates; null for the usual order (see `readDate`). */
  readonly dateOrder: ImportDateOrder | null;
  /** Whether a point or a comma comes before the cents; null if the file's amounts don't show it. */
  readonly decimalMark: ImportDecimalMark | null;
  readonly meanings: ImportMeanings;
  /** True if the file comes from a platform that collects donations, not from a spreadsheet. */
  readonly isPlatform: boolean;
}

/** Sources whose files may contain donations in any form, not only those that a platform collected. */
const RECORD_KEEPERS: ReadonlySet<string> = new Set(["spreadsheet", "civicrm", "care-packages"]);

/** Returns whether the source is a platform that collects donations and sends receipts for them. */
export const isPlatformSource = (source: string): boolean =>
  IMPORT_FORMATS.some((format) => format.source === source) && !RECORD_KEEPERS.has(source);

/**
 * Describes a file from this source. A source that isn't one of our formats is a name that an administrator entered for
 * another system.
 */
export function createImportedFile({
  source,
  ...reading
}: { readonly source: string } & Omit<ImportedFile, "isUtc" | "isPlatform">): ImportedFile {
  const format = IMPORT_FORMATS.find((known) => known.source === source);
  return {
    ...reading,
    isUtc: format?.isUtc === true,
    isPlatform: isPlatformSource(source),
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
    return this.#readColumn(this.#file.mapping[field] ?? -1);
  }

  #readColumn(column: number): string {
    return readCellText(this.#cells[column] ?? "");
  }

  hasColumn(field: ImportField): boolean {
    return this.#file.mapping[field] !== undefined;
  }

  /** Returns whether the donor kept this from the organization. */
  isWithheld(field: ImportField): boolean {
    return /^not shared\b/i.test(this.#readCell(field));
  }

  readCents(field: ImportField): number | undefined {
    return readAmount(this.readText(field), this.#file.decimalMark);
  }

  /** Returns what the words of the row say about its money, with the word that decides. Unknown words are problems. */
  readMeaning(): { readonly meaning: ImportMeaning; readonly word: string } {
    const { mapping, meanings, headings } = this.#file;
    const said = listWordColumns(mapping, meanings).map(({ column, field }) => {
      const word = readWord(this.#cells[column] ?? "");
      const meaning =
        meanings[column]?.[word] ?? findKnownMeaning(field, word, headings[column] ?? "");
      if (meaning === undefined && field !== undefined) {
        this.#addColumnProblem(
          column,
          "Say what this word means: money that arrived, a pledge, a refund or something to leave out.",
        );
      }
      return { meaning: meaning ?? "received", word: this.#readColumn(column) };
    });
    const first = MEANING_ORDER.flatMap(
      (meaning) => said.find((entry) => entry.meaning === meaning) ?? [],
    )[0];
    return first ?? { meaning: "received", word: "" };
  }

  /** Returns the text, or null if there is none. Adds a problem if the text is too long. */
  readLimitedText(field: ImportField, max: number): string | null {
    const text = this.readText(field);
    if (Array.from(text).length > max) this.addProblem(field, `Use at most ${max} characters.`);
    return text === "" ? null : text;
  }

  /** Adds a problem: the column's heading, its content, and what to do. */
  addProblem(field: ImportField, instruction: string): void {
    this.#addColumnProblem(this.#file.mapping[field] ?? -1, instruction);
  }

  #addColumnProblem(column: number, instruction: string): void {
    const heading = this.#file.headings[column]?.trim() || "Row";
    const text = this.#readColumn(column);
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

const isInUnitedStates = (country: string): boolean =>
  /^(?:|US|U\.S\.|USA|U\.S\.A\.|United States(?: of America)?)$/i.test(country);

/** Spreadsheets drop the zeros at the start: 2138 is 02138. */
const SHORT_ZIP_CODE = /^(?<zip>\d{3,5})(?:\.0)?(?:-?(?<plus>\d{4}))?$/;

/** Returns the ZIP code with the zeros that a spreadsheet has dropped. Codes of other countries stay as they are. */
export function readZipCode(cells: RowCells): string {
  const text = cells.readText("zipCode");
  const { zip, plus } = SHORT_ZIP_CODE.exec(text)?.groups ?? {};
  if (zip === undefined || !isInUnitedStates(cells.readText("country"))) return text;
  return [zip.padStart(5, "0"), plus].filter(Boolean).join("-");
}

/** Returns the postal address as it's written on an envelope. */
export function readAddress(cells: RowCells): string | null {
  const [city, state, zipCode] = [
    cells.readText("city"),
    cells.readText("state"),
    readZipCode(cells),
  ];
  const region = [state, zipCode].filter(Boolean).join(" ");
  const country = cells.readText("country");
  const lines = [
    cells.readText("address"),
    cells.readText("address2"),
    [city, region].filter(Boolean).join(", "),
    isInUnitedStates(country) ? "" : country,
  ].filter(Boolean);
  const address = lines.join("\n");
  if (Array.from(address).length > 500) cells.addProblem("address", "Use at most 500 characters.");
  return address === "" ? null : address;
}

const YES_PATTERN = /^(?:yes|y|true|t|1|x|anonymous)$/i;

export const isYes = (text: string): boolean => YES_PATTERN.test(text);

const PUBLIC_PATTERN = /^(?:|no|n|false|f|0|public|not anonymous|none|never|show(?: .*)?)$/i;
const NAMELESS_PATTERN = /^(?:anonymous|anon\.?)(?: (?:donor|donation|gift|giver))?$/i;

/**
 * Returns whether the donor wants to be anonymous. What isn't clearly a no counts as a yes, because a name can't be taken
 * back once it was public.
 */
export const isAnonymous = (cells: RowCells): boolean =>
  !PUBLIC_PATTERN.test(cells.readText("isAnonymous"));

/** Returns whether the name says that the donor has none. */
export const isNameless = (name: string): boolean => NAMELESS_PATTERN.test(name.trim());
