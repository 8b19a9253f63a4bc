import type { Sql } from "../../clients/database.ts";
import { getEmailedDeclineReason, getMonthlyDeclineReason } from "../../rules/decline-reasons.ts";
import { centsToDollars } from "../../rules/money.ts";
import {
  type SubscriptionUpdate,
  type RecurringDonationState,
  getUpdatedRecurringDonation,
} from "../recurring-donation-state.ts";
import type { CheckoutDetails, DeclineFact, SubscriptionFact } from "../provider-facts.ts";

export interface RecurringDonation extends RecurringDonationState {
  readonly id: string;
  readonly attemptId: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly feeCovered: number;
  readonly isAnonymous: boolean;
  readonly inHonorOf: string | null;
  readonly isMemorial: boolean;
  readonly source: string | null;
  readonly isDemo: boolean;
  readonly stripeCustomerId: string | null;
  readonly stripeSubscriptionId: string | null;
  readonly failureCode: string | null;
}

const columns = (sql: Sql) => sql`
  id, attempt_id, first_name, last_name, email, (amount * 100)::integer as amount,
  (fee_covered * 100)::integer as fee_covered, is_anonymous, in_honor_of, is_memorial, source, is_demo, stripe_customer_id,
  stripe_subscription_id, status, reported_at, current_period_end, cancels_at, canceled_at, failure_code`;

export const findRecurringDonations = (sql: Sql, ids: readonly string[]) =>
  sql<RecurringDonation[]>`
    select ${columns(sql)} from public.subscriptions
    where stripe_subscription_id in (select jsonb_array_elements_text(${sql.json(ids)}))`;

type SubscriptionReference = Pick<
  SubscriptionFact,
  "subscriptionId" | "checkout" | "customerId" | "isDemo"
>;

/**
 * Locks a recurring donation by its Stripe subscription id, or by its attempt if it has none yet. Recreates a lost row
 * if the subscription is ours.
 */
export async function lockRecurringDonation(
  sql: Sql,
  { subscriptionId, checkout, customerId, isDemo }: SubscriptionReference,
  amount: number | undefined,
): Promise<RecurringDonation | undefined> {
  const findRow = async () => {
    const [row] = await sql<RecurringDonation[]>`
      select ${columns(sql)} from public.subscriptions
      where stripe_subscription_id = ${subscriptionId}
        or (stripe_subscription_id is null and attempt_id = ${checkout?.attemptId ?? null})
      order by stripe_subscription_id nulls last
      limit 1
      for update`;
    return row;
  };
  const existingRow = await findRow();
  if (existingRow?.stripeSubscriptionId === subscriptionId) return existingRow;
  if (existingRow !== undefined) {
    const [attachedRow] = await sql<[RecurringDonation]>`
      update public.subscriptions set
        stripe_subscription_id = ${subscriptionId},
        stripe_customer_id = coalesce(stripe_customer_id, ${customerId ?? null})
      where id = ${existingRow.id}
      returning ${columns(sql)}`;
    return attachedRow;
  }
  if (checkout === undefined || !amount) return undefined;
  await addRecurringDonation(sql, { subscriptionId, checkout, customerId, isDemo, amount });
  return findRow();
}

async function addRecurringDonation(
  sql: Sql,
  newDonation: SubscriptionReference & {
    readonly checkout: CheckoutDetails;
    readonly amount: number;
  },
): Promise<void> {
  const { checkout, amount } = newDonation;
  await sql`
    insert into public.subscriptions (
      attempt_id, first_name, last_name, email, amount, fee_covered, is_anonymous, in_honor_of, is_memorial, source, is_demo,
      stripe_customer_id, stripe_subscription_id
    )
    values (
      ${checkout.attemptId ?? null}, ${checkout.firstName}, ${checkout.lastName}, ${checkout.email}, ${centsToDollars(amount)},
      ${centsToDollars(checkout.feeCovered < amount ? checkout.feeCovered : 0)}, ${checkout.isAnonymous},
      ${checkout.inHonorOf ?? null}, ${checkout.isMemorial}, ${checkout.source ?? null}, ${newDonation.isDemo}, ${newDonation.customerId ?? null}, ${newDonation.subscriptionId}
    )
    on conflict do nothing`;
}

