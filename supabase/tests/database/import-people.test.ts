import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { type Transaction, withRollback } from "./connection.ts";
import {
  computeImportFingerprint,
  createImporter,
  donationRow,
  lockTables,
} from "./import-fixture.ts";
import { readDifferences } from "./recording.ts";

const readOutcomes = async (tx: Transaction, id: string) => {
  const rows = await tx<{ outcome: string; problem: string | null }[]>`
    select outcome, problem from public.import_verdicts where import_id = ${id} order by row_number`;
  return rows.map(({ outcome, problem }) =>
    problem === null ? outcome : `${outcome}: ${problem}`,
  );
};

const refundRow = (refundOf: string, refundAmount: string) => ({
  fields: { refundOf, refundAmount, amount: "0.00" },
});

describe("a refund in a row of its own", () => {
  test("is taken off its donation, and named if that donation is missing, too small or already here", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const gift = (number: number, changes = {}) =>
        donationRow({ sourceId: `${word}-${number}`, email: `${word}@example.org`, ...changes });
      const id = await importer.stage([
        gift(1),
        refundRow(`${word}-1`, "20.00"),
        refundRow(`${word}-1`, "5.00"),
        refundRow(`${word}-9`, "5.00"),
        gift(2, { amount: "10.00" }),
        refundRow(`${word}-2`, "10.01"),
        gift(3, { awaitsRefund: true }),
        gift(4, { refunded: "50.00" }),
        refundRow(`${word}-4`, "50.00"),
      ]);
      expect(await importer.check(id)).toMatchObject({ ready: 2, readyAmount: 25 });
      expect(await readOutcomes(tx, id)).toEqual([
        "ready",
        "skipped: A refund of row 1",
        "skipped: A refund of row 1",
        "problem: We can't find the donation that this row refunds. Put the refund into its row, or enter it there after the import.",
        "problem: More was refunded than was given.",
        "skipped: A refund of row 5",
        "problem: A part of this was refunded, but no row says how much. Enter it in a column of its own.",
        "ready",
        "skipped: A refund of row 8",
      ]);
      await importer.store(id, true);
      expect(await readDifferences(tx)).toEqual([]);
      const next = await importer.stage([
        gift(1),
        refundRow(`${word}-1`, "26.00"),
        gift(4),
        refundRow(`${word}-4`, "50.00"),
      ]);
      await importer.check(next);
      expect(await readOutcomes(tx, next)).toEqual([
        "duplicate",
        "problem: Row 1 was imported earlier, without this refund. Enter it in that donation.",
        "duplicate",
        "skipped: A refund of row 3",
      ]);
    });
  });
});

describe("an employer's match", () => {
  test("is a second donation, which credits the donor, and is undone with the import", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const rows = [
        donationRow({
          sourceId: `${word}-1`,
          email: `${word}@example.org`,
          amount: "100.00",
          matchAmount: "60.00",
          employer: word,
        }),
        donationRow({
          sourceId: `${word}-2`,
          firstName: "Anonymous",
          lastName: "",
          isAnonymous: true,
          amount: "0.00",
          matchAmount: "9.00",
          employer: word.toUpperCase(),
        }),
      ];
      const id = await importer.stage(rows, { source: "benevity" });
      expect(await importer.check(id)).toMatchObject({ ready: 2, matches: 1, readyAmount: 169 });
      await importer.store(id);
      const stored = await tx<Record<string, string | boolean | null>[]>`
        select first_name, amount, method, donor_id, soft_credit_donor_id is not null as credits, is_receipted
        from public.donations where import_id = ${id} order by amount desc`;
      expect(stored).toMatchObject([
        { first_name: "Grace", amount: "100.00", credits: false, is_receipted: true },
        {
          first_name: word,
          amount: "60.00",
          method: "employer_match",
          credits: true,
          is_receipted: false,
        },
        {
          first_name: word.toUpperCase(),
          amount: "9.00",
          method: "employer_match",
          credits: false,
        },
      ]);
      expect(stored[1]?.["donor_id"]).toBe(stored[2]?.["donor_id"]);
      expect(await readDifferences(tx)).toEqual([]);
      const again = await importer.stage(rows, { source: "benevity" });
      expect(await importer.check(again)).toMatchObject({ ready: 0, matches: 0, duplicate: 2 });
      await importer.undo(id);
      const left = await tx`select 1 from public.donors where lower(first_name) = lower(${word})`;
      expect(left.length).toBe(0);
    });
  });
});

