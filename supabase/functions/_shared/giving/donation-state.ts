/** A provider's report about a payment, from an event or a lookup. */
export interface PaymentUpdate {
  readonly outcome: "open" | "processing" | "succeeded" | "failed" | "cancelled";
  /** When it happened, in `toISOString` format. */
  readonly at: string;
  /** True for lookups, which return the current state, so no stored fact can be newer. */
  readonly isLookup?: boolean;
  readonly failure?: {
    /** Identifies the decline in all of its reports: the declined charge, or the event if there was none. */
    readonly id?: string;
    readonly code: string;
    readonly reason?: string;
  };
}

/** The columns that facts update. */
export interface DonationState {
  readonly processingAt: string | null;
  readonly completedAt: string | null;
  readonly failedAt: string | null;
  readonly failures: readonly string[];
  readonly failureCode: string | null;
  readonly failureReason: string | null;
}

/** Attempts are canceled after five failures, but a few more may already be in progress. */
const FAILURES_KEPT = 20;

/**
 * Returns the donation after the facts. The earliest success and the latest failure win, so every order of the same
 * facts gives the same row.
 */
export function donationAfter<Donation extends DonationState>(
  donation: Donation,
  update: PaymentUpdate,
): Donation {
  const { outcome, failure } = update;
  const at =
    update.isLookup === true && outcome === "failed"
      ? later(donation.processingAt, update.at)
      : update.at;
  const next = {
    ...donation,
    failures: withFailure(donation.failures, failure?.id),
    processingAt:
      outcome === "processing" ? later(donation.processingAt, at) : donation.processingAt,
    completedAt: outcome === "succeeded" ? earlier(donation.completedAt, at) : donation.completedAt,
  };
  if (next.completedAt !== null) {
    return { ...next, failedAt: null, failureCode: null, failureReason: null };
  }
  const hasEnded = outcome === "failed" || outcome === "cancelled";
  const { code, reason } = failure ?? { code: "abandoned", reason: undefined };
  const isKnown =
    donation.failedAt !== null && `${donation.failedAt} ${donation.failureCode}` >= `${at} ${code}`;
  if (!hasEnded || isKnown) return next;
  return { ...next, failedAt: at, failureCode: code, failureReason: reason ?? null };
}

/** Returns the status before refunds and disputes, which the database adds. */
export const paymentStatus = (donation: DonationState): "pending" | "failed" | "completed" => {
  if (donation.completedAt !== null) return "completed";
  if (donation.failedAt === null) return "pending";
  // A second attempt, such as by bank debit, is processing.
  return donation.processingAt !== null && donation.processingAt > donation.failedAt
    ? "pending"
    : "failed";
};

const withFailure = (known: readonly string[], id: string | undefined): readonly string[] =>
  id === undefined || known.includes(id) || known.length >= FAILURES_KEPT
    ? known
    : [...known, id].toSorted();

const earlier = (known: string | null, time: string): string =>
  known !== null && known < time ? known : time;

const later = (known: string | null, time: string): string =>
  known !== null && known > time ? known : time;