/** Returns whether the customer is one of our recurring donors, which means that the payments are ours. */
export async function isKnownCustomer(sql: Sql, customerId: string | undefined): Promise<boolean> {
  const rows = await sql`
    select 1 from public.subscriptions where stripe_customer_id = ${customerId ?? null} limit 1`;
  return rows.length > 0;
}

/**
 * Applies an update to a locked recurring donation. Returns `needs-lookup` if two facts conflict and only the provider knows
 * which is current.
 */
export async function applySubscriptionUpdate(
  sql: Sql,
  recurringDonation: RecurringDonation,
  update: SubscriptionUpdate,
): Promise<RecurringDonation | "needs-lookup"> {
  const nextState = getUpdatedRecurringDonation(recurringDonation, update);
  if (nextState === "needs-lookup") return nextState;
  if (JSON.stringify(nextState) === JSON.stringify(recurringDonation)) return recurringDonation;
  const [savedRow] = await sql<[RecurringDonation]>`
    update public.subscriptions set
      status = ${nextState.status},
      amount = ${centsToDollars(nextState.amount)},
      reported_at = ${nextState.reportedAt},
      current_period_end = ${nextState.currentPeriodEnd},
      cancels_at = ${nextState.cancelsAt},
      canceled_at = ${nextState.canceledAt}
    where id = ${recurringDonation.id}
    returning ${columns(sql)}`;
  if (nextState.status === "canceled" && recurringDonation.status !== "canceled") {
    await reportCancellation(sql, recurringDonation, update);
  }
  return savedRow;
}

/** Emails the donor. If the provider gave up on the donation, the email says why, and a task tells administrators. */
async function reportCancellation(
  sql: Sql,
  { id, status, failureCode }: RecurringDonation,
  { isEndedUnpaid = status === "past_due" }: SubscriptionUpdate,
): Promise<void> {
  // A donor who left the checkout before the first charge never had a monthly gift.
  const wasRunning = status !== "incomplete";
  const [row] = await sql<[{ isReported: boolean }]>`
    select ${isEndedUnpaid && wasRunning} and private.report_unpaid_end(${id}) as is_reported`;
  const declineReason = getEmailedDeclineReason(failureCode ?? undefined) ?? "";
  const endReason = `We tried several times, but the payments didn't go through. ${declineReason}`;
  await sql`
    select private.queue_cancellation_mail(${id}, ${wasRunning}, ${row.isReported ? endReason.trim() : null})`;
}

/** Stores why the latest charge was declined, and returns whether that is new. */
export async function recordDecline(
  sql: Sql,
  { subscriptionId, code }: DeclineFact,
): Promise<boolean> {
  const rows = await sql`
    update public.subscriptions set failure_code = left(${code ?? null}, 100)
    where stripe_subscription_id = ${subscriptionId} and failure_code is distinct from left(${code ?? null}, 100)
    returning 1`;
  return rows.length > 0;
}

export async function isPaymentFailedMailQueued(sql: Sql, invoiceId: string): Promise<boolean> {
  const rows = await sql`
    select from public.email_outbox where dedupe_key = ${`payment-failed:${invoiceId}`}`;
  return rows.length > 0;
}

/** A declined monthly charge sends one email, however often Stripe retries the invoice. */
export const queuePaymentFailedMail = (
  sql: Sql,
  { id }: RecurringDonation,
  invoiceId: string,
  declineCode: string | undefined,
) => sql`
  select private.queue_payment_failed_mail(${id}, ${invoiceId}, ${getMonthlyDeclineReason(declineCode) ?? null})`;

export async function findStripeSubscriptionId(
  sql: Sql,
  { subscriptionId }: { readonly subscriptionId: string | null },
): Promise<string | undefined> {
  const [row] = await sql<{ stripeSubscriptionId: string }[]>`
    select stripe_subscription_id from public.subscriptions
    where id = ${subscriptionId} and stripe_subscription_id is not null`;
  return row?.stripeSubscriptionId;
}
