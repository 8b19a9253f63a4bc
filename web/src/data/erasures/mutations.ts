import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

export interface NewErasure {
  readonly body: ApiOptions<"POST /api/erasures">["body"];
  /** Reused when retrying, so that a lost response doesn't cause a second erasure. */
  readonly idempotencyKey: string;
}

/** Any list may contain the person, so everything is refetched. */
export const useStartErasure = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewErasure) =>
      api("POST /api/erasures", { as: "admin", body, idempotencyKey }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ["GET /api/people"] });
      void queryClient.invalidateQueries();
    },
  });
};

export const useContinueErasure = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("POST /api/erasures/:id/continue", { as: "admin", params: { id } }),
    onSettled: () => invalidateReads(queryClient, ["GET /api/erasures"]),
  });
};
