import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

export const usePrivacySettings = () =>
  useQuery(readQuery("GET /api/privacy-settings", { as: "admin" }));

export const useUpdatePrivacySettings = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiOptions<"PUT /api/privacy-settings">["body"]) =>
      api("PUT /api/privacy-settings", { as: "admin", body }),
    onSuccess: () => invalidateReads(queryClient, ["GET /api/privacy-settings"]),
  });
};
