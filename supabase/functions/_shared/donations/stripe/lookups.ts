import type { Stripe } from "stripe";
import { getStripeErrorCode, type StripeAccount } from "../../clients/stripe.ts";
import type { PaymentFact, PaymentIds, Lookup, ProviderFact } from "../provider-facts.ts";
import { readRefund } from "./read-adjustments.ts";
import { readId, readIntent } from "./read-payments.ts";
import { readInvoice, readSubscription } from "./read-subscriptions.ts";

type StripeApi = Pick<StripeAccount, "callApi">;

/** Returns undefined if Stripe has no such object. */
export function runLookup(
  stripe: StripeApi,
  lookup: Lookup,
): Promise<readonly ProviderFact[] | undefined> {
  switch (lookup.kind) {
    case "payment":
      return ignoreMissing(() => fetchPayment(stripe, lookup.ids));
    case "refunds":
      return ignoreMissing(() => fetchRefunds(stripe, lookup.ids));
    case "subscription":
      return ignoreMissing(async () => {
        const subscription = await stripe.callApi((api) => api.subscriptions.retrieve(lookup.id));
        return [readSubscription(subscription, { lookedUpAt: lookup.occurredAt })];
      });
    case "invoice":
      return ignoreMissing(() => fetchInvoice(stripe, lookup.id));
    case "decline":
      return ignoreMissing(() => fetchDecline(stripe, lookup.id));
  }
}

/** Returns undefined if Stripe has no such object; other errors are retried later. */
export async function ignoreMissing<Result>(
  request: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await request();
  } catch (error) {
    const code = getStripeErrorCode(error);
    if (code === "resource_missing" || code === "StripeInvalidRequestError") return undefined;
    throw error;
  }
}

const fetchIntent = async (stripe: StripeApi, id: string): Promise<PaymentFact> =>
  readIntent(
    await stripe.callApi((api) => api.paymentIntents.retrieve(id, { expand: ["latest_charge"] })),
  );

async function fetchPayment(stripe: StripeApi, ids: PaymentIds): Promise<readonly ProviderFact[]> {
  const id = ids.paymentIntentId ?? (await fetchIntentId(stripe, ids.chargeId));
  if (id === undefined) return [];
  const payment = await fetchIntent(stripe, id);
  // An invoice's payment has no metadata, so read the invoice.
  if (payment.checkout !== undefined || payment.customerId === undefined) return [payment];
  const invoiceFacts = await ignoreMissing(() => fetchInvoicesOfPayment(stripe, id));
  return [...(invoiceFacts ?? []), payment];
}

async function fetchIntentId(
  stripe: StripeApi,
  chargeId: string | undefined,
): Promise<string | undefined> {
  if (chargeId === undefined) return undefined;
  return readId((await stripe.callApi((api) => api.charges.retrieve(chargeId))).payment_intent);
}

async function fetchInvoicesOfPayment(
  stripe: StripeApi,
  paymentIntentId: string,
): Promise<readonly ProviderFact[]> {
  const invoicePayments = await stripe.callApi((api) =>
    api.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: paymentIntentId },
    }),
  );
  const invoiceIds = invoicePayments.data.flatMap(({ invoice }) => readId(invoice) ?? []);
  const invoiceFacts = await Promise.all(invoiceIds.map((id) => fetchInvoice(stripe, id)));
  return invoiceFacts
    .flat()
    .map((fact) =>
      fact.kind === "invoice" ? { ...fact, ids: { ...fact.ids, paymentIntentId } } : fact,
    );
}

const retrieveInvoice = (stripe: StripeApi, id: string): Promise<Stripe.Invoice> =>
  stripe.callApi((api) => api.invoices.retrieve(id, { expand: ["payments"] }));

async function fetchInvoice(stripe: StripeApi, id: string): Promise<readonly ProviderFact[]> {
  const invoice = await retrieveInvoice(stripe, id);
  const fact = invoice.status === "paid" ? readInvoice(invoice) : undefined;
  return fact === undefined ? [] : [fact];
}

async function fetchDecline(
  stripe: StripeApi,
  invoiceId: string,
): Promise<readonly ProviderFact[]> {
  const fact = readInvoice(await retrieveInvoice(stripe, invoiceId));
  if (fact === undefined) return [];
  const { ids, subscriptionId } = fact;
  const id = ids.paymentIntentId;
  const payment = id === undefined ? undefined : await fetchIntent(stripe, id);
  return [{ kind: "decline", subscriptionId, code: payment?.update.failure?.code }];
}

async function fetchRefunds(stripe: StripeApi, ids: PaymentIds): Promise<readonly ProviderFact[]> {
  const paymentFilter =
    ids.paymentIntentId === undefined
      ? { charge: ids.chargeId ?? "" }
      : { payment_intent: ids.paymentIntentId };
  const refunds = await stripe.callApi((api) => api.refunds.list({ ...paymentFilter, limit: 100 }));
  return refunds.data.map((refund) => readRefund(refund));
}

interface PendingPayment {
  /** Payment intent id. */
  readonly stripeId: string;
  readonly stripeSubscriptionId: string | null;
}

/** Looks up a payment left unfinished for a day, and cancels it if Stripe is still waiting for the donor. */
export async function cancelAbandonedPayment(
  stripe: StripeApi,
  { stripeId, stripeSubscriptionId }: PendingPayment,
): Promise<readonly ProviderFact[]> {
  const ids = { paymentIntentId: stripeId };
  const facts = await ignoreMissing(() => fetchPayment(stripe, ids));
  if (facts === undefined) return [createAbandonedFact(ids)];
  const isOpen = facts.every(
    (fact) => fact.kind === "payment" && ["open", "failed"].includes(fact.update.outcome),
  );
  if (!isOpen) return facts;
  // An invoice's intent can't be canceled directly.
  await (stripeSubscriptionId === null
    ? stripe.callApi((api) =>
        api.paymentIntents.cancel(stripeId, { cancellation_reason: "abandoned" }),
      )
    : stripe.callApi((api) => api.subscriptions.cancel(stripeSubscriptionId)));
  return [createAbandonedFact(ids)];
}

const createAbandonedFact = (ids: PaymentIds): ProviderFact => ({
  kind: "payment",
  ids,
  update: {
    outcome: "canceled",
    occurredAt: new Date().toISOString(),
    failure: { code: "abandoned" },
  },
  amount: 0,
  isDemo: false,
});
