import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";
import { LEDGER_READS } from "./mutations.ts";

export interface Correction {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/corrections">["body"];
  readonly idempotencyKey: string;
}

export const useCorrectDonation = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, idempotencyKey }: Correction) =>
      api("POST /api/donations/:id/corrections", {
        as: "admin",
        params: { id },
        body,
        idempotencyKey,
      }),
    onSettled: () => invalidateReads(queryClient, LEDGER_READS),
  });
};
