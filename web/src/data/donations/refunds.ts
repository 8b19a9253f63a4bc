import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { useLedgerWrite } from "./ledger-write.ts";

export interface Refund {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/refunds">["body"];
  readonly idempotencyKey: string;
}

export const useRefundDonation = () =>
  useLedgerWrite(({ id, body, idempotencyKey }: Refund) =>
    api("POST /api/donations/:id/refunds", { as: "admin", params: { id }, body, idempotencyKey }),
  );
