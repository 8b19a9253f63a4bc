import { useState } from "react";

/** The rendered page or the stored source. */
export type TextView = "page" | "source";

const STORAGE_KEY = "text-view";

const rememberedView = (): TextView => {
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

/** Remembers whether the person prefers the source. */
export const useTextView = () => {
  const [view, setView] = useState(rememberedView);
  const choose = (newView: TextView) => {
    rememberTextView(newView);
    setView(newView);
  };
  return [view, choose] as const;
};
