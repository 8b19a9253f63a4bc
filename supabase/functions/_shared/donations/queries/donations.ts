import type { Sql } from "../../clients/database.ts";
import type { DONATION_STATUSES } from "../../contracts/choices.ts";
import {
  type DonationState,
  getUpdatedDonation,
  isReturnedDebit,
  type PaymentUpdate,
  getPaymentStatus,
} from "../donation-state.ts";
import { getEmailedDeclineReason } from "../../rules/decline-reasons.ts";
import { centsToDollars } from "../../rules/money.ts";
import type { CheckoutDetails, PaymentIds, PaymentFact } from "../provider-facts.ts";

export interface Donation extends DonationState {
  readonly id: string;
  readonly firstName: string;
  readonly email: string;
  /** Dollars, as text. */
  readonly amount: string;
  readonly feeCovered: string;
  readonly isRecurring: boolean;
  readonly isDemo: boolean;
  readonly status: (typeof DONATION_STATUSES)[number];
  readonly failureCount: number;
  readonly subscriptionId: string | null;
  readonly stripePaymentIntentId: string | null;
  readonly stripeChargeId: string | null;
  readonly stripeInvoiceId: string | null;
  readonly fraudWarnedAt: string | null;
}

const columns = (sql: Sql) => sql`
  id, first_name, email, amount, fee_covered, is_recurring, is_demo, status, failure_count, subscription_id,
  stripe_payment_intent_id, stripe_charge_id, stripe_invoice_id, processing_at, completed_at, failed_at,
  to_jsonb(failures) as failures, failure_code, failure_reason, fraud_warned_at`;

const matchesPayment = (sql: Sql, { paymentIntentId, chargeId, invoiceId }: PaymentIds) => sql`(
  stripe_payment_intent_id = ${paymentIntentId ?? null}
  or stripe_charge_id = ${chargeId ?? null}
  or stripe_invoice_id = ${invoiceId ?? null}
)`;

export async function findDonationByPayment(
  sql: Sql,
  ids: PaymentIds,
): Promise<Donation | undefined> {
  const [row] = await sql<Donation[]>`
    select ${columns(sql)} from public.donations where ${matchesPayment(sql, ids)}`;
  return row;
}

export const findDonations = (sql: Sql, paymentIds: readonly PaymentIds[]) => {
  // Comparing with an array uses the index; a join with `or` would scan all donations.
  const matchAnyId = (name: keyof PaymentIds) =>
    sql`any(array(
      select jsonb_array_elements_text(${sql.json(paymentIds.flatMap((ids) => ids[name] ?? []))})
    ))`;
  return sql<Donation[]>`
    select ${columns(sql)} from public.donations
    where stripe_payment_intent_id = ${matchAnyId("paymentIntentId")}
      or stripe_charge_id = ${matchAnyId("chargeId")}
      or stripe_invoice_id = ${matchAnyId("invoiceId")}`;
};

/** Finds a donation and locks it until the transaction ends. */
export async function lockDonation(sql: Sql, ids: PaymentIds): Promise<Donation | undefined> {
  const [row] = await sql<Donation[]>`
    select ${columns(sql)} from public.donations where ${matchesPayment(sql, ids)} for update`;
  return row;
}

/**
 * Finds a payment's donation and applies an update to it. Updates may arrive in any order and repeatedly; the first
 * success queues the receipt. Returns undefined if no donation has that payment.
 */
export async function findAndApplyPaymentUpdate(
  sql: Sql,
  ids: PaymentIds,
  update: PaymentUpdate,
): Promise<Donation | undefined> {
  const donation = await lockDonation(sql, ids);
  return donation === undefined ? undefined : applyPaymentUpdate(sql, donation, ids, update);
}

/** Applies an update to a locked donation. A known update writes nothing and returns the given row. */
export async function applyPaymentUpdate(
  sql: Sql,
  donation: Donation,
  ids: PaymentIds,
  update: PaymentUpdate,
): Promise<Donation> {
  if (!wouldChange(donation, ids, update)) return donation;
  const nextState = getUpdatedDonation(fillInIds(donation, ids), update);
  const [savedRow] = await sql<[Donation]>`
    update public.donations set
      status = ${getPaymentStatus(nextState)},
      stripe_payment_intent_id = ${nextState.stripePaymentIntentId},
      stripe_charge_id = ${nextState.stripeChargeId},
      stripe_invoice_id = ${nextState.stripeInvoiceId},
      processing_at = ${nextState.processingAt},
      completed_at = ${nextState.completedAt},
      failed_at = ${nextState.failedAt},
      failures = array(select jsonb_array_elements_text(${sql.json(nextState.failures)})),
      failure_code = left(${nextState.failureCode}, 100),
      failure_reason = left(${nextState.failureReason}, 500)
    where id = ${donation.id}
    returning ${columns(sql)}`;
  if (donation.processingAt === null && nextState.processingAt !== null) {
    await recognizeReturn(sql, donation.id);
  }
  if (donation.completedAt === null && nextState.completedAt !== null) {
    await sql`select private.queue_receipt(${donation.id})`;
  }
  if (isReturnedDebit(nextState) && !isReturnedDebit(donation)) {
    const { id, failedAt, failureCode } = nextState;
    await reportReturnedDebit(sql, id, `${id}:${failedAt}`, failureCode);
  }
  return savedRow;
}

