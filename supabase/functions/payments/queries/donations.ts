import type { DONATION_STATUSES } from "../../_shared/contracts/limits.ts";
import type { Sql } from "../../_shared/clients/database.ts";

/** A gift as the payment code sees it. */
export interface Donation {
  readonly id: string;
  readonly firstName: string;
  readonly email: string;
  readonly amount: number;
  readonly isRecurring: boolean;
  readonly isDemo: boolean;
  readonly status: (typeof DONATION_STATUSES)[number];
}

export interface PendingDonation {
  readonly attemptId: string;
  /** Dollars, as text. */
  readonly amount: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isRecurring: boolean;
  readonly isAnonymous: boolean;
  readonly inHonorOf: string | undefined;
  readonly isDemo: boolean;
  readonly paymentIntentId: string;
}

/**
 * One row per attempt: a repeated attempt gets the intent of the first. Raises SQLSTATE CP001 where the repeated
 * attempt has other facts, CP014 where the amount is out of range.
 */
export async function createPendingDonation(
  sql: Sql,
  gift: PendingDonation,
): Promise<{ readonly amount: number; readonly paymentIntentId: string }> {
  const [row] = await sql<[{ donation: { amount: number; paymentIntentId: string } }]>`
    select private.create_pending_donation(
      attempt_id => ${gift.attemptId},
      amount => ${gift.amount},
      first_name => ${gift.firstName},
      last_name => ${gift.lastName},
      email => ${gift.email},
      is_recurring => ${gift.isRecurring},
      is_demo => ${gift.isDemo},
      payment_intent_id => ${gift.paymentIntentId},
      is_anonymous => ${gift.isAnonymous},
      in_honor_of => ${gift.inHonorOf ?? null}
    ) as donation`;
  return row.donation;
}

export async function findDonation(
  sql: Sql,
  paymentIntentId: string,
): Promise<Donation | undefined> {
  const [row] = await sql<{ donation: Donation }[]>`
    select private.donation_view(donation) as donation
    from public.donations as donation
    where stripe_payment_intent_id = ${paymentIntentId}`;
  return row?.donation;
}

/** Counts the gift once and queues one receipt, however often it is called. */
export async function completeDonation(sql: Sql, paymentIntentId: string): Promise<Donation> {
  const [row] = await sql<
    [{ donation: Donation }]
  >`select private.complete_donation(${paymentIntentId}) as donation`;
  return row.donation;
}

/** Notes a decline; without effect once the gift is completed. */
export async function failDonation(
  sql: Sql,
  paymentIntentId: string,
  code: string,
): Promise<Donation> {
  const [row] = await sql<
    [{ donation: Donation }]
  >`select private.fail_donation(${paymentIntentId}, ${code}) as donation`;
  return row.donation;
}
