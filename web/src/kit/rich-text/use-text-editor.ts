import type { Editor } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { closeHistory } from "@tiptap/pm/history";
import { Slice } from "@tiptap/pm/model";
import type { EditorProps } from "@tiptap/pm/view";
import { useEditor } from "@tiptap/react";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { EditorTools } from "./editor-tools.ts";
import type { TextFormat } from "./extensions.ts";
import { cleanPastedHtml } from "./pasted-html.ts";
import { canHold, STORED } from "./text-format.ts";

export interface RichTextEditorProps {
  readonly format: TextFormat;
  readonly value: string;
  readonly onValue: (text: string) => void;
  /** The text cannot be shown here without a change. */
  readonly onUnheld: (text: string) => void;
  readonly controlRef: (control: { focus: () => void } | null) => void;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onBlur: () => void;
  readonly disabled: boolean;
  readonly placeholder?: string | undefined;
  readonly aria: Readonly<Record<string, string | undefined>>;
}

const SIGNS = /[!-/:-@[-`{-~]/g;

const defined = (attributes: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** A text of the form as the editor takes it, and how it would write it: as long as nothing changes, the text stays. */
const opened = ({ format, value }: RichTextEditorProps) => {
  const stored = STORED[format];
  if (!canHold(stored, value)) return null;
  const doc = stored.read(value);
  return { text: value, written: stored.write(doc), content: doc.toJSON() as object };
};

/** Text that is Markdown is meant as such; who pastes it with Shift means the signs. */
const sliceOfMarkdown: EditorProps["clipboardTextParser"] = (text, _place, isPlain, { state }) => {
  const json: unknown = STORED.markdown.read(isPlain ? text.replace(SIGNS, "\\$&") : text).toJSON();
  return Slice.maxOpen(state.schema.nodeFromJSON(json).content);
};

/** The editor of a field: what is typed goes to the form, what the form gets from elsewhere into the text. */
export const useTextEditor = (
  props: RichTextEditorProps,
  tools: EditorTools,
  id: string,
): Editor => {
  const { format, value, aria, placeholder = "Write here." } = props;
  const [first] = useState(() => opened(props));
  const base = useRef(first);
  const emitted = useRef(value);
  const attributes = JSON.stringify(defined(aria));
  const options = useMemo(
    () => ({
      extensions: [...tools.extensions, Placeholder.configure({ placeholder })],
      editorProps: {
        attributes: {
          ...(JSON.parse(attributes) as Record<string, string>),
          id,
          role: "textbox",
          "aria-multiline": "true",
          class: "prose-text leading-relaxed min-h-80 px-4 py-3 outline-none",
        },
        transformPastedHTML: cleanPastedHtml,
        ...(format === "markdown" && { clipboardTextParser: sliceOfMarkdown }),
      },
      content: first?.content ?? null,
      injectCSS: false,
    }),
    [tools, format, placeholder, attributes, id, first],
  );
  const editor = useEditor({
    ...options,
    onUpdate: ({ editor: changed }) => {
      const written = STORED[format].write(changed.state.doc);
      emitted.current = written === base.current?.written ? base.current.text : written;
      props.onValue(emitted.current);
    },
    onBlur: () => props.onBlur(),
  });

  const takeUp = useEffectEvent((text: string) => {
    const next = opened(props);
    if (!next) {
      props.onUnheld(text);
      return;
    }
    base.current = next;
    emitted.current = text;
    // One step for Undo, whatever is typed before and after.
    editor.view.dispatch(closeHistory(editor.state.tr));
    editor.commands.setContent(next.content, { emitUpdate: false });
    editor.view.dispatch(closeHistory(editor.state.tr));
  });
  // Somebody else wrote the field: a draft that came back, a generator, an earlier version.
  useEffect(() => {
    if (!first || value !== emitted.current) takeUp(value);
  }, [first, value]);
  return editor;
};
