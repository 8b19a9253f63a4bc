import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiOptions, ApiOutput } from "../../lib/api-client.ts";
import { readPageQuery, readQuery } from "../read-query.ts";

export type AdminDonation = ApiOutput<"GET /api/donations", "admin">[number];
export type DonationSort = NonNullable<
  NonNullable<ApiOptions<"GET /api/donations">["query"]>["sort"]
>;

export interface DonationPage {
  readonly search: string;
  readonly sort: DonationSort;
  readonly page: number;
  readonly pageSize: number;
}

export const useDonationPage = ({ search, sort, page, pageSize }: DonationPage) =>
  useQuery({
    ...readPageQuery("GET /api/donations", {
      as: "admin",
      query: { search, sort, limit: pageSize, offset: page * pageSize },
    }),
    placeholderData: keepPreviousData,
  });

/** As an administrator: with donors and statuses. */
export const useRecentDonations = (limit: number) =>
  useQuery(readQuery("GET /api/recent-donations", { as: "admin", query: { limit } }));

export const useTopDonors = (limit: number) =>
  useQuery(
    readQuery("GET /api/donors-consolidated", {
      as: "admin",
      query: { limit, sort: "-totalAmount" },
    }),
  );

export const useDonationTrends = () => useQuery(readQuery("GET /api/donation-trends"));

export const donationTotalsQuery = readQuery("GET /api/donors-consolidated");

/** The public totals: how much from how many, without a name. They are one row. */
export const useDonationTotals = () =>
  useQuery({
    ...donationTotalsQuery,
    select: ([row]) => row && { ...row, totalAmount: Number(row.totalAmount) },
  });
