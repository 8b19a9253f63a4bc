import { DOMSerializer, type Node } from "@tiptap/pm/model";
import { writtenLines, type Signs } from "./inline-markdown.ts";
import { meaningOf } from "./same-html.ts";

/** Ways to write a line, plainest first. The first that renders correctly is used. */
const WAYS: readonly Signs[] = [
  { italic: "*", careful: false },
  { italic: "_", careful: false },
  { italic: "*", careful: true },
  { italic: "_", careful: true },
];

const childrenOf = (node: Node): readonly Node[] => node.children;
const isList = (node: Node | undefined) =>
  node?.type.name === "bulletList" || node?.type.name === "orderedList";
const indented = (text: string, width: number): string =>
  text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(width)}`);
const quoted = (text: string): string => text.replace(/^(?=.)/gm, "> ").replace(/^$/gm, ">");

const fenced = (code: string): string => {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
};

const ALIGNED: Readonly<Record<string, string>> = { left: ":---", center: ":---:", right: "---:" };

/** Blocks that interrupt a paragraph, or end, without a blank line. */
const BEGINS = new Set(["bulletList", "orderedList", "blockquote", "codeBlock", "horizontalRule"]);
const ENDS = new Set(["heading", "codeBlock", "horizontalRule"]);

export type ShowMarkdown = (markdown: string) => string;

/** Returns a function that writes the document as Markdown the site renders identically. */
export const markdownWriter = (show: ShowMarkdown) => {
  // Cached by node: ProseMirror reuses the nodes of unchanged text.
  const known = new WeakMap<Node, string>();

  const meantBy = (block: Node): string => {
    const paragraph = document.createElement("p");
    paragraph.append(DOMSerializer.fromSchema(block.type.schema).serializeFragment(block.content));
    return meaningOf(`<div>${paragraph.outerHTML}</div>`);
  };

  const linesOf = (block: Node): string => {
    const before = known.get(block);
    if (before !== undefined) return before;
    const meant = meantBy(block);
    const ways = WAYS.map((signs) => writtenLines(block, signs));
    const found = ways.find((lines) => meaningOf(`<div>${show(lines)}</div>`) === meant);
    const lines = found ?? ways[0] ?? "";
    known.set(block, lines);
    return lines;
  };
  const lineOf = (block: Node): string => linesOf(block).replace(/\n/g, " ");

  const heading = (node: Node): string => {
    const line = lineOf(node).replace(/#(?=#*$)/, "\\#");
    return line === "" ? "" : `${"#".repeat(Number(node.attrs["level"]))} ${line}`;
  };

  const table = (node: Node): string => {
    const rows = childrenOf(node).map((row) =>
      childrenOf(row).map((cell) => {
        const lines = childrenOf(cell).map(lineOf).filter(Boolean);
        return lines.join(" ").replace(/(?<!\\)((?:\\\\)*)\|/g, "$1\\|");
      }),
    );
    const [head = []] = rows;
    const ruler = childrenOf(node.child(0)).map(
      ({ attrs }) => ALIGNED[String(attrs["align"])] ?? "---",
    );
    return [head, ruler, ...rows.slice(1)].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  };

  const item = (node: Node, marker: string, isTight: boolean): string => {
    const parts = childrenOf(node)
      .map((child, index) => ({ child, text: block(child, childrenOf(node)[index - 1], true) }))
      .filter(({ text }) => text !== "");
    const text = parts
      .map(({ child, text: part }, index) => {
        const above = parts[index - 1]?.child.type.name ?? "";
        const isClose = isTight && (BEGINS.has(child.type.name) || ENDS.has(above));
        return index === 0 ? part : `\n${isClose ? "" : "\n"}${part}`;
      })
      .join("");
    return `${marker} ${indented(text, marker.length + 1)}`.trimEnd();
  };

  /** Adjacent lists would merge, so every second one uses another marker. */
  const isSecond = new WeakSet<Node>();
  const list = (node: Node, before: Node | undefined): string => {
    const isTight = node.attrs["tight"] !== false;
    if (before?.type === node.type && !isSecond.has(before)) isSecond.add(node);
    const start = Number(node.attrs["start"] ?? 1);
    const markerAt = (index: number) => {
      if (node.type.name === "bulletList") return isSecond.has(node) ? "*" : "-";
      return `${start + index}${isSecond.has(node) ? ")" : "."}`;
    };
    const items = childrenOf(node).map((child, index) => item(child, markerAt(index), isTight));
    return items.join(isTight ? "\n" : "\n\n");
  };

  const block = (node: Node, before: Node | undefined, isInList: boolean): string => {
    if (isList(node)) return list(node, before);
    switch (node.type.name) {
      case "heading":
        return heading(node);
      case "blockquote":
        return quoted(blocks(childrenOf(node)));
      case "codeBlock":
        return fenced(node.textContent);
      case "horizontalRule":
        return isInList ? "___" : "---";
      case "table":
        return table(node);
      default:
        return linesOf(node);
    }
  };

  const blocks = (nodes: readonly Node[]): string =>
    nodes
      .map((node, index) => block(node, nodes[index - 1], false))
      .filter((text) => text !== "")
      .join("\n\n");

  return (doc: Node): string => blocks(childrenOf(doc));
};
