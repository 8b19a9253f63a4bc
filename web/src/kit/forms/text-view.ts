import { useState } from "react";

/** Whether to show the text as a rendered page or as its stored source. */
export type TextView = "page" | "source";

const STORAGE_KEY = "text-view";

const readRememberedView = (): TextView => {
  try {
    return localStorage.getItem(STORAGE_KEY) === "source" ? "source" : "page";
  } catch {
    return "page";
  }
};

export const rememberTextView = (view: TextView): void => {
  try {
    localStorage.setItem(STORAGE_KEY, view);
  } catch {
    // If storage is blocked, the choice isn't remembered.
  }
};

/** Remembers which view the user prefers. */
export const useTextView = () => {
  const [view, setView] = useState(readRememberedView);
  const chooseView = (newView: TextView) => {
    rememberTextView(newView);
    setView(newView);
  };
  return [view, chooseView] as const;
};
