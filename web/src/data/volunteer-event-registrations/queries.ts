import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { replaceErrorMessage } from "#lib/api/api-failures.ts";
import { readQuery } from "../read-query.ts";

const ownRegistrationTotalsQuery = queryOptions({
  queryKey: ["GET /api/volunteer-event-registrations", { as: "volunteer" }],
  queryFn: ({ signal }) =>
    replaceErrorMessage(
      "Failed to fetch volunteer registrations",
      api("GET /api/volunteer-event-registrations", { as: "volunteer", signal }),
    ),
});

export type OwnRegistrationTotals = ApiOutput<
  "GET /api/volunteer-event-registrations",
  "volunteer"
>;

export const useOwnRegistrationTotals = () => useQuery(ownRegistrationTotalsQuery);

export type HoursCertificate = ApiOutput<
  "GET /api/volunteer/:volunteerId/hours-certificate",
  "volunteer"
>;

/**
 * Covers one year, or all years if `year` is null. Refetches on mount, because hours may have been confirmed in the
 * meantime.
 */
export const useHoursCertificate = (volunteerId: string, year: string | null) =>
  useQuery({
    ...readQuery("GET /api/volunteer/:volunteerId/hours-certificate", {
      as: "volunteer",
      params: { volunteerId },
      query: year === null ? {} : { year },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
