import { useState } from "react";

/** The rendered page or the stored source. */
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
    // Without storage, the choice just isn't remembered.
  }
};

/** Remembers whether the user prefers the source. */
export const useTextView = () => {
  const [view, setView] = useState(readRememberedView);
  const chooseView = (newView: TextView) => {
    rememberTextView(newView);
    setView(newView);
  };
  return [view, chooseView] as const;
};
