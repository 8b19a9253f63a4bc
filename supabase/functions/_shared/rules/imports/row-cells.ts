import type { ImportDateOrder, ImportDecimalMark, ImportMeaning } from "../../contracts/choices.ts";
import { toStateCode } from "../../contracts/states.ts";
import { encodeEmailDomain } from "../../contracts/email-address.ts";
import { IMPORT_FORMATS, type ImportField, type ImportMapping } from "./formats.ts";
import { readAmount } from "./read-amount.ts";
import { isPlaceholder, readCellText, cutOff } from "./cell-text.ts";
import {
  findKnownMeaning,
  type ImportMeanings,
  leavesOut,
  listWordColumns,
  MEANING_ORDER,
  readWord,
} from "./words.ts";

export interface ImportedFile {
  /** The format, or the name of another system. */
  readonly source: string;
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
export function createImportedFile(
  reading: Omit<ImportedFile, "isUtc" | "isPlatform">,
): ImportedFile {
  const { source } = reading;
  const format = IMPORT_FORMATS.find((known) => known.source === source);
  return {
    ...reading,
    isUtc:
      format?.isUtc === true ||
      /\b(?:UTC|GMT|Coordinated Universal Time)\b/i.test(
        reading.headings[reading.mapping.date ?? -1] ?? "",
      ),
    isPlatform: isPlatformSource(source),
  };
}

/** Fields in which a word such as "none" can't be what is meant. People can have such a name. */
const DETAIL_FIELDS: ReadonlySet<ImportField> = new Set([
  "email",
  "phone",
  "address",
  "address2",
  "city",
  "zipCode",
  "reference",
]);
const NO_DETAIL =
  /^\(?(?:none|null|nil|na|blank|unknown|no (?:email|phone|address)(?: on file)?)\)?\.?$/i;

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
    const isBlank = isPlaceholder(text) || (DETAIL_FIELDS.has(field) && NO_DETAIL.test(text));
    return isBlank ? "" : text;
  }

  #readRaw(field: ImportField): string {
    return this.#cells[this.#file.mapping[field] ?? -1] ?? "";
  }

  #readCell(field: ImportField): string {
    return readCellText(this.#readRaw(field));
  }

  #readColumn(column: number): string {
    return readCellText(this.#cells[column] ?? "");
  }

  /** How the file writes its dates. */
  get dateRules(): Pick<ImportedFile, "isUtc" | "dateOrder"> {
    return this.#file;
  }

  /** Returns the text in the field's column with its line breaks, such as an address or a note. */
  readLines(field: ImportField): string {
    const lines = this.#readRaw(field)
      .trim()
      .split(/\r\n|[\n\r]/)
      .map(readCellText);
    return lines.length > 1 ? lines.join("\n") : this.readText(field);
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

  /**
   * Returns what the words of the row say about its money, with the word that decides. Unknown words are problems, unless
   * the row is left out anyway.
   */
  readMeaning(): { readonly meaning: ImportMeaning; readonly word: string } {
    const { mapping, meanings, headings, source } = this.#file;
    const said = listWordColumns(mapping, meanings, headings).map(({ column, field }) => {
      const word = readWord(this.#cells[column] ?? "");
      const meaning =
        meanings[column]?.[word] ?? findKnownMeaning(field, word, headings[column] ?? "", source);
      return { column, isAsked: meaning === undefined && field !== undefined, meaning };
    });
    const first = MEANING_ORDER.flatMap(
      (meaning) => said.find((entry) => (entry.meaning ?? "received") === meaning) ?? [],
    )[0];
    if (!leavesOut(first?.meaning)) {
      for (const { column } of said.filter(({ isAsked }) => isAsked)) {
        this.#addColumnProblem(
          column,
          "Say what this word means: money that arrived, a pledge, a refund or something to leave out.",
        );
      }
    }
    return {
      meaning: first?.meaning ?? "received",
      word: first === undefined ? "" : this.#readColumn(first.column),
    };
  }

  /** Returns the text, or null if there is none. Adds a problem if the text is too long. */
  readLimitedText(field: ImportField, max: number): string | null {
    const text = field === "note" ? this.readLines(field) : this.readText(field);
    if (Array.from(text).length > max) this.addProblem(field, `Use at most ${max} characters.`);
    return text === "" ? null : text;
  }

  /** Adds a problem: the column's heading, its content, and what to do. */
  addProblem(field: ImportField, instruction: string): void {
    this.#addColumnProblem(this.#file.mapping[field] ?? -1, instruction);
  }

  /** Says that the row is longer than the headings, so that its cells may be in the wrong columns. */
  addOverflow(): void {
    this.problems.push(
      "This row has more cells than the file has headings. Put quotation marks around cells with a comma, such as 1,250.",
    );
  }

  #addColumnProblem(column: number, instruction: string): void {
    const heading = this.#file.headings[column]?.trim() || "Row";
    const text = this.#readColumn(column);
    const content = text === "" ? "empty" : `“${cutOff(text, QUOTE_MAX)}”`;
    this.problems.push(`${heading} (${content}): ${instruction}`);
  }
}

interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

/** What follows the comma in `John Smith, Jr.` and in `Acme, Inc.` isn't a first name. */
const SUFFIX =
  /^(?:[js]r|i{2,3}|iv|v|m\.?d|ph\.?d|d\.?d\.?s|d\.?v\.?m|esq|r\.?n|c\.?p\.?a|us(?:a|n|mc|af|cg)|ret|\(ret\.?\)|us(?:a|n|mc|af|cg),? \(?ret\.?\)?)\.?$/i;
const COMPANY_SUFFIX =
  /^(?:inc(?:orporated)?|l\.?l\.?c|ltd|limited|co(?:mpany)?|corp(?:oration)?|l\.?l?\.?p|p\.?l?\.?l?\.?c|n\.a|the)\.?$/i;

/** Splits a full name: its last word is the last name, unless there is a comma after the last name. */
export function splitFullName(fullName: string): Name {
  const [, start = "", end = ""] = /^([^,]+), ?([^,]+)$/.exec(fullName) ?? [];
  if (COMPANY_SUFFIX.test(end)) return { firstName: fullName, lastName: "" };
  if (SUFFIX.test(end)) {
    const { firstName, lastName } = splitFullName(start);
    return lastName === ""
      ? { firstName: fullName, lastName }
      : { firstName, lastName: `${lastName}, ${end}` };
  }
  if (end !== "") return { firstName: end, lastName: start };
  const spaceIndex = fullName.lastIndexOf(" ");
  return spaceIndex === -1
    ? { firstName: fullName, lastName: "" }
    : { firstName: fullName.slice(0, spaceIndex), lastName: fullName.slice(spaceIndex + 1) };
}

/** Returns the name in two parts. An organization may have only one. */
export function readName(cells: RowCells): Name | null {
  const parts = { firstName: cells.readText("firstName"), lastName: cells.readText("lastName") };
  const checkName = (field: ImportField, name: string) => {
    if (Array.from(name).length > 100) cells.addProblem(field, "Use at most 100 characters.");
    // If a comma in an amount isn't in quotes, all later cells of the row move by one.
    if (/^[$\d.,\s]+$/.test(name)) cells.addProblem(field, "Enter a name, not a number.");
  };
  if (parts.firstName !== "" || parts.lastName !== "") {
    checkName("firstName", parts.firstName);
    checkName("lastName", parts.lastName);
    return parts.firstName === "" ? { firstName: parts.lastName, lastName: "" } : parts;
  }
  const company = cells.readText("company");
  if (company !== "") {
    checkName("company", company);
    return { firstName: company, lastName: "" };
  }
  const fullName = cells.readText("fullName");
  if (fullName === "") return null;
  checkName("fullName", fullName);
  return splitFullName(fullName);
}

