import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, addVolunteer, runAs, server, visitor, withRollback } from "./connection.ts";
import { readDifferences, catchRefusalCode } from "./recording.ts";
import {
  createImporter,
  donationRow,
  computeImportFingerprint,
  lockTables,
  sampleRows as rows,
} from "./import-fixture.ts";

test.each([
  ["checking", "staging"],
  ["importing", "checked"],
  ["undoing", "imported"],
  ["imported", "imported"],
])("an import that fails while %s is %s again", async (state, stateAfter) => {
  await withRollback(async (tx) => {
    const [{ id }] = await tx<[{ id: string }]>`
      insert into public.imports (
        kind, source, file_name, file_hash, headings, mapping, row_count, is_demo, state, imported_at
      )
      values (
        'donors', 'spreadsheet', 'donors.csv', ${"f".repeat(64)}, '["Name"]', '{"fullName": 0}', 1, true, ${state},
        case when ${["undoing", "imported"].includes(state)} then now() end
      )
      returning id`;
    await runAs(
      tx,
      await addAdmin(tx),
      (asAdmin) => asAdmin`select private.fail_import_step(${id}, 'The connection was lost.')`,
    );
    const [entry] = await tx`select state from public.imports where id = ${id}`;
    expect(entry).toEqual({ state: stateAfter });
  });
});

describe("undoing an import", () => {
  test("leaves everything as it was", async () => {
    await withRollback(async (tx) => {
      await lockTables(tx);
      const word = uniqueWord();
      await tx`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
        values ('A', 'B', ${`${word}-a@example.org`}, 75, true, 'completed', '2021-05-05T12:00:00Z')`;
      const before = await computeImportFingerprint(tx);
      const importer = await createImporter(tx);
      const id = await importer.import([
        ...rows(word),
        donationRow({ sourceId: `${word}-6`, receivedOn: "1971-02-03" }),
      ]);
      expect(await computeImportFingerprint(tx)).not.toBe(before);
      await importer.undo(id);
      expect(await computeImportFingerprint(tx)).toBe(before);
      expect(await readDifferences(tx)).toEqual([]);
      // The file can be imported again afterward.
      const again = await importer.stage(rows(word));
      expect(await importer.check(again)).toMatchObject({ ready: 5 });
    });
  });

  test("works for 24 hours to the second", async () => {
    await withRollback(async (tx) => {
      const importer = await createImporter(tx);
      const id = await importer.import(rows(uniqueWord()));
      const setAge = (age: string) =>
        tx`update public.imports set imported_at = now() - ${age}::interval where id = ${id}`;
      await setAge("24 hours");
      const refusal = await catchRefusalCode(tx, async (savepoint) =>
        (await createImporter(savepoint, importer.admin)).begin(id, "undo"),
      );
      expect(refusal).toBe("CP030");
      await setAge("23:59:59");
      await importer.begin(id, "undo");
    });
  });

  test("is refused once one of its donations has changed, and the error names that donation", async () => {
    await withRollback(async (tx) => {
      const importer = await createImporter(tx);
      const id = await importer.import(rows(uniqueWord()));
      // Moves the import slightly into the past, because everything in one transaction has the same time.
      await tx`update public.imports set imported_at = now() where id = ${id}`;
      const [donation] = await tx<[{ id: string }]>`
        select id from public.donations where import_id = ${id} and first_name = 'Rotary'`;
      await runAs(
        tx,
        importer.admin,
        (asAdmin) => asAdmin`select private.void_donation(${donation.id}, 'Wrong')`,
      );
      await importer.begin(id, "undo");
      const error = await tx
        .savepoint((savepoint) =>
          runAs(savepoint, importer.admin, (asAdmin) => asAdmin`select private.undo_import(${id})`),
        )
        .catch((failure: unknown) => failure as { code: string; hint: string });
      expect(error).toMatchObject({
        code: "CP030",
        hint: expect.stringContaining("Rotary, $50.00 on 3/4/2024"),
      });
      const [stored] = await tx`select status from public.donations where id = ${donation.id}`;
      expect(stored).toEqual({ status: "voided" });
    });
  });

  test("keeps a donor who has had something else recorded since then", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const id = await importer.import(rows(word));
      await tx`
        insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at)
        values ('A', 'B', ${`${word}-a@example.org`}, 75, true, 'completed', now())`;
      await importer.undo(id);
      const donors = await tx<{ email: string }[]>`
        select email from public.donors where email like ${`${word}-%`}`;
      expect(donors.map(({ email }) => email)).toEqual([`${word}-a@example.org`]);
      expect(await readDifferences(tx)).toEqual([]);
    });
  });

  test("remembers the donors it keeps, so that the corrected file doesn't add them again", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const people = [
        { fields: { sourceId: `${word}-1`, firstName: "Ann", lastName: word, tags: [] } },
        { fields: { firstName: "Bo", lastName: word, phone: "2545550100", tags: [] } },
        { fields: { firstName: "Cy", lastName: word, tags: [] } },
      ];
      const gift = [donationRow({ sourceId: word, sourceDonorId: `${word}-4`, lastName: word })];
      const ids = [
        await importer.import(people, { kind: "donors" }),
        await importer.import(gift),
      ] as const;
      await tx`update public.donors set notes = 'Call' where last_name = ${word} and first_name <> 'Cy'`;
      for (const id of ids) await importer.undo(id);
      expect((await tx`select 1 from public.donors where last_name = ${word}`).length).toBe(3);

      const again = await importer.stage(people, { kind: "donors" });
      expect(await importer.check(again)).toMatchObject({ ready: 1, duplicate: 2 });
      await importer.store(again);
      await importer.import(gift);
      const donors = await tx<{ first_name: string }[]>`
        select first_name from public.donors where last_name = ${word} order by first_name`;
      expect(donors.map(({ first_name }) => first_name)).toEqual(["Ann", "Bo", "Cy", "Grace"]);
    });
  });
});

