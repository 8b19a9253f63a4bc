/**
 * The open modal dialogs, innermost last. Anything that must stay reachable has to be inside the
 * last one.
 */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

const replace = (next: readonly HTMLDialogElement[]) => {
  open = next;
  for (const listener of listeners) listener();
};

export const openDialogs = {
  add: (element: HTMLDialogElement) => replace([...open, element]),
  remove: (element: HTMLDialogElement) => replace(open.filter((item) => item !== element)),
  top: (): HTMLDialogElement | null => open.at(-1) ?? null,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
