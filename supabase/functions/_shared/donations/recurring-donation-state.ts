export type SubscriptionStatus = "incomplete" | "active" | "past_due" | "paused" | "canceled";

/** A provider's report about a recurring donation. Invoices report only the status. */
export interface SubscriptionUpdate {
  readonly status: SubscriptionStatus;
  /** When the reported change happened, in `toISOString` format. */
  readonly occurredAt: string;
  /** True if the report arrived long after the change. */
  readonly isLate?: boolean;
  /** True for lookups, which return the current state. */
  readonly isLookup?: boolean;
  /** Cents per month. */
  readonly amount?: number | undefined;
  readonly currentPeriodEnd?: string | undefined;
  /** Scheduled end after the donor canceled; null if none. */
  readonly cancelsAt?: string | null;
  readonly canceledAt?: string | undefined;
  /** True if the provider ended it because its charges failed, undefined if the report doesn't say why it ended. */
  readonly isEndedUnpaid?: boolean | undefined;
}

/** The columns that facts update. */
export interface RecurringDonationState {
  readonly status: SubscriptionStatus;
  readonly amount: number;
  readonly reportedAt: string | null;
  readonly currentPeriodEnd: string | null;
  readonly cancelsAt: string | null;
  readonly canceledAt: string | null;
}

/**
 * Returns the recurring donation after the update. Older updates change nothing, and a cancellation is final. Events
 * are timed to the second, so if two are from the same second or one is late, their order is unknown and this returns
 * `needs-lookup`.
 */
export function getUpdatedRecurringDonation<State extends RecurringDonationState>(
  donation: State,
  update: SubscriptionUpdate,
): State | "needs-lookup" {
  const currentState = {
    ...donation,
    currentPeriodEnd: getLatestTime(donation.currentPeriodEnd, update.currentPeriodEnd),
  };
  if (update.status === "canceled") {
    const canceledAt = getEarliestTime(donation.canceledAt, update.canceledAt ?? update.occurredAt);
    const reportedAt = getLatestTime(
      donation.reportedAt,
      donation.status === "canceled" ? undefined : update.occurredAt,
    );
    return { ...currentState, status: update.status, canceledAt, cancelsAt: null, reportedAt };
  }
  if (donation.status === "canceled") return currentState;

  const nextState = {
    ...currentState,
    status: update.status,
    amount: update.amount ?? donation.amount,
    cancelsAt: update.cancelsAt === undefined ? donation.cancelsAt : update.cancelsAt,
  };
  const hasChanged = JSON.stringify(nextState) !== JSON.stringify(currentState);
  if (update.isLookup === true) {
    return hasChanged
      ? { ...nextState, reportedAt: getLatestTime(donation.reportedAt, update.occurredAt) }
      : currentState;
  }
  if (hasChanged && (update.isLate === true || update.occurredAt === donation.reportedAt))
    return "needs-lookup";
  if (donation.reportedAt === null || update.occurredAt > donation.reportedAt)
    return { ...nextState, reportedAt: update.occurredAt };
  const hasOtherChange =
    nextState.amount !== donation.amount || nextState.cancelsAt !== donation.cancelsAt;
  return hasOtherChange ? "needs-lookup" : currentState;
}

const getLatestTime = (storedTime: string | null, time: string | undefined): string | null =>
  time === undefined || (storedTime !== null && storedTime >= time) ? storedTime : time;

const getEarliestTime = (storedTime: string | null, time: string): string =>
  storedTime !== null && storedTime <= time ? storedTime : time;
