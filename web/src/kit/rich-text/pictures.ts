import { Extension, type Editor } from "@tiptap/core";
import type { EditorState } from "@tiptap/pm/state";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { isSmallEnough, sendUpload, siteImage } from "#data/uploads/mutations.ts";
import { showToast } from "#ui/messages/toast.ts";
import { createStore } from "./store.ts";

interface Placeholder {
  readonly id: object;
  readonly position: number;
  readonly element: HTMLElement;
}
type PlaceholderChange = { readonly add: Placeholder } | { readonly remove: object };

const pluginKey = new PluginKey<DecorationSet>("picturesUploading");

/** Placeholders for pictures that are being uploaded. They are decorations, so they aren't part of the document. */
export const UploadPlaceholders = Extension.create({
  name: "picturesUploading",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: pluginKey,
      state: {
        init: () => DecorationSet.empty,
        apply: (transaction, decorations) => {
          const mappedDecorations = decorations.map(transaction.mapping, transaction.doc);
          const change = transaction.getMeta(pluginKey) as PlaceholderChange | undefined;
          if (!change) return mappedDecorations;
          if ("add" in change) {
            const { id, position, element } = change.add;
            return mappedDecorations.add(transaction.doc, [
              Decoration.widget(position, element, { id }),
            ]);
          }
          return mappedDecorations.remove(
            mappedDecorations.find(undefined, undefined, ({ id }) => id === change.remove),
          );
        },
      },
      props: { decorations: (state) => pluginKey.getState(state) },
    }),
  ],
});

const findPlaceholderPosition = (state: EditorState, placeholderId: object): number | undefined =>
  pluginKey.getState(state)?.find(undefined, undefined, ({ id }) => id === placeholderId)[0]?.from;

const createProgressBar = (name: string) => {
  const element = document.createElement("span");
  element.className = "picture-under-way";
  const bar = document.createElement("progress");
  bar.className = "progress progress-primary";
  bar.max = 100;
  bar.value = 0;
  bar.setAttribute("aria-label", `Uploading ${name}`);
  element.append(`Uploading ${name}…`, bar);
  return { element, bar };
};

/**
 * Returns the position after the paragraph. In lists and tables, pictures are inline, so the position doesn't change.
 */
const findInsertPosition = ({ doc }: EditorState, position: number): number => {
  const $position = doc.resolve(position);
  if (!$position.parent.isTextblock || $position.parent.content.size === 0) return position;
  const isTopLevel = $position.depth === 1 || $position.node(-1).type.name === "blockquote";
  return isTopLevel ? $position.after() : position;
};

const insertPicture = (editor: Editor, id: object, src: string) => {
  const position = findPlaceholderPosition(editor.state, id);
  const { schema, doc, tr } = editor.state;
  tr.setMeta(pluginKey, { remove: id } satisfies PlaceholderChange);
  const picture = schema.nodes["image"]?.create({ src, alt: "" });
  if (position !== undefined && picture) {
    const isInline = doc.resolve(position).parent.inlineContent;
    tr.insert(
      position,
      isInline ? picture : (schema.nodes["paragraph"]?.create(null, picture) ?? picture),
    );
  }
  editor.view.dispatch(tr);
};

const isPicture = ({ type }: File) => siteImage.accept.includes(type);

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

  const insert = async (editor: Editor, file: File, position: number): Promise<void> => {
    if (!isSmallEnough(file, siteImage)) return;
    const id = {};
    const { element, bar } = createProgressBar(file.name);
    const add = { id, position: findInsertPosition(editor.state, position), element };
    editor.view.dispatch(editor.state.tr.setMeta(pluginKey, { add } satisfies PlaceholderChange));
    change(1, store.get().pendingPaths);
    const result = await sendUpload(siteImage, file, (percent) => {
      bar.value = percent;
    });
    const src = "path" in result ? result.path : null;
    if (src && !editor.isDestroyed) insertPicture(editor, id, src);
    else if (!editor.isDestroyed) {
      editor.view.dispatch(
        editor.state.tr.setMeta(pluginKey, { remove: id } satisfies PlaceholderChange),
      );
    }
    change(-1, src ? [...store.get().pendingPaths, src] : store.get().pendingPaths);
  };

  const insertAll = (editor: Editor, files: readonly File[], position: number): void => {
    const pictures = files.filter(isPicture);
    if (pictures.length < files.length) {
      showToast({
        title: "Not a picture",
        description: "You can add JPEG, PNG, WebP, GIF and AVIF pictures.",
      });
    }
    for (const file of pictures) void insert(editor, file, position);
  };

  const choose = (editor: Editor): void => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    input.accept = siteImage.accept.join(",");
    input.addEventListener("change", () =>
      insertAll(editor, [...(input.files ?? [])], editor.state.selection.from),
    );
    input.click();
  };

  return {
    subscribe: store.subscribe,
    get: store.get,
    insertAll,
    choose,
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
