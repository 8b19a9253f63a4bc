set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- What each table and each column is, said once, next to the table's policies. The archive, the audit log, the search for
-- personal data, exports, erasures and their tests all read these descriptions.
create table private.tables (
  name text primary key,
  area text check (area in ('giving', 'volunteers', 'content', 'settings', 'owner')),
  left_out text check (left_out in ('secrets', 'computed', 'operation', 'undo', 'staged')),
  is_audited boolean not null,
  title text,
  erasure text check (erasure in ('empty', 'delete')),
  erase_order integer,
  reason text,
  constraint tables_audited_area_check check (area is not null or not is_audited),
  constraint tables_whole_erasure_check check (num_nonnulls(erasure, erase_order, reason) in (0, 3))
);

comment on table private.tables is 'What each table of the API''s schema is, one row per table.';
comment on column private.tables.area is
  'The area of the table and of its history. If the table concerns several areas, only owners see its history.';
comment on column private.tables.left_out is 'Why the archive leaves the table out. Null if the archive contains it.';
comment on column private.tables.is_audited is 'Whether a trigger records the table''s changes in the audit log.';
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

create function private.describe_table(
  name text,
  archived boolean,
  audited boolean,
  area text default null,
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
  insert into private.tables (name, area, left_out, is_audited, title, erasure, erase_order, reason)
  values (
    describe_table.name, describe_table.area, describe_table.left_out, audited, describe_table.title,
    describe_table.erasure, describe_table.erase_order, describe_table.reason
  );
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

comment on function private.describe_table(text, boolean, boolean, text, text, text, text, integer, text) is
  'Says what a table is. Call it in the migration that creates the table.';
comment on function private.describe_columns(text, text[], text, text, boolean, boolean) is
  'Says what columns of a table are. Personal data and notes aren''t logged unless the call says so.';
