import type { Sql } from "../clients/database.ts";
import { impliesCharge } from "../rules/adjustment-state.ts";
import type {
  Giver,
  Question,
  Told,
  ToldAdjustment,
  ToldInvoice,
  ToldPayment,
  ToldRefunded,
  ToldSubscription,
  ToldWarning,
} from "../rules/told.ts";
import { noteFraudWarning, refundsOf, settleAdjustment } from "./ledger-adjustments.ts";
import {
  isCustomer,
  lockSubscription,
  queuePaymentFailedMail,
  settleSubscription,
  type Subscription,
} from "./ledger-subscriptions.ts";
import {
  addDonation,
  type Donation,
  lockBegunDonation,
  lockDonation,
  settleDonation,
} from "./ledger.ts";

/** Thrown when applying a fact needs a lookup at the provider. Nothing was written; look it up and retry. */
export class Unanswered extends Error {
  readonly question: Question;

  constructor(question: Question) {
    super("A lookup at the provider is required");
    this.question = question;
  }
}

/**
 * Completed lookups, and whether each found something. None is repeated: facts are applied without what wasn't found.
 */
export type Asked = ReadonlyMap<string, boolean>;

export const keyOf = (question: Question): string =>
  "ids" in question
    ? `${question.about} ${question.ids.paymentIntentId ?? question.ids.chargeId}`
    : `${question.about} ${question.id}`;

function ask(question: Question, asked: Asked): void {
  if (!asked.has(keyOf(question))) throw new Unanswered(question);
}

export interface Settled {
  readonly hasChanged: boolean;
  /** The donation concerned, in its current state. */
  readonly donation?: Donation | undefined;
}

const nothing: Settled = { hasChanged: false };

/** Applies a provider fact to the ledger. Known facts, and facts about payments that aren't ours, change nothing. */
export function settleTold(sql: Sql, told: Told, asked: Asked): Promise<Settled> {
  switch (told.what) {
    case "payment":
      return settleToldPayment(sql, told, asked);
    case "adjustment":
      return settleToldAdjustment(sql, told, asked);
    case "refunded":
      return settleToldRefunded(sql, told, asked);
    case "subscription":
      return settleToldSubscription(sql, told, asked);
    case "invoice":
      return settleToldInvoice(sql, told, asked);
    case "warning":
      return settleToldWarning(sql, told, asked);
  }
}

async function settleToldPayment(sql: Sql, told: ToldPayment, asked: Asked): Promise<Settled> {
  const { ids, facts, giver } = told;
  const isMoney = facts.outcome === "succeeded" || facts.outcome === "processing";
  const gift =
    (await lockDonation(sql, ids)) ??
    (await lockBegunDonation(sql, giver?.attemptId)) ??
    (isMoney && giver !== undefined
      ? await addDonation(sql, { ...told, giver, at: facts.at, subscriptionId: null })
      : undefined);
  if (gift !== undefined) {
    const donation = await settleDonation(sql, gift, ids, facts);
    return { donation, hasChanged: donation !== gift };
  }
  // A recurring payment names only its customer, so look up its invoice, which creates the donation.
  if (isMoney && (await isCustomer(sql, told.customerId))) ask({ about: "payment", ids }, asked);
  return nothing;
}

async function settleToldAdjustment(
  sql: Sql,
  { ids, facts }: ToldAdjustment,
  asked: Asked,
): Promise<Settled> {
  const found = await lockDonation(sql, ids);
  const needsCharge = impliesCharge(facts) && (found?.completedAt ?? null) === null;
  if (found === undefined || needsCharge) ask({ about: "payment", ids }, asked);
  if (found === undefined) return nothing;
  const gift = needsCharge
    ? await settleDonation(sql, found, ids, { outcome: "succeeded", at: facts.at })
    : found;
  const isNew = await settleAdjustment(sql, gift, facts);
  return { donation: await lockDonation(sql, ids), hasChanged: isNew || gift !== found };
}

/** Looks up the refunds unless they are known. If the provider lists none, a placeholder stands for them. */
async function settleToldRefunded(sql: Sql, told: ToldRefunded, asked: Asked): Promise<Settled> {
  const { ids, at } = told;
  const gift = await lockDonation(sql, ids);
  if (gift === undefined) return nothing;
  const refunds = await refundsOf(sql, gift);
  if (told.amount !== refunds.cents) ask({ about: "refunds", ids }, asked);
  if (refunds.told > 0) return { donation: gift, hasChanged: false };
  const facts = {
    kind: "refund",
    id: ids.chargeId,
    status: "succeeded",
    amount: told.amount,
    reason: undefined,
    at,
  } as const;
  return settleToldAdjustment(sql, { what: "adjustment", ids, facts }, asked);
}

async function settleToldWarning(
  sql: Sql,
  { ids, at }: ToldWarning,
  asked: Asked,
): Promise<Settled> {
  const gift = await lockDonation(sql, ids);
  if (gift === undefined) {
    ask({ about: "payment", ids }, asked);
    return nothing;
  }
  return { donation: gift, hasChanged: await noteFraudWarning(sql, gift, at) };
}

async function settleToldSubscription(
  sql: Sql,
  told: ToldSubscription,
  asked: Asked,
): Promise<Settled> {
  const gift = await lockSubscription(sql, told, told.facts.amount);
  if (gift === undefined) return nothing;
  const { subscriptionId: id, facts } = told;
  const settled = await settleSubscription(sql, gift, facts);
  if (settled !== "ask") return { hasChanged: settled !== gift };
  const question: Question = { about: "subscription", id, at: facts.at };
  ask(question, asked);
  if (asked.get(keyOf(question)) === true) return nothing;
  // The lookup found nothing, so the latest fact wins.
  return {
    hasChanged: (await settleSubscription(sql, gift, { ...facts, isAsked: true })) !== gift,
  };
}

async function settleToldInvoice(sql: Sql, told: ToldInvoice, asked: Asked): Promise<Settled> {
  const gift = await lockSubscription(sql, told, told.amount);
  if (gift === undefined) {
    if (told.giver === undefined) {
      ask({ about: "subscription", id: told.subscriptionId, at: told.at }, asked);
    }
    return nothing;
  }
  const paid = told.outcome === "paid" ? await settlePaidInvoice(sql, told, gift, asked) : nothing;
  if (told.outcome === "failed" && !told.isFirst && gift.status !== "cancelled") {
    await queuePaymentFailedMail(sql, gift, told.ids.invoiceId);
  }
  // The first invoice belongs to checkout, before the recurring donation starts.
  if (told.outcome === "failed" && told.isFirst) return paid;
  const status = told.outcome === "paid" ? "active" : "past_due";
  const { hasChanged } = await settleToldSubscription(
    sql,
    { ...told, what: "subscription", facts: { status, at: told.at, isLate: told.isLate } },
    asked,
  );
  return { ...paid, hasChanged: paid.hasChanged || hasChanged };
}

async function settlePaidInvoice(
  sql: Sql,
  told: ToldInvoice,
  gift: Subscription,
  asked: Asked,
): Promise<Settled> {
  const { ids, at, amount, isDemo } = told;
  if (amount === 0) return nothing;
  const found =
    (await lockDonation(sql, ids)) ??
    (told.isFirst ? await lockBegunDonation(sql, gift.attemptId ?? undefined) : undefined);
  // Refunds and disputes refer to the payment, which the invoice doesn't include.
  if ((found?.stripePaymentIntentId ?? ids.paymentIntentId) === undefined) {
    ask({ about: "invoice", id: ids.invoiceId }, asked);
  }
  const giver = giverOf(gift, told.isFirst);
  const donation =
    found ?? (await addDonation(sql, { ids, amount, isDemo, giver, at, subscriptionId: gift.id }));
  if (donation === undefined) return nothing;
  const settled = await settleDonation(sql, donation, ids, { outcome: "succeeded", at });
  return { donation: settled, hasChanged: settled !== found };
}

const giverOf = (gift: Subscription, isFirst: boolean): Giver => ({
  ...gift,
  attemptId: isFirst ? (gift.attemptId ?? undefined) : undefined,
  inHonorOf: gift.inHonorOf ?? undefined,
});
