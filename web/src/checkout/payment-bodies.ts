import type { CreateDonationInput, CreatePaymentIntentInput } from "../data/donations/mutations.ts";
import type { Attempt } from "./attempt.ts";

/**
 * Builds the request body. Documented fields are always sent (DON-50), our additions only if the
 * donor chose them.
 */
export const createIntentBody = ({
  donation,
  donor,
  source,
}: Pick<Attempt, "donation" | "donor" | "source">): CreatePaymentIntentInput["body"] => {
  const { firstName, lastName, hasOneName, email, coversFee, isAnonymous } = donor;
  const { inHonorOf, isMemorial, tribute, keepsCard, website } = donor;
  const isRecurring = donation.frequency === "monthly";
  return {
    amount: donation.amount,
    donorInfo: {
      firstName,
      lastName,
      email,
      amount: String(donation.amount),
      isRecurring,
      ...(hasOneName && { hasOneName }),
      ...(coversFee && { coversFee }),
      ...(isAnonymous && { isAnonymous }),
      ...(inHonorOf !== "" && { inHonorOf }),
      ...(isMemorial && { isMemorial }),
      ...(keepsCard && !isRecurring && { keepsCard }),
    },
    ...(tribute && { tribute }),
    ...(source !== undefined && { source }),
    ...(website !== "" && { website }),
  };
};

/**
 * After a bank redirect into another tab there is no attempt; the payment intent still has the
 * donor's details.
 */
export const createDonationBody = (
  stripePaymentIntentId: string,
  attempt: Attempt | null,
): CreateDonationInput["body"] => ({
  ...(attempt && {
    firstName: attempt.donor.firstName,
    lastName: attempt.donor.lastName,
    email: attempt.donor.email,
    amount: String(attempt.donation.amount),
    isRecurring: attempt.donation.frequency === "monthly",
  }),
  stripePaymentIntentId,
  status: "completed",
});
