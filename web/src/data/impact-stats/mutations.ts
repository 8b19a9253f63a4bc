import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

export const useUpdateOpeningBalances = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiOptions<"PUT /api/impact-stats/opening-balances">["body"]) =>
      api("PUT /api/impact-stats/opening-balances", { as: "admin", body }),
    onSuccess: () =>
      invalidateReads(queryClient, ["GET /api/impact-stats/opening-balances", "GET /api/home"]),
  });
};