const EMAIL_PATTERN = /^[^@\s,;:<>()"]+@[^@\s,;:<>()"]+\.[^@\s,;:<>()".]+$/;

/** Takes the address out of `mailto:ann@x.org` and `Ann Lee <ann@x.org>`. */
const takeAddress = (text: string): string =>
  text
    .replace(/^[^<>@]*<([^<>]*)>[.,;]*$/, "$1")
    .replace(/^mailto:/, "")
    .replace(/[.,;]+$/, "")
    .trim();

export function readEmail(cells: RowCells): string | null {
  // Lowercase letters can take up more characters than the capitals that they replace.
  const text = cells.readText("email").toLowerCase();
  if (Array.from(text).length > 254) {
    cells.addProblem("email", "Use at most 254 characters.");
    return text;
  }
  const email = encodeEmailDomain(takeAddress(text));
  if (email === "") return null;
  if (email.indexOf("@") !== email.lastIndexOf("@")) {
    cells.addProblem("email", "Keep only one email address.");
  } else if (!EMAIL_PATTERN.test(email)) {
    cells.addProblem("email", "Enter a valid email address, or leave it blank.");
  }
  return email;
}

const isInUnitedStates = (country: string): boolean =>
  /^(?:|US|U\.S\.|USA|U\.S\.A\.|United States(?: of America)?)$/i.test(country);

/** Spreadsheets drop the zeros at the start: 2138 is 02138. */
const SHORT_ZIP_CODE = /^(?<zip>\d{3,5})(?:\.0+)?(?:[ -]?(?<plus>\d{4}))?$/;

/** Returns the ZIP code with the zeros that a spreadsheet has dropped. Codes of other countries stay as they are. */
export function readZipCode(cells: RowCells): string {
  const text = cells.readText("zipCode");
  const { zip, plus } = SHORT_ZIP_CODE.exec(text)?.groups ?? {};
  if (zip === undefined || !isInUnitedStates(cells.readText("country"))) return text;
  return [zip.padStart(5, "0"), plus].filter(Boolean).join("-");
}

/** Returns the state as its code. Names in other countries stay as they are. */
export const readStateCell = (cells: RowCells): string => {
  const text = cells.readText("state");
  return isInUnitedStates(cells.readText("country")) ? toStateCode(text) : text;
};

/** Returns the postal address as it's written on an envelope. */
export function readAddress(cells: RowCells): string | null {
  const [city, state, zipCode] = [cells.readText("city"), readStateCell(cells), readZipCode(cells)];
  const region = [state, zipCode].filter(Boolean).join(" ");
  const country = cells.readText("country");
  const lines = [
    ...cells.readLines("address").split("\n"),
    cells.readText("address2"),
    [city, region].filter(Boolean).join(", "),
    isInUnitedStates(country) ? "" : country,
  ].filter(Boolean);
  const address = lines.join("\n");
  if (Array.from(address).length > 500) cells.addProblem("address", "Use at most 500 characters.");
  return address === "" ? null : address;
}

/** Some systems have a title in a column of this name: `Mrs.`. */
const TITLE =
  /^(?:mr|mrs|ms|mx|miss|dr|prof|rev|hon|sgt|cpl|lt|maj|capt|col|gen)\.?(?: (?:and|&) (?:mr|mrs|ms|mx|dr)\.?)?$/i;

/** Returns how letters address the donor: `John and Jane`, also for `Dear John and Jane:`. */
function readSalutation(cells: RowCells): string | null {
  const text = cells
    .readText("salutation")
    .replace(/^dear\s+/i, "")
    .replace(/\s*[,:]$/, "");
  if (Array.from(text).length > 100) cells.addProblem("salutation", "Use at most 100 characters.");
  return text === "" || TITLE.test(text) ? null : text;
}

/** Returns the names that papers and envelopes have instead of the donor's. */
export const readAddressing = (cells: RowCells) => ({
  addressee: cells.readLimitedText("addressee", 200),
  salutation: readSalutation(cells),
});

const YES_PATTERN = /^(?:yes|y|true|t|1|x|anonymous)$/i;

export const isYes = (text: string): boolean => YES_PATTERN.test(text);

const PUBLIC_PATTERN = /^(?:|no|n|false|f|0|public|not anonymous|none|never|show(?: .*)?)$/i;
const NAMELESS_PATTERN =
  /^(?:an )?(?:anonymous|anon\.?|unknown|no name|name (?:unknown|withheld))(?: (?:anonymous|cash|check|donors?|donations?|gifts?|giver))?$/i;
/** Cash is also a first name, so a cell like this says nothing if the row has an email address. */
const CASH_PATTERN = /^(?:loose )?(?:cash|change)(?: (?:anonymous|box|donations?|gifts?|jar))?$/i;

/**
 * Returns whether the donor wants to be anonymous. What isn't clearly a no counts as a yes, because a name can't be taken
 * back once it was public.
 */
export const isAnonymous = (cells: RowCells): boolean =>
  !PUBLIC_PATTERN.test(cells.readText("isAnonymous"));

/** Returns whether the name says that the donor has none. */
export function isNameless({ firstName, lastName }: Name, email: string | null): boolean {
  const name = `${firstName} ${lastName}`
    .replaceAll(/[^\p{L}.\s]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return NAMELESS_PATTERN.test(name) || (email === null && CASH_PATTERN.test(name));
}
