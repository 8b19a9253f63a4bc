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
  is_counted boolean not null default false,
  entered_by text,
  reviewed_by text,
  reviewed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.search_text(activity)) stored
);
create index hour_entries_person_idx on public.hour_entries (person_id, date desc, id);
create index hour_entries_date_idx on public.hour_entries (date desc, id desc);
create index hour_entries_status_idx on public.hour_entries (status, date desc, id desc);
create index hour_entries_counted_idx on public.hour_entries (date) include (hours, person_id, is_beside_shift)
  where is_counted;
create index hour_entries_search_idx on public.hour_entries using gin (search_text extensions.gin_trgm_ops);

comment on table public.hour_entries is
  'Hours that people worked outside events. What volunteers hand in themselves counts once an administrator approves it.';
comment on column public.hour_entries.activity is 'What the person did, in a few words.';
comment on column public.hour_entries.is_beside_shift is
  'Whether someone said that these hours aren''t part of the shift that the person has on the same day. Without that, '
  'hours on the day of a shift are refused, and never counted.';
comment on column public.hour_entries.is_counted is
  'Whether the hours counted when the person''s totals were last refreshed. Read private.counted_entries instead.';
comment on column public.hour_entries.entered_by is
  'The username of the administrator who entered the hours; null if the volunteer handed them in.';
comment on column public.hour_entries.reviewed_by is
  'The username of the administrator who approved or rejected the hours.';

create view private.named_shifts with (security_invoker = true) as
select registration.person_id, meeting.date, meeting.date + meeting.ends_next_day::integer as last_date,
  meeting.starts_at,
  format(
    '%s on %s, %s to %s%s', meeting.event_type, to_char(meeting.date, 'FMMonth FMDD, YYYY'),
    to_char(meeting.start_time, 'FMHH12:MI AM'), to_char(meeting.end_time, 'FMHH12:MI AM'),
    case when meeting.ends_next_day then ' the next day' end
  ) as name
from public.volunteer_event_registrations as registration
join public.events as meeting on meeting.id = registration.event_id
where registration.attendance <> 'absent' and meeting.canceled_at is null;

grant select on table private.named_shifts to administrator, service_role;

comment on view private.named_shifts is
  'The shifts that people are or were on, without canceled ones and those that they missed, with a name such as Food '
  'Drive on June 15, 2026, 9:00 AM to 11:30 AM.';

create function private.shift_on(person_id uuid, date date)
returns text
language sql
stable
set search_path = ''
as $$
  select shift.name
  from private.named_shifts as shift
  where shift.person_id = shift_on.person_id and shift_on.date between shift.date and shift.last_date
  order by shift.starts_at
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

create view private.unsettled_people with (security_invoker = true) as
select registration.person_id
from public.events as meeting
join public.volunteer_event_registrations as registration on registration.event_id = meeting.id
where not meeting.totals_written and meeting.ends_at <= now() and registration.attendance = 'confirmed';

grant select on table private.unsettled_people to service_role, administrator;

comment on view private.unsettled_people is
  'People who were present on a shift that has ended since then. A job refreshes their totals.';

create function private.is_on_counted_shift(person_id uuid, date date)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from private.counted_shifts as counted
    where counted.person_id = is_on_counted_shift.person_id
      and is_on_counted_shift.date between counted.date and counted.last_date
  );
$$;

grant execute on function private.is_on_counted_shift(uuid, date) to administrator, service_role;

comment on function private.is_on_counted_shift(uuid, date) is
  'Returns whether one of someone''s counted shifts was on this day.';

-- Handed-in hours that count. If the person has since got a counted shift on that day, they don't, until someone says
-- that they aren't part of it.
create view private.counted_entries with (security_invoker = true) as
select entry.*
from public.hour_entries as entry
where entry.is_counted and (
  entry.person_id <> all (array(select waiting.person_id from private.unsettled_people as waiting))
  or entry.is_beside_shift
  or not private.is_on_counted_shift(entry.person_id, entry.date)
);

grant select on table private.counted_entries to service_role, administrator;

comment on view private.counted_entries is 'The approved hours outside shifts, without those that a shift already counts.';

create view private.counted_hours with (security_invoker = true) as
select shift.date, shift.person_id, shift.hours, 0.00 as handed_in_hours, shift.registration_id
from private.counted_shifts as shift
union all
select entry.date, entry.person_id, entry.hours, entry.hours, null
from private.counted_entries as entry;

