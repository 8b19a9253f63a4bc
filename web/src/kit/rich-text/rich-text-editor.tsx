import type { Editor } from "@tiptap/core";
import { EditorContent, useEditorState } from "@tiptap/react";
import Trash from "lucide-react/icons/trash-2";
import PenLine from "lucide-react/icons/pen-line";
import { useEffect, useId, useImperativeHandle, useState, useSyncExternalStore } from "react";
import { cx } from "#ui/class-names.ts";
import { useBlockSubmit } from "../forms/pending-work.ts";
import type { EditorAction } from "./actions.ts";
import { createEditorTools, type EditorTools } from "./editor-tools.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import { createChipContent } from "./placeholder-chip.ts";
import { SlashMenu } from "./slash-menu.tsx";
import { TABLE_GROUPS } from "./table-actions.ts";
import { Toolbar } from "./toolbar.tsx";
import { useTextEditor, type RichTextEditorProps } from "./use-text-editor.ts";
import "./rich-text.css";

const UPLOADING_NOTICE = {
  title: "A picture is still uploading",
  description: "Please wait for the upload to finish.",
};

const createPictureActions = (
  { uploads }: EditorTools,
  hasCaption: boolean,
): readonly EditorAction[] => [
  {
    label: hasCaption ? "Edit alt text and caption" : "Edit alt text",
    Icon: PenLine,
    run: (editor) => uploads.ask(String(editor.getAttributes("image")["src"] ?? "")),
  },
  {
    label: "Remove picture",
    Icon: Trash,
    run: (editor) => editor.chain().focus().deleteSelection().run(),
  },
];

interface BarProps {
  readonly editor: Editor;
  readonly tools: EditorTools;
  readonly hasCaption: boolean;
  readonly controls: string;
  readonly disabled: boolean;
  readonly grows: boolean;
}

/** The main toolbar, and another one if the cursor is in a table or a picture is selected. */
const Toolbars = ({ editor, tools, hasCaption, grows, ...sharedProps }: BarProps) => {
  const selectionKind = useEditorState({
    editor,
    selector: () =>
      editor.isActive("table") ? "table" : editor.isActive("image") ? "picture" : "text",
  });
  const barProps = { editor, ...sharedProps };
  return (
    <div
      data-steps-back=""
      className={cx(
        "border-base-300 bg-base-200 border-b",
        // On phones, the toolbar sticks below the dashboard's header.
        grows && "sticky top-16 z-10 max-md:top-19",
      )}
    >
      <Toolbar {...barProps} label="Formatting" groups={tools.groups} />
      {selectionKind === "table" && <Toolbar {...barProps} label="Table" groups={TABLE_GROUPS} />}
      {selectionKind === "picture" && (
        <Toolbar {...barProps} label="Picture" groups={[createPictureActions(tools, hasCaption)]} />
      )}
    </div>
  );
};

export const RichTextEditor = (props: RichTextEditorProps) => {
  const { format, controlRef, placeholderRef, disabled, onBusyChange, grows = false } = props;
  // Legal documents and emails are HTML and don't show captions.
  const hasCaption = format === "markdown";
  const id = useId();
  const [tools] = useState(() => createEditorTools(format));
  const editor = useTextEditor(props, tools, id);
  const isLinking = useSyncExternalStore(tools.linkingStore.subscribe, tools.linkingStore.get);
  const { uploads } = tools;
  const isUploading = useSyncExternalStore(
    uploads.subscribe,
    () => uploads.get().uploadingCount > 0,
  );
  useBlockSubmit(isUploading, UPLOADING_NOTICE, onBusyChange);

  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  useEffect(() => {
    controlRef({ focus: () => editor.commands.focus() });
    return () => controlRef(null);
  }, [editor, controlRef]);
  useImperativeHandle(
    placeholderRef,
    () => (name) => void editor.chain().focus().insertContent(createChipContent(name)).run(),
    [editor],
  );

  return (
    // Clips its content without becoming a scroll container. The toolbar would otherwise stick to this element instead
    // of the page.
    <div className="rich-text field-control rounded-field overflow-clip border">
      <Toolbars
        editor={editor}
        tools={tools}
        hasCaption={hasCaption}
        controls={id}
        disabled={disabled}
        grows={grows}
      />
      <EditorContent editor={editor} className={cx(!grows && "max-h-[70dvh] overflow-y-auto")} />
      <SlashMenu slash={tools.slashMenu} />
      <PictureDialog editor={editor} hasCaption={hasCaption} uploads={uploads} />
      {isLinking && (
        <LinkDialog editor={editor} format={format} onClose={() => tools.linkingStore.set(false)} />
      )}
    </div>
  );
};
