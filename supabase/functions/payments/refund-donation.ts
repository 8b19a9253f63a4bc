import type { Stripe } from "stripe";
import { getStripeErrorCode } from "../_shared/clients/stripe.ts";
import type { paymentEndpoints } from "../_shared/contracts/payments.ts";
import { AppError } from "../_shared/errors.ts";
import { type Call, requireFound } from "../_shared/http/handlers.ts";
import type { Services } from "../_shared/http/services.ts";
import {
  type AdminDonationRow,
  findAdminDonation,
} from "../_shared/donations/queries/admin-donation.ts";
import { dollarsToCents } from "../_shared/rules/money.ts";
import { readRefund } from "../_shared/donations/stripe/read-adjustments.ts";
import { applyStripeFacts } from "../_shared/donations/stripe/apply-stripe-facts.ts";
import { requestRefund } from "./queries/refunds.ts";

/** Stripe errors caused by the donation itself, which a retry can't fix. */
const PERMANENT_ERRORS = new Set([
  "charge_already_refunded",
  "charge_disputed",
  "StripeInvalidRequestError",
]);

/**
 * Refunds through Stripe to the original payment method, once per request. Records who requested the refund before
 * asking Stripe, and then applies Stripe's result.
 */
export async function refundDonation(
  { asCaller, params: { id }, body, services }: Call<(typeof paymentEndpoints)["refundDonation"]>,
  requestId: string,
): Promise<AdminDonationRow> {
  const request = await asCaller((sql) =>
    requestRefund(sql, { requestId, donationId: id, amount: body.amount, reason: body.reason }),
  );
  const refund = await refundAtStripe(services, {
    payment_intent: request.paymentIntentId,
    amount: dollarsToCents(request.amount) ?? 0,
    ...(body.reason === undefined ? {} : { reason: body.reason }),
    metadata: { refund_request_id: requestId },
  });
  await applyStripeFacts(services, [readRefund(refund)]);
  return requireFound(await asCaller((sql) => findAdminDonation(sql, id)), "donation");
}

async function refundAtStripe(
  { stripe }: Services,
  refundParams: Stripe.RefundCreateParams & {
    readonly metadata: { readonly refund_request_id: string };
  },
): Promise<Stripe.Refund> {
  try {
    return await stripe.callApi((api) =>
      api.refunds.create(refundParams, {
        idempotencyKey: `refund ${refundParams.metadata.refund_request_id}`,
      }),
    );
  } catch (error) {
    if (PERMANENT_ERRORS.has(getStripeErrorCode(error) ?? ""))
      throw new AppError("not_refundable", { cause: error });
    throw error;
  }
}
