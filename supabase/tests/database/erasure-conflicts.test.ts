import { randomUUID } from "node:crypto";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTemporaryStack, type TemporaryStack } from "../../local/temporary-stack.ts";
import type { PersonRecord } from "../../functions/_shared/contracts/person-records.ts";
import { waitUntilBlocked } from "./blocking.ts";
import { addAdmin, type Person, refusalCode, runAs } from "./connection.ts";
import { eraseAs } from "./erasing.ts";

/** A database of its own, because these tests commit. */
let stack: TemporaryStack;
let sql: Sql;
let owner: Person;
let treasurer: Person;
beforeAll(async () => {
  stack = await startTemporaryStack({ site: "none", hasFunctions: false });
  sql = postgres(stack.facts.databaseUrl, { max: 4, onnotice: () => undefined });
  owner = await sql.begin((tx) => addAdmin(tx));
  treasurer = await sql.begin((tx) => addAdmin(tx, { areas: ["giving"] }));
}, 120_000);
afterAll(async () => {
  await sql.end();
  await stack.stop();
});

const give = (run: Sql, email: string) => run<[{ donorId: string }]>`
  insert into public.donations (first_name, last_name, email, amount, status, completed_at)
  values ('Erin', 'Example', ${email}, 50, 'completed', now()) returning donor_id as "donorId"`;

async function addDonor() {
  const email = `${randomUUID()}@example.org`;
  const [{ donorId }] = await give(sql, email);
  const records: PersonRecord[] = [{ kind: "donor", id: donorId }];
  return { id: donorId, email, records };
}

/** Runs the write while the erasure isn't committed yet, and returns how it ends afterward. */
async function writeDuringErasure<Result>(
  records: readonly PersonRecord[],
  write: (run: Sql) => Promise<Result>,
): Promise<Result> {
  const connection = postgres(stack.facts.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const [{ pid }] = await connection<[{ pid: number }]>`select pg_backend_pid() as pid`;
    let waiting: Promise<Result> | undefined;
    await sql.begin(async (tx) => {
      await eraseAs(tx, owner, records);
      waiting = write(connection);
      waiting.catch(() => undefined);
      await waitUntilBlocked(tx, pid);
    });
    return await waiting!;
  } finally {
    await connection.end();
  }
}

test("someone who gives while being erased is a new donor, and nothing of before comes back", async () => {
  const donor = await addDonor();
  const [gift] = await writeDuringErasure(donor.records, (run) => give(run, donor.email));
  expect(gift.donorId).not.toBe(donor.id);
  const donors = await sql`
    select first_name, email from public.donors where id in (${donor.id}, ${gift.donorId}) order by email nulls first`;
  expect([...donors]).toEqual([
    { first_name: "Erased", email: null },
    { first_name: null, email: donor.email },
  ]);
});

test("an administrator's save that waits for an erasure is refused with a sentence", async () => {
  const donor = await addDonor();
  const save = writeDuringErasure(donor.records, (run) =>
    run.begin((tx) =>
      runAs(
        tx,
        treasurer,
        (as) => as`update public.donors set phone = '555 0100' where id = ${donor.id}`,
      ),
    ),
  );
  await expect(save).rejects.toMatchObject({
    code: "CP060",
    hint: "This person was erased, so nothing can be changed or added.",
  });
  const [row] = await sql`select phone from public.donors where id = ${donor.id}`;
  expect(row).toEqual({ phone: null });
});

test("of two owners who erase one person at once, one is told that it's done", async () => {
  const donor = await addDonor();
  const second = writeDuringErasure(donor.records, (run) =>
    run.begin((tx) =>
      refusalCode(tx.savepoint((as) => eraseAs(as, owner, donor.records, donor.email))),
    ),
  );
  expect(await second).toBe("CP061");
  const [row] = await sql`
    select count(*)::int as count from public.erasures where records @> ${sql.json([{ kind: "donor", id: donor.id }])}`;
  expect(row).toEqual({ count: 1 });
});
