import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

export type DonorMergePreview = ApiOutput<"GET /api/donor-merges/preview", "admin">;
export type DonorMergeSide = DonorMergePreview["kept"];
export type PossibleDuplicate = ApiOutput<"GET /api/possible-duplicates", "admin">[number];

/** Not cached (`gcTime: 0`), so that the versions in the preview are the current ones. */
export const useDonorMergePreview = (keptId: string, mergedId: string) =>
  useQuery({
    ...readQuery("GET /api/donor-merges/preview", { as: "admin", query: { keptId, mergedId } }),
    gcTime: 0,
    retry: false,
  });

/** Pairs of donors who may be the same person. */
export const usePossibleDuplicates = () =>
  useQuery(readQuery("GET /api/possible-duplicates", { as: "admin" }));
