import { recurringDonationEndpoints } from "../../_shared/contracts/recurring-donations.ts";
import { type Caller } from "../../_shared/caller.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import type { Services } from "../../_shared/http/services.ts";
import { readSubscription } from "../../_shared/giving/stripe/read-subscriptions.ts";
import { applyWithLookups } from "../../_shared/giving/stripe/apply-with-lookups.ts";
import { cancelDemoRecurringDonation, findOwnRecurringDonation } from "./queries.ts";
import { requireOpenSession } from "../my-donations/queries.ts";
import { SITE_PAGES } from "../../_shared/rules/site-pages.ts";

export default implement(recurringDonationEndpoints, {
  openBillingPortal: async ({ services, caller, body: { subscriptionId } }) => {
    const { stripeCustomerId } = await requireOwnRecurringDonation(
      services,
      caller,
      subscriptionId,
    );
    const customer = requireFound(stripeCustomerId ?? undefined);
    const return_url = new URL(SITE_PAGES.manageGift, services.environment.SITE_URL).toString();
    const { url } = await services.stripe.ask((stripe) =>
      stripe.billingPortal.sessions.create({ customer, return_url }),
    );
    return { url };
  },

  cancelMyRecurringDonation: async ({ asService, services, caller, params: { id } }) => {
    const { status, stripeSubscriptionId } = await requireOwnRecurringDonation(
      services,
      caller,
      id,
    );
    if (status !== "cancelled") {
      await (stripeSubscriptionId === null
        ? asService((sql) => cancelDemoRecurringDonation(sql, id))
        : cancelAtStripe(services, stripeSubscriptionId));
    }
    return requireOwnRecurringDonation(services, caller, id);
  },
});

const requireOwnRecurringDonation = async ({ database }: Services, caller: Caller, id: string) =>
  requireFound(
    await database.as(
      caller,
      requireOpenSession((sql) => findOwnRecurringDonation(sql, id)),
    ),
  );

/** Cancels in Stripe and stores the resulting state. Two concurrent requests cancel only once. */
async function cancelAtStripe(services: Services, id: string): Promise<void> {
  const { stripe } = services;
  const subscription = await stripe
    .ask((api) => api.subscriptions.cancel(id))
    .catch(async (error: unknown) => {
      const current = await stripe.ask((api) => api.subscriptions.retrieve(id));
      if (current.status !== "canceled") throw error;
      return current;
    });
  await applyWithLookups(services, [
    readSubscription(subscription, { lookedUpAt: new Date().toISOString() }),
  ]);
}
