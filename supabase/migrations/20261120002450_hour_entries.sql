set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.hour_entries (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null default private.own_volunteer_id() references public.volunteers (id) on delete cascade,
  date date not null check (date between '2000-01-01' and '2199-12-31'),
  hours numeric(5, 2) not null check (hours > 0 and hours <= 24),
  activity text not null check (private.is_line(activity) and char_length(btrim(activity)) between 1 and 200),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  is_beside_shift boolean not null default false,
  entered_by text,
  reviewed_by text,
  reviewed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now()
);
create index hour_entries_person_idx on public.hour_entries (person_id, date desc, id);
create index hour_entries_date_idx on public.hour_entries (date desc, id desc);
create index hour_entries_pending_idx on public.hour_entries (date desc, id desc) where status = 'pending';

comment on table public.hour_entries is
  'Hours that people worked outside events. What volunteers hand in themselves counts once an administrator approves it.';
comment on column public.hour_entries.activity is 'What the person did, in a few words.';
comment on column public.hour_entries.is_beside_shift is
  'Whether someone said that these hours aren''t part of the shift that the person has on the same day. Without that, '
  'hours on the day of a shift are refused, and never counted.';
comment on column public.hour_entries.entered_by is
  'The username of the administrator who entered the hours; null if the volunteer handed them in.';
comment on column public.hour_entries.reviewed_by is
  'The username of the administrator who approved or rejected the hours.';

create function private.shift_on(person_id uuid, date date)
returns text
language sql
stable
set search_path = ''
as $$
  select format(
    '%s on %s, %s to %s%s', meeting.event_type, to_char(meeting.date, 'FMMonth FMDD, YYYY'),
    to_char(meeting.start_time, 'FMHH12:MI AM'), to_char(meeting.end_time, 'FMHH12:MI AM'),
    case when meeting.ends_next_day then ' the next day' end
  )
  from public.volunteer_event_registrations as registration
  join public.events as meeting on meeting.id = registration.event_id
  where registration.person_id = shift_on.person_id
    and shift_on.date between meeting.date and meeting.date + meeting.ends_next_day::integer
    and registration.attendance <> 'absent' and meeting.canceled_at is null
  order by meeting.starts_at
  limit 1;
$$;

create function private.guard_hour_entry()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  reviews constant boolean := not private.is_api_caller() or private.may('volunteers');
  shift text;
begin
  if tg_op = 'INSERT' then
    new.entered_by := case when private.is_api_caller() and reviews then private.actor_name() end;
    if private.is_api_caller() then
      new.status := case when reviews then 'approved' else 'pending' end;
    end if;
  end if;
  if tg_op = 'INSERT' or new.status is distinct from old.status then
    new.reviewed_by := case when new.status <> 'pending' then private.actor_name() end;
    new.reviewed_at := case when new.status <> 'pending' then now() end;
  end if;
  if new.date > private.today() then
    raise exception 'the day is in the future' using
      errcode = '23514', table = 'hour_entries', constraint = 'hour_entries_date_check',
      hint = 'Enter a day that isn''t in the future.';
  end if;
  if new.status <> 'rejected' and not new.is_beside_shift then
    shift := private.shift_on(new.person_id, new.date);
    if shift is not null then
      raise exception 'the hours may be part of a shift' using errcode = 'CP071', hint = format(
        '%s has a shift that day: %s. Hours at a shift count by themselves.',
        (select person.name from public.volunteers as person where person.id = new.person_id), shift
      );
    end if;
  end if;
  return new;
end;
$$;

comment on function private.guard_hour_entry() is
  'Sets who entered and reviewed hours, and refuses hours on the day of the person''s shift until someone says that '
  'they aren''t part of it.';

-- Not on a change of the person: a merge may move hours to the day of a shift, where they don't count until someone says
-- that they come on top.
create trigger guard_hour_entry
  before insert or update of date, status, is_beside_shift on public.hour_entries
  for each row execute function private.guard_hour_entry();

