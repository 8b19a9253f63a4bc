import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { runAs, type Transaction, withRollback } from "./connection.ts";
import { createImporter, sampleRows } from "./import-fixture.ts";
import { mergeAs } from "./merging.ts";
import { catchRefusalCode, readDifferences } from "./recording.ts";

/** Imports the sample rows as real money, a moment ago: everything in one transaction has the same time. */
async function importRows(tx: Transaction, word: string) {
  const importer = await createImporter(tx);
  const id = await importer.stage(sampleRows(word), { isDemo: false });
  await importer.check(id);
  await importer.store(id);
  const donor = async (name: "a" | "b") => {
    const [row] = await tx<[{ id: string }]>`
      select donor_id as id from public.donor_emails where email_key = ${`${word}-${name}@example.org`}`;
    return row.id;
  };
  const undo = (savepoint: Transaction) =>
    createImporter(savepoint, importer.admin).then((again) => again.undo(id));
  return { importer, id, donor, undo };
}

const countDonations = async (tx: Transaction, id: string) =>
  (await tx`select 1 from public.donations where import_id = ${id}`).length;

const readMonth = async (tx: Transaction, day: string) => {
  const [month] = await tx`
    select given::float8, refunded::float8, voided::float8 from private.month_of_books(${day})`;
  return { ...month };
};

describe("undoing an import", () => {
  test("keeps a donor who was corrected since, with the correction, but not the donations", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const { importer, id, donor, undo } = await importRows(tx, word);
      const donorId = await donor("a");
      const details = { first_name: "Grace", last_name: word, email: `${word}-new@example.org` };
      await runAs(
        tx,
        importer.admin,
        (asAdmin) => asAdmin`update public.donors set ${asAdmin(details)} where id = ${donorId}`,
      );
      await tx`update public.donors set updated_at = now() + interval '1 second' where id = ${donorId}`;
      await undo(tx);
      expect(await countDonations(tx, id)).toBe(0);
      const [kept] = await tx`select email, last_name from public.donors where id = ${donorId}`;
      expect(kept).toEqual({ email: `${word}-new@example.org`, last_name: word });
      // The corrected file comes back to this donor, also by the former address.
      const again = await importer.stage(sampleRows(word), { isDemo: false });
      expect(await importer.check(again)).toMatchObject({ ready: 5, newPeople: 2 });
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("is refused once one of its donors is merged, and then changes nothing", async () => {
    await withRollback(async (tx) => {
      const { importer, id, donor, undo } = await importRows(tx, uniqueWord());
      const merge = { keptId: await donor("a"), mergedId: await donor("b") };
      await mergeAs(tx, importer.admin, "donor", merge);
      expect(await catchRefusalCode(tx, undo)).toBe("CP030");
      expect(await countDonations(tx, id)).toBe(5);
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("leaves a month that was closed since as it was, and books the change today", async () => {
    await withRollback(async (tx) => {
      const { id, undo } = await importRows(tx, uniqueWord());
      const months = ["2024-03-01", "2023-12-01"];
      await tx`insert into public.book_closings (closed_through) values ('2024-12-31')`;
      const before = await Promise.all(months.map((month) => readMonth(tx, month)));
      await undo(tx);
      expect(await countDonations(tx, id)).toBe(0);
      expect(await Promise.all(months.map((month) => readMonth(tx, month)))).toEqual(before);
      const [late] = await tx<[{ amount: string; reasons: string[] }]>`
        select sum(amount)::text as amount, array_agg(distinct reason) filter (where kind = 'donation') as reasons
        from public.late_entries where created_at >= now() and day <= '2024-12-31'`;
      expect(late).toEqual({ amount: "-144.50", reasons: ["The import was undone."] });
    });
  });

  test("sends nothing to donors whose statement has left", async () => {
    await withRollback(async (tx) => {
      await tx`lock table public.email_outbox in share row exclusive mode`;
      const word = uniqueWord();
      const email = `${word}-a@example.org`;
      await tx`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
        values ('A', 'B', ${email}, 75, false, 'completed', '2024-05-05T12:00:00Z')`;
      await tx`select private.queue_annual_statements('2025-02-01')`;
      await tx`update public.email_outbox set status = 'sent', sent_at = now() where to_email = ${email}`;
      const { undo } = await importRows(tx, word);
      await undo(tx);
      const mails =
        await tx`select 1 from public.email_outbox where to_email = ${email} and status <> 'sent'`;
      expect(mails.length).toBe(0);
      const [donor] = await tx`select total_amount from public.donor_totals where id = (
        select donor_id from public.donor_emails where email_key = ${email})`;
      expect(donor).toEqual({ total_amount: "75.00" });
    });
  });
});
