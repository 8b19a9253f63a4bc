import { describe, expect, test } from "vitest";
import { addAdmin, runAs, withRollback, type Person, type Transaction } from "./connection.ts";
import { giveOnline, catchHint, setUpMerges } from "./merging.ts";
import { addDonor } from "./recording.ts";

const TODAY = "private.today()::timestamp";

interface Gift {
  /** A SQL expression for the local time. */
  readonly at?: string;
  readonly amount?: number;
  readonly overrides?: object;
}

const evaluateTime = async (tx: Transaction, at: string) => {
  const [row] = await tx.unsafe<[{ moment: Date }]>(
    `select (${at}) at time zone private.time_zone() as moment`,
  );
  return row.moment;
};

const addGift = async (
  tx: Transaction,
  donorId: string,
  { at = `${TODAY} - interval '2 days'`, amount = 50, overrides = {} }: Gift = {},
) =>
  giveOnline(tx, "ann@example.org", amount, {
    donor_id: donorId,
    method: "check",
    completed_at: await evaluateTime(tx, at),
    ...overrides,
  });

/** Adds a donor with a phone number, and the donor's donations. */
async function addDonorWithPhone(tx: Transaction, gifts: readonly Gift[], phone = "817 555 0100") {
  const id = await addDonor(tx);
  await tx`update public.donors set phone = ${phone} where id = ${id}`;
  for (const gift of gifts) await addGift(tx, id, gift);
  return id;
}

const readListedDonors = async (tx: Transaction, donorIds: readonly string[]) => {
  const rows = await tx<{ donor_id: string; amount: string }[]>`
    select donor_id, amount from private.thank_you_calls() where donor_id in ${tx(donorIds)}`;
  return rows.map(({ donor_id, amount }) => [donorIds.indexOf(donor_id), Number(amount)]);
};

const recordCall = (tx: Transaction, admin: Person, donorId: string) =>
  runAs(tx, admin, async (asAdmin) => {
    const [row] = await asAdmin<[{ id: string }]>`
      select private.record_thank_you_call(${donorId}) as id`;
    return row.id;
  });

const EARLIER_GIFT = { at: "'2025-02-01 12:00'::timestamp", amount: 20 };

