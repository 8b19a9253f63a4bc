import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { setRenderedAt } from "../lib/now.ts";

export const PAGE_DATA_ID = "page-data";
export const NOT_FOUND_PATH = "*";

/** What a prerendered page carries along in a data block, so that the browser begins with the same picture. */
export interface PageData {
  /** The address it was rendered for, or `*`. */
  readonly path: string;
  readonly renderedAt: string;
  readonly answers: readonly (readonly [key: QueryKey, answer: unknown])[];
}

/** Shown at once and asked for again: what was true at build time may have changed since. */
export const fillQueries = (queryClient: QueryClient, { renderedAt, answers }: PageData): void => {
  setRenderedAt(renderedAt);
  for (const [key, answer] of answers) queryClient.setQueryData(key, answer);
  void queryClient.invalidateQueries({ refetchType: "none" });
};

export const readPageData = (): PageData | null => {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
};
