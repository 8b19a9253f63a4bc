import { keyOfEntry, placeKey } from "./saved-place.ts";

/**
 * Elements that do nothing until the app hydrates. Links work natively, as do forms marked as
 * plain.
 */
const CONTROL = "button, input, select, textarea, summary";
const SIGNS = ["pointerover", "pointerdown", "focusin", "click"];

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(CONTROL) !== null &&
  target.closest("[data-plain]") === null;

/** The sessionStorage key that scroll-manager.tsx restores from. */
const thisPlace = (): string => placeKey(keyOfEntry(), location);

/**
 * Restores the scroll position in the browser's place, if the app turned off its restoration on an
 * earlier visit.
 */
const goBackToPlace = (): void => {
  const saved = history.scrollRestoration === "manual" && sessionStorage.getItem(thisPlace());
  if (saved) scrollTo({ top: Number(saved), behavior: "instant" });
};

/** Saves the scroll position, so that the page doesn't jump when scroll-manager.tsx starts. */
const keepPlace = (): void => {
  const keep = () => sessionStorage.setItem(thisPlace(), String(scrollY));
  keep();
  addEventListener("scroll", keep, { passive: true });
};

/** Hydrates a text page only when someone turns to one of its controls. */
export const whenUsed = (begin: () => unknown, wasPressed: boolean): void => {
  goBackToPlace();
  const look = ({ target }: { readonly target: EventTarget | null }) => {
    if (!isControl(target)) return;
    for (const sign of SIGNS) removeEventListener(sign, look, true);
    keepPlace();
    begin();
  };
  for (const sign of SIGNS) addEventListener(sign, look, true);
  // Catches up on events from before this module loaded.
  look({ target: wasPressed ? document.querySelector("button") : document.activeElement });
};
