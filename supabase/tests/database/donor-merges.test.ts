import { describe, expect, test } from "vitest";
import { addAdmin, runAs, withRollback, type Transaction } from "./connection.ts";
import {
  giveOnline,
  addOnlineDonor,
  computeFingerprint,
  catchHint,
  setUpMerges,
  readOwnerId,
  readDonor,
  readSiteTotals,
} from "./merging.ts";
import { createImporter, donationRow } from "./import-fixture.ts";
import { addCheck, addDonor, readDifferences } from "./recording.ts";

describe("a merge of donors", () => {
  test("moves donations, monthly gifts, goods, credits and addresses, and undo moves all of it back", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx);
      const ann = await addOnlineDonor(tx);
      const bob = await addOnlineDonor(tx);
      const fund = await addOnlineDonor(tx);
      await giveOnline(tx, bob.email, 25);
      await addCheck(tx, { donorId: bob.id, amount: 40 });
      await tx`
        insert into public.subscriptions (first_name, last_name, email, amount, status, is_demo)
        values ('Bob', 'Lee', ${bob.email}, 10, 'active', true)`;
      await tx`
        insert into public.noncash_donations (donor_id, kind, description, received_on, is_demo)
        values (${bob.id}, 'goods', 'Socks', '2025-11-03', true), (${bob.id}, 'goods', 'Hats', '2025-11-03', true)`;
      await tx`
        insert into public.donor_tasks (donor_id, text, due_on) values (${bob.id}, 'Call in March', '2026-03-02')`;
      await giveOnline(tx, fund.email, 500, {
        method: "donor_advised_fund",
        soft_credit_donor_id: bob.id,
      });
      const donorIds = [ann.id, bob.id, fund.id];
      const before = await computeFingerprint(tx, donorIds);
      const siteTotalsBefore = await readSiteTotals(tx);
      const [side] = await tx`select private.merge_side(${bob.id}) as preview`;
      expect(side?.["preview"]).toMatchObject({
        donationCount: 3,
        totalAmount: 115,
        recurringDonationCount: 1,
        noncashDonationCount: 2,
        softCreditCount: 1,
        addresses: [bob.email],
      });

      const mergeId = await merge(ann, bob);
      expect((await readDonor(tx, bob.id)).mergedIntoId).toBe(ann.id);
      const [left] = await tx`
        select
          (select count(*) from public.donations where ${bob.id} in (donor_id, soft_credit_donor_id))
            + (select count(*) from public.subscriptions where donor_id = ${bob.id})
            + (select count(*) from public.noncash_donations where donor_id = ${bob.id})
            + (select count(*) from public.donor_emails where donor_id = ${bob.id})
            + (select count(*) from public.donor_tasks where donor_id = ${bob.id})
            + (select count(*) from public.donor_totals where id = ${bob.id}) as rows`;
      expect(left?.["rows"]).toBe("0");
      const [annTotals] = await tx`
        select total_amount, donation_count from public.donor_totals where id = ${ann.id}`;
      expect(annTotals).toMatchObject({ total_amount: "165.00", donation_count: 4 });
      expect(await readSiteTotals(tx)).toEqual({
        amount: siteTotalsBefore.amount,
        donors: siteTotalsBefore.donors - 1,
        returning: siteTotalsBefore.returning,
      });
      expect(await readDifferences(tx)).toEqual([]);

      await undo(mergeId);
      expect(await computeFingerprint(tx, donorIds)).toBe(before);
      expect(await readSiteTotals(tx)).toEqual(siteTotalsBefore);
      expect(await readDifferences(tx)).toEqual([]);
      // A retry after a lost response changes nothing.
      await undo(mergeId);
      expect(await computeFingerprint(tx, donorIds)).toBe(before);
    });
  });

  test("lets both monthly donations go on if both donors have one, and undo parts them with what was charged since", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx);
      const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
      for (const { email } of [ann, bob]) {
        await tx`
          insert into public.subscriptions (first_name, last_name, email, amount, status, is_demo)
          values ('Pat', 'Lee', ${email}, 10, 'active', true)`;
      }
      const readMonthly = async () =>
        (
          await tx<{ donor_id: string; status: string }[]>`
            select donor_id, status from public.subscriptions where email in (${ann.email}, ${bob.email}) order by email = ${bob.email}`
        ).map(({ donor_id: donorId, status }) => [donorId, status]);
      const mergeId = await merge(ann, bob);
      expect(await readMonthly()).toEqual([
        [ann.id, "active"],
        [ann.id, "active"],
      ]);
      await giveOnline(tx, bob.email, 10, { is_recurring: true });
      await undo(mergeId);
      expect(await readMonthly()).toEqual([
        [ann.id, "active"],
        [bob.id, "active"],
      ]);
      const charges = await tx<{ donor_id: string }[]>`
        select donor_id from public.donations where email = ${bob.email} and is_recurring`;
      expect(charges.map(({ donor_id: donorId }) => donorId)).toEqual([bob.id]);
    });
  });

  test("moves a donor's links and statements, and changes only the address on receipts", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx);
      const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
      const readReceipt = async () => {
        const [row] = await tx`select private.donation_receipt(${bob.donationId}) as receipt`;
        return row?.["receipt"] as { donor: object };
      };
      const receipt = await readReceipt();
      await merge(ann, bob);
      for (const address of [ann.email, bob.email]) {
        const [row] = await tx`select private.donor_of(${address}) as donor`;
        expect(row?.["donor"]).toBe(ann.id);
      }
      expect(await readReceipt()).toEqual({
        ...receipt,
        donor: { ...receipt.donor, email: ann.email },
      });
      const [statement] = await tx`
        select private.annual_statement(${ann.id}, 2025) ->> 'total' as total`;
      expect(statement?.["total"]).toBe("100.00");
    });
  });
});

