import type { Sql } from "../../clients/database.ts";
import { type AdjustmentUpdate, type AdjustmentState, supersedes } from "../adjustment-state.ts";
import { isBankReturn } from "../../rules/adjustment-reasons.ts";
import { centsToDollars } from "../../rules/money.ts";
import { type Donation, reportReturnedDebit } from "./donations.ts";

/**
 * Records a refund or dispute for a locked donation and returns whether anything changed. Triggers update the donation
 * and totals.
 */
export async function applyAdjustmentUpdate(
  sql: Sql,
  donation: Donation,
  update: AdjustmentUpdate,
): Promise<boolean> {
  // Once a refund is listed, the placeholder for unlisted refunds isn't needed anymore.
  if (update.kind === "refund" && update.id !== donation.stripeChargeId) {
    await sql`delete from public.donation_adjustments where stripe_id = ${donation.stripeChargeId}`;
  }
  const [knownState] = await sql<AdjustmentState[]>`
    select status, (amount * 100)::integer as amount, reported_at from public.donation_adjustments
    where stripe_id = ${update.id}`;
  if (!supersedes(update, knownState)) return false;
  await sql`
    insert into public.donation_adjustments (donation_id, kind, amount, status, stripe_id, reason, reported_at)
    values (
      ${donation.id}, ${isReturn(donation, update) ? "return" : update.kind}, ${centsToDollars(update.amount)}, ${update.status}, ${update.id},
      left(${update.reason ?? null}, 500), ${update.occurredAt}
    )
    on conflict (stripe_id) do update set
      kind = excluded.kind, amount = excluded.amount, status = excluded.status, reason = excluded.reason, reported_at = excluded.reported_at`;
  await reportAdjustment(sql, donation, update, knownState);
  return true;
}

/** Cards aren't processed for days, so a donation that was is a bank debit, whatever the reason for its return. */
const isReturn = (donation: Donation, { kind, reason }: AdjustmentUpdate): boolean =>
  kind === "dispute" && (isBankReturn(reason) || donation.processingAt !== null);

const hasFailed = (status: AdjustmentUpdate["status"] | undefined): boolean =>
  status === "failed" || status === "canceled";

async function reportAdjustment(
  sql: Sql,
  donation: Donation,
  update: AdjustmentUpdate,
  knownState: AdjustmentState | undefined,
): Promise<void> {
  const { kind, id, status, reason } = update;
  if (kind === "dispute") {
    if (isReturn(donation, update) && status === "lost" && knownState?.status !== "lost") {
      await reportReturnedDebit(sql, donation.id, id, reason);
    }
  } else if (status === "succeeded") {
    await sql`select private.queue_refund_mail(${id})`;
  } else if (hasFailed(status) && !hasFailed(knownState?.status)) {
    await sql`select private.report_failed_refund(${id})`;
  }
}

/** Returns how many refunds Stripe has reported, and the total of those that succeeded or are pending, in cents. */
export async function sumReportedRefunds(
  sql: Sql,
  donation: Donation,
): Promise<{ readonly count: number; readonly cents: number }> {
  const [row] = await sql<[{ count: number; cents: number }]>`
    select count(*)::integer as count,
      coalesce(sum(amount) filter (where status in ('pending', 'succeeded')) * 100, 0)::integer as cents
    from public.donation_adjustments
    where donation_id = ${donation.id} and kind = 'refund' and stripe_id is distinct from ${donation.stripeChargeId}`;
  return row;
}

/** Records a fraud warning by the card's bank and returns whether it is new. */
export async function recordFraudWarning(
  sql: Sql,
  donation: Donation,
  occurredAt: string,
): Promise<boolean> {
  const rows = await sql`
    update public.donations set fraud_warned_at = ${occurredAt}
    where id = ${donation.id} and (fraud_warned_at is null or fraud_warned_at > ${occurredAt})
    returning 1`;
  return rows.length > 0;
}
