import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

export type OpeningBalances = ApiOutput<"GET /api/impact-stats/opening-balances", "admin">;

export const useOpeningBalances = () =>
  useQuery(readQuery("GET /api/impact-stats/opening-balances", { as: "admin" }));

export const useUpdateOpeningBalances = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiOptions<"PUT /api/impact-stats/opening-balances">["body"]) =>
      api("PUT /api/impact-stats/opening-balances", { as: "admin", body }),
    onSuccess: () =>
      invalidateReads(queryClient, ["GET /api/impact-stats/opening-balances", "GET /api/home"]),
  });
};
