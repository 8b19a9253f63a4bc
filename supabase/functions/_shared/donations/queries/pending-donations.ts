import type { z } from "zod";
import type { Sql } from "../../clients/database.ts";
import type { newTribute } from "../../contracts/tributes.ts";
import { AppError } from "../../errors.ts";
import { computeChargeCoveringFee } from "../../rules/fee-cover.ts";
import { centsToDollars, dollarsToCents } from "../../rules/money.ts";

export interface NewDonation {
  readonly attemptId: string;
  /** Dollars, as text: the donor's choice, without the fee. */
  readonly amount: string;
  readonly coversFee: boolean;
  /** The provider stores the card, so that the donor can start a monthly donation with it. */
  readonly keepsCard: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isRecurring: boolean;
  readonly isAnonymous: boolean;
  readonly inHonorOf?: string | undefined;
  /** True if the person in `inHonorOf` has died. */
  readonly isMemorial: boolean;
  /** The source in the link that brought the donor to the site. */
  readonly source?: string | undefined;
  readonly isDemo: boolean;
  readonly tribute?: z.output<typeof newTribute> | undefined;
}

/** Both in cents. The fee is part of the total. */
interface ChargeAmounts {
  readonly totalCents: number;
  readonly feeCovered: number;
}

export interface PendingDonation extends ChargeAmounts {
  readonly id: string;
  /** Null until the provider assigns one. */
  readonly paymentIntentId: string | null;
  readonly recurringDonation: PendingRecurringDonation | undefined;
}

export interface PendingRecurringDonation {
  readonly id: string;
  readonly stripeCustomerId: string | null;
}

/**
 * Limits the number of unfinished attempts per IP address, and per email at that IP address (threat 23). Emails aren't
 * limited across IP addresses, because anyone can type someone else's email. The limit per email is lower, so that
 * others at the same IP address can still donate.
 */
const ATTEMPT_LIMITS = {
  maxPerAddress: 10,
  maxPerNetwork: 100,
  maxPerDonor: 8,
  windowSeconds: 600,
};

export interface PaymentAttempt {
  readonly attemptId: string;
  readonly addressHash: string;
  /** The /48 around an IPv6 address. */
  readonly networkHash: string | null;
  readonly emailHash: string;
  readonly formTokenId: string | null;
}

/**
 * Returns whether the whole site has too many unpaid attempts. Throws `too_many_requests` after too many unfinished
 * attempts, and `form_token_invalid` if another attempt used the form token. A repeated attempt counts once.
 */
export async function admitAttempt(sql: Sql, attempt: PaymentAttempt): Promise<boolean> {
  const [row] = await sql<[{ waitSeconds: number; isTokenUsed: boolean; isFlooded: boolean }]>`
    select wait_seconds, is_token_used, is_flooded
    from private.admit_payment_attempt(
      attempt_id => ${attempt.attemptId},
      address_hash => ${attempt.addressHash},
      network_hash => ${attempt.networkHash},
      email_hash => ${attempt.emailHash},
      form_token_id => ${attempt.formTokenId},
      max_of_address => ${ATTEMPT_LIMITS.maxPerAddress},
      max_of_network => ${ATTEMPT_LIMITS.maxPerNetwork},
      max_of_donor => ${ATTEMPT_LIMITS.maxPerDonor},
      window_length => make_interval(secs => ${ATTEMPT_LIMITS.windowSeconds})
    )`;
  if (row.isTokenUsed) throw new AppError("form_token_invalid");
  if (row.waitSeconds > 0)
    throw new AppError("too_many_requests", { retryAfterSeconds: row.waitSeconds });
  return row.isFlooded;
}

/**
 * Inserts the donation of an attempt, with its subscription if recurring, or returns the existing one if the attempt is
 * repeated. Throws SQLSTATE CP001 if a repeated attempt differs, and CP014 if the amount is out of range.
 */
