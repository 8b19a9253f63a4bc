import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import {
  addAdmin,
  connect,
  catchSqlState,
  runAs,
  visitor,
  withRollback,
  type Transaction,
} from "./connection.ts";
import { readDifferences } from "./recording.ts";

interface DonorRecord {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly totalAmount: number;
  readonly donationCount: number;
  readonly years: readonly { readonly year: number; readonly total: number }[];
}

async function addDonation(tx: Transaction, email: string, overrides: object = {}) {
  const [row] = await tx<[{ id: string; donorId: string }]>`
    insert into public.donations ${tx({
      first_name: "Ann",
      last_name: "Lee",
      email,
      amount: 50,
      is_demo: true,
      status: "completed",
      completed_at: "2026-03-01T12:00:00Z",
      ...overrides,
    })} returning id, donor_id as "donorId"`;
  return row;
}

const updateDonor = async (tx: Transaction, id: string, changes: object) => {
  const admin = await addAdmin(tx);
  await runAs(
    tx,
    admin,
    (asAdmin) => asAdmin`update public.donors set ${asAdmin(changes)} where id = ${id}`,
  );
};

async function readRecord(tx: Transaction, id: string): Promise<DonorRecord> {
  const admin = await addAdmin(tx);
  const rows = await runAs(
    tx,
    admin,
    (asAdmin) => asAdmin<[{ record: DonorRecord }]>`select private.donor_record(${id}) as record`,
  );
  return rows[0].record;
}

const readListedName = async (tx: Transaction, id: string) => {
  const [row] =
    await tx`select first_name, last_name, email from public.donor_totals where id = ${id}`;
  return row && { ...row };
};

describe("a donor", () => {
  test("has all donations and monthly gifts from one email address, whatever its case", async () => {
    await withRollback(async (tx) => {
      const email = `${uniqueWord()}@example.org`;
      const first = await addDonation(tx, email);
      const second = await addDonation(tx, email.toUpperCase(), { amount: 25 });
      const [subscription] = await tx<[{ donorId: string }]>`
        insert into public.subscriptions (first_name, last_name, email, amount)
        values ('Ann', 'Lee', ${email}, 10) returning donor_id as "donorId"`;
      expect([second.donorId, subscription.donorId]).toEqual([first.donorId, first.donorId]);
      expect(await readRecord(tx, first.donorId)).toMatchObject({
        firstName: "Ann",
        lastName: "Lee",
        email,
        totalAmount: 75,
        donationCount: 2,
        years: [{ year: 2026, total: 75 }],
      });
    });
  });

  test("is created once by simultaneous first donations", async () => {
    const pool = connect(8);
    const email = `${uniqueWord()}@example.org`;
    try {
      const donations = await Promise.all(
        Array.from({ length: 24 }, () => pool.begin((tx) => addDonation(tx, email))),
      );
      expect(new Set(donations.map(({ donorId }) => donorId)).size).toBe(1);
      const [counts] =
        await pool`select count(*)::integer as donors from public.donors where email = ${email}`;
      expect(counts?.["donors"]).toBe(1);
    } finally {
      await pool`delete from public.donations where email_key = ${email}`;
      await pool`delete from public.donors where email = ${email}`;
      await pool.end();
    }
  });

  test("has the name of the latest donation that counts until an administrator corrects it", async () => {
    await withRollback(async (tx) => {
      const email = `${uniqueWord()}@example.org`;
      const { donorId } = await addDonation(tx, email);
      await addDonation(tx, email, { first_name: "Annie", completed_at: "2026-04-01T12:00:00Z" });
      const unpaidDonation = { first_name: "Mallory", status: "pending", completed_at: null };
      await addDonation(tx, email, unpaidDonation);
      expect(await readListedName(tx, donorId)).toEqual({
        first_name: "Annie",
        last_name: "Lee",
        email,
      });
      expect((await readRecord(tx, donorId)).firstName).toBe("Annie");

      await updateDonor(tx, donorId, { first_name: "Anna", last_name: "Lee-Reyes" });
      await addDonation(tx, email, { first_name: "A.", completed_at: "2026-05-01T12:00:00Z" });
      const corrected = { first_name: "Anna", last_name: "Lee-Reyes", email };
      expect(await readListedName(tx, donorId)).toEqual(corrected);
      expect(await readRecord(tx, donorId)).toMatchObject({
        firstName: "Anna",
        lastName: "Lee-Reyes",
      });
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("keeps donations that come from a former email address, and both addresses lead to all of them", async () => {
    await withRollback(async (tx) => {
      const mistypedEmail = `${uniqueWord()}@example.con`;
      const email = mistypedEmail.replace(/con$/, "com");
      const { id, donorId } = await addDonation(tx, mistypedEmail);
      await updateDonor(tx, donorId, { email });
      const later = await addDonation(tx, mistypedEmail);
      const correct = await addDonation(tx, email);
      expect([later.donorId, correct.donorId]).toEqual([donorId, donorId]);
      for (const address of [mistypedEmail, email]) {
        const [row] = await tx`select private.donor_of(${address.toUpperCase()}) as donor`;
        expect(row?.["donor"]).toBe(donorId);
      }
      // A new paper has the current address.
      const [receipt] =
        await tx`select private.donation_receipt(${id}) -> 'donor' ->> 'email' as email`;
      expect(receipt?.["email"]).toBe(email);
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("can't get an email address that leads to another donor", async () => {
    await withRollback(async (tx) => {
      const [email, otherEmail] = [`${uniqueWord()}@example.org`, `${uniqueWord()}@example.org`];
      const { donorId } = await addDonation(tx, email);
      await addDonation(tx, otherEmail);
      const attempt = tx.savepoint((savepoint) =>
        updateDonor(savepoint, donorId, { email: otherEmail.toUpperCase() }),
      );
      expect(await catchSqlState(attempt)).toBe("23514");
      expect((await readRecord(tx, donorId)).email).toBe(email);
    });
  });

  test("gets the annual statement at the corrected address", async () => {
    await withRollback(async (tx) => {
      const mistypedEmail = `${uniqueWord()}@example.con`;
      const email = mistypedEmail.replace(/con$/, "com");
      const { donorId } = await addDonation(tx, mistypedEmail, {
        is_demo: false,
        completed_at: "2025-06-01T12:00:00Z",
      });
      await updateDonor(tx, donorId, { email, first_name: "Anna", last_name: "Lee" });
      await tx`select private.queue_annual_statements('2026-01-31')`;
      const mails = await tx`
        select to_email, data ->> 'name' as name from public.email_outbox
        where template_name = 'Annual Statement' and to_email in (${mistypedEmail}, ${email})`;
      expect([...mails]).toEqual([{ to_email: email, name: "Anna" }]);
    });
  });

  test("is shown only to administrators", async () => {
    await withRollback(async (tx) => {
      const { donorId } = await addDonation(tx, `${uniqueWord()}@example.org`);
      const attempt = tx.savepoint((savepoint) =>
        runAs(
          savepoint,
          visitor,
          (asVisitor) => asVisitor`select private.donor_record(${donorId})`,
        ),
      );
      expect(await catchSqlState(attempt)).toBe("42501");
    });
  });
});
