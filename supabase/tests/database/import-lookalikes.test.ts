import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { type Transaction, withRollback } from "./connection.ts";
import {
  createImporter,
  donationRow,
  computeImportFingerprint,
  lockTables,
} from "./import-fixture.ts";

const donorRow = (fields: Readonly<Record<string, unknown>>) => ({
  fields: { firstName: "Ann", email: null, phone: null, address: null, tags: [], ...fields },
});

const WACO_ADDRESS = "1 Elm St\nWaco, TX 76701-1234";

async function addDonor(tx: Transaction, lastName: string, changes = {}): Promise<string> {
  const [donor] = await tx<[{ id: string }]>`
    insert into public.donors ${tx({ first_name: "Ann", last_name: lastName, address: WACO_ADDRESS, ...changes })}
    returning id`;
  return donor.id;
}

const readVerdicts = (tx: Transaction, id: string) =>
  tx<
    { outcome: string; person_id: string | null }[]
  >`select outcome, person_id from public.import_verdicts where import_id = ${id} order by row_number`;

describe("a donor without an email address in an import", () => {
  test("looks like the donor with the same name and ZIP code, no matter how either is written", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const corrected = await addDonor(tx, word);
      // Nobody has corrected this name, so it comes from the latest donation.
      await tx`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
        values ('Bo', ${word}, ${`${word}@example.org`}, 75, true, 'completed', now())`;
      const [namedDonor] = await tx<[{ id: string }]>`
        update public.donors set address = ${WACO_ADDRESS} where email = ${`${word}@example.org`} returning id`;
      const kept = await addDonor(tx, `${word}-kept`);
      await addDonor(tx, `${word}-merged`, { merged_into_id: kept });

      const id = await importer.stage(
        [
          donorRow({ lastName: word, address: "9 Oak St\nWaco, TX 76701" }),
          donorRow({ firstName: "ÁNN", lastName: word.toUpperCase(), address: "TX 76701" }),
          donorRow({ firstName: "Bo", lastName: word, address: "Waco, TX 76701" }),
          donorRow({ lastName: word, address: "9 Oak St\nWaco, TX 76702" }),
          // A house number isn't a ZIP code.
          donorRow({ lastName: word, address: "76701 Oak St\nWaco, TX 76703" }),
          donorRow({ lastName: word }),
          donorRow({ firstName: "Al", lastName: word, address: WACO_ADDRESS }),
          donorRow({ lastName: `${word}-merged`, address: WACO_ADDRESS }),
          donorRow({ lastName: word, address: WACO_ADDRESS, email: `${word}-new@example.org` }),
        ],
        { kind: "donors" },
      );
      expect(await importer.check(id)).toMatchObject({ lookalike: 3, ready: 6, newPeople: 6 });
      const verdicts = await readVerdicts(tx, id);
      expect(verdicts.map(({ person_id }) => person_id)).toEqual([
        corrected,
        corrected,
        namedDonor.id,
        ...Array.from({ length: 6 }, () => null),
      ]);
    });
  });

  test("is skipped unless an administrator chooses to import it, and even then is added only once", async () => {
    await withRollback(async (tx) => {
      await lockTables(tx);
      const word = uniqueWord();
      const importer = await createImporter(tx);
      await addDonor(tx, word);
      const before = await computeImportFingerprint(tx);
      const staged = [
        donorRow({ lastName: word, address: WACO_ADDRESS }),
        donorRow({ lastName: word, address: "9 Oak St\nWaco, TX 76702" }),
      ];
      const countDonors = async () =>
        (await tx`select 1 from public.donors where last_name = ${word}`).length;

      const first = await importer.import(staged, { kind: "donors" });
      expect(await countDonors()).toBe(2);
      const again = await importer.stage(staged, { kind: "donors" });
      expect(await importer.check(again)).toMatchObject({ ready: 0, lookalike: 1, duplicate: 1 });
      await importer.store(again, false, false);
      expect(await countDonors()).toBe(3);
      const third = await importer.stage(staged, { kind: "donors" });
      expect(await importer.check(third)).toMatchObject({ ready: 0, lookalike: 0, duplicate: 2 });
      await importer.store(third, false, false);
      expect(await countDonors()).toBe(3);

      for (const id of [third, again, first]) await importer.undo(id);
      expect(await computeImportFingerprint(tx)).toBe(before);
    });
  });

  test("looks like the donor who was added first if there are several", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      await addDonor(tx, word);
      const oldestDonorId = await addDonor(tx, word, { created_at: "2020-01-01T00:00:00Z" });
      const id = await importer.stage([donorRow({ lastName: word, address: WACO_ADDRESS })], {
        kind: "donors",
      });
      await importer.check(id);
      expect([...(await readVerdicts(tx, id))]).toEqual([
        { outcome: "lookalike", person_id: oldestDonorId },
      ]);
      // A donation is added to a donor only if the match is certain.
      const gift = await importer.stage([
        donationRow({ firstName: "Ann", lastName: word, address: WACO_ADDRESS }),
      ]);
      await importer.check(gift);
      expect([...(await readVerdicts(tx, gift))]).toEqual([{ outcome: "ready", person_id: null }]);
    });
  });
});

