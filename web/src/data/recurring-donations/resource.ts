import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type ListedRecurringDonation = ApiOutput<
  "GET /api/admin/recurring-donations",
  "admin"
>[number];

export const recurringDonations = resource({ list: "GET /api/admin/recurring-donations" });

/** Fetches what all monthly gifts should bring in per month. */
export const useRecurringDonationSums = () =>
  useQuery(readQuery("GET /api/admin/recurring-donations/sums", { as: "admin" }));
