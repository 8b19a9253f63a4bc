const LITERAL = 0xe000;

/** Punctuation that is meant as it stands is moved out of the way until the marks are gone. */
const literal = (text: string): string =>
  text.replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(LITERAL + sign.charCodeAt(0)));

const asWritten = (text: string): string =>
  text.replace(/[\ue021-\ue07e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - LITERAL));

const LABEL = String.raw`\[((?:\[[^[\]]{0,300}\]|[^[\]]){0,500})\]`;
const TARGET = String.raw`\(\s*(?:<[^<>\n]{0,2000}>|(?:[^\s()<]|\([^\s()]{0,500}\)){0,2000})(?:\s+"[^"]{0,500}")?\s*\)`;

type Shown = (mark: string, ...parts: string[]) => string;
const first: Shown = (_, part = "") => part;
const second: Shown = (_, _sign, part = "") => part;
const gone: Shown = () => "";

/** The marks that web/src/ui/markdown.tsx knows, and what is shown instead, in the order in which they count. */
const MARKS: readonly (readonly [RegExp, Shown])[] = [
  [
    /^ {0,3}(`{3,}|~{3,})[^`\n]*\n([\s\S]*?)(?:^ {0,3}\1[ \t]*$|(?![\s\S]))/gm,
    (...parts) => literal(second(...parts)),
  ],
  [/\\([!-/:-@[-`{-~]|\n)/g, (...parts) => literal(first(...parts))],
  [/(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g, (...parts) => literal(second(...parts))],
  [new RegExp(`!${LABEL}${TARGET}`, "g"), gone],
  [new RegExp(LABEL + TARGET, "g"), first],
  [/<((?:https?:\/\/|mailto:)[^\s<>]+)>/g, first],
  [
    /^[^|\n]*\|.*\n {0,3}\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$(?:\n.+)*/gm,
    (table) => table.replace(/^[|: -]+$/m, "").replaceAll("|", " "),
  ],
  [/^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/gm, gone],
  [/^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))[ \t]*)+(?:\[[ xX]\][ \t]+)?/gm, gone],
  [/^ {0,3}#{1,6}(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/gm, first],
  [/(\*\*|~~)(?=\S)((?:.|\n(?!\s*\n)){0,1000}?\S)\1/g, second],
  [/(?<![\w_])__(?=\S)((?:.|\n(?!\s*\n)){0,1000}?\S)__(?![\w_])/g, first],
  [/\*(?=\S)([^*]*?[^\s*])\*/g, first],
  [/(?<![\w_])_(?=[^\s_])([^_]*?[^\s_])_(?![\w_])/g, first],
];

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim();

/** What a reader sees of a post's Markdown: excerpts and read times count this, not the marks. */
export const visibleText = (markdown: string): string => {
  const withoutMarks = MARKS.reduce(
    (text, [mark, shown]) => text.replace(mark, shown),
    markdown.replaceAll("\r\n", "\n"),
  );
  return spaced(asWritten(withoutMarks));
};

/** At most `max` characters, cut at a word where one ends near, with an ellipsis. */
export const shortened = (text: string, max: number): string => {
  const whole = spaced(text);
  if (whole.length <= max) return whole;
  const cut = whole.slice(0, max);
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > max * 0.7 ? cut.slice(0, lastSpace) : cut).replace(/[\s.,;:–-]+$/, "")}…`;
};

export const excerpt = (markdown: string, max: number): string =>
  shortened(visibleText(markdown), max);

const WORDS_PER_MINUTE = 200;

/** Words divided by 200, rounded up (P§2). */
export const readMinutes = (markdown: string): number => {
  const text = visibleText(markdown);
  return text === "" ? 0 : Math.ceil(text.split(" ").length / WORDS_PER_MINUTE);
};
