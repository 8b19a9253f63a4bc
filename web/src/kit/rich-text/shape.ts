import { Extension } from "@tiptap/core";
import { Plugin, type Transaction } from "@tiptap/pm/state";
import type { Node } from "@tiptap/pm/model";

/** Markdown tables have one header row, and its alignment applies to the whole column. */
const shapeTable = (table: Node, at: number, tr: Transaction): void => {
  const { tableHeader, tableCell } = table.type.schema.nodes;
  const heads = table.firstChild?.children ?? [];
  table.forEach((row, rowAt, rowIndex) => {
    row.forEach((cell, cellAt, column) => {
      const type = rowIndex === 0 ? tableHeader : tableCell;
      const align: unknown = heads[column]?.attrs["align"] ?? null;
      if (cell.type === type && cell.attrs["align"] === align) return;
      tr.setNodeMarkup(at + 1 + rowAt + 1 + cellAt, type, { ...cell.attrs, align });
    });
  });
};

/** Two paragraphs in an item need a blank line, which makes the whole list loose. */
const needsLooseList = (list: Node): boolean =>
  list.children.some((item) =>
    item.children.some(
      ({ type }, index) =>
        type.name === "paragraph" && item.maybeChild(index - 1)?.type.name === "paragraph",
    ),
  );

/** Restricts the document to what Markdown can express, so publishing changes nothing. */
export const MarkdownShape = Extension.create({
  name: "markdownShape",
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, { doc, tr }) => {
        if (!transactions.some(({ docChanged }) => docChanged)) return null;
        doc.descendants((node, at) => {
          if (node.type.name === "table") shapeTable(node, at, tr);
          if (node.attrs["tight"] === true && needsLooseList(node))
            tr.setNodeAttribute(at, "tight", false);
          return node.isBlock && !node.isTextblock;
        });
        return tr.docChanged ? tr : null;
      },
    }),
  ],
  // Neither headings nor table cells can hold a line break in Markdown.
  addKeyboardShortcuts() {
    const isSingleLine = () => this.editor.isActive("heading") || this.editor.isActive("table");
    return { "Shift-Enter": isSingleLine, "Mod-Enter": isSingleLine };
  },
});
