import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "../../lib/api-client.ts";
import { readQuery } from "../read-query.ts";

/** As an administrator: with donors and statuses. */
export const useRecentDonations = (limit: number) =>
  useQuery(readQuery("GET /api/recent-donations", { as: "admin", query: { limit } }));

/** Looked at again every minute: it warns when Stripe is not heard any more. */
export const usePaymentStatus = () =>
  useQuery({
    ...readQuery("GET /api/payment-status", { as: "admin" }),
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

/** Of a list as it is searched and filtered; meanwhile those of the one before. */
export const useDonationSums = (query: Readonly<Record<string, string>>) =>
  useQuery({
    ...readQuery("GET /api/donations/sums", { as: "admin", query }),
    placeholderData: keepPreviousData,
  });

export const useDonationTrends = () => useQuery(readQuery("GET /api/donation-trends"));

export const donationTotalsQuery = readQuery("GET /api/donors-consolidated");

/** The public totals: how much from how many, without a name. They are one row. */
export const useDonationTotals = () =>
  useQuery({
    ...donationTotalsQuery,
    select: ([row]) => row && { ...row, totalAmount: Number(row.totalAmount) },
  });
