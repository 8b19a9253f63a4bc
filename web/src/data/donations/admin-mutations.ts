import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { useDonationWrite } from "./use-donation-write.ts";

export interface DonationRefund {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/refunds">["body"];
  readonly idempotencyKey: string;
}

export const useRefundDonation = () =>
  useDonationWrite(({ id, body, idempotencyKey }: DonationRefund) =>
    api("POST /api/donations/:id/refunds", { as: "admin", params: { id }, body, idempotencyKey }),
  );

export interface DonationVoid {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/void">["body"];
}

export const useVoidDonation = () =>
  useDonationWrite(
    ({ id, body }: DonationVoid) =>
      api("POST /api/donations/:id/void", { as: "admin", params: { id }, body }),
    // If a voided donation came from a stock sale, its shares count as unsold again.
    ["GET /api/noncash-donations"],
  );

export interface DonationCorrection {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/corrections">["body"];
  readonly idempotencyKey: string;
}

export const useCorrectDonation = () =>
  useDonationWrite(({ id, body, idempotencyKey }: DonationCorrection) =>
    api("POST /api/donations/:id/corrections", {
      as: "admin",
      params: { id },
      body,
      idempotencyKey,
    }),
  );