describe("an import of people", () => {
  test("adds new donors, and doesn't change the others", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      await tx`
        insert into public.donations (first_name, last_name, email, amount, is_demo)
        values ('A', 'B', ${`${word}-a@example.org`}, 75, true)`;
      const importer = await createImporter(tx);
      const staged = [
        { fields: { firstName: "Ann", lastName: "Lee", email: `${word}-a@example.org`, tags: [] } },
        {
          fields: {
            firstName: "Bo",
            lastName: "Ray",
            email: `${word}-b@example.org`,
            tags: ["Board"],
            note: "Call",
          },
        },
        { fields: { firstName: word, lastName: "", email: null, tags: [] } },
        { fields: { firstName: "Bob", lastName: "Ray", email: `${word}-B@example.org`, tags: [] } },
      ];
      const id = await importer.stage(staged, { kind: "donors" });
      expect(await importer.check(id)).toMatchObject({ ready: 2, duplicate: 1, problem: 1 });
      await importer.store(id, true);
      const donors =
        await tx`select first_name, notes, tags from public.donors where import_id = ${id} order by notes`;
      expect([...donors]).toEqual([
        { first_name: "Bo", notes: "Call", tags: ["Board"] },
        { first_name: word, notes: null, tags: [] },
      ]);
      const [lead] =
        await tx`select donor_id is not null as leads from public.donor_emails where email_key = ${`${word}-b@example.org`}`;
      expect(lead).toEqual({ leads: true });
    });
  });

  test("without IDs remembers people by a hash of their email address, because the address itself must be erasable", async () => {
    await withRollback(async (tx) => {
      const word = uniqueWord();
      const importer = await createImporter(tx);
      const fields = { firstName: "Ann", lastName: "Lee", email: `${word}@example.org`, tags: [] };
      for (const kind of ["donors", "volunteers"]) {
        const id = await importer.import([{ fields }], { kind });
        const [record] = await tx<[{ source_id: string }]>`
          select source_id from public.imported_records where import_id = ${id}`;
        expect(record.source_id).toMatch(/^email:[0-9a-f]{32}$/);
        // The person is still recognized after a change of address.
        await tx`delete from public.donor_emails where email_key = ${fields.email}`;
        await tx`update public.volunteers set email = ${`${word}-new@example.org`} where email = ${fields.email}`;
        const again = await importer.stage(
          [{ fields: { ...fields, email: fields.email.toUpperCase() } }],
          { kind },
        );
        expect(await importer.check(again)).toMatchObject({ ready: 0, duplicate: 1 });
      }
    });
  });

  test("adds volunteers without a login, whose former hours count, and undo keeps one who has applied since", async () => {
    await withRollback(async (tx) => {
      await lockTables(tx);
      const word = uniqueWord();
      const before = await computeImportFingerprint(tx);
      const importer = await createImporter(tx);
      const person = (name: string, hours: string) => ({
        fields: {
          firstName: name,
          lastName: "Lee",
          email: `${word}-${name}@example.org`,
          hours,
          note: "Has a van",
          tags: ["van"],
          availability: "weekends",
          qualifications: [
            { kind: "training", label: "CPR", completedOn: "2025-06-01", expiresOn: "2027-06-01" },
          ],
        },
      });
      const staged = [person("ann", "120.5"), person("bo", "0")];
      const first = await importer.import(staged, { kind: "volunteers" });
      const [stored] = await tx`
        select person.notes, person.tags, person.availability, held.kind, held.label, held.expires_on::text as expires
        from public.volunteers as person
        join public.volunteer_qualifications as held on held.volunteer_id = person.id
        where person.email = ${`${word}-ann@example.org`}`;
      expect(stored).toEqual({
        notes: "Has a van",
        tags: ["van"],
        availability: "weekends",
        kind: "training",
        label: "CPR",
        expires: "2027-06-01",
      });
      await importer.undo(first);
      expect(await computeImportFingerprint(tx)).toBe(before);

      const id = await importer.import(staged, { kind: "volunteers" });
      const account = await addVolunteer(tx, { email: `${word}-ann@example.org` });
      await tx`delete from public.volunteers where account_id = ${account.id}`;
      await tx`update public.volunteers set account_id = ${account.id} where email = ${`${word}-ann@example.org`}`;
      await tx`update public.volunteers set total_hours = 7 where account_id = ${account.id}`;
      await tx`select private.refresh_volunteer_totals(id) from public.volunteers where account_id = ${account.id}`;
      const [ann] = await tx`
        select opening_hours, total_hours from public.volunteers where email = ${`${word}-ann@example.org`}`;
      expect(ann).toEqual({ opening_hours: "120.50", total_hours: "120.50" });
      const [own] = await runAs(
        tx,
        account,
        (asVolunteer) => asVolunteer<[{ totals: object }]>`
          select private.own_registration_totals() as totals`,
      );
      expect(own.totals).toMatchObject({ totalHours: 120.5, shiftsCompleted: 0 });
      await importer.undo(id);
      const left = await tx<
        { email: string }[]
      >`select email from public.volunteers where email like ${`${word}-%`}`;
      expect(left.map(({ email }) => email)).toEqual([`${word}-ann@example.org`]);
    });
  });
});

