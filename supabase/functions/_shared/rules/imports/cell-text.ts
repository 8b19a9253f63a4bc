import { removeHiddenCharacters } from "../../contracts/visible-text.ts";
import { FORMULA_SIGNS } from "../csv.ts";
import { decodeEntities } from "../html-entities.ts";

/** The prefix that exports add to text that a spreadsheet would otherwise treat as a formula (see `formatCsvCell`). */
const NEUTRALIZED_FORMULA = new RegExp(`^'(?=[${FORMULA_SIGNS}])`);

/** Exports protect codes that start with a zero from spreadsheets: `="02138"` or `'02138`. */
const PROTECTED = /^="([^"]*)"$|^'(?=[\d.,$-]+$)/;

/** Letters with a mark are named after both, such as `eacute`. */
const NAMED_MARKS: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  ring: "\u030A",
  cedil: "\u0327",
};

const LETTER_WITH_MARK = /^(?<letter>[a-z])(?<mark>grave|acute|circ|tilde|uml|ring|cedil)$/i;

function readLetterWithMark(name: string): string | undefined {
  const { letter, mark = "" } = LETTER_WITH_MARK.exec(name)?.groups ?? {};
  return letter && `${letter}${NAMED_MARKS[mark.toLowerCase()]}`.normalize("NFC");
}

const decodeOnce = (text: string): string => decodeEntities(text, readLetterWithMark);

/** Decodes `O&#039;Neil`. Some systems encode an ampersand again each time they save it: `AT&amp;amp;T`. */
const decodeRepeatedly = (text: string): string =>
  text.includes("&") ? decodeOnce(decodeOnce(decodeOnce(text))) : text;

/** Returns a cell as a single line, without hidden characters and as a person would have typed it. */
export const readCellText = (cell: string): string =>
  removeHiddenCharacters(
    decodeRepeatedly(cell.trim().replace(NEUTRALIZED_FORMULA, "").replace(PROTECTED, "$1")),
  )
    // Half of a character outside the basic plane, which Postgres can't store.
    .toWellFormed()
    .replaceAll(/\s+/g, " ")
    .trim();

/** Returns the cell with plain characters instead of full-width ones, and one kind of space and minus sign. */
export const readPlainly = (cell: string): string =>
  cell
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCodePoint(wide.charCodeAt(0) - 0xfe_e0))
    .replaceAll("\u2212", "-")
    .replaceAll(/\s+/g, " ")
    .trim();

const PLACEHOLDER =
  /^(?:[-–—]+|#?n\/a|n\.a\.|#(?:value|ref|name|num|null|div\/0)[!?]|\\n|not (?:shared by donor|provided|available|applicable))$/i;

/** Returns whether the text stands for an empty cell. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);

/** Returns the first characters of the text, with an ellipsis if it's longer. */
export const cutOff = (text: string, max: number): string => {
  const characters = Array.from(text);
  return characters.length > max ? `${characters.slice(0, max).join("")}…` : text;
};
