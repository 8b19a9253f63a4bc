import { useQuery, type QueryClient } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";
import { FORM_TOKEN_DELAY_MS } from "./form-token-delay.ts";

export type CheckoutTerms = ApiOutput<"GET /api/checkout">;

/** Form tokens expire after two hours, so get a new one well before that. */
const RENEWAL_INTERVAL_MS = 60 * 60 * 1000;
export const checkoutQuery = { ...readQuery("GET /api/checkout"), staleTime: RENEWAL_INTERVAL_MS };

/** Returns the payment provider's terms. They are fetched only once the visitor shows interest in donating. */
export const useCheckout = (isEnabled: boolean) =>
  useQuery({ ...checkoutQuery, enabled: isEnabled }).data;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns a form token that is old enough for the server to accept it, and waits if necessary. Demo mode doesn't wait.
 */
export const waitForFormToken = async (
  queryClient: QueryClient,
  mustRefetch: boolean,
): Promise<string> => {
  const checkout = await queryClient.fetchQuery(
    mustRefetch ? { ...checkoutQuery, staleTime: 0 } : checkoutQuery,
  );
  const fetchedAt = queryClient.getQueryState(checkoutQuery.queryKey)?.dataUpdatedAt ?? Date.now();
  const remainingMs = fetchedAt + FORM_TOKEN_DELAY_MS - Date.now();
  if (checkout.provider === "stripe" && remainingMs > 0) await wait(remainingMs);
  return checkout.formToken;
};
