import { useState } from "react";

/** As it will look, or as it is stored. */
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
    // A forbidden storage only means that it is chosen again.
  }
};

/** Who likes to write the source finds it the next time. */
export const useTextView = () => {
  const [view, setView] = useState(remembered);
  const choose = (chosen: TextView) => {
    rememberTextView(chosen);
    setView(chosen);
  };
  return [view, choose] as const;
};
