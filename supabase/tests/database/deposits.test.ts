import type { Sql } from "postgres";
import { expect, test } from "vitest";
import { waitUntilBlocked } from "./blocking.ts";
import {
  addAdmin,
  connect,
  type Person,
  runAs,
  withRollback,
  type Transaction,
} from "./connection.ts";
import { addCheck, addDonor, voidBouncedDonation, catchRefusalCode } from "./recording.ts";

const addDeposit = async (tx: Transaction, slipTotal: number) => {
  const [row] = await tx<[{ id: string }]>`
    insert into public.deposits (deposited_on, slip_total, is_demo) values ('2025-11-03', ${slipTotal}, true) returning id`;
  return row.id;
};

const close = async (tx: Transaction, id: string, person?: Person) =>
  runAs(
    tx,
    person ?? (await addAdmin(tx)),
    (asAdmin) => asAdmin`select private.close_deposit(${id})`,
  );

const moveToDeposit = async (tx: Transaction, donationId: string, depositId: string | null) =>
  runAs(
    tx,
    await addAdmin(tx),
    (asAdmin) => asAdmin`select private.move_to_deposit(${donationId}, ${depositId})`,
  );

const recordCorrection = async (tx: Transaction, id: string, donorId: string, amount: number) =>
  runAs(
    tx,
    await addAdmin(tx),
    (asAdmin) => asAdmin`
      select private.correct_donation(
        ${id}, 'Misread', ${donorId}, ${amount}, 'check', '2025-11-01', null, null, null, false, false, null)`,
  );

interface DepositSums {
  readonly count: number;
  readonly deposited: number;
  readonly total: number;
}

const readSums = async (tx: Transaction, id: string) => {
  const [row] = await tx<[DepositSums]>`
    select donation_count as count, deposited::float8 as deposited, total::float8 as total from private.deposit_sums(${id})`;
  return { ...row };
};

const readEntries = async (tx: Transaction, id: string) =>
  (
    await tx<{ amount: number; isOffsettingEntry: boolean; reason: string | null }[]>`
      select amount::float8 as amount, is_offsetting_entry as "isOffsettingEntry", reason
      from private.deposit_entries(${id}) order by is_offsetting_entry, amount`
  ).map((entry) => ({ ...entry }));

test("a deposit closes only if its donations add up to the slip, and the refusal states the difference", async () => {
  await withRollback(async (tx) => {
    const donorId = await addDonor(tx);
    const id = await addDeposit(tx, 100.1);
    await addCheck(tx, { donorId, amount: 50, depositId: id });
    const tryToClose = (savepoint: Transaction) =>
      savepoint
        .savepoint((inner) => close(inner, id))
        .then(
          () => "closed",
          (error: unknown) => (error as { hint?: string }).hint,
        );
    expect(await tryToClose(tx)).toBe(
      "The donations add up to $50.00, which is $50.10 less than the slip.",
    );
    await addCheck(tx, { donorId, amount: 1050.1, depositId: id });
    expect(await tryToClose(tx)).toBe(
      "The donations add up to $1,100.10, which is $1,000.00 more than the slip.",
    );
    await tx`update public.deposits set slip_total = 1100.1 where id = ${id}`;
    expect(await tryToClose(tx)).toBe("closed");
    expect(await catchRefusalCode(tx, (savepoint) => close(savepoint, id))).toBe("CP024");
  });
});

test("a donation that was voided while its deposit was open isn't part of it", async () => {
  await withRollback(async (tx) => {
    const donorId = await addDonor(tx);
    const id = await addDeposit(tx, 50);
    await addCheck(tx, { donorId, amount: 50, depositId: id });
    await voidBouncedDonation(tx, await addCheck(tx, { donorId, amount: 20, depositId: id }));
    expect(await readSums(tx, id)).toEqual({ count: 1, deposited: 50, total: 50 });
    await close(tx, id);
  });
});