-- Handed-in hours that count. If the person has since got a counted shift on that day, they don't, until someone says
-- that they aren't part of it.
create view private.counted_entries with (security_invoker = true) as
select entry.*
from public.hour_entries as entry
where entry.status = 'approved' and (
  entry.is_beside_shift or not exists (
    select from private.counted_shifts as counted
    where counted.person_id = entry.person_id and entry.date between counted.date and counted.last_date
  )
);

grant select on table private.counted_entries to service_role, administrator;

comment on view private.counted_entries is 'The approved hours outside shifts, without those that a shift already counts.';

create function private.refresh_volunteer_totals(person_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  shift_hours numeric;
  shift_packages integer;
  entered_hours numeric;
begin
  -- An erased person keeps all hours and packages in the directory, without the shifts they came from.
  if current_setting('private.erasing', true) = 'on' then
    return;
  end if;
  -- The lock makes sums that change at once wait for each other.
  perform from public.volunteers as person where person.id = refresh_volunteer_totals.person_id for no key update;
  select coalesce(sum(counted.hours), 0), coalesce(sum(counted.packages), 0)
  into shift_hours, shift_packages
  from private.counted_shifts as counted where counted.person_id = refresh_volunteer_totals.person_id;
  select coalesce(sum(entry.hours), 0) into entered_hours
  from private.counted_entries as entry where entry.person_id = refresh_volunteer_totals.person_id;
  update public.volunteers as person
  set total_hours = person.opening_hours + shift_hours + entered_hours, packages_helped = shift_packages
  where person.id = refresh_volunteer_totals.person_id
    and (person.total_hours, person.packages_helped)
      is distinct from (person.opening_hours + shift_hours + entered_hours, shift_packages);
end;
$$;

comment on function private.refresh_volunteer_totals(uuid) is
  'Recomputes a person''s hours and packages from the shifts and entries that count.';

create function private.count_hour_entry()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.refresh_volunteer_totals(old.person_id);
  end if;
  if tg_op <> 'DELETE' then
    perform private.refresh_volunteer_totals(new.person_id);
  end if;
  return null;
end;
$$;

comment on function private.count_hour_entry() is 'Updates the person''s total hours.';

create trigger count_hour_entry
  after insert or update or delete on public.hour_entries
  for each row execute function private.count_hour_entry();

select private.describe_table(
  'hour_entries', area => 'volunteers', archived => true, audited => true, title => '{activity}, {date}',
  rows => '{own,area}', admins_write => '{insert,update,delete}', volunteers_write => '{insert,delete}',
  erasure => 'delete', erase_order => 30,
  reason => 'Hours outside shifts. Their sum stays in the directory.'
);
select private.describe_columns('hour_entries', '{activity}', kind => 'personal');
select private.describe_columns('hour_entries', '{entered_by,reviewed_by}', kind => 'username');
select private.describe_columns('hour_entries', '{status}', kind => 'state');

alter table public.hour_entries enable row level security;

create policy "Volunteers read their own hours and admins read all" on public.hour_entries
  for select to authenticated
  using (person_id = (select private.own_volunteer_id()) or (select private.may('volunteers')));

create policy "Volunteers hand in their own hours and admins enter anyone's" on public.hour_entries
  for insert to authenticated
  with check (person_id = (select private.own_volunteer_id()) or (select private.may('volunteers')));

create policy "Admins correct and review hours" on public.hour_entries
  for update to authenticated
  using ((select private.may('volunteers')));

create policy "Volunteers take back unreviewed hours, admins delete any" on public.hour_entries
  for delete to authenticated
  using (
    (person_id = (select private.own_volunteer_id()) and status = 'pending') or (select private.may('volunteers'))
  );

grant select (id, date, hours, activity, status, is_beside_shift)
  on table public.hour_entries to authenticated;
grant select on table public.hour_entries to administrator;
grant insert (person_id, date, hours, activity, is_beside_shift) on table public.hour_entries to authenticated;
grant update (date, hours, activity, is_beside_shift, status) on table public.hour_entries to authenticated;
grant delete on table public.hour_entries to authenticated;
grant select on table public.hour_entries to service_role;

create function private.own_registration_totals()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'totalRegistrations', (
      select count(*) from public.volunteer_event_registrations as registration where registration.person_id = own.id
    ),
    'totalHours', coalesce(person.opening_hours, 0) + coalesce(sum(counted.hours), 0),
    'handedInHours', (
      select coalesce(sum(entry.hours), 0) from private.counted_entries as entry where entry.person_id = own.id
    ),
    'shiftsCompleted', count(counted.event_id),
    'packagesPacked', coalesce(sum(counted.packages), 0),
    'firstShift', min(counted.date),
    'since', person.started_on
  )
  from private.own_volunteer_id() as own (id)
  left join public.volunteers as person on person.id = own.id
  left join private.counted_shifts as counted on counted.person_id = own.id
  group by own.id, person.id;
