import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { withRollback, type Transaction } from "./connection.ts";
import { giveOnline, addOnlineDonor, setUpMerges } from "./merging.ts";
import { readDifferences } from "./recording.ts";
import { addCheck, addDonor, voidBouncedDonation } from "./recording.ts";

/** Returns whether the donor is among those without donations, for demo and for real money. */
const isListed = async (tx: Transaction, id: string) => {
  const rows = await tx<{ isDemo: boolean }[]>`
    select is_demo as "isDemo" from public.donors_without_donations where id = ${id}`;
  return [true, false].map((isDemo) => rows.some((row) => row.isDemo === isDemo));
};

const readListedRows = async (tx: Transaction, id: string) => [
  ...(await tx`
    select distinct first_name, last_name, email, search_text from public.donors_without_donations where id = ${id}`),
];

describe("a donor is among those without donations", () => {
  test("from when they're added until a donation counts, and again once it's voided or refunded", async () => {
    await withRollback(async (tx) => {
      const id = await addDonor(tx);
      expect(await isListed(tx, id)).toEqual([true, true]);
      const check = await addCheck(tx, { donorId: id, amount: 40 });
      // Real money is counted separately from demo money.
      expect(await isListed(tx, id)).toEqual([false, true]);
      const secondCheckId = await addCheck(tx, { donorId: id, amount: 41 });
      await voidBouncedDonation(tx, check);
      expect(await isListed(tx, id)).toEqual([false, true]);
      await tx`
        insert into public.donation_adjustments (donation_id, kind, amount, status)
        values (${secondCheckId}, 'refund', 41, 'succeeded')`;
      expect(await isListed(tx, id)).toEqual([true, true]);
      await tx`update public.donation_adjustments set status = 'failed' where donation_id = ${secondCheckId}`;
      expect(await isListed(tx, id)).toEqual([false, true]);
      await giveOnline(tx, "", 5, {
        donor_id: id,
        email: null,
        method: "cash",
        is_demo: false,
      });
      expect(await isListed(tx, id)).toEqual([false, false]);
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("while their donation is pending, whether or not an administrator has named them", async () => {
    await withRollback(async (tx) => {
      const email = `${uniqueWord()}@example.org`;
      const pendingDonation = await giveOnline(tx, email, 20, {
        status: "pending",
        completed_at: null,
      });
      expect(await isListed(tx, pendingDonation.donorId)).toEqual([true, true]);
      await tx`update public.donors set first_name = 'Bea', last_name = 'Ray' where id = ${pendingDonation.donorId}`;
      expect(await isListed(tx, pendingDonation.donorId)).toEqual([true, true]);
      await tx`update public.donations set status = 'completed', completed_at = now() where id = ${pendingDonation.id}`;
      expect(await isListed(tx, pendingDonation.donorId)).toEqual([false, true]);
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("with the corrected name and address, until they're deleted", async () => {
    await withRollback(async (tx) => {
      const id = await addDonor(tx);
      const email = `${uniqueWord()}@example.org`;
      await tx`update public.donors set first_name = 'Bea', last_name = 'Ray', email = ${email} where id = ${id}`;
      expect(await readListedRows(tx, id)).toEqual([
        {
          first_name: "Bea",
          last_name: "Ray",
          email,
          search_text: ` bea ray ${email.replace(".", " ")}`,
        },
      ]);
      await tx`update public.donors set first_name = null, last_name = null where id = ${id}`;
      expect(await isListed(tx, id)).toEqual([false, false]);
      await tx`update public.donors set first_name = 'Bea', last_name = '' where id = ${id}`;
      await tx`delete from public.donors where id = ${id}`;
      expect(await isListed(tx, id)).toEqual([false, false]);
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("unless they were merged, and again after undo", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx);
      const [prospect, other, donor] = [
        { id: await addDonor(tx) },
        { id: await addDonor(tx) },
        await addOnlineDonor(tx),
      ];
      const first = await merge(prospect, other);
      expect(await isListed(tx, prospect.id)).toEqual([true, true]);
      expect(await isListed(tx, other.id)).toEqual([false, false]);
      const second = await merge(prospect, donor);
      expect(await isListed(tx, prospect.id)).toEqual([false, true]);
      await undo(second);
      await undo(first);
      expect(await isListed(tx, prospect.id)).toEqual([true, true]);
      expect(await isListed(tx, other.id)).toEqual([true, true]);
      // The donor's demo donation doesn't count as real money.
      expect(await isListed(tx, donor.id)).toEqual([false, true]);
      expect(await readDifferences(tx)).toEqual([]);
    });
  });
});

test("threat 21: a missing, superfluous or wrong row in the table of donors without donations is noticed and repaired", async () => {
  await withRollback(async (tx) => {
    const ids = [await addDonor(tx), await addDonor(tx)] as const;
    const donor = await addOnlineDonor(tx);
    await tx`delete from public.donors_without_donations where id = ${ids[0]} and is_demo`;
    await tx`update public.donors_without_donations set last_name = 'Wrong' where id = ${ids[1]} and not is_demo`;
    await tx`
      insert into public.donors_without_donations (is_demo, id, first_name, last_name, created_at)
      values (true, ${donor.id}, 'Ann', 'Lee', now())`;
    const differences = await readDifferences(tx);
    const found = differences.map((row) => `${row["kind"]} ${row["is_demo"]} ${row["key"]}`);
    expect(found.toSorted()).toEqual(
      [`true ${ids[0]}`, `false ${ids[1]}`, `true ${donor.id}`]
        .map((row) => `donor without donations ${row}`)
        .toSorted(),
    );
    await tx`select private.recompute_donation_totals()`;
    expect(await readDifferences(tx)).toEqual([]);
  });
});
