import { describe, expect, test } from "vitest";
import { rolledBack, sql, type Transaction } from "./connection.ts";
import { matrix } from "./matrix.ts";
import { commands, measure, prepareAttempts, type Command, type Measured } from "./measure.ts";
import { addPeople } from "./people.ts";

interface Policy {
  table: string;
  name: string;
  command: string;
  using: string | null;
  check: string | null;
}

const policies = await sql<Policy[]>`
  select schemaname || '.' || tablename as table, policyname as name, lower(cmd) as command,
    qual as using, with_check as check
  from pg_policies
  where schemaname in ('public', 'storage')
  order by 1, 2`;

/** Returns every way to weaken or tighten a policy that changes its meaning. */
function mutationsOf({ using, check }: Policy): string[] {
  const parts = [
    ["using", using],
    ["with check", check],
  ] as const;
  return parts.flatMap(([clause, expression]) =>
    ["true", "false"]
      .filter((value) => expression !== null && expression !== value)
      .map((value) => `${clause} (${value})`),
  );
}

/** Triggers that enforce what a policy also requires, and the inserts that distinguish the two. */
const enforcingTriggers: Record<
  string,
  { trigger: string; inserts: (self: string) => Record<string, string> }
> = {
  "public.volunteer_highlights": {
    trigger: "hold_highlight_for_review",
    inserts: (self) => ({
      published: `insert into public.volunteer_highlights (volunteer_id, title, message, is_published)
        values ('${self}', 'T', 'M', true)`,
    }),
  },
};

/**
 * Measures the policies alone, without the grants and triggers that would also refuse, so that a broken policy can't
 * go unnoticed.
 */
async function policyMeasure(tx: Transaction, table: string) {
  const rights = matrix.find((entry) => entry.table === table);
  if (!rights) throw new Error(`${table} is not in the matrix`);
  await prepareAttempts(tx);
  const people = await addPeople(tx);
  const rows = await rights.rows(tx, people);
  await tx.unsafe(`grant all on table ${table} to anon, authenticated`);
  const enforcingTrigger = enforcingTriggers[table];
  // A table with pending deferred triggers can't be altered.
  await tx`set constraints all immediate`;
  if (enforcingTrigger)
    await tx.unsafe(`alter table ${table} disable trigger ${enforcingTrigger.trigger}`);
  const inserts = (self: string, stranger: string) => ({
    ...rights.inserts?.(self, stranger),
    ...enforcingTrigger?.inserts(self),
  });
  return (savepoint: Transaction, only: readonly Command[]): Promise<Measured> =>
    measure(savepoint, people, { ...rights, inserts }, rows, { only, triesAllRows: true });
}

const undo = new Error("undo");

describe("threat 1: a changed policy is detected", () => {
  test.for([...new Set(policies.map(({ table }) => table))])("%s", async (table) => {
    const undetectedMutations = await rolledBack(async (tx) => {
      const measurePolicies = await policyMeasure(tx, table);
      const undetected: string[] = [];
      for (const policy of policies.filter((entry) => entry.table === table)) {
        const only = commands.filter((command) => ["all", command].includes(policy.command));
        const originalRights = JSON.stringify([...(await measurePolicies(tx, only))]);
        const mutations = mutationsOf(policy);
        expect(mutations, policy.name).not.toEqual([]);
        for (const mutation of mutations) {
          await tx
            .savepoint(async (savepoint) => {
              await savepoint.unsafe(`alter policy "${policy.name}" on ${table} ${mutation}`);
              const mutatedRights = JSON.stringify([...(await measurePolicies(savepoint, only))]);
              if (mutatedRights === originalRights) undetected.push(`${policy.name}: ${mutation}`);
              throw undo;
            })
            .catch((error: unknown) => {
              if (error !== undo) throw error;
            });
        }
      }
      return undetected;
    });
    expect(undetectedMutations).toEqual([]);
  });
});
