import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { replaceErrorMessage } from "#lib/api/api-failures.ts";

export type PublishedReport = ApiOutput<"GET /api/financial-reports/published">[number];

const ALL_REPORTS_OPTIONS = { query: { limit: 200 } } as const;

export const publishedReportsQuery = queryOptions({
  queryKey: ["GET /api/financial-reports/published", ALL_REPORTS_OPTIONS] as const,
  queryFn: ({ signal }) =>
    replaceErrorMessage(
      "Failed to fetch published financial reports",
      api("GET /api/financial-reports/published", { ...ALL_REPORTS_OPTIONS, signal }),
    ),
});

export const usePublishedReports = () => useQuery(publishedReportsQuery);
