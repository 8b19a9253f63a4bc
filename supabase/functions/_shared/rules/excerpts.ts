const LITERAL = 0xe000;

/** Punctuation that is meant as it stands is moved out of the way until the marks are gone. */
const literal = (text: string): string =>
  text.replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(LITERAL + sign.charCodeAt(0)));

const asWritten = (text: string): string =>
  text.replace(/[\ue021-\ue07e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - LITERAL));

const LABEL = String.raw`\[((?:\[[^[\]]{0,300}\]|[^[\]]){0,500})\]`;
const TARGET = String.raw`\(\s*(?:<[^<>\n]{0,2000}>|(?:[^\s()<]|\([^\s()]{0,500}\)){0,2000})(?:\s+"[^"]{0,500}")?\s*\)`;

/** Blocks of code, escaped signs and code in a line: the second group of each is shown as it stands. */
const LITERALS = [
  /^ {0,3}(`{3,}|~{3,})[^`\n]*\n([\s\S]*?)(?:^ {0,3}\1[ \t]*$|(?![\s\S]))/gm,
  /(\\)([!-/:-@[-`{-~]|\n)/g,
  /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g,
];

/** The other marks that web/src/ui/markdown.tsx knows, and what is shown instead, in the order in which they count. */
const MARKS: readonly (readonly [mark: RegExp, shown: string])[] = [
  [new RegExp(`!${LABEL}${TARGET}`, "g"), ""],
  [new RegExp(LABEL + TARGET, "g"), "$1"],
  [/<((?:https?:\/\/|mailto:)[^\s<>]+)>/g, "$1"],
  [/^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/gm, ""],
  [/^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))[ \t]*)+(?:\[[ xX]\][ \t]+)?/gm, ""],
  [/^ {0,3}#{1,6}(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/gm, "$1"],
  [/(\*\*|~~)(?=\S)((?:.|\n(?![^\S\n]*\n)){0,1000}?\S)\1/g, "$2"],
  [/(?<![\w_])__(?=\S)((?:.|\n(?![^\S\n]*\n)){0,1000}?\S)__(?![\w_])/g, "$1"],
  [/\*(?=\S)([^*]*?[^\s*])\*/g, "$1"],
  [/(?<![\w_])_(?=[^\s_])([^_]*?[^\s_])_(?![\w_])/g, "$1"],
];

const TABLE = /^[^|\n]*\|.*\n {0,3}\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$(?:\n.+)*/gm;
const cellsOf = (table: string): string => table.replace(/^[|: -]+$/m, "").replaceAll("|", " ");

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim();

const withoutMarks = (markdown: string, prepare: (text: string) => string): string => {
  let text = markdown.replaceAll("\r\n", "\n");
  for (const mark of LITERALS) {
    text = text.replace(mark, (_, _sign, part: string) => literal(part));
  }
  text = prepare(text);
  for (const [mark, shown] of MARKS) text = text.replace(mark, shown);
  return spaced(asWritten(text));
};

/** What a reader sees of a post's Markdown: read times count this, not the marks. */
export const visibleText = (markdown: string): string =>
  withoutMarks(markdown, (text) => text.replace(TABLE, cellsOf));

const RULE = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,})$/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
const ENDED = /[.!?…:;,]\W*$/;

/** In one line the items of a list would run into each other, so each ends as a sentence does. */
function withEndedItems(text: string): string {
  const lines = text.split("\n");
  let inItem = false;
  for (const [index, line] of [...lines, ""].entries()) {
    const begins = ITEM.test(line) && !RULE.test(line);
    const before = lines[index - 1];
    if (inItem && (begins || line.trim() === "") && before !== undefined && !ENDED.test(before)) {
      lines[index - 1] = `${before.trimEnd()}.`;
    }
    inItem = begins || (inItem && line.trim() !== "");
  }
  return lines.join("\n");
}

const OPENED = /(?<=^|[\s(])["“](?=\S)/g;
const CLOSED = /(?<=[^\s(])["”](?![\p{L}\p{N}])/gu;

/** The mark that closes what was cut within quotation marks. */
const closing = (cut: string): string => {
  const opened = cut.match(OPENED) ?? [];
  if (opened.length <= (cut.match(CLOSED) ?? []).length) return "";
  return opened.at(-1) === "“" ? "”" : '"';
};

/** At most `max` characters, cut where a word ends, with an ellipsis and the quotation mark that is open there. */
export const shortened = (text: string, max: number): string => {
  const whole = spaced(text);
  if (whole.length <= max) return whole;
  const cut = whole.slice(0, max);
  const lastSpace = cut.lastIndexOf(" ");
  // Without a space near, as in a long address, it is cut within a word, but never within an emoji.
  const words = whole[max] === " " || lastSpace <= max * 0.7 ? cut : cut.slice(0, lastSpace);
  const kept = words.replace(/[\ud800-\udbff]$/, "").replace(/[\s.,;:–("“-]+$/, "");
  return `${kept}…${closing(kept)}`;
};

/** How a text begins, without its tables: cells out of their rows say nothing. */
export const excerpt = (markdown: string, max: number): string =>
  shortened(
    withoutMarks(markdown, (text) => withEndedItems(text.replace(TABLE, ""))),
    max,
  );

const WORDS_PER_MINUTE = 200;

/** Words divided by 200, rounded up (P§2). */
export const readMinutes = (markdown: string): number => {
  const text = visibleText(markdown);
  return text === "" ? 0 : Math.ceil(text.split(" ").length / WORDS_PER_MINUTE);
};
