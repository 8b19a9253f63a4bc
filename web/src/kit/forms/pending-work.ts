import { createContext } from "react";
import type { ToastText } from "#ui/messages/toast.ts";

/** Blocks saving the surrounding form until the returned function is called. An attempt to save shows the notice. */
export const PendingWork = createContext<(notice: ToastText) => () => void>(() => () => undefined);
