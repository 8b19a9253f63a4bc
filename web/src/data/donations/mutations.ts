import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "../../lib/api-client.ts";
import { homeQuery } from "../home/queries.ts";

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

/** Everything that a gift changes: recent donors, the month, totals. */
const refreshAfterGift = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      queryKey[0] === homeQuery.queryKey[0] || /donations|donors|trends/.test(String(queryKey[0])),
  });

export const useCreateDonation = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: CreateDonationInput) =>
      api("POST /api/create-donation", { body, idempotencyKey }),
    onSuccess: () => {
      void refreshAfterGift(queryClient);
    },
  });
};
