import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

type OverviewResponse = ApiOutput<"GET /api/admin/overview", "admin">;

/** The figures of the administrator's areas. Figures of other areas are null, so only components of an area may read its figures. */
export type Overview = {
  readonly [Figure in keyof OverviewResponse]: NonNullable<OverviewResponse[Figure]>;
};

/** Refetches on every mount, because nearly every write in the admin area changes one of its figures. */
export const useOverview = () =>
  useQuery({
    ...readQuery("GET /api/admin/overview", { as: "admin" }),
    refetchOnMount: "always",
  }) as UseQueryResult<Overview>;
