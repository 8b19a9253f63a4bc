import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTemporaryStack, type TemporaryStack } from "../../local/temporary-stack.ts";
import { addAdmin, refusalCode, runAs, type Person, type Transaction } from "./connection.ts";

const OWNER_COUNT = 20;

/** This test has its own database, because the owners in the shared one are other tests' administrators. */
let stack: TemporaryStack;
let sql: Sql;
beforeAll(async () => {
  stack = await startTemporaryStack({ site: "none", hasFunctions: false });
  sql = postgres(stack.facts.databaseUrl, { max: OWNER_COUNT, onnotice: () => undefined });
}, 120_000);
afterAll(async () => {
  await sql.end();
  await stack.stop();
});

const addOwners = (count: number) =>
  sql.begin(async (tx) => {
    await tx`update public.users set areas = '{}' where areas is null`;
    const owners: Person[] = [];
    for (let index = 0; index < count; index += 1) owners.push(await addAdmin(tx));
    return owners;
  });
const asOwner = (owner: Person, work: (tx: Transaction) => Promise<unknown>) =>
  refusalCode(sql.begin((tx) => runAs(tx, owner, work)));
const countOwners = async () => {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from public.users where user_type = 'admin' and areas is null`;
  return row.count;
};

test("threat 9: 20 owners who give up their rights at once leave one owner", async () => {
  const owners = await addOwners(OWNER_COUNT);
  // Opens all connections first, so that the removals start together.
  await Promise.all(owners.map(() => sql`select pg_sleep(0.2)`));
  const codes = await Promise.all(
    owners.map((owner, index) =>
      asOwner(owner, (tx) =>
        index % 2 === 0
          ? tx`select private.remove_administrator(${owner.id})`
          : tx`select private.change_areas(${owner.id}, '[]')`,
      ),
    ),
  );
  expect(await countOwners()).toBe(1);
  expect(codes.filter((code) => code !== undefined)).toEqual(["CP045"]);
});

test("threat 9: if two owners remove each other at once, one stays", async () => {
  for (let round = 0; round < 10; round += 1) {
    const [first, second] = (await addOwners(2)) as [Person, Person];
    const codes = await Promise.all([
      asOwner(first, (tx) => tx`select private.remove_administrator(${second.id})`),
      asOwner(second, (tx) => tx`select private.remove_administrator(${first.id})`),
    ]);
    expect(await countOwners()).toBe(1);
    // The owner who was removed has no rights anymore by the time the other's change is made.
    expect(codes.filter((code) => code !== undefined)).toEqual(["CP010"]);
  }
});
