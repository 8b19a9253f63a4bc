import postgres from "postgres";
import { describe, expect, test } from "vitest";
import { addAdmin, type Person, runAs, type Transaction, withRollback } from "./connection.ts";
import { createImporter, donationRow } from "./import-fixture.ts";
import { addDonor, type EnteredDonation, record } from "./recording.ts";

const OWNER_REASON = "The check turned up in a drawer";

interface Days {
  /** The last day of the month before last, which is closed. */
  readonly lastClosed: string;
  /** The next day, which is open. */
  readonly firstOpen: string;
  /** The last day of last month. */
  readonly lastOver: string;
  readonly today: string;
  /** The last day of the month before lastClosed. */
  readonly earlier: string;
}

const readDays = async (tx: Transaction): Promise<Days> => {
  const [days] = await tx<[Days]>`
    select (first - interval '1 month' - interval '1 day')::date::text as "lastClosed",
      (first - interval '1 month')::date::text as "firstOpen", (first - interval '1 day')::date::text as "lastOver",
      private.today()::text as today, (first - interval '2 months' - interval '1 day')::date::text as earlier
    from date_trunc('month', private.today()::timestamp) as first`;
  return { ...days };
};

const close = (tx: Transaction, person: Person, through: string, reason: string | null = null) =>
  runAs(tx, person, (asAdmin) => asAdmin`select private.close_books(${through}, ${reason})`);

/** Returns the message of the refusal, or undefined, and keeps the transaction usable. */
async function catchRefusal(tx: Transaction, work: (savepoint: Transaction) => Promise<unknown>) {
  try {
    await tx.savepoint(work);
    return undefined;
  } catch (error) {
    if (error instanceof postgres.PostgresError) return error.hint ?? error.message;
    throw error;
  }
}

const stateReason = (tx: Transaction, reason: string) =>
  tx`select set_config('books.late_reason', ${reason}, true)`;

interface Month {
  readonly given: number;
  readonly refunded: number;
  readonly voided: number;
  readonly late: number;
}

/** Returns how a month's books have changed. */
async function readMonth(tx: Transaction, day: string) {
  const [month] = await tx<[Month]>`
    select given::float8, refunded::float8, voided::float8, late::float8
    from private.month_of_books(date_trunc('month', ${day}::date)::date)`;
  return { ...month };
}

const subtract = (after: Month, before: Month): Month => ({
  given: after.given - before.given,
  refunded: after.refunded - before.refunded,
  voided: after.voided - before.voided,
  late: after.late - before.late,
});

const UNCHANGED: Month = { given: 0, refunded: 0, voided: 0, late: 0 };

/** Closes the books through the month before last, and returns people, days and a look at the months. */
async function closeMonths(tx: Transaction) {
  const days = await readDays(tx);
  const owner = await addAdmin(tx);
  const treasurer = await addAdmin(tx, { areas: ["giving"] });
  const donorId = await addDonor(tx);
  const enter = (person: Person, donation: EnteredDonation) =>
    record(tx, { donorId, ...donation }, person);
  const readBooks = async () => ({
    closed: await readMonth(tx, days.lastClosed),
    now: await readMonth(tx, days.today),
  });
  const before = await readBooks();
  const compareBooks = async () => {
    const after = await readBooks();
    return {
      closed: subtract(after.closed, before.closed),
      now: subtract(after.now, before.now),
    };
  };
  await close(tx, treasurer, days.lastClosed);
  const [{ notice }] = await tx<[{ notice: string }]>`
    select format('The books are closed through %s.', to_char(${days.lastClosed}::date, 'FMMonth FMDD, YYYY')) as notice`;
  return { days, owner, treasurer, donorId, enter, compareBooks, notice };
}

const readLateEntries = async (tx: Transaction) =>
  (
    await tx`
      select kind, day::text, booked_on::text as "bookedOn", amount::float8, reason from public.late_entries
      where created_at >= now() order by created_at`
  ).map((entry) => ({ ...entry }));

