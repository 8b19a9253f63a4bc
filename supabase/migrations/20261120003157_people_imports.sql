set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
  hours numeric
)
language sql
stable
security definer
rows 20000
set search_path = ''
as $$
  select
    staged.row_number, staged.problems <> '[]', staged.skipped, field."sourceId", field."firstName", field."lastName",
    field.email, field.phone, field.address, field.city, field.state,
    coalesce(field."zipCode", private.zip_code_of(field.address)), field.note,
    coalesce(field.tags, '[]'), coalesce(field.hours, 0)
  from public.import_rows as staged
  cross join lateral jsonb_to_record(staged.fields) as field (
    "sourceId" text, "firstName" text, "lastName" text, email text, phone text, address text, city text, state text,
    "zipCode" text, note text, tags jsonb, hours numeric
  )
  where staged.import_id = staged_people.import_id;
$$;

create function private.judge_people(import_id uuid)
returns jsonb
language plpgsql
volatile
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
        'email:' || md5(lower(staged.email)),
        'name:' || md5(lower(concat_ws('|', staged.first_name, staged.last_name, staged.address, staged.phone)))
      ) as record_key,
      -- Volunteers always have an email address.
      case when target.kind = 'donors' and staged.email is null then
        private.duplicate_key(staged.first_name, staged.last_name, staged.zip_code)
      end as duplicate_key
    from private.staged_people(target.id) as staged
  ),
  numbered as materialized (
    select
      keyed.*,
      min(keyed.row_number) over (partition by keyed.record_key) as first_with_key,
      min(keyed.row_number) over (partition by coalesce(lower(keyed.email), 'row:' || keyed.row_number)) as first_with_email
    from keyed
  ),
  matched as (
    select
      numbered.*,
      coalesce(known_donor.donor_id, private.kept_volunteer(known_volunteer.id)) as person_id,
      namesake.donor_id as namesake_id,
      earlier.record_id is not null as was_imported
    from numbered
    left join public.donor_emails as known_donor
      on target.kind = 'donors' and known_donor.email_key = lower(numbered.email)
    left join public.volunteers as known_volunteer
      on target.kind = 'volunteers' and lower(known_volunteer.email) = lower(numbered.email)
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
  return private.count_verdicts(target.id) || '{"readyAmount": 0, "lookalikeAmount": 0}';
end;
$$;

create function private.store_donors(import_id uuid)
returns integer
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target public.imports;
  stored integer;
begin
  select * into target from public.imports as entry where entry.id = store_donors.import_id;
  with chosen as materialized (
    select gen_random_uuid() as id, verdict.record_key, staged.*
    from private.chosen_verdicts(target) as verdict
    join private.staged_people(target.id) as staged on staged.row_number = verdict.row_number
  ),
  added as (
    insert into public.donors (id, first_name, last_name, email, phone, address, notes, tags, import_id)
    select chosen.id, chosen.first_name, chosen.last_name, chosen.email, chosen.phone, chosen.address, chosen.note,
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
volatile
security definer
set search_path = ''
as $$
declare
  target public.imports;
  stored integer;
begin
  select * into target from public.imports as entry where entry.id = store_volunteers.import_id;
  with chosen as materialized (
    select gen_random_uuid() as id, verdict.record_key, staged.*
    from private.chosen_verdicts(target) as verdict
    join private.staged_people(target.id) as staged on staged.row_number = verdict.row_number
  ),
  added as (
    insert into public.volunteers (id, name, email, phone, zip_code, city, state, opening_hours, total_hours, import_id)
    select chosen.id, btrim(chosen.first_name || ' ' || chosen.last_name), chosen.email, chosen.phone, chosen.zip_code,
      chosen.city, chosen.state, chosen.hours, chosen.hours, target.id
    from chosen
    returning 1
  ),
  recorded as (
    insert into public.imported_records (kind, source, source_id, record_id, import_id)
    select 'volunteer', target.source, chosen.record_key, chosen.id, target.id from chosen
  )
  select count(*) into stored from added;
  return stored;
end;
$$;

create function private.undo_people(target public.imports)
returns void
language plpgsql
volatile
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
      select used.id from private.referenced_records('public.volunteers', volunteer_ids, '{}') as used (id)
    );
end;
$$;

comment on function private.staged_people(uuid) is 'Returns the rows of an import of donors or volunteers, with typed columns.';
comment on function private.judge_people(uuid) is
  'Decides for each row whether it would be stored, and if not, why. Returns the counts. Existing people stay as they '
  'are. A donor without an email address who has the same name and ZIP code as an existing donor is a lookalike.';
comment on function private.store_donors(uuid) is 'Stores the donors that the check showed.';
comment on function private.store_volunteers(uuid) is
  'Stores the volunteers that the check showed, without logins. Nobody gets an email.';
comment on function private.undo_people(public.imports) is
  'Removes the donors and volunteers that an import added, except those for whom anything else has been recorded since '
  'then.';
