export const LEDGER_SUBSCRIPTION_STATUSES = [
  "incomplete",
  "active",
  "past_due",
  "paused",
  "cancelled",
] as const;
export type SubscriptionStatus = (typeof LEDGER_SUBSCRIPTION_STATUSES)[number];

/** A provider's report about a recurring donation. Invoices report only the status. */
export interface SubscriptionUpdate {
  readonly status: SubscriptionStatus;
  /** When it happened, in `toISOString` format. */
  readonly at: string;
  /** True if it arrived long after it happened. */
  readonly isLate?: boolean;
  /** True for lookups, which return the current state. */
  readonly isLookup?: boolean;
  /** Cents per month. */
  readonly amount?: number | undefined;
  readonly currentPeriodEnd?: string | undefined;
  /** Scheduled end after the donor canceled; null if none. */
  readonly cancelsAt?: string | null;
  readonly cancelledAt?: string | undefined;
}

/** The columns that facts update. */
export interface RecurringDonationState {
  readonly status: SubscriptionStatus;
  readonly amount: number;
  readonly reportedAt: string | null;
  readonly currentPeriodEnd: string | null;
  readonly cancelsAt: string | null;
  readonly cancelledAt: string | null;
}

/**
 * Returns the recurring donation after the facts. Older facts change nothing, and a cancellation is final. Events are
 * timed to the second, so of two in the same second, or for a late one, the order is unknown: returns `ask`.
 */
export function recurringDonationAfter<Recurring extends RecurringDonationState>(
  recurring: Recurring,
  update: SubscriptionUpdate,
): Recurring | "ask" {
  const known = {
    ...recurring,
    currentPeriodEnd: latest(recurring.currentPeriodEnd, update.currentPeriodEnd),
  };
  if (update.status === "cancelled") {
    const cancelledAt = earliest(recurring.cancelledAt, update.cancelledAt ?? update.at);
    const reportedAt = latest(
      recurring.reportedAt,
      recurring.status === "cancelled" ? undefined : update.at,
    );
    return { ...known, status: update.status, cancelledAt, cancelsAt: null, reportedAt };
  }
  if (recurring.status === "cancelled") return known;

  const next = {
    ...known,
    status: update.status,
    amount: update.amount ?? recurring.amount,
    cancelsAt: update.cancelsAt === undefined ? recurring.cancelsAt : update.cancelsAt,
  };
  const isChange = JSON.stringify(next) !== JSON.stringify(known);
  if (update.isLookup === true) {
    return isChange ? { ...next, reportedAt: latest(recurring.reportedAt, update.at) } : known;
  }
  if (isChange && (update.isLate === true || update.at === recurring.reportedAt)) return "ask";
  if (recurring.reportedAt === null || update.at > recurring.reportedAt)
    return { ...next, reportedAt: update.at };
  const hasMore = next.amount !== recurring.amount || next.cancelsAt !== recurring.cancelsAt;
  return hasMore ? "ask" : known;
}

const latest = (known: string | null, time: string | undefined): string | null =>
  time === undefined || (known !== null && known >= time) ? known : time;

const earliest = (known: string | null, time: string): string =>
  known !== null && known <= time ? known : time;
