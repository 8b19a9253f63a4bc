import { service } from "../../caller.ts";
import { toAppError } from "../../errors.ts";
import { logFailure } from "../../http/log.ts";
import type { Donation } from "../queries/donations.ts";
import { findStripeSubscriptionId } from "../queries/recurring-donations.ts";
import type { AppliedFact } from "../queries/apply-provider-fact.ts";
import type { DonationServices } from "./apply-stripe-facts.ts";

const FAILURES_MAX = 5;

const hasTooManyFailures = ({ failureCount, completedAt, failureCode }: Donation): boolean =>
  failureCount >= FAILURES_MAX && completedAt === null && failureCode !== "abandoned";

/**
 * Cancels an intent after too many declines, because stolen cards can be tested on it while it is open (threat 23).
 * Errors are logged.
 */
export async function cancelAfterFailures(
  { database, stripe }: DonationServices,
  appliedFacts: readonly AppliedFact[],
): Promise<void> {
  const donations = new Map(
    appliedFacts.flatMap(({ donation }) =>
      donation !== undefined && hasTooManyFailures(donation) ? [[donation.id, donation]] : [],
    ),
  );
  for (const donation of donations.values()) {
    try {
      // An invoice's intent can't be canceled directly.
      const subscriptionId = await database.as(service, (sql) =>
        findStripeSubscriptionId(sql, donation),
      );
      if (subscriptionId !== undefined) {
        await stripe.callApi((api) => api.subscriptions.cancel(subscriptionId));
      } else if (donation.stripePaymentIntentId !== null) {
        const id = donation.stripePaymentIntentId;
        await stripe.callApi((api) => api.paymentIntents.cancel(id));
      }
    } catch (error) {
      logFailure(crypto.randomUUID(), "BACKGROUND", "stop-attempts", toAppError(error));
    }
  }
}
