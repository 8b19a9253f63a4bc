set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- What each table and each column is, said once, next to the table's policies. The archive, the audit log, the search for
-- personal data, exports, erasures and their tests all read these descriptions.
create table private.tables (
  name text primary key,
  area text check (area in ('giving', 'volunteers', 'content', 'settings', 'owner')),
  left_out text check (left_out in ('secrets', 'computed', 'operation', 'undo', 'staged')),
  is_audited boolean not null,
  readable_rows text[] not null check (
    readable_rows <@ array['all', 'published', 'published to visitors', 'published to volunteers', 'own', 'area', 'area of row']
  ),
  published_by text,
  admins_write text[] not null check (admins_write <@ array['insert', 'update', 'delete']),
  volunteers_write text[] not null check (volunteers_write <@ array['insert', 'update', 'delete']),
  title text,
  erasure text check (erasure in ('empty', 'delete')),
  erase_order integer,
  reason text,
  constraint tables_audited_area_check check (area is not null or not is_audited),
  constraint tables_access_check check (
    (area is not null or not 'area' = any (readable_rows))
    and ('area' = any (readable_rows) or admins_write = '{}')
    and ('own' = any (readable_rows) or volunteers_write = '{}')
    and (published_by is not null)
      = (readable_rows && array['published', 'published to visitors', 'published to volunteers'])
  ),
  constraint tables_whole_erasure_check check (num_nonnulls(erasure, erase_order, reason) in (0, 3))
);

comment on table private.tables is 'What each table of the API''s schema is, one row per table.';
comment on column private.tables.area is
  'The area of the table and of its history. If the table concerns several areas, only owners see its history.';
comment on column private.tables.left_out is 'Why the archive leaves the table out. Null if the archive contains it.';
comment on column private.tables.is_audited is 'Whether a trigger records the table''s changes in the audit log.';
comment on column private.tables.readable_rows is
  'Who may read which rows through the API. all: everyone reads all rows. published: everyone reads the published rows, or '
  'only those visitors or volunteers. own: volunteers read their own rows. area: administrators of the table''s area, or '
  'only owners, read all rows. area of row: the same, for tables in which each row has its own area. Empty if only the '
  'server reads the table. Policies and grants enforce this, and a test compares them with it.';
comment on column private.tables.published_by is 'The column that says whether a row is published.';
comment on column private.tables.admins_write is 'How administrators of the area may write to the table directly.';
comment on column private.tables.volunteers_write is 'How volunteers may write to their own rows directly.';
comment on column private.tables.title is
  'How the preview of an erasure names a row that mentions the person, such as ''Letter of {created_at}'': the row''s '
  'values replace the columns'' names.';
comment on column private.tables.erasure is
  'Whether erasing a person deletes the rows about them or, if the rows still say something without the person, empties '
  'them. Null if no rows are about a person.';
comment on column private.tables.erase_order is
  'The order in which an erasure changes the tables. It is also the order in which all functions lock rows: rows come '
  'before the rows that they refer to.';
comment on column private.tables.reason is 'What owners read in the preview of an erasure.';

create table private.columns (
  table_name text not null references private.tables (name),
  name text not null,
  kind text not null
    check (kind in ('personal', 'note', 'content', 'detail', 'username', 'reference', 'computed', 'state')),
  replacement text check (
    replacement in (
      'nothing', 'no', 'yes', 'empty text', 'empty list', 'empty object', 'Erased', 'Erased if any', 'donor', 'volunteer',
      'Erased volunteer', 'erased address', 'own erased address', 'kept for the ledger', 'time of erasure',
      'end of undo', 'rejected', 'all hours'
    )
  ),
  is_archived boolean not null,
  is_logged boolean not null,
  primary key (table_name, name)
);

comment on table private.columns is 'What each column that could hold words of or about people is, one row per column.';
comment on column private.columns.kind is
  'personal: of or about one person. note: the same, but may also mention other people. content: text that the '
  'organization wrote, which may mention people. detail: the organization''s own addresses and codes. username: an '
  'administrator''s name, which the history keeps. reference: an ID, a number or a keyed hash, which identifies no one '
  'once the person''s rows are gone. computed: from other tables, by triggers. state: a fixed choice, or a fact about '
  'the site.';
comment on column private.columns.replacement is
  'What an erasure leaves in a row that stays (private.replaced()). Null if the row is deleted or the value stays.';
comment on column private.columns.is_logged is
  'Whether the audit log keeps the column''s values. If not, it says only that there was a value.';

alter table private.tables enable row level security;
alter table private.columns enable row level security;

create policy "No API access to descriptions of tables" on private.tables
  for all to anon, authenticated
  using (false)
  with check (false);

create policy "No API access to descriptions of columns" on private.columns
  for all to anon, authenticated
  using (false)
  with check (false);

