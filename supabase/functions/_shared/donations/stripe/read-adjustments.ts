import type { Stripe } from "stripe";
import type { AdjustmentUpdate } from "../adjustment-state.ts";
import { isBankReturn } from "../../rules/adjustment-reasons.ts";
import type { AdjustmentFact, FraudWarningFact } from "../provider-facts.ts";
import { readId, type SourceEvent, toTimestamp } from "./read-payments.ts";

type ChargeReference = Pick<Stripe.Refund, "payment_intent" | "charge">;

const readIds = ({ payment_intent: intent, charge }: ChargeReference) => ({
  paymentIntentId: readId(intent),
  chargeId: readId(charge),
});

/** Without an event, the object was just looked up, so it is current. */
const getEventTime = (event: SourceEvent): string =>
  event === undefined ? new Date().toISOString() : toTimestamp(event.created);

export const readRefund = (refund: Stripe.Refund, event?: SourceEvent): AdjustmentFact => ({
  kind: "adjustment",
  ids: readIds(refund),
  update: {
    kind: "refund",
    id: refund.id,
    amount: refund.amount,
    status: refundStatuses[refund.status ?? ""] ?? "pending",
    reason: refund.failure_reason ?? refund.reason ?? undefined,
    occurredAt: getEventTime(event),
  },
});

type RefundStatus = (AdjustmentUpdate & { kind: "refund" })["status"];
/** Other statuses, such as `requires_action`, count as pending. */
const refundStatuses: Readonly<Record<string, RefundStatus>> = {
  succeeded: "succeeded",
  failed: "failed",
  canceled: "canceled",
};

export const readDispute = (dispute: Stripe.Dispute, event?: SourceEvent): AdjustmentFact => ({
  kind: "adjustment",
  ids: readIds(dispute),
  update: {
    kind: "dispute",
    id: dispute.id,
    amount: dispute.amount,
    status: disputeStatuses[dispute.status] ?? (isBankReturn(dispute.reason) ? "lost" : "open"),
    reason: dispute.reason,
    occurredAt: getEventTime(event),
  },
});

type DisputeStatus = (AdjustmentUpdate & { kind: "dispute" })["status"];
/**
 * A closed inquiry or a prevented dispute counts as won, because it takes no money. An appealed dispute counts as lost,
 * because only lost disputes can be appealed.
 */
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
  ids: { paymentIntentId: readId(warning.payment_intent), chargeId: readId(warning.charge) },
  occurredAt: toTimestamp(warning.created),
});
