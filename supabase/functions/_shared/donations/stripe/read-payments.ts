import type { Stripe } from "stripe";
import { readCheckoutDetails } from "../checkout-metadata.ts";
import type { PaymentUpdate } from "../donation-state.ts";
import type { PaymentFact } from "../provider-facts.ts";

/** Converts Stripe's seconds to an ISO timestamp. */
export const toTimestamp = (seconds: number): string => new Date(seconds * 1000).toISOString();

export const readId = (
  value: string | { readonly id: string } | null | undefined,
): string | undefined => (typeof value === "string" ? value : value?.id);

/** The event that carried an object; undefined for lookups. */
export type SourceEvent = Pick<Stripe.Event, "id" | "created"> | undefined;

export function readIntent(intent: Stripe.PaymentIntent, event?: SourceEvent): PaymentFact {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : undefined;
  const update = readIntentUpdate(
    intent,
    charge?.created ?? event?.created ?? intent.created,
    event?.id,
  );
  return {
    kind: "payment",
    ids: {
      paymentIntentId: intent.id,
      chargeId: update.outcome === "succeeded" ? readId(intent.latest_charge) : undefined,
    },
    update,
    amount: intent.amount,
    isDemo: !intent.livemode,
    checkout: readCheckoutDetails(intent.metadata),
    customerId: readId(intent.customer),
  };
}

function readIntentUpdate(
  intent: Stripe.PaymentIntent,
  seconds: number,
  eventId: string | undefined,
): PaymentUpdate {
  const occurredAt = toTimestamp(seconds);
  const isLookup = eventId === undefined;
  const error = intent.last_payment_error;
  switch (intent.status) {
    case "succeeded":
      return { outcome: "succeeded", occurredAt };
    case "processing":
      return { outcome: "processing", occurredAt };
    case "canceled":
      return {
        outcome: "canceled",
        occurredAt: toTimestamp(intent.canceled_at ?? seconds),
        failure: { code: intent.cancellation_reason ?? "abandoned" },
      };
    case "requires_payment_method":
      if (!error) return { outcome: "open", occurredAt };
      return {
        outcome: "failed",
        occurredAt,
        isLookup,
        failure: {
          id: error.charge ?? eventId,
          code: getErrorCode(error),
          reason: error.message,
        },
      };
    case "requires_action":
      // A charge that we made without the donor has failed, because the bank wants the donor to confirm it.
      return intent.next_action?.type === "use_stripe_sdk" ||
        intent.next_action?.type === "redirect_to_url"
        ? { outcome: "open", occurredAt, failure: { code: "authentication_required" } }
        : { outcome: "open", occurredAt };
    case "requires_capture":
    case "requires_confirmation":
    default:
      return { outcome: "open", occurredAt };
  }
}

/** The code of a failed confirmation says more than the decline code that may come with it. */
const getErrorCode = ({
  code,
  decline_code: declineCode,
  type,
}: Stripe.PaymentIntent.LastPaymentError) =>
  code?.includes("authentication") ? code : (declineCode ?? code ?? type);

export function readCharge(charge: Stripe.Charge, event: SourceEvent): PaymentFact {
  const hasSucceeded = charge.status === "succeeded";
  return {
    kind: "payment",
    ids: {
      paymentIntentId: readId(charge.payment_intent),
      chargeId: hasSucceeded ? charge.id : undefined,
    },
    update: readChargeUpdate(charge, event),
    amount: charge.amount,
    isDemo: !charge.livemode,
    checkout: readCheckoutDetails(charge.metadata),
    customerId: readId(charge.customer),
  };
}

function readChargeUpdate(charge: Stripe.Charge, event: SourceEvent): PaymentUpdate {
  const occurredAt = toTimestamp(charge.created);
  if (charge.status === "succeeded") return { outcome: "succeeded", occurredAt };
  if (charge.status === "pending") return { outcome: "processing", occurredAt };
  const code = charge.outcome?.reason ?? charge.failure_code ?? "card_declined";
  return {
    outcome: "failed",
    // A bank debit can fail days after it was created, so use the time of the event.
    occurredAt: toTimestamp(event?.created ?? charge.created),
    failure: { id: charge.id, code, reason: charge.failure_message ?? undefined },
  };
}
