import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  captchaToken,
  count,
  date,
  decimal,
  email,
  flag,
  id,
  idParams,
  limitQuery,
  line,
  personName,
  timestamp,
} from "./fields.ts";
import { DONATION_STATUSES, REFUND_REASONS } from "./choices.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";

/** Whole cents as dollars: 25, 25.5, "25.50"; never 50.001, 1e3 or NaN. */
const dollars = z
  .union([z.number(), z.string().max(20)])
  .transform(String)
  .pipe(
    z
      .string()
      .trim()
      .regex(/^\d{1,8}(\.\d{1,2})?$/, "Must be an amount such as 50 or 50.25"),
  );

const donorInfo = z.strictObject({
  firstName: personName,
  lastName: personName,
  /** The last name is made up, because the donor gave one name alone; it is not kept. */
  hasOneName: z.boolean().default(false),
  email,
  /** The documents send the amount twice; the server reads the outer one. */
  amount: z.string().max(20).optional(),
  isRecurring: z.boolean().default(false),
  isAnonymous: z.boolean().default(false),
  inHonorOf: line(200).optional(),
  /** The card fee comes on top, so that the whole amount arrives; the server computes it. */
  coversFee: z.boolean().default(false),
});

/** What anybody may see of a gift: first name, last initial, amount, day. */
export const recentDonor = z.object({
  id,
  firstName: z.string(),
  lastName: z.string().max(2),
  amount: decimal,
  createdAt: timestamp,
});

const adminDonation = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  amount: decimal,
  isRecurring: z.boolean(),
  isDemo: z.boolean(),
  status: z.enum(DONATION_STATUSES),
  createdAt: timestamp,
  /** The part of `amount` that the donor added for the card fee. */
  feeCovered: decimal,
  /** What went back: refunds that succeeded and disputes that were lost. */
  adjustedAmount: decimal,
  isAnonymous: z.boolean(),
  inHonorOf: z.string().nullable(),
  /** The card's bank warned of fraud: refunded now, it does not become a dispute. */
  isFraudWarned: z.boolean(),
});

const paymentLimit = { max: 60, windowSeconds: 600 };

/** The calls that the `payments` function implements. */
export const paymentEndpoints = {
  openCheckout: endpoint({
    method: "GET",
    path: "/api/checkout",
    access: "public",
    summary: "The payment provider and a form token, valid from 3 seconds to 2 hours later",
    output: z.object({
      provider: z.enum(["demo", "stripe"]),
      publishableKey: z.string().nullable(),
      /** Sent back as `X-Form-Token`. */
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
    rateLimit: paymentLimit,
    // Card data is refused before anything is logged (design §6); the entry only tells it from a typing error.
    body: z.strictObject({
      amount: dollars,
      donorInfo,
      paymentMethod: z.unknown().optional(),
      /** A field that people do not see; what fills it in gets an answer like a success, and nothing else. */
      website: line(200, 0).optional(),
      captchaToken,
    }),
    output: z.object({
      clientSecret: z.string(),
      paymentIntentId: z.string(),
      provider: z.enum(["demo", "stripe"]),
      /** What is charged, the fee included where the donor covers it. */
      amount: decimal,
    }),
  }),
  createDonation: endpoint({
    method: "POST",
    path: "/api/create-donation",
    access: "public",
    summary: "Ask the provider how the payment ended and record it",
    rateLimit: paymentLimit,
    // All but the intent id is accepted for the documents' sake and ignored: the intent knows donor and amount.
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
        isRecurring: z.boolean(),
        isDemo: z.boolean(),
        /** `pending` while a bank debit is on its way. */
        status: z.enum(DONATION_STATUSES),
      }),
    }),
  }),
  refundDonation: endpoint({
    method: "POST",
    path: "/api/donations/:id/refunds",
    access: "admin",
    summary: "Refund a donation through Stripe, in full or in part; one refund per Idempotency-Key",
    idempotencyKey: "attempt",
    params: idParams,
    body: z.strictObject({
      /** Left out: all that is left of the gift. */
      amount: dollars.refine((amount) => Number(amount) > 0, "Must be more than 0").optional(),
      reason: z.enum(REFUND_REASONS).optional(),
    }),
    output: adminDonation,
  }),
  reconcilePayments: endpoint({
    method: "POST",
    path: "/api/payments/reconcile",
    access: "service",
    summary: "Compare the ledger with Stripe's lists and repair what webhooks missed",
    output: z.object({
      /** Otherwise the next call goes on. */
      isComplete: z.boolean(),
      /** Objects that Stripe listed. */
      read: count,
      /** Those by which the ledger changed. */
      repaired: count,
      failed: count,
      /** Lists that Stripe did not open to our key. */
      refused: z.array(z.string()),
    }),
  }),
  readPaymentStatus: endpoint({
    method: "GET",
    path: "/api/payment-status",
    access: "admin",
    summary: "Payment status: whether payments are on and Stripe's webhooks arrive",
    output: z.object({
      provider: z.enum(["demo", "stripe"]).nullable(),
      /** Real money, by the keys. */
      isLive: z.boolean(),
      /** When a webhook came last. */
      lastEventAt: timestamp.nullable(),
      /** When the pass that asks Stripe for what webhooks missed ended last. */
      lastReconciledAt: timestamp.nullable(),
      /** Webhooks have stopped: the pass found what one should have told, or has stopped itself. */
      isStale: z.boolean(),
      /** Lists of Stripe's that the last pass could not read, because our key may not. */
      refusedLists: z.array(z.string()),
      /** Versions of the last event's objects and of ours, where they differ. */
      versions: z.object({ events: z.string(), ours: z.string() }).nullable(),
      pendingCount: count,
      disputeCount: count,
      heldMailCount: count,
      failedMailCount: count,
    }),
  }),
};

