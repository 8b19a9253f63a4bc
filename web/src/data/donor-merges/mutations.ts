import { useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { DONATION_EFFECT } from "../donations/queries.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";

export type DonorMergePreview = ApiOutput<"GET /api/donor-merges/preview", "admin">;

export type DonorMergeSide = DonorMergePreview["kept"];

/** Not cached (`gcTime: 0`), so that the versions in the preview are the current ones. */
export const useDonorMergePreview = (keptId: string, mergedId: string) =>
  useQuery({
    ...readQuery("GET /api/donor-merges/preview", { as: "admin", query: { keptId, mergedId } }),
    gcTime: 0,
    retry: false,
  });

export interface NewDonorMerge {
  readonly body: ApiOptions<"POST /api/donor-merges">["body"];
  readonly idempotencyKey: string;
}

export const useMergeDonors = mutation("POST /api/donor-merges", {
  request: ({ body, idempotencyKey }: NewDonorMerge) => ({ as: "admin", body, idempotencyKey }),
  ...DONATION_EFFECT,
});

export const useUndoDonorMerge = mutation("POST /api/donor-merges/:id/undo", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  ...DONATION_EFFECT,
});

export const useMakeDonorMergePermanent = mutation("POST /api/donor-merges/:id/permanent", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  ...DONATION_EFFECT,
});
