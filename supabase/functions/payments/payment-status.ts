import { service } from "../_shared/caller.ts";
import { STRIPE_API_VERSION } from "../_shared/clients/stripe.ts";
import type { Services } from "../_shared/http/services.ts";
import { readWebhookActivity } from "../_shared/queries/webhook-activity.ts";
import { haveWebhooksStopped } from "../_shared/rules/webhook-state.ts";
import { readPaymentFigures } from "./queries/payment-figures.ts";

export async function readPaymentStatus({ database, environment, stripe }: Services) {
  const provider = environment.PAYMENTS_MODE ?? null;
  const isLive = provider === "stripe" && stripe.isLive;
  const [webhooks, { eventVersion, ...figures }] = await database.as(service, (sql) =>
    Promise.all([readWebhookActivity(sql, isLive), readPaymentFigures(sql, isLive)]),
  );
  const { lastEventAt, lastReconciledAt, refusedLists } = webhooks;
  return {
    provider,
    isLive,
    ...figures,
    lastEventAt,
    lastReconciledAt,
    isStale: provider === "stripe" && haveWebhooksStopped(webhooks, Date.now()),
    refusedLists: provider === "stripe" ? [...refusedLists] : [],
    versions:
      provider !== "stripe" || eventVersion === null || eventVersion === STRIPE_API_VERSION
        ? null
        : { events: eventVersion, ours: STRIPE_API_VERSION },
  };
}
