/**
 * The open modal dialogs, innermost last. Anything that users must still be able to reach has to be inside the last
 * one.
 */
let dialogs: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

const setDialogs = (newDialogs: readonly HTMLDialogElement[]) => {
  dialogs = newDialogs;
  for (const listener of listeners) listener();
};

export const openDialogs = {
  add: (element: HTMLDialogElement) => setDialogs([...dialogs, element]),
  remove: (element: HTMLDialogElement) => setDialogs(dialogs.filter((item) => item !== element)),
  top: (): HTMLDialogElement | null => dialogs.at(-1) ?? null,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
