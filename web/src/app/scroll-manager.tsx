import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { layOutAllSections } from "./deferred-sections.ts";
import { tabStore } from "../lib/browser-storage.ts";
import type { RecordEntry } from "../lib/drafts/record-entry.ts";
import { getHistoryEntryKey, buildScrollKey } from "./scroll-key.ts";

const SETTLE_MS = 3000;

/**
 * Lets keyboard and screen reader users continue at the link's target, unless they're already there or typing.
 */
const moveFocusTo = (id: string): void => {
  const target = document.getElementById(id);
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement || target?.contains(activeElement)) return;
  if (target && !target.hasAttribute("tabindex")) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
};

/**
 * Events after which the page no longer follows an anchor. They include pointerdown, because moving the page before the
 * pointer is released would lose the click.
 */
const INTERRUPTING_EVENTS = ["wheel", "touchmove", "keydown", "pointerdown"];

/**
 * Keeps scrolling to an anchor while late content moves it, for a few seconds or until the user scrolls, clicks or
 * types.
 */
const followAnchor = (id: string, behavior: ScrollBehavior): (() => void) => {
  layOutAllSections();
  const scroll = () => document.getElementById(id)?.scrollIntoView({ behavior });
  scroll();
  moveFocusTo(id);
  const observer = new ResizeObserver(scroll);
  observer.observe(document.body);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of INTERRUPTING_EVENTS) removeEventListener(type, stop);
  };
  const timer = setTimeout(stop, SETTLE_MS);
  for (const type of INTERRUPTING_EVENTS) addEventListener(type, stop);
  return stop;
};

/** Scrolls to the top of a new page, to an anchor's section, or, on Back, to the saved position. */
export const ScrollManager = () => {
  const { key, pathname, search, hash, state } = useLocation();
  const opensRecord = (state as RecordEntry | null)?.opened !== undefined;
  const positionKey = buildScrollKey(key, { pathname, hash });
  const isPop = useNavigationType() === NavigationType.Pop;
  const isFirstPage = useRef(true);
  const lastLocation = useRef({ pathname, search });

  useEffect(() => {
    history.scrollRestoration = "manual";
    const savePosition = () => {
      // Don't save a scroll position while a spinner stands in for the next page.
      if (getHistoryEntryKey() === key) tabStore.setItem(positionKey, String(scrollY));
    };
    addEventListener("scrollend", savePosition);
    addEventListener("pagehide", savePosition);
    return () => {
      removeEventListener("scrollend", savePosition);
      removeEventListener("pagehide", savePosition);
    };
  }, [key, positionKey]);

  useLayoutEffect(() => {
    const savedPosition = isPop ? tabStore.getItem(positionKey) : null;
    if (savedPosition !== null) {
      layOutAllSections();
      scrollTo({ top: Number(savedPosition), behavior: "instant" });
      return undefined;
    }
    if (hash) {
      // On load, jumps to the anchor at once, as browsers do. After that, CSS decides (`scroll-behavior`).
      const behavior = isFirstPage.current ? "instant" : "auto";
      return followAnchor(decodeURIComponent(hash.slice(1)), behavior);
    }
    if (opensRecord) return undefined;
    // Don't scroll the first page: it is at the top, or the visitor scrolled it before the scripts ran.
    if (isFirstPage.current) return undefined;
    scrollTo({ top: 0, behavior: "instant" });
    // Keep the focus if only the search or sort order in the URL changed, or if closing a record went back in the
    // history.
    const isSamePage =
      pathname === lastLocation.current.pathname &&
      (isPop || search !== lastLocation.current.search);
    if (!isSamePage) moveFocusTo("content");
    return undefined;
    // isPop and opensRecord aren't dependencies: closing a dialog on a phone goes back to the entry
    // it was opened from and must not scroll.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [key, pathname, search, hash]);

  useEffect(() => {
    isFirstPage.current = false;
    lastLocation.current = { pathname, search };
  }, [pathname, search]);

  return null;
};
