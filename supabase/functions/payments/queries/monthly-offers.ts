import type { Sql } from "../../_shared/clients/database.ts";

/** A one-time donation whose donor may start a monthly one with the same card. */
export interface OfferedDonation {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isAnonymous: boolean;
  readonly source: string | null;
  readonly stripePaymentIntentId: string;
  /** Bounds of the monthly amount, in cents. */
  readonly minCents: number;
  readonly maxCents: number;
  /** A month after the donation, in Unix seconds. */
  readonly nextChargeUnixSeconds: number;
}

/** Returns undefined unless the donation was paid within the last day and hasn't been refunded or disputed. */
export async function findOfferedDonation(
  sql: Sql,
  attemptId: string,
): Promise<OfferedDonation | undefined> {
  const [row] = await sql<OfferedDonation[]>`
    select donation.first_name, donation.last_name, donation.email, donation.is_anonymous, donation.source,
      donation.stripe_payment_intent_id, (setting.min_donation * 100)::integer as min_cents,
      ((donation.amount - donation.fee_covered) * 100)::integer as max_cents,
      extract(epoch from donation.completed_at + interval '1 month')::integer as next_charge_unix_seconds
    from public.donations as donation, public.settings as setting
    where donation.attempt_id = ${attemptId}
      and donation.status = 'completed'
      and not donation.is_recurring
      and donation.completed_at > now() - interval '1 day'
      and donation.stripe_payment_intent_id is not null`;
  return row;
}

export interface StartedRecurringDonation {
  readonly id: string;
  /** Dollars, as text. */
  readonly amount: string;
  readonly nextChargeAt: string;
}

export async function findStartedRecurringDonation(
  sql: Sql,
  attemptId: string,
): Promise<StartedRecurringDonation | undefined> {
  const [row] = await sql<StartedRecurringDonation[]>`
    select id, amount, current_period_end as next_charge_at from public.subscriptions
    where attempt_id = ${attemptId} and current_period_end is not null`;
  return row;
}

export const queueMonthlyGiftStartedMail = (sql: Sql, { id }: StartedRecurringDonation) =>
  sql`select private.queue_monthly_gift_started_mail(${id})`;
