import type { Editor } from "@tiptap/core";
import AlignCenter from "lucide-react/icons/text-align-center";
import AlignLeft from "lucide-react/icons/text-align-start";
import AlignRight from "lucide-react/icons/text-align-end";
import Columns from "lucide-react/icons/between-vertical-start";
import Rows from "lucide-react/icons/between-horizontal-start";
import RemoveColumn from "lucide-react/icons/table-columns-split";
import RemoveRow from "lucide-react/icons/table-rows-split";
import Trash from "lucide-react/icons/trash-2";
import { selectedRect } from "@tiptap/pm/tables";
import type { EditorAction } from "./actions.ts";

const createCommandAction = (
  label: string,
  Icon: EditorAction["Icon"],
  command: "addRowAfter" | "addColumnAfter" | "deleteRow" | "deleteColumn" | "deleteTable",
): EditorAction => ({
  label,
  Icon,
  isPossible: (editor) => editor.can()[command](),
  run: (editor) => editor.chain().focus()[command]().run(),
});

/**
 * Aligns every cell of the selected columns. `shape.ts` makes sure that all cells in a column have the alignment of its
 * header.
 */
const alignColumn = (editor: Editor, align: string | null): void => {
  const { map, table, tableStart, left, right } = selectedRect(editor.state);
  const { tr } = editor.state;
  for (let row = 0; row < map.height; row += 1) {
    for (let column = left; column < right; column += 1) {
      const position = map.positionAt(row, column, table);
      tr.setNodeAttribute(tableStart + position, "align", align);
    }
  }
  editor.view.dispatch(tr);
  editor.view.focus();
};
const createAlignAction = (
  label: string,
  Icon: EditorAction["Icon"],
  align: string | null,
): EditorAction => ({
  label,
  Icon,
  isOn: (editor) => {
    const type = editor.isActive("tableHeader") ? "tableHeader" : "tableCell";
    return (editor.getAttributes(type)["align"] ?? null) === align;
  },
  run: (editor) => alignColumn(editor, align),
});

export const TABLE_GROUPS: readonly (readonly EditorAction[])[] = [
  [
    createCommandAction("Add row", Rows, "addRowAfter"),
    createCommandAction("Add column", Columns, "addColumnAfter"),
  ],
  [
    createAlignAction("Align left", AlignLeft, null),
    createAlignAction("Align center", AlignCenter, "center"),
    createAlignAction("Align right", AlignRight, "right"),
  ],
  [
    createCommandAction("Delete row", RemoveRow, "deleteRow"),
    createCommandAction("Delete column", RemoveColumn, "deleteColumn"),
    createCommandAction("Delete table", Trash, "deleteTable"),
  ],
];