describe("the steps of an import", () => {
  test("are denied to everyone but administrators", async () => {
    await withRollback(async (tx) => {
      const importer = await createImporter(tx);
      const id = await importer.stage(rows(uniqueWord()));
      const people = [visitor, server, await addVolunteer(tx), await addAdmin(tx, { hoursOld: 9 })];
      for (const person of people) {
        const attempt = (statement: string) =>
          catchRefusalCode(tx, (savepoint) =>
            runAs(savepoint, person, (asPerson) => asPerson.unsafe(statement)),
          );
        for (const statement of [
          `select private.start_import('donations', 'x', 'f', '${"a".repeat(64)}', '[]', '{}', null, null, '{}', 1, true)`,
          `select private.stage_import_rows('${id}', '[]')`,
          `select private.begin_import_step('${id}', 'check')`,
          `select private.check_import('${id}')`,
          `select private.store_import('${id}')`,
          `select private.undo_import('${id}')`,
          `select private.discard_import('${id}')`,
          `select private.fail_import_step('${id}', 'x')`,
        ]) {
          expect([statement, await attempt(statement)]).toEqual([
            statement,
            expect.stringMatching(/^(CP010|42501)$/),
          ]);
        }
      }
    });
  });

  test("run one at a time, and an interrupted one can start again after five minutes", async () => {
    await withRollback(async (tx) => {
      const importer = await createImporter(tx);
      const id = await importer.stage(rows(uniqueWord()));
      await importer.begin(id, "check");
      const restartCheck = () =>
        catchRefusalCode(tx, async (savepoint) =>
          (await createImporter(savepoint, importer.admin)).begin(id, "check"),
        );
      expect(await restartCheck()).toBe("CP030");
      await tx`update public.imports set step_started_at = now() - interval '5 minutes' where id = ${id}`;
      expect(await restartCheck()).toBe("CP030");
      await tx`update public.imports set step_started_at = now() - interval '5 minutes 1 second' where id = ${id}`;
      expect(await restartCheck()).toBeUndefined();
    });
  });

  test("need every row of the file, and a part that is sent again changes nothing", async () => {
    await withRollback(async (tx) => {
      const importer = await createImporter(tx);
      const word = uniqueWord();
      const id = await importer.stage(rows(word), { count: 6 });
      const begin = () =>
        catchRefusalCode(tx, async (savepoint) =>
          (await createImporter(savepoint, importer.admin)).begin(id, "check"),
        );
      expect(await begin()).toBe("CP030");
      const send = (amount: string) =>
        runAs(
          tx,
          importer.admin,
          (asAdmin) =>
            asAdmin`select private.stage_import_rows(${id}, ${asAdmin.json([
              { row_number: 6, cells: [], fields: { amount }, problems: [] },
              { row_number: 7, cells: [], fields: {}, problems: [] },
            ] as never)})`,
        );
      await send("1.00");
      await send("2.00");
      const last = await tx`
        select row_number, fields ->> 'amount' as amount from public.import_rows where import_id = ${id} and row_number > 5`;
      expect([...last]).toEqual([{ row_number: 6, amount: "1.00" }]);
      expect(await begin()).toBeUndefined();
    });
  });

  test("leave no personal data: rows are deleted when they're discarded, and after a day", async () => {
    await withRollback(async (tx) => {
      const importer = await createImporter(tx);
      const [discarded, oldId, freshId] = [
        await importer.stage(rows(uniqueWord())),
        await importer.stage(rows(uniqueWord())),
        await importer.stage(rows(uniqueWord())),
      ];
      await runAs(
        tx,
        importer.admin,
        (asAdmin) => asAdmin`select private.discard_import(${discarded})`,
      );
      await tx`update public.imports set created_at = now() - interval '24 hours 1 second' where id = ${oldId}`;
      await tx`update public.imports set created_at = now() - interval '24 hours' where id = ${freshId}`;
      await tx`select private.sweep_imports()`;
      const left = await tx<{ import_id: string }[]>`
        select distinct import_id from public.import_rows where import_id in ${tx([discarded, oldId, freshId])}`;
      expect(left.map(({ import_id }) => import_id)).toEqual([freshId]);
      const [state] = await tx`select state from public.imports where id = ${oldId}`;
      expect(state).toEqual({ state: "discarded" });
    });
  });
});
