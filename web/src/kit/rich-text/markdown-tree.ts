import type { Mark, Node } from "@tiptap/pm/model";
import type { toMarkdown } from "mdast-util-to-markdown";

export type Tree = Parameters<typeof toMarkdown>[0];
export type TreeNode<Type extends Tree["type"]> = Extract<Tree, { readonly type: Type }>;
type Flow = TreeNode<"blockquote">["children"][number];
type Inline = TreeNode<"paragraph">["children"][number];
type Marked = TreeNode<"strong" | "emphasis" | "delete">;

const MARKS: Readonly<Record<string, Marked["type"]>> = {
  bold: "strong",
  italic: "emphasis",
  strike: "delete",
};
const isMarked = (node: Inline): node is Marked =>
  node.type === "strong" || node.type === "emphasis" || node.type === "delete";
const isCode = ({ type }: Mark) => type.name === "code";

interface Piece {
  readonly node: Node;
  readonly text: string;
  /** Without code, which is always the innermost mark and becomes a leaf. */
  readonly marks: readonly Mark[];
}

const rawText = (node: Node, isOneLine: boolean): string => {
  if (node.type.name === "hardBreak") return isOneLine ? " " : "\n";
  return node.text?.replace(/[ \t\r\n]/g, " ") ?? "\uFFFC";
};

/** Returns inline content as the site shows it: single spaces, and none of them at the edges of lines. */
const piecesOf = (block: Node, isOneLine: boolean): Piece[] => {
  const raw = block.children.map((node) => rawText(node, isOneLine));
  const line = raw.join("");
  const collapsedLine = line.replace(/[ \n]+/g, (space, at: number) => {
    const isAtEdge = at === 0 || at + space.length === line.length;
    const keptIndex = isAtEdge ? -1 : Math.max(0, space.indexOf("\n"));
    return space.replace(/./gs, (sign, index) => (index === keptIndex ? sign : "\0"));
  });
  let end = 0;
  const pieces = block.children.map((node, index) => {
    const start = end;
    end += raw[index]?.length ?? 0;
    const marks = node.marks.filter((mark) => !isCode(mark));
    return { node, text: collapsedLine.slice(start, end).replaceAll("\0", ""), marks };
  });
  return pieces
    .filter(({ text }) => text !== "")
    .map((piece, index, allPieces) => {
      const neighbors = [allPieces[index - 1], allPieces[index + 1]];
      const isInside = (mark: Mark) =>
        neighbors.every((neighbor) => neighbor && mark.isInSet(neighbor.marks));
      return piece.text.trim() === "" ? { ...piece, marks: piece.marks.filter(isInside) } : piece;
    });
};

const leafOf = ({ node, text }: Piece): Inline => {
  const { src, alt } = node.attrs;
  return node.type.name === "image"
    ? { type: "image", url: String(src), alt: String(alt ?? "") }
    : { type: node.isText && node.marks.some(isCode) ? "inlineCode" : "text", value: text };
};

const wrapInMark = ({ type, attrs }: Mark, children: Inline[]): Inline => {
  const markType = MARKS[type.name];
  if (markType) return { type: markType, children };
  const link = { type: "link", url: String(attrs["href"]), title: attrs["title"], children };
  return link as TreeNode<"link">;
};

/** Nests the marks of a line. The marks that extend furthest are outermost. */
const nestMarks = (pieces: readonly Piece[], outerMarks: readonly Mark[] = []): Inline[] => {
  const [firstPiece] = pieces;
  if (!firstPiece) return [];
  const reachOf = (mark: Mark): number => {
    const end = pieces.findIndex(({ marks }) => !mark.isInSet(marks));
    return end < 0 ? pieces.length : end;
  };
  const [outermostMark] = firstPiece.marks
    .filter((mark) => !mark.isInSet(outerMarks))
    .sort((left, right) => reachOf(right) - reachOf(left));
  if (!outermostMark) return [leafOf(firstPiece), ...nestMarks(pieces.slice(1), outerMarks)];
  const reach = reachOf(outermostMark);
  const inside = nestMarks(pieces.slice(0, reach), [...outerMarks, outermostMark]);
  return [wrapInMark(outermostMark, inside), ...nestMarks(pieces.slice(reach), outerMarks)];
};

const EDGES = {
  first: { loose: /^(?:\s+|[\p{P}\p{S}])/u, letterBeside: /[^\s\p{P}\p{S}]$/u },
  last: { loose: /(?:\s+|[\p{P}\p{S}])$/u, letterBeside: /^[^\s\p{P}\p{S}]/u },
} as const;

