import type { Sql } from "postgres";
import type { PersonRecord } from "../../functions/_shared/contracts/person-records.ts";
import { another, type SampleTable, VOLUNTEER_MERGE } from "../sample-rows.ts";
import { createSampleSet, getKey, type SampleSet } from "../sample-set.ts";
import type { Transaction } from "./connection.ts";

type Connection = Sql | Transaction;

/** A person whose records have a unique word in each field, so that a search finds every copy of a value. */
export interface CanaryPerson {
  /** The beginning of each of the person's words. */
  readonly marker: string;
  /** One word for each field. */
  readonly words: readonly string[];
  readonly email: string;
  readonly donorId: string;
  readonly volunteerId: string;
  readonly loginId: string;
  readonly applicationId: string;
  readonly records: readonly PersonRecord[];
}

/** Adds rows that say more about the person than the sample rows do, in the tables that they are in. */
async function addPast(set: SampleSet) {
  const registration = await set.addAnother("volunteer_event_registrations", {
    event_id: another("events", { date: "2026-01-10" }),
    attendance: "confirmed",
  });
  set.use("volunteer_event_registrations", registration);
  const card = {
    template_name: "Tribute Card",
    to_email: "friend@example.org",
    to_name: "Friend",
    data: { donorName: "{word}" },
  };
  const tribute = await set.addAnother("tributes", {
    recipient_email: "friend@example.org",
    email_id: another("email_outbox", card),
    status: "queued",
    left_at: "yesterday",
  });
  set.use("tributes", tribute);
  await set.addAnother("donor_emails", { email_key: set.email });
  await set.addAnother("donations", {
    email: null,
    method: "check",
    completed_at: "2017-11-03",
    stripe_payment_intent_id: null,
  });
  await set.addAnother("merge_moves", {
    merge_id: VOLUNTEER_MERGE,
    table_name: "volunteer_qualifications",
    column_name: "volunteer_id",
  });
  await set.addAnother("audit_log", {
    table_name: "settings",
    row_id: "{uuid}",
    before: null,
    after: { x_url: set.email },
  });
}

/** The tables with rows about people. Administrators aren't erased, so this person isn't one. */
const readTables = (sql: Connection) => sql<{ name: SampleTable }[]>`
  select name from private.tables
  where erasure is not null and name not in ('users', 'second_factor_recoveries', 'password_changes')
  order by erase_order, name`;

/** Adds a person who has every kind of record that a person can have, with a login from `createLogin`. */
export async function addCanaryPerson(
  sql: Connection,
  createLogin: (email: string) => Promise<string>,
): Promise<CanaryPerson> {
  const set = createSampleSet(sql);
  const { marker, words, email } = set;
  const loginId = await createLogin(email);
  set.use("auth.users", { id: loginId });
  await addPast(set);
  for (const { name } of await readTables(sql)) await set.add(name);
  const findId = async (table: SampleTable) => getKey(await set.add(table));
  const donorId = await findId("donors");
  const volunteerId = await findId("volunteers");
  const applicationId = await findId("volunteer_applications");
  return {
    marker,
    words,
    email,
    donorId,
    volunteerId,
    loginId,
    applicationId,
    records: [
      { kind: "donor", id: donorId },
      { kind: "volunteer", id: volunteerId },
      { kind: "volunteer_application", id: applicationId },
      { kind: "mailbox", id: email },
      { kind: "testimonial", id: await findId("testimonials") },
      { kind: "children_letter", id: await findId("children_letters") },
      { kind: "team_member", id: await findId("team_members") },
      { kind: "location", id: await findId("locations") },
    ],
  };
}

/** Returns the rows of all tables, including those of Auth and Storage, that contain a text, as `schema.table: row`. */
export async function findText(sql: Connection, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', relation.relnamespace::regnamespace, relation.relname) as name
    from pg_class as relation
    where relation.relkind in ('r', 'p') and relation.relnamespace::regnamespace::text
      not in ('pg_catalog', 'information_schema', 'supabase_migrations')
      and relation.relnamespace::regnamespace::text not like 'pg_toast%'
      and has_table_privilege(relation.oid, 'select')
    order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ row: string }[]>(
      `select entry::text as row from ${name} as entry where entry::text ilike '%' || $1 || '%'`,
      [text],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
