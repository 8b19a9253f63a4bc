import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { download } from "../download.ts";
import { DONATION_EFFECT } from "../donations/queries.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type Deposit = ApiOutput<"GET /api/deposits", "admin">[number];

export const deposits = resource({
  list: "GET /api/deposits",
  create: "POST /api/deposits",
  update: "PUT /api/deposits/:id",
  remove: "DELETE /api/deposits/:id",
  invalidates: ["GET /api/deposits/:id", "GET /api/late-entries"],
  unaffected: {
    "GET /api/undeposited-donations": "None of these writes moves a donation.",
  },
});

export type DepositRecord = ApiOutput<"GET /api/deposits/:id", "admin">;

export const useDeposit = (id: string) =>
  useQuery({
    ...readQuery("GET /api/deposits/:id", { as: "admin", params: { id } }),
    enabled: id !== "",
  });

export type UndepositedDonation = ApiOutput<"GET /api/undeposited-donations", "admin">[number];

export const useUndepositedDonations = () =>
  useQuery(readQuery("GET /api/undeposited-donations", { as: "admin" }));

export const useCloseDeposit = mutation("POST /api/deposits/:id/close", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  ...DONATION_EFFECT,
});

export interface DepositReopening {
  readonly id: string;
  readonly reason: string;
}

export const useReopenDeposit = mutation("POST /api/deposits/:id/reopen", {
  request: ({ id, reason }: DepositReopening) => ({
    as: "admin",
    params: { id },
    body: { reason },
  }),
  ...DONATION_EFFECT,
});

export const useSaveDepositSlip = download("GET /api/deposits/:id/slip", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  fallbackName: "deposit.pdf",
});

export interface DepositMove {
  readonly donationId: string;
  /** Null removes the donation from its deposit. */
  readonly depositId: string | null;
}

export const useMoveToDeposit = mutation("PUT /api/donations/:id/deposit", {
  request: ({ donationId, depositId }: DepositMove) => ({
    as: "admin",
    params: { id: donationId },
    body: { depositId },
  }),
  ...DONATION_EFFECT,
});
