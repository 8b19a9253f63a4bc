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
  decimal_mark text check (decimal_mark in ('point', 'comma')),
  meanings jsonb not null default '{}' check (jsonb_typeof(meanings) = 'object'),
  row_count integer not null check (row_count between 1 and 100000),
  is_demo boolean not null,
  state text not null default 'staging' check (
    state in ('staging', 'checking', 'checked', 'importing', 'imported', 'undoing', 'undone', 'discarded')
  ),
  step_started_at timestamptz,
  failure text check (char_length(failure) <= 500),
  leaves_out_problems boolean not null default false,
  leaves_out_lookalikes boolean not null default true,
  joins_namesakes boolean not null default false,
  owes_receipts boolean not null default false,
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
comment on column public.imports.decimal_mark is
  'Whether a point or a comma comes before the cents. Null if the amounts don''t show it.';
comment on column public.imports.meanings is
  'For each column of statuses or types, what its words say about the money, such as that it was only pledged.';
comment on column public.imports.joins_namesakes is
  'Whether donors who have nothing but a name are taken for existing ones with that name.';
comment on column public.imports.owes_receipts is
  'Whether the donors got no receipts yet. If so, the donations get our receipt numbers after 24 hours.';
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
  namesake_id uuid,
  credited_id uuid,
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
comment on column public.import_verdicts.namesake_id is
  'An existing donor who, like the row''s, has nothing but the same name. An administrator decides whether it is the same.';

comment on column public.import_verdicts.credited_id is
  'The person whom a fund''s grant or an employer''s match credits, once the row is stored.';

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

create table public.import_fills (
  import_id uuid not null references public.imports (id) on delete cascade,
  record_id uuid not null,
  field text not null check (
    field in (
      'phone', 'address', 'addressee', 'salutation', 'notes', 'tags', 'zip_code', 'city', 'state', 'availability'
    )
  ),
  value_hash text not null check (value_hash ~ '^[0-9a-f]{32}$'),
  primary key (import_id, record_id, field)
);

comment on table public.import_fills is
  'Blanks of donors and volunteers that an import filled. Once the import can''t be undone anymore, they are deleted.';
comment on column public.import_fills.record_id is
  'The donor or volunteer. No foreign key, because the ID can be in either table.';
comment on column public.import_fills.value_hash is
  'A hash of what was filled in. Undoing the import empties the field only if nobody has changed it since.';

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
select private.describe_columns('imports', '{meanings}', kind => 'personal', replacement => 'empty object');
select private.describe_columns('imports', '{failure}', kind => 'personal', replacement => 'nothing', logged => true);
select private.describe_columns('imports', '{started_by}', kind => 'username');
select private.describe_columns('imports', '{file_hash}', kind => 'reference');
select private.describe_columns('imports', '{counts,date_order,decimal_mark,kind,source,state}', kind => 'state');

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
select private.describe_columns('import_verdicts', '{person_id,namesake_id,credited_id}', kind => 'reference');
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

select private.describe_table(
  'import_fills', archived => false, left_out => 'undo', audited => false,
  rows => '{area of row}',
  erasure => 'delete', erase_order => 62,
  reason => 'What imports added to the person''s details.'
);
select private.describe_columns('import_fills', '{record_id,value_hash}', kind => 'reference');
select private.describe_columns('import_fills', '{field}', kind => 'state');

alter table public.import_fills enable row level security;
create policy "Admins read what the imports that they can see filled in" on public.import_fills
  for select to authenticated
  using (exists (select from public.imports as entry where entry.id = import_id));

grant select on table public.imports, public.import_rows, public.import_verdicts, public.imported_records,
  public.import_fills
  to authenticated;
grant select, insert, update, delete on table public.imports, public.import_rows, public.import_verdicts to service_role;
grant select on table public.import_fills to service_role;
grant select on table public.imported_records to service_role;

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
  decimal_mark text, meanings jsonb, row_count integer, is_demo boolean
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  new_id uuid;
begin
  perform private.require_area(private.import_area(start_import.kind));
  insert into public.imports (
    kind, source, file_name, file_hash, headings, mapping, date_order, decimal_mark, meanings, row_count, is_demo
  )
  values (
    start_import.kind, start_import.source, start_import.file_name, start_import.file_hash, start_import.headings,
    start_import.mapping, start_import.date_order, start_import.decimal_mark, start_import.meanings,
    start_import.row_count, start_import.is_demo
  )
  returning id into new_id;
  return new_id;
end;
$$;

grant execute on function private.start_import(text, text, text, text, jsonb, jsonb, text, text, jsonb, integer, boolean) to authenticated;

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
  import_id uuid, step text, leaves_out_problems boolean default false, leaves_out_lookalikes boolean default true,
  joins_namesakes boolean default false, owes_receipts boolean default false
)
returns void
language plpgsql
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
      case step when 'store' then begin_import_step.leaves_out_lookalikes else entry.leaves_out_lookalikes end,
    owes_receipts = case step when 'store' then begin_import_step.owes_receipts else entry.owes_receipts end,
    joins_namesakes = case step when 'store' then begin_import_step.joins_namesakes else entry.joins_namesakes end
  where entry.id = target.id;
end;
$$;

grant execute on function private.begin_import_step(uuid, text, boolean, boolean, boolean, boolean) to authenticated;

create function private.fail_import_step(import_id uuid, failure text)
returns void
language plpgsql
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
      count(distinct verdict.person_key) filter (where verdict.outcome = 'ready' and verdict.person_id is null),
    'namesakes',
      count(distinct verdict.person_key) filter (where verdict.outcome = 'ready' and verdict.namesake_id is not null),
    'unusualDays', count(*) filter (where unusual.days <> '[]'),
    'unusualRows', coalesce(
      jsonb_path_query_array(
        jsonb_agg(
          jsonb_build_object('rowNumber', verdict.row_number, 'days', unusual.days) order by verdict.row_number
        ) filter (where unusual.days <> '[]'),
        '$[0 to 9]'
      ),
      '[]'
    )
  )
  from public.import_verdicts as verdict
  join public.import_rows as staged using (import_id, row_number)
  cross join lateral (
    -- Rows with other outcomes aren't stored.
    select case when verdict.outcome in ('ready', 'lookalike') then staged.fields -> 'unusualDays' end as days
  ) as unusual
  where import_id = count_verdicts.import_id;
$$;

create function private.discard_import(import_id uuid)
returns void
language plpgsql
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
security definer
set search_path = ''
as $$
declare
  swept integer;
  due record;
begin
  -- In the order of their dates, as far as one run gets.
  for due in
    select donation.id
    from public.imports as entry
    join public.donations as donation on donation.import_id = entry.id
    where entry.owes_receipts and entry.state = 'imported' and entry.imported_at <= now() - interval '24 hours'
      and donation.receipt_number is null
    order by donation.completed_at, donation.id
    limit 5000
  loop
    update public.donations as donation set receipt_number = null where donation.id = due.id;
  end loop;
  delete from public.import_rows as staged
  using public.imports as entry
  where entry.id = staged.import_id and coalesce(entry.imported_at, entry.created_at) < now() - interval '1 day';
  delete from public.import_fills as filled
  using public.imports as entry
  where entry.id = filled.import_id and entry.imported_at < now() - interval '1 day';
  update public.imports as entry
  set state = 'discarded'
  where entry.state in ('staging', 'checking', 'checked', 'importing') and entry.created_at < now() - interval '1 day';
  get diagnostics swept = row_count;
  return swept;
