import { useEffect, useEffectEvent } from "react";

const PHONE = "(max-width: 47.99rem)";

interface DialogState {
  readonly dialogEntry?: string;
}

const currentEntry = (): string | undefined => (history.state as DialogState | null)?.dialogEntry;

const HANDOVER_MS = 100;

/** The entry of a dialog that just closed: the next dialog reuses it, otherwise it is removed. */
let leftEntry: string | null = null;
const openIds = new Set<string>();

let programmaticBacks = 0;

/** Returns whether a history step back comes from something closing rather than the Back button. */
export const isProgrammaticBack = (): boolean => programmaticBacks > 0;

export const goBackProgrammatically = (): void => {
  programmaticBacks += 1;
  addEventListener("popstate", () => setTimeout(() => (programmaticBacks -= 1)), { once: true });
  history.back();
};

/** A dialog and its confirmation may close together, so leave their entries one after the other. */
const leaveClosed = (): void => {
  const entry = currentEntry();
  if (entry === undefined || openIds.has(entry)) return;
  addEventListener("popstate", leaveClosed, { once: true });
  goBackProgrammatically();
};

const enter = (id: string): void => {
  openIds.add(id);
  const state = { ...history.state, dialogEntry: id };
  if (leftEntry !== null && currentEntry() === leftEntry) history.replaceState(state, "");
  else if (currentEntry() !== id) history.pushState(state, "");
  leftEntry = null;
};

const leave = (id: string): void => {
  openIds.delete(id);
  if (currentEntry() !== id) return;
  leftEntry = id;
  setTimeout(() => {
    if (leftEntry !== id) return;
    leftEntry = null;
    if (currentEntry() === id) leaveClosed();
  }, HANDOVER_MS);
};

export interface BackOptions {
  readonly screens?: string;
  /** Keeps the dialog open on Back, e.g. while a payment is running. */
  readonly isLocked?: boolean;
}

/**
 * Adds a history entry to an open dialog on phones, so that the back gesture closes it instead of
 * leaving the page. Form steps do so on every screen. Keeps the router's state, so that it sees no
 * navigation.
 */
export const useBackCloses = (
  isOpen: boolean,
  id: string,
  onBack: () => void,
  { screens = PHONE, isLocked = false }: BackOptions = {},
): void => {
  const goBack = useEffectEvent(() => {
    // Back can't be prevented, but its entry can be added again.
    if (isLocked) enter(id);
    else onBack();
  });

  useEffect(() => {
    if (!isOpen || !matchMedia(screens).matches) return undefined;
    enter(id);
    const onPopState = () => {
      if (currentEntry() !== id) goBack();
    };
    addEventListener("popstate", onPopState);
    return () => {
      removeEventListener("popstate", onPopState);
      leave(id);
    };
  }, [isOpen, id, screens]);
};

/** Returns whether a link inside a dialog should replace the dialog's history entry. */
export const replacesDialogEntry = (): boolean => currentEntry() !== undefined;
