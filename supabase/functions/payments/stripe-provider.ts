import type { Stripe } from "stripe";
import { service } from "../_shared/caller.ts";
import {
  createDeclineError,
  getStripeErrorCode,
  isProvidersFault,
  type StripeAccount,
} from "../_shared/clients/stripe.ts";
import { createCheckoutMetadata } from "../_shared/donations/checkout-metadata.ts";
import { type Donation, findDonationByPayment } from "../_shared/donations/queries/donations.ts";
import {
  admitAttempt,
  attachPaymentIntent,
  attachSubscription,
  createPendingDonation,
  type NewDonation,
  type PendingDonation,
  type PendingRecurringDonation,
} from "../_shared/donations/queries/pending-donations.ts";
import {
  applyStripeFacts,
  cancelAfterFailures,
} from "../_shared/donations/stripe/apply-stripe-facts.ts";
import { readId, readIntent } from "../_shared/donations/stripe/read-payments.ts";
import { readSubscription } from "../_shared/donations/stripe/read-subscriptions.ts";
import { AppError } from "../_shared/errors.ts";
import { requireFound } from "../_shared/http/handlers.ts";
import { hashSubjects } from "../_shared/http/rate-limit.ts";
import { createKeyedHash } from "../_shared/http/secrets.ts";
import { runInBackground } from "../_shared/http/in-background.ts";
import type { Services } from "../_shared/http/services.ts";
import { recordFailedCheckout } from "../_shared/queries/payment-provider.ts";
import { createStripeCustomer, createStripeSubscription } from "./stripe-subscriptions.ts";

/** Where an attempt comes from. */
export interface AttemptOrigin {
  readonly address: string;
  readonly formTokenId: string | null;
}

/** How long each attempt takes while the whole site has too many unpaid ones and there is no captcha. */
const FLOOD_DELAY_MS = 5000;

