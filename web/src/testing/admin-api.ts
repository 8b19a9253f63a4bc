import {
  anAdminDonation,
  anOverview,
  donationTotals,
  homeData,
  aPaymentStatus,
} from "./builders.ts";
import { donor } from "./donor-builders.ts";
import { aDeployment } from "./settings-builders.ts";
import { applicationsOf, volunteerCounts } from "./volunteer-builders.ts";
import { fakeApi, pagesOf } from "./fake-api.ts";

export const donationRows = Array.from({ length: 57 }, (_, index) =>
  anAdminDonation({ firstName: `Donor${index}`, isRecurring: index === 1 }),
);
const trends = [
  { month: "2026-10", monthName: "October 2026", total: 10_000 },
  { month: "2026-11", monthName: "November 2026", total: 12_550 },
];
const topDonors = ["Ann", "Ben", "Cem", "Dee", "Eli"].map((firstName) =>
  donor({ firstName, email: `${firstName}@example.org` }),
);

/** Fakes every endpoint that the first screens of the dashboard call. */
export const adminApi = (overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/donations": pagesOf(donationRows),
    "GET /api/donations/sums": {
      body: {
        count: 57,
        isCapped: false,
        amount: 14_250,
        feeCovered: 12.5,
        adjustedAmount: 80,
        pendingAmount: 0,
        failedAmount: 25,
      },
    },
    "GET /api/shift-emails": { body: { wantsShiftEmails: true } },
    "GET /api/recent-donations": { body: donationRows.slice(0, 10) },
    "GET /api/donors-consolidated": ({ headers }) => ({
      body: headers.has("authorization")
        ? topDonors
        : [donationTotals({ totalAmount: "22575.00", donorCount: 100, averageDonation: 225.75 })],
    }),
    "GET /api/admin/overview": { body: anOverview() },
    "GET /api/donation-trends": { body: trends },
    "GET /api/admin/recurring-donations": { body: [] },
    "GET /api/admin/testimonials": { body: [] },
    "GET /api/blog-post-drafts": { body: [] },
    "GET /api/donor-tasks": { body: [] },
    "GET /api/events/with-counts": { body: [] },
    "GET /api/email-outbox": { body: [] },
    "GET /api/email-outbox/pause": { body: { pause: null } },
    "GET /api/tributes": { body: [] },
    "GET /api/admin/volunteer-highlights/all": { body: [] },
    "GET /api/payment-status": {
      body: aPaymentStatus({ disputeCount: 0 }),
    },
    "GET /api/volunteer-applications": applicationsOf([]),
    "GET /api/book-closings": { body: [] },
    "GET /api/health/deployment": { body: aDeployment() },
    "GET /api/volunteers": volunteerCounts(40, 31),
    ...overrides,
  });
