/** What the provider says of a payment: in an event, or asked. */
export interface PaymentFacts {
  readonly outcome: "open" | "processing" | "succeeded" | "failed" | "cancelled";
  /** When that was, as `toISOString` writes it. */
  readonly at: string;
  /** Just asked for, so it is so now: nothing that is known came after it. */
  readonly isAsked?: boolean;
  readonly failure?: {
    /** Names the decline however it is told: the declined charge, or the event where there was none. */
    readonly id?: string;
    readonly code: string;
    readonly reason?: string;
  };
}

/** What a row keeps of them. */
export interface GiftState {
  readonly processingAt: string | null;
  readonly completedAt: string | null;
  readonly failedAt: string | null;
  readonly failures: readonly string[];
  readonly failureCode: string | null;
  readonly failureReason: string | null;
}

/** An intent is cancelled after five; the few that are on their way then are counted, too. */
const FAILURES_KEPT = 20;

/**
 * The gift once that is known as well. The earliest success and the latest failure are kept, whatever comes first and
 * however often, so that every order of the same facts leads to the same row.
 */
export function giftAfter<Gift extends GiftState>(gift: Gift, facts: PaymentFacts): Gift {
  const { outcome, failure } = facts;
  const at =
    facts.isAsked === true && outcome === "failed" ? later(gift.processingAt, facts.at) : facts.at;
  const told = {
    ...gift,
    failures: withFailure(gift.failures, failure?.id),
    processingAt: outcome === "processing" ? later(gift.processingAt, at) : gift.processingAt,
    completedAt: outcome === "succeeded" ? earlier(gift.completedAt, at) : gift.completedAt,
  };
  if (told.completedAt !== null) {
    return { ...told, failedAt: null, failureCode: null, failureReason: null };
  }
  const hasEnded = outcome === "failed" || outcome === "cancelled";
  const { code, reason } = failure ?? { code: "abandoned", reason: undefined };
  const isKnown =
    gift.failedAt !== null && `${gift.failedAt} ${gift.failureCode}` >= `${at} ${code}`;
  if (!hasEnded || isKnown) return told;
  return { ...told, failedAt: at, failureCode: code, failureReason: reason ?? null };
}

/** What the row says before refunds and disputes, which the database adds to it. */
export const paymentStatus = (gift: GiftState): "pending" | "failed" | "completed" => {
  if (gift.completedAt !== null) return "completed";
  if (gift.failedAt === null) return "pending";
  // A second try, by bank debit say, is on its way again.
  return gift.processingAt !== null && gift.processingAt > gift.failedAt ? "pending" : "failed";
};

const withFailure = (known: readonly string[], id: string | undefined): readonly string[] =>
  id === undefined || known.includes(id) || known.length >= FAILURES_KEPT
    ? known
    : [...known, id].toSorted();

const earlier = (known: string | null, told: string): string =>
  known !== null && known < told ? known : told;

const later = (known: string | null, told: string): string =>
  known !== null && known > told ? known : told;
