import type { Stripe } from "stripe";
import { service } from "../_shared/caller.ts";
import type { Services } from "../_shared/http/services.ts";
import type { Told } from "../_shared/rules/told.ts";
import { cancelUnfinished, orNothing } from "../_shared/stripe/ask.ts";
import { readDispute, readRefund, readWarning } from "../_shared/stripe/read-adjustments.ts";
import { readIntent } from "../_shared/stripe/read-payments.ts";
import { readInvoice, readSubscription } from "../_shared/stripe/read-subscriptions.ts";
import { listOpenAdjustments, listUnfinishedGifts } from "./queries/reconciliations.ts";

/** Some of what is compared in one go, and where the rest of it begins. */
export interface Page {
  /** One entry for each object, so that what goes wrong with one stops no other. */
  readonly items: readonly (() => readonly Told[] | Promise<readonly Told[]>)[];
  readonly next: string | null;
}

export interface From {
  /** Seconds. */
  readonly since: number;
  readonly after: string | null;
}

export type Step = (services: Services, from: From) => Promise<Page>;

const listed =
  <Item extends { readonly id?: string }>(
    list: (stripe: Stripe, page: ListPage) => PromiseLike<Stripe.ApiList<Item>>,
    read: (item: Item) => readonly Told[],
  ): Step =>
  async ({ stripe }, { since, after }) => {
    const { data, has_more: hasMore } = await stripe.ask(async (api) =>
      list(api, {
        since,
        page: { limit: 100, ...(after === null ? {} : { starting_after: after }) },
      }),
    );
    return {
      items: data.map((item) => () => read(item)),
      next: hasMore ? (data.at(-1)?.id ?? null) : null,
    };
  };

interface ListPage {
  readonly since: number;
  readonly page: { readonly limit: number; readonly starting_after?: string };
}

const invoiceOf = (invoice: Stripe.Invoice | string | null | undefined): readonly Told[] => {
  if (typeof invoice !== "object" || invoice === null) return [];
  const isTried = invoice.status === "paid" || (invoice.status === "open" && invoice.attempted);
  return isTried ? [readInvoice(invoice) ?? []].flat() : [];
};

/** Each makes known what the next ones are about: monthly gifts, their months, payments, what was taken back. */
export const steps: readonly Step[] = [
  // All of them, because one that ends today may have begun years ago.
  listed(
    (api, { page }) =>
      api.subscriptions.list({ ...page, status: "all", expand: ["data.latest_invoice"] }),
    (subscription) => [
      ...invoiceOf(subscription.latest_invoice),
      readSubscription(subscription, { askedAt: new Date().toISOString() }),
    ],
  ),
  listed(
    (api, { since, page }) =>
      api.invoices.list({ ...page, created: { gte: since }, expand: ["data.payments"] }),
    (invoice) => invoiceOf(invoice),
  ),
  listed(
    (api, { since, page }) =>
      api.paymentIntents.list({ ...page, created: { gte: since }, expand: ["data.latest_charge"] }),
    (intent) => [readIntent(intent)],
  ),
  listed(
    (api, { since, page }) => api.refunds.list({ ...page, created: { gte: since } }),
    (refund) => [readRefund(refund)],
  ),
  listed(
    (api, { since, page }) => api.disputes.list({ ...page, created: { gte: since } }),
    (dispute) => [readDispute(dispute)],
  ),
  listed(
    (api, { since, page }) =>
      api.radar.earlyFraudWarnings.list({ ...page, created: { gte: since } }),
    (warning) => [readWarning(warning)],
  ),
  async ({ database, stripe }, { after }) => {
    const rows = await database.as(service, (sql) =>
      listOpenAdjustments(sql, !stripe.isLive, after),
    );
    return {
      items: rows.map(({ kind, stripeId }) => async () => {
        if (kind === "refund") {
          const refund = await orNothing(() => stripe.ask((api) => api.refunds.retrieve(stripeId)));
          return refund === undefined ? [] : [readRefund(refund)];
        }
        const dispute = await orNothing(() => stripe.ask((api) => api.disputes.retrieve(stripeId)));
        return dispute === undefined ? [] : [readDispute(dispute)];
      }),
      next: rows.at(-1)?.cursor ?? null,
    };
  },
  async ({ database, stripe }, { after }) => {
    const rows = await database.as(service, (sql) =>
      listUnfinishedGifts(sql, !stripe.isLive, after),
    );
    return {
      items: rows.map((row) => () => cancelUnfinished(stripe, row)),
      next: rows.at(-1)?.cursor ?? null,
    };
  },
];
