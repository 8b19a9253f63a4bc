import type { Editor } from "@tiptap/core";
import Bold from "lucide-react/icons/bold";
import Code from "lucide-react/icons/code";
import Heading1 from "lucide-react/icons/heading-1";
import Heading2 from "lucide-react/icons/heading-2";
import Heading3 from "lucide-react/icons/heading-3";
import Italic from "lucide-react/icons/italic";
import List from "lucide-react/icons/list";
import ListOrdered from "lucide-react/icons/list-ordered";
import Minus from "lucide-react/icons/minus";
import Redo from "lucide-react/icons/redo-2";
import Strikethrough from "lucide-react/icons/strikethrough";
import Table from "lucide-react/icons/table";
import Quote from "lucide-react/icons/text-quote";
import Undo from "lucide-react/icons/undo-2";
import type { ComponentType } from "react";

export interface EditorAction {
  readonly label: string;
  readonly Icon: ComponentType<{ size?: number; "aria-hidden"?: "true" }>;
  /** Additional search terms for the slash menu. */
  readonly searchTerms?: string;
  readonly keys?: string;
  /** Returns whether a toggle is pressed; omitted for plain commands. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly isPossible?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const createHeadingAction = (
  level: 1 | 2 | 3,
  label: string,
  Icon: EditorAction["Icon"],
): EditorAction => ({
  label,
  Icon,
  searchTerms: `title section h${level}`,
  keys: `Mod+Alt+${level}`,
  isOn: (editor) => editor.isActive("heading", { level }),
  isPossible: (editor) => !editor.isActive("table"),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

export const title = createHeadingAction(1, "Title", Heading1);

export const headings = [
  createHeadingAction(2, "Heading", Heading2),
  createHeadingAction(3, "Subheading", Heading3),
];

export const marks: readonly EditorAction[] = [
  {
    label: "Bold",
    Icon: Bold,
    keys: "Mod+B",
    isOn: (editor) => editor.isActive("bold"),
    isPossible: (editor) => editor.can().toggleBold(),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: "Italic",
    Icon: Italic,
    keys: "Mod+I",
    isOn: (editor) => editor.isActive("italic"),
    isPossible: (editor) => editor.can().toggleItalic(),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: "Strikethrough",
    Icon: Strikethrough,
    keys: "Mod+Shift+S",
    isOn: (editor) => editor.isActive("strike"),
    isPossible: (editor) => editor.can().toggleStrike(),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
];

const isInTable = (editor: Editor) => editor.isActive("table");

export const bulletList: EditorAction = {
  label: "Bullet list",
  Icon: List,
  searchTerms: "unordered points",
  keys: "Mod+Shift+8",
  isOn: (editor) => editor.isActive("bulletList"),
  isPossible: (editor) => editor.can().toggleBulletList(),
  run: (editor) => editor.chain().focus().toggleBulletList().run(),
};
export const numberedList: EditorAction = {
  label: "Numbered list",
  Icon: ListOrdered,
  searchTerms: "ordered steps",
  keys: "Mod+Shift+7",
  isOn: (editor) => editor.isActive("orderedList"),
  isPossible: (editor) => editor.can().toggleOrderedList(),
  run: (editor) => editor.chain().focus().toggleOrderedList().run(),
};
export const quote: EditorAction = {
  label: "Quote",
  Icon: Quote,
  searchTerms: "blockquote said",
  keys: "Mod+Shift+B",
  isOn: (editor) => editor.isActive("blockquote"),
  isPossible: (editor) => !isInTable(editor),
  run: (editor) => editor.chain().focus().toggleBlockquote().run(),
};
export const table: EditorAction = {
  label: "Table",
  Icon: Table,
  searchTerms: "grid rows columns",
  isPossible: (editor) => !isInTable(editor),
  run: (editor) =>
    editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
};
export const divider: EditorAction = {
  label: "Divider",
  Icon: Minus,
  searchTerms: "line rule separator",
  run: (editor) => editor.chain().focus().setHorizontalRule().run(),
};
export const codeBlock: EditorAction = {
  label: "Code",
  Icon: Code,
  searchTerms: "preformatted",
  run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
};

export const history: readonly EditorAction[] = [
  {
    label: "Undo",
    Icon: Undo,
    keys: "Mod+Z",
    isPossible: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    label: "Redo",
    Icon: Redo,
    keys: "Mod+Shift+Z",
    isPossible: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];
