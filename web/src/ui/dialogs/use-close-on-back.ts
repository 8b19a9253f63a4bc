import { useEffect, useEffectEvent } from "react";

const PHONE_QUERY = "(max-width: 47.99rem)";

interface DialogState {
  readonly dialogEntry?: string;
  /** The number of dialogs' entries up to this one. */
  readonly dialogDepth?: number;
  /** The router's position of the page. Dialogs' entries have that of the page below them. */
  readonly idx?: number;
}

const getState = () => history.state as DialogState | null;
const getCurrentEntry = (): string | undefined => getState()?.dialogEntry;

const HANDOVER_MS = 100;

/**
 * The history entry of a dialog that has just closed. If another dialog opens, it reuses the entry. Otherwise, the
 * entry is removed.
 */
let closedEntry: string | null = null;
/** The states of the open dialogs' entries. */
const openEntries = new Map<string, DialogState>();

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

/** Returns the link that a click follows, unless it opens in another tab. */
export const findFollowedLink = (event: MouseEvent): HTMLAnchorElement | null => {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
  const opensTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return link && !opensTab && !link.hasAttribute("target") ? link : null;
};

/** Clicks a link again once the pending step back is over. */
const delayLinkClick = (event: MouseEvent): void => {
  const link = findFollowedLink(event);
  if (!link) return;
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
  return entry !== undefined && !openEntries.has(entry);
};

/** Returns whether the user has left a dialog's entry with Back, so that the current entry is an older one. */
const hasGoneBackPast = (id: string): boolean => {
  const state = getState();
  const own = openEntries.get(id);
  // A link within the page, such as “Skip to content”, adds an entry without any state.
  if (!state && own?.idx !== undefined) return false;
  const { idx = 0, dialogDepth = 0 } = state ?? {};
  const page = own?.idx ?? 0;
  // After Forward, the current entry may be that of a closed dialog.
  return idx < page || (idx === page && dialogDepth < (own?.dialogDepth ?? 0));
};

const addEntry = (id: string): void => {
  const current = getState();
  const isHandedOver = closedEntry !== null && current?.dialogEntry === closedEntry;
  closedEntry = null;
  if (current?.dialogEntry === id) return void openEntries.set(id, current);
  const depth = current?.dialogDepth ?? 0;
  const state = { ...current, dialogEntry: id, dialogDepth: isHandedOver ? depth : depth + 1 };
  openEntries.set(id, state);
  if (isHandedOver) history.replaceState(state, "");
  else history.pushState(state, "");
};

const releaseEntry = (id: string): void => {
  openEntries.delete(id);
  if (getCurrentEntry() !== id) return;
  closedEntry = id;
  setTimeout(() => {
    if (closedEntry !== id) return;
    closedEntry = null;
    // A dialog and its confirmation dialog may close at the same time, so remove both entries.
    if (getCurrentEntry() === id && isClosedEntry()) goBackProgrammatically(isClosedEntry);
  }, HANDOVER_MS);
};

/** Keeps a history entry for `id` until the returned function is called, unless the dialog has one already. */
const holdEntry = (id: string, goBack: () => void) => {
  let isReleased = false;
  let isHolding = false;
  const onPopState = () => {
    if (hasGoneBackPast(id)) goBack();
  };
  // A pending step back would close a dialog that opens now.
  runAfterProgrammaticBack(() => {
    if (isReleased || openEntries.has(id)) return;
    isHolding = true;
    addEntry(id);
    addEventListener("popstate", onPopState);
  });
  return () => {
    isReleased = true;
    if (!isHolding) return;
    removeEventListener("popstate", onPopState);
    releaseEntry(id);
  };
};

export interface BackOptions {
  readonly mediaQuery?: string;
  /** Keeps the dialog open on Back on all screen sizes, for example while a payment is running. */
  readonly isLocked?: boolean;
}

/**
 * Adds a history entry for an open dialog on phones, so that the back gesture closes the dialog instead of leaving the
 * page. Steps of a form and locked dialogs do this on all screen sizes. The entry keeps the router's state, so that the
 * router doesn't treat it as a navigation.
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
    return holdEntry(id, () => goBack());
  }, [isOpen, id, mediaQuery]);
  useEffect(() => {
    if (!isOpen || !isLocked) return undefined;
    return holdEntry(id, () => goBack());
  }, [isOpen, id, isLocked]);
};

/** Returns whether a link inside a dialog should replace the dialog's history entry. */
export const replacesDialogEntry = (): boolean => getCurrentEntry() !== undefined;
