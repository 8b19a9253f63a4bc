import { createContext } from "react";
import type { ToastText } from "../ui/toast.ts";

/** Holds the form around back, with what its person is told, until the answered function is called. */
export const Unfinished = createContext<(told: ToastText) => () => void>(() => () => undefined);
