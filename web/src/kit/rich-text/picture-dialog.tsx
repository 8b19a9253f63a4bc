import type { Editor } from "@tiptap/core";
import { useState, useSyncExternalStore } from "react";
import { ALT_TEXT, ALT_TEXT_MAX_LENGTH } from "#ui/fields/alt-text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { describePicture, type PictureUploads } from "./pictures.ts";

const altOf = (editor: Editor, src: string): string => {
  let alt = "";
  editor.state.doc.descendants(({ type, attrs }) => {
    if (type.name === "image" && attrs["src"] === src) alt = String(attrs["alt"] ?? "");
  });
  return alt;
};

interface AltTextDialogProps {
  readonly editor: Editor;
  readonly src: string;
  readonly onDone: () => void;
}

const AltTextDialog = ({ editor, src, onDone }: AltTextDialogProps) => {
  const [alt, setAlt] = useState(() => altOf(editor, src));
  const save = () => {
    describePicture(editor, src, alt.trim());
    onDone();
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
        onValue={setAlt}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Must not submit the surrounding form.
          event.preventDefault();
          save();
        }}
      />
      <Button className="mt-5" onClick={save}>
        Save alt text
      </Button>
    </Dialog>
  );
};

/** Asks for the alt text of each picture after it is uploaded. */
export const PictureDialog = ({ editor, uploads }: { editor: Editor; uploads: PictureUploads }) => {
  const [src] = useSyncExternalStore(uploads.subscribe, uploads.get).pendingPaths;
  if (src === undefined) return null;
  const onDone = () => {
    uploads.closeQuestion();
    editor.commands.focus();
  };
  return <AltTextDialog key={src} editor={editor} src={src} onDone={onDone} />;
};
