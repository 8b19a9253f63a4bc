import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";

/** After this time, the panel appears with its skeletons, because the rest of it may already be of use. */
const LONGEST_WAIT_MS = 3000;
/** What has loaded may start to load something else, so a panel must be complete in more than one frame. */
const COMPLETE_FRAMES = 2;

const PLACEHOLDERS = "[aria-busy=true], .loading-spinner";

/** Returns whether placeholders are in view. Those further down are replaced as the reader scrolls. */
const showsPlaceholders = (panel: HTMLElement): boolean =>
  [...panel.querySelectorAll(PLACEHOLDERS)].some((placeholder) => {
    const { top, bottom, height } = placeholder.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  });

/**
 * Shows a panel in one step, because its parts would push each other around if each appeared on its own. Until then the
 * panel and its dialogs are transparent: they can have the focus, and screen readers read them as they load.
 */
export const RevealWhenLoaded = ({ children }: { readonly children: ReactNode }) => {
  const queryClient = useQueryClient();
  const panelRef = useRef<HTMLDivElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isLoaded) return undefined;
    let completeFrames = 0;
    let frameId = 0;
    const check = () => {
      const isFetching = queryClient.isFetching({
        type: "active",
        predicate: ({ state }) => state.status === "pending",
      });
      const isComplete =
        isFetching === 0 && panelRef.current !== null && !showsPlaceholders(panelRef.current);
      completeFrames = isComplete ? completeFrames + 1 : 0;
      if (completeFrames < COMPLETE_FRAMES) frameId = requestAnimationFrame(check);
      else setLoaded(true);
    };
    frameId = requestAnimationFrame(check);
    const timer = setTimeout(() => setLoaded(true), LONGEST_WAIT_MS);
    return () => {
      cancelAnimationFrame(frameId);
      clearTimeout(timer);
    };
  }, [isLoaded, queryClient]);
  return (
    <div className="relative">
      {!isLoaded && (
        <span
          aria-hidden="true"
          className="loading loading-spinner loading-lg text-primary absolute top-16 left-1/2 -translate-x-1/2"
        />
      )}
      <div ref={panelRef} data-loading={isLoaded ? undefined : ""}>
        {children}
      </div>
    </div>
  );
};
