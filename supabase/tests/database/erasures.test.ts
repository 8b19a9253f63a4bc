import { describe, expect, test } from "vitest";
import { createSampleSet, getKey } from "../sample-set.ts";
import { addCanaryPerson, type CanaryPerson, findText } from "./canary-person.ts";
import { addAdmin, addLogin, runAs, type Transaction, withRollback } from "./connection.ts";
import { ERASURE_KEY, eraseAs } from "./erasing.ts";

const addPerson = (tx: Transaction): Promise<CanaryPerson> =>
  addCanaryPerson(tx, async (email) => (await addLogin(tx, { email })).id);

const addFailedImport = async (tx: Transaction, failure: string) =>
  getKey(await createSampleSet(tx).addAnother("imports", { failure }));

/** Reads everything that has to stay the same: totals, the sums on statements, and public figures. */
async function readTotals(tx: Transaction) {
  const [row] = await tx`
    select
      (select jsonb_agg(to_jsonb(total) order by total.is_demo) from public.donation_site_totals as total) as site,
      (select jsonb_agg(to_jsonb(total) order by total.is_demo, total.month) from public.donation_month_totals as total) as months,
      (select jsonb_agg(to_jsonb(total) order by total.is_demo, total.day) from public.donation_day_totals as total) as days,
      (select sum(amount - adjusted_amount)::text from public.donations) as net,
      (select jsonb_agg(jsonb_build_array(donor_id, completed_at, amount, receipt_number) order by id) from public.donations) as receipts,
      private.registration_totals() as registrations,
      (select sum(total_hours)::text from public.volunteers) as hours,
      (select jsonb_build_object('total', count(*)) from public.volunteer_applications) as applications,
      (select jsonb_agg(jsonb_build_array(id, registered_volunteers) order by id) from public.events where ends_at < now()) as events`;
  return row;
}

