import { service } from "../_shared/caller.ts";
import { STRIPE_API_VERSION } from "../_shared/clients/stripe.ts";
import type { Services } from "../_shared/http/services.ts";
import { readPaymentFigures } from "./queries/payment-figures.ts";

/** Reconciliation runs every 15 minutes. */
const RECONCILIATION_OVERDUE_MS = 2 * 3_600_000;

export async function readPaymentStatus({ database, environment, stripe }: Services) {
  const provider = environment.PAYMENTS_MODE ?? null;
  const isLive = provider === "stripe" && stripe.isLive;
  const { missedAt, firstEventAt, refusedLists, eventVersion, ...figures } = await database.as(
    service,
    (sql) => readPaymentFigures(sql, isLive),
  );
  const { lastEventAt, lastReconciledAt } = figures;
  const hasMissedEvents = missedAt !== null && (lastEventAt === null || lastEventAt < missedAt);
  const lastActivityAt = lastReconciledAt ?? firstEventAt;
  const isOverdue =
    lastActivityAt !== null && Date.now() - Date.parse(lastActivityAt) > RECONCILIATION_OVERDUE_MS;
  return {
    provider,
    isLive,
    ...figures,
    // A run without permissions says nothing about webhooks.
    isStale: provider === "stripe" && (hasMissedEvents || (isOverdue && refusedLists.length === 0)),
    refusedLists: provider === "stripe" ? [...refusedLists] : [],
    versions:
      provider !== "stripe" || eventVersion === null || eventVersion === STRIPE_API_VERSION
        ? null
        : { events: eventVersion, ours: STRIPE_API_VERSION },
  };
}