/**
 * Splits off an edge that CommonMark wouldn't mark: spaces, and beside a letter also punctuation, code, links, and
 * pictures.
 */
const looseEdge = (
  mark: Marked,
  edge: Inline,
  side: keyof typeof EDGES,
  neighbor: Inline | undefined,
): { readonly looseNode: Inline; readonly remainder: readonly Inline[] } | null => {
  const isInWord = neighbor?.type === "text" && EDGES[side].letterBeside.test(neighbor.value);
  if (edge.type !== "text") {
    const isMarkable = isMarked(edge) && mark.type !== "delete";
    return isInWord && !isMarkable ? { looseNode: edge, remainder: [] } : null;
  }
  const [value = ""] = EDGES[side].loose.exec(edge.value) ?? [];
  if (value === "" || (value.trim() !== "" && !isInWord)) return null;
  const remainingText =
    side === "first" ? edge.value.slice(value.length) : edge.value.slice(0, -value.length);
  return {
    looseNode: { type: "text", value },
    remainder: remainingText ? [{ type: "text", value: remainingText }] : [],
  };
};

/** Moves the loose edges of a mark out of it. */
const moveOutLooseEdges = (mark: Marked, before?: Inline, after?: Inline): Inline[] => {
  const inside = [...mark.children];
  const [head, tail]: [Inline[], Inline[]] = [[], []];
  for (let [edge] = inside; edge; [edge] = inside) {
    const loose = looseEdge(mark, edge, "first", head.at(-1) ?? before);
    if (!loose) break;
    inside.splice(0, 1, ...loose.remainder);
    head.push(loose.looseNode);
  }
  for (let edge = inside.at(-1); edge; edge = inside.at(-1)) {
    const loose = looseEdge(mark, edge, "last", tail[0] ?? after);
    if (!loose) break;
    inside.splice(-1, 1, ...loose.remainder);
    tail.unshift(loose.looseNode);
  }
  return [...head, ...(inside.length > 0 ? [{ ...mark, children: inside }] : []), ...tail];
};

const unmarkLooseEdges = <Child extends Inline>(nodes: readonly Child[]): Inline[] =>
  nodes.flatMap((node, index): Inline[] => {
    if (!("children" in node)) return [node];
    const inside = { ...node, children: unmarkLooseEdges(node.children) } as Inline;
    return isMarked(inside)
      ? moveOutLooseEdges(inside, nodes[index - 1], nodes[index + 1])
      : [inside];
  });

const inlineOf = (block: Node, isOneLine: boolean): Inline[] =>
  unmarkLooseEdges(nestMarks(piecesOf(block, isOneLine)));

const tableOf = (table: Node): TreeNode<"table"> => ({
  type: "table",
  align: table.child(0).children.map(({ attrs }) => attrs["align"] as "left" | null),
  children: table.children.map((row) => ({
    type: "tableRow",
    children: row.children.map((cell) => ({
      type: "tableCell",
      children: inlineOf(cell.child(0), true),
    })),
  })),
});

const listOf = (list: Node): TreeNode<"list"> => {
  const items = list.children.map(blocksOf);
  // Only a paragraph shows whether its list is loose.
  const spread =
    list.attrs["tight"] === false && items.flat().some(({ type }) => type === "paragraph");
  return {
    type: "list",
    ordered: list.type.name === "orderedList",
    start: Number(list.attrs["start"] ?? 1),
    spread,
    children: items.map((children) => ({ type: "listItem", spread, children })),
  };
};

const blockOf = (node: Node): Flow => {
  switch (node.type.name) {
    case "heading":
      return {
        type: "heading",
        depth: node.attrs["level"] as 2 | 3,
        children: inlineOf(node, true),
      };
    case "blockquote":
      return { type: "blockquote", children: blocksOf(node) };
    case "codeBlock":
      return { type: "code", value: node.textContent };
    case "horizontalRule":
      return { type: "thematicBreak" };
    case "table":
      return tableOf(node);
    case "bulletList":
    case "orderedList":
      return listOf(node);
    default:
      return { type: "paragraph", children: inlineOf(node, false) };
  }
};

const isEmpty = (block: Flow): boolean =>
  (block.type === "paragraph" || block.type === "heading") && block.children.length === 0;

/** Returns the blocks of a node as a Markdown syntax tree, without empty paragraphs and headings. */
export const blocksOf = (parent: Node): Flow[] =>
  parent.children.map(blockOf).filter((block) => !isEmpty(block));
