import type { Sql } from "../../clients/database.ts";
import { type AdjustmentState, supersedes } from "../adjustment-state.ts";
import { getUpdatedRecurringDonation } from "../recurring-donation-state.ts";
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
 * Returns the provider facts that would change a row. A page of a list costs three queries; only new facts cost
 * more. Facts about payments that aren't ours are skipped.
 */
export async function findUnappliedFacts(
  sql: Sql,
  facts: readonly ProviderFact[],
): Promise<readonly ProviderFact[]> {
  const rows = await findRows(sql, facts);
  return facts.filter((fact) => wouldChangeAny(rows, fact));
}

/** The rows that the facts refer to. */
type StoredRows = Awaited<ReturnType<typeof findRows>>;

async function findRows(sql: Sql, facts: readonly ProviderFact[]) {
  const [donations, recurringDonations, adjustments] = await Promise.all([
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
  return { donations, recurringDonations, adjustments };
}

function wouldChangeAny(rows: StoredRows, fact: ProviderFact): boolean {
  switch (fact.kind) {
    case "payment":
      return isNewPayment(rows, fact);
    case "adjustment":
      return isNewAdjustment(rows, fact);
    case "invoice":
      return isNewInvoice(rows, fact);
    case "subscription":
      return isNewSubscription(rows, fact);
    case "warning":
      return isNewWarning(rows, fact);
    case "refunded":
      return findDonation(rows, fact) !== undefined;
    case "decline":
      // Only lookups return declines.
      return false;
  }
}

const findDonation = ({ donations }: StoredRows, { ids }: Extract<ProviderFact, { ids: object }>) =>
  donations.find(
    (donation) =>
      (ids.paymentIntentId ?? "") === donation.stripePaymentIntentId ||
      (ids.chargeId ?? "") === donation.stripeChargeId ||
      (ids.invoiceId ?? "") === donation.stripeInvoiceId,
  );

const findRecurringDonation = (
  { recurringDonations }: StoredRows,
  { subscriptionId }: InvoiceFact | SubscriptionFact,
) =>
  recurringDonations.find(
    (recurringDonation) => recurringDonation.stripeSubscriptionId === subscriptionId,
  );

function isNewPayment(rows: StoredRows, fact: PaymentFact): boolean {
  const donation = findDonation(rows, fact);
  if (donation !== undefined) return wouldChange(donation, fact.ids, fact.update);
  return fact.checkout !== undefined && ["succeeded", "processing"].includes(fact.update.outcome);
}

function isNewAdjustment(rows: StoredRows, fact: AdjustmentFact): boolean {
  const donation = findDonation(rows, fact);
  return donation !== undefined && supersedes(fact.update, rows.adjustments.get(fact.update.id));
}

function isNewInvoice(rows: StoredRows, fact: InvoiceFact): boolean {
  if (findRecurringDonation(rows, fact) === undefined && fact.checkout === undefined) return false;
  const donation = findDonation(rows, fact);
  return (
    fact.outcome === "failed" ||
    donation === undefined ||
    wouldChange(donation, fact.ids, createPaidUpdate(fact))
  );
}

function isNewSubscription(rows: StoredRows, fact: SubscriptionFact): boolean {
  const recurringDonation = findRecurringDonation(rows, fact);
  if (recurringDonation === undefined) return fact.checkout !== undefined;
  return (
    JSON.stringify(getUpdatedRecurringDonation(recurringDonation, fact.update)) !==
    JSON.stringify(recurringDonation)
  );
}

function isNewWarning(rows: StoredRows, fact: FraudWarningFact): boolean {
  const donation = findDonation(rows, fact);
  return (
    donation !== undefined &&
    (donation.fraudWarnedAt === null || fact.occurredAt < donation.fraudWarnedAt)
  );
}

const createPaidUpdate = ({ occurredAt }: InvoiceFact) =>
  ({ outcome: "succeeded", occurredAt }) as const;

async function findAdjustments(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdjustmentState>> {
  const rows = await sql<(AdjustmentState & { stripeId: string })[]>`
    select stripe_id, status, (amount * 100)::integer as amount, reported_at from public.donation_adjustments
    where stripe_id in (select jsonb_array_elements_text(${sql.json(ids)}))`;
  return new Map(rows.map((row) => [row.stripeId, row]));
}
