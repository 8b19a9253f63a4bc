import type { Editor } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { closeHistory } from "@tiptap/pm/history";
import { Slice } from "@tiptap/pm/model";
import type { EditorProps } from "@tiptap/pm/view";
import { useEditor } from "@tiptap/react";
import { useEffect, useEffectEvent, useMemo, useRef, useState, type Ref } from "react";
import type { EditorTools } from "./editor-tools.ts";
import type { TextFormat } from "./extensions.ts";
import { roundTrip, TEXT_FORMATS } from "./text-format.ts";

/** Inserts a placeholder at the cursor, in the editor for emails. */
export type InsertPlaceholder = (name: string) => void;

export interface RichTextEditorProps {
  readonly format: TextFormat;
  readonly value: string;
  readonly onValue: (text: string) => void;
  /** Called if the editor can't represent the text without changing it. */
  readonly onUnsupported: (text: string) => void;
  readonly controlRef: (control: { focus: () => void } | null) => void;
  readonly placeholderRef?: Ref<InsertPlaceholder> | undefined;
  readonly onBusyChange: (isBusy: boolean) => void;
  readonly onBlur: () => void;
  readonly disabled: boolean;
  readonly placeholder?: string | undefined;
  /**
   * Lets the editor grow with its text, and keeps the toolbar visible. By default, the text scrolls inside the field.
   */
  readonly grows?: boolean | undefined;
  readonly aria: Readonly<Record<string, string | undefined>>;
}

/**
 * Keeps the cursor from being covered by the header and toolbar at the top of the page, and by the form's buttons at
 * the bottom.
 */
const STICKY_BAR_CLEARANCE = { top: 176, bottom: 144, left: 0, right: 0 };

const PUNCTUATION_PATTERN = /[!-/:-@[-`{-~]/g;

const omitUndefined = (attributes: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/**
 * Parses the text. Returns the document and the text that the editor would write for it. As long as the document isn't
 * edited, the field keeps the original text.
 */
const parseValue = ({ format, value }: RichTextEditorProps) => {
  const parsedText = roundTrip(TEXT_FORMATS[format], value);
  return (
    parsedText && {
      text: value,
      writtenText: parsedText.writtenText,
      content: parsedText.doc.toJSON() as object,
    }
  );
};

/** Parses pasted plain text as Markdown. When the user pastes with Shift, the text is inserted as it is. */
const parseMarkdownSlice: EditorProps["clipboardTextParser"] = (
  text,
  _place,
  isPlain,
  { state },
) => {
  const json: unknown = TEXT_FORMATS.markdown
    .read(isPlain ? text.replace(PUNCTUATION_PATTERN, "\\$&") : text)
    .toJSON();
  return Slice.maxOpen(state.schema.nodeFromJSON(json).content);
};

/**
 * Connects the editor to a field. What the user types changes the field, and if something else changes the field, the
 * editor shows it.
 */
export const useTextEditor = (
  props: RichTextEditorProps,
  tools: EditorTools,
  id: string,
): Editor => {
  const { format, value, aria, placeholder = "Write here.", grows = false } = props;
  const [initialValue] = useState(() => parseValue(props));
  const lastParsedValue = useRef(initialValue);
  const lastEmittedText = useRef(value);
  const attributes = JSON.stringify(omitUndefined(aria));
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
        ...(grows && { scrollThreshold: STICKY_BAR_CLEARANCE, scrollMargin: STICKY_BAR_CLEARANCE }),
        ...(format === "markdown" && { clipboardTextParser: parseMarkdownSlice }),
      },
      content: initialValue?.content ?? null,
      injectCSS: false,
    }),
    [tools, format, placeholder, grows, attributes, id, initialValue],
  );
  const editor = useEditor({
    ...options,
    onUpdate: ({ editor: updatedEditor }) => {
      const newText = TEXT_FORMATS[format].write(updatedEditor.state.doc);
      lastEmittedText.current =
        newText === lastParsedValue.current?.writtenText ? lastParsedValue.current.text : newText;
      props.onValue(lastEmittedText.current);
    },
    onBlur: () => props.onBlur(),
  });

  const replaceContent = useEffectEvent((text: string) => {
    const parsedValue = parseValue(props);
    if (!parsedValue) {
      props.onUnsupported(text);
      return;
    }
    lastParsedValue.current = parsedValue;
    lastEmittedText.current = text;
    // Closes the group of changes for Undo, so that replacing the text is a separate step.
    editor.view.dispatch(closeHistory(editor.state.tr));
    editor.commands.setContent(parsedValue.content, { emitUpdate: false });
    editor.view.dispatch(closeHistory(editor.state.tr));
  });
  // The value was changed outside the editor, by a restored draft, a generated text, or an earlier version.
  useEffect(() => {
    if (!initialValue || value !== lastEmittedText.current) replaceContent(value);
  }, [initialValue, value]);
  return editor;
};