/** The report that the donation is a bank debit may arrive after the one about its return. */
async function recognizeReturn(sql: Sql, donationId: string): Promise<void> {
  const returns = await sql<{ stripeId: string; status: string; reason: string | null }[]>`
    update public.donation_adjustments set kind = 'return'
    where donation_id = ${donationId} and kind = 'dispute'
    returning stripe_id, status, reason`;
  for (const { stripeId, status, reason } of returns) {
    if (status === "lost") await reportReturnedDebit(sql, donationId, stripeId, reason);
  }
}

/** Tells the donor and the administrators. `cause` identifies the return. */
export const reportReturnedDebit = (
  sql: Sql,
  donationId: string,
  cause: string,
  code: string | null | undefined,
) =>
  sql`select private.report_returned_debit(${donationId}, ${cause}, ${getEmailedDeclineReason(code ?? undefined) ?? null})`;

export const wouldChange = (donation: Donation, ids: PaymentIds, update: PaymentUpdate): boolean =>
  JSON.stringify(getUpdatedDonation(fillInIds(donation, ids), update)) !== JSON.stringify(donation);

/** Fills in missing ids and keeps existing ones. */
const fillInIds = (donation: Donation, ids: PaymentIds): Donation => ({
  ...donation,
  stripePaymentIntentId: donation.stripePaymentIntentId ?? ids.paymentIntentId ?? null,
  stripeChargeId: donation.stripeChargeId ?? ids.chargeId ?? null,
  stripeInvoiceId: donation.stripeInvoiceId ?? ids.invoiceId ?? null,
});

/**
 * Locks the attempt's donation if no payment is stored with it yet: either the checkout request ended before it stored
 * the provider's response, or the event arrived before the response.
 */
export async function lockUnpaidDonation(
  sql: Sql,
  attemptId: string | undefined,
): Promise<Donation | undefined> {
  const [row] = await sql<Donation[]>`
    select ${columns(sql)} from public.donations
    where attempt_id = ${attemptId ?? null}
      and (stripe_payment_intent_id is null or is_recurring and stripe_invoice_id is null)
    for update`;
  return row;
}

interface MissingDonation extends Pick<PaymentFact, "ids" | "amount" | "isDemo"> {
  readonly checkout: CheckoutDetails;
  readonly occurredAt: string;
  readonly subscriptionId: string | null;
}

/** Inserts a donation for a payment that has none: a monthly charge, or a row that was lost. */
export async function addDonation(
  sql: Sql,
  donation: MissingDonation,
): Promise<Donation | undefined> {
  const { checkout, ids } = donation;
  await sql`
    insert into public.donations (
      attempt_id, first_name, last_name, email, amount, fee_covered, is_recurring, is_anonymous, in_honor_of,
      is_memorial, source, is_demo, subscription_id, stripe_payment_intent_id, stripe_invoice_id, created_at
    )
    values (
      (
        select given.id from (values (${checkout.attemptId ?? null}::uuid)) as given (id)
        where not exists (select 1 from public.donations where attempt_id = given.id)
      ),
      ${checkout.firstName}, ${checkout.lastName}, ${checkout.email}, ${centsToDollars(donation.amount)},
      ${centsToDollars(checkout.feeCovered < donation.amount ? checkout.feeCovered : 0)}, ${donation.subscriptionId !== null},
      ${checkout.isAnonymous}, ${checkout.inHonorOf ?? null}, ${checkout.isMemorial}, ${checkout.source ?? null}, ${donation.isDemo}, ${donation.subscriptionId},
      ${ids.paymentIntentId ?? null}, ${ids.invoiceId ?? null}, ${donation.occurredAt}
    )
    on conflict do nothing`;
  return lockDonation(sql, ids);
}
