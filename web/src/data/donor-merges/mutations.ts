import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { useDonationWrite } from "../donations/use-donation-write.ts";

const DUPLICATE_READS = ["GET /api/possible-duplicates"] as const;

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

export const useDismissDuplicate = () =>
  useDonationWrite(
    (body: ApiOptions<"POST /api/dismissed-duplicates">["body"]) =>
      api("POST /api/dismissed-duplicates", { as: "admin", body }),
    DUPLICATE_READS,
  );
