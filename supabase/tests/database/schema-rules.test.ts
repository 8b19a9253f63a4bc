import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catchSqlState, withRollback, sql } from "./connection.ts";

const migrations = readdirSync("supabase/migrations").filter((file) => file.endsWith(".sql"));
const readMigration = (file: string) => readFileSync(`supabase/migrations/${file}`, "utf8");

/** Returns the names of the objects that break a rule, so that a failure says what to fix. */
async function findOffenders(query: Promise<readonly { name: string }[]>): Promise<string[]> {
  return (await query).map(({ name }) => name);
}

describe("rules of the schema", () => {
  test("every table has row-level security and a policy", async () => {
    const found = await findOffenders(sql<{ name: string }[]>`
      select oid::regclass::text as name from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p')
        and (not relrowsecurity or not exists (select 1 from pg_policy where polrelid = pg_class.oid))`);
    expect(found).toEqual([]);
  });

  test("every table and view has a comment", async () => {
    expect(
      await findOffenders(sql<{ name: string }[]>`
        select oid::regclass::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
          and obj_description(oid, 'pg_class') is null`),
    ).toEqual([]);
  });

  test("views run with the caller's rights", async () => {
    const found = await findOffenders(sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'v'
        and not coalesce('security_invoker=true' = any (reloptions), false)`);
    expect(found).toEqual([]);
  });

  test("threat 3: new objects come without grants, even with the defaults of a new project", async () => {
    const found = await withRollback(async (transaction) => {
      await transaction`create table public.unnamed (id int generated always as identity, n serial)`;
      await transaction`create function public.unnamed() returns int language sql as 'select 1'`;
      return transaction<{ name: string }[]>`
        select role || ' ' || item as name
        from unnest(array['anon', 'authenticated', 'service_role']) as role,
          lateral (
            select relname::text as item from pg_class
            where relname like 'unnamed%' and relkind in ('r', 'S')
              and (relacl::text ~ (role || '=') )
            union all
            select 'unnamed()' from pg_proc
            where proname = 'unnamed' and proacl::text ~ (role || '=')
          ) as granted`;
    });
    expect(found.map(({ name }) => name)).toEqual([]);
    expect(
      await findOffenders(sql<{ name: string }[]>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'S'
          and relacl::text ~ '(anon|authenticated|service_role)='`),
    ).toEqual([]);
  });

  test("every foreign key has an index that starts with it", async () => {
    const found = await findOffenders(sql<{ name: string }[]>`
      select conrelid::regclass::text || ' ' || conname as name
      from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
        and not exists (
          select 1 from pg_index
          where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null
        )`);
    expect(found).toEqual([]);
  });

  test("every function pins its search_path, and only private ones are security definer", async () => {
    const unpinnedFunctions = await findOffenders(sql<{ name: string }[]>`
      select oid::regprocedure::text as name from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not coalesce('search_path=""' = any (proconfig), false)`);
    expect(unpinnedFunctions).toEqual([]);
    const exposedFunctions = await findOffenders(sql<{ name: string }[]>`
      select oid::regprocedure::text as name from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef`);
    expect(exposedFunctions).toEqual([]);
  });

  test("no function is callable by everyone, and no trigger function by anyone", async () => {
    const found = await findOffenders(sql<{ name: string }[]>`
      select distinct pg_proc.oid::regprocedure::text as name
      from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) as granted
      where pronamespace = 'private'::regnamespace
        and (
          granted.grantee = 0
          or (prorettype = 'trigger'::regtype and granted.grantee <> proowner)
        )`);
    expect(found).toEqual([]);
  });

  test("visitors can't call functions that write", async () => {
    const found = await findOffenders(sql<{ name: string }[]>`
      select oid::regprocedure::text as name from pg_proc
      where pronamespace = 'private'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype
        and has_function_privilege('anon', oid, 'execute')`);
    expect(found).toEqual([]);
  });

  test("insert and update are granted by column, never for whole tables", async () => {
    const found = await findOffenders(sql<{ name: string }[]>`
      select table_name || ' ' || privilege_type as name from information_schema.table_privileges
      where table_schema = 'public' and grantee in ('anon', 'authenticated')
        and privilege_type not in ('SELECT', 'DELETE')`);
    expect(found).toEqual([]);
  });

  test("policies read the caller once per statement, and there is one policy per role and command", async () => {
    const policiesPerRow = await findOffenders(sql<{ name: string }[]>`
      select tablename || ': ' || policyname as name from pg_policies
      where schemaname = 'public'
        and concat(qual, with_check) ~ '(auth|private)\\.\\w+\\(\\)'
        and concat(qual, with_check) !~ 'SELECT (auth|private)\\.'`);
    expect(policiesPerRow).toEqual([]);
    const duplicatePolicies = await findOffenders(sql<{ name: string }[]>`
      select tablename || ' ' || cmd || ' ' || role as name
      from pg_policies, unnest(roles) as role
      where schemaname = 'public'
      group by tablename, cmd, role having count(*) > 1`);
    expect(duplicatePolicies).toEqual([]);
  });

  test("every error code of the project is listed in the first migration", () => {
    const errorCatalog = readMigration(migrations[0] ?? "");
    const raisedErrors = new Set(
      migrations
        .flatMap((file) => [...readMigration(file).matchAll(/errcode = '(CP\d{3})'/g)])
        .map(([, code]) => code ?? ""),
    );
    for (const code of raisedErrors) expect(errorCatalog).toContain(`--   ${code} `);
  });

  test.for([
    ["hero_section", "(headline, core_message) values ('a', 'b')"],
    [
      "contact_info",
      "(organization_name, tax_id, address, phone, email) values ('a', 'b', 'c', 'd', 'e@example.org')",
    ],
    ["impact_stats", "default values"],
    ["settings", "default values"],
    ["care_package_goals", "(monthly_goal) values (5)"],
  ])("%s can't have a second row", async ([table, values]) => {
    const code = await withRollback(async (tx) => {
      const insert = `insert into public.${table} ${values}`;
      await tx.unsafe(`${insert} on conflict do nothing`);
      return catchSqlState(tx.savepoint((savepoint) => savepoint.unsafe(insert)));
    });
    expect(code).toBe("23505");
  });

  test.for([
    [
      "an event that ends before it starts",
      `insert into public.events (event_type, date, start_time, end_time, address) values ('Food Drive', current_date, '12:00', '12:00', 'A')`,
    ],
    [
      "a goal of zero",
      "insert into public.care_package_goals (monthly_goal, is_active) values (0, false)",
    ],
    [
      "a donation of zero",
      "insert into public.donations (first_name, last_name, email, amount) values ('A', 'B', 'a@example.org', 0)",
    ],
    [
      "a negative donation",
      "insert into public.donations (first_name, last_name, email, amount) values ('A', 'B', 'a@example.org', -1)",
    ],
    [
      "an email without a dot",
      "insert into public.donations (first_name, last_name, email, amount) values ('A', 'B', 'a@example', 1)",
    ],
    [
      "an email with a second line",
      "insert into public.email_outbox (template_name, to_email) values ('T', E'a@example.org\\nbcc:b@example.org')",
    ],
    [
      "a script as an image",
      "insert into public.blog_posts (title, content, image_url) values ('T', 'C', 'javascript:alert(1)')",
    ],
    [
      "an image on another host",
      "insert into public.testimonials (name, title, content, image_url) values ('N', 'T', 'C', 'https://evil.example.org/a.png')",
    ],
    [
      "an image outside its folder",
      "insert into public.section_content (section, header, image_url) values ('s', 'H', '/images/site/../x')",
    ],
    [
      "a smaller size as the image",
      "insert into public.blog_posts (title, content, image_url) values ('T', 'C', '/images/site/7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11/480')",
    ],
    [
      "a protocol-relative file on another host",
      "insert into public.financial_reports (description, filename, file_url) values ('D', 'f.pdf', '//evil.example.org/f.pdf')",
    ],
    [
      "six stars",
      "insert into public.testimonials (name, title, content, rating) values ('N', 'T', 'C', 6)",
    ],
    [
      "an unknown branch",
      "insert into public.locations (name, address, military_branch) values ('N', 'A', 'Cavalry')",
    ],
    [
      "a hero image on another host",
      "update public.hero_section set image_url = 'https://evil.example.org/a.png'",
    ],
    [
      "a mission without a header",
      "update public.section_content set header = ' ' where section = 'about'",
    ],
    ...["Ava Miller, 7", "Ava", "Ava, 7, Lincoln School", "7", ", 7"].map((writer) => [
      `a child's letter by "${writer}"`,
      `insert into public.children_letters (text, writer) values ('T', '${writer}')`,
    ]),
    ["a blank title", "insert into public.about_items (title, description) values ('  ', 'D')"],
    [
      "a template of five characters",
      "insert into public.email_templates (name, subject, html_content) values ('N', 'S', '<p/>!')",
    ],
    ["a care package that costs nothing", "update public.settings set package_price = 0"],
    ...[
      '{"amount": 25}',
      '{"amount": 25.5, "label": "A"}',
      '{"amount": 25, "label": ""}',
      '{"amount": 25, "label": " "}',
      '{"amount": 25, "label": "A", "note": "B"}',
      '[{"amount": 25, "label": "A"}]',
      "25",
    ].map((level) => [
      `the gift level ${level}`,
      `update public.settings set gift_levels = '[{"amount": 50, "label": "One box"}, ${level}]'`,
    ]),
    ...[
      '{"amount": 0, "label": "A"}',
      '{"amount": 0.005, "label": "A"}',
      '{"amount": 1}',
      '[{"amount": 1, "label": "A"}]',
      "1",
    ].map((line) => [
      `the line ${line} of what was spent`,
      `update public.settings set spending_year = 2025, spending = '[${line}]'`,
    ]),
    ...['["mail"]', "1", '" mail"', '"Mail", "mail"'].map((tags) => [
      `a post's tags ${tags}`,
      `insert into public.blog_posts (title, content, tags) values ('T', 'C', '[${tags}]')`,
    ]),
    [
      "package costs a cent below the price",
      `update public.settings set package_costs = '[{"label": "A", "amount": 49.99}]'`,
    ],
    [
      "a price that differs from the sum of its costs",
      "update public.settings set package_price = 55 where package_costs <> '[]'",
    ],
    [
      "spending without a year",
      `update public.settings set spending_year = null, spending = '[{"label": "A", "amount": 1}]'`,
    ],
    ["a year without spending", "update public.settings set spending = '[]', spending_year = 2025"],
  ])("the database itself refuses %s", async ([, statement = ""]) => {
    const code = await withRollback((tx) =>
      catchSqlState(tx.savepoint((savepoint) => savepoint.unsafe(statement))),
    );
    expect(code).toBe("23514");
  });
});

