export const SUBSCRIPTION_STATUSES = [
  "incomplete",
  "active",
  "past_due",
  "paused",
  "cancelled",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** What the provider says of a monthly gift. An invoice tells the status alone. */
export interface SubscriptionFacts {
  readonly status: SubscriptionStatus;
  /** When it was so, as `toISOString` writes it. */
  readonly at: string;
  /** It comes long after it was so. */
  readonly isLate?: boolean;
  /** Just asked for, so it is so now. */
  readonly isAsked?: boolean;
  /** Cents, every month. */
  readonly amount?: number | undefined;
  readonly currentPeriodEnd?: string | undefined;
  /** When it ends because its donor asked for it; null: not at all. */
  readonly cancelsAt?: string | null;
  readonly cancelledAt?: string | undefined;
}

/** What a row keeps of it. */
export interface SubscriptionState {
  readonly status: SubscriptionStatus;
  readonly amount: number;
  readonly toldAt: string | null;
  readonly currentPeriodEnd: string | null;
  readonly cancelsAt: string | null;
  readonly cancelledAt: string | null;
}

/**
 * The monthly gift once that is known as well. What is older changes nothing, and the end is the end. Events know their
 * second only: of two in one second, and of one that comes late, nobody can say whether it still holds, so that the
 * answer is to ask.
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
