export const REFUND_STATUSES = ["pending", "succeeded", "failed", "canceled"] as const;
export const DISPUTE_STATUSES = ["open", "won", "lost"] as const;

/** A refund or dispute as the provider reports it. */
export type AdjustmentUpdate = {
  readonly id: string;
  readonly amount: number;
  readonly reason: string | undefined;
  /** When the provider recorded this status, in `toISOString` format. */
  readonly occurredAt: string;
} & (
  | { readonly kind: "refund"; readonly status: (typeof REFUND_STATUSES)[number] }
  | { readonly kind: "dispute"; readonly status: (typeof DISPUTE_STATUSES)[number] }
);

export interface AdjustmentState {
  readonly status: AdjustmentUpdate["status"];
  readonly amount: number;
  readonly reportedAt: string | null;
}

/**
 * A status only changes to one with a higher rank: a successful refund can still fail, and a closed dispute never
 * reopens.
 */
const ranks: Readonly<Record<AdjustmentUpdate["status"], number>> = {
  pending: 0,
  succeeded: 1,
  failed: 2,
  canceled: 2,
  open: 0,
  won: 1,
  lost: 1,
};

/**
 * Returns whether the update replaces the known state. The final state doesn't depend on the order in which updates
 * arrive.
 */
export function supersedes(
  update: AdjustmentUpdate,
  knownState: AdjustmentState | undefined,
): boolean {
  if (knownState === undefined) return true;
  if (ranks[update.status] !== ranks[knownState.status])
    return ranks[update.status] > ranks[knownState.status];
  if (update.status === knownState.status && update.amount === knownState.amount) return false;
  const createSortKey = (
    occurredAt: string | null,
    { status, amount }: Pick<AdjustmentState, "status" | "amount">,
  ) => `${occurredAt} ${status} ${String(amount).padStart(12, "0")}`;
  return (
    createSortKey(update.occurredAt, update) >
    createSortKey(knownState.reportedAt ?? "", knownState)
  );
}

/** A refund can be pending before the charge succeeds. All other adjustments prove that it succeeded. */
export const impliesCharge = ({ status }: AdjustmentUpdate): boolean => status !== "pending";