describe("threat 2: functions that bypass the policies", () => {
  /** Functions that use only the caller's own rows, or a record whose key or id the caller already knows. */
  const OWN_FUNCTIONS = [
    "cancel_email_change",
    "claim_idempotency_key",
    "create_calendar_feed",
    "delete_calendar_feed",
    "join_event",
    "kept_donor",
    "leave_event",
    "lost_access",
    "own_calendar_feed_created_at",
    "own_details",
    "own_event_calendar",
    "own_events",
    "own_hours_certificate",
    "own_registration_totals",
    "own_volunteer_id",
    "request_email_change",
    "store_response",
    "stored_response",
    "use_recovery_code",
  ];

  test("check the caller's area, themselves or through a function that they call", async () => {
    const functions = await sql<{ name: string; source: string; isForAdmins: boolean }[]>`
      select proname as name, prosrc as source,
        prosecdef and has_function_privilege('authenticated', oid, 'execute')
          and not has_function_privilege('anon', oid, 'execute') as "isForAdmins"
      from pg_proc
      where pronamespace = 'private'::regnamespace`;
    const sources = new Map(functions.map(({ name, source }) => [name, source]));
    const checksArea = (name: string, callers: readonly string[] = []): boolean => {
      const source = sources.get(name) ?? "";
      if (/private\.(?:require_area|require_admin|may)\(/.test(source)) return true;
      const calledFunctions = new Set(
        [...source.matchAll(/private\.(\w+)\(/g)].map((match) => match[1]!),
      );
      return [...calledFunctions].some(
        (other) => !callers.includes(other) && checksArea(other, [...callers, name]),
      );
    };
    const functionsWithoutCheck = functions.flatMap(({ name, isForAdmins }) =>
      isForAdmins && !checksArea(name) ? [name] : [],
    );
    expect(functionsWithoutCheck.toSorted()).toEqual(OWN_FUNCTIONS);
  });
});
