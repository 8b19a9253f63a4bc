import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";
import { LEDGER_READS } from "./mutations.ts";

export interface Void {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/void">["body"];
}

export const useVoidDonation = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: Void) =>
      api("POST /api/donations/:id/void", { as: "admin", params: { id }, body }),
    onSettled: () => invalidateReads(queryClient, LEDGER_READS),
  });
};