grant select on table private.counted_hours to service_role;

comment on view private.counted_hours is
  'The shifts that count and the approved hours outside shifts. Erased people''s hours have no person and no registration.';

-- Reports count each person once, whatever the period, and 100,000 shifts take too long to read. These three tables keep
-- what they need.
create table public.volunteer_days (
  person_id uuid primary key,
  -- Reading these two takes a tenth of the time that comparing all days does.
  first_day date not null generated always as (lower(days)) stored,
  last_day date not null generated always as (upper(days) - 1) stored,
  days datemultirange not null
);

comment on table public.volunteer_days is
  'The days on which each person has hours that count. Refreshed together with the person''s totals.';

create table public.volunteer_month_totals (
  month date primary key,
  hours numeric(12, 2) not null,
  handed_in_hours numeric(12, 2) not null,
  people integer not null,
  shifts integer not null
);

comment on table public.volunteer_month_totals is
  'The report''s figures for months that are over. A job computes them. If a month has changed since then, reports read '
  'its shifts instead.';
comment on column public.volunteer_month_totals.handed_in_hours is 'The part of hours that was outside shifts.';

create table public.changed_volunteer_months (
  id bigint generated always as identity primary key,
  month date not null
);
create index changed_volunteer_months_month_idx on public.changed_volunteer_months (month);

comment on table public.changed_volunteer_months is
  'Months whose shifts or hours have changed since the report''s figures were computed. Rows are only added, never '
  'updated, so that changes to the same month don''t wait for each other.';

select private.describe_table(
  'volunteer_days', area => 'volunteers', archived => false, left_out => 'computed', audited => false
);
select private.describe_table(
  'volunteer_month_totals', area => 'volunteers', archived => false, left_out => 'computed', audited => false
);
select private.describe_table(
  'changed_volunteer_months', area => 'volunteers', archived => false, left_out => 'computed', audited => false
);

select private.describe_columns('volunteer_days', '{days,person_id}', kind => 'computed');

alter table public.volunteer_days enable row level security;
alter table public.volunteer_month_totals enable row level security;
alter table public.changed_volunteer_months enable row level security;

create policy "No API access to volunteers' days" on public.volunteer_days
  for all to anon, authenticated
  using (false)
  with check (false);

create policy "No API access to month totals" on public.volunteer_month_totals
  for all to anon, authenticated
  using (false)
  with check (false);

create policy "No API access to changed months" on public.changed_volunteer_months
  for all to anon, authenticated
  using (false)
  with check (false);

grant select on table public.volunteer_days, public.volunteer_month_totals, public.changed_volunteer_months
  to service_role;

