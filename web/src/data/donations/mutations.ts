import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "../../lib/api-client.ts";
import { forgetReads } from "../read-query.ts";

export type PaymentIntent = ApiOutput<"POST /api/create-payment-intent">;
export type RecordedDonation = ApiOutput<"POST /api/create-donation">["donation"];

export interface CreatePaymentIntentInput {
  readonly body: ApiOptions<"POST /api/create-payment-intent">["body"];
  readonly idempotencyKey: string;
}

export interface CreateDonationInput {
  readonly body: ApiOptions<"POST /api/create-donation">["body"];
  readonly idempotencyKey: string;
}

export const useCreatePaymentIntent = () =>
  useMutation({
    mutationFn: ({ body, idempotencyKey }: CreatePaymentIntentInput) =>
      api("POST /api/create-payment-intent", { body, idempotencyKey }),
  });

/** Everything that shows a gift: recent donors, the month, totals. */
const SHOW_GIFTS = [
  "GET /api/home",
  "GET /api/donations",
  "GET /api/recent-donations",
  "GET /api/donors-consolidated",
  "GET /api/donation-trends",
] as const;

export const useCreateDonation = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: CreateDonationInput) =>
      api("POST /api/create-donation", { body, idempotencyKey }),
    onSuccess: () => {
      void forgetReads(queryClient, SHOW_GIFTS);
    },
  });
};
