import type { Faults } from "./faulty-deployment.ts";
import { connectAsPlatform, sql } from "./stack.ts";

export type FaultCase = readonly [name: string, faults: Faults, line: RegExp];

/** A change of the database, and how to take it back. */
const databaseFault = (change: string, restore: string): Faults => ({
  prepare: () => sql.unsafe(change),
  cleanUp: () => sql.unsafe(restore),
});

async function runAsPlatform(statements: string): Promise<void> {
  const platformSql = connectAsPlatform();
  try {
    await platformSql.unsafe(statements);
  } finally {
    await platformSql.end();
  }
}

/** A change that the project's own role may not make here, but that a dashboard makes. */
const platformFault = (change: string, restore: string): Faults => ({
  prepare: () => runAsPlatform(change),
  cleanUp: () => runAsPlatform(restore),
});

/** Replaces text in the code of a function, as someone would in the SQL editor. */
const replaceCode = (name: string, from: string, to: string): string => `
  do $change$ begin
    execute replace(pg_get_functiondef('${name}'::regprocedure), '${from}', '${to}');
  end $change$`;

const UPLOAD_LIMITS = "file_size_limit, allowed_mime_types";

/** Changes of the database that the migrations didn't make. */
export const databasePlants: readonly FaultCase[] = [
  [
    "row-level security is off",
    databaseFault(
      "alter table public.donors disable row level security",
      "alter table public.donors enable row level security",
    ),
    /^rights and rules in the database: table public\.donors has “row-level security off/,
  ],
];

/** More faults of the same kind. */
export const nightlyDatabasePlants: readonly FaultCase[] = [
  [
    "visitors may read a column more",
    databaseFault(
      "grant select (email) on public.donations to anon",
      "revoke select (email) on public.donations from anon",
    ),
    /^rights and rules in the database: table public\.donations has .*email/,
  ],
  [
    "visitors may add rows",
    databaseFault(
      "grant insert on public.audit_log to anon",
      "revoke insert on public.audit_log from anon",
    ),
    /^rights and rules in the database: table public\.audit_log has .*anon insert/,
  ],
  [
    "a policy lets everyone in",
    databaseFault(
      'create policy "Everyone" on public.donors for select to anon, authenticated using (true)',
      'drop policy "Everyone" on public.donors',
    ),
    /^rights and rules in the database: table public\.donors/,
  ],
  [
    "triggers stayed off after an import",
    databaseFault(
      "alter table public.donations disable trigger user",
      "alter table public.donations enable trigger user",
    ),
    /^rights and rules in the database: table public\.donations has “triggers .*switched off: trigger /,
  ],
  [
    "foreign keys stayed off after an import",
    platformFault(
      "alter table public.donors disable trigger all",
      "alter table public.donors enable trigger all",
    ),
    /^rights and rules in the database: table public\.donors has “.*switched off: foreign keys/,
  ],
  [
    "a trigger on Auth's users is off",
    platformFault(
      "alter table auth.users disable trigger user",
      "alter table auth.users enable trigger user",
    ),
    /^rights and rules in the database: table auth\.users has “triggers /,
  ],
  [
    "a template's policy lets everyone upload",
    platformFault(
      `create policy "Give users access" on storage.objects for insert to anon with check (bucket_id = 'images')`,
      'drop policy "Give users access" on storage.objects',
    ),
    /^rights and rules in the database: table storage\.objects has “policies 1, .*”, and no migration made it/,
  ],
  [
    "a function was changed by hand",
    databaseFault(
      replaceCode("private.is_admin()", "admin_areas() is not null", "admin_areas() is null"),
      replaceCode("private.is_admin()", "admin_areas() is null", "admin_areas() is not null"),
    ),
    /^rights and rules in the database: function private\.is_admin\(\) has “code /,
  ],
  [
    "a constraint was dropped for an import",
    databaseFault(
      "alter table public.donations drop constraint donations_is_wired_check",
      "alter table public.donations add constraint donations_is_wired_check check (not is_wired or method <> 'online')",
    ),
    /^rights and rules in the database: table public\.donations has “constraints /,
  ],
  [
    "a column allows nothing",
    databaseFault(
      "alter table public.donors alter column created_at drop not null",
      "alter table public.donors alter column created_at set not null",
    ),
    /^rights and rules in the database: table public\.donors has “columns /,
  ],
  [
    "a bucket takes every file",
    databaseFault(
      `create table public.kept as select id, ${UPLOAD_LIMITS} from storage.buckets; update storage.buckets set file_size_limit = null, allowed_mime_types = null where id = 'uploads'`,
      `update storage.buckets as bucket set (${UPLOAD_LIMITS}) = (select ${UPLOAD_LIMITS} from public.kept where kept.id = bucket.id); drop table public.kept`,
    ),
    /^rights and rules in the database: bucket uploads lacks “at most/,
  ],
  [
    "volunteers may create tables",
    databaseFault(
      "grant create on schema private to authenticated",
      "revoke create on schema private from authenticated",
    ),
    /^rights and rules in the database: schema private has .*authenticated create/,
  ],
  [
    "a migration isn't applied",
    databaseFault(
      "create table public.kept as select * from supabase_migrations.schema_migrations; delete from supabase_migrations.schema_migrations where version = (select max(version) from public.kept)",
      "insert into supabase_migrations.schema_migrations select * from public.kept on conflict do nothing; drop table public.kept",
    ),
    /^rights and rules in the database: migration \d+ is missing/,
  ],
];
