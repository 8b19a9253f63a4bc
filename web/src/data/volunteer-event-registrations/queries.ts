import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api-client.ts";
import { failingWith } from "../../lib/api-failures.ts";

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