export async function createPendingDonation(
  sql: Sql,
  donation: NewDonation,
  payment: { readonly paymentIntentId: string } | { readonly provider: "stripe" },
): Promise<PendingDonation> {
  const charge = await calculateChargeAmounts(sql, donation);
  const recurringDonation =
    donation.isRecurring && "provider" in payment
      ? await createPendingRecurringDonation(sql, donation, charge)
      : undefined;
  const [row] = await sql<
    [{ donation: { id: string; paymentIntentId: string | null; isNew: boolean } }]
  >`
    select private.create_pending_donation(
      attempt_id => ${donation.attemptId},
      amount => ${centsToDollars(charge.totalCents)},
      first_name => ${donation.firstName},
      last_name => ${donation.lastName},
      email => ${donation.email},
      is_recurring => ${donation.isRecurring},
      is_demo => ${donation.isDemo},
      payment_intent_id => ${"paymentIntentId" in payment ? payment.paymentIntentId : null},
      is_anonymous => ${donation.isAnonymous},
      in_honor_of => ${donation.inHonorOf ?? null},
      fee_covered => ${centsToDollars(charge.feeCovered)},
      subscription_id => ${recurringDonation?.id ?? null},
      source => ${donation.source ?? null},
      is_memorial => ${donation.isMemorial}
    ) as donation`;
  const { isNew, ...pendingDonation } = row.donation;
  await setPendingTribute(sql, pendingDonation.id, isNew, donation.tribute);
  return { ...charge, ...pendingDonation, recurringDonation };
}

/**
 * Stores the card in honor or in memory of someone, or throws SQLSTATE CP001 if a repeated attempt has a different one.
 */
async function setPendingTribute(
  sql: Sql,
  donationId: string,
  isNew: boolean,
  tribute: NewDonation["tribute"],
): Promise<void> {
  if (isNew && tribute === undefined) return;
  const card = tribute === undefined ? null : sql.json({ ...tribute });
  await sql`select private.set_pending_tribute(${donationId}, ${isNew}, ${card})`;
}

/** Returns the amount to charge and the fee that it covers, based on the current settings. */
async function calculateChargeAmounts(
  sql: Sql,
  { amount, coversFee }: NewDonation,
): Promise<ChargeAmounts> {
  const cents = dollarsToCents(amount) ?? 0;
  if (!coversFee) return { totalCents: cents, feeCovered: 0 };
  const [fee] = await sql<[{ cardFeePercent: number; cardFeeFixed: number }]>`
    select card_fee_percent::float8, card_fee_fixed::float8 from public.settings`;
  const totalCents = computeChargeCoveringFee(cents, fee);
  return { totalCents, feeCovered: totalCents - cents };
}

async function createPendingRecurringDonation(
  sql: Sql,
  donation: NewDonation,
  { totalCents, feeCovered }: ChargeAmounts,
): Promise<PendingRecurringDonation> {
  const [row] = await sql<[{ subscription: PendingRecurringDonation }]>`
    select private.create_pending_subscription(
      attempt_id => ${donation.attemptId},
      amount => ${centsToDollars(totalCents)},
      first_name => ${donation.firstName},
      last_name => ${donation.lastName},
      email => ${donation.email},
      is_demo => ${donation.isDemo},
      is_anonymous => ${donation.isAnonymous},
      in_honor_of => ${donation.inHonorOf ?? null},
      fee_covered => ${centsToDollars(feeCovered)},
      source => ${donation.source ?? null},
      is_memorial => ${donation.isMemorial}
    ) as subscription`;
  return row.subscription;
}

/** Stores the provider's ids. Ids that are already stored are kept. */
export const attachPaymentIntent = (
  sql: Sql,
  { id }: PendingDonation,
  paymentIntentId: string,
  invoiceId: string | undefined,
) => sql`select private.attach_payment_intent(${id}, ${paymentIntentId}, ${invoiceId ?? null})`;

export interface CreatedSubscription {
  readonly id: string;
  /** When the next charge is due. */
  readonly currentPeriodEnd: string | undefined;
}

export const attachSubscription = (
  sql: Sql,
  { id }: PendingRecurringDonation,
  customerId: string,
  subscription: CreatedSubscription | undefined,
) => sql`
  select private.attach_subscription(
    ${id}, ${customerId}, ${subscription?.id ?? null}, ${subscription?.currentPeriodEnd ?? null}
  )`;

/** Returns when a subscription is charged next, or null if it has ended. */
export async function findNextChargeAt(sql: Sql, subscriptionId: string): Promise<string | null> {
  const [row] = await sql<{ nextChargeAt: string | null }[]>`
    select current_period_end as next_charge_at from public.subscriptions
    where id = ${subscriptionId} and status <> 'canceled' and cancels_at is null`;
  return row?.nextChargeAt ?? null;
}
