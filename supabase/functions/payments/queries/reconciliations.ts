import type { Sql } from "../../_shared/clients/database.ts";

/** Progress of a reconciliation run: lists are read one after another, each from its cursor. */
export interface ReconciliationRun {
  readonly startedAt: string;
  /** Unix time in seconds. Older objects aren't listed. */
  readonly since: number;
  readonly step: number;
  readonly after: string | null;
  readonly failed: number;
  /** The lists that our key hasn't been allowed to read so far. */
  readonly refused?: readonly string[];
}

export interface Reconciliation {
  readonly completeUntil: string | null;
  /** Where to resume a run in progress; null between runs. */
  readonly currentRun: ReconciliationRun | null;
  /** The lists that our key wasn't allowed to read in the last complete run. */
  readonly refused: readonly string[];
}

export async function readReconciliation(sql: Sql, isDemo: boolean): Promise<Reconciliation> {
  const [row] = await sql<Reconciliation[]>`
    select complete_until, current_run, to_jsonb(refused) as refused from public.stripe_reconciliations where is_demo = ${isDemo}`;
  return row ?? { completeUntil: null, currentRun: null, refused: [] };
}

interface Progress extends Reconciliation {
  readonly isDemo: boolean;
  /** True if our key may read at least one list. */
  readonly hasReadAccess: boolean;
  /** True if the run found an event, other than a payment's, that never arrived. */
  readonly hasMissedEvent: boolean;
  /** The time of the latest payment whose event never arrived. */
  readonly missedPaymentAt: string | null;
}

export const saveReconciliation = (sql: Sql, progress: Progress) => sql`
  insert into public.stripe_reconciliations as known (
    is_demo, complete_until, current_run, refused, finished_at, last_miss_found_at, missed_payment_at
  )
  values (
    ${progress.isDemo}, ${progress.completeUntil}, ${progress.currentRun === null ? null : sql.json({ ...progress.currentRun, refused: [...(progress.currentRun.refused ?? [])] })},
    array(select jsonb_array_elements_text(${sql.json([...progress.refused])})),
    case when ${progress.currentRun === null && progress.hasReadAccess} then now() end, case when ${progress.hasMissedEvent} then now() end,
    ${progress.missedPaymentAt}
  )
  on conflict (is_demo) do update set
    complete_until = excluded.complete_until,
    current_run = excluded.current_run,
    refused = excluded.refused,
    finished_at = coalesce(excluded.finished_at, known.finished_at),
    last_miss_found_at = coalesce(excluded.last_miss_found_at, known.last_miss_found_at),
    missed_payment_at = greatest(excluded.missed_payment_at, known.missed_payment_at)`;

export interface SettledPayment {
  readonly paymentIntentId: string | undefined;
  readonly chargeId: string | undefined;
  readonly paidAt: string;
}

/** Returns the time of the latest of these payments that is a donation and whose event never arrived. */
export async function findMissedPayment(
  sql: Sql,
  payments: readonly SettledPayment[],
): Promise<string | null> {
  const [row] = await sql<{ paidAt: string | null }[]>`
    select max(payment."paidAt") as paid_at
    from jsonb_to_recordset(${sql.json(payments as never)}) as payment (
      "paymentIntentId" text, "chargeId" text, "paidAt" timestamptz
    )
    where exists (
      select from public.donations as donation
      where donation.stripe_payment_intent_id = payment."paymentIntentId"
    ) and not exists (
      select from public.stripe_events as event
      where event.object_id in (payment."paymentIntentId", payment."chargeId") and event.created_at >= payment."paidAt"
    )`;
  return row?.paidAt ?? null;
}

export interface UnresolvedRow {
  readonly cursor: string;
  readonly stripeId: string;
}

const PAGE_SIZE = 50;

/** Donations left unfinished for a day, and slow bank debits. */
export const listAbandonedPayments = (sql: Sql, isDemo: boolean, afterId: string | null) => sql<
  (UnresolvedRow & { stripeSubscriptionId: string | null })[]
>`
  select donation.id as cursor, donation.stripe_payment_intent_id as stripe_id,
    subscription.stripe_subscription_id
  from public.donations as donation
  left join public.subscriptions as subscription on subscription.id = donation.subscription_id
  where donation.status = 'pending' and donation.is_demo = ${isDemo}
    and donation.created_at < now() - interval '24 hours'
    and donation.stripe_payment_intent_id not like 'pi\\_demo\\_%'
    and donation.id > coalesce(${afterId}::uuid, '00000000-0000-0000-0000-000000000000')
  order by donation.id
  limit ${PAGE_SIZE}`;

/** Pending refunds and open disputes. The provider reports returned debits as disputes. */
export const listOpenAdjustments = (sql: Sql, isDemo: boolean, afterId: string | null) => sql<
  (UnresolvedRow & { kind: "refund" | "dispute" })[]
>`
  select adjustment.id as cursor, adjustment.stripe_id,
    case adjustment.kind when 'return' then 'dispute' else adjustment.kind end as kind
  from public.donation_adjustments as adjustment
  join public.donations as donation on donation.id = adjustment.donation_id
  where adjustment.status in ('pending', 'open') and donation.is_demo = ${isDemo}
    and adjustment.stripe_id is not null
    and adjustment.id > coalesce(${afterId}::uuid, '00000000-0000-0000-0000-000000000000')
  order by adjustment.id
  limit ${PAGE_SIZE}`;
