import { createContext } from "react";
import type { ToastText } from "#ui/messages/toast.ts";

/** Blocks saving the surrounding form until the returned function is called. Attempts to save show the text. */
export const PendingWork = createContext<(notice: ToastText) => () => void>(() => () => undefined);
