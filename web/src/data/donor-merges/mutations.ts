import { useQuery } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { DUPLICATE_READS } from "../dismissed-duplicates/mutations.ts";
import { useDonationWrite } from "../donations/resource.ts";
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

export const useMergeDonors = () =>
  useDonationWrite(
    ({ body, idempotencyKey }: NewDonorMerge) =>
      api("POST /api/donor-merges", { as: "admin", body, idempotencyKey }),
    DUPLICATE_READS,
  );

export const useUndoDonorMerge = () =>
  useDonationWrite(
    (id: string) => api("POST /api/donor-merges/:id/undo", { as: "admin", params: { id } }),
    DUPLICATE_READS,
  );

export const useMakeDonorMergePermanent = () =>
  useDonationWrite((id: string) =>
    api("POST /api/donor-merges/:id/permanent", { as: "admin", params: { id } }),
  );
