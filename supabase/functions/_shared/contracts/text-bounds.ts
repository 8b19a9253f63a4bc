/**
 * Bounds of the text that Markdown and HTML parsers read, because some texts take them time that grows with the square of
 * the length. The tables check the same bounds: see `private.is_bounded_markdown` and `private.is_bounded_html`.
 */
export const TEXT_BOUNDS = { letters: 5000, marks: 200, levels: 20, allMarks: 2000 } as const;

/** A part of a text that is parsed on its own, with what makes parsing it slow. */
interface Paragraph {
  readonly text: string;
  readonly marks: number;
  /** Called only if there are few enough marks that counting is fast. */
  readonly countLevels: () => number;
}

/** Names a paragraph by its first words. */
const describeParagraph = ({ text }: Paragraph): string => {
  const start = text.slice(0, 200).replaceAll(/\s+/g, " ").trim();
  const words = start.length > 30 ? `${start.slice(0, 30).toWellFormed()}…` : start;
  return `The paragraph that starts with “${words}”`;
};

const MARK_EXAMPLES = "formatting marks, such as bold text, links and line breaks";

/** Returns which bound a text exceeds, as a sentence for the person who wrote it. */
function findProblem(paragraphs: Iterable<Paragraph>, otherMarks = 0): string | undefined {
  const { letters, marks, levels, allMarks } = TEXT_BOUNDS;
  let markCount = otherMarks;
  for (const paragraph of paragraphs) {
    markCount += paragraph.marks;
    if (paragraph.text.length > letters)
      return `${describeParagraph(paragraph)} has more than ${letters.toLocaleString("en-US")} characters. Divide it with an empty line.`;
    if (paragraph.marks > marks)
      return `${describeParagraph(paragraph)} has more than ${marks} ${MARK_EXAMPLES}. Remove some, or divide it with an empty line.`;
    if (paragraph.countLevels() > levels)
      return `${describeParagraph(paragraph)} is nested more than ${levels} levels deep. Move it out of some of the lists, quotes or brackets around it.`;
  }
  return markCount > allMarks
    ? `This text has more than ${allMarks.toLocaleString("en-US")} ${MARK_EXAMPLES}. Remove some, or divide the text.`
    : undefined;
}

const LIST_ITEM = /^ {0,3}[-*+][ \t]+[^ \t]/;
/** Only within a list, because a number can't interrupt other paragraphs. */
const NUMBERED_ITEM = /^ ?\d{1,9}[.)][ \t]+[^ \t]/;
const TABLE_ROW = /^\|.*\|[ \t]*$/;
const TABLE_RULE = /^\|[-:| \t]+$/;
/** What lists and quotes start with, of which a line may have several. */
const MARKER = /[ \t]*(?:>|[-*+](?![^ \t])|\d{1,9}[.)](?![^ \t]))/y;
const MARKS = /\*{1,2}|_{1,2}|~{1,2}|`+|!{1,3}|[[\]<|\\@]|:\/\/|www\./gi;

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Counts how deep a line is nested in lists and quotes. In a nested list, a line starts with at least two spaces per level. */
function countBlockLevels(line: string): number {
  let levels = 0;
  MARKER.lastIndex = 0;
  while (MARKER.test(line)) levels += 1;
  if (levels === 0) return 0;
  const indent = /^[ \t]*/.exec(line)?.[0].replaceAll("\t", "    ").length ?? 0;
  return levels + Math.floor(indent / 2);
}

/** Counts how deep brackets and delimiters are nested in one another. Those that nothing closes don't count. */
function countMarkLevels(text: string): number {
  const open: { readonly kind: string; levelsWithin: number }[] = [];
  let deepest = 0;
  for (const { 0: run, index } of text.matchAll(/\*+|_+|~+|[[\]]/g)) {
    const kind = run === "]" ? "[" : run.slice(0, 1);
    if (opensMark(run, text, index)) {
      open.push({ kind, levelsWithin: 0 });
      continue;
    }
    const openIndex = open.findLastIndex((mark) => mark.kind === kind);
    if (openIndex < 0) continue;
    const closed = open.splice(openIndex);
    const levels = 1 + Math.max(...closed.map(({ levelsWithin }) => levelsWithin));
    const outer = open.at(-1);
    if (outer !== undefined) outer.levelsWithin = Math.max(outer.levelsWithin, levels);
    deepest = Math.max(deepest, levels);
  }
  return deepest;
}

/** Delimiters open before a word, and close after one. */
function opensMark(run: string, text: string, index: number): boolean {
  if (run === "[" || run === "]") return run === "[";
  const before = text.slice(Math.max(0, index - 2), index);
  const after = text.slice(index + run.length, index + run.length + 1);
  return /^\S/.test(after) && !/[\p{L}\p{N}]$/u.test(before);
}

/** Divides Markdown into parts that are parsed on their own: paragraphs, items of lists and rows of tables. */
function* divideMarkdown(markdown: string): Generator<Paragraph> {
  let lines: string[] = [];
  let isList = false;
  let isTable = false;
  for (const line of [...markdown.split(/\r\n?|\n/), ""]) {
    const isItem: boolean = LIST_ITEM.test(line) || (isList && NUMBERED_ITEM.test(line));
    isTable = TABLE_ROW.test(line) && (isTable || startsTable(lines.at(-1), line));
    const isBlank = /^[ \t]*$/.test(line);
    if (isItem || isTable || isBlank) {
      if (lines.length > 0) yield describeMarkdown(lines);
      lines = [];
    }
    if (lines.length === 0) isList = isItem || NUMBERED_ITEM.test(line);
    if (!isBlank) lines.push(line);
  }
}

/** Returns whether two lines are a table's header and the rule below it, which must have as many cells. */
const startsTable = (header: string | undefined, rule: string): boolean =>
  header !== undefined &&
  TABLE_RULE.test(rule) &&
  rule.includes("-") &&
  TABLE_ROW.test(header) &&
  !/[\\`]/.test(header) &&
  countMatches(header, /\|/g) === countMatches(rule, /\|/g);

