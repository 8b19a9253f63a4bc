import { useSyncExternalStore } from "react";

const opened = new Date();
let rendered: Date | null = null;

/** When the page's HTML was written, so that its first picture in the browser is the same one. */
export const setRenderedAt = (moment: string): void => {
  rendered = new Date(moment);
};

/** When what is shown was written, for pages that could not be brought up to date. */
export const renderedAt = (): string | undefined => rendered?.toISOString();

const never = () => () => undefined;

/** The moment the page was opened; while prerendered HTML is taken over, the moment it was written. */
export const useNow = (): Date =>
  useSyncExternalStore(
    never,
    () => opened,
    () => rendered ?? opened,
  );
