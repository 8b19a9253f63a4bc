import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import {
  addAdmin,
  catchSqlState,
  runAs,
  visitor,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";
import { giveOnline, addOnlineDonor, computeFingerprint, setUpMerges } from "./merging.ts";

type Details = Partial<Record<"first_name" | "last_name" | "email" | "phone" | "address", string>>;

const correct = (tx: Transaction, admin: Person, id: string, details: Details) =>
  runAs(
    tx,
    admin,
    (asAdmin) => asAdmin`update public.donors set ${asAdmin(details)} where id = ${id}`,
  );

const readFormerDetails = async (tx: Transaction, id: string) => {
  const rows = await tx<{ field: string; value: string }[]>`
    select field, value from public.former_donor_details where donor_id = ${id} order by replaced_at, field`;
  return rows.map(({ field, value }) => `${field}: ${value}`);
};

const eraseFormerDetails = (tx: Transaction, admin: Person, id: string) =>
  runAs(tx, admin, (asAdmin) => asAdmin`select private.erase_former_details(${id})`);

const readAddresses = async (tx: Transaction, id: string) => {
  const rows = await tx<{ address: string }[]>`
    select email_key as address from public.donor_emails where donor_id = ${id} order by created_at, email_key`;
  return rows.map(({ address }) => address);
};

describe("a correction", () => {
  test("stores only the values it replaces, who made it and when", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const ann = await addOnlineDonor(tx);
      const newEmail = `${uniqueWord()}@example.org`;
      // This adds the donor's first phone number and replaces the name that came with the donation.
      await correct(tx, admin, ann.id, { first_name: "Anne", last_name: "Lee", phone: "555 0100" });
      await correct(tx, admin, ann.id, { phone: "555 0111", address: "1 Main St" });
      await correct(tx, admin, ann.id, { email: newEmail, phone: "555 0111" });
      await tx`update public.donors set notes = 'Moved', tags = '["Board"]' where id = ${ann.id}`;
      expect(await readFormerDetails(tx, ann.id)).toEqual([
        "name: Ann Lee",
        "phone: 555 0100",
        `email: ${ann.email}`,
      ]);
      const [row] = await tx`
        select replaced_by = (select username from public.users where id = ${admin.id}) as "isAdmin",
          replaced_at between now() and clock_timestamp() as "isNow"
        from public.former_donor_details where donor_id = ${ann.id} limit 1`;
      expect(row).toEqual({ isAdmin: true, isNow: true });
    });
  });

  test("doesn't change donations, and the audit log contains none of the values", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const ann = await addOnlineDonor(tx);
      const word = uniqueWord();
      await correct(tx, admin, ann.id, { phone: word });
      await correct(tx, admin, ann.id, { phone: "555 0111", email: `${word}@example.org` });
      await eraseFormerDetails(tx, admin, ann.id);
      const [gift] = await tx`select email from public.donations where id = ${ann.donationId}`;
      expect(gift?.["email"]).toBe(ann.email);
      const entries = await tx<{ action: string; table: string; row: string }[]>`
        select action, table_name as table, concat(before, after) as row from public.audit_log
        where occurred_at = now() and table_name = 'former_donor_details' order by row_id`;
      expect(entries.map(({ action }) => action)).toEqual(["delete", "delete"]);
      for (const { row } of entries) expect(row).toContain('"value": "erased"');
      const [found] = await tx`
        select count(*)::integer as hits from public.audit_log
        where occurred_at = now() and concat(before, after) like ${`%${word}%`}`;
      expect(found?.["hits"]).toBe(0);
    });
  });
});

