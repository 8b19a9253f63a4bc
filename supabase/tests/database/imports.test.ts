import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { withRollback } from "./connection.ts";
import { readDifferences, catchRefusalCode } from "./recording.ts";
import { createImporter, donationRow, sampleRows as rows } from "./import-fixture.ts";

describe("an import of donations", () => {
  test("stores what the check showed, in every total, without emails or receipt numbers", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const id = await importer.stage(rows(word));
      const [before] =
        await tx`select count(*)::integer as mails, (select count(*)::integer from public.subscriptions) as plans from public.email_outbox`;
      expect(await importer.check(id)).toMatchObject({
        ready: 5,
        problem: 0,
        duplicate: 0,
        newPeople: 3,
        readyAmount: 144.5,
      });
      expect((await tx`select 1 from public.donations where import_id = ${id}`).length).toBe(0);
      await importer.store(id);
      const stored = await tx<Record<string, string | null>[]>`
        select first_name, amount, adjusted_amount, status, method, receipt_number, email_key,
          (completed_at at time zone private.time_zone())::text as at
        from public.donations where import_id = ${id} order by amount, first_name`;
      expect(stored.map(({ amount, status, at }) => [amount, status, at])).toEqual([
        ["20.00", "completed", "2024-03-04 12:00:00"],
        // 5:30 UTC on New Year's Day is still the year before in Chicago.
        ["30.00", "refunded", "2023-12-31 23:30:00"],
        ["40.00", "partially_refunded", "2024-03-04 12:00:00"],
        ["50.00", "completed", "2024-03-04 12:00:00"],
        ["50.00", "completed", "2024-03-04 12:00:00"],
      ]);
      expect(new Set(stored.map(({ receipt_number }) => receipt_number))).toEqual(new Set([null]));
      const donors = await tx<Record<string, string>[]>`
        select total_amount, donation_count::text from public.donor_totals where id in (
          select donor_id from public.donations where import_id = ${id}
        ) order by total_amount`;
      expect(
        donors.map(({ total_amount, donation_count }) => [total_amount, donation_count]),
      ).toEqual([
        ["24.50", "1"],
        ["50.00", "1"],
        ["70.00", "2"],
      ]);
      const [after] =
        await tx`select count(*)::integer as mails, (select count(*)::integer from public.subscriptions) as plans from public.email_outbox`;
      expect(after).toEqual(before);
      expect(await readDifferences(tx)).toEqual([]);
      expect((await tx`select 1 from public.import_rows where import_id = ${id}`).length).toBe(0);
    });
  });

  test("keeps the totals correct when it adds hundreds of donations", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      await importer.import(
        Array.from({ length: 500 }, (_, index) =>
          donationRow({
            sourceId: `${word}-${index}`,
            email: `${word}-${index % 70}@example.org`,
            amount: `${10 + (index % 9)}.25`,
            receivedOn: `202${index % 5}-0${1 + (index % 9)}-11`,
            refunded: index % 7 === 0 ? "5.00" : "0.00",
          }),
        ),
      );
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("adds nothing the second time, with or without source IDs", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      await importer.import(rows(word));
      const again = await importer.stage(rows(word));
      expect(await importer.check(again)).toMatchObject({ ready: 0, duplicate: 5, newPeople: 0 });
      await importer.store(again);
      expect((await tx`select 1 from public.donations where import_id = ${again}`).length).toBe(0);

      // Two rows with the same day and amount are two donations. A second import adds neither of them again.
      const twoEqualRows = [
        donationRow({ firstName: word, amount: "25.00" }),
        donationRow({ firstName: word, amount: "25.00" }),
      ];
      const options = { source: "spreadsheet" };
      const first = await importer.stage(twoEqualRows, options);
      expect(await importer.check(first)).toMatchObject({ ready: 2, newPeople: 1 });
      await importer.store(first);
      const second = await importer.stage(
        [...twoEqualRows, donationRow({ firstName: word, amount: "26.00" })],
        options,
      );
      expect(await importer.check(second)).toMatchObject({ ready: 1, duplicate: 2 });
    });
  });

  test("finds donors by email, by source ID, and by name and ZIP code", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const [known] = await tx<[{ id: string }]>`
        insert into public.donors (first_name, last_name, address) values (${word}, 'O’Léary-Lee', ${"1 Elm St\nWaco, TX 76701-1234"}) returning id`;
      await importer.import([
        donationRow({ sourceId: `${word}-1`, email: `${word}@example.org`, sourceDonorId: word }),
      ]);
      const id = await importer.import([
        donationRow({ sourceId: `${word}-2`, email: `${word}@EXAMPLE.org` }),
        donationRow({ sourceId: `${word}-3`, sourceDonorId: word }),
        donationRow({
          sourceId: `${word}-4`,
          firstName: word.toUpperCase(),
          lastName: "OLeary Lee",
          zipCode: "76701",
        }),
        donationRow({ sourceId: `${word}-5`, firstName: word, lastName: "Lee", zipCode: "76702" }),
      ]);
      const donorIds = (
        await tx<{ donor_id: string }[]>`
          select donation.donor_id from public.donations as donation
          join public.imported_records as record on record.record_id = donation.id
          where donation.import_id = ${id} order by record.source_id`
      ).map(({ donor_id }) => donor_id);
      expect(donorIds[0]).toBe(donorIds[1]);
      expect(donorIds[2]).toBe(known.id);
      expect(new Set(donorIds).size).toBe(3);
    });
  });

  test("uses the ZIP code of an address, not the house number, to tell donors with the same name apart", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      await tx`
        insert into public.donors (first_name, last_name, address) values
          (${word}, 'Lee', ${"10001 Elm St\nWaco, TX 76701-1234"}), (${word}, 'Lee', ${"2 Oak St\nWaco, TX 76702"})`;
      const row = (zipCode: string) =>
        donationRow({ sourceId: `${word}-${zipCode}`, firstName: word, lastName: "Lee", zipCode });
      const id = await importer.stage(["76701", "76702", "10001"].map(row));
      expect(await importer.check(id)).toMatchObject({ ready: 3, newPeople: 1 });
      const found = await tx<{ address: string | null }[]>`
        select donor.address from public.import_verdicts as verdict
        left join public.donors as donor on donor.id = verdict.person_id
        where verdict.import_id = ${id} order by verdict.row_number`;
      expect(found.map(({ address }) => address?.slice(-5))).toEqual(["-1234", "76702", undefined]);
    });
  });

  test("recognizes a donor without an email address or ZIP code by that donor's earlier rows", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const options = { source: "spreadsheet" };
      const row = (amount: string, name = word) => donationRow({ firstName: name, amount });
      await importer.import([row("25.00")], options);
      // A month later, the spreadsheet has one more row. After another month, it has two more, one for someone else.
      await importer.import([row("25.00"), row("26.00")], options);
      const id = await importer.stage(
        [row("27.00"), row("25.00"), row("26.00"), row("28.00", `${word}-b`)],
        options,
      );
      expect(await importer.check(id)).toMatchObject({ ready: 2, duplicate: 2, newPeople: 1 });
      await importer.store(id);
      const donors = await tx`select 1 from public.donors where first_name = ${word}`;
      expect(donors.length).toBe(1);
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("shows problems that only the database can find, and stores nothing from a file with bad rows unless they're left out", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const id = await importer.stage([
        donationRow({ sourceId: `${word}-1`, email: `${word}@example.org` }),
        donationRow({ sourceId: `${word}-1`, email: `${word}@example.org` }),
        donationRow({ sourceId: `${word}-1`, email: `${word}@example.org`, amount: "20.00" }),
        donationRow({ sourceId: `${word}-2`, receivedOn: "2199-01-01" }),
        { ...donationRow({ sourceId: `${word}-3`, amount: "0.00" }), problems: ["Amount: 0"] },
        { fields: {}, skipped: "Not paid: failed" },
      ]);
      expect(await importer.check(id)).toMatchObject({ ready: 1, problem: 4, skipped: 1 });
      const problems = await tx<{ problem: string | null }[]>`
        select problem from public.import_verdicts where import_id = ${id} and outcome = 'problem' order by row_number`;
      expect(problems.map(({ problem }) => problem)).toEqual([
        "Row 1 has the same ID. Delete one of them.",
        "Row 1 has the same ID, but another amount. If these are parts of one donation, add them up in one row.",
        "The date is in the future.",
        null,
      ]);
      expect(
        await catchRefusalCode(tx, async (savepoint) =>
          (await createImporter(savepoint, importer.admin)).store(id),
        ),
      ).toBe("CP030");
      expect((await tx`select 1 from public.donations where import_id = ${id}`).length).toBe(0);
      await importer.store(id, true);
      expect((await tx`select 1 from public.donations where import_id = ${id}`).length).toBe(1);
      // The bad rows stay, so that they can be downloaded.
      expect((await tx`select 1 from public.import_rows where import_id = ${id}`).length).toBe(4);
    });
  });

  test("asks about donations that look like existing ones, and skips our own payments", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      await tx`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at, stripe_charge_id)
        values ('A', 'B', ${`${word}@example.org`}, 50, true, 'completed', '2024-03-05T04:00:00Z', ${`ch_${word}`})`;
      const staged = [
        donationRow({ sourceId: `${word}-1`, email: `${word}@example.org` }),
        donationRow({ sourceId: `${word}-2`, email: `${word}@example.org`, amount: "50.01" }),
        donationRow({
          sourceId: `${word}-3`,
          email: `${word}@example.org`,
          receivedOn: "2024-03-05",
        }),
        donationRow({ sourceId: `ch_${word}`, paymentIds: [`ch_${word}`], amount: "50.00" }),
      ];
      const id = await importer.stage(staged);
      // The stored donation was made late in the evening of March 4 in Chicago.
      expect(await importer.check(id)).toMatchObject({ ready: 2, lookalike: 1, duplicate: 1 });
      await importer.store(id, false, false);
      expect((await tx`select 1 from public.donations where import_id = ${id}`).length).toBe(3);
    });
  });

  test("refuses to store if something has changed since the check", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const ids = [await importer.stage(rows(word)), await importer.stage(rows(word))] as const;
      for (const id of ids) await importer.check(id);
      await importer.store(ids[0]);
      expect(
        await catchRefusalCode(tx, async (savepoint) =>
          (await createImporter(savepoint, importer.admin)).store(ids[1]),
        ),
      ).toBe("CP030");
      expect((await tx`select 1 from public.donations where import_id = ${ids[1]}`).length).toBe(0);
    });
  });

  test("stores nothing at all if one row breaks a rule of the table", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const id = await importer.stage([
        donationRow({ sourceId: `${word}-1`, email: `${word}@example.org` }),
        donationRow({ sourceId: `${word}-2`, method: "shells" }),
      ]);
      await importer.check(id);
      expect(
        await catchRefusalCode(tx, async (savepoint) =>
          (await createImporter(savepoint, importer.admin)).store(id),
        ),
      ).toBe("23514");
      expect(
        (await tx`select 1 from public.donors where email = ${`${word}@example.org`}`).length,
      ).toBe(0);
    });
  });

  test("gets receipt numbers once it can't be undone anymore if its donors got no receipts, and then the January email", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      await tx`lock table public.email_outbox in share row exclusive mode`;
      const email = `${word}@example.org`;
      const id = await importer.stage(
        [
          donationRow({ sourceId: `${word}-2`, email, receivedOn: "2025-06-05" }),
          donationRow({ sourceId: `${word}-1`, email, receivedOn: "2025-05-05" }),
        ],
        { isDemo: false },
      );
      await importer.check(id);
      await importer.store(id, false, true, false, true);
      const readNumbers = async () => {
        await tx`select private.sweep_imports()`;
        const rows = await tx<{ receipt_number: string | null }[]>`
          select receipt_number from public.donations where import_id = ${id} order by completed_at`;
        return rows.map(({ receipt_number }) => receipt_number);
      };
      expect(await readNumbers()).toEqual([null, null]);
      await tx`update public.imports set imported_at = now() - interval '24 hours' where id = ${id}`;
      const numbers = await readNumbers();
      expect(numbers.map((number) => number?.slice(0, 7))).toEqual(["R-2025-", "R-2025-"]);
      expect(Number(numbers[1]?.slice(7))).toBe(Number(numbers[0]?.slice(7)) + 1);
      expect(await readNumbers()).toEqual(numbers);
      const entries = await tx`
        select 1 from public.audit_log where table_name = 'donations' and row_id in (
          select id::text from public.donations where import_id = ${id}
        )`;
      expect(entries.length).toBe(0);
      expect((await tx`select 1 from public.email_outbox where to_email = ${email}`).length).toBe(
        0,
      );
      await tx`select private.queue_annual_statements('2026-02-01')`;
      expect((await tx`select 1 from public.email_outbox where to_email = ${email}`).length).toBe(
        1,
      );
    });
  });

  test("doesn't trigger an annual statement, but is included in one that a donor requests", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      await tx`lock table public.email_outbox in share row exclusive mode`;
      const id = await importer.import(
        [donationRow({ sourceId: word, email: `${word}@example.org`, receivedOn: "2025-05-05" })],
        { isDemo: false },
      );
      await tx`select private.queue_annual_statements('2026-02-01')`;
      expect(
        (await tx`select 1 from public.email_outbox where to_email = ${`${word}@example.org`}`)
          .length,
      ).toBe(0);
      const [row] = await tx<[{ statement: { total: number }; receipt: object | null }]>`
        select private.annual_statement(donor_id, 2025) as statement, private.donation_receipt(id) as receipt
        from public.donations where import_id = ${id}`;
      expect([row.statement.total, row.receipt]).toEqual([50, null]);
    });
  });
});
