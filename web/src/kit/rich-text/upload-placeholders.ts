import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

export interface UploadPlaceholder {
  readonly position: number;
  readonly element: HTMLElement;
  readonly bar: HTMLProgressElement;
}
type PlaceholderChange =
  | { readonly add: readonly UploadPlaceholder[] }
  | { readonly remove: UploadPlaceholder };

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
            const widgets = change.add.map((placeholder) =>
              Decoration.widget(placeholder.position, placeholder.element, { placeholder }),
            );
            return mappedDecorations.add(transaction.doc, widgets);
          }
          return mappedDecorations.remove(
            mappedDecorations.find(
              undefined,
              undefined,
              ({ placeholder }) => placeholder === change.remove,
            ),
          );
        },
      },
      props: { decorations: (state) => pluginKey.getState(state) },
    }),
  ],
});

export const createPlaceholder = (name: string, position: number): UploadPlaceholder => {
  const element = document.createElement("span");
  element.className = "picture-under-way";
  const bar = document.createElement("progress");
  bar.className = "progress progress-primary";
  bar.max = 100;
  bar.value = 0;
  bar.setAttribute("aria-label", `Uploading ${name}`);
  element.append(`Uploading ${name}…`, bar);
  return { position, element, bar };
};

export const addPlaceholders = (
  transaction: Transaction,
  placeholders: readonly UploadPlaceholder[],
): Transaction => transaction.setMeta(pluginKey, { add: placeholders } satisfies PlaceholderChange);

export const removePlaceholder = (
  transaction: Transaction,
  placeholder: UploadPlaceholder,
): Transaction =>
  transaction.setMeta(pluginKey, { remove: placeholder } satisfies PlaceholderChange);

/** Returns where the placeholder is now, or undefined if the user has deleted that place. */
export const findPlaceholder = (
  state: EditorState,
  wantedPlaceholder: UploadPlaceholder,
): number | undefined =>
  pluginKey
    .getState(state)
    ?.find(undefined, undefined, ({ placeholder }) => placeholder === wantedPlaceholder)[0]?.from;
