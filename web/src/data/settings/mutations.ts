import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

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
