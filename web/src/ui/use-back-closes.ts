import { useEffect, useEffectEvent } from "react";

const PHONE = "(max-width: 47.99rem)";

interface DialogState {
  readonly dialogEntry?: string;
}

const currentEntry = (): string | undefined => (history.state as DialogState | null)?.dialogEntry;

const HANDOVER_MS = 100;

/** The entry of a dialog that has just closed: the next one takes it over, otherwise it is left. */
let leftEntry: string | null = null;
const openIds = new Set<string>();

let ownBacks = 0;

/** Whether a history entry is being left because its dialog has closed, not because somebody pressed Back. */
export const isOwnBack = (): boolean => ownBacks > 0;

/** A question and the dialog that asked it may close together: their entries are left one after the other. */
const leaveClosed = (): void => {
  const entry = currentEntry();
  if (entry === undefined || openIds.has(entry)) return;
  ownBacks += 1;
  addEventListener("popstate", () => setTimeout(() => (ownBacks -= 1)), { once: true });
  addEventListener("popstate", leaveClosed, { once: true });
  history.back();
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
  /** Back changes nothing, e.g. while paying. */
  readonly isLocked?: boolean;
}

/**
 * On phones an open dialog has a history entry of its own: the back gesture closes it instead of leaving the page.
 * A step of a form has one on every screen.
 * The router's own state is carried along, so that going back is no navigation for it.
 */
export const useBackCloses = (
  isOpen: boolean,
  id: string,
  onBack: () => void,
  { screens = PHONE, isLocked = false }: BackOptions = {},
): void => {
  const goBack = useEffectEvent(() => {
    // Nothing can refuse Back, but its entry can be made again.
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

/** For leaving the page out of a dialog: its history entry becomes the new page's. */
export const replacesDialogEntry = (): boolean => currentEntry() !== undefined;
