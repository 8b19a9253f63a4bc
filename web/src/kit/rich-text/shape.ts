import { Extension } from "@tiptap/core";
import { Plugin, type Transaction } from "@tiptap/pm/state";
import type { Node } from "@tiptap/pm/model";

/** A Markdown table has one header row. The alignment of a header cell applies to its whole column. */
const shapeTable = (table: Node, position: number, tr: Transaction): void => {
  const { tableHeader, tableCell } = table.type.schema.nodes;
  const headerCells = table.firstChild?.children ?? [];
  table.forEach((row, rowOffset, rowIndex) => {
    row.forEach((cell, cellOffset, column) => {
      const type = rowIndex === 0 ? tableHeader : tableCell;
      const align: unknown = headerCells[column]?.attrs["align"] ?? null;
      if (cell.type === type && cell.attrs["align"] === align) return;
      tr.setNodeMarkup(position + 1 + rowOffset + 1 + cellOffset, type, { ...cell.attrs, align });
    });
  });
};

/** Two paragraphs in one item need a blank line between them, which makes the whole list loose. */
const needsLooseList = (list: Node): boolean =>
  list.children.some((item) =>
    item.children.some(
      ({ type }, index) =>
        type.name === "paragraph" && item.maybeChild(index - 1)?.type.name === "paragraph",
    ),
  );

/** Restricts the document to what Markdown can express, so that the published text looks the same. */
export const MarkdownShape = Extension.create({
  name: "markdownShape",
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, { doc, tr }) => {
        if (!transactions.some(({ docChanged }) => docChanged)) return null;
        doc.descendants((node, position) => {
          if (node.type.name === "table") shapeTable(node, position, tr);
          if (node.attrs["tight"] === true && needsLooseList(node))
            tr.setNodeAttribute(position, "tight", false);
          return node.isBlock && !node.isTextblock;
        });
        return tr.docChanged ? tr : null;
      },
    }),
  ],
  // In Markdown, headings and table cells can't contain a line break.
  addKeyboardShortcuts() {
    const isSingleLine = () => this.editor.isActive("heading") || this.editor.isActive("table");
    return { "Shift-Enter": isSingleLine, "Mod-Enter": isSingleLine };
  },
});
