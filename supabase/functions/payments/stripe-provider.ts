import type { Stripe } from "stripe";
import { service } from "../_shared/caller.ts";
import { stripeCodeOf, type StripeAccount } from "../_shared/clients/stripe.ts";
import { AppError } from "../_shared/errors.ts";
import type { Services } from "../_shared/http/services.ts";
import { fullName } from "../_shared/rules/names.ts";
import { checkoutMetadata } from "../_shared/giving/checkout-metadata.ts";
import { undefinedIfMissing } from "../_shared/giving/stripe/lookups.ts";
import { idOf } from "../_shared/giving/stripe/read-values.ts";
import {
  attachPaymentIntent,
  attachSubscription,
  type PendingDonation,
  type PendingRecurringDonation,
  type NewDonation,
} from "./queries/pending-donations.ts";

export interface StartedPayment {
  readonly paymentIntentId: string;
  readonly clientSecret: string;
}

/** Double clicks and retries in this process share one start; across processes they share its idempotency key. */
const pendingStarts = new Map<string, Promise<StartedPayment>>();

/** Creates the payment intent of a pending donation, once per attempt. */
export function startStripePayment(
  services: Services,
  donation: NewDonation,
  pending: PendingDonation,
): Promise<StartedPayment> {
  const startPromise = pendingStarts.get(donation.attemptId) ?? start(services, donation, pending);
  pendingStarts.set(donation.attemptId, startPromise);
  return startPromise.finally(() => pendingStarts.delete(donation.attemptId));
}

function start(
  services: Services,
  donation: NewDonation,
  pending: PendingDonation,
): Promise<StartedPayment> {
  if (pending.paymentIntentId !== null)
    return resumePayment(services.stripe, pending.paymentIntentId);
  return pending.recurring === undefined
    ? startOneTime(services, donation, pending)
    : startMonthly(services, donation, pending, pending.recurring);
}

/** Continues a repeated attempt, possibly days old. */
async function resumePayment(stripe: StripeAccount, id: string): Promise<StartedPayment> {
  const intent = await stripe.ask((api) => api.paymentIntents.retrieve(id));
  if (intent.client_secret === null || intent.status === "canceled") {
    throw new AppError("attempt_conflict", {
      message: "This payment can't be continued. Please start again.",
    });
  }
  return { paymentIntentId: intent.id, clientSecret: intent.client_secret };
}

async function startOneTime(
  { database, stripe }: Services,
  donation: NewDonation,
  pending: PendingDonation,
): Promise<StartedPayment> {
  const intent = await stripe.ask((api) =>
    api.paymentIntents.create(
      {
        amount: pending.charged,
        currency: "usd",
        automatic_payment_methods: { enabled: true },
        description: "Gift",
        metadata: metadataOf(donation, pending),
      },
      { idempotencyKey: donation.attemptId },
    ),
  );
  await database.as(service, (sql) => attachPaymentIntent(sql, pending, intent.id, undefined));
  return { paymentIntentId: intent.id, clientSecret: intent.client_secret ?? "" };
}

const metadataOf = (donation: NewDonation, { feeCovered }: PendingDonation) =>
  checkoutMetadata({ ...donation, inHonorOf: donation.inHonorOf, feeCovered });

/**
 * Creates a customer and a subscription. The donor pays its first invoice now, and the card is saved for later months.
 */
async function startMonthly(
  services: Services,
  donation: NewDonation,
  pending: PendingDonation,
  monthly: PendingRecurringDonation,
): Promise<StartedPayment> {
  const { database, stripe } = services;
  const metadata = metadataOf(donation, pending);
  const customer = monthly.stripeCustomerId ?? (await makeCustomer(services, donation, metadata));
  await database.as(service, (sql) => attachSubscription(sql, monthly, customer, undefined));
  const subscription = await makeSubscription(stripe, {
    attemptId: donation.attemptId,
    customer,
    amount: pending.charged,
    metadata,
  });
  const { invoiceId, clientSecret } = await firstInvoice(stripe, subscription);
  // The client secret starts with the intent's id, which saves another request.
  const paymentIntentId = clientSecret.split("_secret_")[0] ?? "";
  await database.as(service, async (sql) => {
    await attachSubscription(sql, monthly, customer, subscription.id);
    await attachPaymentIntent(sql, pending, paymentIntentId, invoiceId);
  });
  return { paymentIntentId, clientSecret };
}

