/**
 * Returns the history entry's key. Entries loaded by the browser share a default key, so callers
 * add the path.
 */
export const getHistoryEntryKey = (): string =>
  (history.state as { readonly key?: string } | null)?.key ?? "default";

/** Returns the sessionStorage key of the scroll position, for Back and reloads. */
export const buildScrollKey = (
  key: string,
  { pathname, hash }: Pick<Location, "pathname" | "hash">,
): string => `scroll:${key}${pathname}${hash}`;