test("a closed deposit keeps its donations, and changes only by voids and corrections", async () => {
  await withRollback(async (tx) => {
    const donorId = await addDonor(tx);
    const id = await addDeposit(tx, 150);
    const [bouncedCheckId, misreadCheckId] = [
      await addCheck(tx, { donorId, amount: 50, depositId: id }),
      await addCheck(tx, { donorId, amount: 100, depositId: id }),
    ];
    const otherCheckId = await addCheck(tx, { donorId, amount: 5 });
    await close(tx, id);
    const other = await addDeposit(tx, 5);
    const refused = [
      (savepoint: Transaction) => addCheck(savepoint, { donorId, amount: 5, depositId: id }),
      (savepoint: Transaction) => moveToDeposit(savepoint, otherCheckId, id),
      (savepoint: Transaction) => moveToDeposit(savepoint, bouncedCheckId, null),
      (savepoint: Transaction) => moveToDeposit(savepoint, bouncedCheckId, other),
    ];
    for (const work of refused) expect(await catchRefusalCode(tx, work)).toBe("CP024");
    await voidBouncedDonation(tx, bouncedCheckId);
    await recordCorrection(tx, misreadCheckId, donorId, 10);
    expect(await readSums(tx, id)).toEqual({ count: 2, deposited: 150, total: 10 });
    expect(await readEntries(tx, id)).toEqual([
      { amount: 50, isOffsettingEntry: false, reason: null },
      { amount: 100, isOffsettingEntry: false, reason: null },
      { amount: -100, isOffsettingEntry: true, reason: "Misread" },
      { amount: -50, isOffsettingEntry: true, reason: "Bounced" },
      { amount: 10, isOffsettingEntry: true, reason: null },
    ]);
  });
});

test("a correction in an open deposit replaces the original amount", async () => {
  await withRollback(async (tx) => {
    const donorId = await addDonor(tx);
    const id = await addDeposit(tx, 60);
    const check = await addCheck(tx, { donorId, amount: 50, depositId: id });
    await recordCorrection(tx, check, donorId, 60);
    expect(await readSums(tx, id)).toEqual({ count: 1, deposited: 60, total: 60 });
    await close(tx, id);
    expect(await readSums(tx, id)).toEqual({ count: 1, deposited: 60, total: 60 });
  });
});

test("a deposit whose only donation was voided can be deleted", async () => {
  await withRollback(async (tx) => {
    const donorId = await addDonor(tx);
    const id = await addDeposit(tx, 50);
    await voidBouncedDonation(tx, await addCheck(tx, { donorId, amount: 50, depositId: id }));
    const admin = await addAdmin(tx);
    const deletedRows = await runAs(
      tx,
      admin,
      (asAdmin) => asAdmin`delete from public.deposits where id = ${id} returning id`,
    );
    expect(deletedRows).toHaveLength(1);
  });
});

test("demo and real money don't share a deposit", async () => {
  await withRollback(async (tx) => {
    const donorId = await addDonor(tx);
    const id = await addDeposit(tx, 50);
    await tx`update public.deposits set is_demo = false where id = ${id}`;
    const add = (savepoint: Transaction) =>
      addCheck(savepoint, { donorId, amount: 50, depositId: id });
    expect(await catchRefusalCode(tx, add)).toBe("CP024");
  });
});

test("a closed deposit can't be changed or deleted, not even by an administrator", async () => {
  await withRollback(async (tx) => {
    const donorId = await addDonor(tx);
    const id = await addDeposit(tx, 50);
    await addCheck(tx, { donorId, amount: 50, depositId: id });
    await close(tx, id);
    const admin = await addAdmin(tx);
    const changed = await runAs(
      tx,
      admin,
      (asAdmin) =>
        asAdmin`update public.deposits set slip_total = 51 where id = ${id} returning id`,
    );
    const deletedRows = await runAs(
      tx,
      admin,
      (asAdmin) => asAdmin`delete from public.deposits where id = ${id} returning id`,
    );
    expect([changed.length, deletedRows.length]).toEqual([0, 0]);
  });
});

interface DepositFixture {
  readonly first: Sql;
  readonly second: Sql;
  readonly admin: Person;
  readonly donorId: string;
  readonly id: string;
  readonly checkIds: readonly string[];
}

