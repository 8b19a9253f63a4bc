import { describe, expect, test } from "vitest";
import { sql, withRollback } from "./connection.ts";

/** All columns except keys, computed ones, and those that can only hold a number, a time or true or false. */
const readColumns = () => sql<{ name: string; isDescribed: boolean }[]>`
  select relation.relname || '.' || attribute.attname as name, exists (
    select from private.columns as known
    where known.table_name = relation.relname and known.name = attribute.attname
  ) as "isDescribed"
  from pg_class as relation
  join pg_attribute as attribute on attribute.attrelid = relation.oid
  join pg_type as type on type.oid = attribute.atttypid
  where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
    and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    and type.typcategory not in ('B', 'D', 'N', 'T')
    and not (
      type.oid = 'uuid'::regtype and (
        attribute.attname = 'id' or exists (
          select from pg_constraint as key
          where key.contype = 'f' and key.conrelid = relation.oid and key.conkey[1] = attribute.attnum
        )
      )
    )
  order by 1`;

const listNames = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);

describe("the descriptions of tables and columns", () => {
  test("threat 64: have every table, and every column that could hold personal data", async () => {
    const tables = await sql<{ name: string }[]>`
      select relation.relname as name from pg_class as relation
      where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
        and not exists (select from private.tables as known where known.name = relation.relname)`;
    expect(listNames(tables), "call private.describe_table() in the migration").toEqual([]);
    const columns = await readColumns();
    expect(columns.length).toBeGreaterThan(200);
    expect(
      listNames(columns.filter(({ isDescribed }) => !isDescribed)),
      "call private.describe_columns() in the migration",
    ).toEqual([]);
  });

  test("threat 41: let the audit log record every table of an area, except computed ones and these", async () => {
    const tables = await sql<{ name: string }[]>`
      select name from private.tables
      where area is not null and not is_audited and left_out is distinct from 'computed'`;
    // Triggers copy versions. Stripe, the checkout and people who get a card cause the other rows.
    expect(listNames(tables).toSorted()).toEqual([
      "blog_post_versions",
      "card_opt_outs",
      "donation_adjustments",
      "donor_emails",
      "email_template_versions",
      // A trigger adds them to what is logged, or to what Stripe reports.
      "late_entries",
      "legal_content_versions",
      // The function that records them adds one entry for all of them.
      "printed_papers",
    ]);
  });

  test("threat 64: call only addresses, codes and fixed lists details, so that mentions are found in all other text", async () => {
    const columns = await sql<{ name: string }[]>`
      select table_name || '.' || name as name from private.columns
      where kind = 'detail' and name !~ '(_url|^slug|^filename|^city|^state|^zip_code)$'`;
    expect(listNames(columns).toSorted()).toEqual([
      "contact_info.address",
      "contact_info.email",
      "contact_info.organization_name",
      "contact_info.phone",
      "contact_info.tax_id",
      "events.address",
      "settings.gift_levels",
      "settings.package_costs",
      "settings.spending",
      "settings.time_zone",
    ]);
  });

  test("start a build of the site when a row changes that visitors may read", async () => {
    const tables = await sql<{ name: string; isOnSite: boolean }[]>`
      select described.name, exists (
        select from pg_trigger as trigger
        where trigger.tgrelid = ('public.' || described.name)::regclass and trigger.tgname = 'record_site_change'
      ) as "isOnSite"
      from private.tables as described
      where exists (
        select from pg_policies as policy
        where policy.schemaname = 'public' and policy.tablename = described.name and 'anon' = any (policy.roles)
          and policy.cmd = 'SELECT'
      )`;
    expect(tables.length).toBeGreaterThan(10);
    // Browsers read locations when they show the map.
    expect(listNames(tables.filter(({ isOnSite }) => !isOnSite))).toEqual(["locations"]);
  });

  test("name only tables and columns that exist", async () => {
    const rows = await sql<{ name: string }[]>`
      select table_name || '.' || name as name from private.columns as known
      where not exists (
        select from pg_attribute as attribute
        where attribute.attrelid = to_regclass('public.' || known.table_name) and attribute.attname = known.name
          and not attribute.attisdropped
      )
      union all select name from private.tables where to_regclass('public.' || name) is null`;
    expect(listNames(rows)).toEqual([]);
  });

  test("threat 64: say what an erasure leaves in each personal column of a row that stays, and in no other", async () => {
    const rows = await sql<{ name: string }[]>`
      select known.table_name || '.' || known.name as name
      from private.columns as known join private.tables as described on described.name = known.table_name
      where case
        when known.replacement is not null then described.erasure is distinct from 'empty'
        else known.kind in ('personal', 'note') and described.erasure is distinct from 'delete'
      end
      order by 1`;
    // Entries of the audit log are edited, and verdicts are deleted with the rows of their import.
    expect(listNames(rows)).toEqual([
      "audit_log.after",
      "audit_log.before",
      "import_verdicts.person_key",
      "import_verdicts.problem",
      "import_verdicts.record_key",
    ]);
  });

  test("threat 64: have a title for each table whose text may mention people, with the names of its columns", async () => {
    const rows = await sql<{ name: string; title: string | null; columns: string[] }[]>`
      select described.name, described.title, jsonb_agg(column_name) as columns
      from private.tables as described
      join information_schema.columns on table_schema = 'public' and table_name = described.name
      where exists (
        select from private.columns as known
        where known.table_name = described.name and known.kind in ('content', 'note')
      )
      group by described.name`;
    expect(rows.length).toBeGreaterThan(20);
    for (const { name, title, columns } of rows) {
      expect(title, name).toBeTruthy();
      const named = [...(title ?? "").matchAll(/{(.*?)}/g)].map(([, column]) => column);
      expect(columns, name).toEqual(expect.arrayContaining(named));
    }
  });

  test("threat 48: let the audit log keep personal data only of these columns, until an erasure", async () => {
    const columns = await sql<{ name: string }[]>`
      select table_name || '.' || known.name as name
      from private.columns as known join private.tables as described on described.name = known.table_name
      where is_audited and is_logged and kind in ('personal', 'note')`;
    expect(columns.map(({ name }) => name).toSorted()).toEqual([
      "donations.failure_reason",
      "donations.is_anonymous",
      "donations.is_memorial",
      "donations.stripe_charge_id",
      "donations.stripe_invoice_id",
      "donations.stripe_payment_intent_id",
      "email_outbox.dedupe_key",
      "email_outbox.tested",
      "imports.failure",
      "imports.headings",
      "imports.mapping",
      "subscriptions.is_memorial",
      "subscriptions.stripe_customer_id",
      "team_members.image_url",
      "team_members.role",
      "testimonials.image_url",
      "users.username",
      "volunteer_highlights.image_url",
      "volunteers.availability",
      "volunteers.opening_hours",
    ]);
  });

  test("use only replacements that an erasure knows", async () => {
    const rows = await sql<{ name: string }[]>`
      select name from (select distinct replacement as name from private.columns where replacement is not null) as used,
        private.replaced(used.name, '{"id": "1", "value": "Ann"}', 'value') as left_value
      where left_value = '"Ann"' and name not in ('kept for the ledger', 'time of erasure', 'end of undo', 'rejected')`;
    expect(listNames(rows)).toEqual([]);
  });

  test.for([
    [
      "a table that doesn't exist",
      "describe_table('nothing', archived => true, audited => false)",
      "42P01",
    ],
    [
      "a table that is left out without a reason",
      "describe_table('d', archived => false, audited => false)",
      "23514",
    ],
    [
      "an audited table without an area",
      "describe_table('d', archived => true, audited => true)",
      "23514",
    ],
    [
      "rows of an area without an area",
      "describe_table('d', archived => true, audited => false, rows => '{area}')",
      "23514",
    ],
    [
      "published rows without the column that publishes them",
      "describe_table('d', archived => true, audited => false, rows => '{published}')",
      "23514",
    ],
    [
      "administrators who write rows that they can't read",
      "describe_table('d', archived => true, audited => false, admins_write => '{update}')",
      "23514",
    ],
    [
      "a column that doesn't exist",
      "describe_columns('donors', '{shoe_size}', kind => 'personal')",
      "42703",
    ],
    ["a column twice", "describe_columns('donors', '{notes}', kind => 'note')", "23505"],
    ["an unknown kind", "describe_columns('donors', '{created_at}', kind => 'secret')", "23514"],
  ])("refuse %s", async ([, call, code]) => {
    await withRollback(async (tx) => {
      await tx`create table public.d (id uuid)`;
      await expect(
        tx.savepoint((savepoint) => savepoint.unsafe(`select private.${call}`)),
      ).rejects.toMatchObject({ code });
    });
  });
});

test.each([
  [0, "0 hours"],
  [1, "1 hour"],
  [11.5, "11.5 hours"],
  [1234.75, "1,234.75 hours"],
  [20, "20 hours"],
])("people are found with their hours: %d as %j", async (hours, shown) => {
  await withRollback(async (tx) => {
    await tx`insert into public.volunteers (name, opening_hours) values ('Ada Quillfeather', ${hours})`;
    await tx`
      select private.refresh_volunteer_totals(id) from public.volunteers where name = 'Ada Quillfeather'`;
    const people =
      await tx`select details from private.found_volunteers(array['%quillfeather%'], 'none')`;
    expect(people).toEqual([{ details: `Volunteer, ${shown}` }]);
  });
});
