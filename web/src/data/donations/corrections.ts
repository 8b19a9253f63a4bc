import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { useLedgerWrite } from "./ledger-write.ts";

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
