import type { Editor } from "@tiptap/core";
import { useState, useSyncExternalStore, type KeyboardEvent } from "react";
import { ALT_TEXT, ALT_TEXT_MAX_LENGTH } from "#ui/fields/alt-text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { continueBelow, setPictureTexts, type PictureUploads } from "./pictures.ts";

const readTexts = (editor: Editor, src: string) => {
  let texts = { alt: "", title: "" };
  editor.state.doc.descendants(({ type, attrs }) => {
    if (type.name !== "image" || attrs["src"] !== src) return;
    texts = { alt: String(attrs["alt"] ?? ""), title: String(attrs["title"] ?? "") };
  });
  return texts;
};

const CAPTION_MAX_LENGTH = 300;

interface PictureTextsDialogProps {
  readonly editor: Editor;
  readonly hasCaption: boolean;
  readonly src: string;
  readonly onDone: () => void;
}

const PictureTextsDialog = ({ editor, hasCaption, src, onDone }: PictureTextsDialogProps) => {
  const [{ alt, title }, setTexts] = useState(() => readTexts(editor, src));
  const save = () => {
    const caption = title.replace(/\s+/g, " ").trim();
    setPictureTexts(editor, src, { alt: alt.trim(), title: caption || null });
    onDone();
  };
  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Enter must not submit the form around the dialog.
    event.preventDefault();
    save();
  };
  return (
    <Dialog open onClose={onDone} title="Your picture" size="sm">
      <img
        src={src}
        alt=""
        className="bg-base-200 mb-4 max-h-60 w-full rounded-xl object-contain"
      />
      <TextField
        {...ALT_TEXT}
        maxLength={ALT_TEXT_MAX_LENGTH}
        autoComplete="off"
        value={alt}
        onValue={(value) => setTexts({ alt: value, title })}
        onKeyDown={saveOnEnter}
      />
      {hasCaption && (
        <TextField
          label="Caption (optional)"
          description="Everyone sees it below the picture."
          maxLength={CAPTION_MAX_LENGTH}
          autoComplete="off"
          value={title}
          onValue={(value) => setTexts({ alt, title: value })}
          onKeyDown={saveOnEnter}
          className="mt-4"
        />
      )}
      <Button className="mt-5" onClick={save}>
        {hasCaption ? "Save" : "Save alt text"}
      </Button>
    </Dialog>
  );
};

interface PictureDialogProps extends Pick<PictureTextsDialogProps, "editor" | "hasCaption"> {
  readonly uploads: PictureUploads;
}

/** Asks for the alt text and caption of each picture once it is uploaded. */
export const PictureDialog = ({ editor, hasCaption, uploads }: PictureDialogProps) => {
  const [src] = useSyncExternalStore(uploads.subscribe, uploads.get).pendingPaths;
  if (src === undefined) return null;
  const onDone = () => {
    uploads.closeQuestion();
    const isLast = uploads.get().pendingPaths.length === 0;
    // Only posts drop empty lines when they're saved.
    if (isLast && hasCaption) continueBelow(editor, src);
    editor.commands.focus();
  };
  return (
    <PictureTextsDialog
      key={src}
      editor={editor}
      hasCaption={hasCaption}
      src={src}
      onDone={onDone}
    />
  );
};
