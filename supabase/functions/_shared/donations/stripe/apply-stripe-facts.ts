import { service } from "../../caller.ts";
import type { DatabaseClient, Sql } from "../../clients/database.ts";
import type { StripeAccount } from "../../clients/stripe.ts";
import { AppError } from "../../errors.ts";
import {
  getLookupKey,
  type AppliedFact,
  applyProviderFact,
  LookupRequired,
} from "../queries/apply-provider-fact.ts";
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