describe("the fields of the donor who is kept", () => {
  const addAnnAndBob = async (tx: Transaction) => {
    const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
    await tx`
      update public.donors set first_name = 'Ann', last_name = 'Lee', phone = '555-0100', notes = 'Call first.',
        tags = '["Board", "Gala"]' where id = ${ann.id}`;
    await tx`
      update public.donors set first_name = 'Anna', last_name = 'Lee-Reyes', phone = '555-0199', notes = 'Moved.',
        tags = '["gala", "Vet"]' where id = ${bob.id}`;
    return { ann, bob };
  };

  test("are the ones that were chosen, and are restored by undo unless they were changed since", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx);
      const { ann, bob } = await addAnnAndBob(tx);
      const before = await readDonor(tx, ann.id);
      const mergeId = await merge(ann, bob, { name: "merged", email: "merged", phone: "merged" });
      expect(await readDonor(tx, ann.id)).toMatchObject({
        firstName: "Anna",
        lastName: "Lee-Reyes",
        email: bob.email,
        phone: "555-0199",
        notes: "Call first.\n\nMoved.",
        tags: ["Board", "Gala", "Vet"],
      });
      const correction = { first_name: "Anne", phone: "555-0111" };
      await tx`update public.donors set ${tx(correction)} where id = ${ann.id}`;
      await undo(mergeId);
      // The first and last name count as one field, so the merge keeps one donor's full name.
      expect(await readDonor(tx, ann.id)).toEqual({
        ...before,
        firstName: "Anne",
        lastName: "Lee-Reyes",
        phone: "555-0111",
      });
    });
  });

  test("keep the chosen name when the other donor's donation is the latest", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx);
      const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
      await giveOnline(tx, bob.email, 5, {
        first_name: "B.",
        completed_at: "2025-08-01T12:00:00Z",
      });
      await merge(ann, bob, { name: "kept" });
      const [listedDonor] =
        await tx`select first_name, last_name from public.donor_totals where id = ${ann.id}`;
      expect(listedDonor).toEqual({ first_name: "Ann", last_name: "Lee" });
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("don't keep an address that belongs to the other donor again after undo", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx);
      const { ann, bob } = await addAnnAndBob(tx);
      const mergeId = await merge(ann, bob);
      await tx`update public.donors set email = ${bob.email.toUpperCase()} where id = ${ann.id}`;
      await undo(mergeId);
      expect((await readDonor(tx, ann.id)).email).toBe(ann.email);
    });
  });
});

