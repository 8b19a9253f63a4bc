import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

export const useUpdateOwnDetails = (volunteerId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiOptions<"PUT /api/volunteer/:volunteerId/details">["body"]) =>
      api("PUT /api/volunteer/:volunteerId/details", {
        as: "volunteer",
        params: { volunteerId },
        body,
      }),
    onSuccess: () => invalidateReads(queryClient, ["GET /api/volunteer/:volunteerId/details"]),
  });
};
