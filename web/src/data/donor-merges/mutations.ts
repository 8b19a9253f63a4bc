import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { useLedgerWrite } from "../donations/ledger-write.ts";

const DUPLICATE_READS = ["GET /api/possible-duplicates"] as const;

export interface NewDonorMerge {
  readonly body: ApiOptions<"POST /api/donor-merges">["body"];
  readonly idempotencyKey: string;
}

export const useMergeDonors = () =>
  useLedgerWrite(
    ({ body, idempotencyKey }: NewDonorMerge) =>
      api("POST /api/donor-merges", { as: "admin", body, idempotencyKey }),
    DUPLICATE_READS,
  );

export const useUndoDonorMerge = () =>
  useLedgerWrite(
    (id: string) => api("POST /api/donor-merges/:id/undo", { as: "admin", params: { id } }),
    DUPLICATE_READS,
  );

export const useMakeDonorMergePermanent = () =>
  useLedgerWrite((id: string) =>
    api("POST /api/donor-merges/:id/permanent", { as: "admin", params: { id } }),
  );

export const useDismissDuplicate = () =>
  useLedgerWrite(
    (body: ApiOptions<"POST /api/dismissed-duplicates">["body"]) =>
      api("POST /api/dismissed-duplicates", { as: "admin", body }),
    DUPLICATE_READS,
  );