function describeMarkdown(lines: readonly string[]): Paragraph {
  const text = lines.join("\n");
  return {
    text,
    marks: countMatches(text, MARKS) + lines.length,
    countLevels: () => Math.max(countMarkLevels(text), ...lines.map(countBlockLevels)),
  };
}

export const findMarkdownProblem = (markdown: string): string | undefined =>
  findProblem(divideMarkdown(markdown));

/** Elements that begin and end a paragraph of their own. */
const BLOCK_TAG =
  /<\/?(?:address|blockquote|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)(?![a-z\d])[^<>]*>|\n[ \t\r]*\n/gi;
const TAG = /<(\/?)([a-z][a-z\d]*)(\s[^<>]*|\/?)>|<!--[^<>]*-->|<[a-z!/?]/gi;
const ATTRIBUTE = /\s[a-z-]+(?:="[^"]*"|='[^']*'|=[^\s"'=`]+)?/gi;
const VOID_TAGS = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" "),
);
/** Elements that end others whose end tag is left out. */
const ENDED_TAGS: Readonly<Record<string, readonly string[]>> = {
  p: ["p"],
  li: ["li"],
  tr: ["td", "th", "tr"],
  td: ["td", "th"],
  th: ["th"],
};
/** Elements whose content parsers read in another way. */
const RAW_TAGS = new Set(
  "iframe math noembed noframes noscript plaintext script style svg template textarea title xmp".split(
    " ",
  ),
);

/**
 * Counts how many elements are open at the same time. A tag that parsers might read in another way counts as open for
 * good.
 */
function countOpenTags(html: string): number {
  const open: string[] = [];
  let doubtfulCount = 0;
  let deepest = 0;
  for (const { 0: tag, 1: slash, 2: rawName, 3: attributes = "" } of html.matchAll(TAG)) {
    const name = rawName?.toLowerCase();
    const isCertain = /^\s*\/?$/.test(attributes.replaceAll(ATTRIBUTE, ""));
    if (name === undefined || RAW_TAGS.has(name) || !isCertain) {
      if (name !== undefined || !tag.endsWith("-->")) doubtfulCount += 1;
    } else if (slash === "/") {
      const index = open.lastIndexOf(name);
      if (index >= 0) open.length = index;
    } else if (!VOID_TAGS.has(name)) {
      while (ENDED_TAGS[name]?.includes(open.at(-1) ?? "") === true) open.pop();
      open.push(name);
    }
    deepest = Math.max(deepest, open.length + doubtfulCount);
    if (deepest > TEXT_BOUNDS.levels) break;
  }
  return deepest;
}

/** Tags, attributes and character references. */
const HTML_MARKS = /[<&=]/g;

/** Divides HTML, or plain text for an email, into paragraphs. */
function* divideHtml(html: string): Generator<Paragraph> {
  for (const part of html.split(BLOCK_TAG)) {
    const text = part.replaceAll(/<[^<>]*>/g, "");
    yield { text, marks: countMatches(part, HTML_MARKS), countLevels: () => 0 };
  }
  yield { text: html.slice(0, 200), marks: 0, countLevels: () => countOpenTags(html) };
}

export function findHtmlProblem(html: string): string | undefined {
  const blockTags = html.match(BLOCK_TAG) ?? [];
  return findProblem(divideHtml(html), blockTags.length + countMatches(blockTags.join(""), /=/g));
}