interface NewSubscription {
  readonly attemptId: string;
  readonly customer: string;
  readonly amount: number;
  readonly metadata: Record<string, string>;
}

async function makeSubscription(
  stripe: StripeAccount,
  { attemptId, customer, amount, metadata }: NewSubscription,
): Promise<Stripe.Subscription> {
  const createWith = (product: string, idempotencyKey: string) =>
    stripe.ask((api) =>
      api.subscriptions.create(
        {
          customer,
          items: [
            {
              price_data: {
                currency: "usd",
                product,
                recurring: { interval: "month" },
                unit_amount: amount,
              },
            },
          ],
          payment_behavior: "default_incomplete",
          payment_settings: { save_default_payment_method: "on_subscription" },
          metadata,
          expand: ["latest_invoice.confirmation_secret"],
        },
        { idempotencyKey },
      ),
    );
  const cachedProduct = products.get(stripe);
  try {
    return await createWith(await monthlyProduct(stripe), `${attemptId}:subscription`);
  } catch (error) {
    if (!isRefused(error) || cachedProduct === undefined) throw error;
    // The cached product may have been archived or deleted. Uses a new key, because Stripe replays the failure for
    // the old one.
    products.delete(stripe);
    return createWith(await monthlyProduct(stripe), `${attemptId}:subscription:again`);
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof AppError && error.code === "provider_refused";

async function makeCustomer(
  { stripe }: Services,
  donation: NewDonation,
  metadata: Record<string, string>,
): Promise<string> {
  try {
    const customer = await stripe.ask((api) =>
      api.customers.create(
        { email: donation.email, name: fullName(donation), metadata },
        { idempotencyKey: `${donation.attemptId}:customer` },
      ),
    );
    return customer.id;
  } catch (error) {
    if (stripeCodeOf(error) !== "email_invalid") throw error;
    const message = "Our payment provider doesn't accept this email address. Please check it.";
    throw new AppError("validation_failed", {
      issues: [{ path: "donorInfo.email", message }],
      cause: error,
    });
  }
}

async function firstInvoice(stripe: StripeAccount, subscription: Stripe.Subscription) {
  const invoice = subscription.latest_invoice;
  const invoiceId = idOf(invoice);
  const secret =
    typeof invoice === "object" ? invoice?.confirmation_secret?.client_secret : undefined;
  const clientSecret =
    secret ?? (invoiceId === undefined ? undefined : await secretOf(stripe, invoiceId));
  if (!clientSecret) throw new AppError("provider_failed");
  return { invoiceId, clientSecret };
}

async function secretOf(stripe: StripeAccount, invoiceId: string): Promise<string | undefined> {
  const invoice = await stripe.ask((api) =>
    api.invoices.retrieve(invoiceId, { expand: ["confirmation_secret", "payments"] }),
  );
  const secret = invoice.confirmation_secret?.client_secret;
  const id = idOf(invoice.payments?.data[0]?.payment.payment_intent);
  if (secret || id === undefined) return secret;
  return (await resumePayment(stripe, id)).clientSecret;
}

/** All recurring donations share one product, whatever their amount. */
const PRODUCT_ID = "care_packages_monthly_gift";
const products = new WeakMap<StripeAccount, Promise<string>>();

function monthlyProduct(stripe: StripeAccount): Promise<string> {
  const productPromise = products.get(stripe) ?? makeProduct(stripe);
  products.set(stripe, productPromise);
  void productPromise.catch(() => products.delete(stripe));
  return productPromise;
}

async function makeProduct(stripe: StripeAccount): Promise<string> {
  // Look it up first, because a restricted key may be allowed to read products but not to create them.
  const existingProduct = await undefinedIfMissing(() =>
    stripe.ask((api) => api.products.retrieve(PRODUCT_ID)),
  );
  if (existingProduct !== undefined) {
    if (!existingProduct.active) {
      await stripe.ask((api) => api.products.update(PRODUCT_ID, { active: true }));
    }
    return PRODUCT_ID;
  }
  try {
    await stripe.ask((api) => api.products.create({ id: PRODUCT_ID, name: "Monthly gift" }));
  } catch (error) {
    if (stripeCodeOf(error) !== "resource_already_exists") throw error;
  }
  return PRODUCT_ID;
}
