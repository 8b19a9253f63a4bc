import type { Stripe } from "stripe";
import { AppError } from "../_shared/errors.ts";
import { createDeclineError, getStripeErrorCode } from "../_shared/clients/stripe.ts";
import { requireFound } from "../_shared/http/handlers.ts";
import type { Services } from "../_shared/http/services.ts";
import { service } from "../_shared/caller.ts";
import { type Donation, findDonationByPayment } from "../_shared/donations/queries/donations.ts";
import { readIntent } from "../_shared/donations/stripe/read-payments.ts";
import { applyStripeFacts } from "../_shared/donations/stripe/apply-stripe-facts.ts";
import { cancelAfterFailures } from "../_shared/donations/stripe/cancel-after-failures.ts";

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
