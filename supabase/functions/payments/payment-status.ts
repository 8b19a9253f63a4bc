import { service } from "../_shared/caller.ts";
import type { Services } from "../_shared/http/services.ts";
import { readPaymentFigures } from "./queries/payment-figures.ts";

/** Passes come every quarter of an hour. */
const PASS_OVERDUE_MS = 2 * 3_600_000;

export async function readPaymentStatus({ database, environment, stripe }: Services) {
  const provider = environment.PAYMENTS_MODE ?? null;
  const isLive = provider === "stripe" && stripe.isLive;
  const { missedAt, firstEventAt, ...figures } = await database.as(service, (sql) =>
    readPaymentFigures(sql, isLive),
  );
  const { lastEventAt, lastReconciledAt } = figures;
  const isUntold = missedAt !== null && (lastEventAt === null || lastEventAt < missedAt);
  const since = lastReconciledAt ?? firstEventAt;
  const isOverdue = since !== null && Date.now() - Date.parse(since) > PASS_OVERDUE_MS;
  return {
    provider,
    isLive,
    ...figures,
    isStale: provider === "stripe" && (isUntold || isOverdue),
  };
}
