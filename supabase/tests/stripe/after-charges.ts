import type { Stripe } from "stripe";
import { missingResourceError, invalidRequestError } from "./api-error.ts";
import {
  getIntegerParameter,
  getMetadataParameter,
  type Params,
  getTextParameter,
} from "./forms.ts";
import { newDispute, newRefund } from "./objects/payments.ts";
import type { World } from "./world.ts";

/** Finds the charge by its own id or its intent's. */
export function findCharge(world: World, id: string | undefined): Stripe.Charge {
  const chargeId =
    id?.startsWith("pi_") === true ? world.get("payment_intent", id).latest_charge : id;
  if (chargeId === null || chargeId === undefined) throw missingResourceError("charge", id ?? "");
  return world.get("charge", chargeId as string);
}

export function createRefund(world: World, params: Params): Stripe.Refund {
  const charge = findCharge(
    world,
    getTextParameter(params, "payment_intent") ?? getTextParameter(params, "charge"),
  );
  if (charge.status !== "succeeded") {
    throw invalidRequestError("This charge has not succeeded, so there is nothing to refund.", {
      code: "charge_not_refundable",
    });
  }
  const remainingAmount = charge.amount - charge.amount_refunded;
  const amount = getIntegerParameter(params, "amount") ?? remainingAmount;
  if (remainingAmount === 0) {
    throw invalidRequestError("Charge has already been refunded.", {
      code: "charge_already_refunded",
    });
  }
  if (amount > remainingAmount || amount < 1) {
    throw invalidRequestError(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${remainingAmount})`,
      { param: "amount" },
    );
  }
  const refund = newRefund(world, charge, {
    amount,
    reason: getTextParameter(params, "reason") ?? null,
    metadata: getMetadataParameter(params),
  });
  charge.refunds?.data.unshift(refund);
  deductRefund(charge, amount);
  world.emit("refund.created", refund);
  world.emit("charge.refunded", charge);
  return refund;
}

function deductRefund(charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}

/** Settles a pending refund, which succeeds or fails. */
export function settleRefund(world: World, refund: Stripe.Refund, hasArrived: boolean) {
  refund.status = hasArrived ? "succeeded" : "failed";
  const charge = world.get("charge", refund.charge as string);
  if (!hasArrived) {
    refund.failure_reason = "unknown";
    deductRefund(charge, -refund.amount);
  }
  world.emit("refund.updated", refund);
  world.emit("charge.refund.updated", refund);
  if (!hasArrived) world.emit("refund.failed", refund);
  return refund;
}

export function openDispute(world: World, charge: Stripe.Charge, amount: number) {
  charge.disputed = true;
  const dispute = newDispute(world, charge, amount);
  world.emit("charge.dispute.created", dispute);
  world.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

export function closeDispute(world: World, dispute: Stripe.Dispute, isWon: boolean) {
  dispute.status = isWon ? "won" : "lost";
  if (isWon) world.emit("charge.dispute.funds_reinstated", dispute);
  world.emit("charge.dispute.closed", dispute);
  return dispute;
}

export function warnOfFraud(world: World, charge: Stripe.Charge) {
  const warning = world.store<"radar.early_fraud_warning">({
    id: world.newId("radar.early_fraud_warning"),
    object: "radar.early_fraud_warning",
    actionable: true,
    charge: charge.id,
    created: world.now(),
    fraud_type: "made_with_stolen_card",
    livemode: world.isLive,
    payment_intent: charge.payment_intent as string,
  });
  world.emit("radar.early_fraud_warning.created", warning);
  return warning;
}
