import type { Sql } from "../clients/database.ts";
import { type AdjustmentState, supersedes } from "../rules/adjustment-state.ts";
import { subscriptionAfter } from "../rules/subscription-state.ts";
import type {
  ProviderFact,
  AdjustmentFact,
  InvoiceFact,
  PaymentFact,
  SubscriptionFact,
  FraudWarningFact,
} from "../rules/told.ts";
import { findSubscriptions } from "./ledger-subscriptions.ts";
import { wouldChange, findDonations } from "./ledger.ts";

/**
 * Returns the provider facts that would change the ledger. A page of a list costs three queries; only new facts cost
 * more. Facts about payments that aren't ours are skipped.
 */
export async function unappliedFacts(
  sql: Sql,
  facts: readonly ProviderFact[],
): Promise<readonly ProviderFact[]> {
  const [donations, subscriptions, adjustments] = await Promise.all([
    findDonations(
      sql,
      facts.flatMap((fact) => ("ids" in fact ? [fact.ids] : [])),
    ),
    findSubscriptions(
      sql,
      facts.flatMap((fact) => ("subscriptionId" in fact ? [fact.subscriptionId] : [])),
    ),
    findAdjustments(
      sql,
      facts.flatMap((fact) => (fact.kind === "adjustment" ? [fact.update.id] : [])),
    ),
  ]);
  const giftOf = ({ ids }: Extract<ProviderFact, { ids: object }>) =>
    donations.find(
      (gift) =>
        (ids.paymentIntentId ?? "") === gift.stripePaymentIntentId ||
        (ids.chargeId ?? "") === gift.stripeChargeId ||
        (ids.invoiceId ?? "") === gift.stripeInvoiceId,
    );
  const monthlyGiftOf = ({ subscriptionId }: InvoiceFact | SubscriptionFact) =>
    subscriptions.find((gift) => gift.stripeSubscriptionId === subscriptionId);

  const isNewPayment = (fact: PaymentFact) => {
    const gift = giftOf(fact);
    if (gift !== undefined) return wouldChange(gift, fact.ids, fact.update);
    return fact.checkout !== undefined && ["succeeded", "processing"].includes(fact.update.outcome);
  };
  const isNewAdjustment = (fact: AdjustmentFact) => {
    const gift = giftOf(fact);
    return gift !== undefined && supersedes(fact.update, adjustments.get(fact.update.id));
  };
  const isNewInvoice = (fact: InvoiceFact) => {
    if (monthlyGiftOf(fact) === undefined && fact.checkout === undefined) return false;
    const gift = giftOf(fact);
    return (
      fact.outcome === "failed" || gift === undefined || wouldChange(gift, fact.ids, paidAt(fact))
    );
  };
  const isNewSubscription = (fact: SubscriptionFact) => {
    const gift = monthlyGiftOf(fact);
    if (gift === undefined) return fact.checkout !== undefined;
    return JSON.stringify(subscriptionAfter(gift, fact.update)) !== JSON.stringify(gift);
  };
  const isNewWarning = (fact: FraudWarningFact) => {
    const gift = giftOf(fact);
    return gift !== undefined && (gift.fraudWarnedAt === null || fact.at < gift.fraudWarnedAt);
  };
  return facts.filter((fact) => {
    switch (fact.kind) {
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

const paidAt = ({ at }: InvoiceFact) => ({ outcome: "succeeded", at }) as const;

async function findAdjustments(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdjustmentState>> {
  const rows = await sql<(AdjustmentState & { stripeId: string })[]>`
    select stripe_id, status, (amount * 100)::integer as amount, told_at from public.donation_adjustments
    where stripe_id in (select jsonb_array_elements_text(${sql.json(ids)}))`;
  return new Map(rows.map((row) => [row.stripeId, row]));
}
