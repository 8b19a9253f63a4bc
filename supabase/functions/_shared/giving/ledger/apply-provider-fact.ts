import type { Sql } from "../../clients/database.ts";
import { impliesCharge } from "../adjustment-state.ts";
import type {
  CheckoutDetails,
  Lookup,
  ProviderFact,
  AdjustmentFact,
  InvoiceFact,
  PaymentFact,
  RefundTotalFact,
  SubscriptionFact,
  FraudWarningFact,
} from "../provider-facts.ts";
import { recordFraudWarning, refundTotals, applyAdjustmentUpdate } from "./adjustments.ts";
import {
  isKnownCustomer,
  lockRecurringDonation,
  queuePaymentFailedMail,
  applySubscriptionUpdate,
  type RecurringDonation,
} from "./recurring-donations.ts";
import {
  addDonation,
  type Donation,
  lockUnpaidDonation,
  lockDonation,
  applyPaymentUpdate,
} from "./donations.ts";

/** Thrown when applying a fact needs a lookup with the provider. Nothing was written; look it up and retry. */
export class LookupRequired extends Error {
  readonly lookup: Lookup;

  constructor(lookup: Lookup) {
    super("A provider lookup is required");
    this.lookup = lookup;
  }
}

/**
 * Completed lookups, and whether each found something. None is repeated: facts are applied without what wasn't found.
 */
export type Lookups = ReadonlyMap<string, boolean>;

export const lookupKey = (lookup: Lookup): string =>
  "ids" in lookup
    ? `${lookup.kind} ${lookup.ids.paymentIntentId ?? lookup.ids.chargeId}`
    : `${lookup.kind} ${lookup.id}`;

function requireLookup(lookup: Lookup, lookups: Lookups): void {
  if (!lookups.has(lookupKey(lookup))) throw new LookupRequired(lookup);
}

export interface AppliedFact {
  readonly hasChanged: boolean;
  /** The donation concerned, in its current state. */
  readonly donation?: Donation | undefined;
}

const NO_CHANGE: AppliedFact = { hasChanged: false };

/** Applies a provider fact to the ledger. Known facts, and facts about payments that aren't ours, change nothing. */
export function applyProviderFact(
  sql: Sql,
  fact: ProviderFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  switch (fact.kind) {
    case "payment":
      return applyPaymentFact(sql, fact, lookups);
    case "adjustment":
      return applyAdjustmentFact(sql, fact, lookups);
    case "refunded":
      return applyRefundTotalFact(sql, fact, lookups);
    case "subscription":
      return applySubscriptionFact(sql, fact, lookups);
    case "invoice":
      return applyInvoiceFact(sql, fact, lookups);
    case "warning":
      return applyFraudWarningFact(sql, fact, lookups);
  }
}

async function applyPaymentFact(
  sql: Sql,
  fact: PaymentFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const { ids, update, checkout } = fact;
  const isMoney = update.outcome === "succeeded" || update.outcome === "processing";
  const donation =
    (await lockDonation(sql, ids)) ??
    (await lockUnpaidDonation(sql, checkout?.attemptId)) ??
    (isMoney && checkout !== undefined
      ? await addDonation(sql, { ...fact, checkout, at: update.at, subscriptionId: null })
      : undefined);
  if (donation !== undefined) {
    const appliedFact = await applyPaymentUpdate(sql, donation, ids, update);
    return { donation: appliedFact, hasChanged: appliedFact !== donation };
  }
  // A recurring payment names only its customer, so look up its invoice, which creates the donation.
  if (isMoney && (await isKnownCustomer(sql, fact.customerId)))
    requireLookup({ kind: "payment", ids }, lookups);
  return NO_CHANGE;
}

async function applyAdjustmentFact(
  sql: Sql,
  { ids, update }: AdjustmentFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const found = await lockDonation(sql, ids);
  const needsCharge = impliesCharge(update) && (found?.completedAt ?? null) === null;
  if (found === undefined || needsCharge) requireLookup({ kind: "payment", ids }, lookups);
  if (found === undefined) return NO_CHANGE;
  const donation = needsCharge
    ? await applyPaymentUpdate(sql, found, ids, { outcome: "succeeded", at: update.at })
    : found;
  const isNew = await applyAdjustmentUpdate(sql, donation, update);
  return { donation: await lockDonation(sql, ids), hasChanged: isNew || donation !== found };
}

