/** Stripe's seconds as `toISOString` writes a moment. */
export const momentOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** The id, whether the object was expanded or not. */
export const idOf = (
  value: string | { readonly id: string } | null | undefined,
): string | undefined => (typeof value === "string" ? value : value?.id);
