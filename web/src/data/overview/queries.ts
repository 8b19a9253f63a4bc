import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

type OverviewResponse = ApiOutput<"GET /api/admin/overview", "admin">;

/**
 * The figures of the administrator's areas. Figures of all other areas are null, so components may read only figures of
 * their own area.
 */
export type Overview = {
  readonly [Figure in keyof OverviewResponse]: NonNullable<OverviewResponse[Figure]>;
};

/** Refetches on every mount, because almost every write in the dashboard changes one of these figures. */
export const useOverview = () =>
  useQuery({
    ...readQuery("GET /api/admin/overview", { as: "admin" }),
    refetchOnMount: "always",
  }) as UseQueryResult<Overview>;
