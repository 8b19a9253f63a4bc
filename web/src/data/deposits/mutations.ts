import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { LEDGER_READS } from "../donations/mutations.ts";
import { invalidateReads } from "../read-query.ts";

export const useCloseDeposit = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("POST /api/deposits/:id/close", { as: "admin", params: { id } }),
    onSettled: () => invalidateReads(queryClient, LEDGER_READS),
  });
};

export interface DepositMove {
  readonly donationId: string;
  /** Null takes the donation out of its deposit. */
  readonly depositId: string | null;
}

export const useMoveToDeposit = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ donationId, depositId }: DepositMove) =>
      api("PUT /api/donations/:id/deposit", {
        as: "admin",
        params: { id: donationId },
        body: { depositId },
      }),
    onSettled: () => invalidateReads(queryClient, LEDGER_READS),
  });
};
