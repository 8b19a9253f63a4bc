import { createContext, use, useEffect } from "react";
import type { ToastText } from "#ui/messages/toast.ts";

/**
 * Blocks saving the surrounding form until the returned function is called. If the user tries to save, the notice is
 * shown.
 */
export const PendingWorkContext = createContext<(notice: ToastText) => () => void>(
  () => () => undefined,
);

/**
 * Blocks saving while `isBusy` is true, and reports changes of `isBusy` to `onBusyChange`. Always pass the same `notice`
 * object.
 */
export const useBlockSubmit = (
  isBusy: boolean,
  notice: ToastText,
  onBusyChange?: (isBusy: boolean) => void,
): void => {
  const blockSubmit = use(PendingWorkContext);
  useEffect(() => {
    if (!isBusy) return undefined;
    const release = blockSubmit(notice);
    onBusyChange?.(true);
    return () => {
      release();
      onBusyChange?.(false);
    };
  }, [isBusy, notice, blockSubmit, onBusyChange]);
};