describe("donors to call", () => {
  test("include those who first gave in the last 30 days, to the second, and have a phone number", async () => {
    await withRollback(async (tx) => {
      const windowStart = `${TODAY} - interval '30 days'`;
      const donorIds = [
        await addDonorWithPhone(tx, [{ at: windowStart }]),
        await addDonorWithPhone(tx, [{ at: `${windowStart} - interval '1 second'` }]),
        await addDonorWithPhone(tx, [EARLIER_GIFT, {}]),
        await addDonorWithPhone(tx, [{}], " "),
        await addDonorWithPhone(tx, [{ overrides: { status: "disputed", is_disputed: true } }]),
      ];
      expect(await readListedDonors(tx, donorIds)).toEqual([[0, 50]]);
    });
  });

  test("include those who gave at least $250 in one donation, after refunds", async () => {
    await withRollback(async (tx) => {
      const donorIds = [
        await addDonorWithPhone(tx, [EARLIER_GIFT, { amount: 250 }]),
        await addDonorWithPhone(tx, [EARLIER_GIFT, { amount: 249.99 }, { amount: 249.99 }]),
        await addDonorWithPhone(tx, [EARLIER_GIFT]),
      ];
      const { id } = await addGift(tx, donorIds[2]!, { amount: 260 });
      await tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (${id}, 'refund', 20, 'succeeded')`;
      expect(await readListedDonors(tx, donorIds)).toEqual([[0, 250]]);
    });
  });

  test("include the person behind a fund's grant, and leave out the fund", async () => {
    await withRollback(async (tx) => {
      const person = await addDonorWithPhone(tx, []);
      const fund = await addDonorWithPhone(tx, [
        {
          amount: 500,
          overrides: { method: "donor_advised_fund", soft_credit_donor_id: person },
        },
      ]);
      expect(await readListedDonors(tx, [person, fund])).toEqual([[0, 500]]);
    });
  });

  test("are listed once with their latest such donation, starting with whoever has waited longest, and not after they were merged", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx);
      const late = await addDonorWithPhone(tx, [
        { amount: 300, at: `${TODAY} - interval '1 day'` },
      ]);
      const early = await addDonorWithPhone(tx, [
        { amount: 400, at: `${TODAY} - interval '9 days'` },
        { amount: 300, at: `${TODAY} - interval '5 days'` },
      ]);
      expect(await readListedDonors(tx, [late, early])).toEqual([
        [1, 300],
        [0, 300],
      ]);
      await merge({ id: late }, { id: early });
      expect(await readListedDonors(tx, [late, early])).toEqual([[0, 300]]);
    });
  });

  test("leave the list after a call, which stays in the donor's history, and return when they give again", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const today = `${TODAY} + interval '23 hours 59 minutes'`;
      const donorId = await addDonorWithPhone(tx, [{ at: today }]);
      const callId = await recordCall(tx, admin, donorId);
      expect(await readListedDonors(tx, [donorId])).toEqual([]);
      // The button was pressed twice, or by two administrators.
      expect(await recordCall(tx, await addAdmin(tx), donorId)).toBe(callId);
      const calls = await tx`
        select is_call, is_done, done_by, created_by from public.donor_tasks where donor_id = ${donorId}`;
      const name = `admin-${admin.id.slice(0, 8)}`;
      expect(calls).toMatchObject([
        { is_call: true, is_done: true, done_by: name, created_by: name },
      ]);
      await tx`update public.donor_tasks set done_at = done_at - interval '3 days' where id = ${callId}`;
      await addGift(tx, donorId, { amount: 250 });
      expect(await readListedDonors(tx, [donorId])).toEqual([[0, 250]]);
      expect(await recordCall(tx, admin, donorId)).not.toBe(callId);
    });
  });

  test("can't be marked as called if they were never on the list", async () => {
    await withRollback(async (tx) => {
      const [admin, donorId] = [await addAdmin(tx), await addDonorWithPhone(tx, [EARLIER_GIFT])];
      const attempt = tx.savepoint((savepoint) => recordCall(savepoint, admin, donorId));
      expect(await catchHint(attempt)).toBe(
        "CP009 This donor isn't on the list of calls anymore. Reload the page.",
      );
    });
  });
});

describe("a donor's task", () => {
  test("says who added it and who did it first, and forgets who did it when it's reopened", async () => {
    await withRollback(async (tx) => {
      const [ann, bob] = [await addAdmin(tx), await addAdmin(tx)];
      const getUsername = ({ id }: Person) => `admin-${id.slice(0, 8)}`;
      const [task] = await runAs(
        tx,
        ann,
        (asAdmin) => asAdmin<[{ id: string; created_by: string }]>`
          insert into public.donor_tasks (donor_id, text, due_on)
          select id, 'Call', '2026-03-02' from public.donors limit 1 returning id, created_by`,
      );
      const setDone = (admin: Person, isDone: boolean) =>
        runAs(
          tx,
          admin,
          (asAdmin) => asAdmin`
            update public.donor_tasks set is_done = ${isDone} where id = ${task.id} returning done_by, done_at`,
        );
      expect(task.created_by).toBe(getUsername(ann));
      expect((await setDone(bob, true))[0]?.["done_by"]).toBe(getUsername(bob));
      expect((await setDone(ann, true))[0]?.["done_by"]).toBe(getUsername(bob));
      expect(await setDone(ann, false)).toMatchObject([{ done_by: null, done_at: null }]);
    });
  });

  test("can't be stored in someone else's name, or as a call that nobody made", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const insertTask = (columns: string, values: string) =>
        catchHint(
          tx.savepoint((savepoint) =>
            runAs(savepoint, admin, (asAdmin) =>
              asAdmin.unsafe(
                `insert into public.donor_tasks (donor_id, text, due_on, ${columns})
                 select id, 'Call', '2026-03-02', ${values} from public.donors limit 1`,
              ),
            ),
          ),
        );
      for (const [column, value] of [
        ["created_by", "'me'"],
        ["done_by", "'me'"],
        ["is_call", "true"],
        ["is_done", "true"],
      ] as const)
        expect(await insertTask(column, value), column).toBe("42501");
      const reopening = tx.savepoint(
        (savepoint) => savepoint`
          insert into public.donor_tasks (donor_id, is_call, text, due_on)
          select id, true, 'Call', '2026-03-02' from public.donors limit 1`,
      );
      expect(await catchHint(reopening)).toContain("Delete it if it wasn't made.");
    });
  });

  test("belongs to the donor who was kept, even if it is added to one who was merged", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx);
      const [kept, merged] = [await addDonor(tx), await addDonor(tx)];
      await merge({ id: kept }, { id: merged });
      const [task] = await tx`
        insert into public.donor_tasks (donor_id, text, due_on) values (${merged}, 'Call', '2026-03-02')
        returning donor_id`;
      expect(task?.["donor_id"]).toBe(kept);
    });
  });
});
