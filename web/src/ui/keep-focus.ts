interface FocusPosition {
  readonly element: HTMLElement;
  /** Elements that can get the focus instead, innermost first. */
  readonly ancestors: readonly HTMLElement[];
  readonly row?: { readonly id: string; readonly index: number; readonly list: HTMLElement };
}

const findRows = (list: HTMLElement): readonly HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>("[data-row]")].filter((row) => row.parentElement === list);

const getFocusPosition = (element: HTMLElement, container: HTMLElement): FocusPosition => {
  const ancestors: HTMLElement[] = [];
  for (let ancestor = element.parentElement; ancestor && ancestor !== container;) {
    if (ancestor.matches("section, details, [tabindex='-1']")) ancestors.push(ancestor);
    ancestor = ancestor.parentElement;
  }
  const row = element.closest<HTMLElement>("[data-row]");
  const list = row?.parentElement;
  if (!list) return { element, ancestors };
  const id = row.dataset["row"] ?? "";
  return { element, ancestors, row: { id, list, index: findRows(list).indexOf(row) } };
};

/** Returns the control's row if it still has buttons. Otherwise, returns the next row. */
const findNextRow = ({
  id,
  index,
  list,
}: NonNullable<FocusPosition["row"]>): HTMLElement | undefined => {
  const rows = findRows(list);
  const ownRow = rows.find((row) => row.dataset["row"] === id);
  if (ownRow?.querySelector("button")) return ownRow;
  return rows[ownRow ? rows.indexOf(ownRow) + 1 : index] ?? rows.at(-1);
};

const focus = (element: HTMLElement): void => {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus();
};

/**
 * When the focused control is removed or disabled, browsers move the focus to the body, so keyboard users would have to
 * start over. This moves it back to the control or, if that isn't possible, to its row, the next row, its section or
 * the fallback.
 */
export const keepFocus = (
  container: HTMLElement,
  fallback: () => HTMLElement = () => container,
): (() => void) => {
  let lastPosition: FocusPosition | undefined;
  const onFocusIn = ({ target }: Event) => {
    const isWithin = target instanceof HTMLElement && target !== container;
    lastPosition =
      isWithin && container.contains(target) ? getFocusPosition(target, container) : undefined;
  };
  // If the user pressed outside the control, they meant to leave it, so don't restore the focus.
  const onPointerDown = ({ target }: Event) => {
    if (target instanceof Node && !lastPosition?.element.contains(target)) lastPosition = undefined;
  };
  const restore = () => {
    if (!lastPosition || document.activeElement !== document.body) return;
    const { element, ancestors, row } = lastPosition;
    if (element.isConnected) element.focus();
    else {
      const nextRow = row?.list.isConnected ? findNextRow(row) : undefined;
      focus(nextRow ?? ancestors.find(({ isConnected }) => isConnected) ?? fallback());
    }
  };
  const observer = new MutationObserver(restore);
  observer.observe(container, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", onFocusIn);
  document.addEventListener("pointerdown", onPointerDown, { capture: true });
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", onFocusIn);
    document.removeEventListener("pointerdown", onPointerDown, { capture: true });
  };
};
