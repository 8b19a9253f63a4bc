import { useSyncExternalStore } from "react";

const openedAt = new Date();
let rendered: Date | null = null;

/** Sets when the page's HTML was prerendered, so that hydration renders the same dates. */
export const setRenderedAt = (moment: string): void => {
  rendered = new Date(moment);
};

/** Returns when the page's HTML was prerendered, to date content that couldn't be refetched. */
export const renderedAt = (): string | undefined => rendered?.toISOString();

const neverChanges = () => () => undefined;

/** Returns when the page was opened or, during hydration, when it was prerendered. */
export const useNow = (): Date =>
  useSyncExternalStore(
    neverChanges,
    () => openedAt,
    () => rendered ?? openedAt,
  );
