/** Of the history's entry; every page that the browser loads itself has the same, so its address belongs to it. */
export const keyOfEntry = (): string =>
  (history.state as { readonly key?: string } | null)?.key ?? "default";

/** Under which sessionStorage keeps how far down somebody was, for Back and a reload. */
export const placeKey = (
  key: string,
  { pathname, hash }: Pick<Location, "pathname" | "hash">,
): string => `scroll:${key}${pathname}${hash}`;
