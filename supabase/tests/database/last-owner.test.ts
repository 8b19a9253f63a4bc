import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addAdmin,
  connect,
  catchSqlState,
  runAs,
  type Person,
  type Transaction,
} from "./connection.ts";

const OWNER_COUNT = 20;

const sql = connect(OWNER_COUNT);
/** The owners in the sample data, who aren't owners during these tests. */
let otherOwnerIds: string[];
let startedAt: Date;
const ownerIds: string[] = [];
beforeAll(async () => {
  [{ startedAt }] = await sql<[{ startedAt: Date }]>`select now() as "startedAt"`;
  const others = await sql<{ id: string }[]>`
    update public.users set areas = '{}' where areas is null and user_type = 'admin' returning id`;
  otherOwnerIds = others.map(({ id }) => id);
});
afterAll(async () => {
  await sql`update public.users set areas = null where id in ${sql(otherOwnerIds)}`;
  await sql`delete from auth.users where id in ${sql(ownerIds)}`;
  await sql`
    delete from public.email_outbox where template_name = 'Team Changed' and created_at >= ${startedAt}`;
  await sql.end();
});

const addOwners = (count: number) =>
  sql.begin(async (tx) => {
    await tx`update public.users set areas = '{}' where areas is null`;
    const owners: Person[] = [];
    for (let index = 0; index < count; index += 1) owners.push(await addAdmin(tx));
    ownerIds.push(...owners.map(({ id }) => id));
    return owners;
  });
const runAsOwner = (owner: Person, work: (tx: Transaction) => Promise<unknown>) =>
  catchSqlState(sql.begin((tx) => runAs(tx, owner, work)));
const countOwners = async () => {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from public.users where user_type = 'admin' and areas is null`;
  return row.count;
};

test("threat 9: 20 owners who give up their rights at the same time leave one owner", async () => {
  const owners = await addOwners(OWNER_COUNT);
  // Opens all connections first, so that the removals start together.
  await Promise.all(owners.map(() => sql`select pg_sleep(0.2)`));
  const codes = await Promise.all(
    owners.map((owner, index) =>
      runAsOwner(owner, (tx) =>
        index % 2 === 0
          ? tx`select private.remove_administrator(${owner.id})`
          : tx`select private.change_areas(${owner.id}, '[]')`,
      ),
    ),
  );
  expect(await countOwners()).toBe(1);
  expect(codes.filter((code) => code !== undefined)).toEqual(["CP045"]);
});

test("threat 9: if two owners remove each other at the same time, one remains an owner", async () => {
  for (let round = 0; round < 10; round += 1) {
    const [first, second] = (await addOwners(2)) as [Person, Person];
    const codes = await Promise.all([
      runAsOwner(first, (tx) => tx`select private.remove_administrator(${second.id})`),
      runAsOwner(second, (tx) => tx`select private.remove_administrator(${first.id})`),
    ]);
    expect(await countOwners()).toBe(1);
    // The owner who is removed first no longer has permission to remove the other.
    expect(codes.filter((code) => code !== undefined)).toEqual(["CP010"]);
  }
});
