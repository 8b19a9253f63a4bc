import { recurringDonationEndpoints } from "../../_shared/contracts/recurring-donations.ts";
import { AppError } from "../../_shared/errors.ts";
import {
  requireFound,
  requireNoun,
  implement,
  type RunTransaction,
} from "../../_shared/http/handlers.ts";
import { enforceRateLimit } from "../../_shared/http/rate-limit.ts";
import type { Services } from "../../_shared/http/services.ts";
import { readSubscription } from "../../_shared/donations/stripe/read-subscriptions.ts";
import { applyStripeFacts } from "../../_shared/donations/stripe/apply-stripe-facts.ts";
import {
  cancelDemoRecurringDonation,
  findCardLinkRecipient,
  findOwnRecurringDonation,
  findRecurringDonation,
  listRecurringDonations,
  readRecurringDonationSums,
  requestCancellation,
} from "./queries.ts";
import { requestDonorLink } from "../donor-links/queries.ts";
import { requireOpenSession } from "../my-donations/queries.ts";
import { SITE_PAGES } from "../../_shared/rules/site-pages.ts";

const requireRecurringDonation = requireNoun("monthly gift");

const CARD_LINK_LIMIT = {
  max: 3,
  windowSeconds: 3600,
  userMessage:
    "This donor's link was requested three times in the past hour. Please wait before you send another.",
};

export default implement(recurringDonationEndpoints, {
  listRecurringDonations: ({ asCaller, query }) =>
    asCaller((sql) => listRecurringDonations(sql, query)),
  readRecurringDonationSums: ({ asCaller }) => asCaller(readRecurringDonationSums),

  openBillingPortal: async ({ asCaller, services, body: { subscriptionId } }) => {
    const { stripeCustomerId } = await requireOwnRecurringDonation(asCaller, subscriptionId);
    const customerId = requireFound(stripeCustomerId ?? undefined);
    const return_url = new URL(SITE_PAGES.manageGift, services.environment.SITE_URL).toString();
    const { url } = await services.stripe.callApi((stripe) =>
      stripe.billingPortal.sessions.create({ customer: customerId, return_url }),
    );
    return { url };
  },

  cancelMyRecurringDonation: async ({ asCaller, asService, services, params: { id } }) => {
    const { status, stripeSubscriptionId } = await requireOwnRecurringDonation(asCaller, id);
    if (status !== "canceled") {
      await (stripeSubscriptionId === null
        ? asService((sql) => cancelDemoRecurringDonation(sql, id))
        : cancelAtStripe(services, stripeSubscriptionId));
    }
    return requireOwnRecurringDonation(asCaller, id);
  },

  cancelRecurringDonation: async ({ asCaller, services, params: { id }, body: { reason } }) => {
    const { stripeSubscriptionId, isCanceled, isRepeated } = requireRecurringDonation(
      await asCaller((sql) => requestCancellation(sql, id, reason)),
    );
    if (isCanceled && !isRepeated) {
      throw new AppError("conflict", { message: "This monthly gift is already canceled." });
    }
    if (!isCanceled && stripeSubscriptionId !== null) {
      await cancelAtStripe(services, stripeSubscriptionId);
    }
    return requireRecurringDonation(await asCaller((sql) => findRecurringDonation(sql, id)));
  },

  sendCardLink: async ({ asCaller, asService, services, params: { id } }) => {
    const { donorId, email, opensDonor, hasBillingPortal } = requireRecurringDonation(
      await asCaller((sql) => findCardLinkRecipient(sql, id)),
    );
    if (!hasBillingPortal) {
      throw new AppError("conflict", {
        message: "This monthly gift has no card to change. It may be canceled or a demo.",
      });
    }
    if (email === null) {
      throw new AppError("conflict", {
        message: "This donor has no email address. Add one to the donor first.",
      });
    }
    if (!opensDonor) {
      throw new AppError("conflict", {
        message: `${email} belongs to another donor now. Add an email address to this donor first.`,
      });
    }
    await enforceRateLimit(services, "card-link", donorId, CARD_LINK_LIMIT);
    await asService((sql) => requestDonorLink(sql, email));
    return { message: `A link to change the card is on its way to ${email}.` };
  },
});

const requireOwnRecurringDonation = async (asCaller: RunTransaction, id: string) =>
  requireFound(await asCaller(requireOpenSession((sql) => findOwnRecurringDonation(sql, id))));

/** Cancels in Stripe and stores the resulting state. Two concurrent requests cancel only once. */
async function cancelAtStripe(services: Services, id: string): Promise<void> {
  const { stripe } = services;
  const subscription = await stripe
    .callApi((api) => api.subscriptions.cancel(id))
    .catch(async (error: unknown) => {
      const currentSubscription = await stripe.callApi((api) => api.subscriptions.retrieve(id));
      if (currentSubscription.status !== "canceled") throw error;
      return currentSubscription;
    });
  await applyStripeFacts(services, [
    readSubscription(subscription, { lookedUpAt: new Date().toISOString() }),
  ]);
}
