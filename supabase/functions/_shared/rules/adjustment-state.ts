export const REFUND_STATUSES = ["pending", "succeeded", "failed", "cancelled"] as const;
export const DISPUTE_STATUSES = ["open", "won", "lost"] as const;

/** A refund or a dispute as the provider tells it. */
export type AdjustmentFacts = {
  /** The provider's own id. */
  readonly id: string;
  /** Cents. */
  readonly amount: number;
  readonly reason: string | undefined;
  /** When it was so, as `toISOString` writes it. */
  readonly at: string;
} & (
  | { readonly kind: "refund"; readonly status: (typeof REFUND_STATUSES)[number] }
  | { readonly kind: "dispute"; readonly status: (typeof DISPUTE_STATUSES)[number] }
);

export interface AdjustmentState {
  readonly status: AdjustmentFacts["status"];
  readonly amount: number;
  readonly toldAt: string | null;
}

/** A refund that succeeded can still come back; a dispute that is closed opens no more. */
const ranks: Readonly<Record<AdjustmentFacts["status"], number>> = {
  pending: 0,
  succeeded: 1,
  failed: 2,
  cancelled: 2,
  open: 0,
  won: 1,
  lost: 1,
};

/** Which of the two holds does not depend on which came first. */
export function holdsOver(told: AdjustmentFacts, known: AdjustmentState | undefined): boolean {
  if (known === undefined) return true;
  if (ranks[told.status] !== ranks[known.status]) return ranks[told.status] > ranks[known.status];
  if (told.status === known.status && told.amount === known.amount) return false;
  const key = (at: string | null, { status, amount }: Pick<AdjustmentState, "status" | "amount">) =>
    `${at} ${status} ${String(amount).padStart(12, "0")}`;
  return key(told.at, told) > key(known.toldAt ?? "", known);
}

/** Only of a charge that succeeded money can be taken back; a refund may wait for it. */
export const impliesCharge = ({ status }: AdjustmentFacts): boolean => status !== "pending";
