import type { Sql } from "../../_shared/clients/database.ts";

interface PaymentFigures {
  /** API version of the last event. */
  readonly eventVersion: string | null;
  readonly pendingCount: number;
  readonly disputeCount: number;
}

export async function readPaymentFigures(sql: Sql, isLive: boolean): Promise<PaymentFigures> {
  const [row] = await sql<[PaymentFigures]>`
    select
      (
        select api_version from public.stripe_events
        where livemode = ${isLive} and api_version is not null
        order by received_at desc limit 1
      ) as event_version,
      (
        select count(*)::integer from public.donations where status = 'pending' and is_demo <> ${isLive}
      ) as pending_count,
      (
        select count(*)::integer from public.donation_adjustments as adjustment
        join public.donations as donation on donation.id = adjustment.donation_id
        where adjustment.status = 'open' and donation.is_demo <> ${isLive}
      ) as dispute_count`;
  return row;
}