describe("after a merge", () => {
  test("everything added to the merged donor moves to the one who was kept", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx);
      const ann = await addOnlineDonor(tx);
      const bob = await addOnlineDonor(tx);
      const cat = await addOnlineDonor(tx);
      await merge(bob, cat);
      await merge(ann, bob);
      // A form that was opened before the merge has the old id.
      expect(await readOwnerId(tx, await addCheck(tx, { donorId: cat.id, amount: 5 }))).toBe(
        ann.id,
      );
      expect((await giveOnline(tx, cat.email)).donorId).toBe(ann.id);
      const [noncashDonation] = await tx`
        insert into public.noncash_donations (donor_id, kind, description, received_on, is_demo)
        values (${bob.id}, 'goods', 'Socks', '2025-11-03', true) returning donor_id`;
      expect(noncashDonation?.["donor_id"]).toBe(ann.id);
      const [record] = await runAs(
        tx,
        await addAdmin(tx),
        (asAdmin) => asAdmin`select private.donor_record(${cat.id}) as donor`,
      );
      expect(record?.["donor"]).toMatchObject({ id: ann.id, totalAmount: 205 });
    });
  });

  test("an import finds the donor who was kept, and an earlier import can't be undone anymore", async () => {
    await withRollback(async (tx) => {
      const { merge, admin } = await setUpMerges(tx);
      const importer = await createImporter(tx, admin);
      const ann = await addOnlineDonor(tx);
      // Without an email address, an import finds the donor by the source's ID for the donor, or by name and ZIP code.
      const donorBySourceId = { sourceDonorId: ann.email, firstName: "Ida", lastName: "Source" };
      const donorByName = {
        firstName: "Nora",
        lastName: ann.id,
        address: "Waco 76701",
        zipCode: "76701",
      };
      const importId = await importer.import([
        donationRow({ ...donorBySourceId, sourceId: `${ann.email}-1` }),
        donationRow({ ...donorByName, sourceId: `${ann.email}-2` }),
      ]);
      const imported = await tx<{ id: string }[]>`
        select donor_id as id from public.donations where import_id = ${importId} order by first_name`;
      for (const donor of imported) await merge(ann, donor);

      const laterId = await importer.import([
        donationRow({ ...donorBySourceId, sourceId: `${ann.email}-3`, receivedOn: "2024-07-01" }),
        donationRow({ ...donorByName, sourceId: `${ann.email}-4`, receivedOn: "2024-07-01" }),
      ]);
      const owners = await tx<{ donorId: string }[]>`
        select donor_id as "donorId" from public.donations where import_id = ${laterId} order by first_name`;
      expect(owners[0]?.donorId).toBe(ann.id);
      // Nobody has that name with that ZIP code anymore, so Nora is new.
      expect([ann, ...imported].map(({ id }) => id)).not.toContain(owners[1]?.donorId);

      await importer.undo(laterId);
      expect(await catchHint(tx.savepoint(() => importer.undo(importId)))).toMatch(
        /^CP030 2 of these donations changed since the import/,
      );
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("the merged donor isn't in any list and can't be corrected", async () => {
    await withRollback(async (tx) => {
      const { merge, admin } = await setUpMerges(tx);
      const [ann, bob] = [await addOnlineDonor(tx), { id: await addDonor(tx) }];
      await merge(ann, bob);
      const visibleRows = await runAs(
        tx,
        admin,
        (asAdmin) => asAdmin`select id from public.donors where id = ${bob.id}`,
      );
      const updatedRows = await runAs(
        tx,
        admin,
        (asAdmin) =>
          asAdmin`update public.donors set notes = 'x' where id = ${bob.id} returning id`,
      );
      expect([visibleRows.length, updatedRows.length]).toEqual([0, 0]);
    });
  });

  test("undo returns donations from the merged donor's addresses, and records that depend on them", async () => {
    await withRollback(async (tx) => {
      const { merge, undo, admin } = await setUpMerges(tx);
      const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
      const check = await addCheck(tx, { donorId: bob.id, amount: 40 });
      const [shares, misread] = await tx<[{ id: string }, { id: string }]>`
        insert into public.noncash_donations (donor_id, kind, description, shares, received_on, is_demo)
        select ${bob.id}, 'stock', 'Apple', 4, '2025-11-03', true from generate_series(1, 2) returning id`;
      const recordSharesCorrection = async (id: string, donorId: string) => {
        const [row] = await runAs(
          tx,
          admin,
          (asAdmin) => asAdmin<[{ id: string }]>`
            select private.correct_noncash_donation(
              ${id}, 'Misread', ${donorId}, 'stock', 'Apple', 5, '2025-11-03', null, false
            ) as id`,
        );
        return row.id;
      };
      const annSharesId = await recordSharesCorrection(misread.id, ann.id);
      const mergeId = await merge(ann, bob);
      const laterSharesId = await recordSharesCorrection(shares.id, ann.id);

      const annDonationId = (await giveOnline(tx, ann.email)).id;
      const bobDonationId = (await giveOnline(tx, bob.email.toUpperCase())).id;
      const recorded = await addCheck(tx, { donorId: ann.id, amount: 7 });
      const [later] = await runAs(
        tx,
        admin,
        (asAdmin) => asAdmin<[{ corrected: string; sale: string }]>`
          select
            private.correct_donation(
              ${check}, 'Misread', ${ann.id}, 45, 'check', '2025-11-01', null, null, null, false, false, null
            ) as corrected,
            private.record_stock_sale(${laterSharesId}, 90, '2025-11-05') as sale`,
      );
      const [monthlyGift] = await tx<[{ id: string }]>`
        insert into public.subscriptions (first_name, last_name, email, amount) values ('Bob', 'Lee', ${bob.email}, 10)
        returning id`;
      await undo(mergeId);
      const owners = await Promise.all(
        [annDonationId, recorded, bobDonationId, check, later.corrected, later.sale].map((id) =>
          readOwnerId(tx, id),
        ),
      );
      expect(owners).toEqual([ann.id, ann.id, bob.id, bob.id, bob.id, bob.id]);
      // The shares of stock that Ann had given before the merge stay with her.
      const shareOwners = await tx`
        select donor_id from public.noncash_donations where id in ${tx([laterSharesId, annSharesId])} order by created_at desc`;
      expect(shareOwners.map((row) => row["donor_id"])).toEqual([bob.id, ann.id]);
      const [subscription] =
        await tx`select donor_id from public.subscriptions where id = ${monthlyGift.id}`;
      expect(subscription?.["donor_id"]).toBe(bob.id);
      expect(await readDifferences(tx)).toEqual([]);
    });
  });
});
