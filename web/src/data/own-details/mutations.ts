import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

export type OwnDetails = ApiOutput<"GET /api/volunteer/:volunteerId/details">;

/**
 * Refetches on mount, because an administrator may have changed the details, or the volunteer may have used an emailed
 * link.
 */
export const useOwnDetails = (volunteerId: string) =>
  useQuery({
    ...readQuery("GET /api/volunteer/:volunteerId/details", {
      as: "volunteer",
      params: { volunteerId },
    }),
    refetchOnMount: "always",
  });

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
