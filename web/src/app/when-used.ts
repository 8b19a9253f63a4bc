import { keyOfEntry, placeKey } from "./saved-place.ts";

/** What only the application can answer. Links lead on by themselves, and so does a form that is marked as plain. */
const CONTROL = "button, input, select, textarea, summary";
const SIGNS = ["pointerover", "pointerdown", "focusin", "click"];

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(CONTROL) !== null &&
  target.closest("[data-plain]") === null;

/** Scroll-manager.tsx goes there when it begins. */
const thisPlace = (): string => placeKey(keyOfEntry(), location);

/** The application has been here before and told the browser not to go back to where the reader was. */
const goBackToPlace = (): void => {
  const saved = history.scrollRestoration === "manual" && sessionStorage.getItem(thisPlace());
  if (saved) scrollTo({ top: Number(saved), behavior: "instant" });
};

/** It comes to a page that somebody has read for a while, and leaves it where it is. */
const keepPlace = (): void => {
  const keep = () => sessionStorage.setItem(thisPlace(), String(scrollY));
  keep();
  addEventListener("scroll", keep, { passive: true });
};

/** A text is read without the application, which begins once somebody turns to one of its controls. */
export const whenUsed = (begin: () => unknown, wasPressed: boolean): void => {
  goBackToPlace();
  const look = ({ target }: { readonly target: EventTarget | null }) => {
    if (!isControl(target)) return;
    for (const sign of SIGNS) removeEventListener(sign, look, true);
    keepPlace();
    begin();
  };
  for (const sign of SIGNS) addEventListener(sign, look, true);
  // What happened before this file was there.
  look({ target: wasPressed ? document.querySelector("button") : document.activeElement });
};