describe("donors with nothing but a name", () => {
  test("in two monthly files are offered as the same donor, and are possible duplicates otherwise", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const cash = (day: string, firstName = "Zoé") => [
        donationRow({ firstName, lastName: word, method: "cash", receivedOn: day }),
        donationRow({
          firstName: "Anonymous",
          lastName: "",
          isAnonymous: true,
          method: "cash",
          receivedOn: day,
        }),
      ];
      const options = { source: "spreadsheet" };
      const readDonors = async (id: string) => {
        const rows = await tx<{ donor_id: string }[]>`
          select donor_id from public.donations where import_id = ${id} order by first_name desc`;
        return rows.map(({ donor_id }) => donor_id);
      };
      const first = await readDonors(await importer.import(cash("2024-01-07"), options));
      const second = await importer.stage(cash("2024-02-04", "ZOE"), options);
      expect(await importer.check(second)).toMatchObject({ ready: 2, newPeople: 1, namesakes: 1 });
      await importer.store(second, false, true, true);
      expect(await readDonors(second)).toEqual(first);
      const third = await readDonors(await importer.import(cash("2024-03-03"), options));
      expect(third[0]).not.toBe(first[0]);
      expect(third[1]).toBe(first[1]);
      const pairs = await tx<{ reason: string }[]>`
        select reason from private.donor_duplicate_pairs()
        where first_id = least(${first[0]!}::uuid, ${third[0]!}::uuid) and second_id = greatest(${first[0]!}::uuid, ${third[0]!}::uuid)`;
      expect(pairs.map(({ reason }) => reason)).toEqual(["name"]);
      // With two of them, nobody can tell which one it is.
      const fourth = await importer.stage(cash("2024-04-07"), options);
      expect(await importer.check(fourth)).toMatchObject({ namesakes: 0 });
    });
  });
});

test("our own export finds the donations that it came from", async () => {
  await withRollback(async (tx) => {
    const word = uniqueWord();
    const importer = await createImporter(tx);
    const [own] = await tx<[{ id: string }]>`
      insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
      values ('A', 'B', ${`${word}@example.org`}, 50, true, 'completed', now()) returning id`;
    const row = (id: string) =>
      donationRow({
        sourceId: id,
        email: `${word}@example.org`,
        isMemorial: true,
        inHonorOf: "Sam",
      });
    const id = await importer.stage([row(own.id), row(`${word}-other`)], {
      source: "care-packages",
    });
    expect(await importer.check(id)).toMatchObject({ ready: 1, duplicate: 1 });
    await importer.store(id);
    const [stored] = await tx`select is_memorial from public.donations where import_id = ${id}`;
    expect(stored).toEqual({ is_memorial: true });
  });
});

test("the person whom a grant credits is the file's donor, one known by nothing but the name, or new", async () => {
  await withRollback(async (tx) => {
    const word = uniqueWord();
    const importer = await createImporter(tx);
    await tx`insert into public.donors (first_name, last_name) values ('Known', ${word})`;
    await tx`
      insert into public.donors (first_name, last_name, email)
      values ('Mail', ${word}, ${`${word}-mail@example.org`})`;
    await lockTables(tx);
    const before = await computeImportFingerprint(tx);
    const credit = (firstName: string, fields: object = {}) =>
      donationRow({
        firstName: "Fund",
        lastName: word,
        method: "donor_advised_fund",
        creditedFirstName: firstName,
        creditedLastName: word,
        ...fields,
      });
    const id = await importer.import([
      donationRow({ firstName: "Giver", lastName: word, email: `${word}@example.org` }),
      credit("gíver"),
      credit("Known", { amount: "51.00" }),
      // Someone else may have that name.
      credit("Mail", { amount: "52.00" }),
      credit("New", { amount: "53.00" }),
      credit("New", { amount: "54.00" }),
      credit("Giver", { amount: "55.00", creditedDonorId: `${word}-7` }),
      // Nobody is credited with a donation of their own.
      credit("Fund", { amount: "56.00" }),
    ]);
    const rows = await tx<{ amount: string; name: string | null; isNew: boolean; count: number }[]>`
      select donation.amount, known.first_name as name, person.import_id is not null as "isNew",
        count(*) over (partition by donation.soft_credit_donor_id)::integer as count
      from public.donations as donation
      left join public.donors as person on person.id = donation.soft_credit_donor_id
      left join lateral private.donor_name(donation.soft_credit_donor_id) as known on true
      where donation.import_id = ${id} and donation.method = 'donor_advised_fund'
      order by donation.amount`;
    expect(rows.map(({ name, isNew, count }) => [name, isNew, count])).toEqual([
      ["Giver", true, 1],
      ["Known", false, 1],
      ["Mail", true, 1],
      ["New", true, 2],
      ["New", true, 2],
      ["Giver", true, 1],
      [null, false, 1],
    ]);
    await tx`update public.imports set imported_at = clock_timestamp() where id = ${id}`;
    await importer.undo(id);
    expect(await computeImportFingerprint(tx)).toBe(before);
  });
});