/** Looks up the refunds unless they are known. If the provider lists none, a placeholder stands for them. */
async function applyRefundTotalFact(
  sql: Sql,
  fact: RefundTotalFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const { ids, at } = fact;
  const donation = await lockDonation(sql, ids);
  if (donation === undefined) return NO_CHANGE;
  const refunds = await refundTotals(sql, donation);
  if (fact.amount !== refunds.cents) requireLookup({ kind: "refunds", ids }, lookups);
  if (refunds.count > 0) return { donation: donation, hasChanged: false };
  const update = {
    kind: "refund",
    id: ids.chargeId,
    status: "succeeded",
    amount: fact.amount,
    reason: undefined,
    at,
  } as const;
  return applyAdjustmentFact(sql, { kind: "adjustment", ids, update }, lookups);
}

async function applyFraudWarningFact(
  sql: Sql,
  { ids, at }: FraudWarningFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const donation = await lockDonation(sql, ids);
  if (donation === undefined) {
    requireLookup({ kind: "payment", ids }, lookups);
    return NO_CHANGE;
  }
  return { donation: donation, hasChanged: await recordFraudWarning(sql, donation, at) };
}

async function applySubscriptionFact(
  sql: Sql,
  fact: SubscriptionFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const recurringDonation = await lockRecurringDonation(sql, fact, fact.update.amount);
  if (recurringDonation === undefined) return NO_CHANGE;
  const { subscriptionId: id, update } = fact;
  const appliedUpdate = await applySubscriptionUpdate(sql, recurringDonation, update);
  if (appliedUpdate !== "ask") return { hasChanged: appliedUpdate !== recurringDonation };
  const lookup: Lookup = { kind: "subscription", id, at: update.at };
  requireLookup(lookup, lookups);
  if (lookups.get(lookupKey(lookup)) === true) return NO_CHANGE;
  // The lookup found nothing, so the latest fact wins.
  return {
    hasChanged:
      (await applySubscriptionUpdate(sql, recurringDonation, { ...update, isLookup: true })) !==
      recurringDonation,
  };
}

async function applyInvoiceFact(
  sql: Sql,
  fact: InvoiceFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const recurringDonation = await lockRecurringDonation(sql, fact, fact.amount);
  if (recurringDonation === undefined) {
    if (fact.checkout === undefined) {
      requireLookup({ kind: "subscription", id: fact.subscriptionId, at: fact.at }, lookups);
    }
    return NO_CHANGE;
  }
  const paymentResult =
    fact.outcome === "paid"
      ? await applyPaidInvoice(sql, fact, recurringDonation, lookups)
      : NO_CHANGE;
  if (fact.outcome === "failed" && !fact.isFirst && recurringDonation.status !== "cancelled") {
    await queuePaymentFailedMail(sql, recurringDonation, fact.ids.invoiceId);
  }
  // The first invoice belongs to checkout, before the recurring donation starts.
  if (fact.outcome === "failed" && fact.isFirst) return paymentResult;
  const status = fact.outcome === "paid" ? "active" : "past_due";
  const { hasChanged } = await applySubscriptionFact(
    sql,
    { ...fact, kind: "subscription", update: { status, at: fact.at, isLate: fact.isLate } },
    lookups,
  );
  return { ...paymentResult, hasChanged: paymentResult.hasChanged || hasChanged };
}

async function applyPaidInvoice(
  sql: Sql,
  fact: InvoiceFact,
  recurringDonation: RecurringDonation,
  lookups: Lookups,
): Promise<AppliedFact> {
  const { ids, at, amount, isDemo } = fact;
  if (amount === 0) return NO_CHANGE;
  const found =
    (await lockDonation(sql, ids)) ??
    (fact.isFirst
      ? await lockUnpaidDonation(sql, recurringDonation.attemptId ?? undefined)
      : undefined);
  // Refunds and disputes refer to the payment, which the invoice doesn't include.
  if ((found?.stripePaymentIntentId ?? ids.paymentIntentId) === undefined) {
    requireLookup({ kind: "invoice", id: ids.invoiceId }, lookups);
  }
  const checkout = checkoutDetailsOf(recurringDonation, fact.isFirst);
  const donation =
    found ??
    (await addDonation(sql, {
      ids,
      amount,
      isDemo,
      checkout,
      at,
      subscriptionId: recurringDonation.id,
    }));
  if (donation === undefined) return NO_CHANGE;
  const appliedUpdate = await applyPaymentUpdate(sql, donation, ids, { outcome: "succeeded", at });
  return { donation: appliedUpdate, hasChanged: appliedUpdate !== found };
}

const checkoutDetailsOf = (
  recurringDonation: RecurringDonation,
  isFirst: boolean,
): CheckoutDetails => ({
  ...recurringDonation,
  attemptId: isFirst ? (recurringDonation.attemptId ?? undefined) : undefined,
  inHonorOf: recurringDonation.inHonorOf ?? undefined,
});