test("a donation without an email address is also matched with its donor by the ZIP code of the address", async () => {
  await withRollback(async (tx) => {
    const word = uniqueWord();
    const importer = await createImporter(tx);
    const donor = await addDonor(tx, word);
    const id = await importer.stage([
      donationRow({ firstName: "Ann", lastName: word, address: "9 Oak St\nWaco, TX 76701" }),
      donationRow({ firstName: "Ann", lastName: word, address: "9 Oak St\nWaco, TX 76702" }),
    ]);
    expect(await importer.check(id)).toMatchObject({ ready: 2, newPeople: 1 });
    const verdicts = await readVerdicts(tx, id);
    expect(verdicts.map(({ person_id }) => person_id)).toEqual([donor, null]);
  });
});

test("threat 15: a payment of our own checkout is known by its charge or its intent, and a donation by its donor, amount and the organization's day", async () => {
  await withRollback(async (tx) => {
    const word = uniqueWord();
    const email = `${word}@example.org`;
    const importer = await createImporter(tx);
    // In UTC, each was given a day later.
    const addOwn = (amount: number, ids: Readonly<Record<string, string>>) => tx`
      insert into public.donations ${tx({
        first_name: "Ann",
        last_name: word,
        email,
        amount,
        is_demo: true,
        status: "completed",
        completed_at: "2024-03-05T03:30:00Z",
        ...ids,
      })}`;
    await addOwn(11, { stripe_payment_intent_id: `pi_${word}` });
    await addOwn(12, { stripe_charge_id: `ch_${word}` });
    const rows = [
      { amount: "21.00", paymentIds: [`pi_${word}`] },
      { amount: "22.00", paymentIds: [`other_${word}`, `ch_${word}`] },
      { amount: "23.00", paymentIds: [`pi_other${word}`] },
      { amount: "11.00", receivedOn: "2024-03-04" },
      { amount: "11.00", receivedOn: "2024-03-05" },
      { amount: "11.01", receivedOn: "2024-03-04" },
      { amount: "11.00", receivedOn: "2024-03-04", email: `other-${email}` },
    ];
    const id = await importer.stage(
      rows.map((fields) => donationRow({ firstName: "Ann", lastName: word, email, ...fields })),
    );
    await importer.check(id);
    expect((await readVerdicts(tx, id)).map(({ outcome }) => outcome)).toEqual([
      "duplicate",
      "duplicate",
      "ready",
      "lookalike",
      "ready",
      "ready",
      "ready",
    ]);
  });
});

describe("a donation without an email address, but with the other system's ID of its donor", () => {
  const sourceDonationRow = (
    word: string,
    sourceDonorId: string,
    zipCode: string | null = "76701",
  ) => donationRow({ firstName: "Ann", lastName: word, zipCode, sourceDonorId });
  const readPeople = async (tx: Transaction, id: string) =>
    (await readVerdicts(tx, id)).map(({ person_id }) => person_id);

  test("finds its donor by name and ZIP code, with every other donation of that ID, and by the ID from then on", async () => {
    await withRollback(async (tx) => {
      await lockTables(tx);
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const donor = await addDonor(tx, word);
      const before = await computeImportFingerprint(tx);
      const rows = [
        sourceDonationRow(word, `${word}-1`),
        sourceDonationRow(word, `${word}-1`, null),
      ];
      const id = await importer.stage(rows);
      expect(await importer.check(id)).toMatchObject({ ready: 2, newPeople: 0 });
      expect(await readPeople(tx, id)).toEqual([donor, donor]);
      await importer.store(id, false, false);

      const later = await importer.stage([
        sourceDonationRow(word, `${word}-1`, null),
        // Someone else at that address has the same name and ZIP code.
        sourceDonationRow(word, `${word}-2`),
      ]);
      await importer.check(later);
      expect(await readPeople(tx, later)).toEqual([donor, null]);
      await importer.undo(id);
      await tx`delete from public.import_verdicts where import_id = ${later}`;
      await tx`delete from public.import_rows where import_id = ${later}`;
      expect(await computeImportFingerprint(tx)).toBe(before);
    });
  });

  test("goes to a new donor if two IDs have that name and ZIP code, or if one ID matches two donors", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      await addDonor(tx, word);
      await addDonor(tx, word, { address: "9 Oak St\nWaco, TX 76702" });
      const id = await importer.stage([
        sourceDonationRow(word, `${word}-1`),
        sourceDonationRow(word, `${word}-2`),
        sourceDonationRow(word, `${word}-3`, "76702"),
        sourceDonationRow(word, `${word}-3`, "76701"),
      ]);
      expect(await importer.check(id)).toMatchObject({ ready: 4, newPeople: 3 });
      expect(await readPeople(tx, id)).toEqual([null, null, null, null]);
    });
  });
});

test("a volunteer with another email address doesn't look like a donor or a volunteer of the same name", async () => {
  await withRollback(async (tx) => {
    const word = uniqueWord();
    const importer = await createImporter(tx);
    await addDonor(tx, word);
    const person = (email: string) => ({
      fields: { firstName: "Ann", lastName: word, zipCode: "76701", hours: "0", email },
    });
    await importer.import([person(`${word}-a@example.org`)], { kind: "volunteers" });
    const id = await importer.stage([person(`${word}-b@example.org`)], { kind: "volunteers" });
    expect(await importer.check(id)).toMatchObject({ ready: 1, lookalike: 0 });
  });
});
