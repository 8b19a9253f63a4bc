import type { Stripe } from "stripe";
import { stripeCodeOf, type StripeAccount } from "../clients/stripe.ts";
import type { PaymentIds, Question, Told } from "../rules/told.ts";
import { readRefund } from "./read-adjustments.ts";
import { readIntent } from "./read-payments.ts";
import { readInvoice, readSubscription } from "./read-subscriptions.ts";
import { idOf } from "./read-values.ts";

type Asking = Pick<StripeAccount, "ask">;

/** Looks it up at Stripe. Returns undefined if Stripe doesn't know it. */
export function answer(stripe: Asking, question: Question): Promise<readonly Told[] | undefined> {
  switch (question.about) {
    case "payment":
      return orNothing(() => askPayment(stripe, question.ids));
    case "refunds":
      return orNothing(() => askRefunds(stripe, question.ids));
    case "subscription":
      return orNothing(async () => {
        const subscription = await stripe.ask((api) => api.subscriptions.retrieve(question.id));
        return [readSubscription(subscription, { askedAt: question.at })];
      });
    case "invoice":
      return orNothing(() => askInvoice(stripe, question.id));
  }
}

/** Returns undefined if Stripe has no such object; other errors are retried later. */
export async function orNothing<Answer>(
  question: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await question();
  } catch (error) {
    const code = stripeCodeOf(error);
    if (code === "resource_missing" || code === "StripeInvalidRequestError") return undefined;
    throw error;
  }
}

async function askPayment(stripe: Asking, ids: PaymentIds): Promise<readonly Told[]> {
  const id = ids.paymentIntentId ?? (await intentOfCharge(stripe, ids.chargeId));
  if (id === undefined) return [];
  const intent = await stripe.ask((api) =>
    api.paymentIntents.retrieve(id, { expand: ["latest_charge"] }),
  );
  const payment = readIntent(intent);
  // Payments of invoices carry no metadata; their invoices do.
  if (payment.giver !== undefined || payment.customerId === undefined) return [payment];
  const invoices = await orNothing(() => invoicesOf(stripe, id));
  return [...(invoices ?? []), payment];
}

async function intentOfCharge(
  stripe: Asking,
  chargeId: string | undefined,
): Promise<string | undefined> {
  if (chargeId === undefined) return undefined;
  return idOf((await stripe.ask((api) => api.charges.retrieve(chargeId))).payment_intent);
}

async function invoicesOf(stripe: Asking, paymentIntentId: string): Promise<readonly Told[]> {
  const payments = await stripe.ask((api) =>
    api.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: paymentIntentId },
    }),
  );
  const ids = payments.data.flatMap(({ invoice }) => idOf(invoice) ?? []);
  const invoices = await Promise.all(ids.map((id) => askInvoice(stripe, id)));
  return invoices
    .flat()
    .map((told) =>
      told.what === "invoice" ? { ...told, ids: { ...told.ids, paymentIntentId } } : told,
    );
}

async function askInvoice(stripe: Asking, id: string): Promise<readonly Told[]> {
  const invoice: Stripe.Invoice = await stripe.ask((api) =>
    api.invoices.retrieve(id, { expand: ["payments"] }),
  );
  const told = invoice.status === "paid" ? readInvoice(invoice) : undefined;
  return told === undefined ? [] : [told];
}

async function askRefunds(stripe: Asking, ids: PaymentIds): Promise<readonly Told[]> {
  const of =
    ids.paymentIntentId === undefined
      ? { charge: ids.chargeId ?? "" }
      : { payment_intent: ids.paymentIntentId };
  const refunds = await stripe.ask((api) => api.refunds.list({ ...of, limit: 100 }));
  return refunds.data.map((refund) => readRefund(refund));
}

interface Unfinished {
  /** Payment intent id. */
  readonly stripeId: string;
  readonly stripeSubscriptionId: string | null;
}

/** Looks up a payment left unfinished for a day, and cancels it if Stripe still waits for the donor. */
export async function cancelUnfinished(
  stripe: Asking,
  { stripeId, stripeSubscriptionId }: Unfinished,
): Promise<readonly Told[]> {
  const ids = { paymentIntentId: stripeId };
  const told = await orNothing(() => askPayment(stripe, ids));
  if (told === undefined) return [givenUp(ids)];
  const isOpen = told.every(
    (fact) => fact.what === "payment" && ["open", "failed"].includes(fact.facts.outcome),
  );
  if (!isOpen) return told;
  // An invoice's intent can't be canceled directly.
  await (stripeSubscriptionId === null
    ? stripe.ask((api) => api.paymentIntents.cancel(stripeId, { cancellation_reason: "abandoned" }))
    : stripe.ask((api) => api.subscriptions.cancel(stripeSubscriptionId)));
  return [givenUp(ids)];
}

const givenUp = (ids: PaymentIds): Told => ({
  what: "payment",
  ids,
  facts: { outcome: "cancelled", at: new Date().toISOString(), failure: { code: "abandoned" } },
  amount: 0,
  isDemo: false,
});
