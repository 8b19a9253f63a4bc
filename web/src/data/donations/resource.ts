import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "#lib/api/api-client.ts";
import { download } from "../download.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";
import { DONATION_EFFECT } from "./queries.ts";

export type AdminDonation = ApiOutput<"GET /api/donations", "admin">[number];

export const donations = resource({ list: "GET /api/donations" });

export const recordedDonations = resource({
  list: "GET /api/donations",
  create: "POST /api/donations",
  update: "PUT /api/donations/:id",
  invalidates: DONATION_EFFECT.invalidates,
});

/** Fetches donations as an administrator, with donors' names and the donations' statuses. */
export const useRecentDonations = (limit: number) =>
  useQuery(readQuery("GET /api/recent-donations", { as: "admin", query: { limit } }));

export const useTopDonors = (limit: number) =>
  useQuery(
    readQuery("GET /api/donors-consolidated", {
      as: "admin",
      query: { limit, sort: "-totalAmount", minTotal: 1 },
    }),
  );

export const useDonation = (id: string) =>
  useQuery({
    ...readQuery("GET /api/donations/:id", { as: "admin", params: { id } }),
    enabled: id !== "",
  });

export type DonationRecord = ApiOutput<"GET /api/donations/:id", "admin">;

/** Fetches a filtered list's totals. Keeps the previous totals while loading. */
export const useDonationSums = (query: Readonly<Record<string, string>>) =>
  useQuery({
    ...readQuery("GET /api/donations/sums", { as: "admin", query }),
    placeholderData: keepPreviousData,
  });

export const useDonationTrends = () => useQuery(readQuery("GET /api/donation-trends"));

/** Returns the total donations for each source (the place where a donation link appears). */
export const useDonationSources = () =>
  useQuery(readQuery("GET /api/donation-sources", { as: "admin" }));

export interface DonationRefund {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/refunds">["body"];
  readonly idempotencyKey: string;
}

export const useRefundDonation = mutation("POST /api/donations/:id/refunds", {
  request: ({ id, body, idempotencyKey }: DonationRefund) => ({
    as: "admin",
    params: { id },
    body,
    idempotencyKey,
  }),
  ...DONATION_EFFECT,
});

export const useReissueReceipt = mutation("POST /api/donations/:id/corrected-receipts", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  ...DONATION_EFFECT,
});

export interface DonationVoid {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/void">["body"];
}

export const useVoidDonation = mutation("POST /api/donations/:id/void", {
  request: ({ id, body }: DonationVoid) => ({ as: "admin", params: { id }, body }),
  ...DONATION_EFFECT,
});

export interface DonationCorrection {
  readonly id: string;
  readonly body: ApiOptions<"POST /api/donations/:id/corrections">["body"];
  readonly idempotencyKey: string;
}

export const useCorrectDonation = mutation("POST /api/donations/:id/corrections", {
  request: ({ id, body, idempotencyKey }: DonationCorrection) => ({
    as: "admin",
    params: { id },
    body,
    idempotencyKey,
  }),
  ...DONATION_EFFECT,
});

export const useSaveReceipt = download("GET /api/donations/:id/receipt", {
  request: (id: string) => ({ as: "admin", params: { id } }),
  fallbackName: "receipt.pdf",
});
