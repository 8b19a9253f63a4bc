import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { waitUntilBlocked } from "./blocking.ts";
import {
  addAdmin,
  connect,
  catchSqlState,
  runAs,
  withRollback,
  type Transaction,
} from "./connection.ts";
import {
  giveOnline,
  addOnlineDonor,
  catchHint,
  mergeAs,
  setUpMerges,
  undoMergeAs,
} from "./merging.ts";

test("a fund and the person behind it can't be merged", async () => {
  await withRollback(async (tx) => {
    const { merge } = await setUpMerges(tx);
    const [ann, fund] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
    await giveOnline(tx, fund.email, 500, {
      method: "donor_advised_fund",
      soft_credit_donor_id: ann.id,
    });
    for (const [kept, merged] of [
      [ann, fund],
      [fund, ann],
    ] as const) {
      expect(await catchHint(tx.savepoint(() => merge(kept, merged)))).toContain(
        "CP031 One of these donors is credited",
      );
    }
  });
});

describe("simultaneous merges", () => {
  test("in a circle, with donations and corrections in between, leave one donor with everything", async () => {
    const pool = connect(8);
    const word = uniqueWord();
    const emails = ["a", "b", "c"].map((name) => `${word}-${name}@example.org`);
    const admin = await pool.begin(addAdmin);
    const outcomes: (string | undefined)[] = [];
    try {
      const donors = await Promise.all(
        emails.map((email) => pool.begin((tx) => addOnlineDonor(tx, email))),
      );
      const [a, b, c] = donors.map(({ id }) => id) as [string, string, string];
      const pairs = [
        [a, b],
        [b, a],
        [b, c],
        [c, b],
        [c, a],
        [a, c],
      ] as const;
      const work = Array.from({ length: 48 }, (_, number) => () => {
        const [keptId, mergedId] = pairs[number % 6]!;
        if (number % 2 === 0) {
          return pool.begin((tx) => mergeAs(tx, admin, "donor", { keptId, mergedId }));
        }
        if (number % 3 === 0) return pool.begin((tx) => addCheckAs(tx, keptId));
        return pool.begin((tx) => giveOnline(tx, emails[number % 3]!, 1));
      });
      const addCheckAs = (tx: Transaction, donorId: string) =>
        runAs(
          tx,
          admin,
          (asAdmin) => asAdmin`
            select private.record_donation(${donorId}, 1, 'check', '2025-11-01', true, sends_receipt => false, confirms_duplicate => true)`,
        );
      outcomes.push(...(await Promise.all(work.map((run) => catchSqlState(run())))));
      expect(
        outcomes.filter((code) => code !== undefined && !["CP011", "CP031"].includes(code)),
      ).toEqual([]);
      const unmergedDonors = await pool<{ id: string }[]>`
        select id from public.donors where id in ${pool([a, b, c])} and merged_into_id is null`;
      expect(unmergedDonors).toHaveLength(1);
      const [rows] = await pool`
        select count(*)::integer as donations, sum(amount) as amount, array_agg(distinct donor_id) as owners
        from public.donations where email_key in ${pool(emails)} or donor_id in ${pool([a, b, c])}`;
      expect(rows).toEqual({
        donations: 3 + 24,
        amount: "174.00",
        owners: [unmergedDonors[0]!.id],
      });
      expect([...(await pool`select * from private.donation_totals_differences()`)]).toEqual([]);
    } finally {
      await pool`
        delete from public.donor_merges where kept_id in (select id from public.donors where email like ${`${word}%`})`;
      await pool`
        delete from public.donations where donor_id in (select id from public.donors where email like ${`${word}%`})`;
      await pool`update public.donors set merged_into_id = null where email like ${`${word}%`}`;
      await pool`delete from public.donors where email like ${`${word}%`}`;
      await pool`delete from auth.users where id = ${admin.id}`;
      await pool.end();
    }
  });

  test("a donation that arrives while a merge is being undone belongs to the donor who has its address afterward", async () => {
    const [firstConnection, secondConnection] = [connect(), connect()];
    const emails = ["kept", "merged"].map((name) => `${uniqueWord()}-${name}@example.org`);
    const admin = await firstConnection.begin(addAdmin);
    try {
      const [kept, merged] = [
        await firstConnection.begin((tx) => addOnlineDonor(tx, emails[0])),
        await firstConnection.begin((tx) => addOnlineDonor(tx, emails[1])),
      ];
      const mergeId = await firstConnection.begin((tx) =>
        mergeAs(tx, admin, "donor", { keptId: kept.id, mergedId: merged.id }),
      );
      let lateDonation: Promise<{ donorId: string }> | undefined;
      await firstConnection.begin(async (tx) => {
        await undoMergeAs(tx, admin, "donor", mergeId);
        const [donor] = await secondConnection<[{ pid: number }]>`select pg_backend_pid() as pid`;
        lateDonation = secondConnection.begin((other) => giveOnline(other, merged.email, 1));
        await waitUntilBlocked(tx, donor.pid);
      });
      expect((await lateDonation)?.donorId).toBe(merged.id);
    } finally {
      const donors = firstConnection`(select id from public.donors where email in ${firstConnection(emails)})`;
      await firstConnection`delete from public.donor_merges where kept_id in ${donors}`;
      await firstConnection`delete from public.donations where donor_id in ${donors}`;
      await firstConnection`update public.donors set merged_into_id = null where id in ${donors}`;
      await firstConnection`delete from public.donors where email in ${firstConnection(emails)}`;
      await firstConnection`delete from auth.users where id = ${admin.id}`;
      await firstConnection.end();
      await secondConnection.end();
    }
  });
});
