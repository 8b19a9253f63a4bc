import { tabStore } from "../lib/browser-storage.ts";
import { getHistoryEntryKey, buildScrollKey } from "./scroll-key.ts";

/**
 * Elements that do nothing until the app hydrates. Links work natively, as do forms marked as
 * plain.
 */
const INTERACTIVE_SELECTOR = "button, input, select, textarea, summary";
const INTERACTION_EVENTS = ["pointerover", "pointerdown", "focusin", "click"];

const isInteractive = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(INTERACTIVE_SELECTOR) !== null &&
  target.closest("[data-plain]") === null;

/** The sessionStorage key of the scroll position, which scroll-manager.tsx restores later. */
const getScrollKey = (): string => buildScrollKey(getHistoryEntryKey(), location);

/**
 * Restores the scroll position if the app turned off the browser's own restoration on an
 * earlier visit.
 */
const restoreScroll = (): void => {
  const savedPosition = history.scrollRestoration === "manual" && tabStore.getItem(getScrollKey());
  if (savedPosition) scrollTo({ top: Number(savedPosition), behavior: "instant" });
};

/** Saves the scroll position, so that the page doesn't jump when scroll-manager.tsx starts. */
const trackScroll = (): void => {
  const savePosition = () => tabStore.setItem(getScrollKey(), String(scrollY));
  savePosition();
  addEventListener("scroll", savePosition, { passive: true });
};

/** Hydrates a text page only when someone interacts with one of its controls. */
export const hydrateOnInteraction = (hydrate: () => unknown, hasPress: boolean): void => {
  restoreScroll();
  const onInteraction = ({ target }: { readonly target: EventTarget | null }) => {
    if (!isInteractive(target)) return;
    for (const type of INTERACTION_EVENTS) removeEventListener(type, onInteraction, true);
    trackScroll();
    hydrate();
  };
  for (const type of INTERACTION_EVENTS) addEventListener(type, onInteraction, true);
  // Handles events that happened before this module loaded.
  onInteraction({
    target: hasPress ? document.querySelector("button") : document.activeElement,
  });
};
