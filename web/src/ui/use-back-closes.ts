import { useEffect, useEffectEvent } from "react";

const PHONE = "(max-width: 47.99rem)";

interface DialogState {
  readonly dialogEntry?: string;
}

const currentEntry = (): string | undefined => (history.state as DialogState | null)?.dialogEntry;

/**
 * On phones an open dialog has a history entry of its own: the back gesture closes it instead of leaving the page.
 * The router's own state is carried along, so that going back is no navigation for it.
 */
export const useBackCloses = (isOpen: boolean, id: string, onBack: () => void): void => {
  const close = useEffectEvent(onBack);

  useEffect(() => {
    if (!isOpen || !matchMedia(PHONE).matches) return undefined;
    if (currentEntry() !== id) history.pushState({ ...history.state, dialogEntry: id }, "");
    const onPopState = () => {
      if (currentEntry() !== id) close();
    };
    addEventListener("popstate", onPopState);
    return () => {
      removeEventListener("popstate", onPopState);
      if (currentEntry() === id) history.back();
    };
  }, [isOpen, id]);
};

/** For leaving the page out of a dialog: its history entry becomes the new page's. */
export const replacesDialogEntry = (): boolean => currentEntry() !== undefined;
