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
  donation: Recurring,
  update: SubscriptionUpdate,
): Recurring | "ask" {
  const currentState = {
    ...donation,
    currentPeriodEnd: latestTime(donation.currentPeriodEnd, update.currentPeriodEnd),
  };
  if (update.status === "cancelled") {
    const cancelledAt = earliestTime(donation.cancelledAt, update.cancelledAt ?? update.at);
    const reportedAt = latestTime(
      donation.reportedAt,
      donation.status === "cancelled" ? undefined : update.at,
    );
    return { ...currentState, status: update.status, cancelledAt, cancelsAt: null, reportedAt };
  }
  if (donation.status === "cancelled") return currentState;

  const nextState = {
    ...currentState,
    status: update.status,
    amount: update.amount ?? donation.amount,
    cancelsAt: update.cancelsAt === undefined ? donation.cancelsAt : update.cancelsAt,
  };
  const isChange = JSON.stringify(nextState) !== JSON.stringify(currentState);
  if (update.isLookup === true) {
    return isChange
      ? { ...nextState, reportedAt: latestTime(donation.reportedAt, update.at) }
      : currentState;
  }
  if (isChange && (update.isLate === true || update.at === donation.reportedAt)) return "ask";
  if (donation.reportedAt === null || update.at > donation.reportedAt)
    return { ...nextState, reportedAt: update.at };
  const hasMore =
    nextState.amount !== donation.amount || nextState.cancelsAt !== donation.cancelsAt;
  return hasMore ? "ask" : currentState;
}

const latestTime = (storedTime: string | null, time: string | undefined): string | null =>
  time === undefined || (storedTime !== null && storedTime >= time) ? storedTime : time;

const earliestTime = (storedTime: string | null, time: string): string =>
  storedTime !== null && storedTime <= time ? storedTime : time;
