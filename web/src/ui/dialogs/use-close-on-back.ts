import { useEffect, useEffectEvent } from "react";

const PHONE_QUERY = "(max-width: 47.99rem)";

interface DialogState {
  readonly dialogEntry?: string;
}

const getCurrentEntry = (): string | undefined =>
  (history.state as DialogState | null)?.dialogEntry;

const HANDOVER_MS = 100;

/**
 * The history entry of a dialog that has just closed. If another dialog opens, it reuses the entry. Otherwise, the
 * entry is removed.
 */
let closedEntry: string | null = null;
/** The open dialogs, in the order in which they were opened. */
const openIds = new Set<string>();

let programmaticBackCount = 0;
const waitingNavigations: (() => void)[] = [];

/** Browsers go back within a few milliseconds. If a step back never finishes, navigation must still continue. */
const BACK_TIME_LIMIT_MS = 1000;

/**
 * Returns whether a step back in the history was made by our code because something closed, and not with the Back
 * button.
 */
export const isProgrammaticBack = (): boolean => programmaticBackCount > 0;

/** Calls `navigate` once none of our own steps back is pending, because a pending step would undo the navigation. */
export const runAfterProgrammaticBack = (navigate: () => void): void => {
  if (!isProgrammaticBack()) {
    navigate();
    return;
  }
  waitingNavigations.push(navigate);
};

/** Clicks a link again once the pending step back is over. Links that open in another tab don't have to wait. */
const delayLinkClick = (event: MouseEvent): void => {
  const link = event.target instanceof Element && event.target.closest<HTMLElement>("a[href]");
  const opensTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || opensTab || link.hasAttribute("target")) return;
  event.preventDefault();
  event.stopPropagation();
  runAfterProgrammaticBack(() => link.click());
};

const endProgrammaticBack = (): void => {
  programmaticBackCount -= 1;
  if (isProgrammaticBack()) return;
  document.removeEventListener("click", delayLinkClick, { capture: true });
  for (const navigate of waitingNavigations.splice(0)) navigate();
};

/** Goes back one step. Goes back further as long as `shouldContinue` returns true for the entry that was reached. */
export const goBackProgrammatically = (shouldContinue: () => boolean): void => {
  programmaticBackCount += 1;
  const timer = setTimeout(() => {
    removeEventListener("popstate", onPopState);
    endProgrammaticBack();
  }, BACK_TIME_LIMIT_MS);
  const onPopState = () => {
    clearTimeout(timer);
    setTimeout(endProgrammaticBack);
    if (shouldContinue()) goBackProgrammatically(shouldContinue);
  };
  addEventListener("popstate", onPopState, { once: true });
  document.addEventListener("click", delayLinkClick, { capture: true });
  history.back();
};

/** Returns whether the current entry belongs to a closed dialog. */
const isClosedEntry = (): boolean => {
  const entry = getCurrentEntry();
  return entry !== undefined && !openIds.has(entry);
};

/** Returns whether the user has left a dialog's entry with Back, so that the current entry is an older one. */
const hasGoneBackPast = (id: string): boolean => {
  const ids = [...openIds];
  return ids.indexOf(getCurrentEntry() ?? "") < ids.indexOf(id);
};

const addEntry = (id: string): void => {
  openIds.add(id);
  const state = { ...history.state, dialogEntry: id };
  if (closedEntry !== null && getCurrentEntry() === closedEntry) history.replaceState(state, "");
  else if (getCurrentEntry() !== id) history.pushState(state, "");
  closedEntry = null;
};

const releaseEntry = (id: string): void => {
  openIds.delete(id);
  if (getCurrentEntry() !== id) return;
  closedEntry = id;
  setTimeout(() => {
    if (closedEntry !== id) return;
    closedEntry = null;
    // A dialog and its confirmation dialog may close at the same time, so remove both entries.
    if (getCurrentEntry() === id && isClosedEntry()) goBackProgrammatically(isClosedEntry);
  }, HANDOVER_MS);
};

export interface BackOptions {
  readonly mediaQuery?: string;
  /** Keeps the dialog open on Back, for example while a payment is running. */
  readonly isLocked?: boolean;
}

/**
 * Adds a history entry for an open dialog on phones, so that the back gesture closes the dialog instead of leaving the
 * page. Steps of a form do this on all screen sizes. The entry keeps the router's state, so that the router doesn't
 * treat it as a navigation.
 */
export const useCloseOnBack = (
  isOpen: boolean,
  id: string,
  onBack: () => void,
  { mediaQuery = PHONE_QUERY, isLocked = false }: BackOptions = {},
): void => {
  const goBack = useEffectEvent(() => {
    // Back can't be prevented, but the entry that it left can be added again.
    if (isLocked) addEntry(id);
    else onBack();
  });

  useEffect(() => {
    if (!isOpen || !matchMedia(mediaQuery).matches) return undefined;
    let isReleased = false;
    const onPopState = () => {
      if (hasGoneBackPast(id)) goBack();
    };
    // A pending step back would close a dialog that opens now.
    runAfterProgrammaticBack(() => {
      if (isReleased) return;
      addEntry(id);
      addEventListener("popstate", onPopState);
    });
    return () => {
      isReleased = true;
      removeEventListener("popstate", onPopState);
      releaseEntry(id);
    };
  }, [isOpen, id, mediaQuery]);
};

/** Returns whether a link inside a dialog should replace the dialog's history entry. */
export const replacesDialogEntry = (): boolean => getCurrentEntry() !== undefined;
