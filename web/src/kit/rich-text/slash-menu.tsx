import { Extension, type Editor, type Range } from "@tiptap/core";
import { Suggestion, exitSuggestion, type SuggestionProps } from "@tiptap/suggestion";
import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import { cx } from "#ui/class-names.ts";
import type { EditorAction } from "./actions.ts";
import { createStore } from "./store.ts";

interface SlashMenuState {
  readonly props: SuggestionProps<EditorAction, EditorAction>;
  readonly highlightedIndex: number;
}

const matchesQuery = ({ label, searchTerms = "" }: EditorAction, query: string): boolean => {
  const text = `${label} ${searchTerms}`.toLowerCase();
  return query
    .toLowerCase()
    .split(" ")
    .every((word) => text.includes(word));
};

const STEP_BY_KEY: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Shows a menu of actions when "/" is typed at the start of a word, and tracks which action is highlighted. */
export const createSlashMenu = (actions: readonly EditorAction[]) => {
  const store = createStore<SlashMenuState | null>(null);
  const showItems = (props: SlashMenuState["props"]) =>
    store.set(props.items.length === 0 ? null : { props, highlightedIndex: 0 });
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const menuState = store.get();
    if (!menuState) return false;
    const { props, highlightedIndex } = menuState;
    const step = STEP_BY_KEY[event.key];
    if (step) {
      const count = props.items.length;
      store.set({ props, highlightedIndex: (highlightedIndex + step + count) % count });
      return true;
    }
    const action = props.items[highlightedIndex];
    if (!action || (event.key !== "Enter" && event.key !== "Tab")) return false;
    props.command(action);
    return true;
  };
  const extension = Extension.create({
    name: "slash",
    addProseMirrorPlugins() {
      return [
        Suggestion<EditorAction, EditorAction>({
          editor: this.editor,
          char: "/",
          allow: ({ editor }) => !editor.isActive("codeBlock") && !editor.isActive("table"),
          items: ({ query, editor }: { query: string; editor: Editor }) =>
            actions.filter(
              (action) => matchesQuery(action, query) && (action.isPossible?.(editor) ?? true),
            ),
          command: ({
            editor,
            range,
            props,
          }: {
            editor: Editor;
            range: Range;
            props: EditorAction;
          }) => {
            editor.chain().focus().deleteRange(range).run();
            props.run(editor);
          },
          render: () => ({
            onStart: showItems,
            onUpdate: showItems,
            onExit: () => store.set(null),
            onKeyDown: ({ event, view }) => {
              if (event.key !== "Escape") return onKeyDown(event);
              exitSuggestion(view);
              return true;
            },
          }),
        }),
      ];
    },
  });
  return { extension, subscribe: store.subscribe, get: store.get };
};

export type SlashMenuControls = ReturnType<typeof createSlashMenu>;

/** The editor keeps the focus while the user types, and refers to the highlighted option. */
export const SlashMenu = ({ slash }: { readonly slash: SlashMenuControls }) => {
  const menuState = useSyncExternalStore(slash.subscribe, slash.get);
  const id = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const props = menuState?.props;
  const editorElement = props?.editor.view.dom;
  const highlightedId = menuState && `${id}-${menuState.highlightedIndex}`;

  useEffect(() => (listRef.current && props ? props.mount(listRef.current) : undefined), [props]);
  useEffect(() => {
    if (!editorElement || !highlightedId) return undefined;
    editorElement.setAttribute("aria-activedescendant", highlightedId);
    editorElement.setAttribute("aria-controls", id);
    document.getElementById(highlightedId)?.scrollIntoView({ block: "nearest" });
    return () => {
      editorElement.removeAttribute("aria-activedescendant");
      editorElement.removeAttribute("aria-controls");
    };
  }, [editorElement, highlightedId, id]);

  if (!menuState) return null;
  return (
    <div
      ref={listRef}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select would take the focus from the text
      role="listbox"
      aria-label="Insert"
      className="bg-base-100 border-base-300 shadow-lift fixed z-50 max-h-72 w-60 overflow-y-auto rounded-xl border p-1"
    >
      {menuState.props.items.map((action, index) => (
        <div
          key={action.label}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of the listbox above
          role="option"
          tabIndex={-1}
          aria-selected={index === menuState.highlightedIndex}
          onMouseDown={(event) => {
            event.preventDefault();
            menuState.props.command(action);
          }}
          className={cx(
            "hover:bg-base-200 flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2",
            index === menuState.highlightedIndex && "bg-base-200",
          )}
        >
          <action.Icon size={18} aria-hidden="true" />
          {action.label}
        </div>
      ))}
    </div>
  );
};
