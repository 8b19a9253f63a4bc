/** Converts Stripe's seconds to an ISO timestamp. */
export const toTimestamp = (seconds: number): string => new Date(seconds * 1000).toISOString();

export const readId = (
  value: string | { readonly id: string } | null | undefined,
): string | undefined => (typeof value === "string" ? value : value?.id);
