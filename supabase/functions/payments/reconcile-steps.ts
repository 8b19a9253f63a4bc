import { service } from "../_shared/caller.ts";
import type { Services } from "../_shared/http/services.ts";
import type { ProviderFact } from "../_shared/donations/provider-facts.ts";
import { cancelAbandonedPayment, ignoreMissing } from "../_shared/donations/stripe/lookups.ts";
import {
  STRIPE_LIST_NAMES,
  type StripeListName,
  stripeLists,
} from "../_shared/donations/stripe/lists.ts";
import { readDispute, readRefund } from "../_shared/donations/stripe/read-adjustments.ts";
import { listOpenAdjustments, listAbandonedPayments } from "./queries/reconciliations.ts";

/** One batch to compare, and where the next one starts. */
export interface ReconciliationPage {
  /** One function per Stripe object, so one failure doesn't stop the others. */
  readonly items: readonly (() => readonly ProviderFact[] | Promise<readonly ProviderFact[]>)[];
  readonly next: string | null;
}

export interface ListRange {
  readonly since: number;
  readonly after: string | null;
}

export interface ReconciliationStep {
  /** The Stripe list that the step reads, which a restricted key may not allow. */
  readonly list?: StripeListName;
  readonly read: (services: Services, range: ListRange) => Promise<ReconciliationPage>;
}

const createListStep = (name: StripeListName): ReconciliationStep => ({
  list: name,
  read: async ({ stripe }, { since, after }) => {
    const { ids, factReaders, hasMore } = await stripe.callApi((api) =>
      stripeLists[name](api, {
        sinceUnixSeconds: since,
        page: { limit: 100, ...(after === null ? {} : { starting_after: after }) },
      }),
    );
    return { items: factReaders, next: hasMore ? (ids.at(-1) ?? null) : null };
  },
});

const readOpenAdjustments: ReconciliationStep["read"] = async ({ database, stripe }, { after }) => {
  const rows = await database.as(service, (sql) => listOpenAdjustments(sql, !stripe.isLive, after));
  return {
    items: rows.map(({ kind, stripeId }) => async () => {
      if (kind === "refund") {
        const refund = await ignoreMissing(() =>
          stripe.callApi((api) => api.refunds.retrieve(stripeId)),
        );
        return refund === undefined ? [] : [readRefund(refund)];
      }
      const dispute = await ignoreMissing(() =>
        stripe.callApi((api) => api.disputes.retrieve(stripeId)),
      );
      return dispute === undefined ? [] : [readDispute(dispute)];
    }),
    next: rows.at(-1)?.cursor ?? null,
  };
};

const readAbandonedPayments: ReconciliationStep["read"] = async (
  { database, stripe },
  { after },
) => {
  const rows = await database.as(service, (sql) =>
    listAbandonedPayments(sql, !stripe.isLive, after),
  );
  return {
    items: rows.map((row) => () => cancelAbandonedPayment(stripe, row)),
    next: rows.at(-1)?.cursor ?? null,
  };
};

export const steps: readonly ReconciliationStep[] = [
  ...STRIPE_LIST_NAMES.map(createListStep),
  { read: readOpenAdjustments },
  { read: readAbandonedPayments },
];
