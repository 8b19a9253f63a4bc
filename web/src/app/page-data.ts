import type { QueryKey } from "@tanstack/react-query";

export const PAGE_DATA_ID = "page-data";
export const NOT_FOUND_PATH = "*";

/** What a prerendered page carries along in a data block, so that the browser begins with the same picture. */
export interface PageData {
  /** The address it was rendered for, or `*`. */
  readonly path: string;
  readonly renderedAt: string;
  readonly answers: readonly (readonly [key: QueryKey, answer: unknown])[];
  /** Files the page will need, to be fetched beside each other instead of one after the other. */
  readonly scripts: readonly string[];
  /** A text: it is read without the application, which waits until somebody uses it. */
  readonly isText?: true;
}

export const readPageData = (): PageData | null => {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
};
