import { service } from "../caller.ts";
import type { Database, Sql } from "../clients/database.ts";
import type { StripeAccount } from "../clients/stripe.ts";
import { AppError } from "../errors.ts";
import { keyOf, type Settled, settleTold, Unanswered } from "../queries/settle-told.ts";
import type { Question, Told } from "../rules/told.ts";
import { answer } from "./ask.ts";

interface Ledger {
  readonly database: Database;
  readonly stripe: Pick<StripeAccount, "ask">;
}

/** More than any fact needs; exceeding it means the ledger is looping. */
const QUESTIONS_MAX = 6;

/**
 * Applies Stripe's facts to the ledger in one transaction. Lookups run outside of it, and then it starts again.
 * `beforehand` runs in the same transaction; if it returns false, nothing else happens.
 */
export async function settle(
  { database, stripe }: Ledger,
  told: readonly Told[],
  beforehand: (sql: Sql) => Promise<boolean> = () => Promise.resolve(true),
): Promise<readonly Settled[]> {
  const asked = new Map<string, boolean>();
  let known = told;
  for (let round = 0; round <= QUESTIONS_MAX; round += 1) {
    const facts = known;
    const outcome = await database
      .as(service, async (sql) => {
        if (!(await beforehand(sql))) return [];
        const settled: Settled[] = [];
        for (const fact of facts) settled.push(await settleTold(sql, fact, asked));
        return settled;
      })
      .catch(questionOf);
    if (!("about" in outcome)) return outcome;
    const told = await answer(stripe, outcome);
    asked.set(keyOf(outcome), told !== undefined);
    known = [...(told ?? []), ...known];
  }
  throw new AppError("unexpected", { cause: new Error("The ledger keeps asking for lookups") });
}

function questionOf(error: unknown): Question {
  if (error instanceof Unanswered) return error.question;
  throw error;
}