const listDonations = listEndpoint({
  path: "/api/donations",
  access: "admin",
  summary: "All donations, with search, sorting and paging",
  sorts: ["-createdAt", "createdAt", "-amount", "amount", "lastName", "-lastName"],
  searches: "name and email",
  filters: {
    status: z.enum(DONATION_STATUSES).optional(),
    isRecurring: flag,
    /** The first and the last day, in the organisation's time zone. */
    from: date.optional(),
    to: date.optional(),
  },
  item: adminDonation,
});

const exportDonations = endpoint(exportEndpoint("/api/donations/export", listDonations));

export const donationEndpoints = {
  listDonations,
  exportDonations,
  readDonationSums: endpoint({
    method: "GET",
    path: "/api/donations/sums",
    access: "admin",
    summary: "The totals at the end of the export, for lists of up to 100,000",
    query: exportDonations.query,
    output: z.object({
      count,
      /** There are more: `count` is the limit and the sums are null. */
      isCapped: z.boolean(),
      /** Completed, less refunds. */
      amount: decimal.nullable(),
      /** Of these what donors added for the card fee, and what went back. */
      feeCovered: decimal.nullable(),
      adjustedAmount: decimal.nullable(),
      pendingAmount: decimal.nullable(),
      failedAmount: decimal.nullable(),
    }),
  }),
  listRecentDonations: endpoint({
    method: "GET",
    path: "/api/recent-donations",
    access: "public",
    summary: "The latest completed donations; administrators see the donors",
    query: limitQuery(3, 100),
    output: z.array(recentDonor),
    outputFor: { admin: z.array(adminDonation) },
  }),
  listConsolidatedDonors: listEndpoint({
    path: "/api/donors-consolidated",
    access: "public",
    summary: "Totals; administrators get one row per donor",
    sorts: [
      "-totalAmount",
      "totalAmount",
      "-lastDonationDate",
      "lastDonationDate",
      "lastName",
      "-lastName",
    ],
    searches: "name and email",
    otherwise: z.array(
      z.object({
        totalAmount: z.string(),
        donorCount: count,
        donationCount: count,
        /** The month (`2025-12`) of the first of these gifts; null without any. */
        since: z.string().nullable(),
        averageDonation: decimal,
        /** Gifts of the last 30 days. */
        recentDonationCount: count,
      }),
    ),
    item: z.object({
      id,
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      totalAmount: z.string(),
      donationCount: count,
      isRecurring: z.boolean(),
      lastDonationDate: timestamp,
    }),
  }),
  listDonationTrends: endpoint({
    method: "GET",
    path: "/api/donation-trends",
    access: "public",
    summary: "Totals for the last twelve months, oldest first",
    cacheable: true,
    output: z.array(z.object({ month: z.string(), monthName: z.string(), total: decimal })),
  }),
};
