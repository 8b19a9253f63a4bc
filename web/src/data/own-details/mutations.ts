import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

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

export const useUpdateOwnDetails = mutation("PUT /api/volunteer/:volunteerId/details", {
  request: (
    body: ApiOptions<"PUT /api/volunteer/:volunteerId/details">["body"],
    volunteerId: string,
  ) => ({ as: "volunteer", params: { volunteerId }, body }),
  invalidates: ["GET /api/volunteer/:volunteerId/details"],
});
