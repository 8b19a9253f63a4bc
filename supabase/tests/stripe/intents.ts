import type { Stripe } from "stripe";
import { StripeApiError, createInvalidRequestError } from "./api-error.ts";
import {
  getObjectParameter,
  getIntegerParameter,
  getMetadataParameter,
  type Params,
  getTextParameter,
} from "./forms.ts";
import { failInvoice, payInvoice } from "./invoices.ts";
import { addCharge, addIntent } from "./objects/payments.ts";
import { bankAccount, genericDecline, testCards, type TestMethod } from "./test-methods.ts";
import { createRandomText, type AccountDouble } from "./account.ts";

export function createIntent(account: AccountDouble, params: Params): Stripe.PaymentIntent {
  const amount = getIntegerParameter(params, "amount") ?? 0;
  if (amount < 50 || amount > 99_999_999) {
    const code = amount < 50 ? "amount_too_small" : "amount_too_large";
    throw createInvalidRequestError("Amount is out of the range for this currency", {
      code,
      param: "amount",
    });
  }
  const customer = getTextParameter(params, "customer");
  if (customer !== undefined) account.get("customer", customer);
  const intent = addIntent(account, {
    amount,
    currency: getTextParameter(params, "currency") ?? "",
    metadata: getMetadataParameter(params),
    customer: customer ?? null,
    description: getTextParameter(params, "description") ?? null,
    receiptEmail: getTextParameter(params, "receipt_email") ?? null,
    isAutomatic: getObjectParameter(params, "automatic_payment_methods")["enabled"] === "true",
    setupFutureUsage:
      getTextParameter(params, "setup_future_usage") === "off_session" ? "off_session" : null,
  });
  account.emit("payment_intent.created", intent);
  return intent;
}

export function updateIntent(intent: Stripe.PaymentIntent, params: Params) {
  requireStatus(intent, ["requires_payment_method", "requires_confirmation", "requires_action"]);
  intent.amount = getIntegerParameter(params, "amount") ?? intent.amount;
  intent.description = getTextParameter(params, "description") ?? intent.description;
  intent.receipt_email = getTextParameter(params, "receipt_email") ?? intent.receipt_email;
  Object.assign(intent.metadata, getMetadataParameter(params));
  return intent;
}

const requireStatus = (intent: Stripe.PaymentIntent, allowedStatuses: readonly string[]): void => {
  if (allowedStatuses.includes(intent.status)) return;
  throw createInvalidRequestError(`This PaymentIntent's status is ${intent.status}.`, {
    code: "payment_intent_unexpected_state",
    payment_intent: intent,
  });
};

/** Confirms an intent as Stripe.js does in the visitor's browser. */
export function confirmIntent(
  account: AccountDouble,
  intent: Stripe.PaymentIntent,
  params: Params,
) {
  requireStatus(intent, ["requires_payment_method", "requires_confirmation", "requires_action"]);
  const id = getTextParameter(params, "payment_method") ?? addPaymentMethod(account, params);
  const method = account.getMethod(id);
  intent.payment_method = id;
  intent.last_payment_error = null;
  if (method.outcome === "succeeds") return completeIntent(account, intent, method);
  if (method.outcome === "processes") return startProcessing(account, intent, method);
  if (method.outcome === "needs authentication" || method.outcome === "needs microdeposits") {
    intent.status = "requires_action";
    intent.next_action =
      method.type === "card" ? cardChallenge : createMicrodepositsAction(account);
    account.emit("payment_intent.requires_action", intent);
    return intent;
  }
  const charge = declineIntent(account, intent, method);
  throw createCardError(intent, charge, method.outcome);
}

export const cardChallenge: Stripe.PaymentIntent.NextAction = {
  type: "use_stripe_sdk",
  use_stripe_sdk: { type: "three_d_secure_redirect" },
};

const createMicrodepositsAction = (account: AccountDouble): Stripe.PaymentIntent.NextAction => ({
  type: "verify_with_microdeposits",
  verify_with_microdeposits: {
    arrival_date: account.now() + 2 * 86_400,
    hosted_verification_url: `https://payments.stripe.com/microdeposit/${createRandomText()}`,
    microdeposit_type: "descriptor_code",
  },
});

function addPaymentMethod(account: AccountDouble, params: Params): string {
  const data = getObjectParameter(params, "payment_method_data");
  const number =
    getTextParameter(getObjectParameter(data, "card"), "number")?.replaceAll(" ", "") ?? "";
  const method =
    getTextParameter(data, "type") === "us_bank_account" ? bankAccount : testCards[number];
  if (method === undefined) {
    throw new StripeApiError(402, "card_error", "Your card number is incorrect.", {
      code: "incorrect_number",
    });
  }
  const id = `pm_${createRandomText()}`;
  account.methods.set(id, method);
  return id;
}

