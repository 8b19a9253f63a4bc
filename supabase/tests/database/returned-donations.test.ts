import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { waitUntilBlocked } from "./blocking.ts";
import { addAdmin, connect, runAs, withRollback, type Transaction } from "./connection.ts";
import {
  giveOnline,
  addOnlineDonor,
  mergeAs,
  setUpMerges,
  readOwnerId,
  undoMergeAs,
} from "./merging.ts";
import { addCheck, readTotal, record, readDifferences } from "./recording.ts";

/** Merges, undoes and corrects as one administrator. */
async function setUpMergesAndCorrections(tx: Transaction) {
  const setup = await setUpMerges(tx);
  return {
    ...setup,
    correct: async (id: string, donorId: string, amount: number, softCreditDonorId?: string) => {
      const method = softCreditDonorId === undefined ? "check" : "donor_advised_fund";
      const [row] = await runAs(
        tx,
        setup.admin,
        (asAdmin) => asAdmin<[{ id: string }]>`
          select private.correct_donation(
            ${id}, 'Misread', ${donorId}, ${amount}, ${method}, '2025-11-01', null, null, null, false, false,
            ${softCreditDonorId ?? null}
          ) as id`,
      );
      return row.id;
    },
    voidDonation: (id: string) =>
      runAs(tx, setup.admin, (asAdmin) => asAdmin`select private.void_donation(${id}, 'Bounced')`),
  };
}

const readOwnerIds = (tx: Transaction, ids: readonly string[]) =>
  Promise.all(ids.map((id) => readOwnerId(tx, id)));

describe("after undoing a merge, the donor who was kept still has", () => {
  test("a donation that was corrected to them before the merge", async () => {
    await withRollback(async (tx) => {
      const { merge, undo, correct } = await setUpMergesAndCorrections(tx);
      const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
      const misread = await addCheck(tx, { donorId: bob.id, amount: 40 });
      const corrected = await correct(misread, ann.id, 41);
      const mergeId = await merge(ann, bob);
      // Ann keeps the donation even if it's corrected again.
      const again = await correct(corrected, ann.id, 42);
      await undo(mergeId);
      expect(await readOwnerIds(tx, [misread, corrected, again])).toEqual([bob.id, ann.id, ann.id]);
      expect(await readTotal(tx, ann.id)).toBe("92.00");
      expect(await readTotal(tx, bob.id)).toBe("50.00");
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("a donation that was corrected to someone else after the merge, and then back to them", async () => {
    await withRollback(async (tx) => {
      const { merge, undo, correct } = await setUpMergesAndCorrections(tx);
      const [ann, bob, cat] = [
        await addOnlineDonor(tx),
        await addOnlineDonor(tx),
        await addOnlineDonor(tx),
      ];
      const check = await addCheck(tx, { donorId: bob.id, amount: 40 });
      const mergeId = await merge(ann, bob);
      const catCorrectionId = await correct(check, cat.id, 40);
      const annCorrectionId = await correct(catCorrectionId, ann.id, 40);
      await undo(mergeId);
      expect(await readOwnerIds(tx, [check, catCorrectionId, annCorrectionId])).toEqual([
        bob.id,
        cat.id,
        ann.id,
      ]);
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("their own earlier donation, even if it has an address of the other donor", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMergesAndCorrections(tx);
      const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
      // An import finds the donor by the other system's ID, whatever the address is.
      const imported = await giveOnline(tx, bob.email, 30, {
        donor_id: ann.id,
        method: "other_platform",
      });
      const mergeId = await merge(ann, bob);
      const later = await giveOnline(tx, bob.email, 20);
      await undo(mergeId);
      expect(await readOwnerIds(tx, [imported.id, later.id])).toEqual([ann.id, bob.id]);
    });
  });
});

describe("undoing a merge gives back to the merged donor", () => {
  test("their donations that were voided, refunded or corrected since, and the totals", async () => {
    await withRollback(async (tx) => {
      const { merge, undo, correct, voidDonation } = await setUpMergesAndCorrections(tx);
      const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
      const [voided, corrected] = [
        await addCheck(tx, { donorId: bob.id, amount: 40 }),
        await addCheck(tx, { donorId: bob.id, amount: 60 }),
      ];
      const mergeId = await merge(ann, bob);
      await voidDonation(voided);
      await tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (${bob.donationId}, 'refund', 20, 'succeeded')`;
      const correction = await correct(await correct(corrected, ann.id, 65), ann.id, 66);
      expect(await readTotal(tx, ann.id)).toBe("146.00");
      await undo(mergeId);
      expect(await readOwnerIds(tx, [voided, bob.donationId, corrected, correction])).toEqual(
        Array(4).fill(bob.id),
      );
      expect(await readTotal(tx, ann.id)).toBe("50.00");
      expect(await readTotal(tx, bob.id)).toBe("96.00");
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("their credit for a fund's donation, even if it was corrected since, but not the other donor's credit", async () => {
    await withRollback(async (tx) => {
      const { merge, undo, correct } = await setUpMergesAndCorrections(tx);
      const [ann, bob, fund] = [
        await addOnlineDonor(tx),
        await addOnlineDonor(tx),
        await addOnlineDonor(tx),
      ];
      const method = "donor_advised_fund";
      const grant = { donorId: fund.id, method, softCreditDonorId: bob.id };
      const [first, misread] = [await record(tx, grant), await record(tx, grant)];
      const before = await correct(misread, fund.id, 500, ann.id);
      const mergeId = await merge(ann, bob);
      const since = await correct(first, fund.id, 600, ann.id);
      await undo(mergeId);
      const creditedDonations = await tx<{ id: string; creditedDonorId: string }[]>`
        select id, soft_credit_donor_id as "creditedDonorId" from public.donations where donor_id = ${fund.id}`;
      const creditedDonorIds = new Map(
        creditedDonations.map(({ id, creditedDonorId }) => [id, creditedDonorId]),
      );
      expect([first, misread, since, before].map((id) => creditedDonorIds.get(id))).toEqual([
        bob.id,
        bob.id,
        bob.id,
        ann.id,
      ]);
    });
  });

  test("a donation that was made while the merge was underway", async () => {
    const [firstConnection, secondConnection] = [connect(), connect()];
    const emails = ["kept", "merged"].map((name) => `${uniqueWord()}-${name}@example.org`);
    const admin = await firstConnection.begin(addAdmin);
    try {
      const [kept, merged] = [
        await firstConnection.begin((tx) => addOnlineDonor(tx, emails[0])),
        await firstConnection.begin((tx) => addOnlineDonor(tx, emails[1])),
      ];
      let lateDonation: Promise<{ id: string; donorId: string }> | undefined;
      const mergeId = await firstConnection.begin(async (tx) => {
        // The merge has locked the donor's row, but hasn't recorded its time yet.
        await tx`select from public.donors where id = ${merged.id} for update`;
        const [donor] = await secondConnection<[{ pid: number }]>`select pg_backend_pid() as pid`;
        lateDonation = secondConnection.begin((other) => giveOnline(other, merged.email, 1));
        await waitUntilBlocked(tx, donor.pid);
        return mergeAs(tx, admin, "donor", { keptId: kept.id, mergedId: merged.id });
      });
      const gift = (await lateDonation)!;
      expect(gift.donorId).toBe(kept.id);
      await firstConnection.begin((tx) => undoMergeAs(tx, admin, "donor", mergeId));
      const [row] =
        await firstConnection`select donor_id from public.donations where id = ${gift.id}`;
      expect(row?.["donor_id"]).toBe(merged.id);
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
