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

export interface Void {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/void">["body"];
}

export const useVoidDonation = () =>
  useLedgerWrite(
    ({ id, body }: Void) =>
      api("POST /api/donations/:id/void", { as: "admin", params: { id }, body }),
    // The shares of a voided sale are unsold again.
    ["GET /api/noncash-donations"],
  );

export interface Correction {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/corrections">["body"];
  readonly idempotencyKey: string;
}

export const useCorrectDonation = () =>
  useLedgerWrite(({ id, body, idempotencyKey }: Correction) =>
    api("POST /api/donations/:id/corrections", {
      as: "admin",
      params: { id },
      body,
      idempotencyKey,
    }),
  );
