import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { useLedgerWrite } from "./ledger-write.ts";

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
