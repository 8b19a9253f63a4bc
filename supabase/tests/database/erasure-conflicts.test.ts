import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PersonRecord } from "../../functions/_shared/contracts/person-records.ts";
import { waitUntilBlocked } from "./blocking.ts";
import { addAdmin, connect, type Person, catchSqlState, runAs } from "./connection.ts";
import { eraseAs } from "./erasing.ts";

const sql = connect(4);
let owner: Person;
let treasurer: Person;
const donorIds: string[] = [];
beforeAll(async () => {
  owner = await sql.begin((tx) => addAdmin(tx));
  treasurer = await sql.begin((tx) => addAdmin(tx, { areas: ["giving"] }));
});
/** Deletes what these tests commit. */
afterAll(async () => {
  for (const id of donorIds) {
    await sql`delete from public.erasures where records @> ${sql.json([{ kind: "donor", id }])}`;
  }
  await sql`delete from public.donations where donor_id in ${sql(donorIds)}`;
  await sql`delete from public.donors where id in ${sql(donorIds)}`;
  await sql`delete from auth.users where id in ${sql([owner.id, treasurer.id])}`;
  await sql.end();
});

/** Adds a donation of demo money, because the first real donation changes the settings of the whole site. */
async function addDonation(run: Sql, email: string): Promise<string> {
  const [{ donorId }] = await run<[{ donorId: string }]>`
    insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
    values ('Erin', 'Example', ${email}, 50, true, 'completed', now()) returning donor_id as "donorId"`;
  donorIds.push(donorId);
  return donorId;
}

async function addDonor() {
  const email = `${randomUUID()}@example.org`;
  const id = await addDonation(sql, email);
  const records: PersonRecord[] = [{ kind: "donor", id }];
  return { id, email, records };
}

/** Starts a write before the erasure is committed. Returns the write's result, which is available only afterward. */
async function writeDuringErasure<Result>(
  records: readonly PersonRecord[],
  write: (run: Sql) => Promise<Result>,
): Promise<Result> {
  const connection = connect();
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

test("someone who gives while being erased becomes a new donor, and nothing erased comes back", async () => {
  const donor = await addDonor();
  const newDonorId = await writeDuringErasure(donor.records, (run) =>
    addDonation(run, donor.email),
  );
  expect(newDonorId).not.toBe(donor.id);
  const donors = await sql`
    select first_name, email from public.donors where id in (${donor.id}, ${newDonorId}) order by email nulls first`;
  expect([...donors]).toEqual([
    { first_name: "Erased", email: null },
    { first_name: null, email: donor.email },
  ]);
});

test("an administrator's save that waits for an erasure is refused with an explanation", async () => {
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
    hint: "This person's data was erased, so nothing about them can be changed or added.",
  });
  const [row] = await sql`select phone from public.donors where id = ${donor.id}`;
  expect(row).toEqual({ phone: null });
});

test("if two owners erase the same person at the same time, one of them sees that it's already done", async () => {
  const donor = await addDonor();
  const second = writeDuringErasure(donor.records, (run) =>
    run.begin((tx) =>
      catchSqlState(
        tx.savepoint((as) => eraseAs(as, owner, donor.records, { confirmation: donor.email })),
      ),
    ),
  );
  expect(await second).toBe("CP061");
  const [row] = await sql`
    select count(*)::int as count from public.erasures where records @> ${sql.json([{ kind: "donor", id: donor.id }])}`;
  expect(row).toEqual({ count: 1 });
});
