import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";

/** Fetches donations as an administrator, with donors' names and the donations' statuses. */
export const useRecentDonations = (limit: number) =>
  useQuery(readQuery("GET /api/recent-donations", { as: "admin", query: { limit } }));

/** Polls every minute, because the status warns when Stripe's webhooks have stopped. */
export const usePaymentStatus = ({ enabled = true }: { readonly enabled?: boolean } = {}) =>
  useQuery({
    ...readQuery("GET /api/payment-status", { as: "admin" }),
    enabled,
    refetchInterval: 60_000,
  });

export type PaymentStatus = ApiOutput<"GET /api/payment-status", "admin">;

export const useTopDonors = (limit: number) =>
  useQuery(
    readQuery("GET /api/donors-consolidated", {
      as: "admin",
      query: { limit, sort: "-totalAmount" },
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

export const donationTotalsQuery = readQuery("GET /api/donors-consolidated");

/** Returns the public totals, which the endpoint sends as a single row. */
export const useDonationTotals = () =>
  useQuery({
    ...donationTotalsQuery,
    select: ([row]) => row && { ...row, totalAmount: Number(row.totalAmount) },
  });
