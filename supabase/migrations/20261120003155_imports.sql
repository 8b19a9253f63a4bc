set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Imports from another system. The browser reads a file and sends its rows in parts. A check then marks every row, and
-- one statement stores exactly what the check showed.
create table public.imports (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('donations', 'donors', 'volunteers')),
  source text not null check (source ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'),
  file_name text not null check (private.is_line(file_name) and char_length(file_name) between 1 and 255),
  file_hash text not null check (file_hash ~ '^[0-9a-f]{64}$'),
  headings jsonb not null check (jsonb_typeof(headings) = 'array'),
  mapping jsonb not null check (jsonb_typeof(mapping) = 'object'),
  date_order text check (date_order in ('month_first', 'day_first')),
  row_count integer not null check (row_count between 1 and 100000),
  is_demo boolean not null,
  state text not null default 'staging' check (
    state in ('staging', 'checking', 'checked', 'importing', 'imported', 'undoing', 'undone', 'discarded')
  ),
  step_started_at timestamptz,
  failure text check (char_length(failure) <= 500),
  leaves_out_problems boolean not null default false,
  leaves_out_lookalikes boolean not null default true,
  counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
  stored_count integer not null default 0 check (stored_count >= 0),
  started_by text not null default private.actor_name(),
  imported_at timestamptz,
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint imports_imported_at_check check ((state in ('imported', 'undoing', 'undone')) = (imported_at is not null))
);
create index imports_created_at_idx on public.imports (created_at desc, id desc);

comment on table public.imports is 'Files that were imported from other systems or are about to be imported.';
comment on column public.imports.source is
  'The system that the file comes from, such as givewp. Together with an ID in that system, it identifies a record.';
comment on column public.imports.file_hash is 'SHA-256 hash of the file. Only the same file can resume the import.';
comment on column public.imports.mapping is 'Maps each field to the index of its column.';
comment on column public.imports.date_order is
  'Whether the month or the day comes first in dates. If null, the day comes first if they have dots, else the month.';
comment on column public.imports.step_started_at is
  'When the running check, import or undo started. After five minutes, it is considered lost and can be started again.';
comment on column public.imports.counts is 'What the check found: rows by outcome, new donors, amount to store.';

create table public.import_rows (
  import_id uuid not null references public.imports (id) on delete cascade,
  row_number integer not null check (row_number between 1 and 100000),
  cells jsonb not null check (jsonb_typeof(cells) = 'array'),
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  skipped text check (char_length(skipped) <= 200),
  primary key (import_id, row_number)
);

comment on table public.import_rows is
  'Rows of files that are about to be imported. They are deleted once they are stored, and otherwise after a day.';
comment on column public.import_rows.cells is 'The row as it was in the file, so that it can be downloaded if it has a problem.';
comment on column public.import_rows.fields is 'The row, parsed by the rules for the file''s format.';
comment on column public.import_rows.skipped is 'The reason to skip the row, such as a failed payment.';

create table public.import_verdicts (
  import_id uuid not null,
  row_number integer not null,
  outcome text not null check (outcome in ('ready', 'lookalike', 'duplicate', 'skipped', 'problem')),
  problem text,
  record_key text,
  person_key text,
  person_id uuid,
  primary key (import_id, row_number),
  foreign key (import_id, row_number) references public.import_rows (import_id, row_number) on delete cascade
);
create index import_verdicts_outcome_idx on public.import_verdicts (import_id, outcome, row_number);

comment on table public.import_verdicts is 'The result of the check for each row of an import.';
comment on column public.import_verdicts.problem is 'A problem that only the database can find, such as a repeated ID.';
comment on column public.import_verdicts.record_key is
  'The record''s ID in its source. If it has none, a hash of the row and of how often the row has occurred so far.';
comment on column public.import_verdicts.person_key is 'Rows of the same person have the same key.';
comment on column public.import_verdicts.person_id is 'The existing person that the row belongs to or looks like.';

create table public.imported_records (
  kind text not null check (kind in ('donation', 'donor', 'volunteer')),
  source text not null,
  source_id text not null check (char_length(source_id) between 1 and 255),
  record_id uuid not null,
  import_id uuid not null references public.imports (id),
  primary key (kind, source, source_id)
);
create index imported_records_import_idx on public.imported_records (import_id);

