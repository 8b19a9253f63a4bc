import { createContext, use, useEffect } from "react";
import type { ToastText } from "#ui/messages/toast.ts";

/**
 * Blocks saving the form around it until the returned function is called. If the user tries to save, the notice is
 * shown.
 */
export const PendingWork = createContext<(notice: ToastText) => () => void>(() => () => undefined);

/**
 * Blocks saving while `isBusy` is true, and reports changes of `isBusy` to `onBusy`. Always pass the same `notice`
 * object.
 */
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
