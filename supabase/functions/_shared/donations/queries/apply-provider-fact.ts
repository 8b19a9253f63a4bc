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
import { recordFraudWarning, sumReportedRefunds, applyAdjustmentUpdate } from "./adjustments.ts";
import {
  isKnownCustomer,
  lockRecurringDonation,
  isPaymentFailedMailQueued,
  queuePaymentFailedMail,
  recordDecline,
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

/**
 * Thrown when a fact can't be applied without a lookup at the provider. The caller must roll back, do the lookup and
 * retry.
 */
export class LookupRequired extends Error {
  readonly lookup: Lookup;

  constructor(lookup: Lookup) {
    super("A provider lookup is required");
    this.lookup = lookup;
  }
}

/**
 * Completed lookups, and whether each found something. No lookup is repeated: if it found nothing, the fact is applied
 * without the missing object.
 */
export type Lookups = ReadonlyMap<string, boolean>;

export const getLookupKey = (lookup: Lookup): string =>
  "ids" in lookup
    ? `${lookup.kind} ${lookup.ids.paymentIntentId ?? lookup.ids.chargeId}`
    : `${lookup.kind} ${lookup.id}`;

function requireLookup(lookup: Lookup, lookups: Lookups): void {
  if (!lookups.has(getLookupKey(lookup))) throw new LookupRequired(lookup);
}

export interface AppliedFact {
  readonly hasChanged: boolean;
  /** The donation that the fact is about, in its current state. */
  readonly donation?: Donation | undefined;
}

const NO_CHANGE: AppliedFact = { hasChanged: false };

/** Applies a provider fact to the rows that it is about. Known facts, and facts about payments that aren't ours, change nothing. */
export async function applyProviderFact(
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
    case "decline":
      return { hasChanged: await recordDecline(sql, fact) };
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
  const isPaidOrProcessing = update.outcome === "succeeded" || update.outcome === "processing";
  const donation =
    (await lockDonation(sql, ids)) ??
    (await lockUnpaidDonation(sql, checkout?.attemptId)) ??
    (isPaidOrProcessing && checkout !== undefined
      ? await addDonation(sql, {
          ...fact,
          checkout,
          occurredAt: update.occurredAt,
          subscriptionId: null,
        })
      : undefined);
  if (donation !== undefined) {
    const updatedDonation = await applyPaymentUpdate(sql, donation, ids, update);
    return { donation: updatedDonation, hasChanged: updatedDonation !== donation };
  }
  // A recurring payment names only its customer, so look up its invoice, which creates the donation.
  if (isPaidOrProcessing && (await isKnownCustomer(sql, fact.customerId)))
    requireLookup({ kind: "payment", ids }, lookups);
  return NO_CHANGE;
}

async function applyAdjustmentFact(
  sql: Sql,
  { ids, update }: AdjustmentFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const knownDonation = await lockDonation(sql, ids);
  const needsCharge = impliesCharge(update) && (knownDonation?.completedAt ?? null) === null;
  if (knownDonation === undefined || needsCharge) requireLookup({ kind: "payment", ids }, lookups);
  if (knownDonation === undefined) return NO_CHANGE;
  const donation = needsCharge
    ? await applyPaymentUpdate(sql, knownDonation, ids, {
        outcome: "succeeded",
        occurredAt: update.occurredAt,
      })
    : knownDonation;
  const isAdjustmentChanged = await applyAdjustmentUpdate(sql, donation, update);
  return {
    donation: await lockDonation(sql, ids),
    hasChanged: isAdjustmentChanged || donation !== knownDonation,
  };
}

/** Looks up the refunds unless they are known. If the provider lists none, a placeholder stands in for them. */
async function applyRefundTotalFact(
  sql: Sql,
  fact: RefundTotalFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const { ids, occurredAt } = fact;
  const donation = await lockDonation(sql, ids);
  if (donation === undefined) return NO_CHANGE;
  const refunds = await sumReportedRefunds(sql, donation);
  if (fact.amount !== refunds.cents) requireLookup({ kind: "refunds", ids }, lookups);
  if (refunds.count > 0) return { donation, hasChanged: false };
  const update = {
    kind: "refund",
    id: ids.chargeId,
    status: "succeeded",
    amount: fact.amount,
    reason: undefined,
    occurredAt,
  } as const;
  return applyAdjustmentFact(sql, { kind: "adjustment", ids, update }, lookups);
}

async function applyFraudWarningFact(
  sql: Sql,
  { ids, occurredAt }: FraudWarningFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const donation = await lockDonation(sql, ids);
  if (donation === undefined) {
    requireLookup({ kind: "payment", ids }, lookups);
    return NO_CHANGE;
  }
  return { donation, hasChanged: await recordFraudWarning(sql, donation, occurredAt) };
}

async function applySubscriptionFact(
  sql: Sql,
  fact: SubscriptionFact,
  lookups: Lookups,
): Promise<AppliedFact> {
  const recurringDonation = await lockRecurringDonation(sql, fact, fact.update.amount);
  if (recurringDonation === undefined) return NO_CHANGE;
  const { subscriptionId: id, update } = fact;
  const updateResult = await applySubscriptionUpdate(sql, recurringDonation, update);
  if (updateResult !== "needs-lookup") return { hasChanged: updateResult !== recurringDonation };
  const lookup: Lookup = { kind: "subscription", id, occurredAt: update.occurredAt };
  requireLookup(lookup, lookups);
  if (lookups.get(getLookupKey(lookup)) === true) return NO_CHANGE;
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
      requireLookup(
        { kind: "subscription", id: fact.subscriptionId, occurredAt: fact.occurredAt },
        lookups,
      );
    }
    return NO_CHANGE;
  }
  const paymentResult =
    fact.outcome === "paid"
      ? await applyPaidInvoice(sql, fact, recurringDonation, lookups)
      : NO_CHANGE;
  if (fact.outcome === "failed" && !fact.isFirst && recurringDonation.status !== "canceled") {
    await reportDeclinedInvoice(sql, fact, recurringDonation, lookups);
  }
  // The first invoice belongs to checkout, before the recurring donation starts.
  if (fact.outcome === "failed" && fact.isFirst) return paymentResult;
  const status = fact.outcome === "paid" ? "active" : "past_due";
  const { hasChanged } = await applySubscriptionFact(
    sql,
    {
      ...fact,
      kind: "subscription",
      update: { status, occurredAt: fact.occurredAt, isLate: fact.isLate },
    },
    lookups,
  );
  return { ...paymentResult, hasChanged: paymentResult.hasChanged || hasChanged };
}

