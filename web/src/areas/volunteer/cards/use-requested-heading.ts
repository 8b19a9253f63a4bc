import { useEffect, useRef, type RefObject } from "react";
import { useSearchParams } from "react-router-dom";
import type { Shift } from "#data/events/mutations.ts";

/** Returns a function that checks whether the URL names the given shift. */
export const useIsRequested = (): ((shift: Shift) => boolean) => {
  const requestedId = useSearchParams()[0].get("shift");
  return ({ id }) => id === requestedId;
};

/** Returns the ref of a shift's heading, which receives the focus if the URL names the shift. */
export const useRequestedHeading = (shift: Shift): RefObject<HTMLHeadingElement | null> => {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const isRequested = useIsRequested()(shift);
  useEffect(() => {
    if (!isRequested) return;
    headingRef.current?.scrollIntoView({ block: "center" });
    headingRef.current?.focus({ preventScroll: true });
  }, [isRequested]);
  return headingRef;
};