const createCardError = (
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  reason: { code: string; declineCode: string; message: string },
) =>
  new StripeApiError(402, "card_error", reason.message, {
    code: reason.code,
    decline_code: reason.declineCode,
    charge: charge.id,
    payment_intent: intent,
  });

export function completeIntent(
  account: AccountDouble,
  intent: Stripe.PaymentIntent,
  method: TestMethod,
) {
  const pendingChargeId = intent.status === "processing" ? intent.latest_charge : null;
  const charge =
    pendingChargeId === null
      ? addCharge(account, intent, method, "succeeded")
      : Object.assign(account.get("charge", pendingChargeId as string), {
          amount_captured: intent.amount,
          paid: true,
          status: "succeeded",
        });
  Object.assign(intent, {
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    processing: null,
    status: "succeeded",
  });
  account.savePaymentMethod(intent);
  account.emit("charge.succeeded", charge);
  account.emit("payment_intent.succeeded", intent);
  const invoiceId = account.invoiceIdByIntent.get(intent.id);
  if (invoiceId !== undefined) payInvoice(account, account.get("invoice", invoiceId), intent);
  return intent;
}

function startProcessing(account: AccountDouble, intent: Stripe.PaymentIntent, method: TestMethod) {
  const charge = addCharge(account, intent, method, "pending");
  Object.assign(intent, { latest_charge: charge.id, processing: null, status: "processing" });
  account.emit("charge.pending", charge);
  account.emit("payment_intent.processing", intent);
  return intent;
}

export function declineIntent(
  account: AccountDouble,
  intent: Stripe.PaymentIntent,
  method: TestMethod,
) {
  const reason = account.getDecline(method);
  const pendingChargeId = intent.status === "processing" ? intent.latest_charge : null;
  const charge =
    pendingChargeId === null
      ? addCharge(account, intent, method, reason)
      : Object.assign(account.get("charge", pendingChargeId as string), {
          failure_code: reason.code,
          failure_message: reason.message,
          paid: false,
          status: "failed",
        });
  const { code, declineCode, message } = reason;
  Object.assign(intent, {
    last_payment_error: {
      charge: charge.id,
      code,
      decline_code: declineCode,
      message,
      type: "card_error",
    },
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    processing: null,
    status: "requires_payment_method",
  });
  account.emit("charge.failed", charge);
  account.emit("payment_intent.payment_failed", intent);
  const invoiceId = account.invoiceIdByIntent.get(intent.id);
  if (invoiceId !== undefined) failInvoice(account, account.get("invoice", invoiceId));
  return charge;
}

/** Completes or fails the bank's authentication or the micro-deposit check. */
export function authenticate(
  account: AccountDouble,
  intent: Stripe.PaymentIntent,
  isSuccessful: boolean,
) {
  requireStatus(intent, ["requires_action"]);
  const method = account.getMethod(intent.payment_method as string);
  if (isSuccessful && method.type === "us_bank_account")
    return startProcessing(account, intent, method);
  if (isSuccessful) return completeIntent(account, intent, method);
  declineIntent(account, intent, method);
  Object.assign(intent.last_payment_error ?? {}, {
    code: "payment_intent_authentication_failure",
  });
  return intent;
}

/** Settles a bank debit, which succeeds or fails some days later. */
export function settleIntent(
  account: AccountDouble,
  intent: Stripe.PaymentIntent,
  hasArrived: boolean,
) {
  requireStatus(intent, ["processing"]);
  const method = account.getMethod(intent.payment_method as string);
  if (hasArrived) return completeIntent(account, intent, method);
  declineIntent(account, intent, { ...method, outcome: genericDecline });
  return intent;
}

export function cancelIntent(account: AccountDouble, intent: Stripe.PaymentIntent, params: Params) {
  if (account.invoiceIdByIntent.has(intent.id)) {
    throw createInvalidRequestError("You cannot cancel a PaymentIntent created by an invoice.", {
      code: "payment_intent_unexpected_state",
    });
  }
  requireStatus(intent, ["requires_payment_method", "requires_confirmation", "requires_action"]);
  return markCanceled(account, intent, getTextParameter(params, "cancellation_reason") ?? null);
}

export function markCanceled(
  account: AccountDouble,
  intent: Stripe.PaymentIntent,
  reason: string | null,
) {
  Object.assign(intent, {
    canceled_at: account.now(),
    cancellation_reason: reason,
    next_action: null,
    status: "canceled",
  });
  account.emit("payment_intent.canceled", intent);
  return intent;
}
