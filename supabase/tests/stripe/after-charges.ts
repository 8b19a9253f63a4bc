import type { Stripe } from "stripe";
import { createMissingResourceError, createInvalidRequestError } from "./api-error.ts";
import {
  getIntegerParameter,
  getMetadataParameter,
  type Params,
  getTextParameter,
} from "./forms.ts";
import { addDispute, addRefund } from "./objects/payments.ts";
import type { AccountDouble } from "./account.ts";

/** Finds a charge by its own ID or by its intent's ID. */
export function findCharge(account: AccountDouble, id: string | undefined): Stripe.Charge {
  const chargeId =
    id?.startsWith("pi_") === true ? account.get("payment_intent", id).latest_charge : id;
  if (chargeId === null || chargeId === undefined)
    throw createMissingResourceError("charge", id ?? "");
  return account.get("charge", chargeId as string);
}

export function createRefund(account: AccountDouble, params: Params): Stripe.Refund {
  const charge = findCharge(
    account,
    getTextParameter(params, "payment_intent") ?? getTextParameter(params, "charge"),
  );
  if (charge.status !== "succeeded") {
    throw createInvalidRequestError(
      "This charge has not succeeded, so there is nothing to refund.",
      {
        code: "charge_not_refundable",
      },
    );
  }
  const remainingAmount = charge.amount - charge.amount_refunded;
  const amount = getIntegerParameter(params, "amount") ?? remainingAmount;
  if (remainingAmount === 0) {
    throw createInvalidRequestError("Charge has already been refunded.", {
      code: "charge_already_refunded",
    });
  }
  if (amount > remainingAmount || amount < 1) {
    throw createInvalidRequestError(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${remainingAmount})`,
      { param: "amount" },
    );
  }
  const refund = addRefund(account, charge, {
    amount,
    reason: getTextParameter(params, "reason") ?? null,
    metadata: getMetadataParameter(params),
  });
  charge.refunds?.data.unshift(refund);
  deductRefund(charge, amount);
  account.emit("refund.created", refund);
  account.emit("charge.refunded", charge);
  return refund;
}

function deductRefund(charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}

/** Makes a pending refund succeed or fail. */
export function settleRefund(account: AccountDouble, refund: Stripe.Refund, hasArrived: boolean) {
  refund.status = hasArrived ? "succeeded" : "failed";
  const charge = account.get("charge", refund.charge as string);
  if (!hasArrived) {
    refund.failure_reason = "unknown";
    deductRefund(charge, -refund.amount);
  }
  account.emit("refund.updated", refund);
  account.emit("charge.refund.updated", refund);
  if (!hasArrived) account.emit("refund.failed", refund);
  return refund;
}

export function openDispute(
  account: AccountDouble,
  charge: Stripe.Charge,
  amount: number,
  reason?: string,
) {
  charge.disputed = true;
  const dispute = addDispute(account, charge, amount, reason);
  account.emit("charge.dispute.created", dispute);
  account.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

export function closeDispute(account: AccountDouble, dispute: Stripe.Dispute, isWon: boolean) {
  dispute.status = isWon ? "won" : "lost";
  if (isWon) account.emit("charge.dispute.funds_reinstated", dispute);
  account.emit("charge.dispute.closed", dispute);
  return dispute;
}

export function warnOfFraud(account: AccountDouble, charge: Stripe.Charge) {
  const warning = account.store<"radar.early_fraud_warning">({
    id: account.createId("radar.early_fraud_warning"),
    object: "radar.early_fraud_warning",
    actionable: true,
    charge: charge.id,
    created: account.now(),
    fraud_type: "made_with_stolen_card",
    livemode: account.isLive,
    payment_intent: charge.payment_intent as string,
  });
  account.emit("radar.early_fraud_warning.created", warning);
  return warning;
}