create function private.mark_volunteer_months(variadic days date[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.changed_volunteer_months (month)
  select distinct date_trunc('month', day)::date
  from unnest(days) as day
  -- The current month is never kept.
  where day < date_trunc('month', private.today());
end;
$$;

comment on function private.mark_volunteer_months(date[]) is
  'Notes that the shifts or hours of these days'' months have changed. Called by triggers.';

create function private.mark_event_months()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.mark_volunteer_months(old.date, old.date + old.ends_next_day::integer);
  if tg_op = 'UPDATE' then
    perform private.mark_volunteer_months(new.date, new.date + new.ends_next_day::integer);
  end if;
  return null;
end;
$$;

comment on function private.mark_event_months() is 'Marks the months of an event whose hours may have changed.';

create trigger mark_changed_event
  after update on public.events
  for each row when (
    (old.date, old.starts_at, old.ends_at, old.canceled_at, old.erased_hours)
    is distinct from (new.date, new.starts_at, new.ends_at, new.canceled_at, new.erased_hours)
  )
  execute function private.mark_event_months();

create trigger mark_deleted_event
  after delete on public.events
  for each row execute function private.mark_event_months();

create function private.first_volunteer_day()
returns date
language sql
stable
set search_path = ''
as $$
  select least(
    (select min(meeting.date) from public.events as meeting), (select min(entry.date) from public.hour_entries as entry)
  );
$$;

grant execute on function private.first_volunteer_day() to service_role;

comment on function private.first_volunteer_day() is
  'Returns the day of the first event or of the first hours outside one; null if there are none.';

create function private.keep_volunteer_months()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- A shift that begins on the last day of a month may end two days later.
  this_month constant timestamp := date_trunc('month', (private.today() - 2)::timestamp);
begin
  -- If two transactions computed months at once, the older figures could replace the newer ones.
  lock table public.volunteer_month_totals in share row exclusive mode;
  -- This is one statement, so that it deletes the marks of exactly those changes that it sees.
  with changed as (
    delete from public.changed_volunteer_months returning month
  )
  insert into public.volunteer_month_totals (month, hours, handed_in_hours, people, shifts)
  select span.month::date, figures.*
  from generate_series(
    date_trunc(
      'month',
      least(
        private.first_volunteer_day(), (select min(kept.month) from public.volunteer_month_totals as kept),
        (select min(changed.month) from changed)
      )::timestamp
    ),
    this_month - interval '1 month',
    interval '1 month'
  ) as span (month)
  cross join lateral (
    select coalesce(sum(counted.hours), 0), coalesce(sum(counted.handed_in_hours), 0),
      count(distinct counted.person_id), count(counted.registration_id)
    from private.counted_hours as counted
    where counted.date >= span.month::date and counted.date < (span.month + interval '1 month')::date
  ) as figures
  where span.month::date in (select changed.month from changed)
    or not exists (select from public.volunteer_month_totals as kept where kept.month = span.month::date)
  on conflict (month) do update set
    hours = excluded.hours,
    handed_in_hours = excluded.handed_in_hours,
    people = excluded.people,
    shifts = excluded.shifts;
end;
$$;

comment on function private.keep_volunteer_months() is
  'Computes the report''s figures for months that are over and have changed, or that are new. Called by a scheduled job.';

create function private.volunteer_report(first_day date, last_day date)
returns table (month date, hours numeric, handed_in_hours numeric, people bigint, shifts bigint)
language plpgsql
stable
set search_path = ''
-- Planning takes longer than reading what is kept.
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  known_since constant date := private.first_volunteer_day();
  since constant date := greatest(first_day, known_since);
  until constant date := least(last_day, private.today() + 1);
  period daterange;
begin
  if known_since is null or since > until then
    return query select null::date, 0.00, 0.00, 0::bigint, 0::bigint;
    return;
  end if;
  period := daterange(since, until, '[]');
  return query
  with span as (
    select first::date as month, kept.hours, kept.handed_in_hours, kept.people::bigint as people,
      kept.shifts::bigint as shifts
    from generate_series(date_trunc('month', since::timestamp), until, interval '1 month') as first
    left join public.volunteer_month_totals as kept
      on kept.month = first::date
      -- A part of a month isn't kept, nor is a month that has changed.
      and kept.month >= first_day and kept.month + interval '1 month' <= last_day + interval '1 day'
      and not exists (
        select from public.changed_volunteer_months as changed where changed.month = kept.month
      )
  ),
  read as materialized (
    select span.month, counted.hours, counted.handed_in_hours, counted.person_id, counted.registration_id
    from span
    cross join lateral (
      select * from private.counted_hours as held
      where held.date >= greatest(span.month, since)
        and held.date <= least((span.month + interval '1 month')::date - 1, until)
      -- Keeps Postgres from reading all shifts and joining them to the months.
      offset 0
    ) as counted
    where span.hours is null
  ),
  by_month as materialized (
    select span.* from span where span.hours > 0 or span.shifts > 0
    union all
    select read.month, sum(read.hours), sum(read.handed_in_hours), count(distinct read.person_id),
      count(read.registration_id)
    from read
    group by read.month
  )
  select null::date, coalesce(sum(by_month.hours), 0.00), coalesce(sum(by_month.handed_in_hours), 0.00),
    (
      select count(*) from public.volunteer_days as known
      where known.first_day between since and until or known.last_day between since and until
        or (known.first_day < since and known.last_day > until and known.days && period)
    )
      + (
        select count(distinct read.person_id) from read
        where read.person_id = any (array(select waiting.person_id from private.unsettled_people as waiting))
          and not exists (
            select from public.volunteer_days as known
            where known.person_id = read.person_id and known.days && period
          )
      ),
    coalesce(sum(by_month.shifts), 0)::bigint
  from by_month
  union all
  select by_month.* from by_month
  order by 1 desc nulls first;
end;
$$;

grant execute on function private.volunteer_report(date, date) to service_role;

comment on function private.volunteer_report(date, date) is
  'Returns volunteers'' hours, people and shifts of a period: first in total, without a month, and then by month, latest '
  'first. Months without any are left out.';

create function private.refresh_volunteer_totals(person_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  shift_hours numeric;
  shift_packages integer;
  shift_days datemultirange;
  entered_hours numeric;
  entered_days datemultirange;
begin
  -- The lock makes sums that change at once wait for each other.
  perform from public.volunteers as person where person.id = refresh_volunteer_totals.person_id for no key update;
  select coalesce(sum(counted.hours), 0), coalesce(sum(counted.packages), 0),
    coalesce(range_agg(daterange(counted.date, counted.date, '[]')), '{}')
  into shift_hours, shift_packages, shift_days
  from private.counted_shifts as counted where counted.person_id = refresh_volunteer_totals.person_id;
  update public.hour_entries as entry
  set is_counted = not entry.is_counted
  where entry.person_id = refresh_volunteer_totals.person_id and entry.is_counted <> (
    entry.status = 'approved'
    and (entry.is_beside_shift or not private.is_on_counted_shift(entry.person_id, entry.date))
  );
  select coalesce(sum(entry.hours), 0), coalesce(range_agg(daterange(entry.date, entry.date, '[]')), '{}')
  into entered_hours, entered_days
  from private.counted_entries as entry where entry.person_id = refresh_volunteer_totals.person_id;

  if isempty(shift_days + entered_days) then
    delete from public.volunteer_days as known where known.person_id = refresh_volunteer_totals.person_id;
  else
    insert into public.volunteer_days as known (person_id, days)
    values (refresh_volunteer_totals.person_id, shift_days + entered_days)
    on conflict on constraint volunteer_days_pkey do update set days = excluded.days where known.days <> excluded.days;
  end if;
  -- An erased person keeps all hours and packages in the directory, without the shifts they came from.
  if current_setting('private.erasing', true) = 'on' then
    return;
  end if;
  update public.volunteers as person
  set total_hours = person.opening_hours + shift_hours + entered_hours, packages_helped = shift_packages
  where person.id = refresh_volunteer_totals.person_id
    and (person.total_hours, person.packages_helped)
      is distinct from (person.opening_hours + shift_hours + entered_hours, shift_packages);
end;
$$;

comment on function private.refresh_volunteer_totals(uuid) is
  'Recomputes a person''s hours, packages and days from the shifts and entries that count.';

create function private.count_hour_entry()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.mark_volunteer_months(old.date), private.refresh_volunteer_totals(old.person_id);
  end if;
  if tg_op <> 'DELETE' then
    perform private.mark_volunteer_months(new.date), private.refresh_volunteer_totals(new.person_id);
  end if;
  return null;
end;
$$;

comment on function private.count_hour_entry() is 'Updates the person''s total hours, and marks the month as changed.';

create trigger count_hour_entry
  after insert or delete or update of person_id, date, hours, status, is_beside_shift on public.hour_entries
  for each row execute function private.count_hour_entry();

select private.describe_table(
  'hour_entries', area => 'volunteers', archived => true, audited => true, title => '{activity}, {date}',
  rows => '{own,area}', admins_write => '{insert,update,delete}', volunteers_write => '{insert,delete}',
  uncounted => '{is_counted}', versioned_on => 'update of date, hours, activity, status, is_beside_shift',
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
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  own_id constant uuid := private.own_volunteer_id();
begin
  return (
    select jsonb_build_object(
      'totalRegistrations', (
        select count(*) from public.volunteer_event_registrations as registration
        where registration.person_id = own_id
      ),
      'totalHours', coalesce(person.opening_hours, 0) + worked.hours,
      'handedInHours', (
        select coalesce(sum(entry.hours), 0) from private.counted_entries as entry where entry.person_id = own_id
      ),
      'shiftsCompleted', worked.shifts,
      'packagesPacked', worked.packages,
      'firstShift', worked.first_day,
      'since', person.started_on
    )
    from (
      select coalesce(sum(counted.hours), 0) as hours, count(*) as shifts,
        coalesce(sum(counted.packages), 0) as packages, min(counted.date) as first_day
      from private.counted_shifts as counted where counted.person_id = own_id
    ) as worked
    left join public.volunteers as person on person.id = own_id
  );
end;
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