end;
$$;

grant execute on function private.sweep_imports() to service_role;

comment on function private.start_import(text, text, text, text, jsonb, jsonb, text, text, jsonb, integer, boolean) is
  'Starts an import. Its rows are sent in parts after that.';
comment on function private.refuse_import(text) is 'Refuses a step of an import, with a message for the administrator.';
comment on function private.lock_import(uuid) is
  'Returns the import and locks it, so that two administrators can''t work on it at once.';
comment on function private.stage_import_rows(uuid, jsonb) is
  'Adds rows from the file. If a part is sent again, such as after a lost response, nothing changes.';
comment on function private.begin_import_step(uuid, text, boolean, boolean, boolean, boolean) is
  'Marks an import as being checked, stored or undone, because the step itself may take longer than a request.';
comment on function private.fail_import_step(uuid, text) is
  'Returns an import whose step failed to the state before the step, and stores advice for the administrator.';
comment on function private.chosen_verdicts(public.imports) is 'Returns the rows that the import stores.';
comment on function private.count_verdicts(uuid) is
  'Counts the rows of an import by outcome, and the people who would be added.';
comment on function private.discard_import(uuid) is 'Deletes the rows of an import that hasn''t stored anything.';
comment on function private.sweep_imports() is
  'Scheduled: deletes files'' rows a day after they arrived or were stored, because they contain personal data. What an '
  'import filled in is forgotten then, too, and donations whose donors got no receipts yet get their numbers.';

-- A view, because a function would be called for each row each time that the rows are read.
create view private.storable_rows
with (security_invoker = true)
as
select
  staged.import_id, staged.row_number, staged.problems <> '[]' as has_problems, staged.skipped,
  case when staged.problems = '[]' and staged.skipped is null then staged.fields else '{}' end as fields
from public.import_rows as staged;

create function private.staged_donations(import_id uuid)
returns table (
  row_number integer,
  has_problems boolean,
  skipped text,
  source_id text,
  received_at timestamptz,
  received_on date,
  amount numeric,
  refunded numeric,
  fee_covered numeric,
  method text,
  reference text,
  first_name text,
  last_name text,
  email text,
  phone text,
  address text,
  zip_code text,
  source_donor_id text,
  note text,
  in_honor_of text,
  is_anonymous boolean,
  payment_ids jsonb,
  is_memorial boolean,
  refund_of text,
  refund_amount numeric,
  awaits_refund boolean,
  match_amount numeric,
  employer text,
  addressee text,
  salutation text,
  credited_first_name text,
  credited_last_name text,
  credited_donor_id text,
  origin text
)
language sql
stable
security definer
rows 20000
set search_path = ''
as $$
  -- Some systems write a refund as a row of its own, with the ID of the donation.
  with refunds as materialized (
    select staged.fields ->> 'refundOf' as source_id, sum((staged.fields ->> 'refundAmount')::numeric) as amount
    from private.storable_rows as staged
    where staged.import_id = staged_donations.import_id and staged.fields ? 'refundOf'
    group by 1
  )
  select
    staged.row_number, staged.has_problems, staged.skipped, field."sourceId",
    -- Noon, as for a donation that an administrator records, unless the file includes the time.
    coalesce(field."receivedAt", (field."receivedOn" + coalesce(field.clock, time '12:00')) at time zone zone.name),
    coalesce((field."receivedAt" at time zone zone.name)::date, field."receivedOn"),
    field.amount, greatest(field.refunded, refunds.amount), field."feeCovered", field.method, field.reference,
    field."firstName", field."lastName", field.email, field.phone, field.address,
    coalesce(field."zipCode", private.zip_code_of(field.address)), field."sourceDonorId",
    field.note, field."inHonorOf", field."isAnonymous", field."paymentIds",
    coalesce(field."isMemorial", false), field."refundOf", field."refundAmount",
    coalesce(field."awaitsRefund" and refunds.amount is null, false), coalesce(field."matchAmount", 0), field.employer,
    field.addressee, field.salutation, field."creditedFirstName", field."creditedLastName",
    field."creditedDonorId", field.origin
  from private.storable_rows as staged
  -- Without the offset, the zone would be looked up for each row.
  cross join (select private.time_zone() as name offset 0) as zone
  cross join lateral jsonb_to_record(staged.fields) as field (
    "sourceId" text, "receivedAt" timestamptz, "receivedOn" date, amount numeric, refunded numeric, "feeCovered" numeric,
    method text, reference text, "firstName" text, "lastName" text, email text, phone text, address text, "zipCode" text,
    "sourceDonorId" text, note text, "inHonorOf" text, "isAnonymous" boolean, "paymentIds" jsonb, "isMemorial" boolean,
    "refundOf" text, "refundAmount" numeric, "awaitsRefund" boolean, "matchAmount" numeric, employer text, clock time,
    addressee text, salutation text, "creditedFirstName" text, "creditedLastName" text, "creditedDonorId" text, origin text
  )
  left join refunds on refunds.source_id = field."sourceId"
  where staged.import_id = staged_donations.import_id;
$$;

create function private.anonymous_donor()
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select donor.id
  from public.donors as donor
  where private.name_key(donor.first_name || ' ' || donor.last_name) = 'anonymous'
    and donor.email is null and donor.merged_into_id is null
  order by donor.created_at, donor.id
  limit 1;
$$;

