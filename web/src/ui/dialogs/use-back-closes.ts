import { useEffect, useEffectEvent } from "react";

const PHONE_QUERY = "(max-width: 47.99rem)";

interface DialogState {
  readonly dialogEntry?: string;
}

const currentEntry = (): string | undefined => (history.state as DialogState | null)?.dialogEntry;

const HANDOVER_MS = 100;

/** The entry of a dialog that just closed: the next dialog reuses it, otherwise it is removed. */
let closedEntry: string | null = null;
const openIds = new Set<string>();

let programmaticBacks = 0;

/** Returns whether a history step back comes from something closing rather than the Back button. */
export const isProgrammaticBack = (): boolean => programmaticBacks > 0;

export const goBackProgrammatically = (): void => {
  programmaticBacks += 1;
  addEventListener("popstate", () => setTimeout(() => (programmaticBacks -= 1)), { once: true });
  history.back();
};

/** A dialog and its confirmation may close together, so remove their entries one after the other. */
const removeClosedEntries = (): void => {
  const entry = currentEntry();
  if (entry === undefined || openIds.has(entry)) return;
  addEventListener("popstate", removeClosedEntries, { once: true });
  goBackProgrammatically();
};

const addEntry = (id: string): void => {
  openIds.add(id);
  const state = { ...history.state, dialogEntry: id };
  if (closedEntry !== null && currentEntry() === closedEntry) history.replaceState(state, "");
  else if (currentEntry() !== id) history.pushState(state, "");
  closedEntry = null;
};

const releaseEntry = (id: string): void => {
  openIds.delete(id);
  if (currentEntry() !== id) return;
  closedEntry = id;
  setTimeout(() => {
    if (closedEntry !== id) return;
    closedEntry = null;
    if (currentEntry() === id) removeClosedEntries();
  }, HANDOVER_MS);
};

export interface BackOptions {
  readonly screens?: string;
  /** Keeps the dialog open on Back, e.g. while a payment is running. */
  readonly isLocked?: boolean;
}

/**
 * Adds a history entry to an open dialog on phones, so that the back gesture closes it instead of
 * leaving the page. Form steps do this on every screen size. Keeps the router's state, so that the
 * router doesn't see a navigation.
 */
export const useBackCloses = (
  isOpen: boolean,
  id: string,
  onBack: () => void,
  { screens = PHONE_QUERY, isLocked = false }: BackOptions = {},
): void => {
  const goBack = useEffectEvent(() => {
    // Back can't be prevented, but its entry can be added again.
    if (isLocked) addEntry(id);
    else onBack();
  });

  useEffect(() => {
    if (!isOpen || !matchMedia(screens).matches) return undefined;
    addEntry(id);
    const onPopState = () => {
      if (currentEntry() !== id) goBack();
    };
    addEventListener("popstate", onPopState);
    return () => {
      removeEventListener("popstate", onPopState);
      releaseEntry(id);
    };
  }, [isOpen, id, screens]);
};

/** Returns whether a link inside a dialog should replace the dialog's history entry. */
export const replacesDialogEntry = (): boolean => currentEntry() !== undefined;
