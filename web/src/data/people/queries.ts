import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type FoundRecord = ApiOutput<"GET /api/people", "admin">["records"][number];

/** Identifies the records of one person. */
export type ChosenRecords = ApiOptions<"POST /api/people/export">["body"]["records"];

/** Shorter searches would find almost everybody. */
export const SEARCH_MIN_LENGTH = 2;

export const useFoundPeople = (search: string) =>
  useQuery({
    ...readQuery("GET /api/people", { as: "admin", query: { search } }),
    enabled: search.length >= SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });
