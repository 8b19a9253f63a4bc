import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

export const useUpdatePrivacySettings = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiOptions<"PUT /api/privacy-settings">["body"]) =>
      api("PUT /api/privacy-settings", { as: "admin", body }),
    onSuccess: () => invalidateReads(queryClient, ["GET /api/privacy-settings"]),
  });
};
