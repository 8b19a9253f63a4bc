import { recurringDonationEndpoints } from "../../_shared/contracts/recurring-donations.ts";
import { requireFound, implement, type RunTransaction } from "../../_shared/http/handlers.ts";
import type { Services } from "../../_shared/http/services.ts";
import { readSubscription } from "../../_shared/giving/stripe/read-subscriptions.ts";
import { applyWithLookups } from "../../_shared/giving/stripe/apply-with-lookups.ts";
import { cancelDemoRecurringDonation, findOwnRecurringDonation } from "./queries.ts";
import { requireOpenSession } from "../my-donations/queries.ts";
import { SITE_PAGES } from "../../_shared/rules/site-pages.ts";

export default implement(recurringDonationEndpoints, {
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
    if (status !== "cancelled") {
      await (stripeSubscriptionId === null
        ? asService((sql) => cancelDemoRecurringDonation(sql, id))
        : cancelAtStripe(services, stripeSubscriptionId));
    }
    return requireOwnRecurringDonation(asCaller, id);
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
  await applyWithLookups(services, [
    readSubscription(subscription, { lookedUpAt: new Date().toISOString() }),
  ]);
}
