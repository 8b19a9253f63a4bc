import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { withCaptcha } from "#lib/api/with-captcha.ts";
import { waitForFormToken } from "./checkout.ts";
import { invalidateReads } from "../read-query.ts";

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

/** Retries once with a new form token if the old one has expired. */
export const useCreatePaymentIntent = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, idempotencyKey }: CreatePaymentIntentInput) => {
      const send = async (mustRefetch: boolean) =>
        api("POST /api/create-payment-intent", {
          body: await withCaptcha(body),
          idempotencyKey,
          formToken: await waitForFormToken(queryClient, mustRefetch),
        });
      return send(false).catch((error: unknown) => {
        if (isFormTokenError(error)) return send(true);
        throw error;
      });
    },
  });
};

export const DONATION_READS = [
  "GET /api/home",
  "GET /api/donations",
  "GET /api/recent-donations",
  "GET /api/donors-consolidated",
  "GET /api/donation-trends",
] as const;

/** Data for administrators that may change when any donation changes. */
export const LEDGER_READS = [
  ...DONATION_READS,
  "GET /api/donations/:id",
  "GET /api/donations/sums",
  "GET /api/donors",
  "GET /api/donors/:id",
  "GET /api/deposits",
  "GET /api/deposits/:id",
  "GET /api/undeposited-donations",
  "GET /api/donor-tasks",
  "GET /api/thank-you-calls",
  "GET /api/admin/overview",
  // Changing a donation may send a receipt by email.
  "GET /api/email-outbox",
] as const;

/** Starts a monthly donation with the card of the donation that was just made. */
export const useAcceptMonthlyOffer = () =>
  useMutation({
    mutationFn: (body: ApiOptions<"POST /api/recurring-donations">["body"]) =>
      api("POST /api/recurring-donations", { body }),
  });

export const useCreateDonation = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: CreateDonationInput) =>
      api("POST /api/create-donation", { body, idempotencyKey }),
    onSuccess: () => {
      void invalidateReads(queryClient, DONATION_READS);
    },
  });
};
