import type { Mark, Node } from "@tiptap/pm/model";
import type { toMarkdown } from "mdast-util-to-markdown";

export type Tree = Parameters<typeof toMarkdown>[0];
export type TreeNode<Type extends Tree["type"]> = Extract<Tree, { readonly type: Type }>;
type FlowNode = TreeNode<"blockquote">["children"][number];
type InlineNode = TreeNode<"paragraph">["children"][number];
type MarkNode = TreeNode<"strong" | "emphasis" | "delete">;

const MARK_TYPES: Readonly<Record<string, MarkNode["type"]>> = {
  bold: "strong",
  italic: "emphasis",
  strike: "delete",
};
const isMarkNode = (node: InlineNode): node is MarkNode =>
  node.type === "strong" || node.type === "emphasis" || node.type === "delete";
const isCode = ({ type }: Mark) => type.name === "code";

interface TextRun {
  readonly node: Node;
  readonly text: string;
  /** The text's marks, except code. Code is always innermost and becomes a leaf of the tree. */
  readonly marks: readonly Mark[];
}

const toRawText = (node: Node, isOneLine: boolean): string => {
  if (node.type.name === "hardBreak") return isOneLine ? " " : "\n";
  return node.text?.replace(/[ \t\r\n]/g, " ") ?? "\uFFFC";
};

/** Returns inline content as the site shows it: with single spaces, and without spaces at the start or end of lines. */
const collectTextRuns = (block: Node, isOneLine: boolean): TextRun[] => {
  const rawTexts = block.children.map((node) => toRawText(node, isOneLine));
  const line = rawTexts.join("");
  const collapsedLine = line.replace(/[ \n]+/g, (space, offset: number) => {
    const isAtEdge = offset === 0 || offset + space.length === line.length;
    const keptIndex = isAtEdge ? -1 : Math.max(0, space.indexOf("\n"));
    return space.replace(/./gs, (character, index) => (index === keptIndex ? character : "\0"));
  });
  let end = 0;
  const runs = block.children.map((node, index) => {
    const start = end;
    end += rawTexts[index]?.length ?? 0;
    const marks = node.marks.filter((mark) => !isCode(mark));
    return { node, text: collapsedLine.slice(start, end).replaceAll("\0", ""), marks };
  });
  return runs
    .filter(({ text }) => text !== "")
    .map((run, index, allRuns) => {
      const neighbors = [allRuns[index - 1], allRuns[index + 1]];
      const isInside = (mark: Mark) =>
        neighbors.every((neighbor) => neighbor && mark.isInSet(neighbor.marks));
      return run.text.trim() === "" ? { ...run, marks: run.marks.filter(isInside) } : run;
    });
};

const createLeaf = ({ node, text }: TextRun): InlineNode => {
  const { src, alt, title } = node.attrs;
  return node.type.name === "image"
    ? { type: "image", url: String(src), alt: String(alt ?? ""), title: title as string | null }
    : { type: node.isText && node.marks.some(isCode) ? "inlineCode" : "text", value: text };
};

const wrapInMark = ({ type, attrs }: Mark, children: InlineNode[]): InlineNode => {
  const markType = MARK_TYPES[type.name];
  if (markType) return { type: markType, children };
  const link = { type: "link", url: String(attrs["href"]), title: attrs["title"], children };
  return link as TreeNode<"link">;
};

/** Nests the marks of a line. The marks that extend over the most text are outermost. */
const nestMarks = (runs: readonly TextRun[], outerMarks: readonly Mark[] = []): InlineNode[] => {
  const [firstRun] = runs;
  if (!firstRun) return [];
  const getReach = (mark: Mark): number => {
    const end = runs.findIndex(({ marks }) => !mark.isInSet(marks));
    return end < 0 ? runs.length : end;
  };
  const [outermostMark] = firstRun.marks
    .filter((mark) => !mark.isInSet(outerMarks))
    .sort((left, right) => getReach(right) - getReach(left));
  if (!outermostMark) return [createLeaf(firstRun), ...nestMarks(runs.slice(1), outerMarks)];
  const reach = getReach(outermostMark);
  const children = nestMarks(runs.slice(0, reach), [...outerMarks, outermostMark]);
  return [wrapInMark(outermostMark, children), ...nestMarks(runs.slice(reach), outerMarks)];
};

const EDGE_PATTERNS = {
  first: { loose: /^(?:\s+|[\p{P}\p{S}])/u, wordCharacterBeside: /[^\s\p{P}\p{S}]$/u },
  last: { loose: /(?:\s+|[\p{P}\p{S}])$/u, wordCharacterBeside: /^[^\s\p{P}\p{S}]/u },
} as const;

