import { z } from "zod";
import { DONATION_STATUSES, REFUND_REASONS } from "./choices.ts";
import { adminDonation, donationSource } from "./donations.ts";
import { adminEndpoints } from "./endpoint.ts";
import { HONOREE_MAX_LENGTH } from "./limits.ts";
import { newTribute } from "./tributes.ts";
import {
  captchaToken,
  count,
  decimal,
  dollars,
  email,
  id,
  idParams,
  line,
  linklessName,
  personName,
  positiveDollars,
  timestamp,
  visitorName,
} from "./fields.ts";

const donorInfo = z.strictObject({
  firstName: visitorName,
  lastName: visitorName,
  /** True if the donor entered a single name. The last name is then a placeholder, which isn't stored. */
  hasOneName: z.boolean().default(false),
  email,
  /** The request in DON-50 contains the amount twice. The server ignores this copy. */
  amount: z.string().max(20).optional(),
  isRecurring: z.boolean().default(false),
  isAnonymous: z.boolean().default(false),
  inHonorOf: linklessName(HONOREE_MAX_LENGTH).optional(),
  /** True if the person in `inHonorOf` has died. */
  isMemorial: z.boolean().default(false),
  /**
   * Adds the card fee to the charge, so that the organization receives the full amount. The server computes the fee.
   */
  coversFee: z.boolean().default(false),
  /**
   * Allows the provider to store the card of a one-time donation, so that the donor can then start a monthly donation
   * with it.
   */
  keepsCard: z.boolean().default(false),
});

const newPayment = z.strictObject({
  amount: dollars,
  donorInfo,
  /**
   * The card to send in honor or in memory of the person in `inHonorOf`. For a monthly donation, it's sent only once.
   */
  tribute: newTribute.optional(),
  // Requests with card data are rejected before anything is logged. This field is declared so that such requests get
  // that error instead of one about an unknown field (DON-51).
  paymentMethod: z.unknown().optional(),
  /** The source of the donation link that the donor followed, such as `newsletter`. */
  source: donationSource.optional(),
  /** A honeypot, which people can't see. A request that fills it in gets a fake success and does nothing. */
  website: line(200, 0).optional(),
  captchaToken,
});

const requireHonoree = (
  { donorInfo: { inHonorOf }, tribute }: z.output<typeof newPayment>,
  context: z.RefinementCtx,
) => {
  if (tribute === undefined || inHonorOf !== undefined) return;
  context.addIssue({
    code: "custom",
    path: ["donorInfo", "inHonorOf"],
    message: "Enter the name of the person you're honoring.",
  });
};

const paymentRateLimit = { max: 60, windowSeconds: 600 };

/** Endpoints implemented by the `payments` function. */
export const paymentEndpoints = adminEndpoints("giving", {
  openCheckout: {
    method: "GET",
    path: "/api/checkout",
    access: "public",
    summary:
      "The payment provider, and a form token that's valid from 3 seconds to 2 hours after it's issued",
    output: z.object({
      provider: z.enum(["demo", "stripe"]),
      publishableKey: z.string().nullable(),
      /** The form token, which clients send back as `X-Form-Token`. */
      formToken: z.string(),
      formTokenExpiresAt: timestamp,
      sendsReceipts: z.boolean(),
    }),
  },
  createPaymentIntent: {
    method: "POST",
    path: "/api/create-payment-intent",
    access: "public",
    summary: "Start a donation; one intent per Idempotency-Key",
    idempotencyKey: "attempt",
    formToken: true,
    rateLimit: paymentRateLimit,
    body: newPayment.superRefine(requireHonoree),
    output: z.object({
      clientSecret: z.string(),
      paymentIntentId: z.string(),
      provider: z.enum(["demo", "stripe"]),
      /** The amount charged, including the card fee if the donor covers it. */
      amount: decimal,
      /**
       * A token with which the donor can start a monthly donation with the same card once this donation is paid; null
       * unless the donor lets us store the card.
       */
      monthlyOfferToken: z.string().nullable(),
    }),
  },
  createDonation: {
    method: "POST",
    path: "/api/create-donation",
    access: "public",
    summary: "Get the payment's outcome from the provider and record it",
    rateLimit: paymentRateLimit,
    // All other fields are accepted but ignored: the donor and the amount come from the payment intent (DON-52).
    body: z.strictObject({
      firstName: personName.optional(),
      lastName: personName.optional(),
      email: email.optional(),
      amount: dollars.optional(),
      isRecurring: z.boolean().optional(),
      stripePaymentIntentId: line(200),
      status: line(40).optional(),
    }),
    output: z.object({
      ok: z.literal(true),
      donation: z.object({
        id,
        firstName: z.string(),
        amount: decimal,
        /** The part of `amount` that covers the card fee. */
        feeCovered: decimal,
        isRecurring: z.boolean(),
        isDemo: z.boolean(),
        /** `pending` while a bank debit is processing. */
        status: z.enum(DONATION_STATUSES),
        /** The time of the next charge of this amount; null for a one-time or demo donation. */
        nextChargeAt: timestamp.nullable(),
      }),
    }),
  },
  acceptMonthlyOffer: {
    method: "POST",
    path: "/api/recurring-donations",
    access: "public",
    summary:
      "Start a monthly donation with the card from a one-time donation paid within the last day; the first charge comes a month after that donation",
    rateLimit: paymentRateLimit,
    body: z.strictObject({
      /** From the response of `POST /api/create-payment-intent`. */
      monthlyOfferToken: line(200),
      /** Must not be more than the one-time donation. */
      amount: dollars,
    }),
    output: z.object({ amount: decimal, nextChargeAt: timestamp }),
  },
  refundDonation: {
    method: "POST",
    path: "/api/donations/:id/refunds",
    summary: "Refund a donation through Stripe, in full or in part; one refund per Idempotency-Key",
    idempotencyKey: "attempt",
    params: idParams,
    body: z.strictObject({
      /** Omit to refund the full remaining amount. */
      amount: positiveDollars.optional(),
      reason: z.enum(REFUND_REASONS).optional(),
    }),
    output: adminDonation,
  },
  reconcilePayments: {
    method: "POST",
    path: "/api/payments/reconcile",
    access: "service",
    summary: "Compare the ledger with Stripe's lists and record what webhooks missed",
    output: z.object({
      /** False if the run isn't finished. Another call then continues where this one stopped. */
      isComplete: z.boolean(),
      /** The number of objects in Stripe's lists. */
      read: count,
      /** The number of objects that changed a row. */
      repaired: count,
      failed: count,
      /** Lists that Stripe doesn't let our key read. */
      refused: z.array(z.string()),
    }),
  },
  readPaymentStatus: {
    method: "GET",
    path: "/api/payment-status",
    summary: "Payment status: whether payments are on and whether Stripe's webhooks are arriving",
    output: z.object({
      provider: z.enum(["demo", "stripe"]).nullable(),
      /** True if Stripe's live keys are in use. */
      isLive: z.boolean(),
      /** When the last webhook arrived. */
      lastEventAt: timestamp.nullable(),
      /** When the last reconciliation run ended. */
      lastReconciledAt: timestamp.nullable(),
      /** True if webhooks seem to have stopped: reconciliation found a missed event or is overdue. */
      isStale: z.boolean(),
      /** Lists that Stripe didn't let our key read in the last run. */
      refusedLists: z.array(z.string()),
      /** The API versions of the last event and of our code; null if they're the same. */
      versions: z.object({ events: z.string(), ours: z.string() }).nullable(),
      pendingCount: count,
      disputeCount: count,
    }),
  },
});