async function reportDeclinedInvoice(
  sql: Sql,
  { ids: { invoiceId } }: InvoiceFact,
  recurringDonation: RecurringDonation,
  lookups: Lookups,
): Promise<void> {
  if (await isPaymentFailedMailQueued(sql, invoiceId)) return;
  const lookup: Lookup = { kind: "decline", id: invoiceId };
  requireLookup(lookup, lookups);
  // Without the lookup's result, the stored code is the one of an earlier decline.
  const isFound = lookups.get(getLookupKey(lookup)) === true;
  const code = isFound ? (recurringDonation.failureCode ?? undefined) : undefined;
  await queuePaymentFailedMail(sql, recurringDonation, invoiceId, code);
}

async function applyPaidInvoice(
  sql: Sql,
  fact: InvoiceFact,
  recurringDonation: RecurringDonation,
  lookups: Lookups,
): Promise<AppliedFact> {
  const { ids, occurredAt, amount, isDemo } = fact;
  if (amount === 0) return NO_CHANGE;
  const knownDonation =
    (await lockDonation(sql, ids)) ??
    (fact.isFirst
      ? await lockUnpaidDonation(sql, recurringDonation.attemptId ?? undefined)
      : undefined);
  // Refunds and disputes refer to a payment intent, which the invoice may not include.
  if ((knownDonation?.stripePaymentIntentId ?? ids.paymentIntentId) === undefined) {
    requireLookup({ kind: "invoice", id: ids.invoiceId }, lookups);
  }
  const checkout = getCheckoutDetails(recurringDonation, fact.isFirst);
  const donation =
    knownDonation ??
    (await addDonation(sql, {
      ids,
      amount,
      isDemo,
      checkout,
      occurredAt,
      subscriptionId: recurringDonation.id,
    }));
  if (donation === undefined) return NO_CHANGE;
  const updatedDonation = await applyPaymentUpdate(sql, donation, ids, {
    outcome: "succeeded",
    occurredAt,
  });
  return { donation: updatedDonation, hasChanged: updatedDonation !== knownDonation };
}

const getCheckoutDetails = (
  recurringDonation: RecurringDonation,
  isFirst: boolean,
): CheckoutDetails => ({
  ...recurringDonation,
  attemptId: isFirst ? (recurringDonation.attemptId ?? undefined) : undefined,
  inHonorOf: recurringDonation.inHonorOf ?? undefined,
  source: recurringDonation.source ?? undefined,
});