describe("closed months", () => {
  test("only an owner with a reason records a donation in them, and anyone on the next day", async () => {
    await withRollback(async (tx) => {
      const { days, owner, treasurer, enter, compareBooks, notice } = await closeMonths(tx);
      const inClosed = { receivedOn: days.lastClosed, amount: 120 };
      expect(await catchRefusal(tx, () => enter(treasurer, inClosed))).toBe(
        `${notice} Ask an owner.`,
      );
      expect(await catchRefusal(tx, () => enter(owner, inClosed))).toBe(
        `${notice} Say why this changes them.`,
      );
      await enter(treasurer, { receivedOn: days.firstOpen });
      expect(await readLateEntries(tx)).toEqual([]);

      await stateReason(tx, OWNER_REASON);
      expect(await catchRefusal(tx, () => enter(treasurer, inClosed))).toBe(
        `${notice} Ask an owner.`,
      );
      await enter(owner, inClosed);
      expect(await readLateEntries(tx)).toEqual([
        {
          kind: "donation",
          day: days.lastClosed,
          bookedOn: days.today,
          amount: 120,
          reason: OWNER_REASON,
        },
      ]);
      expect(await compareBooks()).toEqual({
        closed: UNCHANGED,
        now: { ...UNCHANGED, late: 120 },
      });
    });
  });

  test("a void and a correction of what they contain need an owner, and change only the current month", async () => {
    await withRollback(async (tx) => {
      const days = await readDays(tx);
      const donorId = await addDonor(tx);
      const donation = { donorId, receivedOn: days.lastClosed, amount: 100 };
      const ids = [await record(tx, donation), await record(tx, donation)] as const;
      const { owner, treasurer, compareBooks, notice } = await closeMonths(tx);
      const voidIt = (person: Person) =>
        runAs(tx, person, (as) => as`select private.void_donation(${ids[0]}, 'Bounced')`);
      const correct = (person: Person) =>
        runAs(
          tx,
          person,
          (as) => as`
            select private.correct_donation(${ids[1]}, 'Misread', ${donorId}, 120, 'check', ${days.lastClosed}, null,
              null, null, false, false, null)`,
        );
      for (const work of [voidIt, correct]) {
        expect(await catchRefusal(tx, () => work(treasurer))).toBe(`${notice} Ask an owner.`);
      }
      await voidIt(owner);
      await correct(owner);
      expect(await readLateEntries(tx)).toMatchObject([
        { kind: "void", bookedOn: days.today, amount: -100, reason: "Bounced" },
        { kind: "void", bookedOn: days.today, amount: -100, reason: "Misread" },
        { kind: "donation", day: days.lastClosed, amount: 120, reason: "Misread" },
      ]);
      expect(await compareBooks()).toEqual({ closed: UNCHANGED, now: { ...UNCHANGED, late: -80 } });
    });
  });

  test("goods, shares, their sale and deposits in them need an owner and a reason", async () => {
    await withRollback(async (tx) => {
      const { days, owner, treasurer, donorId, notice } = await closeMonths(tx);
      const addShares = (person: Person, receivedOn: string) =>
        runAs(tx, person, async (as) => {
          const [row] = await as<[{ id: string }]>`
            select private.record_noncash_donation(${donorId}, 'stock', 'Apple Inc. (AAPL)', 40, ${receivedOn}, true,
              sends_letter => false) as id`;
          return row.id;
        });
      const sell = (person: Person, id: string) =>
        runAs(
          tx,
          person,
          (as) => as`select private.record_stock_sale(${id}, 500, ${days.lastClosed})`,
        );
      const addDeposit = (person: Person) =>
        runAs(
          tx,
          person,
          (as) =>
            as`insert into public.deposits (deposited_on, slip_total) values (${days.lastClosed}, 5)`,
        );
      await stateReason(tx, OWNER_REASON);
      const sharesId = await addShares(owner, days.lastClosed);
      const writes = [
        (person: Person) => addShares(person, days.lastClosed),
        (person: Person) => sell(person, sharesId),
        addDeposit,
        (person: Person) =>
          runAs(
            tx,
            person,
            (as) => as`select private.void_noncash_donation(${sharesId}, 'Entered twice')`,
          ),
      ];
      for (const write of writes) {
        expect(await catchRefusal(tx, () => write(treasurer))).toBe(`${notice} Ask an owner.`);
      }
      await stateReason(tx, "");
      for (const write of writes.slice(0, 3)) {
        expect(await catchRefusal(tx, () => write(owner))).toBe(
          `${notice} Say why this changes them.`,
        );
      }
      await writes[3]!(owner);
      await addShares(treasurer, days.firstOpen);
      expect((await readLateEntries(tx)).map(({ kind, reason }) => [kind, reason])).toEqual([
        ["noncash", OWNER_REASON],
        ["noncash", "Entered twice"],
      ]);
    });
  });

  test("our estimate of goods in them needs an owner and a reason, even after a correction, and a note doesn't", async () => {
    await withRollback(async (tx) => {
      const days = await readDays(tx);
      const donorId = await addDonor(tx);
      const person = await addAdmin(tx);
      const [{ id }] = await runAs(
        tx,
        person,
        (as) => as<[{ id: string }]>`
          select private.correct_noncash_donation(
            private.record_noncash_donation(${donorId}, 'goods', 'Socks', null, ${days.lastClosed}, true, sends_letter => false),
            'Misread', ${donorId}, 'goods', 'Wool socks', null, ${days.lastClosed}, null, false
          ) as id`,
      );
      const { owner, treasurer, notice } = await closeMonths(tx);
      const write = (asPerson: Person, change: object) =>
        runAs(
          tx,
          asPerson,
          (as) => as`update public.noncash_donations set ${as(change)} where id = ${id}`,
        );
      await write(treasurer, { note: "By her broker" });
      const estimate = { estimated_value: 80 };
      expect(await catchRefusal(tx, () => write(treasurer, estimate))).toBe(
        `${notice} Ask an owner.`,
      );
      expect(await catchRefusal(tx, () => write(owner, estimate))).toBe(
        `${notice} Say why this changes them.`,
      );
      expect(await readLateEntries(tx)).toEqual([]);
      await stateReason(tx, OWNER_REASON);
      await write(owner, estimate);
      expect(await readLateEntries(tx)).toMatchObject([
        { kind: "noncash", day: days.lastClosed, amount: 0, reason: OWNER_REASON },
      ]);
    });
  });

  test("a deposit doesn't enter or leave them without an owner", async () => {
    await withRollback(async (tx) => {
      const days = await readDays(tx);
      const deposits = await tx<{ id: string }[]>`
        insert into public.deposits (deposited_on, slip_total) values (${days.lastClosed}, 5), (${days.firstOpen}, 7)
        returning id`;
      const { owner, treasurer, notice } = await closeMonths(tx);
      const newDays = [days.firstOpen, days.lastClosed] as const;
      const move = (person: Person, index: 0 | 1) =>
        runAs(
          tx,
          person,
          (as) => as`
            update public.deposits set deposited_on = ${newDays[index]} where id = ${deposits[index]!.id}`,
        );
      for (const index of [0, 1] as const) {
        expect(await catchRefusal(tx, () => move(treasurer, index))).toBe(
          `${notice} Ask an owner.`,
        );
      }
      await stateReason(tx, OWNER_REASON);
      await move(owner, 0);
      await move(owner, 1);
      expect((await readLateEntries(tx)).map(({ kind, day }) => [kind, day])).toEqual([
        ["deposit", days.lastClosed],
        ["deposit", days.lastClosed],
      ]);
    });
  });

  test("an import into them needs an owner and a reason, and undoing it takes its entries back", async () => {
    await withRollback(async (tx) => {
      const { days, owner, treasurer, compareBooks, notice } = await closeMonths(tx);
      const rows = [donationRow({ receivedOn: days.lastClosed, refunded: "20.00" })];
      const byTreasurer = await createImporter(tx, treasurer);
      const openRow = donationRow({ receivedOn: days.firstOpen });
      const found = await byTreasurer.check(await byTreasurer.stage([...rows, openRow]));
      expect(found).toMatchObject({ ready: 2, lateReady: 1, lateLookalike: 0 });
      expect(await catchRefusal(tx, () => byTreasurer.import(rows, { isDemo: true }))).toBe(
        `${notice} Ask an owner.`,
      );
      const byOwner = await createImporter(tx, owner);
      expect(await catchRefusal(tx, () => byOwner.import(rows, { isDemo: true }))).toBe(
        `${notice} Say why this changes them.`,
      );
      await stateReason(tx, OWNER_REASON);
      const id = await byOwner.import(rows, { isDemo: true });
      expect(await compareBooks()).toEqual({ closed: UNCHANGED, now: { ...UNCHANGED, late: 30 } });
      await stateReason(tx, "");
      expect(await catchRefusal(tx, () => byTreasurer.undo(id))).toBe(`${notice} Ask an owner.`);
      await byOwner.undo(id);
      expect(await compareBooks()).toEqual({ closed: UNCHANGED, now: UNCHANGED });
    });
  });

  test("what the payment provider reports late is stored at once, and counts in the current month", async () => {
    await withRollback(async (tx) => {
      const { days, compareBooks } = await closeMonths(tx);
      const moment = `${days.lastClosed} 12:00`;
      const [donation] = await tx<[{ id: string }]>`
        insert into public.donations (first_name, last_name, email, amount, is_demo, created_at)
        values ('Ann', 'Late', 'ann-late@example.org', 200, true, ${moment}::timestamp at time zone private.time_zone())
        returning id`;
      expect(await readLateEntries(tx)).toEqual([]);
      await tx`
        update public.donations set status = 'completed', completed_at = ${moment}::timestamp at time zone private.time_zone()
        where id = ${donation.id}`;
      const report = (status: string, amount: number, at: string) => tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status, stripe_id, reported_at)
        values (${donation.id}, 'refund', ${amount}, ${status}, 're_late', ${at}::timestamp at time zone private.time_zone())
        on conflict (stripe_id) do update
        set status = excluded.status, amount = excluded.amount, reported_at = excluded.reported_at`;
      await report("succeeded", 30, moment);
      expect(await compareBooks()).toEqual({ closed: UNCHANGED, now: { ...UNCHANGED, late: 170 } });
      // The provider corrects what it reported, which takes back what the closed month was about to lose.
      await report("succeeded", 50, moment);
      expect(await compareBooks()).toEqual({ closed: UNCHANGED, now: { ...UNCHANGED, late: 150 } });
      await tx`delete from public.donation_adjustments where stripe_id = 're_late'`;
      expect(await compareBooks()).toEqual({ closed: UNCHANGED, now: { ...UNCHANGED, late: 200 } });
      // A refund made now is an ordinary one of this month.
      await report("succeeded", 10, days.today);
      expect(await compareBooks()).toEqual({
        closed: UNCHANGED,
        now: { ...UNCHANGED, refunded: -10, late: 200 },
      });
      expect(await readLateEntries(tx)).toContainEqual({
        kind: "refund",
        day: days.lastClosed,
        bookedOn: days.today,
        amount: -30,
        reason: null,
      });
    });
  });
});

describe("closing the books", () => {
  test("goes forward by Giving through months that are over, and back only by an owner with a reason", async () => {
    await withRollback(async (tx) => {
      const { days, owner, treasurer, enter, compareBooks } = await closeMonths(tx);
      const refuse = (person: Person, through: string, reason?: string) =>
        catchRefusal(tx, () => close(tx, person, through, reason));
      const notOver = "Choose the last day of a month that is over.";
      const [{ monthEnd }] = await tx<[{ monthEnd: string }]>`
        select (date_trunc('month', private.today()) + interval '1 month - 1 day')::date::text as "monthEnd"`;
      expect(await refuse(owner, monthEnd)).toBe(notOver);
      expect(await refuse(owner, days.firstOpen)).toBe(notOver);
      expect(await refuse(await addAdmin(tx, { areas: ["content"] }), days.lastOver)).toContain(
        "area",
      );
      expect(await refuse(treasurer, days.earlier, "Wrong month")).toBe(
        "Only an owner can open closed months again. Ask an owner.",
      );
      expect(await refuse(owner, days.earlier)).toBe("Say why closed months are opened again.");

      await stateReason(tx, OWNER_REASON);
      await enter(owner, { receivedOn: days.lastClosed, amount: 120 });
      await close(tx, owner, days.earlier, "Wrong month");
      await enter(treasurer, { receivedOn: days.lastClosed, amount: 7 });
      // What was booked as a change stays where it was booked.
      expect(await compareBooks()).toEqual({
        closed: { ...UNCHANGED, given: 7 },
        now: { ...UNCHANGED, late: 120 },
      });
      expect(
        (
          await tx`
            select closed_through::text as through, reason from public.book_closings
            where created_at >= now() order by created_at`
        ).map((closing) => ({ ...closing })),
      ).toEqual([
        { through: days.lastClosed, reason: null },
        { through: days.earlier, reason: "Wrong month" },
      ]);
    });
  });
});
