import { service } from "../../caller.ts";
import type { DatabaseClient, Sql } from "../../clients/database.ts";
import type { StripeAccount } from "../../clients/stripe.ts";
import { AppError, toAppError } from "../../errors.ts";
import { logFailure } from "../../http/log.ts";
import {
  getLookupKey,
  type AppliedFact,
  applyProviderFact,
  LookupRequired,
} from "../queries/apply-provider-fact.ts";
import type { Donation } from "../queries/donations.ts";
import { findStripeSubscriptionId } from "../queries/recurring-donations.ts";
import type { Lookup, ProviderFact } from "../provider-facts.ts";
import { runLookup } from "./lookups.ts";

/** The database that stores donations, and the payment provider for lookups. */
export interface DonationServices {
  readonly database: DatabaseClient;
  readonly stripe: Pick<StripeAccount, "callApi">;
}

/** No fact needs this many lookups, so reaching the limit means an endless loop. */
const LOOKUPS_MAX = 6;

/**
 * Applies Stripe's facts to our rows in one transaction. Lookups run outside the transaction, which then starts
 * again. `claim` runs first, in the same transaction; if it returns false, nothing else happens.
 */
export async function applyStripeFacts(
  { database, stripe }: DonationServices,
  facts: readonly ProviderFact[],
  claim: (sql: Sql) => Promise<boolean> = () => Promise.resolve(true),
): Promise<readonly AppliedFact[]> {
  const lookups = new Map<string, boolean>();
  let pendingFacts = facts;
  for (let lookupCount = 0; lookupCount <= LOOKUPS_MAX; lookupCount += 1) {
    const batch = pendingFacts;
    const factsOrLookup = await database
      .as(service, async (sql) => {
        if (!(await claim(sql))) return [];
        const appliedFacts: AppliedFact[] = [];
        for (const fact of batch) appliedFacts.push(await applyProviderFact(sql, fact, lookups));
        return appliedFacts;
      })
      .catch(getRequiredLookup);
    if (!("kind" in factsOrLookup)) return factsOrLookup;
    const foundFacts = await runLookup(stripe, factsOrLookup);
    lookups.set(getLookupKey(factsOrLookup), foundFacts !== undefined);
    pendingFacts = [...(foundFacts ?? []), ...pendingFacts];
  }
  throw new AppError("unexpected", { cause: new Error("The facts keep asking for lookups") });
}

function getRequiredLookup(error: unknown): Lookup {
  if (error instanceof LookupRequired) return error.lookup;
  throw error;
}

const FAILURES_MAX = 5;

const hasTooManyFailures = ({ failureCount, completedAt, failureCode }: Donation): boolean =>
  failureCount >= FAILURES_MAX && completedAt === null && failureCode !== "abandoned";

/**
 * Cancels an intent after too many declines, because stolen cards can be tested on it while it is open (threat 23).
 * Errors are logged.
 */
export async function cancelAfterFailures(
  { database, stripe }: DonationServices,
  appliedFacts: readonly AppliedFact[],
): Promise<void> {
  const donations = new Map(
    appliedFacts.flatMap(({ donation }) =>
      donation !== undefined && hasTooManyFailures(donation) ? [[donation.id, donation]] : [],
    ),
  );
  for (const donation of donations.values()) {
    try {
      // An invoice's intent can't be canceled directly.
      const subscriptionId = await database.as(service, (sql) =>
        findStripeSubscriptionId(sql, donation),
      );
      if (subscriptionId !== undefined) {
        await stripe.callApi((api) => api.subscriptions.cancel(subscriptionId));
      } else if (donation.stripePaymentIntentId !== null) {
        const id = donation.stripePaymentIntentId;
        await stripe.callApi((api) => api.paymentIntents.cancel(id));
      }
    } catch (error) {
      logFailure(crypto.randomUUID(), "BACKGROUND", "stop-attempts", toAppError(error));
    }
  }
}
