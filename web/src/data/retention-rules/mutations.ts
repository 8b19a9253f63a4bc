import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

export interface RetentionRuleChange {
  readonly id: string;
  readonly changes: ApiOptions<"PUT /api/retention-rules/:id">["body"];
}

export const useUpdateRetentionRule = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: RetentionRuleChange) =>
      api("PUT /api/retention-rules/:id", { as: "admin", params: { id }, body: changes }),
    onSuccess: () => invalidateReads(queryClient, ["GET /api/retention-rules"]),
  });
};
