import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions, type ApiOutput } from "#lib/api/api-client.ts";
import { apiFile } from "#lib/api/api-lists.ts";
import { saveResponse } from "#lib/api/save-file.ts";
import { invalidateReads, type ReadKey, readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";
import { LEDGER_READS } from "./queries.ts";

export type AdminDonation = ApiOutput<"GET /api/donations", "admin">[number];

export const donations = resource({ list: "GET /api/donations" });

export const recordedDonations = resource({
  list: "GET /api/donations",
  create: "POST /api/donations",
  dependentReads: LEDGER_READS,
});

/** Fetches donations as an administrator, with donors' names and the donations' statuses. */
export const useRecentDonations = (limit: number) =>
  useQuery(readQuery("GET /api/recent-donations", { as: "admin", query: { limit } }));

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

export const useSaveReceipt = () =>
  useMutation({
    mutationFn: async (donationId: string) => {
      const response = await apiFile("GET /api/donations/:id/receipt", {
        as: "admin",
        params: { id: donationId },
      });
      await saveResponse(response, "receipt.pdf");
    },
  });

/**
 * A write that changes donations. Refetches donations even after a failure, because the server may have processed the
 * request.
 */
export const useDonationWrite = <Input, Output>(
  send: (input: Input) => Promise<Output>,
  otherReads: readonly ReadKey[] = [],
) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => invalidateReads(queryClient, [...LEDGER_READS, ...otherReads]),
  });
};
