/** Reconciliation runs every 15 minutes, so after two hours it is overdue. */
const RECONCILIATION_OVERDUE_MS = 2 * 3_600_000;

/** The times at which Stripe's events arrived and the ledger was last compared with Stripe. */
export interface WebhookFigures {
  readonly firstEventAt: string | null;
  readonly lastEventAt: string | null;
  readonly lastReconciledAt: string | null;
  /** When reconciliation last found a missed event. */
  readonly lastMissFoundAt: string | null;
  /** Lists that our key wasn't allowed to read in the last reconciliation. */
  readonly refusedLists: readonly string[];
}

/** Returns whether reconciliation found an event that should have arrived, and none has arrived since. */
export const hasMissedEvents = ({ lastMissFoundAt, lastEventAt }: WebhookFigures): boolean =>
  lastMissFoundAt !== null && (lastEventAt === null || lastEventAt < lastMissFoundAt);

/** Returns whether webhooks seem to have stopped: an event was missed, or reconciliation is overdue. */
export function haveWebhooksStopped(figures: WebhookFigures, now: number): boolean {
  const { firstEventAt, lastReconciledAt, refusedLists } = figures;
  const lastActivityAt = lastReconciledAt ?? firstEventAt;
  const isOverdue =
    lastActivityAt !== null && now - Date.parse(lastActivityAt) > RECONCILIATION_OVERDUE_MS;
  // A run without permissions says nothing about webhooks.
  return hasMissedEvents(figures) || (isOverdue && refusedLists.length === 0);
}