describe("threat 64: erasing a person", () => {
  test("is tried with a word in each JSON column that the migrations describe as personal", async () => {
    await withRollback(async (tx) => {
      const { marker } = await addPerson(tx);
      const columns = await tx<{ table: string; name: string }[]>`
        select table_name as "table", known.name
        from private.columns as known
        join private.tables as described on described.name = table_name
        join pg_attribute on attrelid = format('public.%I', table_name)::regclass and attname = known.name
        where kind in ('personal', 'note') and atttypid = 'jsonb'::regtype and erasure is not null
          and (table_name, known.name) <> ('email_outbox', 'tested')`;
      expect(columns.length).toBeGreaterThan(10);
      for (const { table, name } of columns) {
        const rows = await tx`
          select from ${tx(table)} where ${tx(name)}::text like ${`%${marker}%`}`;
        expect(
          [table, name, rows.length > 0],
          "supabase/tests/sample-rows.ts needs a word",
        ).toEqual([table, name, true]);
      }
    });
  });

  test("removes all of their words from every table, and doesn't change any totals", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const person = await addPerson(tx);
      const before = await findText(tx, person.marker);
      for (const word of person.words) {
        expect([word, before.some((row) => row.includes(word))]).toEqual([word, true]);
      }
      expect(person.words.length).toBeGreaterThan(60);
      const totals = await readTotals(tx);

      const erasure = await eraseAs(tx, owner, person.records);

      const [entry] = await tx`
        select actor_id, action, after ? 'mailbox_hashes' as "hasHashes"
        from public.audit_log where table_name = 'erasures' and row_id = ${erasure.id}`;
      expect(entry).toEqual({ actor_id: owner.id, action: "insert", hasHashes: false });
      expect(erasure).toMatchObject({
        finishedSteps: ["records"],
        problem: null,
        finishedAt: null,
      });
      // The login is deleted by Auth in a later step.
      await tx`delete from auth.users where id = ${person.loginId}`;
      expect(await findText(tx, person.marker)).toEqual([]);
      expect(await readTotals(tx)).toEqual(totals);
    });
  });

  test("removes their name from an import that doesn't mention their address, but no one else's", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const { donorId, marker } = await addPerson(tx);
      await tx`
        update public.donors set first_name = ${marker}, last_name = 'Example' where id = ${donorId}`;
      const ownImportId = await addFailedImport(tx, `Row 3: ${marker} Example has no amount`);
      const otherId = await addFailedImport(tx, `Row 3: ${marker} Exampleson has no amount`);
      await eraseAs(tx, owner, [{ kind: "donor", id: donorId }]);
      const imports = await tx<{ id: string; failure: string | null }[]>`
        select id, failure from public.imports where id in (${ownImportId}, ${otherId})`;
      const findFailure = (id: string) => imports.find((entry) => entry.id === id)?.failure;
      expect(findFailure(ownImportId)).toBeNull();
      expect(findFailure(otherId)).toContain(`${marker} Exampleson`);
    });
  });

  test("exports everything about a person, but nothing that gives access to anything", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const person = await addPerson(tx);
      await tx`
        update public.email_outbox set data = data || '{"giftLinkId": "secret-link"}' where to_email = ${person.email}`;
      const [row] = await runAs(
        tx,
        owner,
        (run) => run<[{ person: { tables: { table: string; rows: object[] }[] } }]>`
          select private.export_person(${run.json(person.records)}) as person`,
      );
      const text = JSON.stringify(row);
      expect(person.words.filter((word) => !text.includes(word))).toEqual([]);
      // A shift's id would tell the person nothing.
      const shiftTables = row.person.tables.filter(({ table }) =>
        ["volunteer_event_registrations", "shift_waitlist"].includes(table),
      );
      expect(shiftTables).toHaveLength(2);
      for (const { rows } of shiftTables) {
        expect(rows[0]).toMatchObject({
          event_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
          event_start_time: expect.any(String) as string,
          event_address: expect.any(String) as string,
        });
      }
      expect(text).not.toMatch(/secret-link|stop_token|code_hashes|dedupe_key/);
      // The audit log says who exported a person's data.
      const [entry] = await tx`
        select actor_id, after from public.audit_log where table_name = 'person_exports' order by id desc limit 1`;
      expect(entry).toMatchObject({ actor_id: owner.id });
      expect(JSON.stringify(entry)).not.toContain(person.marker);
    });
  });

  test("finds every record of the person by a name or an address, and which of them share an address", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const person = await addPerson(tx);
      const find = (search: string) =>
        runAs(tx, owner, async (run) => {
          const [row] = await run<
            [{ found: { records: { kind: string; id: string; sharesEmailWith: unknown[] }[] } }]
          >`select private.find_people(${search}) as found`;
          return row.found.records;
        });
      const found = await find(person.marker.toUpperCase());
      for (const record of person.records) {
        expect([record, found.some(({ id }) => id === record.id)]).toEqual([record, true]);
      }
      expect(new Set(found.map(({ kind }) => kind))).toEqual(
        new Set([
          "donor",
          "volunteer",
          "volunteer_account",
          "volunteer_application",
          "admin_invitation",
          "testimonial",
          "children_letter",
          "team_member",
          "location",
          "tribute",
          "mailbox",
        ]),
      );
      const foundByEmail = await find(person.email);
      const volunteer = foundByEmail.find(({ kind }) => kind === "volunteer");
      expect(volunteer?.sharesEmailWith).toContainEqual({ kind: "donor", id: person.donorId });
      expect(await find("%_%")).toEqual([]);
    });
  });

  test("finds people by their phone number, however it is written", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const set = createSampleSet(tx);
      const phone = "(212) 555-0191";
      const ids = [
        getKey(await set.addAnother("donors", { phone })),
        getKey(await set.addAnother("volunteers", { phone: "+1 212.555.0191", account_id: null })),
        getKey(await set.addAnother("volunteer_applications", { phone: "2125550191" })),
      ];
      const formerId = getKey(await set.addAnother("donors", { phone, email: null }));
      await tx`update public.donors set phone = '212 555 0100' where id = ${formerId}`;
      const find = (search: string) =>
        runAs(tx, owner, async (run) => {
          const [row] = await run<[{ found: { records: { id: string }[] } }]>`
            select private.find_people(${search}) as found`;
          return row.found.records.map(({ id }) => id).toSorted();
        });
      for (const search of ["2125550191", "+1 (212) 555-0191", "555-0191"]) {
        expect([search, await find(search)]).toEqual([search, [...ids, formerId].toSorted()]);
      }
      // Random emails of other tests may have the same digits.
      const found = [...(await find("191")), ...(await find("212 555 0191 x"))];
      expect(found.filter((id) => [...ids, formerId].includes(id))).toEqual([]);
    });
  });

  test("can be repeated after an older backup is restored, by ID and by hash, and keeps whatever is newer than the erasure", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const person = await addPerson(tx);
      await tx`savepoint backup`;
      const erasure = await eraseAs(tx, owner, person.records);
      const [{ list }] = await tx<[{ list: unknown[] }]>`
        select jsonb_agg(entry) as list from jsonb_array_elements(private.erasure_list()) as entry
        where entry ->> 'id' = ${erasure.id}`;
      expect(JSON.stringify(list)).not.toContain(person.marker);
      await tx`rollback to savepoint backup`;
      // This application was deleted between the backup and the erasure, so the list doesn't have its id.
      await tx`
        insert into public.volunteer_applications (first_name, last_name, email, availability)
        values (${`${person.marker}zz`}, 'Old', ${person.email}, 'flexible')`;
      // This email is newer than the erasure.
      await tx`
        insert into public.email_outbox (template_name, to_email, to_name, created_at)
        values ('Welcome Email', ${person.email}, 'New', now() + interval '1 day')`;

      const apply = async () => {
        const [row] = await tx<[{ result: { deletedRows: number; emptiedRows: number } }]>`
          select private.apply_erasures(${tx.json(list as never)}, ${tx.json(["other", ERASURE_KEY])}) as result`;
        return row.result;
      };
      const first = await apply();
      expect(first.deletedRows).toBeGreaterThan(10);
      const [open] = await tx`
        select logins, finished_at from public.erasures where id = ${erasure.id}`;
      expect(open).toEqual({ logins: [person.loginId], finished_at: null });
      await tx`delete from auth.users where id = ${person.loginId}`;
      const rest = await findText(tx, person.marker);
      expect(rest.map((row) => row.split(":")[0])).toEqual(["public.email_outbox"]);
      expect(await apply()).toMatchObject({ deletedRows: 0, emptiedRows: 0 });
    });
  });
});
