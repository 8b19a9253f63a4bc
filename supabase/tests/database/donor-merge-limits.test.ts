import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { waitUntilBlocked } from "./blocking.ts";
import {
  addAdmin,
  connect,
  catchSqlState,
  runAs,
  visitor,
  withRollback,
  type Transaction,
} from "./connection.ts";
import {
  giveOnline,
  addOnlineDonor,
  catchHint,
  mergeAs,
  setUpMerges,
  readDonor,
  undoDonorMergeAs,
} from "./merging.ts";

describe("a merge is refused", () => {
  test("for the same donor, a merged one, a changed one, and a fund with the person behind it", async () => {
    await withRollback(async (tx) => {
      const { merge, admin } = await setUpMerges(tx);
      const [ann, bob, fund] = [
        await addOnlineDonor(tx),
        await addOnlineDonor(tx),
        await addOnlineDonor(tx),
      ];
      expect(await catchHint(tx.savepoint(() => merge(ann, ann)))).toBe(
        "23514 Choose another donor.",
      );
      const staleMerge = tx.savepoint((savepoint) =>
        runAs(
          savepoint,
          admin,
          (asAdmin) => asAdmin`
            select private.merge_donors(
              ${ann.id}, ${bob.id},
              (select date_trunc('milliseconds', updated_at) from public.donors where id = ${ann.id}),
              (select updated_at - interval '1 second' from public.donors where id = ${bob.id}), '{}'
            )`,
        ),
      );
      expect(await catchSqlState(staleMerge)).toBe("CP011");
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
      await merge(ann, bob);
      const secondMerge = tx.savepoint((savepoint) =>
        runAs(
          savepoint,
          admin,
          (asAdmin) =>
            asAdmin`select private.merge_donors(${fund.id}, ${bob.id}, now(), now(), '{}')`,
        ),
      );
      expect(await catchHint(secondMerge)).toContain(
        "CP031 One of these donors has already been merged",
      );
    });
  });

  test("to everyone but administrators, and so are undo and all other calls", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx);
      const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
      const mergeId = await merge(ann, bob);
      const expiredAdmin = {
        ...(await addAdmin(tx, { hoursOld: 9 })),
        role: "authenticated",
      } as const;
      for (const [person, code] of [
        [visitor, "42501"],
        [expiredAdmin, "CP010"],
      ] as const) {
        for (const call of [
          `private.merge_donors('${ann.id}', '${bob.id}', now(), now(), '{}')`,
          `private.undo_donor_merge('${mergeId}')`,
          `private.make_donor_merge_permanent('${mergeId}')`,
          `private.donor_merge_preview('${ann.id}', '${bob.id}')`,
        ]) {
          const attempt = tx.savepoint((savepoint) =>
            runAs(savepoint, person, (asPerson) => asPerson.unsafe(`select ${call}`)),
          );
          expect(await catchSqlState(attempt), call).toBe(code);
        }
      }
    });
  });
});

describe("the data for undoing a merge", () => {
  const listPersonalTexts = (word: string) => [
    `${word}-name`,
    `${word}@example.org`,
    `${word}-notes`,
  ];
  const addPair = async (tx: Transaction, word: string) => {
    const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx, `${word}@example.org`)];
    await tx`
      update public.donors set first_name = ${`${word}-name`}, last_name = '', phone = '555', notes = ${`${word}-notes`},
        tags = '["Vet"]' where id = ${bob.id}`;
    return { ann, bob };
  };
  const readStoredText = async (tx: Transaction, donorId: string) => {
    const [row] = await tx`
      select concat(
        (select jsonb_agg(to_jsonb(merge)) from public.donor_merges as merge),
        (select jsonb_agg(to_jsonb(moved)) from public.donor_merge_moves as moved),
        (select to_jsonb(donor) from public.donors as donor where id = ${donorId}),
        (select jsonb_agg(to_jsonb(entry)) from public.audit_log as entry where xmin::text = pg_current_xact_id()::xid::text)
      ) as stored`;
    return row?.["stored"] as string;
  };

  test("is erased after 30 days, and the donors stay merged", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const { merge, undo } = await setUpMerges(tx);
      const { ann, bob } = await addPair(tx, word);
      const mergeId = await merge(ann, bob, { name: "merged", notes: "merged" });
      await tx`select private.sweep_donor_merges()`;
      for (const text of listPersonalTexts(word))
        expect(await readStoredText(tx, bob.id)).toContain(text);
      await tx`update public.donor_merges set undo_until = now() where id = ${mergeId}`;
      await tx`select private.sweep_donor_merges()`;
      for (const text of listPersonalTexts(word)) {
        expect(await readStoredText(tx, bob.id)).not.toContain(text);
      }
      expect(await readDonor(tx, bob.id)).toMatchObject({ mergedIntoId: ann.id, tags: [] });
      expect((await readDonor(tx, ann.id)).firstName).toBe(`${word}-name`);
      expect(await catchHint(tx.savepoint(() => undo(mergeId)))).toBe(
        "CP032 This merge is permanent, so it can't be undone.",
      );
    });
  });

  test("is erased right away on request, along with that of earlier merges", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const { merge, admin } = await setUpMerges(tx);
      const { ann, bob } = await addPair(tx, word);
      const cat = await addOnlineDonor(tx);
      await merge(ann, bob);
      const mergeId = await merge(cat, ann);
      await runAs(
        tx,
        admin,
        (asAdmin) => asAdmin`select private.make_donor_merge_permanent(${mergeId})`,
      );
      for (const text of listPersonalTexts(word)) {
        expect(await readStoredText(tx, bob.id)).not.toContain(text);
      }
      const [row] = await tx`
        select count(*)::integer as open from public.donor_merges where erased_at is null and kept_id in (${ann.id}, ${cat.id})`;
      expect(row?.["open"]).toBe(0);
    });
  });

  test("is erased by undo, and the donors have their own details again", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const { merge, undo } = await setUpMerges(tx);
      const { ann, bob } = await addPair(tx, word);
      await undo(await merge(ann, bob, { name: "merged" }));
      for (const text of listPersonalTexts(word)) {
        expect(await readStoredText(tx, ann.id)).not.toContain(text);
      }
    });
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
          return pool.begin((tx) => mergeAs(tx, admin, { keptId, mergedId }));
        }
        if (number % 3 === 0) return pool.begin((tx) => addCheckAs(tx, keptId));
        return pool.begin((tx) => giveOnline(tx, emails[number % 3]!, 1));
      });
      const addCheckAs = (tx: Transaction, donorId: string) =>
        runAs(
          tx,
          admin,
          (asAdmin) => asAdmin`
            select private.record_donation(${donorId}, 1, 'check', '2025-11-01', true, sends_receipt => false)`,
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
        mergeAs(tx, admin, { keptId: kept.id, mergedId: merged.id }),
      );
      let lateDonation: Promise<{ donorId: string }> | undefined;
      await firstConnection.begin(async (tx) => {
        await undoDonorMergeAs(tx, admin, mergeId);
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