/** Adds a $50 deposit and its checks, and removes all of them after `work`. */
async function withDeposit<Result>(
  amounts: readonly number[],
  work: (deposit: DepositFixture) => Promise<Result>,
): Promise<Result> {
  const [first, second] = [connect(), connect()];
  const deposit = await first.begin(async (tx) => {
    const [admin, donorId, id] = [await addAdmin(tx), await addDonor(tx), await addDeposit(tx, 50)];
    const checkIds: string[] = [];
    for (const amount of amounts)
      checkIds.push(await addCheck(tx, { donorId, depositId: id, amount }, admin));
    return { admin, donorId, id, checkIds };
  });
  const { admin, donorId, id } = deposit;
  try {
    return await work({ first, second, ...deposit });
  } finally {
    await first`
      delete from public.donation_adjustments where donation_id in (
        select id from public.donations where donor_id = ${donorId}
      )`;
    await first`delete from public.donations where donor_id = ${donorId}`;
    await first`delete from public.deposits where id = ${id}`;
    await first`delete from public.donors where id = ${donorId}`;
    await first`delete from public.users where id = ${admin.id}`;
    await first`delete from auth.users where id = ${admin.id}`;
    await first.end();
    await second.end();
  }
}

/** Runs `change` in a transaction that stays open until `later` waits for it. Returns the result of `later`. */
async function runConcurrently<Result>(
  { first, second }: DepositFixture,
  change: (tx: Transaction) => Promise<unknown>,
  laterChange: (tx: Transaction) => Promise<Result>,
) {
  let laterResult: Promise<unknown> | undefined;
  await first.begin(async (tx) => {
    await change(tx);
    const [waiting] = await second<[{ pid: number }]>`select pg_backend_pid() as pid`;
    laterResult = second
      .begin(async (other) => {
        await other`set local lock_timeout = '5s'`;
        return laterChange(other);
      })
      .catch((error: unknown) => (error as { hint?: string }).hint ?? error);
    await waitUntilBlocked(tx, waiting.pid);
  });
  return laterResult;
}

const voidAs = (tx: Transaction, admin: Person, id: string) =>
  runAs(tx, admin, (asAdmin) => asAdmin`select private.void_donation(${id}, 'Bounced')`);

test("a deposit can't be closed without a donation that is being added to it", async () => {
  const hint = await withDeposit([], (deposit) => {
    const { admin, donorId, id } = deposit;
    return runConcurrently(
      deposit,
      (tx) => addCheck(tx, { donorId, depositId: id, amount: 55 }, admin),
      (tx) => close(tx, id, admin),
    );
  });
  expect(hint).toBe("The donations add up to $55.00, which is $5.00 more than the slip.");
});

test("a deposit can't be closed with a donation that is being voided", async () => {
  const hint = await withDeposit([50], (deposit) => {
    const { admin, id, checkIds } = deposit;
    return runConcurrently(
      deposit,
      (tx) => voidAs(tx, admin, checkIds[0]!),
      (tx) => close(tx, id, admin),
    );
  });
  expect(hint).toBe("The donations add up to $0.00, which is $50.00 less than the slip.");
});

test("a void that waits until its deposit is closed becomes an offsetting entry", async () => {
  const sums = await withDeposit([50], async (deposit) => {
    const { admin, id, checkIds } = deposit;
    await runConcurrently(
      deposit,
      (tx) => close(tx, id, admin),
      (tx) => voidAs(tx, admin, checkIds[0]!),
    );
    return deposit.first.begin((tx) => readSums(tx, id));
  });
  expect(sums).toEqual({ count: 1, deposited: 50, total: 0 });
});

test("a deposit isn't in the future, and only an owner opens a closed one again, with a reason", async () => {
  await withRollback(async (tx) => {
    const addTomorrow = (savepoint: Transaction) => savepoint`
      insert into public.deposits (deposited_on, slip_total, is_demo) values (private.today() + 1, 50, true)`;
    expect(await catchRefusalCode(tx, addTomorrow)).toBe("23514");
    const id = await addDeposit(tx, 50);
    await addCheck(tx, { donorId: await addDonor(tx), amount: 50, depositId: id });
    await close(tx, id);
    const reopen = (person: Person) => (savepoint: Transaction) =>
      runAs(
        savepoint,
        person,
        (asAdmin) => asAdmin`select private.reopen_deposit(${id}, 'The slip was misread')`,
      );
    const treasurer = await addAdmin(tx, { areas: ["giving"] });
    expect(await catchRefusalCode(tx, reopen(treasurer))).toBe("CP044");
    await reopen(await addAdmin(tx))(tx);
    const [deposit] = await tx`
      select closed_at, reopen_reason from public.deposits where id = ${id}`;
    expect(deposit).toEqual({ closed_at: null, reopen_reason: "The slip was misread" });
    await close(tx, id);
  });
});
