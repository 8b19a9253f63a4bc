import type { Sql } from "../clients/database.ts";
import type { DONATION_STATUSES } from "../contracts/limits.ts";
import {
  type GiftState,
  giftAfter,
  type PaymentFacts,
  paymentStatus,
} from "../rules/gift-state.ts";

/** A gift as the payment code sees it. */
export interface Donation extends GiftState {
  readonly id: string;
  readonly firstName: string;
  readonly email: string;
  /** Dollars, as text. */
  readonly amount: string;
  readonly isRecurring: boolean;
  readonly isDemo: boolean;
  readonly status: (typeof DONATION_STATUSES)[number];
  readonly failureCount: number;
  readonly stripePaymentIntentId: string | null;
  readonly stripeChargeId: string | null;
  readonly stripeInvoiceId: string | null;
}

/** By what the provider names a payment; one is enough to find its gift. */
export interface PaymentIds {
  readonly paymentIntentId?: string | undefined;
  /** Of the charge that succeeded. */
  readonly chargeId?: string | undefined;
  readonly invoiceId?: string | undefined;
}

const columns = (sql: Sql) => sql`
  id, first_name, email, amount, is_recurring, is_demo, status, failure_count, stripe_payment_intent_id,
  stripe_charge_id, stripe_invoice_id, processing_at, completed_at, failed_at, to_jsonb(failures) as failures,
  failure_code, failure_reason`;

const isPayment = (sql: Sql, { paymentIntentId, chargeId, invoiceId }: PaymentIds) => sql`(
  stripe_payment_intent_id = ${paymentIntentId ?? null}
  or stripe_charge_id = ${chargeId ?? null}
  or stripe_invoice_id = ${invoiceId ?? null}
)`;

export async function findDonation(sql: Sql, ids: PaymentIds): Promise<Donation | undefined> {
  const [row] = await sql<Donation[]>`
    select ${columns(sql)} from public.donations where ${isPayment(sql, ids)}`;
  return row;
}

/**
 * The one way by which a payment changes its gift: by what the provider says, whoever asked or was told, in any order
 * and however often. The first success queues the receipt. Undefined where no gift has that payment.
 */
export async function settlePayment(
  sql: Sql,
  ids: PaymentIds,
  facts: PaymentFacts,
): Promise<Donation | undefined> {
  const [gift] = await sql<Donation[]>`
    select ${columns(sql)} from public.donations where ${isPayment(sql, ids)} for update`;
  if (gift === undefined) return undefined;
  const next = giftAfter(withIds(gift, ids), facts);
  if (JSON.stringify(next) === JSON.stringify(gift)) return gift;
  const [settled] = await sql<Donation[]>`
    update public.donations set
      status = ${paymentStatus(next)},
      stripe_payment_intent_id = ${next.stripePaymentIntentId},
      stripe_charge_id = ${next.stripeChargeId},
      stripe_invoice_id = ${next.stripeInvoiceId},
      processing_at = ${next.processingAt},
      completed_at = ${next.completedAt},
      failed_at = ${next.failedAt},
      failures = array(select jsonb_array_elements_text(${sql.json(next.failures)})),
      failure_code = left(${next.failureCode}, 100),
      failure_reason = left(${next.failureReason}, 500)
    where id = ${gift.id}
    returning ${columns(sql)}`;
  if (gift.completedAt === null && next.completedAt !== null) {
    await sql`select private.queue_receipt(${gift.id})`;
  }
  return settled;
}

/** What is known of it by now; an id that it has already stays. */
const withIds = (gift: Donation, ids: PaymentIds): Donation => ({
  ...gift,
  stripePaymentIntentId: gift.stripePaymentIntentId ?? ids.paymentIntentId ?? null,
  stripeChargeId: gift.stripeChargeId ?? ids.chargeId ?? null,
  stripeInvoiceId: gift.stripeInvoiceId ?? ids.invoiceId ?? null,
});
