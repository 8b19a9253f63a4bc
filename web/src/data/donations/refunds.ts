import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";
import { LEDGER_READS } from "./mutations.ts";

export interface Refund {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/refunds">["body"];
  readonly idempotencyKey: string;
}

export const useRefundDonation = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, idempotencyKey }: Refund) =>
      api("POST /api/donations/:id/refunds", { as: "admin", params: { id }, body, idempotencyKey }),
    // Runs even after a failure, because Stripe may have processed the request.
    onSettled: () => invalidateReads(queryClient, LEDGER_READS),
  });
};
