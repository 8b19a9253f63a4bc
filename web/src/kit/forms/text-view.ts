import { useState } from "react";
import { localStore } from "#lib/browser-storage.ts";

/** Whether to show the text as a rendered page or as its stored source. */
export type TextView = "page" | "source";

const STORAGE_KEY = "text-view";

const readRememberedView = (): TextView =>
  localStore.getItem(STORAGE_KEY) === "source" ? "source" : "page";

export const rememberTextView = (view: TextView): void => localStore.setItem(STORAGE_KEY, view);

/** Remembers which view the user prefers. */
export const useTextView = () => {
  const [view, setView] = useState(readRememberedView);
  const chooseView = (newView: TextView) => {
    rememberTextView(newView);
    setView(newView);
  };
  return [view, chooseView] as const;
};
