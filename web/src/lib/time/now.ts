import { useSyncExternalStore } from "react";

const openedAt = new Date();
let renderedDate: Date | null = null;

/** Sets when the page's HTML was prerendered, so that hydration renders the same dates. */
export const setRenderedAt = (moment: string): void => {
  renderedDate = new Date(moment);
};

/** Returns when the page's HTML was prerendered. Shown as the date of content that couldn't be refetched. */
export const renderedAt = (): string | undefined => renderedDate?.toISOString();

const noopSubscribe = () => () => undefined;

/** Returns when the page was opened. During hydration, returns when it was prerendered. */
export const useNow = (): Date =>
  useSyncExternalStore(
    noopSubscribe,
    () => openedAt,
    () => renderedDate ?? openedAt,
  );
