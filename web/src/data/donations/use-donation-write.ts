import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidateReads, type ReadKey } from "../read-query.ts";
import { LEDGER_READS } from "./mutations.ts";

/**
 * A write that changes donations. Refetches donations even after a failure, because the server may have processed the
 * request.
 */
export const useDonationWrite = <Input, Output>(
  send: (input: Input) => Promise<Output>,
  otherReads: readonly ReadKey[] = [],
) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => invalidateReads(queryClient, [...LEDGER_READS, ...otherReads]),
  });
};
