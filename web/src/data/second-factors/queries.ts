import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export const useSecondFactors = () =>
  useQuery(readQuery("GET /api/admin/second-factors", { as: "admin" }));

/** Whether two-step login is required for administrators. */
export const useSecondFactorRule = () =>
  useQuery(readQuery("GET /api/admin/second-factor-rule", { as: "admin" }));

/** How an administrator's login is protected. */
export type SecondFactor = ApiOutput<"GET /api/admin/second-factors", "admin">[number];
