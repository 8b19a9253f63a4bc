import type { Mark, Node } from "@tiptap/pm/model";

/** A run of inline content with the marks that Markdown can express. */
interface Piece {
  readonly node: Node;
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface Signs {
  /** `*` works inside words; `_` works next to asterisks. */
  readonly italic: "*" | "_";
  /** Escapes every character that could be syntax. */
  readonly careful: boolean;
}

const FENCES: Readonly<Record<string, (signs: Signs) => string>> = {
  bold: () => "**",
  italic: ({ italic }) => italic,
  strike: () => "~~",
};
const isFenced = (mark: Mark) => mark.type.name in FENCES;

const WORD = /[^\s\p{P}\p{S}]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;

const without = (marks: readonly Mark[], gone: Mark) => marks.filter((mark) => !mark.eq(gone));

const piecesOf = (block: Node): Piece[] => {
  const pieces: Piece[] = [];
  block.forEach((node) => {
    const marks = node.marks.filter(({ type }) => type.name !== "code");
    pieces.push({ node, text: node.text ?? "", marks });
  });
  return pieces;
};

const isCode = ({ node }: Piece) => node.marks.some(({ type }) => type.name === "code");
const isPlain = (piece: Piece) => piece.node.isText && !isCode(piece);

/**
 * Returns how many characters at the edge must move outside the delimiters, because CommonMark wouldn't parse them
 * otherwise.
 */
const looseEnd = (inner: string, outer: string, isStart: boolean): number => {
  const space = (isStart ? /^\s+/ : /\s+$/).exec(inner)?.[0].length ?? 0;
  if (space > 0) return space;
  const edge = (isStart ? /^./su : /.$/su).exec(inner)?.[0] ?? "";
  return PUNCTUATION.test(edge) && WORD.test(outer) ? edge.length : 0;
};

/** Removes the mark from an edge that Markdown can't mark. Returns null if nothing changed. */
const loosened = (pieces: Piece[], index: number, mark: Mark, isStart: boolean): Piece[] | null => {
  const piece = pieces[index];
  const beside = pieces[index + (isStart ? -1 : 1)];
  if (!piece || !mark.isInSet(piece.marks) || (beside && mark.isInSet(beside.marks))) return null;
  const bare = { ...piece, marks: without(piece.marks, mark) };
  if (!isPlain(piece)) {
    return piece.node.type.name === "hardBreak" ? pieces.with(index, bare) : null;
  }
  const outer = (isStart ? beside?.text.at(-1) : beside?.text.at(0)) ?? "";
  const cut = looseEnd(piece.text, outer, isStart);
  if (cut === 0) return null;
  const at = isStart ? cut : piece.text.length - cut;
  const [head, tail] = [piece.text.slice(0, at), piece.text.slice(at)];
  const parts = isStart
    ? [
        { ...bare, text: head },
        { ...piece, text: tail },
      ]
    : [
        { ...piece, text: head },
        { ...bare, text: tail },
      ];
  return pieces.toSpliced(index, 1, ...parts.filter(({ text }) => text !== ""));
};

const loosenOne = (pieces: Piece[]): Piece[] | null => {
  for (const [index, piece] of pieces.entries()) {
    for (const mark of piece.marks.filter(isFenced)) {
      const next = loosened(pieces, index, mark, true) ?? loosened(pieces, index, mark, false);
      if (next) return next;
    }
  }
  return null;
};

const withLooseEdges = (block: Node): Piece[] => {
  let pieces = piecesOf(block);
  for (let next = loosenOne(pieces); next; next = loosenOne(pieces)) pieces = next;
  return pieces;
};

/** Escapes characters that have a meaning anywhere in a line. */
const escapedWithin = (text: string, { careful }: Signs, inLabel: boolean): string =>
  text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, "\\\\")
    .replace(/`/g, "\\`")
    .replace(careful ? /[*_~[\]<|]/g : /(?<!\s(?=[*~_]\s))[*~]/g, "\\$&")
    .replace(
      careful ? /(?!)/g : /(?<![\p{L}\p{N}_])_(?!\s)|_(?![\p{L}\p{N}_\s])|(?<!\s)_(?=\s)/gu,
      "\\_",
    )
    .replace(inLabel && !careful ? /[[\]]/g : /(?!)/g, "\\$&")
    .replace(careful ? /(?!)/g : /\](?=\(|$)/g, "\\]")
    .replace(/!$/g, "\\!")
    .replace(careful ? /(?!)/g : /<(?=[a-z][a-z\d+.-]{1,31}:|[^\s<>]+@)/gi, "\\<")
    .replace(/\b(https?|ftp):(?=\/\/)/gi, "$1\\:")
    .replace(/\bwww\.(?=\S)/gi, "www\\.")
    .replace(/(?<=[\w.+-])@(?=[\w-]+\.)/g, "\\@");

/** Escapes whatever would start a block at the beginning of a line. */
const LINE_STARTS: readonly (readonly [sign: RegExp, escaped: string])[] = [
  [/^(#{1,6})(?=\s|$)/, "\\$1"],
  [/^([>+-])(?=\s|$)/, "\\$1"],
  [/^>/, "\\>"],
  [/^\*(?=\s|$)/, "\\*"],
  [/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2"],
  [/^([-_*])(?=(?:\s*\1){2,}\s*$)/, "\\$1"],
  [/^([|:-])(?=[\s|:-]*$)/, "\\$1"],
  [/^\[(?=[ xX]\]\s)/, "\\["],
];
const escapedStart = (line: string): string =>
  LINE_STARTS.reduce((text, [sign, escaped]) => text.replace(sign, escaped), line);

const escapedLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => escapedStart(line.replace(/^[ \t]+|[ \t]+$/g, "")))
    .join("\n");

const codeSpan = (text: string): string => {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const isPadded = /^`|`$|^ .* $/.test(text) && text.trim() !== "";
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
};

const destination = (href: string): string => {
  const safe = href.replace(/[<>\\\s]/g, encodeURIComponent);
  return /[()]/.test(safe) || safe === "" ? `<${safe}>` : safe;
};

const titleOf = (title: unknown): string =>
  typeof title === "string" && title !== ""
    ? ` "${title.replace(/\s+/g, " ").replace(/["\\]/g, "\\$&")}"`
    : "";

/** Keeps the alt text readable: characters that can't appear in it are replaced by similar ones. */
const pictureOf = ({ attrs }: Node): string => {
  const alt = String(attrs["alt"] ?? "")
    .replace(/\s+/g, " ")
    .replace(/`/g, "’")
    .replace(/\\+$/, "")
    .replace(/[[\]]/g, "\\$&");
  return `![${alt}](${destination(String(attrs["src"] ?? ""))})`;
};

/** A URL or email address that the site links automatically. */
const BARE =
  /^(?:https?:\/\/|www\.)[a-z\d-]+(?:\.[a-z\d-]+)+(?:\/[\w/.-]*\w|\/)?$|^[\w.+-]*\w@[a-z\d-]+(?:\.[a-z\d]+)+$/i;
const hrefOfBare = (text: string): string =>
  /^https?:/i.test(text) ? text : text.includes("@") ? `mailto:${text}` : `http://${text}`;

const isBare = (pieces: readonly Piece[], index: number): boolean => {
  const piece = pieces[index];
  const link = piece?.marks.find(({ type }) => type.name === "link");
  if (!piece || !link || piece.marks.length > 1 || link.attrs["title"]) return false;
  const [before, after] = [pieces[index - 1], pieces[index + 1]];
  const isAlone = ![before, after].some((beside) => beside && link.isInSet(beside.marks));
  const isFree =
    (!before ||
      before.node.type.name === "hardBreak" ||
      (isPlain(before) && /[\s(]$/.test(before.text))) &&
    (!after ||
      after.node.type.name === "hardBreak" ||
      (isPlain(after) && /^(?:\s|[.,;:!?)](?:\s|$))/.test(after.text)));
  return (
    isAlone &&
    isFree &&
    isPlain(piece) &&
    BARE.test(piece.text) &&
    hrefOfBare(piece.text) === link.attrs["href"]
  );
};

/** Returns the index where the mark ends. Marks that reach further are opened first. */
const reach = (pieces: readonly Piece[], from: number, mark: Mark): number => {
  let to = from;
  while (pieces[to] && mark.isInSet(pieces[to]?.marks ?? [])) to += 1;
  return to;
};

const opening = (mark: Mark, signs: Signs) =>
  mark.type.name === "link" ? "[" : (FENCES[mark.type.name]?.(signs) ?? "");
const closing = (mark: Mark, signs: Signs) =>
  mark.type.name === "link"
    ? `](${destination(String(mark.attrs["href"] ?? ""))}${titleOf(mark.attrs["title"])})`
    : (FENCES[mark.type.name]?.(signs) ?? "");

const written = (pieces: readonly Piece[], signs: Signs): string => {
  let text = "";
  let open: Mark[] = [];
  const close = (count: number) => {
    for (const mark of open.slice(count).toReversed()) text += closing(mark, signs);
    open = open.slice(0, count);
  };
  for (const [index, piece] of pieces.entries()) {
    const bare = isBare(pieces, index);
    const marks = bare
      ? []
      : piece.marks.filter((mark) => isFenced(mark) || mark.type.name === "link");
    const kept = open.findIndex((mark) => !mark.isInSet(marks));
    if (kept >= 0) close(kept);
    const fresh = marks
      .filter((mark) => !mark.isInSet(open))
      .sort((one, other) => reach(pieces, index, other) - reach(pieces, index, one));
    for (const mark of fresh) text += opening(mark, signs);
    open = [...open, ...fresh];
    const inLabel = open.some(({ type }) => type.name === "link");
    if (piece.node.type.name === "hardBreak") text += "\n";
    else if (piece.node.type.name === "image") text += pictureOf(piece.node);
    else if (isCode(piece)) text += codeSpan(piece.text);
    else if (bare) text += piece.text;
    else text += escapedWithin(piece.text, signs, inLabel);
  }
  close(0);
  return text;
};

/** Writes a block's inline content as Markdown lines that can't start another block. */
export const writtenLines = (block: Node, signs: Signs): string =>
  escapedLines(written(withLooseEdges(block), signs))
    .replace(/\n{2,}/g, "\n")
    .trim();
