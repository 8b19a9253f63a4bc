import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useRef, type KeyboardEvent } from "react";
import { cx } from "#ui/class-names.ts";
import type { EditorAction } from "./actions.ts";

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);
const formatShortcut = (keys: string) =>
  isApple()
    ? keys.replace("Mod", "⌘").replace("Alt", "⌥").replace("Shift", "⇧").replaceAll("+", " ")
    : keys.replace("Mod", "Ctrl");

const STEP_BY_KEY: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The toolbar is a single tab stop. Arrow keys move between its buttons. */
const useRovingFocus = () => {
  const current = useRef(0);
  return {
    current,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const buttons = [...event.currentTarget.querySelectorAll("button")];
      const focusedIndex = buttons.indexOf(document.activeElement as HTMLButtonElement);
      const step = STEP_BY_KEY[event.key];
      const nextIndex =
        event.key === "Home"
          ? 0
          : event.key === "End"
            ? -1
            : step
              ? (focusedIndex + step) % buttons.length
              : null;
      if (focusedIndex < 0 || nextIndex === null) return;
      event.preventDefault();
      buttons.at(nextIndex)?.focus();
    },
    onFocus: (event: { readonly target: EventTarget; readonly currentTarget: HTMLElement }) => {
      const buttons = [...event.currentTarget.querySelectorAll("button")];
      for (const button of buttons) button.tabIndex = button === event.target ? 0 : -1;
    },
  };
};

interface ActionButtonProps {
  readonly editor: Editor;
  readonly action: EditorAction;
  readonly isFirst: boolean;
  readonly disabled: boolean;
}

const ActionButton = ({ editor, action, isFirst, disabled }: ActionButtonProps) => {
  const { label, Icon, keys } = action;
  const { isOn, isPossible } = useEditorState({
    editor,
    selector: () => ({
      isOn: action.isOn?.(editor),
      isPossible: action.isPossible?.(editor) ?? true,
    }),
  });
  const isUnavailable = disabled || !isPossible;
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      // Not `disabled`, because the button would then lose the keyboard focus.
      aria-disabled={isUnavailable || undefined}
      title={keys ? `${label} (${formatShortcut(keys)})` : label}
      tabIndex={isFirst ? 0 : -1}
      // Keeps the text selected when the button is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isUnavailable) action.run(editor);
      }}
      className={cx(
        "btn btn-ghost btn-square btn-sm size-9 shrink-0",
        isOn && "bg-primary text-primary-content",
        isUnavailable && "opacity-50",
      )}
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  );
};

export interface ToolbarProps {
  readonly editor: Editor;
  readonly label: string;
  /** Id of the editor that the toolbar controls. */
  readonly controls: string;
  readonly groups: readonly (readonly EditorAction[])[];
  readonly disabled?: boolean;
}

export const Toolbar = ({ editor, label, controls, groups, disabled = false }: ToolbarProps) => {
  const { onKeyDown, onFocus } = useRovingFocus();
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      aria-controls={controls}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      className="flex flex-wrap items-center gap-y-0.5 p-1 sm:gap-x-1"
    >
      {groups.map((actions, groupIndex) => (
        <div
          key={actions[0]?.label}
          className={cx(
            "max-sm:contents sm:flex",
            groupIndex > 0 && "border-base-300 border-l sm:pl-1",
          )}
        >
          {actions.map((action, index) => (
            <ActionButton
              key={action.label}
              editor={editor}
              action={action}
              isFirst={groupIndex === 0 && index === 0}
              disabled={disabled}
            />
          ))}
        </div>
      ))}
    </div>
  );
};
