import type { Sql } from "../clients/database.ts";
import type { WebhookActivity } from "../rules/webhook-state.ts";

/** Reads when Stripe's events arrived and when our rows were last compared with Stripe. */
export async function readWebhookActivity(sql: Sql, isLive: boolean): Promise<WebhookActivity> {
  const [row] = await sql<[WebhookActivity]>`
    select
      (select min(received_at) from public.stripe_events where livemode = ${isLive}) as first_event_at,
      (select max(received_at) from public.stripe_events where livemode = ${isLive}) as last_event_at,
      reconciliation.finished_at as last_reconciled_at,
      reconciliation.last_miss_found_at,
      reconciliation.missed_payment_at is not null and not exists (
        select from public.stripe_events as event
        where event.livemode = ${isLive}
          and event.received_at >= reconciliation.missed_payment_at
          and event.created_at >= reconciliation.missed_payment_at
          and event.type in (
            'payment_intent.succeeded', 'charge.succeeded', 'invoice.paid', 'invoice.payment_succeeded'
          )
      ) as has_missed_payment,
      coalesce(to_jsonb(reconciliation.refused), '[]') as refused_lists
    from (values (1)) as one
    left join public.stripe_reconciliations as reconciliation on reconciliation.is_demo <> ${isLive}`;
  return row;
}
