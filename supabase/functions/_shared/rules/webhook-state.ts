/** Reconciliation runs every 15 minutes. After two hours without a run, it is overdue. */
const RECONCILIATION_OVERDUE_MS = 2 * 3_600_000;

/** The times at which Stripe's events arrived and our rows were last compared with Stripe. */
export interface WebhookActivity {
  readonly firstEventAt: string | null;
  readonly lastEventAt: string | null;
  readonly lastReconciledAt: string | null;
  /** When reconciliation last found a missed event, other than a payment's. */
  readonly lastMissFoundAt: string | null;
  /** True if a payment's event never came, and no later payment's event has arrived. */
  readonly hasMissedPayment: boolean;
  /** Lists that Stripe didn't let our key read during the last reconciliation. */
  readonly refusedLists: readonly string[];
}

/** Returns true if reconciliation found an event that webhooks had missed, and no such event has arrived since then. */
export const hasMissedEvents = ({
  lastMissFoundAt,
  lastEventAt,
  hasMissedPayment,
}: WebhookActivity): boolean =>
  hasMissedPayment ||
  (lastMissFoundAt !== null && (lastEventAt === null || lastEventAt < lastMissFoundAt));

/** Returns whether webhooks seem to have stopped: an event was missed, or reconciliation is overdue. */
export function haveWebhooksStopped(activity: WebhookActivity, now: number): boolean {
  const { firstEventAt, lastReconciledAt, refusedLists } = activity;
  const lastActivityAt = lastReconciledAt ?? firstEventAt;
  const isOverdue =
    lastActivityAt !== null && now - Date.parse(lastActivityAt) > RECONCILIATION_OVERDUE_MS;
  // If our key lacks permissions, reconciliation can't tell whether webhooks work.
  return hasMissedEvents(activity) || (isOverdue && refusedLists.length === 0);
}
