import type { Stripe } from "stripe";
import type { ProviderFact } from "../provider-facts.ts";
import { readDispute, readRefund, readWarning } from "./read-adjustments.ts";
import { readIntent } from "./read-payments.ts";
import { readInvoice, readSubscription } from "./read-subscriptions.ts";

export interface ListPage {
  /** Seconds; older objects aren't listed. */
  readonly since: number;
  readonly page: { readonly limit: number; readonly starting_after?: string };
  readonly options?: Stripe.RequestOptions;
}

interface ListedPage {
  readonly ids: readonly string[];
  readonly items: readonly (() => readonly ProviderFact[])[];
  readonly hasMore: boolean;
}

const list =
  <Item extends { readonly id?: string }>(
    fetchPage: (stripe: Stripe, page: ListPage) => PromiseLike<Stripe.ApiList<Item>>,
    read: (item: Item) => readonly ProviderFact[],
  ) =>
  async (stripe: Stripe, page: ListPage): Promise<ListedPage> => {
    const { data, has_more: hasMore } = await fetchPage(stripe, page);
    return {
      ids: data.flatMap(({ id }) => id ?? []),
      items: data.map((item) => () => read(item)),
      hasMore,
    };
  };

const invoiceOf = (
  invoice: Stripe.Invoice | string | null | undefined,
): readonly ProviderFact[] => {
  if (typeof invoice !== "object" || invoice === null) return [];
  const wasAttempted =
    invoice.status === "paid" || (invoice.status === "open" && invoice.attempted);
  return wasAttempted ? [readInvoice(invoice) ?? []].flat() : [];
};

/**
 * The lists reconciliation reads, named as in the runbook's permissions. Order matters, because later objects refer to
 * earlier ones: recurring donations, invoices, payments, refunds and disputes.
 */
export const stripeLists = {
  // All of them, because one that ends today may have started years ago.
  Subscriptions: list(
    (api, { page, options }) =>
      api.subscriptions.list({ ...page, status: "all", expand: ["data.latest_invoice"] }, options),
    (subscription) => [
      ...invoiceOf(subscription.latest_invoice),
      readSubscription(subscription, { lookedUpAt: new Date().toISOString() }),
    ],
  ),
  Invoices: list(
    (api, { since, page, options }) =>
      api.invoices.list({ ...page, created: { gte: since }, expand: ["data.payments"] }, options),
    (invoice) => invoiceOf(invoice),
  ),
  "Payment Intents": list(
    (api, { since, page, options }) =>
      api.paymentIntents.list(
        { ...page, created: { gte: since }, expand: ["data.latest_charge"] },
        options,
      ),
    (intent) => [readIntent(intent)],
  ),
  Refunds: list(
    (api, { since, page, options }) =>
      api.refunds.list({ ...page, created: { gte: since } }, options),
    (refund) => [readRefund(refund)],
  ),
  Disputes: list(
    (api, { since, page, options }) =>
      api.disputes.list({ ...page, created: { gte: since } }, options),
    (dispute) => [readDispute(dispute)],
  ),
  "Early fraud warnings": list(
    (api, { since, page, options }) =>
      api.radar.earlyFraudWarnings.list({ ...page, created: { gte: since } }, options),
    (warning) => [readWarning(warning)],
  ),
} as const;

export type StripeListName = keyof typeof stripeLists;

export const STRIPE_LIST_NAMES = Object.keys(stripeLists) as readonly StripeListName[];
