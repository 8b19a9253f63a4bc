import type { Sql } from "../clients/database.ts";
import { impliesCharge } from "../rules/adjustment-state.ts";
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
} from "../rules/told.ts";
import { noteFraudWarning, refundTotals, applyAdjustmentUpdate } from "./ledger-adjustments.ts";
import {
  isCustomer,
  lockSubscription,
  queuePaymentFailedMail,
  applySubscriptionUpdate,
  type Subscription,
} from "./ledger-subscriptions.ts";
import {
  addDonation,
  type Donation,
  lockBegunDonation,
  lockDonation,
  applyPaymentUpdate,
} from "./ledger.ts";

/** Thrown when applying a fact needs a lookup at the provider. Nothing was written; look it up and retry. */
export class LookupRequired extends Error {
  readonly lookup: Lookup;

  constructor(lookup: Lookup) {
    super("A lookup at the provider is required");
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

const UNCHANGED: AppliedFact = { hasChanged: false };

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
  const gift =
    (await lockDonation(sql, ids)) ??
    (await lockBegunDonation(sql, checkout?.attemptId)) ??
    (isMoney && checkout !== undefined
      ? await addDonation(sql, { ...fact, checkout, at: update.at, subscriptionId: null })
      : undefined);
  if (gift !== undefined) {
    const donation = await applyPaymentUpdate(sql, gift, ids, update);
    return { donation, hasChanged: donation !== gift };
  }
  // A recurring payment names only its customer, so look up its invoice, which creates the donation.
  if (isMoney && (await isCustomer(sql, fact.customerId)))
    requireLookup({ kind: "payment", ids }, lookups);
  return UNCHANGED;
}

async function applyAdjustmentFact(
  sql: Sql,
  { ids, update }: AdjustmentFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const found = await lockDonation(sql, ids);
  const needsCharge = impliesCharge(update) && (found?.completedAt ?? null) === null;
  if (found === undefined || needsCharge) requireLookup({ kind: "payment", ids }, lookups);
  if (found === undefined) return UNCHANGED;
  const gift = needsCharge
    ? await applyPaymentUpdate(sql, found, ids, { outcome: "succeeded", at: update.at })
    : found;
  const isNew = await applyAdjustmentUpdate(sql, gift, update);
  return { donation: await lockDonation(sql, ids), hasChanged: isNew || gift !== found };
}

/** Looks up the refunds unless they are known. If the provider lists none, a placeholder stands for them. */
async function applyRefundTotalFact(
  sql: Sql,
  fact: RefundTotalFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const { ids, at } = fact;
  const gift = await lockDonation(sql, ids);
  if (gift === undefined) return UNCHANGED;
  const refunds = await refundTotals(sql, gift);
  if (fact.amount !== refunds.cents) requireLookup({ kind: "refunds", ids }, lookups);
  if (refunds.count > 0) return { donation: gift, hasChanged: false };
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
  const gift = await lockDonation(sql, ids);
  if (gift === undefined) {
    requireLookup({ kind: "payment", ids }, lookups);
    return UNCHANGED;
  }
  return { donation: gift, hasChanged: await noteFraudWarning(sql, gift, at) };
}

async function applySubscriptionFact(
  sql: Sql,
  fact: SubscriptionFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const gift = await lockSubscription(sql, fact, fact.update.amount);
  if (gift === undefined) return UNCHANGED;
  const { subscriptionId: id, update } = fact;
  const applied = await applySubscriptionUpdate(sql, gift, update);
  if (applied !== "ask") return { hasChanged: applied !== gift };
  const lookup: Lookup = { kind: "subscription", id, at: update.at };
  requireLookup(lookup, lookups);
  if (lookups.get(lookupKey(lookup)) === true) return UNCHANGED;
  // The lookup found nothing, so the latest fact wins.
  return {
    hasChanged: (await applySubscriptionUpdate(sql, gift, { ...update, isLookup: true })) !== gift,
  };
}

async function applyInvoiceFact(
  sql: Sql,
  fact: InvoiceFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const gift = await lockSubscription(sql, fact, fact.amount);
  if (gift === undefined) {
    if (fact.checkout === undefined) {
      requireLookup({ kind: "subscription", id: fact.subscriptionId, at: fact.at }, lookups);
    }
    return UNCHANGED;
  }
  const paid =
    fact.outcome === "paid" ? await applyPaidInvoice(sql, fact, gift, lookups) : UNCHANGED;
  if (fact.outcome === "failed" && !fact.isFirst && gift.status !== "cancelled") {
    await queuePaymentFailedMail(sql, gift, fact.ids.invoiceId);
  }
  // The first invoice belongs to checkout, before the recurring donation starts.
  if (fact.outcome === "failed" && fact.isFirst) return paid;
  const status = fact.outcome === "paid" ? "active" : "past_due";
  const { hasChanged } = await applySubscriptionFact(
    sql,
    { ...fact, kind: "subscription", update: { status, at: fact.at, isLate: fact.isLate } },
    lookups,
  );
  return { ...paid, hasChanged: paid.hasChanged || hasChanged };
}

async function applyPaidInvoice(
  sql: Sql,
  fact: InvoiceFact,
  gift: Subscription,
  lookups: Lookups,
): Promise<AppliedFact> {
  const { ids, at, amount, isDemo } = fact;
  if (amount === 0) return UNCHANGED;
  const found =
    (await lockDonation(sql, ids)) ??
    (fact.isFirst ? await lockBegunDonation(sql, gift.attemptId ?? undefined) : undefined);
  // Refunds and disputes refer to the payment, which the invoice doesn't include.
  if ((found?.stripePaymentIntentId ?? ids.paymentIntentId) === undefined) {
    requireLookup({ kind: "invoice", id: ids.invoiceId }, lookups);
  }
  const checkout = checkoutDetailsOf(gift, fact.isFirst);
  const donation =
    found ??
    (await addDonation(sql, { ids, amount, isDemo, checkout, at, subscriptionId: gift.id }));
  if (donation === undefined) return UNCHANGED;
  const applied = await applyPaymentUpdate(sql, donation, ids, { outcome: "succeeded", at });
  return { donation: applied, hasChanged: applied !== found };
}

const checkoutDetailsOf = (gift: Subscription, isFirst: boolean): CheckoutDetails => ({
  ...gift,
  attemptId: isFirst ? (gift.attemptId ?? undefined) : undefined,
  inHonorOf: gift.inHonorOf ?? undefined,
});
