import { Extension, type Extensions } from "@tiptap/core";
import ImagePlus from "lucide-react/icons/image-plus";
import Link from "lucide-react/icons/link";
import * as actions from "./actions.ts";
import type { EditorAction } from "./actions.ts";
import { createSchemaExtensions, type TextFormat } from "./extensions.ts";
import { createPasteHandlers } from "./paste/paste-handlers.ts";
import { createPictureUploads } from "./pictures.ts";
import { MarkdownShape } from "./shape.ts";
import { createSlashMenu } from "./slash-menu.tsx";
import { createStore } from "./store.ts";
import { UploadPlaceholders } from "./upload-placeholders.ts";

/** Autolink requires a space after a URL, so link a URL at the end of the text when the editor loses the focus. */
const LinkLastWord = Extension.create({
  name: "linkLastWord",
  onBlur() {
    const { state, view } = this.editor;
    const { $from, empty } = state.selection;
    const link = state.schema.marks["link"];
    const textBefore = $from.parent.textBetween(0, $from.parentOffset, null, " ");
    const url = /(?:^|\s)(https?:\/\/\S*[\w/])$/.exec(textBefore)?.[1];
    if (!empty || !link || !url || $from.parent.type.spec.code) return;
    const from = $from.pos - url.length;
    if (state.doc.rangeHasMark(from, $from.pos, link)) return;
    view.dispatch(state.tr.addMark(from, $from.pos, link.create({ href: url })));
  },
});

/** Creates an editor's extensions, dialogs, and menus. */
export const createEditorTools = (format: TextFormat) => {
  const uploads = createPictureUploads();
  const linkingStore = createStore(false);
  const picture: EditorAction = {
    label: "Picture",
    Icon: ImagePlus,
    searchTerms: "image photo upload",
    run: uploads.choose,
  };
  const link: EditorAction = {
    label: "Link",
    Icon: Link,
    keys: "Mod+K",
    isOn: (editor) => editor.isActive("link"),
    isPossible: (editor) => !editor.isActive("codeBlock"),
    run: () => linkingStore.set(true),
  };
  const headings = format === "mail" ? [actions.title, ...actions.headings] : actions.headings;
  const slashMenu = createSlashMenu([
    ...headings,
    actions.bulletList,
    actions.numberedList,
    actions.quote,
    picture,
    actions.table,
    actions.divider,
    actions.codeBlock,
  ]);
  const shortcuts = Extension.create({
    name: "linkShortcut",
    addKeyboardShortcuts: () => ({
      "Mod-k": () => {
        linkingStore.set(true);
        return true;
      },
    }),
  });
  const extensions: Extensions = [
    ...createSchemaExtensions(format),
    ...(format === "markdown" ? [MarkdownShape] : []),
    UploadPlaceholders,
    createPasteHandlers(uploads, format),
    slashMenu.extension,
    shortcuts,
    LinkLastWord,
  ];
  const groups: readonly (readonly EditorAction[])[] = [
    headings,
    [...actions.marks, link],
    [actions.bulletList, actions.numberedList, actions.quote],
    [picture, actions.table],
    actions.history,
  ];
  return { uploads, linkingStore, slashMenu, extensions, groups };
};

export type EditorTools = ReturnType<typeof createEditorTools>;
