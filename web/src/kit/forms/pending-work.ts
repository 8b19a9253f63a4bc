import { createContext, use, useEffect } from "react";
import type { ToastText } from "#ui/messages/toast.ts";

/** Blocks saving the surrounding form until the returned function is called. An attempt to save shows the notice. */
export const PendingWork = createContext<(notice: ToastText) => () => void>(() => () => undefined);

/** Blocks saving while busy, and notifies `onBusy`. The notice must stay the same object. */
export const useBlockSubmit = (
  isBusy: boolean,
  notice: ToastText,
  onBusy?: (isBusy: boolean) => void,
): void => {
  const blockSubmit = use(PendingWork);
  useEffect(() => {
    if (!isBusy) return undefined;
    const release = blockSubmit(notice);
    onBusy?.(true);
    return () => {
      release();
      onBusy?.(false);
    };
  }, [isBusy, notice, blockSubmit, onBusy]);
};
