import { useState } from "react";

/** The rendered page or the stored source. */
export type TextView = "page" | "source";

const KEY = "text-view";

const remembered = (): TextView => {
  try {
    return localStorage.getItem(KEY) === "source" ? "source" : "page";
  } catch {
    return "page";
  }
};

export const rememberTextView = (view: TextView): void => {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Without storage, the choice just isn't remembered.
  }
};

/** Remembers whether the person prefers the source. */
export const useTextView = () => {
  const [view, setView] = useState(remembered);
  const choose = (chosen: TextView) => {
    rememberTextView(chosen);
    setView(chosen);
  };
  return [view, choose] as const;
};