/** Counts the attempt and stores the donation before anything is created in Stripe. */
export async function startStripeDonation(
  services: Services,
  donation: NewDonation,
  { address, formTokenId }: AttemptOrigin,
) {
  const { database, environment } = services;
  const hash = (value: string) => createKeyedHash(environment.HASH_SECRET[0], `payment ${value}`);
  const [addressHash, networkHash = null] = await hashSubjects(hash, address);
  const attempt = {
    attemptId: donation.attemptId,
    addressHash,
    networkHash,
    emailHash: await hash(donation.email),
    formTokenId,
  };
  const { isFlooded, pendingDonation } = await database.as(service, async (sql) => ({
    isFlooded: await admitAttempt(sql, attempt),
    pendingDonation: await createPendingDonation(sql, donation, { provider: "stripe" }),
  }));
  // A captcha, if there is one, was already solved. Nobody is refused, because most may be real donors.
  if (isFlooded && environment.CAPTCHA_SECRET === undefined) await wait(FLOOD_DELAY_MS);
  const payment = await startStripePayment(services, donation, pendingDonation).catch(
    (error: unknown) => {
      if (isProvidersFault(error)) {
        runInBackground("failed-checkout", async () => {
          await database.as(service, (sql) => recordFailedCheckout(sql, donation.isDemo));
        });
      }
      throw error;
    },
  );
  return { ...payment, amount: pendingDonation.totalCents };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface StartedPayment {
  readonly paymentIntentId: string;
  readonly clientSecret: string;
}

/** Double clicks and retries in the same process share one start; across processes, they share its idempotency key. */
const pendingStarts = new Map<string, Promise<StartedPayment>>();

/** Creates the payment intent of a pending donation, once per attempt. */
function startStripePayment(
  services: Services,
  donation: NewDonation,
  pendingDonation: PendingDonation,
): Promise<StartedPayment> {
  const startPromise =
    pendingStarts.get(donation.attemptId) ??
    startOrResumePayment(services, donation, pendingDonation);
  pendingStarts.set(donation.attemptId, startPromise);
  return startPromise.finally(() => pendingStarts.delete(donation.attemptId));
}

function startOrResumePayment(
  services: Services,
  donation: NewDonation,
  pendingDonation: PendingDonation,
): Promise<StartedPayment> {
  if (pendingDonation.paymentIntentId !== null)
    return resumePayment(services.stripe, pendingDonation.paymentIntentId);
  return pendingDonation.recurringDonation === undefined
    ? startOneTimePayment(services, donation, pendingDonation)
    : startMonthlyPayment(services, donation, pendingDonation, pendingDonation.recurringDonation);
}

/** Continues a repeated attempt, possibly days old. */
async function resumePayment(stripe: StripeAccount, id: string): Promise<StartedPayment> {
  const intent = await stripe.callApi((api) => api.paymentIntents.retrieve(id));
  if (intent.client_secret === null || intent.status === "canceled") {
    throw new AppError("attempt_conflict", {
      message: "This payment can't be completed. Please start over.",
    });
  }
  return { paymentIntentId: intent.id, clientSecret: intent.client_secret };
}

async function startOneTimePayment(
  services: Services,
  donation: NewDonation,
  pendingDonation: PendingDonation,
): Promise<StartedPayment> {
  const { database, stripe } = services;
  const metadata = createMetadata(donation, pendingDonation);
  // Stripe can keep a payment card only if it belongs to a customer.
  const keepCardParams = donation.keepsCard && {
    customer: await createStripeCustomer(stripe, donation, metadata),
    setup_future_usage: "off_session" as const,
  };
  const intent = await stripe.callApi((api) =>
    api.paymentIntents.create(
      {
        amount: pendingDonation.totalCents,
        currency: "usd",
        automatic_payment_methods: { enabled: true },
        description: "Gift",
        metadata,
        ...keepCardParams,
      },
      { idempotencyKey: donation.attemptId },
    ),
  );
  await database.as(service, (sql) =>
    attachPaymentIntent(sql, pendingDonation, intent.id, undefined),
  );
  return { paymentIntentId: intent.id, clientSecret: intent.client_secret ?? "" };
}

const createMetadata = (donation: NewDonation, { feeCovered }: PendingDonation) =>
  createCheckoutMetadata({
    ...donation,
    inHonorOf: donation.inHonorOf,
    source: donation.source,
    feeCovered,
  });

/**
 * Creates a customer and a subscription. The donor pays its first invoice now, and the card is saved for later months.
 */
async function startMonthlyPayment(
  services: Services,
  donation: NewDonation,
  pendingDonation: PendingDonation,
  recurringDonation: PendingRecurringDonation,
): Promise<StartedPayment> {
  const { database, stripe } = services;
  const metadata = createMetadata(donation, pendingDonation);
  const customerId =
    recurringDonation.stripeCustomerId ?? (await createStripeCustomer(stripe, donation, metadata));
  await database.as(service, (sql) =>
    attachSubscription(sql, recurringDonation, customerId, undefined),
  );
  const subscription = await createStripeSubscription(
    stripe,
    { attemptId: donation.attemptId, customerId, amount: pendingDonation.totalCents, metadata },
    {
      payment_behavior: "default_incomplete",
      payment_settings: { save_default_payment_method: "on_subscription" },
      expand: ["latest_invoice.confirmation_secret"],
    },
  );
  const { invoiceId, clientSecret } = await readFirstInvoice(stripe, subscription);
  // The client secret starts with the intent's id, which saves another request.
  const paymentIntentId = clientSecret.split("_secret_")[0] ?? "";
  const { currentPeriodEnd } = readSubscription(subscription, { event: undefined }).update;
  await database.as(service, async (sql) => {
    await attachSubscription(sql, recurringDonation, customerId, {
      id: subscription.id,
      currentPeriodEnd,
    });
    await attachPaymentIntent(sql, pendingDonation, paymentIntentId, invoiceId);
  });
  return { paymentIntentId, clientSecret };
}

async function readFirstInvoice(stripe: StripeAccount, subscription: Stripe.Subscription) {
  const invoice = subscription.latest_invoice;
  const invoiceId = readId(invoice);
  const secret =
    typeof invoice === "object" ? invoice?.confirmation_secret?.client_secret : undefined;
  const clientSecret =
    secret ?? (invoiceId === undefined ? undefined : await fetchClientSecret(stripe, invoiceId));
  if (!clientSecret) throw new AppError("provider_failed");
  return { invoiceId, clientSecret };
}

async function fetchClientSecret(
  stripe: StripeAccount,
  invoiceId: string,
): Promise<string | undefined> {
  const invoice = await stripe.callApi((api) =>
    api.invoices.retrieve(invoiceId, { expand: ["confirmation_secret", "payments"] }),
  );
  const secret = invoice.confirmation_secret?.client_secret;
  const id = readId(invoice.payments?.data[0]?.payment.payment_intent);
  if (secret || id === undefined) return secret;
  return (await resumePayment(stripe, id)).clientSecret;
}

/** Records a payment's state as Stripe reports it, whatever the browser claims. */
export async function recordStripeDonation(
  services: Services,
  paymentIntentId: string,
): Promise<Donation> {
  if (!/^pi_[A-Za-z0-9]+$/.test(paymentIntentId)) throw new AppError("not_found");
  const existingDonation = await services.database.as(service, (sql) =>
    findDonationByPayment(sql, { paymentIntentId }),
  );
  if (existingDonation?.completedAt) return existingDonation;

  const intent = await fetchIntent(services, paymentIntentId);
  // A test payment must not count as a donation in live mode, and vice versa.
  if (intent.livemode !== services.stripe.isLive) throw new AppError("not_found");
  const appliedFacts = await applyStripeFacts(services, [readIntent(intent)]);
  await cancelAfterFailures(services, appliedFacts);
  const donation = requireFound(
    appliedFacts.findLast((result) => result.donation !== undefined)?.donation,
  );
  if (donation.completedAt !== null || isPending(intent)) return donation;
  if (intent.last_payment_error) throw createDeclineError(intent.last_payment_error);
  throw new AppError("payment_unfinished");
}

/** Returns whether a bank debit is processing, or waits for the donor to confirm microdeposits. */
const isPending = ({ status, next_action: nextAction }: Stripe.PaymentIntent): boolean =>
  status === "processing" ||
  (status === "requires_action" && nextAction?.type === "verify_with_microdeposits");

async function fetchIntent({ stripe }: Services, id: string) {
  try {
    return await stripe.callApi((api) =>
      api.paymentIntents.retrieve(id, { expand: ["latest_charge"] }),
    );
  } catch (error) {
    // The intent doesn't exist, or belongs to another mode or account.
    if (getStripeErrorCode(error) === "resource_missing") throw new AppError("not_found");
    throw error;
  }
}
