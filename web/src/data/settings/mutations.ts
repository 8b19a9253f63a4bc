import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

export type Settings = ApiOutput<"GET /api/settings", "admin">;

export const useSettings = () => useQuery(readQuery("GET /api/settings", { as: "admin" }));

export const useUpdateSettings = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiOptions<"PUT /api/settings">["body"]) =>
      api("PUT /api/settings", { as: "admin", body }),
    onSuccess: () =>
      invalidateReads(queryClient, [
        "GET /api/settings",
        "GET /api/home",
        "GET /api/accountability",
      ]),
  });
};
