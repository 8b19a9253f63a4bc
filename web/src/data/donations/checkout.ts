import { useQuery, type QueryClient } from "@tanstack/react-query";
import type { ApiOutput } from "../../lib/api-client.ts";
import { readQuery } from "../read-query.ts";
import { RIPE_AFTER_MS } from "./ripe.ts";

export type CheckoutTerms = ApiOutput<"GET /api/checkout">;

/** A form token is good for two hours; it is asked for anew long before. */
const RENEWED_AFTER_MS = 60 * 60 * 1000;
export const checkoutQuery = { ...readQuery("GET /api/checkout"), staleTime: RENEWED_AFTER_MS };

/** Who takes the payment; asked once somebody shows that she wants to give. */
export const useCheckout = (isWanted: boolean) =>
  useQuery({ ...checkoutQuery, enabled: isWanted }).data;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whoever is faster than a form token may be waits for it; the demo asks for none. */
export const ripeFormToken = async (queryClient: QueryClient, isAnew: boolean): Promise<string> => {
  const checkout = await queryClient.fetchQuery(
    isAnew ? { ...checkoutQuery, staleTime: 0 } : checkoutQuery,
  );
  const since = queryClient.getQueryState(checkoutQuery.queryKey)?.dataUpdatedAt ?? Date.now();
  const missing = since + RIPE_AFTER_MS - Date.now();
  if (checkout.provider === "stripe" && missing > 0) await wait(missing);
  return checkout.formToken;
};
