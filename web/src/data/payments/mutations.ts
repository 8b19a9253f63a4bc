import { type QueryClient, useQuery } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { FORM_TOKEN_DELAY_MS } from "#lib/api/form-token-delay.ts";
import { withCaptcha } from "#lib/api/with-captcha.ts";
import { wait } from "#lib/time/wait.ts";
import { customMutation, mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

export type CheckoutTerms = ApiOutput<"GET /api/checkout">;

/** Form tokens expire after two hours, so get a new one well before that. */
const RENEWAL_INTERVAL_MS = 60 * 60 * 1000;

export const checkoutQuery = { ...readQuery("GET /api/checkout"), staleTime: RENEWAL_INTERVAL_MS };

/** Returns the payment provider's terms. They are fetched only once the visitor shows interest in donating. */
export const useCheckout = (isEnabled: boolean) =>
  useQuery({ ...checkoutQuery, enabled: isEnabled }).data;

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

export type PaymentIntent = ApiOutput<"POST /api/create-payment-intent">;

export type ConfirmedDonation = ApiOutput<"POST /api/create-donation">["donation"];

export interface CreatePaymentIntentInput {
  readonly body: ApiOptions<"POST /api/create-payment-intent">["body"];
  readonly idempotencyKey: string;
}

export interface CreateDonationInput {
  readonly body: ApiOptions<"POST /api/create-donation">["body"];
  readonly idempotencyKey: string;
}

const isFormTokenError = (error: unknown) =>
  error instanceof ApiError && error.body?.code === "form_token_invalid";

/** How often a payment is sent with a new form token. A phone may change its network more than once. */
const MAX_NEW_TOKENS = 2;

/**
 * Gets a new form token and tries again if the server doesn't accept the old one, because it has expired, was used for
 * another gift, or was issued in another network.
 */
export const useCreatePaymentIntent = customMutation(["POST /api/create-payment-intent"], {
  send: async ({ body, idempotencyKey }: CreatePaymentIntentInput, queryClient) => {
    const send = async (newTokens: number): Promise<PaymentIntent> => {
      const formToken = await waitForFormToken(queryClient, newTokens > 0);
      return api("POST /api/create-payment-intent", {
        body: await withCaptcha(body),
        idempotencyKey,
        formToken,
      }).catch((error: unknown) => {
        if (isFormTokenError(error) && newTokens < MAX_NEW_TOKENS) return send(newTokens + 1);
        throw error;
      });
    };
    const intent = await send(0);
    // The token is used up. A new one is old enough by the time the donor gives again or changes the gift.
    if (intent.provider === "stripe")
      void queryClient.prefetchQuery({ ...checkoutQuery, staleTime: 0 });
    return intent;
  },
  invalidates: [],
});

/** Starts a monthly donation with the card of the donation that was just made. */
export const useAcceptMonthlyOffer = mutation("POST /api/recurring-donations", {
  request: (body: ApiOptions<"POST /api/recurring-donations">["body"]) => ({ body }),
  invalidates: [],
});

export const useCreateDonation = mutation("POST /api/create-donation", {
  request: ({ body, idempotencyKey }: CreateDonationInput) => ({ body, idempotencyKey }),
  invalidates: [
    "GET /api/home",
    "GET /api/donations",
    "GET /api/recent-donations",
    "GET /api/donors-consolidated",
    "GET /api/donation-trends",
  ],
  inBackground: true,
});
