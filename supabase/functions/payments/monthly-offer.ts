import { service } from "../_shared/caller.ts";
import { AppError } from "../_shared/errors.ts";
import { createCheckoutMetadata } from "../_shared/donations/checkout-metadata.ts";
import { applyStripeFacts } from "../_shared/donations/stripe/apply-stripe-facts.ts";
import { readSubscription } from "../_shared/donations/stripe/read-subscriptions.ts";
import { readId } from "../_shared/donations/stripe/read-payments.ts";
import type { Services } from "../_shared/http/services.ts";
import { signId, verifySignedId } from "../_shared/http/signed-id.ts";
import { dollarsToCents } from "../_shared/rules/money.ts";
import {
  findOfferedDonation,
  findStartedRecurringDonation,
  queueMonthlyGiftStartedMail,
  type OfferedDonation,
  type StartedRecurringDonation,
} from "./queries/monthly-offers.ts";
import { createStripeSubscription } from "./stripe-subscriptions.ts";

const PURPOSE = "monthly-offer";

/** Returns the token of an attempt. Only the browser that started the attempt gets it. */
export const createMonthlyOfferToken = (
  { environment }: Services,
  attemptId: string,
): Promise<string> => signId(environment.HASH_SECRET[0], PURPOSE, attemptId);

/**
 * Starts a monthly donation with the card kept from a one-time donation, once per attempt: a repeated call returns the
 * same monthly donation. Throws `monthly_offer_ended` if the token, the donation or its card doesn't allow it.
 */
export async function acceptMonthlyOffer(
  services: Services,
  { monthlyOfferToken, amount }: { readonly monthlyOfferToken: string; readonly amount: string },
): Promise<StartedRecurringDonation> {
  const { database, environment } = services;
  const attemptId = await verifySignedId(environment.HASH_SECRET, PURPOSE, monthlyOfferToken);
  if (attemptId === undefined) throw new AppError("monthly_offer_ended");
  const { donation, started } = await database.as(service, async (sql) => ({
    donation: await findOfferedDonation(sql, attemptId),
    started: await findStartedRecurringDonation(sql, attemptId),
  }));
  if (donation === undefined) throw new AppError("monthly_offer_ended");
  if (started !== undefined) return started;
  const cents = dollarsToCents(amount) ?? 0;
  if (cents < donation.minCents || cents > donation.maxCents) {
    throw new AppError("amount_out_of_range");
  }
  await subscribe(services, attemptId, donation, cents);
  return database.as(service, async (sql) => {
    const newMonthlyDonation = await findStartedRecurringDonation(sql, attemptId);
    if (newMonthlyDonation === undefined) throw new AppError("provider_failed");
    await queueMonthlyGiftStartedMail(sql, newMonthlyDonation);
    return newMonthlyDonation;
  });
}

async function subscribe(
  services: Services,
  attemptId: string,
  donation: OfferedDonation,
  cents: number,
): Promise<void> {
  const { stripe } = services;
  const intent = await stripe.callApi((api) =>
    api.paymentIntents.retrieve(donation.stripePaymentIntentId),
  );
  // Only an intent that keeps its card has a customer.
  const [customerId, paymentMethodId] = [readId(intent.customer), readId(intent.payment_method)];
  if (customerId === undefined || paymentMethodId === undefined)
    throw new AppError("monthly_offer_ended");
  const metadata = createCheckoutMetadata({
    ...donation,
    attemptId,
    inHonorOf: undefined,
    isMemorial: false,
    source: donation.source ?? undefined,
    feeCovered: 0,
  });
  const subscription = await createStripeSubscription(
    stripe,
    { attemptId, customerId, amount: cents, metadata },
    {
      default_payment_method: paymentMethodId,
      // This month's gift is already paid.
      billing_cycle_anchor: donation.nextChargeUnixSeconds,
      proration_behavior: "none",
    },
  );
  await applyStripeFacts(services, [
    readSubscription(subscription, { lookedUpAt: new Date().toISOString() }),
  ]);
}
