import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type OwnDetails = ApiOutput<"GET /api/volunteer/:volunteerId/details">;

/** Refetches on mount, because an administrator or an emailed link may have changed the details. */
export const useOwnDetails = (volunteerId: string) =>
  useQuery({
    ...readQuery("GET /api/volunteer/:volunteerId/details", {
      as: "volunteer",
      params: { volunteerId },
    }),
    refetchOnMount: "always",
  });
