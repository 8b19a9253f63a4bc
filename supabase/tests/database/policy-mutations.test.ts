import { describe, expect, test } from "vitest";
import { withRollbackIn } from "../rolled-back.ts";
import { withRollback, sql, type Transaction } from "./connection.ts";
import { matrix } from "./matrix.ts";
import { commands, measureRights, createAttemptFunction, type Command } from "./measure.ts";
import { type Actor, actors, addPeopleOnce } from "./people.ts";

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

const people = addPeopleOnce();

const AREA_CHECK = /private\.may\('\w+'::text\)/g;

/** Returns every way to weaken or tighten a policy that changes its meaning, such as by leaving out the area. */
function listMutations({ using, check }: Policy): string[] {
  const clauses = [
    ["using", using],
    ["with check", check],
  ] as const;
  return clauses.flatMap(([clause, expression]) =>
    ["true", "false", expression?.replaceAll(AREA_CHECK, "private.is_admin()")]
      .filter((value) => value !== undefined && expression !== null && expression !== value)
      .map((value) => `${clause} (${value})`),
  );
}

/** Triggers that enforce the same rule as a policy, and the inserts that show whether the policy also refuses. */
const enforcingTriggers: Record<
  string,
  { trigger: string; inserts: (selfId: string) => Record<string, string> }
> = {
  "public.volunteer_highlights": {
    trigger: "hold_highlight_for_review",
    inserts: (selfId) => ({
      published: `insert into public.volunteer_highlights (volunteer_id, title, message, is_published)
        values ('${selfId}', 'T', 'M', true)`,
    }),
  },
};

/**
 * Returns a function that measures only the policies. Without the grants and triggers that would also refuse, a broken
 * policy can't go unnoticed.
 */
async function preparePolicyMeasurement(tx: Transaction, table: string) {
  const rights = matrix.find((entry) => entry.table === table);
  if (!rights) throw new Error(`${table} is not in the matrix`);
  await createAttemptFunction(tx);
  const trial = await rights.prepare(tx, people());
  await tx.unsafe(`grant all on table ${table} to anon, authenticated`);
  const enforcingTrigger = enforcingTriggers[table];
  // A table with pending deferred triggers can't be altered.
  await tx`set constraints all immediate`;
  if (enforcingTrigger)
    await tx.unsafe(`alter table ${table} disable trigger ${enforcingTrigger.trigger}`);
  const inserts = (selfId: string) => ({
    ...trial.inserts(selfId),
    ...enforcingTrigger?.inserts(selfId),
  });
  return (
    savepoint: Transaction,
    onlyCommands: readonly Command[],
    onlyActors: readonly Actor[] = actors,
  ) =>
    measureRights(
      savepoint,
      people(),
      { ...trial, inserts },
      {
        onlyActors,
        onlyCommands,
        triesAllRows: true,
      },
    );
}

/**
 * Most mutations change what one of the first five actors may do. In that case, the other actors don't need to be
 * measured.
 */
const orderedActors = [
  ...new Set<Actor>(["applicant", "admin", "visitor", "owner", "adminWithoutArea", ...actors]),
];

async function findUndetectedMutations(tx: Transaction, table: string): Promise<string[]> {
  const measurePolicies = await preparePolicyMeasurement(tx, table);
  const undetectedMutations: string[] = [];
  for (const policy of policies.filter((entry) => entry.table === table)) {
    const policyCommands = commands.filter((command) => ["all", command].includes(policy.command));
    const originalRights = await measurePolicies(tx, policyCommands);
    const mutations = listMutations(policy);
    expect(mutations, policy.name).not.toEqual([]);
    for (const mutation of mutations) {
      const isDetected = await withRollbackIn(
        (run) => tx.savepoint(run),
        async (savepoint: Transaction) => {
          await savepoint.unsafe(`alter policy "${policy.name}" on ${table} ${mutation}`);
          for (const actor of orderedActors) {
            const rights = await measurePolicies(savepoint, policyCommands, [actor]);
            if ([...rights].some(([name, outcome]) => originalRights.get(name) !== outcome))
              return true;
          }
          return false;
        },
      );
      if (!isDetected) undetectedMutations.push(`${policy.name}: ${mutation}`);
    }
  }
  return undetectedMutations;
}

const DEADLOCK_CODE = "40P01";

/** Retries once after a deadlock, because the measurement locks whole tables, which the running stack may be using. */
const withTableLocks = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  withRollback(work).catch((error: unknown) => {
    if ((error as { readonly code?: string } | null)?.code !== DEADLOCK_CODE) throw error;
    return withRollback(work);
  });

describe("threat 1: a changed policy is detected", () => {
  test.for([...new Set(policies.map(({ table }) => table))])("on %s", async (table) => {
    expect(await withTableLocks((tx) => findUndetectedMutations(tx, table))).toEqual([]);
  });
});
