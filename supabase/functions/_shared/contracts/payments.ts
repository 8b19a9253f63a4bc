import { z } from "zod";
import { DONATION_STATUSES, REFUND_REASONS } from "./choices.ts";
import { adminDonation, donationSource } from "./donations.ts";
import { endpoint } from "./endpoint.ts";
import { hasLinks, LINKS_MESSAGE } from "./card-text.ts";
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
  personName,
  positiveDollars,
  timestamp,
} from "./fields.ts";

const donorInfo = z.strictObject({
  firstName: personName,
  lastName: personName,
  /** The donor gave a single name, so the last name is a placeholder and isn't stored. */
  hasOneName: z.boolean().default(false),
  email,
  /** The request in DON-50 repeats the amount here. The server ignores this one. */
  amount: z.string().max(20).optional(),
  isRecurring: z.boolean().default(false),
  isAnonymous: z.boolean().default(false),
  inHonorOf: line(200).optional(),
  /** The person in `inHonorOf` has died. */
  isMemorial: z.boolean().default(false),
  /** Adds the card fee, computed by the server, so the full amount reaches the organization. */
  coversFee: z.boolean().default(false),
  /** Lets the provider store the card of a one-time donation, so that the donor can start a monthly one with it. */
  keepsCard: z.boolean().default(false),
});

const newPayment = z.strictObject({
  amount: dollars,
  donorInfo,
  /** A card for someone, in honor or in memory of the person in `inHonorOf`. Monthly donations send it once. */
  tribute: newTribute.optional(),
  // Requests with card data are rejected before anything is logged. `paymentMethod` is declared so that they aren't
  // rejected as having an unknown field instead (DON-51).
  paymentMethod: z.unknown().optional(),
  /** From the link that brought the donor, such as `newsletter`. */
  source: donationSource.optional(),
  /** Honeypot: hidden from people. Requests that fill it get a fake success and do nothing. */
  website: line(200, 0).optional(),
  captchaToken,
});

/** The card shows these names to its recipient. */
const refuseLinksOnCard = (
  { donorInfo: donor, tribute }: z.output<typeof newPayment>,
  context: z.RefinementCtx,
) => {
  if (tribute === undefined) return;
  const refuse = (path: keyof typeof donor, issueMessage: string) =>
    context.addIssue({ code: "custom", path: ["donorInfo", path], message: issueMessage });
  if (donor.inHonorOf === undefined)
    refuse("inHonorOf", "Enter the name of the person you're honoring.");
  for (const name of ["inHonorOf", "firstName", "lastName"] as const) {
    const isShown = name === "inHonorOf" || !donor.isAnonymous;
    if (isShown && hasLinks(donor[name] ?? "")) refuse(name, LINKS_MESSAGE);
  }
};

const paymentRateLimit = { max: 60, windowSeconds: 600 };

/** Endpoints implemented by the `payments` function. */
export const paymentEndpoints = {
  openCheckout: endpoint({
    method: "GET",
    path: "/api/checkout",
    access: "public",
    summary:
      "The payment provider, and a form token that's valid from 3 seconds to 2 hours after it's issued",
    output: z.object({
      provider: z.enum(["demo", "stripe"]),
      publishableKey: z.string().nullable(),
      /** Clients send it back as `X-Form-Token`. */
      formToken: z.string(),
      formTokenExpiresAt: timestamp,
      sendsReceipts: z.boolean(),
    }),
  }),
  createPaymentIntent: endpoint({
    method: "POST",
    path: "/api/create-payment-intent",
    access: "public",
    summary: "Start a donation; one intent per Idempotency-Key",
    idempotencyKey: "attempt",
    formToken: true,
    rateLimit: paymentRateLimit,
    body: newPayment.superRefine(refuseLinksOnCard),
    output: z.object({
      clientSecret: z.string(),
      paymentIntentId: z.string(),
      provider: z.enum(["demo", "stripe"]),
      /** The amount charged, including a covered fee. */
      amount: decimal,
      /**
       * Starts a monthly donation with the same card once this donation is paid; null unless the donor lets us store
       * the card.
       */
      monthlyOfferToken: z.string().nullable(),
    }),
  }),
  createDonation: endpoint({
    method: "POST",
    path: "/api/create-donation",
    access: "public",
    summary: "Get the payment's outcome from the provider and record it",
    rateLimit: paymentRateLimit,
    // The other fields are accepted and ignored: donor and amount come from the intent (DON-52).
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
        /** When the same amount is charged again; null for a one-time or demo donation. */
        nextChargeAt: timestamp.nullable(),
      }),
    }),
  }),
  acceptMonthlyOffer: endpoint({
    method: "POST",
    path: "/api/recurring-donations",
    access: "public",
    summary:
      "Start a monthly donation with the card from a one-time donation paid within the last day; the first charge comes a month after that donation",
    rateLimit: paymentRateLimit,
    body: z.strictObject({
      /** From the response of `POST /api/create-payment-intent`. */
      monthlyOfferToken: line(200),
      /** At most the amount of the one-time donation. */
      amount: dollars,
    }),
    output: z.object({ amount: decimal, nextChargeAt: timestamp }),
  }),
  refundDonation: endpoint({
    method: "POST",
    path: "/api/donations/:id/refunds",
    access: "admin",
    area: "giving",
    summary: "Refund a donation through Stripe, in full or in part; one refund per Idempotency-Key",
    idempotencyKey: "attempt",
    params: idParams,
    body: z.strictObject({
      /** Omit to refund the full remaining amount. */
      amount: positiveDollars.optional(),
      reason: z.enum(REFUND_REASONS).optional(),
    }),
    output: adminDonation,
  }),
  reconcilePayments: endpoint({
    method: "POST",
    path: "/api/payments/reconcile",
    access: "service",
    summary: "Compare the ledger with Stripe's lists and record what webhooks missed",
    output: z.object({
      /** False if another call has to continue where this call stopped. */
      isComplete: z.boolean(),
      /** Objects that Stripe listed. */
      read: count,
      /** Objects that changed the ledger. */
      repaired: count,
      failed: count,
      /** Stripe lists that our key isn't allowed to read. */
      refused: z.array(z.string()),
    }),
  }),
  readPaymentStatus: endpoint({
    method: "GET",
    path: "/api/payment-status",
    access: "admin",
    area: "giving",
    summary: "Payment status: whether payments are on and whether Stripe's webhooks are arriving",
    output: z.object({
      provider: z.enum(["demo", "stripe"]).nullable(),
      /** True with live keys. */
      isLive: z.boolean(),
      /** Time of the last webhook. */
      lastEventAt: timestamp.nullable(),
      /** End of the last reconciliation run. */
      lastReconciledAt: timestamp.nullable(),
      /** True if webhooks seem to have stopped: reconciliation found a missed event or is overdue. */
      isStale: z.boolean(),
      /** Stripe lists that our key wasn't allowed to read in the last run. */
      refusedLists: z.array(z.string()),
      /** API versions of the last event and of our code, if they differ. */
      versions: z.object({ events: z.string(), ours: z.string() }).nullable(),
      pendingCount: count,
      disputeCount: count,
    }),
  }),
};
