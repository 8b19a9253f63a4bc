import type { Stripe } from "stripe";
import type { AdjustmentUpdate } from "../adjustment-state.ts";
import type { AdjustmentFact, FraudWarningFact } from "../provider-facts.ts";
import type { SourceEvent } from "./read-payments.ts";
import { idOf, toTimestamp } from "./read-values.ts";

type ChargeReference = Pick<Stripe.Refund, "payment_intent" | "charge">;

const idsOf = ({ payment_intent: intent, charge }: ChargeReference) => ({
  paymentIntentId: idOf(intent),
  chargeId: idOf(charge),
});

/** Without an event, the object was just looked up, so it is current. */
const eventTimeOf = (event: SourceEvent): string =>
  event === undefined ? new Date().toISOString() : toTimestamp(event.created);

export const readRefund = (refund: Stripe.Refund, event?: SourceEvent): AdjustmentFact => ({
  kind: "adjustment",
  ids: idsOf(refund),
  update: {
    kind: "refund",
    id: refund.id,
    amount: refund.amount,
    status: refundStatuses[refund.status ?? ""] ?? "pending",
    reason: refund.failure_reason ?? refund.reason ?? undefined,
    occurredAt: eventTimeOf(event),
  },
});

type RefundStatus = (AdjustmentUpdate & { kind: "refund" })["status"];
/** Other statuses, such as `requires_action`, count as pending. */
const refundStatuses: Readonly<Record<string, RefundStatus>> = {
  succeeded: "succeeded",
  failed: "failed",
  canceled: "cancelled",
};

export const readDispute = (dispute: Stripe.Dispute, event?: SourceEvent): AdjustmentFact => ({
  kind: "adjustment",
  ids: idsOf(dispute),
  update: {
    kind: "dispute",
    id: dispute.id,
    amount: dispute.amount,
    status: disputeStatuses[dispute.status] ?? "open",
    reason: dispute.reason,
    occurredAt: eventTimeOf(event),
  },
});

type DisputeStatus = (AdjustmentUpdate & { kind: "dispute" })["status"];
/** A closed inquiry and a prevented dispute took no money; an appeal follows a loss. */
const disputeStatuses: Readonly<Record<string, DisputeStatus>> = {
  won: "won",
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
  appeal_needs_response: "lost",
  appeal_under_review: "lost",
};

export const readFraudWarning = (warning: Stripe.Radar.EarlyFraudWarning): FraudWarningFact => ({
  kind: "warning",
  ids: { paymentIntentId: idOf(warning.payment_intent), chargeId: idOf(warning.charge) },
  occurredAt: toTimestamp(warning.created),
});
