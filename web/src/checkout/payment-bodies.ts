import type { CreateDonationInput, CreatePaymentIntentInput } from "../data/donations/mutations.ts";
import type { Attempt, Giver } from "./attempt.ts";
import type { Gift } from "./gift.ts";

/** What the documents name is always there (P§7), what is ours only where a donor chose it. */
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

/** A donor who comes back from her bank in another tab has left her details behind; the intent knows them. */
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
