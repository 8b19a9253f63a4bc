import { useQuery } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";
import { useMergeWrite } from "../volunteer-merges/mutations.ts";

export type PossibleVolunteerDuplicate = ApiOutput<
  "GET /api/possible-volunteer-duplicates",
  "admin"
>[number];

/** Pairs of volunteers who may be the same person. */
export const usePossibleVolunteerDuplicates = () =>
  useQuery(readQuery("GET /api/possible-volunteer-duplicates", { as: "admin" }));

export const useDismissVolunteerDuplicate = () =>
  useMergeWrite((body: ApiOptions<"POST /api/dismissed-volunteer-duplicates">["body"]) =>
    api("POST /api/dismissed-volunteer-duplicates", { as: "admin", body }),
  );
