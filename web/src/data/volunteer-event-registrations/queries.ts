import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, failingWith } from "../../lib/api-client.ts";

const ownRegistrationTotalsQuery = queryOptions({
  queryKey: ["GET /api/volunteer-event-registrations", { as: "volunteer" }],
  queryFn: ({ signal }) =>
    failingWith(
      "Failed to fetch volunteer registrations",
      api("GET /api/volunteer-event-registrations", { as: "volunteer", signal }),
    ),
});

/** The signed-in volunteer's hours and shifts. */
export const useOwnRegistrationTotals = () => useQuery(ownRegistrationTotalsQuery);
