const PLACEHOLDER_OFFSET = 0xe000;

/** Replaces literal punctuation with placeholders until the Markdown syntax has been removed. */
const hideLiterals = (text: string): string =>
  text.replace(/[!-/:-@[-`{-~]/g, (character) =>
    String.fromCharCode(PLACEHOLDER_OFFSET + character.charCodeAt(0)),
  );

const restoreLiterals = (text: string): string =>
  text.replace(/[\ue021-\ue07e]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) - PLACEHOLDER_OFFSET),
  );

const LABEL_PATTERN = String.raw`\[((?:\[[^[\]]{0,300}\]|[^[\]]){0,500})\]`;
const TARGET_PATTERN = String.raw`\(\s*(?:<[^<>\n]{0,2000}>|(?:[^\s()<]|\([^\s()]{0,500}\)){0,2000})(?:\s+"[^"]{0,500}")?\s*\)`;

/** Matches code blocks, escaped characters and inline code. The second group of each match is shown literally. */
const LITERAL_PATTERNS = [
  /^ {0,3}(`{3,}|~{3,})[^`\n]*\n([\s\S]*?)(?:^ {0,3}\1[ \t]*$|(?![\s\S]))/gm,
  /(\\)([!-/:-@[-`{-~]|\n)/g,
  /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g,
];

/**
 * All other syntax that web/src/ui/render-markdown.ts renders, with the plain text that replaces it, in order of precedence.
 */
const SYNTAX_REPLACEMENTS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [new RegExp(`!${LABEL_PATTERN}${TARGET_PATTERN}`, "g"), ""],
  [new RegExp(LABEL_PATTERN + TARGET_PATTERN, "g"), "$1"],
  [/<((?:https?:\/\/|mailto:)[^\s<>]+)>/g, "$1"],
  [/^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/gm, ""],
  [/^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))[ \t]*)+(?:\[[ xX]\][ \t]+)?/gm, ""],
  [/^ {0,3}#{1,6}(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/gm, "$1"],
  // Ends before another run that opens, so that runs that nothing closes are quick to skip.
  [/(\*\*|~~)(?=\S)((?:(?!\s\1\S)(?:.|\n(?!\n))){0,1000}?\S)\1/g, "$2"],
  [/(?<![\w_])__(?=\S)((?:.|\n(?!\n)){0,1000}?\S)__(?![\w_])/g, "$1"],
  [/\*(?=\S)([^*]*?[^\s*])\*/g, "$1"],
  [/(?<![\w_])_(?=[^\s_])([^_]*?[^\s_])_(?![\w_])/g, "$1"],
];

const TABLE_PATTERN = /^[^|\n]*\|.*\n {0,3}\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$(?:\n.+)*/gm;
const extractCellText = (table: string): string =>
  table.replace(/^[|: -]+$/m, "").replaceAll("|", " ");

const collapseSpaces = (text: string): string => text.replace(/\s+/g, " ").trim();

const removeSyntax = (markdown: string, prepare: (text: string) => string): string => {
  // The patterns take a line of spaces for one that is empty.
  let text = markdown.replaceAll("\r\n", "\n").replace(/^[^\S\n]+$/gm, "");
  for (const pattern of LITERAL_PATTERNS) {
    text = text.replace(pattern, (_, _delimiter, literalText: string) => hideLiterals(literalText));
  }
  text = prepare(text);
  for (const [pattern, replacement] of SYNTAX_REPLACEMENTS)
    text = text.replace(pattern, replacement);
  return collapseSpaces(restoreLiterals(text));
};

/** Returns the text a reader sees, without Markdown syntax. Reading times are based on it. */
export const extractVisibleText = (markdown: string): string =>
  removeSyntax(markdown, (text) => text.replace(TABLE_PATTERN, extractCellText));

const HORIZONTAL_RULE = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,})$/;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;
const ENDS_WITH_PUNCTUATION = /[.!?…:;,]\W*$/;

/** Adds a period to list items, because they would otherwise run together on one line. */
function addListPeriods(text: string): string {
  const lines = text.split("\n");
  let isInItem = false;
  for (const [index, line] of [...lines, ""].entries()) {
    const startsItem = LIST_ITEM.test(line) && !HORIZONTAL_RULE.test(line);
    const previousLine = lines[index - 1];
    if (
      isInItem &&
      (startsItem || line.trim() === "") &&
      previousLine !== undefined &&
      !ENDS_WITH_PUNCTUATION.test(previousLine)
    ) {
      lines[index - 1] = `${previousLine.trimEnd()}.`;
    }
    isInItem = startsItem || (isInItem && line.trim() !== "");
  }
  return lines.join("\n");
}

const OPENING_MARKS = /(?<=^|[\s(])["“](?=\S)/g;
const CLOSING_MARKS = /(?<=[^\s(])["”](?![\p{L}\p{N}])/gu;

/** Returns the closing quotation mark if the shortened text has an open quote. */
const findClosingMark = (cutText: string): string => {
  const openingMarks = cutText.match(OPENING_MARKS) ?? [];
  if (openingMarks.length <= (cutText.match(CLOSING_MARKS) ?? []).length) return "";
  return openingMarks.at(-1) === "“" ? "”" : '"';
};

/** Shortens text to at most `max` characters. Cuts at the end of a word, adds an ellipsis, and closes an open quote. */
export const shorten = (text: string, max: number): string => {
  const fullText = collapseSpaces(text);
  if (fullText.length <= max) return fullText;
  const cutText = fullText.slice(0, max);
  const lastSpace = cutText.lastIndexOf(" ");
  // If there is no space nearby, as in a long URL, the text is cut within a word, but never within an emoji.
  const wholeWords =
    fullText[max] === " " || lastSpace <= max * 0.7 ? cutText : cutText.slice(0, lastSpace);
  const trimmedText = wholeWords.replace(/[\ud800-\udbff]$/, "").replace(/[\s.,;:–("“-]+$/, "");
  return `${trimmedText}…${findClosingMark(trimmedText)}`;
};

/** Returns the start of the text. Tables are left out, because their cells don't make sense on their own. */
export const createTextExcerpt = (markdown: string, max: number): string =>
  shorten(
    removeSyntax(markdown, (text) => addListPeriods(text.replace(TABLE_PATTERN, ""))),
    max,
  );

const WORDS_PER_MINUTE = 200;

/** Returns the reading time in minutes: the number of words divided by 200, rounded up (BLOG-04). */
export const estimateReadingMinutes = (markdown: string): number => {
  const text = extractVisibleText(markdown);
  return text === "" ? 0 : Math.ceil(text.split(" ").length / WORDS_PER_MINUTE);
};