$$;

grant execute on function private.own_registration_totals() to authenticated, service_role;

create function private.hours_certificate(person_id uuid, only_year integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with shift as materialized (
    select meeting.*, counted.hours as worked, extract(year from meeting.date)::integer as year
    from private.counted_shifts as counted
    join public.events as meeting on meeting.id = counted.event_id
    where counted.person_id = hours_certificate.person_id
  ),
  entry as materialized (
    select counted.*, extract(year from counted.date)::integer as year
    from private.counted_entries as counted
    where counted.person_id = hours_certificate.person_id
  )
  select jsonb_build_object(
    'organization', (
      select jsonb_build_object(
        'name', contact.organization_name, 'taxId', contact.tax_id, 'address', contact.address,
        'phone', contact.phone, 'email', contact.email
      )
      from public.contact_info as contact
    ),
    'volunteerName', person.name,
    'since', kept.started_on,
    'shifts', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', shift.id, 'eventType', shift.event_type, 'date', shift.date,
            'startTime', shift.start_time, 'endTime', shift.end_time, 'endsNextDay', shift.ends_next_day,
            'address', shift.address,
            'hours', shift.worked
          )
          order by shift.starts_at, shift.id
        ),
        '[]'
      )
      from shift where shift.year = coalesce(only_year, shift.year)
    ),
    'handedIn', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', entry.id, 'date', entry.date, 'activity', entry.activity, 'hours', entry.hours)
          order by entry.date, entry.id
        ),
        '[]'
      )
      from entry where entry.year = coalesce(only_year, entry.year)
    ),
    'shiftHours', (select coalesce(sum(shift.worked), 0) from shift where shift.year = coalesce(only_year, shift.year)),
    'handedInHours', (select coalesce(sum(entry.hours), 0) from entry where entry.year = coalesce(only_year, entry.year)),
    'totalHours', (select coalesce(sum(shift.worked), 0) from shift where shift.year = coalesce(only_year, shift.year))
      + (select coalesce(sum(entry.hours), 0) from entry where entry.year = coalesce(only_year, entry.year)),
    'years', (
      select coalesce(jsonb_agg(held.year order by held.year desc), '[]')
      from (select shift.year from shift union select entry.year from entry) as held
    ),
    'issuedOn', private.today()
  )
  from private.reachable_people as person
  join public.volunteers as kept on kept.id = person.id
  where person.id = hours_certificate.person_id;
$$;

create function private.own_hours_certificate(only_year integer default null)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.hours_certificate(private.own_volunteer_id(), only_year);
$$;

grant execute on function private.own_hours_certificate(integer) to authenticated;

grant execute on function private.shift_on(uuid, date) to administrator, service_role;

comment on function private.shift_on(uuid, date) is
  'Names the first shift that someone has on a day, or returns null.';
comment on function private.own_registration_totals() is
  'Returns the signed-in volunteer''s registrations, counted shifts and hours. The hours of totalHours are those of '
  'shifts and those before this site; the ones outside shifts are apart.';
comment on function private.hours_certificate(uuid, integer) is
  'Returns someone''s counted shifts and approved hours outside shifts, for one calendar year in the organization''s time '
  'zone or for all years. Called by other functions.';
comment on function private.own_hours_certificate(integer) is
  'Returns the signed-in volunteer''s certificate of hours, for one calendar year or for all years.';
