import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

export type PossibleVolunteerDuplicate = ApiOutput<
  "GET /api/possible-volunteer-duplicates",
  "admin"
>[number];

/** Pairs of volunteers who may be the same person. */
export const usePossibleVolunteerDuplicates = () =>
  useQuery(readQuery("GET /api/possible-volunteer-duplicates", { as: "admin" }));

export const useDismissVolunteerDuplicate = mutation("POST /api/dismissed-volunteer-duplicates", {
  request: (body: ApiOptions<"POST /api/dismissed-volunteer-duplicates">["body"]) => ({
    as: "admin",
    body,
  }),
  invalidates: ["GET /api/possible-volunteer-duplicates"],
  evenAfterFailure: true,
});
