import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type SystemStatus = ApiOutput<"GET /api/system-status", "admin">;

export const useSystemStatus = () =>
  useQuery({
    ...readQuery("GET /api/system-status", { as: "admin" }),
    refetchOnWindowFocus: false,
  });
