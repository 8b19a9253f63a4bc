import type { Sql } from "../clients/database.ts";

/** Records whether Stripe accepted our check. If it accepts one again, checkouts are taken to work again, too. */
export const recordProviderCheck = (sql: Sql, isDemo: boolean, isAccepted: boolean) =>
  isAccepted
    ? sql`
      update public.stripe_reconciliations
      set failing_since = null, failed_at = null, checkouts_failing_since = null, checkout_failed_at = null
      where is_demo = ${isDemo} and failing_since is not null`
    : sql`
      insert into public.stripe_reconciliations as known (is_demo, failing_since, failed_at)
      values (${isDemo}, now(), now())
      on conflict (is_demo) do update set
        failing_since = case
          when known.failed_at > now() - interval '1 hour' then known.failing_since else now()
        end,
        failed_at = now()`;

/** Selects whether Stripe has accepted a checkout since it last failed one. */
const selectHasLaterCheckout = (sql: Sql) => sql`
  exists (
    select from public.donations as donation
    where donation.created_at > known.checkout_failed_at and donation.is_demo = known.is_demo
      and donation.stripe_payment_intent_id is not null
  )`;

export const recordFailedCheckout = (sql: Sql, isDemo: boolean) => sql`
  insert into public.stripe_reconciliations as known (is_demo, checkouts_failing_since, checkout_failed_at)
  values (${isDemo}, now(), now())
  on conflict (is_demo) do update set
    checkouts_failing_since = case
      when known.checkout_failed_at > now() - interval '1 day' and not ${selectHasLaterCheckout(sql)}
      then known.checkouts_failing_since else now()
    end,
    checkout_failed_at = now()`;

export interface ProviderState {
  /** True if the provider has refused us for five minutes: our checks, or every checkout. */
  readonly isRefusingUs: boolean;
  /** True if the last checkout failed. */
  readonly hasFailedCheckout: boolean;
}

/** The last failed check must be recent, because checks stop if nobody asks for the site's health. */
export async function readProviderState(
  sql: Sql,
  isDemo: boolean,
): Promise<ProviderState | undefined> {
  const [row] = await sql<ProviderState[]>`
    select
      coalesce(
        known.failing_since <= now() - interval '5 minutes' and known.failed_at > now() - interval '15 minutes', false
      )
      or checkouts.has_failed and known.checkout_failed_at >= known.checkouts_failing_since + interval '5 minutes'
        as is_refusing_us,
      checkouts.has_failed as has_failed_checkout
    from public.stripe_reconciliations as known
    cross join lateral (
      select coalesce(
        known.checkout_failed_at > now() - interval '1 day' and not ${selectHasLaterCheckout(sql)}, false
      ) as has_failed
    ) as checkouts
    where known.is_demo = ${isDemo}`;
  return row;
}
