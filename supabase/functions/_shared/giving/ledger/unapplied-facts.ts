import type { Sql } from "../../clients/database.ts";
import { type AdjustmentState, supersedes } from "../adjustment-state.ts";
import { recurringDonationAfter } from "../recurring-donation-state.ts";
import type {
  ProviderFact,
  AdjustmentFact,
  InvoiceFact,
  PaymentFact,
  SubscriptionFact,
  FraudWarningFact,
} from "../provider-facts.ts";
import { findRecurringDonations } from "./recurring-donations.ts";
import { wouldChange, findDonations } from "./donations.ts";

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
    findRecurringDonations(
      sql,
      facts.flatMap((fact) => ("subscriptionId" in fact ? [fact.subscriptionId] : [])),
    ),
    findAdjustments(
      sql,
      facts.flatMap((fact) => (fact.kind === "adjustment" ? [fact.update.id] : [])),
    ),
  ]);
  const donationOf = ({ ids }: Extract<ProviderFact, { ids: object }>) =>
    donations.find(
      (donation) =>
        (ids.paymentIntentId ?? "") === donation.stripePaymentIntentId ||
        (ids.chargeId ?? "") === donation.stripeChargeId ||
        (ids.invoiceId ?? "") === donation.stripeInvoiceId,
    );
  const recurringDonationOf = ({ subscriptionId }: InvoiceFact | SubscriptionFact) =>
    subscriptions.find(
      (recurringDonation) => recurringDonation.stripeSubscriptionId === subscriptionId,
    );

  const isNewPayment = (fact: PaymentFact) => {
    const donation = donationOf(fact);
    if (donation !== undefined) return wouldChange(donation, fact.ids, fact.update);
    return fact.checkout !== undefined && ["succeeded", "processing"].includes(fact.update.outcome);
  };
  const isNewAdjustment = (fact: AdjustmentFact) => {
    const donation = donationOf(fact);
    return donation !== undefined && supersedes(fact.update, adjustments.get(fact.update.id));
  };
  const isNewInvoice = (fact: InvoiceFact) => {
    if (recurringDonationOf(fact) === undefined && fact.checkout === undefined) return false;
    const donation = donationOf(fact);
    return (
      fact.outcome === "failed" ||
      donation === undefined ||
      wouldChange(donation, fact.ids, paidAt(fact))
    );
  };
  const isNewSubscription = (fact: SubscriptionFact) => {
    const recurringDonation = recurringDonationOf(fact);
    if (recurringDonation === undefined) return fact.checkout !== undefined;
    return (
      JSON.stringify(recurringDonationAfter(recurringDonation, fact.update)) !==
      JSON.stringify(recurringDonation)
    );
  };
  const isNewWarning = (fact: FraudWarningFact) => {
    const donation = donationOf(fact);
    return (
      donation !== undefined &&
      (donation.fraudWarnedAt === null || fact.at < donation.fraudWarnedAt)
    );
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
        return donationOf(fact) !== undefined;
    }
  });
}

const paidAt = ({ at }: InvoiceFact) => ({ outcome: "succeeded", at }) as const;

async function findAdjustments(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdjustmentState>> {
  const rows = await sql<(AdjustmentState & { stripeId: string })[]>`
    select stripe_id, status, (amount * 100)::integer as amount, reported_at from public.donation_adjustments
    where stripe_id in (select jsonb_array_elements_text(${sql.json(ids)}))`;
  return new Map(rows.map((row) => [row.stripeId, row]));
}
