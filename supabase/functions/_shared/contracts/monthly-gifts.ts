import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { decimal, id, idParams, timestamp } from "./fields.ts";
import { SUBSCRIPTION_STATUSES } from "./choices.ts";

/** As its donor sees it. */
export const monthlyGift = z.object({
  id,
  amount: decimal,
  status: z.enum(SUBSCRIPTION_STATUSES),
  startedAt: timestamp,
  nextChargeAt: timestamp.nullable(),
  /** Its donor asked the provider to end it by then. */
  endsAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  isDemo: z.boolean(),
  /** Whether the payment provider keeps a card that can be changed. */
  hasBillingPortal: z.boolean(),
});

/** What a donor changes of her monthly gifts, with the session of an opened link. */
export const monthlyGiftEndpoints = {
  openBillingPortal: endpoint({
    method: "POST",
    path: "/api/my-gifts/portal",
    access: "donor",
    summary: "The payment provider's page for changing a monthly gift's card",
    rateLimit: { max: 30, windowSeconds: 3600 },
    body: z.strictObject({ subscriptionId: id }),
    output: z.object({ url: z.url() }),
  }),
  cancelMyMonthlyGift: endpoint({
    method: "POST",
    path: "/api/my-gifts/subscriptions/:id/cancel",
    access: "donor",
    summary: "Cancel a monthly gift; repeating it changes nothing",
    rateLimit: { max: 30, windowSeconds: 3600 },
    params: idParams,
    output: monthlyGift,
  }),
};
