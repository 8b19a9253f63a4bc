import type { Sql } from "../clients/database.ts";
import { type AdjustmentState, holdsOver } from "../rules/adjustment-state.ts";
import { subscriptionAfter } from "../rules/subscription-state.ts";
import type {
  Told,
  ToldAdjustment,
  ToldInvoice,
  ToldPayment,
  ToldSubscription,
  ToldWarning,
} from "../rules/told.ts";
import { findSubscriptions } from "./ledger-subscriptions.ts";
import { changes, findDonations } from "./ledger.ts";

/**
 * Returns the provider facts that would change the ledger. A page of a list costs three queries; only new facts cost
 * more. Facts about payments that aren't ours are skipped.
 */
export async function newsOf(sql: Sql, told: readonly Told[]): Promise<readonly Told[]> {
  const [donations, subscriptions, adjustments] = await Promise.all([
    findDonations(
      sql,
      told.flatMap((fact) => ("ids" in fact ? [fact.ids] : [])),
    ),
    findSubscriptions(
      sql,
      told.flatMap((fact) => ("subscriptionId" in fact ? [fact.subscriptionId] : [])),
    ),
    findAdjustments(
      sql,
      told.flatMap((fact) => (fact.what === "adjustment" ? [fact.facts.id] : [])),
    ),
  ]);
  const giftOf = ({ ids }: Extract<Told, { ids: object }>) =>
    donations.find(
      (gift) =>
        (ids.paymentIntentId ?? "") === gift.stripePaymentIntentId ||
        (ids.chargeId ?? "") === gift.stripeChargeId ||
        (ids.invoiceId ?? "") === gift.stripeInvoiceId,
    );
  const monthlyGiftOf = ({ subscriptionId }: ToldInvoice | ToldSubscription) =>
    subscriptions.find((gift) => gift.stripeSubscriptionId === subscriptionId);

  const isNewPayment = (fact: ToldPayment) => {
    const gift = giftOf(fact);
    if (gift !== undefined) return changes(gift, fact.ids, fact.facts);
    return fact.giver !== undefined && ["succeeded", "processing"].includes(fact.facts.outcome);
  };
  const isNewAdjustment = (fact: ToldAdjustment) => {
    const gift = giftOf(fact);
    return gift !== undefined && holdsOver(fact.facts, adjustments.get(fact.facts.id));
  };
  const isNewInvoice = (fact: ToldInvoice) => {
    if (monthlyGiftOf(fact) === undefined && fact.giver === undefined) return false;
    const gift = giftOf(fact);
    return fact.outcome === "failed" || gift === undefined || changes(gift, fact.ids, paidAt(fact));
  };
  const isNewSubscription = (fact: ToldSubscription) => {
    const gift = monthlyGiftOf(fact);
    if (gift === undefined) return fact.giver !== undefined;
    return JSON.stringify(subscriptionAfter(gift, fact.facts)) !== JSON.stringify(gift);
  };
  const isNewWarning = (fact: ToldWarning) => {
    const gift = giftOf(fact);
    return gift !== undefined && (gift.fraudWarnedAt === null || fact.at < gift.fraudWarnedAt);
  };
  return told.filter((fact) => {
    switch (fact.what) {
      case "payment":
        return isNewPayment(fact);
      case "adjustment":
        return isNewAdjustment(fact);
      case "invoice":
        return isNewInvoice(fact);
      case "subscription":
        return isNewSubscription(fact);
      case "warning":
        return isNewWarning(fact);
      case "refunded":
        return giftOf(fact) !== undefined;
    }
  });
}

const paidAt = ({ at }: ToldInvoice) => ({ outcome: "succeeded", at }) as const;

async function findAdjustments(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdjustmentState>> {
  const rows = await sql<(AdjustmentState & { stripeId: string })[]>`
    select stripe_id, status, (amount * 100)::integer as amount, told_at from public.donation_adjustments
    where stripe_id in (select jsonb_array_elements_text(${sql.json(ids)}))`;
  return new Map(rows.map((row) => [row.stripeId, row]));
}
