/** A provider's report about a payment, from an event or a lookup. */
export interface PaymentUpdate {
  readonly outcome: "open" | "processing" | "succeeded" | "failed" | "canceled";
  /** When the reported change happened, in `toISOString` format. */
  readonly occurredAt: string;
  /** True for lookups, which return the current state, so no stored fact can be newer. */
  readonly isLookup?: boolean;
  readonly failure?: {
    /**
     * The id of the declined charge, or of the event if there was no charge. All reports of the same decline have the
     * same id.
     */
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
const MAX_STORED_FAILURES = 20;

/**
 * Returns the donation after the update. The earliest success and the latest failure win, so every order of the same
 * updates gives the same row.
 */
export function getUpdatedDonation<Donation extends DonationState>(
  donation: Donation,
  update: PaymentUpdate,
): Donation {
  const { outcome, failure } = update;
  const occurredAt =
    update.isLookup === true && outcome === "failed"
      ? getLaterTime(donation.processingAt, update.occurredAt)
      : update.occurredAt;
  const nextState = {
    ...donation,
    failures: addFailureId(donation.failures, failure?.id),
    processingAt:
      outcome === "processing"
        ? getLaterTime(donation.processingAt, occurredAt)
        : donation.processingAt,
    completedAt:
      outcome === "succeeded"
        ? getEarlierTime(donation.completedAt, occurredAt)
        : donation.completedAt,
  };
  if (nextState.completedAt !== null) {
    return { ...nextState, failedAt: null, failureCode: null, failureReason: null };
  }
  const hasEnded = outcome === "failed" || outcome === "canceled";
  const { code, reason } = failure ?? { code: "abandoned", reason: undefined };
  const isKnown =
    donation.failedAt !== null &&
    `${donation.failedAt} ${donation.failureCode}` >= `${occurredAt} ${code}`;
  if (!hasEnded || isKnown) return nextState;
  return { ...nextState, failedAt: occurredAt, failureCode: code, failureReason: reason ?? null };
}

/** Returns the status before refunds and disputes, which the database adds. */
export const getPaymentStatus = (donation: DonationState): "pending" | "failed" | "completed" => {
  if (donation.completedAt !== null) return "completed";
  if (donation.failedAt === null) return "pending";
  // A second attempt, such as a bank debit, may be processing.
  return donation.processingAt !== null && donation.processingAt > donation.failedAt
    ? "pending"
    : "failed";
};

/**
 * Returns whether a bank debit came back before it succeeded. The donor, who was told that it was being processed, doesn't
 * learn this at the checkout.
 */
export const isReturnedDebit = (donation: DonationState): boolean =>
  getPaymentStatus(donation) === "failed" &&
  donation.processingAt !== null &&
  donation.failures.length > 0;

const addFailureId = (failureIds: readonly string[], id: string | undefined): readonly string[] =>
  id === undefined || failureIds.includes(id) || failureIds.length >= MAX_STORED_FAILURES
    ? failureIds
    : [...failureIds, id].toSorted();

const getEarlierTime = (storedTime: string | null, time: string): string =>
  storedTime !== null && storedTime < time ? storedTime : time;

const getLaterTime = (storedTime: string | null, time: string): string =>
  storedTime !== null && storedTime > time ? storedTime : time;
