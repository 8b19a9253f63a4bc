import { useEffect } from "react";
import "./quiet-writing.css";

/** The fields in which someone writes a post: its title, and its text in the visual editor or as source. */
const FIELD_SELECTOR =
  "textarea[name='title'], textarea[name='content'], .rich-text [contenteditable='true']";
const STEPS_BACK_SELECTOR = "[data-steps-back]";
/** A hand on the desk moves the mouse a little. */
const MOVE_MIN_PX = 6;

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

const swallow = (event: Event) => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * Fades the dashboard's navigation and the editor's toolbar while someone writes. Everything stays in its place, in the
 * tab order and for screen readers, and is back once the mouse moves, a finger touches the screen, something is
 * selected, another element gets the focus, or Escape is pressed.
 */
export const useQuietWriting = (): void => {
  useEffect(() => {
    const root = document.documentElement;
    let pointer: { readonly x: number; readonly y: number } | null = null;
    const setWriting = (isWriting: boolean) => root.toggleAttribute("data-writing", isWriting);
    const isWriting = () => root.hasAttribute("data-writing");

    const onInput = ({ target }: Event) => {
      if (isWithin(target, FIELD_SELECTOR)) setWriting(true);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!isWithin(target, FIELD_SELECTOR)) setWriting(false);
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") setWriting(false);
    };
    const onSelect = () => {
      const selection = getSelection();
      if (selection && !selection.isCollapsed) setWriting(false);
    };
    // Browsers also report a move if the page scrolls below a resting mouse.
    const onMove = ({ screenX: x, screenY: y }: PointerEvent) => {
      const distance = pointer ? Math.hypot(x - pointer.x, y - pointer.y) : MOVE_MIN_PX;
      if (isWriting() && distance < MOVE_MIN_PX) return;
      pointer = { x, y };
      setWriting(false);
    };
    const onPointerDown = ({ target, pointerType }: PointerEvent) => {
      // A finger can't mean a button that nobody sees.
      if (isWriting() && pointerType !== "mouse" && isWithin(target, STEPS_BACK_SELECTOR)) {
        addEventListener("click", swallow, { capture: true, once: true });
      } else removeEventListener("click", swallow, { capture: true });
      setWriting(false);
    };

    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("input", onInput, { signal });
    document.addEventListener("focusin", onFocus, { signal });
    document.addEventListener("keydown", onKeyDown, { signal });
    document.addEventListener("selectionchange", onSelect, { signal });
    document.addEventListener("pointermove", onMove, { signal, passive: true });
    document.addEventListener("pointerdown", onPointerDown, { signal, capture: true });
    return () => {
      listening.abort();
      removeEventListener("click", swallow, { capture: true });
      setWriting(false);
    };
  }, []);
};