-- The triggers that descriptions create refer to tables that later migrations create.
create function private.write_audit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Columns that aren't logged, because they are secret or are computed from columns that may be erased.
  unlogged constant text[] := '{search_text,email_key,duplicate_key,mailbox,stop_token,mailbox_hashes}';
  before_row jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) - unlogged end;
  after_row jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) - unlogged end;
  actor uuid := auth.uid();
  -- An update that changes only these columns isn't logged.
  ignored_columns text[] := coalesce(tg_argv[0], '{}')::text[];
  -- Columns that a person may ask us to erase. Their values aren't logged, because the append-only log couldn't erase them.
  erasable text[] := array(
    select known.name from private.columns as known where known.table_name = tg_table_name and not known.is_logged
  );
begin
  if tg_op = 'UPDATE' and ignored_columns <> '{}'
    and before_row - ignored_columns - 'updated_at' = after_row - ignored_columns - 'updated_at' then
    return null;
  end if;

  insert into public.audit_log (actor_id, actor_name, action, table_name, row_id, before, after)
  values (
    actor,
    private.actor_name(),
    lower(tg_op),
    tg_table_name,
    coalesce(after_row, before_row) ->> 'id',
    private.erase_values(before_row, erasable),
    private.erase_values(after_row, erasable)
  );
  return null;
end;
$$;

comment on function private.write_audit() is
  'Logs a change, with who made it. Personal columns are logged as erased.';

create function private.record_site_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- The column that decides whether a row is public. Changes to rows that are hidden before and after the change don't
  -- count.
  flag text := tg_argv[0];
begin
  if flag is null
    or coalesce((to_jsonb(old) ->> flag)::boolean, false)
    or coalesce((to_jsonb(new) ->> flag)::boolean, false) then
    update public.site_builds as build
    set changes = build.changes + 1, changed_in = pg_current_xact_id()
    where build.changed_in is distinct from pg_current_xact_id();
  end if;
  return null;
end;
$$;

comment on function private.record_site_change() is
  'Counts a change of what visitors see, so that the site is rebuilt. '
  'Runs deferred, at the end of the transaction, so that writers don''t hold the lock on the shared row for long.';

create function private.describe_table(
  name text,
  archived boolean,
  audited boolean,
  area text default null,
  rows text[] default '{}',
  published_by text default null,
  admins_write text[] default '{}',
  volunteers_write text[] default '{}',
  audited_on text default 'insert or update or delete',
  uncounted text[] default '{}',
  on_site boolean default false,
  left_out text default null,
  title text default null,
  erasure text default null,
  erase_order integer default null,
  reason text default null
)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- Refuses the name of a table that doesn't exist.
  perform format('public.%I', describe_table.name)::regclass;
  if archived <> (left_out is null) then
    raise exception '% is archived, or there is a reason why it''s left out', describe_table.name
      using errcode = 'check_violation';
  end if;
  insert into private.tables (
    name, area, readable_rows, published_by, admins_write, volunteers_write, left_out, is_audited, title, erasure,
    erase_order, reason
  )
  values (
    describe_table.name, describe_table.area, describe_table.rows, describe_table.published_by,
    describe_table.admins_write, describe_table.volunteers_write, describe_table.left_out, audited, describe_table.title,
    describe_table.erasure, describe_table.erase_order, describe_table.reason
  );
  if audited and audited_on is not null then
    execute format(
      'create trigger write_audit after %s on public.%I for each row execute function private.write_audit(%s)',
      audited_on, describe_table.name, case when uncounted <> '{}' then quote_literal(uncounted) end
    );
  end if;
  if on_site then
    execute format(
      'create constraint trigger record_site_change after insert or update or delete on public.%I
        deferrable initially deferred for each row execute function private.record_site_change(%s)',
      describe_table.name, quote_literal(describe_table.published_by)
    );
  end if;
end;
$$;

create function private.describe_columns(
  table_name text,
  names text[],
  kind text,
  replacement text default null,
  archived boolean default true,
  logged boolean default null
)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  unknown text := (
    select string_agg(given.name, ', ') from unnest(names) as given (name)
    where not exists (
      select from pg_catalog.pg_attribute as attribute
      where attribute.attrelid = format('public.%I', describe_columns.table_name)::regclass
        and attribute.attname = given.name and attribute.attnum > 0 and not attribute.attisdropped
    )
  );
begin
  if unknown is not null then
    raise exception '% has no column %', describe_columns.table_name, unknown using errcode = 'undefined_column';
  end if;
  insert into private.columns (table_name, name, kind, replacement, is_archived, is_logged)
  select
    describe_columns.table_name, given.name, describe_columns.kind, describe_columns.replacement, archived,
    coalesce(logged, describe_columns.kind not in ('personal', 'note'))
  from unnest(names) as given (name);
end;
$$;

comment on function private.describe_table(text, boolean, boolean, text, text[], text, text[], text[], text, text[], boolean, text, text, text, integer, text) is
  'Says what a table is. Call it in the migration that creates the table. If the table is audited, a trigger records its '
  'changes: audited_on says which ones (null if the migration creates the trigger itself, because it has a condition), and '
  'a change that affects only the uncounted columns, such as counters, isn''t recorded. If the table is on_site, a trigger '
  'starts a build of the site when a published row changes.';
comment on function private.describe_columns(text, text[], text, text, boolean, boolean) is
  'Says what columns of a table are. Personal data and notes aren''t logged unless the call says so.';
