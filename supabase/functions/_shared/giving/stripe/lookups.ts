import type { Stripe } from "stripe";
import { stripeCodeOf, type StripeAccount } from "../../clients/stripe.ts";
import type { PaymentIds, Lookup, ProviderFact } from "../provider-facts.ts";
import { readRefund } from "./read-adjustments.ts";
import { readIntent } from "./read-payments.ts";
import { readInvoice, readSubscription } from "./read-subscriptions.ts";
import { idOf } from "./read-values.ts";

type StripeLookups = Pick<StripeAccount, "ask">;

/** Returns undefined if Stripe has no such object. */
export function lookUp(
  stripe: StripeLookups,
  lookup: Lookup,
): Promise<readonly ProviderFact[] | undefined> {
  switch (lookup.kind) {
    case "payment":
      return undefinedIfMissing(() => fetchPayment(stripe, lookup.ids));
    case "refunds":
      return undefinedIfMissing(() => fetchRefunds(stripe, lookup.ids));
    case "subscription":
      return undefinedIfMissing(async () => {
        const subscription = await stripe.ask((api) => api.subscriptions.retrieve(lookup.id));
        return [readSubscription(subscription, { lookedUpAt: lookup.at })];
      });
    case "invoice":
      return undefinedIfMissing(() => fetchInvoice(stripe, lookup.id));
  }
}

/** Returns undefined if Stripe has no such object; other errors are retried later. */
export async function undefinedIfMissing<Answer>(
  request: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await request();
  } catch (error) {
    const code = stripeCodeOf(error);
    if (code === "resource_missing" || code === "StripeInvalidRequestError") return undefined;
    throw error;
  }
}

async function fetchPayment(
  stripe: StripeLookups,
  ids: PaymentIds,
): Promise<readonly ProviderFact[]> {
  const id = ids.paymentIntentId ?? (await intentOfCharge(stripe, ids.chargeId));
  if (id === undefined) return [];
  const intent = await stripe.ask((api) =>
    api.paymentIntents.retrieve(id, { expand: ["latest_charge"] }),
  );
  const payment = readIntent(intent);
  // An invoice's payment has no metadata, so read the invoice.
  if (payment.checkout !== undefined || payment.customerId === undefined) return [payment];
  const invoices = await undefinedIfMissing(() => invoicesOf(stripe, id));
  return [...(invoices ?? []), payment];
}

async function intentOfCharge(
  stripe: StripeLookups,
  chargeId: string | undefined,
): Promise<string | undefined> {
  if (chargeId === undefined) return undefined;
  return idOf((await stripe.ask((api) => api.charges.retrieve(chargeId))).payment_intent);
}

async function invoicesOf(
  stripe: StripeLookups,
  paymentIntentId: string,
): Promise<readonly ProviderFact[]> {
  const payments = await stripe.ask((api) =>
    api.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: paymentIntentId },
    }),
  );
  const ids = payments.data.flatMap(({ invoice }) => idOf(invoice) ?? []);
  const invoices = await Promise.all(ids.map((id) => fetchInvoice(stripe, id)));
  return invoices
    .flat()
    .map((fact) =>
      fact.kind === "invoice" ? { ...fact, ids: { ...fact.ids, paymentIntentId } } : fact,
    );
}

async function fetchInvoice(stripe: StripeLookups, id: string): Promise<readonly ProviderFact[]> {
  const invoice: Stripe.Invoice = await stripe.ask((api) =>
    api.invoices.retrieve(id, { expand: ["payments"] }),
  );
  const fact = invoice.status === "paid" ? readInvoice(invoice) : undefined;
  return fact === undefined ? [] : [fact];
}

async function fetchRefunds(
  stripe: StripeLookups,
  ids: PaymentIds,
): Promise<readonly ProviderFact[]> {
  const of =
    ids.paymentIntentId === undefined
      ? { charge: ids.chargeId ?? "" }
      : { payment_intent: ids.paymentIntentId };
  const refunds = await stripe.ask((api) => api.refunds.list({ ...of, limit: 100 }));
  return refunds.data.map((refund) => readRefund(refund));
}

interface PendingPayment {
  /** Payment intent id. */
  readonly stripeId: string;
  readonly stripeSubscriptionId: string | null;
}

/** Looks up a payment left unfinished for a day, and cancels it if Stripe still waits for the donor. */
export async function cancelAbandonedPayment(
  stripe: StripeLookups,
  { stripeId, stripeSubscriptionId }: PendingPayment,
): Promise<readonly ProviderFact[]> {
  const ids = { paymentIntentId: stripeId };
  const facts = await undefinedIfMissing(() => fetchPayment(stripe, ids));
  if (facts === undefined) return [abandonedFact(ids)];
  const isOpen = facts.every(
    (fact) => fact.kind === "payment" && ["open", "failed"].includes(fact.update.outcome),
  );
  if (!isOpen) return facts;
  // An invoice's intent can't be canceled directly.
  await (stripeSubscriptionId === null
    ? stripe.ask((api) => api.paymentIntents.cancel(stripeId, { cancellation_reason: "abandoned" }))
    : stripe.ask((api) => api.subscriptions.cancel(stripeSubscriptionId)));
  return [abandonedFact(ids)];
}

const abandonedFact = (ids: PaymentIds): ProviderFact => ({
  kind: "payment",
  ids,
  update: { outcome: "cancelled", at: new Date().toISOString(), failure: { code: "abandoned" } },
  amount: 0,
  isDemo: false,
});
