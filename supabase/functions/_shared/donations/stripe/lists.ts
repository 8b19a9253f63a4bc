import type { Stripe } from "stripe";
import type { ProviderFact } from "../provider-facts.ts";
import { readDispute, readRefund, readFraudWarning } from "./read-adjustments.ts";
import { readIntent } from "./read-payments.ts";
import { readInvoice, readSubscription } from "./read-subscriptions.ts";

export interface ListRequest {
  /** Unix time in seconds. Older objects aren't listed. */
  readonly sinceUnixSeconds: number;
  readonly page: { readonly limit: number; readonly starting_after?: string };
  readonly options?: Stripe.RequestOptions;
}

interface FactPage {
  readonly ids: readonly string[];
  readonly factReaders: readonly (() => readonly ProviderFact[])[];
  readonly hasMore: boolean;
}

const createListReader =
  <Item extends { readonly id?: string }>(
    fetchPage: (stripe: Stripe, request: ListRequest) => PromiseLike<Stripe.ApiList<Item>>,
    readFacts: (item: Item) => readonly ProviderFact[],
  ) =>
  async (stripe: Stripe, request: ListRequest): Promise<FactPage> => {
    const { data, has_more: hasMore } = await fetchPage(stripe, request);
    return {
      ids: data.flatMap(({ id }) => id ?? []),
      factReaders: data.map((item) => () => readFacts(item)),
      hasMore,
    };
  };

const readAttemptedInvoice = (
  invoice: Stripe.Invoice | string | null | undefined,
): readonly ProviderFact[] => {
  if (typeof invoice !== "object" || invoice === null) return [];
  const wasAttempted =
    invoice.status === "paid" || (invoice.status === "open" && invoice.attempted);
  return wasAttempted ? [readInvoice(invoice) ?? []].flat() : [];
};

/**
 * The lists that reconciliation reads, named as in the runbook's permissions. Order matters, because later objects
 * refer to earlier ones: recurring donations, invoices, payments, refunds and disputes.
 */
export const stripeLists = {
  // Lists all subscriptions, because one that ends today may have started years ago.
  Subscriptions: createListReader(
    (api, { page, options }) =>
      api.subscriptions.list({ ...page, status: "all", expand: ["data.latest_invoice"] }, options),
    (subscription) => [
      ...readAttemptedInvoice(subscription.latest_invoice),
      readSubscription(subscription, { lookedUpAt: new Date().toISOString() }),
    ],
  ),
  Invoices: createListReader(
    (api, { sinceUnixSeconds, page, options }) =>
      api.invoices.list(
        { ...page, created: { gte: sinceUnixSeconds }, expand: ["data.payments"] },
        options,
      ),
    (invoice) => readAttemptedInvoice(invoice),
  ),
  "Payment Intents": createListReader(
    (api, { sinceUnixSeconds, page, options }) =>
      api.paymentIntents.list(
        { ...page, created: { gte: sinceUnixSeconds }, expand: ["data.latest_charge"] },
        options,
      ),
    (intent) => [readIntent(intent)],
  ),
  Refunds: createListReader(
    (api, { sinceUnixSeconds, page, options }) =>
      api.refunds.list({ ...page, created: { gte: sinceUnixSeconds } }, options),
    (refund) => [readRefund(refund)],
  ),
  Disputes: createListReader(
    (api, { sinceUnixSeconds, page, options }) =>
      api.disputes.list({ ...page, created: { gte: sinceUnixSeconds } }, options),
    (dispute) => [readDispute(dispute)],
  ),
  "Early fraud warnings": createListReader(
    (api, { sinceUnixSeconds, page, options }) =>
      api.radar.earlyFraudWarnings.list({ ...page, created: { gte: sinceUnixSeconds } }, options),
    (warning) => [readFraudWarning(warning)],
  ),
} as const;

export type StripeListName = keyof typeof stripeLists;

export const STRIPE_LIST_NAMES = Object.keys(stripeLists) as readonly StripeListName[];
