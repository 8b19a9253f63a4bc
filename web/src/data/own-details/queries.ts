import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
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
