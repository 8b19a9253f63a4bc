import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

/** Fetches whether two-step login is on for this administrator. */
export const useOwnSecondFactor = () =>
  useQuery(readQuery("GET /api/admin/second-factor", { as: "admin" }));

/** Fetches whether two-step login is required for administrators. */
export const useSecondFactorRule = () =>
  useQuery(readQuery("GET /api/admin/second-factor-rule", { as: "admin" }));

export type OwnSecondFactor = ApiOutput<"GET /api/admin/second-factor">;
