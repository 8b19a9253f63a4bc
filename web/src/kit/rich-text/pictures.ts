import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { TextSelection, type EditorState, type Transaction } from "@tiptap/pm/state";
import { isSmallEnough, sendUpload, siteImage } from "#data/uploads/mutations.ts";
import { showToast } from "#ui/messages/toast.ts";
import { createStore } from "./store.ts";
import {
  addPlaceholders,
  createPlaceholder,
  findPlaceholder,
  removePlaceholder,
  type UploadPlaceholder,
} from "./upload-placeholders.ts";

/**
 * Returns the position after the paragraph. In lists and tables, pictures are inline, so the position doesn't change.
 */
const findInsertPosition = ({ doc }: EditorState, position: number): number => {
  const $position = doc.resolve(position);
  if (!$position.parent.isTextblock || $position.parent.content.size === 0) return position;
  const isTopLevel = $position.depth === 1 || $position.node(-1).type.name === "blockquote";
  return isTopLevel ? $position.after() : position;
};

/** A picture to upload and the place in the text where it belongs. */
export interface NewPicture {
  readonly file: File;
  readonly alt: string;
  readonly position: number;
}

/** Puts the picture in the place of its placeholder. Returns false if the user has deleted that place. */
const replacePlaceholder = (
  editor: Editor,
  placeholder: UploadPlaceholder,
  attributes: { readonly src: string; readonly alt: string } | null,
): boolean => {
  if (editor.isDestroyed) return false;
  const position = findPlaceholder(editor.state, placeholder);
  const { schema, doc, tr } = editor.state;
  removePlaceholder(tr, placeholder);
  const picture = schema.nodes["image"]?.create(attributes);
  const isInserted = attributes !== null && position !== undefined && picture !== undefined;
  if (isInserted) {
    const $position = doc.resolve(position);
    const { parent } = $position;
    if (parent.canReplaceWith($position.index(), $position.index(), picture.type))
      tr.insert(position, picture);
    else {
      const paragraph = schema.nodes["paragraph"]?.create(null, picture) ?? picture;
      // Code can't contain a picture.
      tr.insert(parent.isTextblock ? $position.after() : position, paragraph);
    }
  }
  editor.view.dispatch(tr);
  return isInserted;
};

const upload = async (file: File, { bar }: UploadPlaceholder): Promise<string | null> => {
  const result = await sendUpload(siteImage, file, (percent) => {
    bar.value = percent;
  });
  return "path" in result ? result.path : null;
};

const isPicture = ({ type }: File) => siteImage.accept.includes(type);

const chooseFiles = (onChoose: (files: readonly File[]) => void): void => {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = siteImage.accept.join(",");
  input.addEventListener("change", () => onChoose([...(input.files ?? [])]));
  input.click();
};

export interface PictureState {
  readonly uploadingCount: number;
  /** Pictures that still need alt text, oldest first. */
  readonly pendingPaths: readonly string[];
}

/** Uploads pictures and queues those that need alt text. */
export const createPictureUploads = () => {
  const store = createStore<PictureState>({ uploadingCount: 0, pendingPaths: [] });
  const change = (countChange: number, pendingPaths: readonly string[]) =>
    store.set({ uploadingCount: store.get().uploadingCount + countChange, pendingPaths });

  /** Dispatches the transaction and uploads the pictures. They are inserted in order, whichever arrives first. */
  const start = async (
    editor: Editor,
    transaction: Transaction,
    newPictures: readonly NewPicture[],
  ): Promise<void> => {
    const pictures = newPictures
      .filter(({ file }) => isSmallEnough(file, siteImage))
      .map(({ file, alt, position }) => ({
        file,
        alt,
        placeholder: createPlaceholder(file.name, position),
      }));
    const placeholders = pictures.map(({ placeholder }) => placeholder);
    editor.view.dispatch(addPlaceholders(transaction, placeholders));
    change(pictures.length, store.get().pendingPaths);
    const uploads = pictures.map((picture) => ({
      ...picture,
      path: upload(picture.file, picture.placeholder),
    }));
    for (const { alt, placeholder, path } of uploads) {
      const src = await path;
      const isInserted = replacePlaceholder(
        editor,
        placeholder,
        src === null ? null : { src, alt },
      );
      const { pendingPaths } = store.get();
      change(-1, src !== null && isInserted ? [...pendingPaths, src] : pendingPaths);
    }
  };

  const insertAll = (editor: Editor, files: readonly File[], place: number, alt = ""): void => {
    const pictures = files.filter(isPicture);
    if (pictures.length < files.length) {
      showToast({
        title: "Not a picture",
        description: "You can add JPEG, PNG, WebP, GIF and AVIF pictures.",
      });
    }
    const position = findInsertPosition(editor.state, place);
    void start(
      editor,
      editor.state.tr,
      pictures.map((file) => ({ file, alt, position })),
    );
  };

  return {
    subscribe: store.subscribe,
    get: store.get,
    start,
    insertAll,
    choose: (editor: Editor) =>
      chooseFiles((files) => insertAll(editor, files, editor.state.selection.from)),
    ask: (src: string) => change(0, [...store.get().pendingPaths, src]),
    closeQuestion: () => change(0, store.get().pendingPaths.slice(1)),
  };
};

export type PictureUploads = ReturnType<typeof createPictureUploads>;

export interface PictureTexts {
  readonly alt: string;
  /** The picture's caption. */
  readonly title: string | null;
}

/** Sets the alt text and caption of every picture with this path. */
export const setPictureTexts = (editor: Editor, src: string, texts: PictureTexts): void => {
  const { tr, doc } = editor.state;
  doc.descendants((node, position) => {
    if (node.type.name === "image" && node.attrs["src"] === src)
      tr.setNodeMarkup(position, undefined, { ...node.attrs, ...texts });
  });
  editor.view.dispatch(tr);
};

const hasPicture = (block: Node, src: string): boolean => {
  let isFound = false;
  block.descendants(({ type, attrs }) => {
    isFound ||= type.name === "image" && attrs["src"] === src;
  });
  return isFound;
};

const hasOnlyPictures = ({ type, content, textContent }: Node): boolean =>
  type.name === "paragraph" && content.size > 0 && textContent === "";

/**
 * Puts the cursor on a new line below the picture if it's still in the text above, so that the next words and the next
 * picture don't land above this one.
 */
export const continueBelow = (editor: Editor, src: string): void => {
  const { doc, selection, schema, tr } = editor.state;
  const pictureIndex = doc.children.findLastIndex((block) => hasPicture(block, src));
  const cursorIndex = selection.$from.index(0);
  const firstIndex = cursorIndex < pictureIndex ? cursorIndex + 1 : cursorIndex;
  const pictureBlocks = doc.children.slice(firstIndex, pictureIndex + 1);
  const isAbove = pictureBlocks.length > 0 && pictureBlocks.every(hasOnlyPictures);
  const newLine = schema.nodes["paragraph"]?.create();
  if (!(selection instanceof TextSelection && selection.empty && isAbove && newLine)) return;
  const blocksAbove = doc.children.slice(0, pictureIndex + 1);
  const end = blocksAbove.reduce((size, { nodeSize }) => size + nodeSize, 0);
  tr.insert(end, newLine);
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView());
};