describe("erasing former details", () => {
  test("also removes the addresses that the donor never gave from, and no others", async () => {
    await withRollback(async (tx) => {
      const { merge, undo, admin } = await setUpMerges(tx);
      const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
      const [typoEmail, monthlyEmail, current] = ["typo", "monthly", "current"].map(
        (name) => `${uniqueWord()}-${name}@example.org`,
      ) as [string, string, string];
      for (const email of [typoEmail, monthlyEmail, current])
        await correct(tx, admin, ann.id, { email });
      await tx`
        insert into public.subscriptions (first_name, last_name, email, amount) values ('Ann', 'Lee', ${monthlyEmail}, 10)`;
      const mistypedEmail = `${uniqueWord()}@example.org`;
      await correct(tx, admin, bob.id, { email: mistypedEmail });
      await correct(tx, admin, bob.id, { email: bob.email });
      const mergeId = await merge(ann, bob);
      await eraseFormerDetails(tx, admin, ann.id);
      expect(await readFormerDetails(tx, ann.id)).toEqual([]);
      const remainingAddresses = await readAddresses(tx, ann.id);
      expect(remainingAddresses.toSorted()).toEqual(
        [ann.email, monthlyEmail, current, bob.email, mistypedEmail].toSorted(),
      );
      await undo(mergeId);
      expect((await readAddresses(tx, bob.id)).toSorted()).toEqual(
        [bob.email, mistypedEmail].toSorted(),
      );
      await eraseFormerDetails(tx, admin, bob.id);
      expect(await readAddresses(tx, bob.id)).toEqual([bob.email]);
      // A donation from the mistyped address now belongs to a new donor.
      expect((await giveOnline(tx, typoEmail)).donorId).not.toBe(ann.id);
      expect((await giveOnline(tx, ann.email)).donorId).toBe(ann.id);
    });
  });

  test("threat 2: is allowed only for administrators of giving, who can't write these details directly", async () => {
    await withRollback(async (tx) => {
      const ann = await addOnlineDonor(tx);
      const admin = await addAdmin(tx);
      await correct(tx, admin, ann.id, { phone: "555 0100" });
      await correct(tx, admin, ann.id, { phone: "555 0111" });
      const expired = await addAdmin(tx, { hoursOld: 9 });
      const others = [
        [visitor, "42501"],
        [expired, "CP010"],
        [await addAdmin(tx, { areas: ["volunteers", "content", "settings"] }), "CP044"],
      ] as const;
      for (const [person, code] of others) {
        expect(
          await catchSqlState(
            tx.savepoint((savepoint) => eraseFormerDetails(savepoint, person, ann.id)),
          ),
        ).toBe(code);
      }
      const unknown = tx.savepoint((savepoint) =>
        eraseFormerDetails(savepoint, admin, crypto.randomUUID()),
      );
      expect(await catchSqlState(unknown)).toBe("CP009");
      expect(await readFormerDetails(tx, ann.id)).toEqual(["phone: 555 0100"]);
    });
  });
});

describe("merging donors", () => {
  const addPair = async (tx: Transaction, admin: Person) => {
    const [ann, bob] = [await addOnlineDonor(tx), await addOnlineDonor(tx)];
    for (const [donor, phone] of [
      [ann, "555 01"],
      [bob, "555 02"],
    ] as const) {
      await correct(tx, admin, donor.id, { phone: `${phone}00` });
      await correct(tx, admin, donor.id, { phone: `${phone}11`, address: `${phone} Main St` });
    }
    await correct(tx, admin, bob.id, { first_name: "Bob", last_name: "Ray" });
    return { ann, bob };
  };
  const choices = { name: "merged", phone: "merged", address: "merged", email: "merged" } as const;

  test("stores the values that the choices replace, with the former details of both", async () => {
    await withRollback(async (tx) => {
      const { merge, admin } = await setUpMerges(tx);
      const { ann, bob } = await addPair(tx, admin);
      await merge(ann, bob, choices);
      expect((await readFormerDetails(tx, ann.id)).toSorted()).toEqual(
        [
          "phone: 555 0100",
          "phone: 555 0200",
          "name: Ann Lee",
          "name: Ann Lee",
          "phone: 555 0111",
          "address: 555 01 Main St",
          `email: ${ann.email}`,
        ].toSorted(),
      );
      expect(await readFormerDetails(tx, bob.id)).toEqual([]);
    });
  });

  test("is undone without a trace in either donor's former details", async () => {
    await withRollback(async (tx) => {
      const { merge, undo, admin } = await setUpMerges(tx);
      const { ann, bob } = await addPair(tx, admin);
      const before = await computeFingerprint(tx, [ann.id, bob.id]);
      await undo(await merge(ann, bob, choices));
      expect(await computeFingerprint(tx, [ann.id, bob.id])).toBe(before);
    });
  });

  test("can be undone, which keeps later corrections but not the other donor's details", async () => {
    await withRollback(async (tx) => {
      const { merge, undo, admin } = await setUpMerges(tx);
      const { ann, bob } = await addPair(tx, admin);
      const mergeId = await merge(ann, bob, choices);
      await correct(tx, admin, ann.id, { phone: "555 0333" });
      await correct(tx, admin, ann.id, { phone: "555 0444" });
      await undo(mergeId);
      expect(await readFormerDetails(tx, ann.id)).toEqual([
        "phone: 555 0100",
        "phone: 555 0111",
        "phone: 555 0333",
      ]);
      expect(await readFormerDetails(tx, bob.id)).toEqual(["phone: 555 0200", "name: Ann Lee"]);
    });
  });

  test("removes all of the merged donor's own details once the merge is permanent", async () => {
    await withRollback(async (tx) => {
      const { merge, makePermanent, admin } = await setUpMerges(tx);
      const { ann, bob } = await addPair(tx, admin);
      const mergeId = await merge(ann, bob);
      const before = await readFormerDetails(tx, ann.id);
      await makePermanent(mergeId);
      expect(await readFormerDetails(tx, ann.id)).toEqual(before);
      expect(before).not.toContain("phone: 555 0211");
    });
  });
});
