import { Extension, type Editor } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { showToast } from "#ui/messages/toast.ts";
import { extractPictures } from "./pasted-html.ts";
import type { PictureUploads } from "./pictures.ts";

/** Uploads pasted or dropped pictures. Returns true if there was nothing else to paste or drop. */
const uploadPictures = (
  editor: Editor,
  uploads: PictureUploads,
  data: DataTransfer | null,
  position: number,
): boolean => {
  const html = data?.getData("text/html") ?? "";
  // Text copied from Word comes with an image of that text, so use files only if there is no HTML.
  if (html === "") {
    const files = [...(data?.files ?? [])];
    uploads.insertAll(editor, files, position);
    return files.length > 0;
  }
  const { files, externalCount } = extractPictures(html);
  if (externalCount > 0) {
    showToast({
      title: "Pictures from other sites can't be pasted",
      description: "Save the picture to your device and add it here with the picture button.",
    });
  }
  uploads.insertAll(editor, files, position);
  return false;
};

/** Handles pasting and dropping before the editor does it, and before the browser opens a dropped file. */
export const createPictureHandlers = (uploads: PictureUploads) =>
  Extension.create({
    name: "pictureHandlers",
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin({
          props: {
            handlePaste: ({ state }, { clipboardData }) =>
              uploadPictures(editor, uploads, clipboardData, state.selection.from),
            handleDrop: (view, event, _slice, isMoved) => {
              const { clientX: left, clientY: top, dataTransfer } = event;
              const position = view.posAtCoords({ left, top })?.pos ?? view.state.selection.from;
              return !isMoved && uploadPictures(editor, uploads, dataTransfer, position);
            },
          },
        }),
      ];
    },
  });
