import type { QueryKey } from "@tanstack/react-query";

export const PAGE_DATA_ID = "page-data";
export const NOT_FOUND_PATH = "*";

/**
 * The data block of a prerendered page. Hydration starts with it, so the first render matches the
 * HTML.
 */
export interface PageData {
  /** The path the page was rendered for, or `*` for the not-found page. */
  readonly path: string;
  readonly renderedAt: string;
  readonly queryResults: readonly (readonly [key: QueryKey, result: unknown])[];
  /** Scripts to preload, so that they load in parallel instead of one after another. */
  readonly scripts: readonly string[];
  /** True for text pages, which hydrate only when someone uses a control. */
  readonly isText?: true;
}

export const readPageData = (): PageData | null => {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
};
