import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { layOutWhole } from "./lay-out-rest.ts";
import { keyOfEntry, placeKey } from "./saved-place.ts";

const SETTLE_MS = 3000;

/** Keyboard and screen reader go on from where the link led, unless something is being typed already. */
const moveFocusTo = (id: string): void => {
  const target = document.getElementById(id);
  if (document.activeElement instanceof HTMLInputElement) return;
  if (target && !target.hasAttribute("tabindex")) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
};

/** A page that moves between press and release would take the link away from under the pointer. */
const OWN_MOVES = ["wheel", "touchmove", "keydown", "pointerdown"];

/** Content that arrives later moves the target; it is followed until it stands or the person does something herself. */
const followAnchor = (id: string): (() => void) => {
  layOutWhole();
  const scroll = () => document.getElementById(id)?.scrollIntoView();
  scroll();
  moveFocusTo(id);
  const observer = new ResizeObserver(scroll);
  observer.observe(document.body);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of OWN_MOVES) removeEventListener(type, stop);
  };
  const timer = setTimeout(stop, SETTLE_MS);
  for (const type of OWN_MOVES) addEventListener(type, stop);
  return stop;
};

/** New pages start at the top, anchors at their section, and Back where the person was. */
export const ScrollManager = () => {
  const { key, pathname, search, hash } = useLocation();
  const place = placeKey(key, { pathname, hash });
  const isPop = useNavigationType() === NavigationType.Pop;
  const isFirstPage = useRef(true);
  const last = useRef({ pathname, search });

  useEffect(() => {
    history.scrollRestoration = "manual";
    const save = () => {
      // While the next page's code is on its way, a spinner stands here, at the top.
      if (keyOfEntry() === key) sessionStorage.setItem(place, String(scrollY));
    };
    addEventListener("scrollend", save);
    addEventListener("pagehide", save);
    return () => {
      removeEventListener("scrollend", save);
      removeEventListener("pagehide", save);
    };
  }, [key, place]);

  useLayoutEffect(() => {
    const saved = isPop ? sessionStorage.getItem(place) : null;
    if (saved !== null) {
      layOutWhole();
      scrollTo({ top: Number(saved), behavior: "instant" });
      return undefined;
    }
    if (hash) return followAnchor(decodeURIComponent(hash.slice(1)));
    // The first page is at its top already, or where the visitor has scrolled to before the scripts were there.
    if (isFirstPage.current) return undefined;
    scrollTo({ top: 0, behavior: "instant" });
    // A search or a sort order in the address leaves the focus where it is used.
    const isSamePage = pathname === last.current.pathname && search !== last.current.search;
    if (!isSamePage) moveFocusTo("content");
    return undefined;
    // Not by how it was reached alone: a dialog that closes on a phone goes back to the entry it was opened on.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [key, pathname, search, hash]);

  useEffect(() => {
    isFirstPage.current = false;
    last.current = { pathname, search };
  }, [pathname, search]);

  return null;
};
