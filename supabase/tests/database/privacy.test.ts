import { describe, expect, test } from "vitest";
import {
  addVolunteer,
  runAs,
  catchSqlState,
  withRollback,
  sql,
  visitor,
  type Transaction,
} from "./connection.ts";

const secrets = {
  surname: "Zzyzxwood",
  email: "canary.zzyzx@example.org",
  phone: "(999) 555-0190",
  street: "77 Canary Lane",
};

/** Adds a person with a unique name to every table that has people. */
async function addPerson(tx: Transaction): Promise<void> {
  const { surname, email, phone, street } = secrets;
  const person = await addVolunteer(tx, { email });
  await tx`
    update public.volunteer_accounts set first_name = 'Canary', last_name = ${surname}
    where id = ${person.id}`;
  await tx`
    update public.volunteers set name = ${`Canary ${surname}`}, phone = ${phone} where account_id = ${person.id}`;
  await tx`
    insert into public.volunteer_applications (first_name, last_name, email, phone, availability)
    values ('Canary', ${surname}, ${email}, ${phone}, 'flexible')`;
  await tx`
    insert into public.volunteer_highlights (volunteer_id, title, message, is_published)
    values (${person.id}, 'Published', 'By the canary', true)`;
  await tx`
    insert into public.donations (first_name, last_name, email, amount, is_demo, status)
    values ('Canary', ${surname}, ${email}, 77, true, 'completed')`;
  await tx`
    insert into public.subscriptions (first_name, last_name, email, amount)
    values ('Canary', ${surname}, ${email}, 7)`;
  await tx`
    insert into public.email_outbox (template_name, to_email, to_name) values ('T', ${email}, ${surname})`;
  await tx`
    insert into public.locations (name, address, contact_person_name)
    values ('Canary base', ${street}, ${`Canary ${surname}`})`;
  await tx`
    insert into public.volunteer_event_registrations (volunteer_id, event_id)
    select ${person.id}, id from public.events where starts_at > now() and not exists (
      select 1 from public.volunteer_shifts where event_id = events.id
    ) limit 1`;
}

/**
 * Returns everything a visitor can read: each readable column of each table and the result of each callable function.
 */
async function readVisibleData(tx: Transaction): Promise<Record<string, string>> {
  const tables = await tx<{ table: string; columns: string }[]>`
    select oid::regclass::text as table, string_agg(quote_ident(attname), ', ') as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped
      and has_column_privilege('anon', pg_class.oid, attnum, 'select')
    group by pg_class.oid`;
  const functions = await tx<{ call: string }[]>`
    select oid::regproc::text || '()' as call from pg_proc
    where pronamespace = 'private'::regnamespace and pronargs = pronargdefaults
      and prorettype <> 'void'::regtype
      and has_function_privilege('anon', oid, 'execute')`;
  const results: Record<string, string> = {};
  for (const { table, columns } of tables) {
    const rows = await runAs(tx, visitor, (savepoint) =>
      savepoint.unsafe(`select ${columns} from ${table}`),
    );
    results[table] = JSON.stringify(rows);
  }
  for (const { call } of functions) {
    const rows = await runAs(tx, visitor, (savepoint) =>
      savepoint.unsafe(`select * from ${call} as result`),
    );
    results[call] = JSON.stringify(rows);
  }
  return results;
}

describe("threat 40: visitors see no one's last name, email or phone number", () => {
  test("no table or function shows the last name, email, phone number or street of the added person", async () => {
    await withRollback(async (tx) => {
      await addPerson(tx);
      const visibleData = await readVisibleData(tx);
      expect(Object.keys(visibleData).length).toBeGreaterThan(25);
      expect(visibleData["private.home()"]).toContain("upcomingEvents");
      expect(visibleData["private.home()"]).toContain("Canary Z.");
      expect(visibleData["private.recent_donors()"]).toContain("Canary");
      for (const [source, text] of Object.entries(visibleData)) {
        for (const secret of Object.values(secrets)) {
          expect(text.includes(secret), `${source} shows ${secret}`).toBe(false);
        }
      }
    });
  });

  test("no email or phone number of the demo content is visible except the organization's own", async () => {
    const visibleData = await withRollback((tx) => readVisibleData(tx));
    const [contact] = await sql`select email, phone from public.contact_info`;
    const secretRows = await sql<{ secret: string }[]>`
      select email as secret from auth.users
      union select email from public.donations where email is not null
      union select email from public.volunteer_applications
      union select phone from public.volunteers where phone <> ''
      union select phone from public.volunteer_applications where phone <> ''
      union select contact_person_name from public.locations`;
    const text = Object.values(visibleData).join("\n");
    const visibleSecrets = secretRows
      .map(({ secret }) => secret)
      .filter((secret) => secret !== contact?.["email"] && secret !== contact?.["phone"])
      .filter((secret) => text.includes(secret));
    expect(secretRows.length).toBeGreaterThan(100);
    expect(visibleSecrets).toEqual([]);
  });

  test.for(["address", "contact_person_name", "zip_code", "description"])(
    "the column locations.%s is closed to visitors",
    async (column) => {
      const code = await withRollback((tx) =>
        catchSqlState(
          runAs(tx, visitor, (savepoint) =>
            savepoint.unsafe(`select ${column} from public.locations`),
          ),
        ),
      );
      expect(code).toBe("42501");
    },
  );

  test("volunteers see only the columns of locations that visitors see", async () => {
    const rows = await withRollback(async (tx) => {
      const volunteer = await addVolunteer(tx);
      await tx`insert into public.locations (name, address, zip_code) values ('Zyxbase', 'A', '09012')`;
      return runAs(
        tx,
        volunteer,
        (savepoint) => savepoint`select * from private.public_locations()`,
      );
    });
    expect(rows.filter(({ name }) => name === "Zyxbase")).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      "city",
      "id",
      "military_branch",
      "name",
      "state",
    ]);
  });
});

describe("review before publication", () => {
  test.for(["visitor", "volunteer"])(
    "TEST-09: no %s can bypass review by inserting a story directly",
    async (role) => {
      const code = await withRollback(async (tx) => {
        const person = role === "visitor" ? visitor : await addVolunteer(tx);
        return catchSqlState(
          runAs(
            tx,
            person,
            (savepoint) =>
              savepoint`insert into public.testimonials (name, title, content) values ('N', 'T', 'a story')`,
          ),
        );
      });
      expect(code).toBe("42501");
    },
  );

  test("a volunteer can't publish a highlight, and editing a published one unpublishes it", async () => {
    await withRollback(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const [row] = await tx`
        insert into public.volunteer_highlights (volunteer_id, title, message, is_published)
        values (${volunteer.id}, 'T', 'M', true) returning id, is_published`;
      expect(row?.["is_published"]).toBe(true);
      const [updatedRow] = await runAs(
        tx,
        volunteer,
        (savepoint) => savepoint`
          update public.volunteer_highlights set title = 'U', is_published = true
          where id = ${row?.["id"] as string} returning is_published`,
      );
      expect(updatedRow?.["is_published"]).toBe(false);
    });
  });
});
