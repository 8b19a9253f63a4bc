import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { decimal, id, idParams, timestamp } from "./fields.ts";
import { SUBSCRIPTION_STATUSES } from "./choices.ts";

export const recurringDonation = z.object({
  id,
  amount: decimal,
  status: z.enum(SUBSCRIPTION_STATUSES),
  startedAt: timestamp,
  nextChargeAt: timestamp.nullable(),
  /** Set if the donor asked the provider to cancel at the end of the period. */
  endsAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  isDemo: z.boolean(),
  /** True if the payment provider stores a card that the donor can update. */
  hasBillingPortal: z.boolean(),
});

export const recurringDonationEndpoints = {
  openBillingPortal: endpoint({
    method: "POST",
    path: "/api/my-gifts/portal",
    access: "donor",
    summary: "The payment provider's page for changing a monthly gift's card",
    rateLimit: { max: 30, windowSeconds: 3600 },
    body: z.strictObject({ subscriptionId: id }),
    output: z.object({ url: z.url() }),
  }),
  cancelMyRecurringDonation: endpoint({
    method: "POST",
    path: "/api/my-gifts/subscriptions/:id/cancel",
    access: "donor",
    summary: "Cancel a monthly gift; repeating the call changes nothing",
    rateLimit: { max: 30, windowSeconds: 3600 },
    params: idParams,
    output: recurringDonation,
  }),
};
