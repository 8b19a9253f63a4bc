import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { count, decimal, flag, id, idParams, line, message, timestamp } from "./fields.ts";
import { listEndpoint } from "./list.ts";
import { SUBSCRIPTION_STATUSES } from "./choices.ts";

export const recurringDonation = z.object({
  id,
  amount: decimal,
  status: z.enum(SUBSCRIPTION_STATUSES),
  startedAt: timestamp,
  nextChargeAt: timestamp.nullable(),
  /** Set if the donor asked the provider to cancel at the end of the period. */
  endsAt: timestamp.nullable(),
  canceledAt: timestamp.nullable(),
  isDemo: z.boolean(),
  /** True if the payment provider has stored a card, which the donor can then change. */
  hasBillingPortal: z.boolean(),
});

/** Includes fields that only administrators see. */
export const adminRecurringDonation = recurringDonation.extend({
  /** Null unless an administrator canceled it. */
  cancelReason: z.string().nullable(),
  canceledBy: z.string().nullable(),
  /** True if the payment provider ended it because its charges kept failing. */
  isEndedUnpaid: z.boolean(),
  /** Why the last charge was declined, if that is why it is past due or has ended. */
  failureCode: z.string().nullable(),
});

export const recurringDonationEndpoints = adminEndpoints("giving", {
  listRecurringDonations: listEndpoint({
    path: "/api/admin/recurring-donations",
    summary: "Monthly gifts, with the donor and the next charge",
    sorts: [
      "-startedAt",
      "startedAt",
      "-amount",
      "amount",
      "nextChargeAt",
      "-nextChargeAt",
      "lastName",
      "-lastName",
    ],
    searchedFields: "name and email",
    filters: { status: z.enum(SUBSCRIPTION_STATUSES).optional(), isEndedUnpaid: flag },
    item: adminRecurringDonation.extend({
      donorId: id,
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
    }),
  }),
  readRecurringDonationSums: {
    method: "GET",
    path: "/api/admin/recurring-donations/sums",
    summary: "What all monthly gifts should bring in per month",
    output: z.object({
      activeCount: count,
      /** Dollars per month of active gifts, without those that will end before the next charge. */
      activeAmount: decimal,
      /** Gifts whose last charge failed. */
      failingCount: count,
      failingAmount: decimal,
    }),
  },
  openBillingPortal: {
    method: "POST",
    path: "/api/my-gifts/portal",
    access: "donor",
    summary: "The payment provider's page for changing a monthly gift's card",
    rateLimit: { max: 30, windowSeconds: 3600 },
    body: z.strictObject({ subscriptionId: id }),
    output: z.object({ url: z.url() }),
  },
  cancelMyRecurringDonation: {
    method: "POST",
    path: "/api/my-gifts/subscriptions/:id/cancel",
    access: "donor",
    summary: "Cancel a monthly gift; repeating the call changes nothing",
    rateLimit: { max: 30, windowSeconds: 3600 },
    params: idParams,
    output: recurringDonation,
  },
  cancelRecurringDonation: {
    method: "POST",
    path: "/api/recurring-donations/:id/cancel",
    summary: "Cancel a donor's monthly gift right away, with a reason; the donor gets an email",
    params: idParams,
    body: z.strictObject({ reason: line(500) }),
    output: adminRecurringDonation,
  },
  sendCardLink: {
    method: "POST",
    path: "/api/recurring-donations/:id/card-link",
    summary: "Email the donor a single-use link for changing the card for a monthly gift",
    rateLimit: { max: 60, windowSeconds: 3600, per: "account" },
    params: idParams,
    output: message,
  },
});
