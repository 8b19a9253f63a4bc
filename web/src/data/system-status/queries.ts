import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

/** False only if the server reported that no AI service is set up. */
export const useHasAi = (): boolean =>
  useQuery(readQuery("GET /api/system-status/ai", { as: "admin" })).data?.state !== "unused";

export type SystemStatus = ApiOutput<"GET /api/system-status", "admin">;

export const useSystemStatus = () =>
  useQuery({
    ...readQuery("GET /api/system-status", { as: "admin" }),
    refetchOnWindowFocus: false,
  });
