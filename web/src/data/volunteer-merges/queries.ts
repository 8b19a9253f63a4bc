import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type VolunteerMergePreview = ApiOutput<"GET /api/volunteer-merges/preview", "admin">;
export type VolunteerMergeSide = VolunteerMergePreview["kept"];
export type PossibleVolunteerDuplicate = ApiOutput<
  "GET /api/possible-volunteer-duplicates",
  "admin"
>[number];

/** Not cached (`gcTime: 0`), so that the versions in the preview are the current ones. */
export const useVolunteerMergePreview = (keptId: string, mergedId: string) =>
  useQuery({
    ...readQuery("GET /api/volunteer-merges/preview", { as: "admin", query: { keptId, mergedId } }),
    gcTime: 0,
    retry: false,
  });

/** Volunteers who were merged into this one, including merges that can no longer be undone. */
export const useVolunteerMerges = (keptId: string) =>
  useQuery({
    ...readQuery("GET /api/volunteer-merges", { as: "admin", query: { keptId } }),
    select: (merges) => merges.filter(({ undoneAt }) => undoneAt === null),
  });

/** Pairs of volunteers who may be the same person. */
export const usePossibleVolunteerDuplicates = () =>
  useQuery(readQuery("GET /api/possible-volunteer-duplicates", { as: "admin" }));
