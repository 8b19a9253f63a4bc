import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

export const donationTotalsQuery = readQuery("GET /api/donors-consolidated");

/** Returns the public totals, which the endpoint sends as a single row. */
export const useDonationTotals = () =>
  useQuery({
    ...donationTotalsQuery,
    select: ([row]) => row && { ...row, totalAmount: Number(row.totalAmount) },
  });

/** Data for administrators that may change when any donation changes. */
const DONATION_READS = [
  "GET /api/home",
  "GET /api/donations",
  "GET /api/recent-donations",
  "GET /api/donors-consolidated",
  "GET /api/donation-trends",
  "GET /api/donations/:id",
  "GET /api/donations/sums",
  "GET /api/donation-adjustments",
  "GET /api/donation-months",
  "GET /api/late-entries",
  "GET /api/donation-sources",
  "GET /api/donors",
  "GET /api/donors/:id",
  "GET /api/admin/recurring-donations",
  "GET /api/admin/recurring-donations/sums",
  "GET /api/deposits",
  "GET /api/deposits/:id",
  "GET /api/undeposited-donations",
  "GET /api/donor-tasks",
  "GET /api/thank-you-calls",
  "GET /api/noncash-donations",
  "GET /api/possible-duplicates",
  "GET /api/tributes",
  "GET /api/admin/overview",
  // Changing a donation may send a receipt by email.
  "GET /api/email-outbox",
] as const;

/** The server may have processed a write that seems to have failed. */
export const DONATION_EFFECT = { invalidates: DONATION_READS, evenAfterFailure: true } as const;