/**
 * Splits off the edge of marked text if Markdown couldn't mark it. CommonMark never marks spaces at an edge. Next to a
 * word character, it also doesn't mark punctuation, code, links and pictures.
 */
const splitLooseEdge = (
  mark: MarkNode,
  edge: InlineNode,
  side: keyof typeof EDGE_PATTERNS,
  neighbor: InlineNode | undefined,
): { readonly looseNode: InlineNode; readonly remainder: readonly InlineNode[] } | null => {
  const isInWord =
    neighbor?.type === "text" && EDGE_PATTERNS[side].wordCharacterBeside.test(neighbor.value);
  if (edge.type !== "text") {
    const isMarkable = isMarkNode(edge) && mark.type !== "delete";
    return isInWord && !isMarkable ? { looseNode: edge, remainder: [] } : null;
  }
  const [value = ""] = EDGE_PATTERNS[side].loose.exec(edge.value) ?? [];
  if (value === "" || (value.trim() !== "" && !isInWord)) return null;
  const remainingText =
    side === "first" ? edge.value.slice(value.length) : edge.value.slice(0, -value.length);
  return {
    looseNode: { type: "text", value },
    remainder: remainingText ? [{ type: "text", value: remainingText }] : [],
  };
};

const moveOutLooseEdges = (
  mark: MarkNode,
  before?: InlineNode,
  after?: InlineNode,
): InlineNode[] => {
  const innerNodes = [...mark.children];
  const [head, tail]: [InlineNode[], InlineNode[]] = [[], []];
  for (let [edge] = innerNodes; edge; [edge] = innerNodes) {
    const split = splitLooseEdge(mark, edge, "first", head.at(-1) ?? before);
    if (!split) break;
    innerNodes.splice(0, 1, ...split.remainder);
    head.push(split.looseNode);
  }
  for (let edge = innerNodes.at(-1); edge; edge = innerNodes.at(-1)) {
    const split = splitLooseEdge(mark, edge, "last", tail[0] ?? after);
    if (!split) break;
    innerNodes.splice(-1, 1, ...split.remainder);
    tail.unshift(split.looseNode);
  }
  return [...head, ...(innerNodes.length > 0 ? [{ ...mark, children: innerNodes }] : []), ...tail];
};

const unmarkLooseEdges = <Child extends InlineNode>(nodes: readonly Child[]): InlineNode[] =>
  nodes.flatMap((node, index): InlineNode[] => {
    if (!("children" in node)) return [node];
    const newNode = { ...node, children: unmarkLooseEdges(node.children) } as InlineNode;
    return isMarkNode(newNode)
      ? moveOutLooseEdges(newNode, nodes[index - 1], nodes[index + 1])
      : [newNode];
  });

const convertInline = (block: Node, isOneLine: boolean): InlineNode[] =>
  unmarkLooseEdges(nestMarks(collectTextRuns(block, isOneLine)));

const convertTable = (table: Node): TreeNode<"table"> => ({
  type: "table",
  align: table.child(0).children.map(({ attrs }) => attrs["align"] as "left" | null),
  children: table.children.map((row) => ({
    type: "tableRow",
    children: row.children.map((cell) => ({
      type: "tableCell",
      children: convertInline(cell.child(0), true),
    })),
  })),
});

const convertList = (list: Node): TreeNode<"list"> => {
  const items = list.children.map(convertBlocks);
  // If a list has no paragraphs, it looks the same whether it's loose or tight.
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

const convertBlock = (node: Node): FlowNode => {
  switch (node.type.name) {
    case "heading":
      return {
        type: "heading",
        depth: node.attrs["level"] as 2 | 3,
        children: convertInline(node, true),
      };
    case "blockquote":
      return { type: "blockquote", children: convertBlocks(node) };
    case "codeBlock":
      return { type: "code", value: node.textContent };
    case "horizontalRule":
      return { type: "thematicBreak" };
    case "table":
      return convertTable(node);
    case "bulletList":
    case "orderedList":
      return convertList(node);
    default:
      return { type: "paragraph", children: convertInline(node, false) };
  }
};

const isEmpty = (block: FlowNode): boolean =>
  (block.type === "paragraph" || block.type === "heading") && block.children.length === 0;

/** Returns a node's blocks as a Markdown syntax tree, without empty paragraphs and headings. */
export const convertBlocks = (parent: Node): FlowNode[] =>
  parent.children.map(convertBlock).filter((block) => !isEmpty(block));
