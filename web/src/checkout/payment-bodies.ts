import type { CreateDonationInput, CreatePaymentIntentInput } from "../data/donations/mutations.ts";
import type { Attempt, Giver } from "./attempt.ts";
import type { Gift } from "./gift.ts";

/**
 * Builds the request body. Documented fields are always sent (DON-50), our additions only if the
 * donor chose them.
 */
export const intentBody = (gift: Gift, giver: Giver): CreatePaymentIntentInput["body"] => {
  const { firstName, lastName, hasOneName, email, coversFee, isAnonymous } = giver;
  const { inHonorOf, website } = giver;
  return {
    amount: gift.amount,
    donorInfo: {
      firstName,
      lastName,
      email,
      amount: String(gift.amount),
      isRecurring: gift.frequency === "monthly",
      ...(hasOneName && { hasOneName }),
      ...(coversFee && { coversFee }),
      ...(isAnonymous && { isAnonymous }),
      ...(inHonorOf !== "" && { inHonorOf }),
    },
    ...(website !== "" && { website }),
  };
};

/**
 * After a bank redirect into another tab there is no attempt; the payment intent still has the
 * donor's details.
 */
export const donationBody = (
  stripePaymentIntentId: string,
  attempt: Attempt | null,
): CreateDonationInput["body"] => ({
  ...(attempt && {
    firstName: attempt.giver.firstName,
    lastName: attempt.giver.lastName,
    email: attempt.giver.email,
    amount: String(attempt.gift.amount),
    isRecurring: attempt.gift.frequency === "monthly",
  }),
  stripePaymentIntentId,
  status: "completed",
});