create function private.is_unnamed(first_name text, last_name text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select first_name = 'Anonymous' and last_name = '';
$$;

create function private.judge_donations(import_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.imports;
  found jsonb;
begin
  select * into target from public.imports as entry where entry.id = judge_donations.import_id;
  delete from public.import_verdicts as verdict where verdict.import_id = target.id;

  insert into public.import_verdicts (
    import_id, row_number, outcome, problem, record_key, person_key, person_id, namesake_id
  )
  with staged as materialized (
    select
      entry.*,
      -- A row without an email address gets that of the same person's latest row with one. In our own export, a donor may
      -- have given with several addresses.
      lower(case
        when entry.email is null or target.source = 'care-packages' then coalesce(entry.latest_email, entry.email)
        else entry.email
      end) as person_email
    from (
      select staged_row.*,
        case when staged_row.source_donor_id is not null then
          first_value(staged_row.email) over (
            partition by staged_row.source_donor_id
            order by staged_row.email is null, staged_row.received_at desc, staged_row.row_number
          )
        end as latest_email
      from private.staged_donations(target.id) as staged_row
    ) as entry
  ),
  keyed as materialized (
    select
      staged.*,
      coalesce(
        staged.source_id,
        'row:' || md5(identity.text) || ':'
          || row_number() over (partition by staged.source_id is null, identity.text order by staged.row_number)
      ) as record_key,
      case
        when staged.person_email is not null then 'email:' || staged.person_email
        when staged.source_donor_id is not null then 'id:' || staged.source_donor_id
        -- Anonymous cash is one donor, in this file and in the next.
        when private.is_unnamed(staged.first_name, staged.last_name) then 'anonymous'
        else 'name:' || private.name_key(staged.first_name || ' ' || staged.last_name) || '|' || coalesce(staged.zip_code, '')
      end as person_key,
      case when staged.person_email is null and not private.is_unnamed(staged.first_name, staged.last_name) then
        private.duplicate_key(staged.first_name, staged.last_name, staged.zip_code)
      end as duplicate_key
    from staged
    cross join lateral (
      select concat_ws(
        '|', staged.received_at, staged.amount, staged.email, staged.first_name, staged.last_name, staged.method,
        staged.reference, nullif(staged.match_amount, 0), staged.refund_of, staged.refund_amount
      ) as text
    ) as identity
  ),
  numbered as materialized (
    select
      keyed.*,
      min(keyed.row_number) over (partition by keyed.record_key) as first_row,
      first_value(keyed.amount) over (partition by keyed.record_key order by keyed.row_number) as first_amount
    from keyed
  ),
  -- A donor without an email address is matched with the same person's earlier imported rows. Otherwise, each import of
  -- a growing spreadsheet would add the person again.
  earlier_donors as materialized (
    select distinct on (numbered.person_key) numbered.person_key, donation.donor_id
    from numbered
    join public.imported_records as former
      on former.kind = 'donation' and former.source = target.source and former.source_id = numbered.record_key
    join public.donations as donation on donation.id = former.record_id
    where numbered.person_key like 'name:%'
    order by numbered.person_key, numbered.received_at desc, numbered.row_number
  ),
  -- Otherwise, the donor is matched with an existing donor who has the same name and ZIP code, if there is exactly one.
  namesakes as materialized (
    select alike.duplicate_key, alike.donor_id
    from private.donors_alike(
      array(select distinct numbered.duplicate_key from numbered where numbered.duplicate_key is not null)
    ) as alike
    where alike.donor_count = 1
  ),
  -- In the other system, each ID is a separate person, even if two people have the same name and ZIP code.
  claims as materialized (
    select claim.*,
      count(*) over (partition by claim.person_key) as donor_count,
      count(*) over (partition by claim.donor_id) as person_count
    from (
      select distinct numbered.person_key, numbered.source_donor_id, namesake.donor_id
      from numbered
      join namesakes as namesake on namesake.duplicate_key = numbered.duplicate_key
      where numbered.person_key like 'id:%'
    ) as claim
  ),
  known_ids as materialized (
    select
      former.source_id,
      case when donor.merged_into_id is null then donor.id else private.kept_donor(donor.id) end as donor_id
    from public.imported_records as former
    join public.donors as donor on donor.id = former.record_id
    where former.kind = 'donor' and former.source = target.source
  ),
  identified as materialized (
    select claim.person_key, claim.donor_id
    from claims as claim
    where claim.donor_count = 1
      and claim.person_count = 1
      and not exists (
        select from known_ids
        where known_ids.donor_id = claim.donor_id and known_ids.source_id <> claim.source_donor_id
      )
  ),
  matched as materialized (
    select
      numbered.*,
      coalesce(
        known.donor_id, case when mapped.merged_into_id is null then mapped.id else private.kept_donor(mapped.id) end,
        earlier_donor.donor_id, identified.donor_id, namesake.donor_id,
        case when numbered.person_key = 'anonymous' then private.anonymous_donor() end
      ) as donor_id,
      earlier.record_id is not null as was_imported,
      earlier.record_id as earlier_id
    from numbered
    left join public.donor_emails as known on known.email_key = numbered.person_email
    left join public.imported_records as former
      on former.kind = 'donor' and former.source = target.source and former.source_id = numbered.source_donor_id
    left join public.donors as mapped on mapped.id = former.record_id
    left join earlier_donors as earlier_donor on earlier_donor.person_key = numbered.person_key
    left join identified on identified.person_key = numbered.person_key
    left join namesakes as namesake
      on namesake.duplicate_key = numbered.duplicate_key and numbered.person_key like 'name:%'
    left join public.imported_records as earlier
      on earlier.kind = 'donation' and earlier.source = target.source and earlier.source_id = numbered.record_key
  ),
  -- The payment provider's files also contain payments that our checkout collected.
  own_payments as materialized (
    select distinct payment.row_number
    from (
      select matched.row_number, jsonb_array_elements_text(matched.payment_ids) as id from matched
    ) as payment
    join public.donations as own
      on own.stripe_charge_id = payment.id or own.stripe_payment_intent_id = payment.id
    where payment.id ~ '^(ch|pi|py)_'
    union
    -- Our own export has the IDs of our donations.
    select matched.row_number
    from matched
    join public.donations as own on own.id::text = lower(matched.source_id)
    where target.source = 'care-packages'
  ),
  refunded as materialized (
    select
      matched.row_number,
      donated.row_number as donation_row,
      case
        when donated.row_number is null then
          'We can''t find the donation that this row refunds. Put the refund into its row, or enter it there after the import.'
        when donated.was_imported and donated.refunded > coalesce(stored.adjusted_amount, 0) then
          'Row ' || donated.row_number || ' was imported earlier, without this refund. Enter it in that donation.'
      end as problem
    from matched
    left join matched as donated
      on donated.source_id = matched.refund_of and donated.skipped is null and not donated.has_problems
    left join public.donations as stored on stored.id = donated.earlier_id
    where matched.refund_of is not null
  ),
  -- Existing donors who, like the person in the row, have nothing but this name.
  same_names as materialized (
    select named.person_key, (array_agg(donor.id))[1] as donor_id
    from (
      select distinct matched.person_key, private.name_key(matched.first_name || ' ' || matched.last_name) as name
      from matched
      where matched.donor_id is null and matched.person_key like 'name:%|'
    ) as named
    join public.donors as donor
      on private.name_key(donor.first_name || ' ' || donor.last_name) = named.name
      and donor.email is null and donor.merged_into_id is null
    group by named.person_key
    having count(*) = 1
  ),
  lookalikes as materialized (
    select distinct matched.row_number
    from matched
    join public.donations as known
      on known.donor_id = matched.donor_id
      and known.amount = matched.amount
      and known.given_on = matched.received_on
    where known.status <> 'voided' and known.is_demo = target.is_demo
      -- If both donations come from the same system, that system's IDs tell them apart.
      and (
        matched.source_id is null
        or not exists (
          select 1 from public.imports as former where former.id = known.import_id and former.source = target.source
        )
      )
  )
  select
    target.id, matched.row_number,
    case
      when matched.skipped is not null then 'skipped'
      when matched.has_problems or problem.text is not null then 'problem'
      when refunded.row_number is not null then 'skipped'
      when matched.was_imported or own_payment.row_number is not null then 'duplicate'
      when lookalike.row_number is not null then 'lookalike'
      else 'ready'
    end,
    case
      when matched.skipped is null and not matched.has_problems then
        coalesce(problem.text, 'A refund of row ' || refunded.donation_row)
    end,
    matched.record_key, matched.person_key, matched.donor_id, same_name.donor_id
  from matched
  left join refunded on refunded.row_number = matched.row_number
  left join same_names as same_name on same_name.person_key = matched.person_key and matched.donor_id is null
  left join own_payments as own_payment on own_payment.row_number = matched.row_number
  left join lookalikes as lookalike on lookalike.row_number = matched.row_number
  cross join lateral (
    select case
      when refunded.row_number is not null then refunded.problem
      when matched.received_on > private.today() then 'The date is in the future.'
      when matched.source_id is not null and matched.row_number > matched.first_row
        and matched.amount <> matched.first_amount then
        'Row ' || matched.first_row || ' has the same ID, but another amount. If these are parts of one donation, add them '
          || 'up in one row.'
      when matched.source_id is not null and matched.row_number > matched.first_row then
        'Row ' || matched.first_row || ' has the same ID. Delete one of them.'
      when matched.refunded > matched.amount then 'More was refunded than was given.'
      when matched.awaits_refund then
        'A part of this was refunded, but no row says how much. Enter it in a column of its own.'
    end as text
  ) as problem;

  -- Without statistics about the new rows, the planner expects only a few rows and joins them one by one.
  analyze public.import_verdicts;
  select private.count_verdicts(target.id) || jsonb_build_object(
    'readyAmount', coalesce(sum(staged.amount - staged.refunded + staged.match_amount) filter (where verdict.outcome = 'ready'), 0),
    'lookalikeAmount', coalesce(sum(staged.amount - staged.refunded + staged.match_amount) filter (where verdict.outcome = 'lookalike'), 0),
    'matches', count(*) filter (where verdict.outcome = 'ready' and staged.match_amount > 0 and staged.amount > 0),
    'lateReady', count(*) filter (where verdict.outcome = 'ready' and staged.received_on <= closed.through),
    'lateLookalike', count(*) filter (where verdict.outcome = 'lookalike' and staged.received_on <= closed.through),
    'fills', private.count_fills(target)
  )
  into found
  from public.import_verdicts as verdict
  join private.staged_donations(target.id) as staged on staged.row_number = verdict.row_number
  cross join (select private.books_closed_through() as through) as closed
  where verdict.import_id = target.id;
  return found;
end;
$$;

create function private.add_imported_donors(import_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.imports;
begin
  select * into target from public.imports as entry where entry.id = add_imported_donors.import_id;
  update public.import_verdicts as verdict
  set person_id = verdict.namesake_id
  where target.joins_namesakes and verdict.import_id = target.id and verdict.person_id is null;

  -- If a donor has no email address, the name is stored in the donor's row, as for a recorded donation. Each detail comes
  -- from the latest row that has it.
  with given as materialized (
    select
      verdict.person_key, staged.first_name, staged.last_name, staged.email, staged.phone, staged.address,
      staged.addressee, staged.salutation,
      row_number() over (
        partition by verdict.person_key order by staged.received_at desc, staged.row_number
      ) as age,
      private.is_unnamed(staged.first_name, staged.last_name) as is_unnamed
    from private.chosen_verdicts(target) as verdict
    join private.staged_donations(target.id) as staged on staged.row_number = verdict.row_number
    where verdict.person_id is null
      and (staged.amount > 0 or not private.is_unnamed(staged.first_name, staged.last_name))
  ),
  chosen as (
    select
      given.person_key,
      (array_agg(given.first_name order by given.is_unnamed, given.age))[1] as first_name,
      (array_agg(given.last_name order by given.is_unnamed, given.age))[1] as last_name,
      (array_agg(given.email order by given.age) filter (where given.email is not null))[1] as email,
      (array_agg(given.phone order by given.age) filter (where given.phone is not null))[1] as phone,
      (array_agg(given.address order by given.age) filter (where given.address is not null))[1] as address,
      (array_agg(given.addressee order by given.age) filter (where given.addressee is not null))[1] as addressee,
      (array_agg(given.salutation order by given.age) filter (where given.salutation is not null))[1] as salutation
    from given
    group by given.person_key
  ),
  numbered as materialized (
    select gen_random_uuid() as id, chosen.* from chosen
  ),
  added as (
    insert into public.donors (id, first_name, last_name, addressee, salutation, email, phone, address, import_id)
    select
      numbered.id,
      case when numbered.email is null then numbered.first_name end,
      case when numbered.email is null then numbered.last_name end,
      numbered.addressee, numbered.salutation, numbered.email, numbered.phone, numbered.address, target.id
    from numbered
    returning 1
  ),
  reached as (
    insert into public.donor_emails (email_key, donor_id)
    select distinct on (lower(given.email)) lower(given.email), numbered.id
    from numbered join given using (person_key)
    where given.email is not null
    on conflict do nothing
    returning 1
  )
  update public.import_verdicts as verdict
  set person_id = numbered.id
  from numbered
  where verdict.import_id = target.id and verdict.person_key = numbered.person_key and verdict.person_id is null;

  insert into public.imported_records (kind, source, source_id, record_id, import_id)
  select distinct on (staged.source_donor_id)
    'donor', target.source, staged.source_donor_id, verdict.person_id, target.id
  from private.chosen_verdicts(target) as verdict
  join private.staged_donations(target.id) as staged on staged.row_number = verdict.row_number
  where staged.source_donor_id is not null and verdict.person_id is not null
  order by staged.source_donor_id, staged.received_at desc, staged.row_number
  on conflict do nothing;
end;
$$;

create function private.credit_people(target public.imports)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The person is a donor of the file, was imported before, is known by nothing but this name, or is new.
  with chosen as materialized (
    select
      verdict.row_number, verdict.person_id, private.name_key(staged.first_name || ' ' || staged.last_name) as giver_name,
      staged.credited_donor_id, staged.credited_first_name, staged.credited_last_name,
      private.name_key(staged.credited_first_name || ' ' || staged.credited_last_name) as credited_name
    from private.chosen_verdicts(target) as verdict
    join private.staged_donations(target.id) as staged on staged.row_number = verdict.row_number
  ),
  givers as materialized (
    select chosen.giver_name, (array_agg(chosen.person_id))[1] as donor_id
    from chosen
    group by chosen.giver_name
    having count(distinct chosen.person_id) = 1
  ),
  credits as materialized (
    select
      chosen.*, coalesce('id:' || chosen.credited_donor_id, 'name:' || chosen.credited_name) as key,
      coalesce(
        private.kept_donor(former.record_id),
        case when chosen.credited_donor_id is null then giver.donor_id end,
        mere_name.donor_id
      ) as donor_id
    from chosen
    left join public.imported_records as former
      on former.kind = 'donor' and former.source = target.source and former.source_id = chosen.credited_donor_id
    left join givers as giver on giver.giver_name = chosen.credited_name
    left join lateral (
      select (array_agg(donor.id))[1] as donor_id
      from public.donors as donor
      where private.name_key(donor.first_name || ' ' || donor.last_name) = chosen.credited_name
        and donor.email is null and donor.merged_into_id is null and donor.import_id is distinct from target.id
      having count(*) = 1
    ) as mere_name on former.record_id is null
    where chosen.credited_name is not null
  ),
  new_people as materialized (
    select distinct on (credits.key)
      credits.key, credits.credited_first_name, credits.credited_last_name, gen_random_uuid() as id
    from credits where credits.donor_id is null
    order by credits.key, credits.row_number
  ),
  added as (
    insert into public.donors (id, first_name, last_name, import_id)
    select person.id, person.credited_first_name, person.credited_last_name, target.id from new_people as person
  ),
  recorded as (
    insert into public.imported_records (kind, source, source_id, record_id, import_id)
    select 'donor', target.source, substr(person.key, 4), person.id, target.id
    from new_people as person where person.key like 'id:%'
    on conflict do nothing
  )
  update public.import_verdicts as verdict
  set credited_id = coalesce(credits.donor_id, person.id)
  from credits
  left join new_people as person using (key)
  where verdict.import_id = target.id and verdict.row_number = credits.row_number;
end;
$$;

create function private.store_matches(target public.imports)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  stored integer;
begin
  with matches as materialized (
    select
      gen_random_uuid() as id, verdict.person_id, staged.*,
      case when staged.amount > 0 then verdict.record_key || ':match' else verdict.record_key end as record_key,
      'employer:' || md5(private.name_key(staged.employer)) as employer_key
    from private.chosen_verdicts(target) as verdict
    join private.staged_donations(target.id) as staged on staged.row_number = verdict.row_number
    where staged.match_amount > 0
  ),
  employers as materialized (
    select distinct on (matches.employer_key)
      matches.employer_key, matches.employer, coalesce(private.kept_donor(former.record_id), named.id) as known_id,
      former.record_id is null as is_new_key, gen_random_uuid() as new_id
    from matches
    left join public.imported_records as former
      on former.kind = 'donor' and former.source = target.source and former.source_id = matches.employer_key
    left join lateral (
      select (array_agg(donor.id))[1] as id
      from public.donors as donor
      where private.name_key(donor.first_name || ' ' || donor.last_name) = private.name_key(matches.employer)
        and donor.email is null and donor.merged_into_id is null
      having count(*) = 1
    ) as named on former.record_id is null
    order by matches.employer_key, matches.row_number
  ),
  added_donors as (
    insert into public.donors (id, first_name, last_name, import_id)
    select employers.new_id, employers.employer, '', target.id from employers where employers.known_id is null
  ),
  recorded as (
    insert into public.imported_records (kind, source, source_id, record_id, import_id)
    select 'donor', target.source, employers.employer_key, coalesce(employers.known_id, employers.new_id), target.id
    from employers where employers.is_new_key
    union all
    select 'donation', target.source, matches.record_key, matches.id, target.id from matches
  ),
  stored_matches as (
    insert into public.donations (
      id, donor_id, soft_credit_donor_id, first_name, last_name, amount, method, note, is_anonymous, is_demo, status,
      created_at, completed_at, given_on, import_id
    )
    select
      matches.id, employer.id,
      -- Nobody is credited if the employer doesn't say who gave.
      case
        when matches.person_id <> employer.id and not private.is_unnamed(matches.first_name, matches.last_name)
          then matches.person_id
      end,
      matches.employer, '', matches.match_amount, 'employer_match', matches.note, false, target.is_demo, 'completed',
      matches.received_at, matches.received_at, matches.received_on, target.id
    from matches
    join employers using (employer_key)
    cross join lateral (select coalesce(employers.known_id, employers.new_id) as id) as employer
    returning 1
  )
  select count(*) into stored from stored_matches;
  return stored;
end;
$$;

create function private.store_donations(import_id uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.imports;
  stored integer;
begin
  select * into target from public.imports as entry where entry.id = store_donations.import_id;
  perform private.fill_blanks(target);
  perform private.add_imported_donors(target.id);
  perform private.credit_people(target);

  with chosen as materialized (
    select
      gen_random_uuid() as id, verdict.record_key, verdict.person_key, verdict.person_id,
      nullif(verdict.credited_id, verdict.person_id) as credited_id,
      private.is_unnamed(staged.first_name, staged.last_name) as is_unnamed, staged.*
    from private.chosen_verdicts(target) as verdict
    join private.staged_donations(target.id) as staged on staged.row_number = verdict.row_number
  ),
  -- A donation without a name gets the person's, so that letters don't go to "Anonymous". It stays anonymous on the site.
  names as materialized (
    select distinct on (chosen.person_key) chosen.person_key, chosen.first_name, chosen.last_name
    from chosen
    where not chosen.is_unnamed
    order by chosen.person_key, chosen.received_at desc, chosen.row_number
  ),
  stored_donations as (
    insert into public.donations (
      id, donor_id, first_name, last_name, email, amount, fee_covered, adjusted_amount, method, reference, note,
      in_honor_of, is_memorial, is_anonymous, source, soft_credit_donor_id, is_demo, status, created_at, completed_at,
      given_on, import_id
    )
    select
      chosen.id, chosen.person_id,
      case when chosen.is_unnamed then coalesce(named.first_name, nullif(known.first_name, ''), chosen.first_name) else chosen.first_name end,
      case when chosen.is_unnamed then coalesce(named.last_name, known.last_name, chosen.last_name) else chosen.last_name end,
      chosen.email, chosen.amount, chosen.fee_covered,
      chosen.refunded, chosen.method, chosen.reference, chosen.note, chosen.in_honor_of, chosen.is_memorial, chosen.is_anonymous,
      chosen.origin, chosen.credited_id, target.is_demo, 'completed', chosen.received_at, chosen.received_at, chosen.received_on, target.id
    from chosen
    left join names as named on chosen.is_unnamed and named.person_key = chosen.person_key
    left join lateral private.donor_name(chosen.person_id) as known on chosen.is_unnamed
    where chosen.amount > 0
    returning 1
  ),
  recorded as (
    insert into public.imported_records (kind, source, source_id, record_id, import_id)
    select 'donation', target.source, chosen.record_key, chosen.id, target.id from chosen where chosen.amount > 0
  )
  select count(*) into stored from stored_donations;
  stored := stored + private.store_matches(target);

  -- The refund gets the donation's date, because files don't say when the refund was made.
  insert into public.donation_adjustments (donation_id, kind, amount, status, reason, created_at)
  select donation.id, 'refund', donation.adjusted_amount, 'succeeded', 'Refunded before the import', donation.created_at
  from public.donations as donation
  where donation.import_id = target.id and donation.adjusted_amount > 0;
  return stored;
end;
$$;

comment on view private.storable_rows is
  'Rows of imports with the fields that can be stored. A row with a problem has none, because its text may not be what '
  'its column holds.';
comment on function private.staged_donations(uuid) is 'Returns the rows of an import of donations, with typed columns.';
comment on function private.anonymous_donor() is
  'Returns the donor who has the donations without a name and an email address.';
comment on function private.is_unnamed(text, text) is
  'Returns whether a row has no name. Its donation is anonymous.';
comment on function private.judge_donations(uuid) is
  'Decides for each row whether it would be stored, and if not, why. Returns the counts and the amounts.';
comment on function private.add_imported_donors(uuid) is
  'Adds an import''s new donors, and stores the IDs that they had in the source.';
comment on function private.credit_people(public.imports) is
  'Finds or adds the people whom the import''s grants and matches credit.';
comment on function private.store_matches(public.imports) is
  'Stores what employers add to donations, as donations of the employers that credit the donors.';
comment on function private.store_donations(uuid) is
  'Stores the donations that the check showed, without sending emails or assigning receipt numbers.';

create function private.staged_people(import_id uuid)
returns table (
  row_number integer,
  has_problems boolean,
  skipped text,
  source_id text,
  first_name text,
  last_name text,
  email text,
  phone text,
  address text,
  city text,
  state text,
  zip_code text,
  note text,
  tags jsonb,
  hours numeric,
  started_on date,
  availability text,
  qualifications jsonb,
  addressee text,
  salutation text
)
language sql
stable
security definer
rows 20000
set search_path = ''
as $$
  select
    staged.row_number, staged.has_problems, staged.skipped, field."sourceId", field."firstName", field."lastName",
    field.email, field.phone, field.address, field.city, field.state,
    coalesce(field."zipCode", private.zip_code_of(field.address)), field.note,
    coalesce(field.tags, '[]'), coalesce(field.hours, 0), field."startedOn", field.availability,
    coalesce(field.qualifications, '[]'), field.addressee, field.salutation
  from private.storable_rows as staged
  cross join lateral jsonb_to_record(staged.fields) as field (
    "sourceId" text, "firstName" text, "lastName" text, email text, phone text, address text, city text, state text,
    "zipCode" text, note text, tags jsonb, hours numeric, "startedOn" date, availability text, qualifications jsonb,
    addressee text, salutation text
  )
  where staged.import_id = staged_people.import_id;
$$;

create function private.filled_blanks(target public.imports)
returns table (record_id uuid, field text, value jsonb)
language sql
stable
security definer
rows 1000
set search_path = ''
as $$
  -- Administrators may leave out lookalikes among donors, because they may be other people.
  with known as materialized (
    select verdict.row_number, verdict.person_id
    from public.import_verdicts as verdict
    where verdict.import_id = target.id
      and verdict.person_id is not null
      and (verdict.outcome in ('ready', 'duplicate') or verdict.outcome = 'lookalike' and target.kind = 'donations')
  ),
  given as (
    select known.person_id, detail.*, staged.received_at, staged.row_number
    from private.staged_donations(target.id) as staged
    join known on known.row_number = staged.row_number
    join public.donors as donor on donor.id = known.person_id
    cross join lateral (
      values
        ('phone', to_jsonb(staged.phone), donor.phone is null),
        ('addressee', to_jsonb(staged.addressee), donor.addressee is null),
        ('salutation', to_jsonb(staged.salutation), donor.salutation is null),
        ('address', to_jsonb(staged.address), donor.address is null)
    ) as detail (field, value, is_blank)
    where target.kind = 'donations'
    union all
    select known.person_id, detail.*, null, staged.row_number
    from private.staged_people(target.id) as staged
    join known on known.row_number = staged.row_number
    join public.donors as donor on donor.id = known.person_id
    cross join lateral (
      values
        ('phone', to_jsonb(staged.phone), donor.phone is null),
        ('addressee', to_jsonb(staged.addressee), donor.addressee is null),
        ('salutation', to_jsonb(staged.salutation), donor.salutation is null),
        ('address', to_jsonb(staged.address), donor.address is null),
        ('notes', to_jsonb(staged.note), donor.notes is null),
        ('tags', nullif(staged.tags, '[]'), donor.tags = '[]')
    ) as detail (field, value, is_blank)
    where target.kind = 'donors'
    union all
    select known.person_id, detail.*, null, staged.row_number
    from private.staged_people(target.id) as staged
    join known on known.row_number = staged.row_number
    join public.volunteers as volunteer on volunteer.id = known.person_id
    -- The parts of an address belong together.
    cross join lateral (
      select coalesce(volunteer.zip_code, volunteer.city, volunteer.state) is null as value
    ) as has_no_place
    cross join lateral (
      values
        ('phone', to_jsonb(staged.phone), volunteer.phone is null),
        ('zip_code', to_jsonb(staged.zip_code), has_no_place.value),
        ('city', to_jsonb(staged.city), has_no_place.value),
        ('state', to_jsonb(staged.state), has_no_place.value),
        ('notes', to_jsonb(staged.note), volunteer.notes is null),
        ('tags', nullif(staged.tags, '[]'), volunteer.tags = '[]'),
        ('availability', to_jsonb(staged.availability), volunteer.availability is null)
    ) as detail (field, value, is_blank)
    where target.kind = 'volunteers'
  )
  select distinct on (given.person_id, given.field) given.person_id, given.field, given.value
  from given
  where given.is_blank and given.value is not null
  order by given.person_id, given.field, given.received_at desc nulls last, given.row_number;
$$;

create function private.count_fills(target public.imports)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'address', count(distinct blank.record_id) filter (where blank.field in ('address', 'zip_code', 'city', 'state')),
    'phone', count(*) filter (where blank.field = 'phone'),
    'addressee', count(*) filter (where blank.field = 'addressee'),
    'salutation', count(*) filter (where blank.field = 'salutation'),
    'notes', count(*) filter (where blank.field = 'notes'),
    'tags', count(*) filter (where blank.field = 'tags'),
    'availability', count(*) filter (where blank.field = 'availability')
  )
  from private.filled_blanks(target) as blank;
$$;

create function private.fill_blanks(target public.imports)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  with blanks as materialized (
    select * from private.filled_blanks(target)
  ),
  filled as (
    insert into public.import_fills (import_id, record_id, field, value_hash)
    select target.id, blank.record_id, blank.field, md5(blank.value::text) from blanks as blank
  ),
  details as materialized (
    select blank.record_id, jsonb_object_agg(blank.field, blank.value) as given
    from blanks as blank
    group by blank.record_id
  ),
  filled_donors as (
    update public.donors as donor
    set
      phone = coalesce(donor.phone, details.given ->> 'phone'),
      address = coalesce(donor.address, details.given ->> 'address'),
      addressee = coalesce(donor.addressee, details.given ->> 'addressee'),
      salutation = coalesce(donor.salutation, details.given ->> 'salutation'),
      notes = coalesce(donor.notes, details.given ->> 'notes'),
      tags = coalesce(details.given -> 'tags', donor.tags)
    from details
    where target.kind <> 'volunteers' and donor.id = details.record_id
  )
  update public.volunteers as volunteer
  set
    phone = coalesce(volunteer.phone, details.given ->> 'phone'),
    zip_code = coalesce(volunteer.zip_code, details.given ->> 'zip_code'),
    city = coalesce(volunteer.city, details.given ->> 'city'),
    state = coalesce(volunteer.state, details.given ->> 'state'),
    notes = coalesce(volunteer.notes, details.given ->> 'notes'),
    tags = coalesce(details.given -> 'tags', volunteer.tags),
    availability = coalesce(volunteer.availability, details.given ->> 'availability')
  from details
  where target.kind = 'volunteers' and volunteer.id = details.record_id;
end;
$$;

create function private.empty_filled_blanks(target public.imports)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  filled_field text;
begin
  for filled_field in
    select distinct filled.field from public.import_fills as filled where filled.import_id = target.id
  loop
    execute format(
      'update public.%1$I as person set %2$I = default
      from public.import_fills as filled
      where filled.import_id = $1 and filled.field = %2$L and filled.record_id = person.id
        and filled.value_hash = md5((to_jsonb(person) -> filled.field)::text)',
      case target.kind when 'volunteers' then 'volunteers' else 'donors' end, filled_field
    ) using target.id;
  end loop;
  delete from public.import_fills as filled where filled.import_id = target.id;
end;
$$;

create function private.judge_people(import_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.imports;
begin
  select * into target from public.imports as entry where entry.id = judge_people.import_id;
  delete from public.import_verdicts as verdict where verdict.import_id = target.id;

  insert into public.import_verdicts (import_id, row_number, outcome, problem, record_key, person_key, person_id)
  with keyed as materialized (
    select
      staged.*,
      coalesce(
        staged.source_id,
        -- Hashed, because this key isn't deleted, and people may ask us to erase their email addresses.
        'email:' || md5(lower(staged.email) || case
          when target.kind = 'volunteers' then ' ' || private.name_key(concat_ws(' ', staged.first_name, staged.last_name))
          else ''
        end),
        'name:' || md5(lower(concat_ws('|', staged.first_name, staged.last_name, staged.address, staged.phone)))
      ) as record_key,
      case when target.kind = 'donors' and staged.email is null then
        private.duplicate_key(staged.first_name, staged.last_name, staged.zip_code)
      end as duplicate_key,
      -- Without an email address, someone with the same name and nothing that differs may be the same person.
      case when target.kind = 'volunteers' and staged.email is null then
        (
          select private.kept_volunteer(alike.id) from public.volunteers as alike
          where private.name_key(alike.name) = private.name_key(staged.first_name || ' ' || staged.last_name) and alike.is_active
            and coalesce(alike.zip_code = staged.zip_code, true)
            and coalesce(right(regexp_replace(alike.phone, '\D', '', 'g'), 10)
              = right(regexp_replace(staged.phone, '\D', '', 'g'), 10), true)
          order by alike.created_at
          limit 1
        )
      end as namesake_volunteer
    from private.staged_people(target.id) as staged
  ),
  numbered as materialized (
    select
      keyed.*,
      btrim(concat_ws(' ', keyed.first_name, keyed.last_name)) as full_name,
      min(keyed.row_number) over (partition by keyed.record_key) as first_with_key,
      -- Volunteers with different names may share a mailbox.
      min(keyed.row_number) over (
        partition by coalesce(lower(keyed.email), 'row:' || keyed.row_number), case
          when target.kind = 'volunteers' then private.name_key(concat_ws(' ', keyed.first_name, keyed.last_name))
        end
      ) as first_with_email
    from keyed
  ),
  matched as (
    select
      numbered.*,
      coalesce(
        known_donor.donor_id,
        case
          when known_volunteer.id is null then contact.id
          when private.is_named(private.kept_volunteer(known_volunteer.id), numbered.full_name)
            then private.kept_volunteer(known_volunteer.id)
          else contact.id
        end,
        case target.kind
          when 'donors' then private.kept_donor(earlier.record_id)
          else private.kept_volunteer(earlier.record_id)
        end
      ) as person_id,
      coalesce(namesake.donor_id, numbered.namesake_volunteer, private.kept_volunteer(known_volunteer.id))
        as namesake_id,
      earlier.record_id is not null as was_imported
    from numbered
    left join public.donor_emails as known_donor
      on target.kind = 'donors' and known_donor.email_key = lower(numbered.email)
    left join public.volunteers as known_volunteer
      on target.kind = 'volunteers' and lower(known_volunteer.email) = lower(numbered.email)
    left join lateral (
      select private.contact_at(numbered.email, numbered.full_name) as id where target.kind = 'volunteers'
    ) as contact on true
    left join private.donors_alike(
      array(select distinct keyed.duplicate_key from keyed where keyed.duplicate_key is not null)
    ) as namesake on namesake.duplicate_key = numbered.duplicate_key
    left join public.imported_records as earlier
      on earlier.kind = rtrim(target.kind, 's') and earlier.source = target.source and earlier.source_id = numbered.record_key
  )
  select
    target.id, matched.row_number,
    case
      when matched.skipped is not null then 'skipped'
      when matched.has_problems or problem.text is not null then 'problem'
      when matched.was_imported or matched.person_id is not null then 'duplicate'
      when matched.namesake_id is not null then 'lookalike'
      else 'ready'
    end,
    case when matched.skipped is null and not matched.has_problems then problem.text end,
    matched.record_key, matched.row_number::text, coalesce(matched.person_id, matched.namesake_id)
  from matched
  cross join lateral (
    select case
      when matched.row_number > matched.first_with_email then
        'Row ' || matched.first_with_email || ' has the same email address. Delete one of them.'
      when matched.row_number > matched.first_with_key then
        'Row ' || matched.first_with_key || ' is the same. Delete one of them.'
    end as text
  ) as problem;

  -- Without statistics about the new rows, the planner expects only a few rows and joins them one by one.
  analyze public.import_verdicts;
  return private.count_verdicts(target.id)
    || jsonb_build_object(
      'readyAmount', 0, 'lookalikeAmount', 0, 'matches', 0, 'lateReady', 0, 'lateLookalike', 0,
      'fills', private.count_fills(target)
    );
end;
$$;

create function private.store_donors(import_id uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.imports;
  stored integer;
begin
  select * into target from public.imports as entry where entry.id = store_donors.import_id;
  perform private.fill_blanks(target);
  with chosen as materialized (
    select gen_random_uuid() as id, verdict.record_key, staged.*
    from private.chosen_verdicts(target) as verdict
    join private.staged_people(target.id) as staged on staged.row_number = verdict.row_number
  ),
  added as (
    insert into public.donors (
      id, first_name, last_name, addressee, salutation, email, phone, address, notes, tags, import_id
    )
    select chosen.id, chosen.first_name, chosen.last_name, chosen.addressee, chosen.salutation, chosen.email, chosen.phone, chosen.address, chosen.note,
      chosen.tags, target.id
    from chosen
    returning 1
  ),
  reached as (
    insert into public.donor_emails (email_key, donor_id)
    select lower(chosen.email), chosen.id from chosen where chosen.email is not null
  ),
  recorded as (
    insert into public.imported_records (kind, source, source_id, record_id, import_id)
    select 'donor', target.source, chosen.record_key, chosen.id, target.id from chosen
  )
  select count(*) into stored from added;
  return stored;
end;
$$;

create function private.store_volunteers(import_id uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.imports;
  stored integer;
begin
  select * into target from public.imports as entry where entry.id = store_volunteers.import_id;
  perform private.fill_blanks(target);
  with chosen as materialized (
    select
      gen_random_uuid() as id, verdict.record_key, staged.*,
      -- The first person at a mailbox gets the address. The others get it as a contact address.
      row_number() over (partition by lower(staged.email) order by staged.row_number) > 1 or exists (
        select from public.volunteers as owner where lower(owner.email) = lower(staged.email)
      ) as shares_mailbox
    from private.chosen_verdicts(target) as verdict
    join private.staged_people(target.id) as staged on staged.row_number = verdict.row_number
  ),
  added as (
    insert into public.volunteers (
      id, name, email, contact_email, phone, zip_code, city, state, availability, notes, tags, opening_hours, total_hours,
      started_on, import_id
    )
    select chosen.id, btrim(chosen.first_name || ' ' || chosen.last_name),
      case when not chosen.shares_mailbox then chosen.email end,
      case when chosen.shares_mailbox then lower(chosen.email) end,
      chosen.phone, chosen.zip_code, chosen.city, chosen.state, chosen.availability, chosen.note, chosen.tags,
      chosen.hours, chosen.hours, chosen.started_on, target.id
    from chosen
    returning 1
  ),
  recorded as (
    insert into public.imported_records (kind, source, source_id, record_id, import_id)
    select 'volunteer', target.source, chosen.record_key, chosen.id, target.id from chosen
  ),
  qualified as (
    insert into public.volunteer_qualifications (volunteer_id, kind, label, completed_on, expires_on)
    select chosen.id, held.kind, held.label, held."completedOn", held."expiresOn"
    from chosen
    cross join lateral jsonb_to_recordset(chosen.qualifications) as held (
      kind text, label text, "completedOn" date, "expiresOn" date
    )
  )
  select count(*) into stored from added;
  return stored;
end;
$$;

create function private.undo_people(target public.imports)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  donor_ids constant uuid[] := array(
    select donor.id from public.donors as donor where donor.import_id = target.id and donor.updated_at <= target.imported_at
  );
  volunteer_ids constant uuid[] := array(
    select volunteer.id from public.volunteers as volunteer
    -- Someone who has applied since the import has a login, so their row stays.
    where volunteer.import_id = target.id and volunteer.account_id is null
  );
begin
  delete from public.donors as donor
  where donor.id = any (donor_ids)
    and donor.id not in (
      select used.id from private.referenced_records('public.donors', donor_ids, '{donor_emails}') as used (id)
    );
  delete from public.volunteers as volunteer
  where volunteer.id = any (volunteer_ids)
    and volunteer.id not in (
      select used.id
      from private.referenced_records('public.volunteers', volunteer_ids, '{volunteer_qualifications}') as used (id)
      union
      -- The import's own waivers and training go with the volunteer.
      select held.volunteer_id from public.volunteer_qualifications as held
      where held.volunteer_id = any (volunteer_ids) and held.updated_at > target.imported_at
    );
end;
$$;

comment on function private.filled_blanks(public.imports) is
  'Returns the blanks of known donors or volunteers that the import fills: each with the latest value in the file.';
comment on function private.count_fills(public.imports) is
  'Counts the people whose blanks the import fills, by what it adds.';
comment on function private.fill_blanks(public.imports) is
  'Adds what the file knows and we don''t to the details of known people. Nothing is overwritten.';
comment on function private.empty_filled_blanks(public.imports) is
  'Empties the details that an import filled in, unless they have changed since.';
comment on function private.staged_people(uuid) is 'Returns the rows of an import of donors or volunteers, with typed columns.';
comment on function private.judge_people(uuid) is
  'Decides for each row whether it would be stored, and if not, why. Returns the counts. Existing people keep what '
  'they have. A donor without an email address who has the same name and ZIP code as an existing donor is a lookalike, '
  'and so is a volunteer with the email address of a volunteer who has another name.';
comment on function private.store_donors(uuid) is 'Stores the donors that the check showed.';
comment on function private.store_volunteers(uuid) is
  'Stores the volunteers that the check showed, without logins. If several share a mailbox, the first one gets the '
  'address, and the others get it as a contact address. Nobody gets an email.';
comment on function private.undo_people(public.imports) is
  'Removes the donors and volunteers that an import added, except those for whom anything else has been recorded since '
  'then.';

create function private.judge_import(import_id uuid, kind text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  return case judge_import.kind
    when 'donations' then private.judge_donations(judge_import.import_id)
    else private.judge_people(judge_import.import_id)
  end;
end;
$$;

create function private.check_import(import_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  target constant public.imports := private.lock_import(check_import.import_id);
begin
  if target.state <> 'checking' then
    perform private.refuse_import('Someone else has continued this import. Reload the page to see its status.');
  end if;
  update public.imports as entry
  set state = 'checked', counts = private.judge_import(target.id, target.kind)
  where entry.id = target.id;
end;
$$;

grant execute on function private.check_import(uuid) to authenticated;

create function private.store_import(import_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  target constant public.imports := private.lock_import(store_import.import_id);
  stored integer;
begin
  if target.state <> 'importing' then
    perform private.refuse_import('Someone else has continued this import. Reload the page to see its status.');
  end if;
  -- Imports run one at a time, so that two of them can't store the same records.
  perform pg_advisory_xact_lock(hashtextextended('imports', 0));
  if private.judge_import(target.id, target.kind) <> target.counts then
    perform private.refuse_import('Something has changed since the check. Check the file again.');
  end if;
  stored := case target.kind
    when 'donations' then private.store_donations(target.id)
    when 'donors' then private.store_donors(target.id)
    else private.store_volunteers(target.id)
  end;
  delete from public.import_rows as staged
  using public.import_verdicts as verdict
  where staged.import_id = target.id
    and verdict.import_id = target.id
    and verdict.row_number = staged.row_number
    and verdict.outcome <> 'problem';
  update public.imports as entry
  set state = 'imported', stored_count = stored, imported_at = now()
  where entry.id = target.id;
end;
$$;

grant execute on function private.store_import(uuid) to authenticated;

create function private.referenced_records(target regclass, ids uuid[], except_tables text[])
returns setof uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  reference record;
begin
  for reference in
    select relation.relname as table_name, attribute.attname as column_name
    from pg_catalog.pg_constraint as key
    join pg_catalog.pg_class as relation on relation.oid = key.conrelid
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = key.conrelid and attribute.attnum = key.conkey[1]
    where key.contype = 'f' and key.confrelid = target and relation.relnamespace = 'public'::regnamespace
      and relation.relname <> all (except_tables)
  loop
    return query execute format(
      'select distinct %1$I from public.%2$I where %1$I = any ($1)', reference.column_name, reference.table_name
    ) using ids;
  end loop;
end;
$$;

create function private.undo_donations(target public.imports)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  donation_ids constant uuid[] := array(
    select donation.id from public.donations as donation where donation.import_id = target.id
  );
  changed_ids uuid[];
  named text;
begin
  changed_ids := array(
    select donation.id from public.donations as donation
    where donation.import_id = target.id and donation.updated_at > target.imported_at
    union
    select private.referenced_records('public.donations', donation_ids, '{donation_adjustments}')
  );
  if changed_ids <> '{}' then
    select string_agg(
      format('%s, $%s on %s', btrim(shown.first_name || ' ' || shown.last_name), shown.amount,
        to_char(shown.given_on, 'FMMM/FMDD/YYYY')),
      '; '
    )
    into named
    from (
      select * from public.donations as donation where donation.id = any (changed_ids)
      order by donation.completed_at desc, donation.id limit 3
    ) as shown;
    perform private.refuse_import(format(
      '%s of these donations changed since the import (%s%s), so nothing was undone. Void the donations that are wrong instead.',
      cardinality(changed_ids), named, case when cardinality(changed_ids) > 3 then '; …' else '' end
    ));
  end if;
  delete from public.donation_adjustments as adjustment where adjustment.donation_id = any (donation_ids);
  delete from public.donations as donation where donation.import_id = target.id;
  delete from public.donation_day_totals as total
  where total.is_demo = target.is_demo and total.total_amount = 0 and total.donation_count = 0;
  delete from public.donation_month_totals as total
  where total.is_demo = target.is_demo and total.total_amount = 0 and total.donation_count = 0;
end;
$$;

create function private.undo_import(import_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  target constant public.imports := private.lock_import(undo_import.import_id);
begin
  if target.state <> 'undoing' then
    perform private.refuse_import('Someone else has continued this import. Reload the page to see its status.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('imports', 0));
  perform private.undo_donations(target);
  perform private.empty_filled_blanks(target);
  perform private.undo_people(target);
  -- People from this import who aren't removed keep their imported IDs; otherwise, importing the corrected file would
  -- add them again.
  delete from public.imported_records as record
  where record.import_id = target.id
    and not exists (
      select 1 from public.donors as donor where donor.id = record.record_id and donor.import_id = target.id
    )
    and not exists (
      select 1 from public.volunteers as volunteer where volunteer.id = record.record_id and volunteer.import_id = target.id
    );
  delete from public.import_rows as staged where staged.import_id = target.id;
  update public.imports as entry set state = 'undone', undone_at = now() where entry.id = target.id;
end;
$$;

grant execute on function private.undo_import(uuid) to authenticated;

comment on function private.judge_import(uuid, text) is 'Decides the outcome of each row of an import.';
comment on function private.check_import(uuid) is 'Makes a dry run: marks each row and stores nothing.';
comment on function private.store_import(uuid) is
  'Stores what the check showed, or nothing at all. Rows with problems stay, so that they can be downloaded.';
comment on function private.referenced_records(regclass, uuid[], text[]) is
  'Returns the records that rows in other tables refer to.';
comment on function private.undo_donations(public.imports) is
  'Removes an import''s donations. Refuses if any of them has been changed since the import or is referred to by other '
  'records.';
comment on function private.undo_import(uuid) is
  'Removes what an import added, up to 24 hours after the import. Donors and volunteers for whom anything else has '
  'been recorded since then stay, and so do their IDs.';
