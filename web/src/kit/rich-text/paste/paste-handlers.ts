import { Extension, type Editor } from "@tiptap/core";
import type { Slice } from "@tiptap/pm/model";
import { Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import { dropPoint } from "@tiptap/pm/transform";
import type { EditorView } from "@tiptap/pm/view";
import { showToast } from "#ui/messages/toast.ts";
import type { TextFormat } from "../extensions.ts";
import type { NewPicture, PictureUploads } from "../pictures.ts";
import { describeLeftOut } from "./left-out-notice.ts";
import { readPastedHtml, type PastedContent } from "./pasted-html.ts";
import { PLACE_MARKER_PATTERN } from "./pasted-pictures.ts";
import { unwrapLinksInText } from "./unwrap-link.ts";

/** Removes the markers from the document and returns where the pictures belong. */
const removeMarkers = (
  transaction: Transaction,
  { pictures }: PastedContent,
): readonly NewPicture[] => {
  const markers: { readonly from: number; readonly to: number; readonly index: number }[] = [];
  transaction.doc.descendants((node, position) => {
    for (const match of node.text?.matchAll(PLACE_MARKER_PATTERN) ?? []) {
      const from = position + match.index;
      markers.push({ from, to: from + match[0].length, index: Number(match[1]) });
    }
  });
  let removedLength = 0;
  return markers.flatMap(({ from, to, index }) => {
    const position = from - removedLength;
    transaction.delete(position, to - removedLength);
    removedLength += to - from;
    const picture = pictures[index];
    return picture ? [{ ...picture, position }] : [];
  });
};

interface Place {
  readonly from: number;
  readonly to: number;
  readonly event: "paste" | "drop";
}

/** Inserts text and starts to upload the pictures in it, in one step, so that no one sees the markers. */
const insertWithPictures = (
  { state }: Editor,
  slice: Slice,
  content: PastedContent,
  { from, to, event }: Place,
): { readonly transaction: Transaction; readonly pictures: readonly NewPicture[] } => {
  const transaction = state.tr;
  if (event === "paste") transaction.replaceSelection(slice);
  else {
    transaction.replaceRange(from, to, slice);
    const end = transaction.mapping.map(to);
    transaction.setSelection(TextSelection.near(transaction.doc.resolve(end), -1));
  }
  const pictures = removeMarkers(transaction, content);
  // The editor's paste rules wait for this.
  transaction.setMeta("paste", true).setMeta("uiEvent", event).scrollIntoView();
  return { transaction, pictures };
};

const findDropPosition = (view: EditorView, event: DragEvent, slice: Slice): number => {
  const { clientX: left, clientY: top } = event;
  const position = view.posAtCoords({ left, top })?.pos ?? view.state.selection.from;
  return slice.size > 0 ? (dropPoint(view.state.doc, position, slice) ?? position) : position;
};

/** What the browser hands over, and what was read of it. */
interface Transfer {
  readonly data: DataTransfer;
  content?: PastedContent;
}

/** Inserts what the editor can't insert itself. Returns true if there is nothing left to insert. */
const insertTransfer = (
  editor: Editor,
  uploads: PictureUploads,
  { data, content }: Transfer,
  slice: Slice,
  place: Place,
): boolean => {
  const files = [...data.files];
  // Text copied from Word comes with a picture of that text, so use files only if there is no text.
  if (data.getData("text/html") === "") {
    if (files.length > 0) uploads.insertAll(editor, files, place.from);
    return files.length > 0;
  }
  if (!content) return false;
  const { pictures, onlyPictureAlt, leftOut } = content;
  const pictureFiles = files.length > 0 ? files : pictures.map(({ file }) => file);
  if (onlyPictureAlt !== null && pictureFiles.length > 0) {
    uploads.insertAll(editor, pictureFiles, place.from, onlyPictureAlt);
    return true;
  }
  const notice = describeLeftOut(leftOut);
  if (notice) showToast(notice);
  if (pictures.length === 0) return onlyPictureAlt !== null;
  const inserted = insertWithPictures(editor, slice, content, place);
  void uploads.start(editor, inserted.transaction, inserted.pictures);
  return true;
};

/**
 * Handles pasted and dropped content before the editor does, and before the browser opens a dropped file. Uploads
 * pictures, and cleans and completes texts.
 */
export const createPasteHandlers = (uploads: PictureUploads, format: TextFormat) => {
  let transfer: Transfer | null = null;
  const start = (data: DataTransfer | null) => {
    transfer = data && { data };
    return false;
  };
  const insert = (editor: Editor, slice: Slice, place: Place): boolean => {
    const isDone = transfer !== null && insertTransfer(editor, uploads, transfer, slice, place);
    transfer = null;
    return isDone;
  };
  return Extension.create({
    name: "pasteHandlers",
    // Runs before the extensions that read a pasted link or code.
    priority: 1000,
    transformPastedHTML: (html) => {
      const content = readPastedHtml(html, format, transfer?.data.getData("text/rtf"));
      if (transfer) transfer.content = content;
      return content.html;
    },
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin({
          props: {
            handleDOMEvents: {
              paste: (_view, { clipboardData }) => start(clipboardData),
              drop: (_view, { dataTransfer }) => start(dataTransfer),
            },
            transformPastedText: unwrapLinksInText,
            handlePaste: ({ state: { selection } }, _event, slice) =>
              insert(editor, slice, { from: selection.from, to: selection.to, event: "paste" }),
            handleDrop: (view, event, slice, isMoved) => {
              const position = findDropPosition(view, event, slice);
              const place: Place = { from: position, to: position, event: "drop" };
              return !isMoved && insert(editor, slice, place);
            },
          },
        }),
      ];
    },
  });
};
