import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { download } from "../download.ts";
import { readQuery } from "../read-query.ts";

type Period = NonNullable<ApiOptions<"GET /api/volunteer-reports">["query"]>;

export type VolunteerReport = ApiOutput<"GET /api/volunteer-reports", "admin">;

/** Refetches on every mount, because almost every write about shifts changes a figure. Keeps the previous figures while loading. */
export const useVolunteerReport = (query: Period) =>
  useQuery({
    ...readQuery("GET /api/volunteer-reports", { as: "admin", query }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });

export const useSaveVolunteerReport = download("GET /api/volunteer-reports/file", {
  request: (query: Period) => ({ as: "admin", query }),
  fallbackName: "volunteer-report.csv",
});
