import { api } from "#lib/api/api-client.ts";
import { useDonationWrite } from "../donations/use-donation-write.ts";

export const useCloseDeposit = () =>
  useDonationWrite((id: string) =>
    api("POST /api/deposits/:id/close", { as: "admin", params: { id } }),
  );

export interface DepositMove {
  readonly donationId: string;
  /** Null removes the donation from its deposit. */
  readonly depositId: string | null;
}

export const useMoveToDeposit = () =>
  useDonationWrite(({ donationId, depositId }: DepositMove) =>
    api("PUT /api/donations/:id/deposit", {
      as: "admin",
      params: { id: donationId },
      body: { depositId },
    }),
  );
