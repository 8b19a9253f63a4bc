export const SUBSCRIPTION_STATUSES = [
  "incomplete",
  "active",
  "past_due",
  "paused",
  "cancelled",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** What the provider reports about a recurring donation. Invoices report only the status. */
export interface SubscriptionFacts {
  readonly status: SubscriptionStatus;
  /** When it happened, as `toISOString` returns. */
  readonly at: string;
  /** True if it arrived long after it happened. */
  readonly isLate?: boolean;
  /** True for lookups, which return the current state. */
  readonly isAsked?: boolean;
  /** Cents per month. */
  readonly amount?: number | undefined;
  readonly currentPeriodEnd?: string | undefined;
  /** Scheduled end after the donor canceled; null if none. */
  readonly cancelsAt?: string | null;
  readonly cancelledAt?: string | undefined;
}

/** The columns that facts update. */
export interface SubscriptionState {
  readonly status: SubscriptionStatus;
  readonly amount: number;
  readonly toldAt: string | null;
  readonly currentPeriodEnd: string | null;
  readonly cancelsAt: string | null;
  readonly cancelledAt: string | null;
}

/**
 * Returns the recurring donation after the facts. Older facts change nothing, and a cancellation is final. Events are
 * timed to the second, so of two in the same second, or for a late one, the order is unknown: returns `ask`.
 */
export function subscriptionAfter<Gift extends SubscriptionState>(
  gift: Gift,
  facts: SubscriptionFacts,
): Gift | "ask" {
  const known = {
    ...gift,
    currentPeriodEnd: latest(gift.currentPeriodEnd, facts.currentPeriodEnd),
  };
  if (facts.status === "cancelled") {
    const cancelledAt = earliest(gift.cancelledAt, facts.cancelledAt ?? facts.at);
    const toldAt = latest(gift.toldAt, gift.status === "cancelled" ? undefined : facts.at);
    return { ...known, status: facts.status, cancelledAt, cancelsAt: null, toldAt };
  }
  if (gift.status === "cancelled") return known;

  const next = {
    ...known,
    status: facts.status,
    amount: facts.amount ?? gift.amount,
    cancelsAt: facts.cancelsAt === undefined ? gift.cancelsAt : facts.cancelsAt,
  };
  const isNews = JSON.stringify(next) !== JSON.stringify(known);
  if (facts.isAsked === true) {
    return isNews ? { ...next, toldAt: latest(gift.toldAt, facts.at) } : known;
  }
  if (isNews && (facts.isLate === true || facts.at === gift.toldAt)) return "ask";
  if (gift.toldAt === null || facts.at > gift.toldAt) return { ...next, toldAt: facts.at };
  const tellsMore = next.amount !== gift.amount || next.cancelsAt !== gift.cancelsAt;
  return tellsMore ? "ask" : known;
}

const latest = (known: string | null, told: string | undefined): string | null =>
  told === undefined || (known !== null && known >= told) ? known : told;

const earliest = (known: string | null, told: string): string =>
  known !== null && known <= told ? known : told;
