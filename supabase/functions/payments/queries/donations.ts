import type { Sql } from "../../_shared/clients/database.ts";

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
