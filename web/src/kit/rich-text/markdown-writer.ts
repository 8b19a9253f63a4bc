import type { Node } from "@tiptap/pm/model";
import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, toMarkdown, type Handle, type Options } from "mdast-util-to-markdown";
import { writeHtml } from "./html-writer.ts";
import { convertBlocks, type Tree, type TreeNode } from "./markdown-tree.ts";
import { normalizeHtml } from "./same-html.ts";

/** The site doesn't unescape alt text, so backticks are replaced and trailing backslashes are dropped. */
const image: Handle = ({ alt, url, title }: TreeNode<"image">, parent, state, info) => {
  const visibleText = (alt ?? "").replace(/\s+/g, " ").replace(/`/g, "’").replace(/\\+$/, "");
  const imageWithoutAlt = defaultHandlers.image(
    { type: "image", url, title: title ?? null },
    parent,
    state,
    info,
  );
  return imageWithoutAlt.replace("![", () => `![${visibleText.replace(/[[\]]/g, "\\$&")}`);
};

const DELIMITERS = { left: ":---", center: ":---:", right: "---:" } as const;

/** Cells aren't padded, so that changing a cell changes only its own line. */
const table: Handle = (node: TreeNode<"table">, _parent, state, info) => {
  const [head = "", ...rows] = node.children.map((row) => {
    const cells = row.children.map((cell) => state.handle(cell, row, state, info));
    return `| ${cells.join(" | ")} |`;
  });
  const delimiterRow = node.align?.map((align) => (align ? DELIMITERS[align] : "---")) ?? [];
  return [head, `| ${delimiterRow.join(" | ")} |`, ...rows].join("\n");
};

/** Writes a link as a bare URL or email address, if the site turns that into the same link. */
const link: Handle = (node: TreeNode<"link">, parent, state, info) => {
  const [firstChild, ...otherChildren] = node.children;
  const text =
    firstChild?.type === "text" && otherChildren.length === 0 && !node.title
      ? firstChild.value
      : null;
  const isBare = text !== null && [text, `mailto:${text}`, `http://${text}`].includes(node.url);
  return isBare ? text : defaultHandlers.link(node, parent, state, info);
};

const writeUnescaped: Handle = ({ value }: TreeNode<"text">) => value;

/**
 * Always writes the same delimiters. The package's own handlers mix `*` and `_`, and write some characters next to
 * delimiters as character references.
 */
const createMarkHandler =
  (marker: string): Handle =>
  (node: TreeNode<"strong">, _parent, state, info) => {
    const content = state.containerPhrasing(node, { ...info, before: marker, after: marker });
    return `${marker}${content}${marker}`;
  };
const markHandlers = {
  emphasis: createMarkHandler("*"),
  strong: createMarkHandler("**"),
  delete: createMarkHandler("~~"),
};

/** Ways to write a block, simplest first. The first one that renders correctly is used. */
const BLOCK_HANDLERS: readonly Options["handlers"][] = [
  { text: writeUnescaped, link, ...markHandlers },
  { text: writeUnescaped, link },
  { link, ...markHandlers },
  { link },
  {},
];

const OPTIONS: Options = {
  extensions: [gfmToMarkdown()],
  listItemIndent: "one",
  rule: "_",
  handlers: {
    image,
    table,
    // A line of dashes below text could be read as a table's delimiter row or as a list item's bullet.
    thematicBreak: (_node, parent) => (parent?.type === "listItem" ? "___" : "---"),
  },
};

/** Two lists in a row would be read as one, so every second list uses a different marker. */
const LIST_MARKERS: readonly Options[] = [
  { bullet: "-", bulletOrdered: "." },
  { bullet: "*", bulletOrdered: ")" },
];

/**
 * Matches character references such as `&#x20;`. They are replaced with the character itself, because excerpts,
 * searches, and people who read the source need it.
 */
const CHARACTER_REFERENCE_PATTERN = /&#x([\dA-F]+);/g;
const decodeReference = (_reference: string, code: string): string =>
  String.fromCodePoint(Number.parseInt(code, 16));

export type RenderMarkdown = (markdown: string) => string;

/**
 * Returns a function that writes the document as Markdown. The site renders that Markdown the same way as the editor.
 */
export const createMarkdownWriter = (render: RenderMarkdown) => {
  // Cached by node, because ProseMirror reuses the nodes of unchanged blocks.
  const cache = LIST_MARKERS.map(() => new WeakMap<Node, string>());
  const renderNormalized = (markdown: string) => normalizeHtml(render(markdown));

  const writeBlock = (block: Node, markers: Options): string => {
    const doc = block.type.schema.topNodeType.create(null, block);
    const tree: Tree = { type: "root", children: convertBlocks(doc) };
    const writeWith = (handlers: Options["handlers"]): string => {
      const options = { ...OPTIONS, ...markers, handlers: { ...OPTIONS.handlers, ...handlers } };
      const text = toMarkdown(tree, options).trimEnd();
      return doc.textContent.includes("&#x")
        ? text
        : text.replace(CHARACTER_REFERENCE_PATTERN, decodeReference);
    };
    const findTextFor = (normalizedHtml: string): string | undefined => {
      for (const handlers of BLOCK_HANDLERS) {
        const text = writeWith(handlers);
        if (renderNormalized(text) === normalizedHtml) return text;
      }
      return undefined;
    };
    // Drop everything that Markdown can't express, and write the rest in its simplest form.
    const writePlainest = () => writeWith(BLOCK_HANDLERS.at(-1));
    return (
      findTextFor(normalizeHtml(writeHtml(doc))) ??
      findTextFor(renderNormalized(writePlainest())) ??
      writePlainest()
    );
  };

  return (doc: Node): string => {
    const texts: string[] = [];
    let previousBlock: Node | undefined;
    let previousMarkerIndex = 0;
    for (const block of doc.children) {
      const isList = block.type.name.endsWith("List");
      const markerIndex =
        isList && previousBlock?.type === block.type ? 1 - previousMarkerIndex : 0;
      const text =
        cache[markerIndex]?.get(block) ?? writeBlock(block, LIST_MARKERS[markerIndex] ?? {});
      cache[markerIndex]?.set(block, text);
      if (text === "") continue;
      texts.push(text);
      [previousBlock, previousMarkerIndex] = [block, markerIndex];
    }
    return texts.join("\n\n");
  };
};
