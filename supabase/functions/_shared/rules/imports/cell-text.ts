/**
 * Control characters and characters that change the direction of text. Tables reject them, and no one means to store
 * them.
 */
const HIDDEN_CHARACTERS = /[\p{Cc}\p{Bidi_Control}]+/gu;

/** The prefix that exports add to text that a spreadsheet would otherwise treat as a formula (see `formatCsvCell`). */
const NEUTRALIZED_FORMULA = /^'(?=[=+\-@\t\r\n])/;

const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  ndash: "–",
  mdash: "—",
  hellip: "…",
};

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

const ENTITY = /&(?:#(?<decimal>\d{1,7})|#x(?<hexadecimal>[\da-f]{1,6})|(?<name>[a-z]{2,8}));/gi;
const LETTER_WITH_MARK = /^(?<letter>[a-z])(?<mark>grave|acute|circ|tilde|uml|ring|cedil)$/i;

function decodeName(name: string): string | undefined {
  const { letter, mark = "" } = LETTER_WITH_MARK.exec(name)?.groups ?? {};
  return letter === undefined
    ? NAMED_CHARACTERS[name.toLowerCase()]
    : `${letter}${NAMED_MARKS[mark.toLowerCase()]}`.normalize("NFC");
}

const decodeNumber = (number: number): string =>
  number > 0x10_ff_ff ? " " : String.fromCodePoint(number);

const decodeOnce = (text: string): string =>
  text.replaceAll(ENTITY, (entity, decimal, hexadecimal, name) => {
    if (decimal !== undefined) return decodeNumber(Number(decimal));
    if (hexadecimal !== undefined) return decodeNumber(Number.parseInt(hexadecimal, 16));
    return decodeName(name) ?? entity;
  });

/** Decodes `O&#039;Neil`. Some systems encode an ampersand again each time they save it: `AT&amp;amp;T`. */
const decodeEntities = (text: string): string =>
  text.includes("&") ? decodeOnce(decodeOnce(decodeOnce(text))) : text;

/** Returns a cell as a single line, without hidden characters and as a person would have typed it. */
export const readCellText = (cell: string): string =>
  decodeEntities(cell.replace(NEUTRALIZED_FORMULA, ""))
    .replace(HIDDEN_CHARACTERS, " ")
    // Half of a character outside the basic plane, which Postgres can't store.
    .toWellFormed()
    .replaceAll(/\s+/g, " ")
    .trim();

const PLACEHOLDER =
  /^(?:[-–—]+|#?n\/a|n\.a\.|not (?:shared by donor|provided|available|applicable))$/i;

/** Returns whether the text stands for an empty cell. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);

/** Returns the first characters of the text, with an ellipsis if it's longer. */
export const cutOff = (text: string, max: number): string => {
  const characters = Array.from(text);
  return characters.length > max ? `${characters.slice(0, max).join("")}…` : text;
};