comment on table public.imported_records is
  'Maps records in other systems to our records, so that importing them again adds nothing.';
comment on column public.imported_records.source_id is
  'The ID in that system. If there is none, a hash, because people may ask us to erase data that identifies them.';
comment on column public.imported_records.record_id is
  'The donation, donor or volunteer. No foreign key, because the ID can be in any of the three tables.';

create function private.import_area(kind text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when import_area.kind in ('volunteer', 'volunteers') then 'volunteers' else 'giving' end;
$$;

grant execute on function private.import_area(text) to authenticated, service_role;

comment on function private.import_area(text) is
  'Returns the area whose administrators see imports and imported records of this kind.';

select private.describe_table(
  'imports', area => 'owner', archived => true, audited => true,
  rows => '{area of row}',
  uncounted => '{counts,step_started_at}',
  erasure => 'empty', erase_order => 59,
  reason => 'If an import''s file name or headings named the person, the import stays without them.'
);
select private.describe_columns('imports', '{file_name}', kind => 'personal', replacement => 'Erased');
select private.describe_columns(
  'imports', '{headings}',
  kind => 'personal', replacement => 'empty list', logged => true
);
select private.describe_columns(
  'imports', '{mapping}',
  kind => 'personal', replacement => 'empty object', logged => true
);
select private.describe_columns('imports', '{failure}', kind => 'personal', replacement => 'nothing', logged => true);
select private.describe_columns('imports', '{started_by}', kind => 'username');
select private.describe_columns('imports', '{file_hash}', kind => 'reference');
select private.describe_columns('imports', '{counts,date_order,kind,source,state}', kind => 'state');

alter table public.imports enable row level security;
create policy "Admins read imports of their area" on public.imports
  for select to authenticated
  using (private.import_area(kind) = any ((select private.admin_areas())::text[]));

select private.describe_table(
  'import_rows', archived => false, left_out => 'staged', audited => false,
  rows => '{area of row}',
  erasure => 'delete', erase_order => 60,
  reason => 'Rows of import files.'
);
select private.describe_columns('import_rows', '{cells,fields,problems,skipped}', kind => 'personal');

alter table public.import_rows enable row level security;
create policy "Admins read rows of the imports that they can see" on public.import_rows
  for select to authenticated
  using (exists (select from public.imports as entry where entry.id = import_id));

select private.describe_table(
  'import_verdicts', archived => false, left_out => 'staged', audited => false,
  rows => '{area of row}'
);
select private.describe_columns('import_verdicts', '{problem,record_key,person_key}', kind => 'personal');
select private.describe_columns('import_verdicts', '{person_id}', kind => 'reference');
select private.describe_columns('import_verdicts', '{outcome}', kind => 'state');

alter table public.import_verdicts enable row level security;
create policy "Admins read verdicts of the imports that they can see" on public.import_verdicts
  for select to authenticated
  using (exists (select from public.imports as entry where entry.id = import_id));

select private.describe_table(
  'imported_records', archived => true, audited => false,
  rows => '{area of row}',
  erasure => 'delete', erase_order => 61,
  reason => 'The person''s IDs in other systems.'
);
select private.describe_columns('imported_records', '{source_id}', kind => 'personal');
select private.describe_columns('imported_records', '{record_id}', kind => 'reference');
select private.describe_columns('imported_records', '{kind,source}', kind => 'state');

alter table public.imported_records enable row level security;
create policy "Admins read imported records of their area" on public.imported_records
  for select to authenticated
  using (private.import_area(kind) = any ((select private.admin_areas())::text[]));

grant select on table public.imports, public.import_rows, public.import_verdicts, public.imported_records
  to authenticated;
grant select, insert, update, delete on table public.imports, public.import_rows, public.import_verdicts to service_role;
grant select on table public.imported_records to service_role;

create trigger set_updated_at
  before update on public.imports
  for each row execute function private.set_updated_at();

-- The tables that imports write to are created before this one. The constraints aren't validated, because validation
-- would block reads, and no existing row can refer to an import yet.
alter table public.donations
  add constraint donations_import_id_fkey foreign key (import_id) references public.imports (id) not valid;
alter table public.donors
  add constraint donors_import_id_fkey foreign key (import_id) references public.imports (id) not valid;
alter table public.volunteers
  add constraint volunteers_import_id_fkey foreign key (import_id) references public.imports (id) not valid;

create function private.start_import(
  kind text, source text, file_name text, file_hash text, headings jsonb, mapping jsonb, date_order text,
  row_count integer, is_demo boolean
)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  new_id uuid;
begin
  perform private.require_area(private.import_area(start_import.kind));
  insert into public.imports (kind, source, file_name, file_hash, headings, mapping, date_order, row_count, is_demo)
  values (
    start_import.kind, start_import.source, start_import.file_name, start_import.file_hash, start_import.headings,
    start_import.mapping, start_import.date_order, start_import.row_count, start_import.is_demo
  )
  returning id into new_id;
  return new_id;
end;
$$;

grant execute on function private.start_import(text, text, text, text, jsonb, jsonb, text, integer, boolean) to authenticated;

create function private.refuse_import(reason text)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  raise exception 'the import refuses this' using errcode = 'CP030', hint = reason;
end;
$$;

create function private.lock_import(import_id uuid)
returns public.imports
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target public.imports;
begin
  perform private.require_admin();
  select * into target from public.imports as entry where entry.id = lock_import.import_id for update;
  if target.id is null then
    raise exception 'no such import' using errcode = 'CP009', hint = 'We couldn''t find that import.';
  end if;
  perform private.require_area(private.import_area(target.kind));
  return target;
end;
$$;

create function private.stage_import_rows(import_id uuid, rows jsonb)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target constant public.imports := private.lock_import(stage_import_rows.import_id);
begin
  if target.state <> 'staging' then
    perform private.refuse_import('This file has already been read. Reload the page to see the status of the import.');
  end if;
  insert into public.import_rows (import_id, row_number, cells, fields, problems, skipped)
  select target.id, staged.row_number, staged.cells, staged.fields, staged.problems, staged.skipped
  from jsonb_to_recordset(stage_import_rows.rows)
    as staged (row_number integer, cells jsonb, fields jsonb, problems jsonb, skipped text)
  where staged.row_number <= target.row_count
  on conflict do nothing;
end;
$$;

grant execute on function private.stage_import_rows(uuid, jsonb) to authenticated;

create function private.begin_import_step(
  import_id uuid, step text, leaves_out_problems boolean default false, leaves_out_lookalikes boolean default true
)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target constant public.imports := private.lock_import(begin_import_step.import_id);
  is_lost constant boolean := coalesce(target.step_started_at < now() - interval '5 minutes', false);
  current_state constant text := case
    when target.state in ('checking', 'importing') and is_lost then 'checked'
    when target.state = 'undoing' and is_lost then 'imported'
    else target.state
  end;
begin
  if current_state in ('checking', 'importing', 'undoing') then
    perform private.refuse_import('This import is still running. Wait until it''s done.');
  elsif step = 'check' and current_state not in ('staging', 'checked')
    or step = 'store' and current_state <> 'checked'
    or step = 'undo' and current_state <> 'imported' then
    perform private.refuse_import('Someone else has continued this import. Reload the page to see its status.');
  end if;
  if step = 'check' and target.row_count <> (
    select count(*) from public.import_rows as staged where staged.import_id = target.id
  ) then
    perform private.refuse_import('Some rows haven''t arrived. Choose the same file again to send them.');
  end if;
  if step = 'store' and not begin_import_step.leaves_out_problems and (target.counts ->> 'problem')::integer > 0 then
    perform private.refuse_import('Some rows have problems. Fix them in the file, or leave them out.');
  end if;
  if step = 'undo' and now() >= target.imported_at + interval '24 hours' then
    perform private.refuse_import('An import can be undone for 24 hours. Void or correct individual donations instead.');
  end if;
  update public.imports as entry
  set
    state = case step when 'check' then 'checking' when 'store' then 'importing' when 'undo' then 'undoing' end,
    step_started_at = now(),
    failure = null,
    leaves_out_problems = case step when 'store' then begin_import_step.leaves_out_problems else entry.leaves_out_problems end,
    leaves_out_lookalikes =
      case step when 'store' then begin_import_step.leaves_out_lookalikes else entry.leaves_out_lookalikes end
  where entry.id = target.id;
end;
$$;

grant execute on function private.begin_import_step(uuid, text, boolean, boolean) to authenticated;

create function private.fail_import_step(import_id uuid, failure text)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target constant public.imports := private.lock_import(fail_import_step.import_id);
begin
  update public.imports as entry
  set
    state = case target.state when 'checking' then 'staging' when 'importing' then 'checked' else 'imported' end,
    failure = left(fail_import_step.failure, 500)
  where entry.id = target.id and target.state in ('checking', 'importing', 'undoing');
end;
$$;

grant execute on function private.fail_import_step(uuid, text) to authenticated;

create function private.chosen_verdicts(target public.imports)
returns setof public.import_verdicts
language sql
stable
security definer
rows 20000
set search_path = ''
as $$
  select verdict.*
  from public.import_verdicts as verdict
  where verdict.import_id = target.id
    and (verdict.outcome = 'ready' or verdict.outcome = 'lookalike' and not target.leaves_out_lookalikes);
$$;

create function private.count_verdicts(import_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'ready', count(*) filter (where verdict.outcome = 'ready'),
    'lookalike', count(*) filter (where verdict.outcome = 'lookalike'),
    'duplicate', count(*) filter (where verdict.outcome = 'duplicate'),
    'skipped', count(*) filter (where verdict.outcome = 'skipped'),
    'problem', count(*) filter (where verdict.outcome = 'problem'),
    'newPeople',
      count(distinct verdict.person_key) filter (where verdict.outcome = 'ready' and verdict.person_id is null)
  )
  from public.import_verdicts as verdict
  where verdict.import_id = count_verdicts.import_id;
$$;

create function private.discard_import(import_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target constant public.imports := private.lock_import(discard_import.import_id);
begin
  if target.state not in ('staging', 'checked') then
    perform private.refuse_import('Only an import that hasn''t stored anything can be discarded.');
  end if;
  delete from public.import_rows as staged where staged.import_id = target.id;
  update public.imports as entry set state = 'discarded' where entry.id = target.id;
end;
$$;

grant execute on function private.discard_import(uuid) to authenticated;

create function private.sweep_imports()
returns integer
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  swept integer;
begin
  delete from public.import_rows as staged
  using public.imports as entry
  where entry.id = staged.import_id and coalesce(entry.imported_at, entry.created_at) < now() - interval '1 day';
  update public.imports as entry
  set state = 'discarded'
  where entry.state in ('staging', 'checking', 'checked', 'importing') and entry.created_at < now() - interval '1 day';
  get diagnostics swept = row_count;
  return swept;
end;
$$;

grant execute on function private.sweep_imports() to service_role;

comment on function private.start_import(text, text, text, text, jsonb, jsonb, text, integer, boolean) is
  'Starts an import. Its rows are sent in parts after that.';
comment on function private.refuse_import(text) is 'Refuses a step of an import, with a message for the administrator.';
comment on function private.lock_import(uuid) is
  'Returns the import and locks it, so that two administrators can''t work on it at once.';
comment on function private.stage_import_rows(uuid, jsonb) is
  'Adds rows from the file. If a part is sent again, such as after a lost response, nothing changes.';
comment on function private.begin_import_step(uuid, text, boolean, boolean) is
  'Marks an import as being checked, stored or undone, because the step itself may take longer than a request.';
comment on function private.fail_import_step(uuid, text) is
  'Returns an import whose step failed to the state before the step, and stores advice for the administrator.';
comment on function private.chosen_verdicts(public.imports) is 'Returns the rows that the import stores.';
comment on function private.count_verdicts(uuid) is
  'Counts the rows of an import by outcome, and the people who would be added.';
comment on function private.discard_import(uuid) is 'Deletes the rows of an import that hasn''t stored anything.';
comment on function private.sweep_imports() is
  'Scheduled: deletes files'' rows a day after they arrived or were stored, because they contain personal data.';
