import { useSyncExternalStore } from "react";

const openedAt = new Date();
let renderedDate: Date | null = null;

/** Sets the time at which the page's HTML was prerendered, so that hydration renders the same dates. */
export const setRenderedAt = (moment: string): void => {
  renderedDate = new Date(moment);
};

/** Returns the time at which the page's HTML was prerendered, to date content that couldn't be refetched. */
export const renderedAt = (): string | undefined => renderedDate?.toISOString();

const noopSubscribe = () => () => undefined;

/** Returns the time at which the page was opened or, during hydration, when it was prerendered. */
export const useNow = (): Date =>
  useSyncExternalStore(
    noopSubscribe,
    () => openedAt,
    () => renderedDate ?? openedAt,
  );
