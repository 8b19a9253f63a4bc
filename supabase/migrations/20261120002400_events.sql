set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.events (
  id uuid primary key default gen_random_uuid(),
  event_type text not null check (
    event_type in ('Care Package Assembly', 'Outreach Event', 'Food Drive', 'Fundraiser', 'Community Outreach')
  ),
  date date not null check (date between '2000-01-01' and '2199-12-31'),
  start_time time not null,
  end_time time not null,
  ends_next_day boolean not null default false,
  address text not null check (private.is_text(address) and char_length(btrim(address)) between 1 and 500),
  note text check (private.is_text(note) and char_length(note) <= 500),
  packages_packed integer not null default 0 check (packages_packed between 0 and 100000),
  is_active boolean not null default true,
  cancellation_reason text check (private.is_text(cancellation_reason) and char_length(cancellation_reason) <= 500),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  hours numeric(5, 2) not null
    generated always as (round(extract(epoch from ends_at - starts_at) / 3600, 2)) stored,
  registered_volunteers integer not null default 0 check (registered_volunteers >= 0),
  absent_volunteers integer not null default 0 check (absent_volunteers >= 0),
  present_hours numeric(10, 2) not null default 0,
  erased_hours numeric(10, 2) not null default 0 check (erased_hours >= 0),
  canceled_at timestamptz,
  totals_written boolean not null default false,
  revised_at timestamptz not null default now(),
  announced_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.search_text(event_type || ' ' || address)) stored,
  -- An event that ends on the next day lasts at most 18 hours.
  constraint events_end_time_check check (
    case when ends_next_day then start_time - end_time >= interval '6 hours' else end_time > start_time end
  ),
  constraint events_reason_of_canceled check (cancellation_reason is null or not is_active)
);
create index events_starts_at_idx on public.events (starts_at, id)
  include (event_type, ends_at, is_active);
create index events_ends_at_idx on public.events (ends_at desc, id desc);
create index events_date_idx on public.events (date);
create index events_unwritten_totals_idx on public.events (ends_at) where not totals_written;
create index events_type_idx on public.events (event_type, starts_at, id)
  include (ends_at, is_active);
create index events_search_idx on public.events using gin (search_text extensions.gin_trgm_ops);

comment on table public.events is 'Events for volunteers. Date and times are local to the organization.';
comment on column public.events.ends_next_day is
  'Whether end_time is on the day after date, as for an event past midnight.';
comment on column public.events.note is
  'Note to participants, such as what to bring, what to wear or which door to use.';
comment on column public.events.packages_packed is 'Packages packed at the event, credited to everyone who attended.';
comment on column public.events.is_active is
  'False once canceled. The event stays in the history, visible only to administrators.';
comment on column public.events.cancellation_reason is
  'The reason for canceling, which was emailed to everyone who had joined.';
comment on column public.events.starts_at is
  'The start, computed by a trigger from date and start_time in the organization''s time zone.';
comment on column public.events.ends_at is
  'The end, computed by a trigger from date, end_time and ends_next_day in the organization''s time zone.';
comment on column public.events.hours is
  'Hours elapsed between starts_at and ends_at, correct even if the clocks change in between.';
comment on column public.events.registered_volunteers is
  'Number of registrations without those of people who gave up their spot, maintained by a trigger.';
comment on column public.events.absent_volunteers is
  'Number of those registrations that are marked absent, maintained by a trigger.';
comment on column public.events.present_hours is
  'Hours of everyone whose attendance is confirmed, except before a cancellation, maintained by triggers. They count in '
  'the organization''s totals once the event is over.';
comment on column public.events.erased_hours is
  'Hours of volunteers whose data was erased, which still count in the organization''s totals.';
comment on column public.events.canceled_at is
  'When the event or its shift was canceled, set by triggers. Attendance that is confirmed afterward still counts.';
comment on column public.events.totals_written is
  'Whether the totals of the people who were present have been updated since the event ended.';
comment on column public.events.announced_at is
  'When volunteers were emailed about the event, which happens only once.';
comment on column public.events.revised_at is 'The time of the last change to a field that calendars show; a trigger keeps it up to date.';

create function private.instant_of(local_time timestamp, zone text)
returns timestamptz
language sql
immutable
set search_path = ''
as $$
  -- When clocks fall back, an hour occurs twice. Calendars use the first occurrence, and Postgres uses the second.
  select case
    when ((local_time at time zone zone) - interval '1 hour') at time zone zone = local_time
    then (local_time at time zone zone) - interval '1 hour'
    else local_time at time zone zone
  end;
$$;

grant execute on function private.instant_of(timestamp, text) to authenticated, service_role;

comment on function private.instant_of(timestamp, text) is
  'Returns the instant at which clocks in the zone show this local time, or the first such instant if the local time '
  'occurs twice.';

create function private.require_local_time(local_time timestamp, zone text, constraint_name text)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if private.instant_of(local_time, zone) at time zone zone is distinct from local_time then
    raise exception 'no clock shows that time' using
      errcode = '23514', table = 'events', constraint = constraint_name,
      hint = format(
        '%s doesn''t exist on %s, because clocks spring forward that night.',
        to_char(local_time, 'FMHH12:MI AM'), to_char(local_time, 'FMMonth FMDD, YYYY')
      );
  end if;
end;
$$;

grant execute on function private.require_local_time(timestamp, text, text) to authenticated, service_role;

comment on function private.require_local_time(timestamp, text, text) is
  'Refuses times in the hour that is skipped when clocks spring forward. The error''s hint is shown to the person who '
  'entered the time.';

create function private.set_event_instants()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  zone text := private.time_zone();
begin
  -- Only changed times are checked, because a change of the organization's time zone may move existing events into a
  -- skipped hour.
  if tg_op = 'INSERT'
    or (new.date, new.start_time, new.end_time) is distinct from (old.date, old.start_time, old.end_time)
  then
    perform private.require_local_time(new.date + new.start_time, zone, 'events_start_time_check');
    perform private.require_local_time(
      new.date + new.ends_next_day::integer + new.end_time, zone, 'events_end_time_check'
    );
  end if;
  if new.ends_next_day and new.start_time - new.end_time < interval '6 hours' then
    raise exception 'the event is too long' using
      errcode = '23514', table = 'events', constraint = 'events_end_time_check',
      hint = 'Choose an end at most 18 hours after the start, or uncheck "Ends the next day".';
  end if;
  new.starts_at := private.instant_of(new.date + new.start_time, zone);
  new.ends_at := private.instant_of(new.date + new.ends_next_day::integer + new.end_time, zone);
  if new.ends_at <= new.starts_at then
    raise exception 'the event must end after it starts'
      using errcode = '23514', table = 'events', constraint = 'events_end_time_check';
  end if;
  new.totals_written := new.totals_written and new.ends_at <= now();
  return new;
end;
$$;

comment on function private.set_event_instants() is
  'Computes when an event starts and ends, and refuses times that don''t exist, are out of order or are more than 18 '
  'hours apart.';

create function private.mark_event_revision()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.revised_at := now();
  return new;
end;
$$;

comment on function private.mark_event_revision() is
  'Sets when the event last changed.';

create trigger mark_event_revision
  before update on public.events
  for each row when (
    (old.event_type, old.date, old.start_time, old.end_time, old.starts_at, old.address, old.note, old.is_active)
    is distinct from
    (new.event_type, new.date, new.start_time, new.end_time, new.starts_at, new.address, new.note, new.is_active)
  )
  execute function private.mark_event_revision();

create trigger set_event_instants
  before insert or update of date, start_time, end_time, ends_next_day, starts_at, ends_at on public.events
  for each row execute function private.set_event_instants();

create function private.set_canceled_at()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.canceled_at := case
    when not new.is_active or exists (
      select from public.volunteer_shifts as shift where shift.event_id = new.id and shift.status = 'canceled'
    ) then coalesce(new.canceled_at, clock_timestamp())
  end;
  return new;
end;
$$;

comment on function private.set_canceled_at() is
  'Sets when an event was canceled, and forgets it when the event is reinstated.';

create trigger set_canceled_at
  before insert or update of is_active, canceled_at on public.events
  for each row execute function private.set_canceled_at();

create function private.refuse_military_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.mentions_military_mail(new.address) or exists (
    select 1
    from public.locations as location
    where location.is_military_mail
      and (
        starts_with(lower(private.normalize_lookalikes(new.address)) || ',', lower(private.normalize_lookalikes(location.name)) || ',')
        or (
          char_length(location.address) > 7
          and position(lower(private.normalize_lookalikes(location.address)) in lower(private.normalize_lookalikes(new.address))) > 0
        )
      )
  ) then
    raise exception 'a public event needs a public place' using errcode = 'CP015';
  end if;
  return new;
end;
$$;

comment on function private.refuse_military_mail() is
  'Refuses an event at a place that receives military mail.';

create trigger refuse_military_mail
  before insert or update of address on public.events
  for each row execute function private.refuse_military_mail();

create function private.move_events_to_time_zone()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.events
  set
    starts_at = private.instant_of(date + start_time, new.time_zone),
    ends_at = private.instant_of(date + ends_next_day::integer + end_time, new.time_zone);
  return null;
end;
$$;

comment on function private.move_events_to_time_zone() is
  'Recomputes when events start and end after the organization''s time zone has changed.';

create trigger move_events_to_time_zone
  after update of time_zone on public.settings
  for each row when (old.time_zone is distinct from new.time_zone)
  execute function private.move_events_to_time_zone();

select private.describe_table(
  'events', area => 'volunteers', archived => true, audited => true,
  rows => '{published to visitors,published to volunteers,area}', published_by => 'is_active',
  admins_write => '{insert,update,delete}',
  uncounted => '{starts_at,ends_at,hours,revised_at,registered_volunteers,absent_volunteers,canceled_at,present_hours,'
    'erased_hours,totals_written}',
  title => '{event_type}, {date}',
  versioned_on => null
);
select private.describe_columns('events', '{cancellation_reason,note}', kind => 'content');
select private.describe_columns('events', '{address}', kind => 'detail');
select private.describe_columns('events', '{event_type}', kind => 'state');

alter table public.events enable row level security;

create policy "Visitors read events" on public.events
  for select to anon
  using (is_active);

create policy "Volunteers read active events, admins all" on public.events
  for select to authenticated
  using ((is_active and (select private.is_active_volunteer())) or (select private.may('volunteers')));

create policy "Admins add events" on public.events
  for insert to authenticated
  with check ((select private.may('volunteers')));

create policy "Admins change events" on public.events
  for update to authenticated
  using ((select private.may('volunteers')));

create policy "Admins delete events that nobody has joined" on public.events
  for delete to authenticated
  using ((select private.may('volunteers')) and registered_volunteers = 0);

grant select (
  id, event_type, date, start_time, end_time, ends_next_day, address, starts_at, ends_at, search_text
) on table public.events to anon;
grant select (
  id, event_type, date, start_time, end_time, ends_next_day, address, note, packages_packed, starts_at, ends_at, hours,
  registered_volunteers, search_text
) on table public.events to authenticated;
grant select on table public.events to administrator;
grant insert (
  event_type, date, start_time, end_time, ends_next_day, address, note, packages_packed, is_active
) on table public.events to authenticated;
grant update (
  event_type, date, start_time, end_time, ends_next_day, address, note, packages_packed, is_active,
  cancellation_reason
) on table public.events to authenticated;
grant delete on table public.events to authenticated;
grant select, insert, update, delete on table public.events to service_role;

-- Runs as the caller, so policies decide which events it returns.
create function private.upcoming_events(row_limit integer, row_offset integer, count_limit integer)
returns json
language plpgsql
stable
set search_path = ''
-- Planning takes longer than reading a page.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return (
    -- JSON as text, because building jsonb takes longer than reading the rows.
    select json_build_object(
      'items', coalesce(json_agg(listed), '[]'),
      'count', (
        select count(*) from (
          select from public.events as counted where counted.starts_at >= now() limit count_limit
        ) as upcoming
      )
    )
    from (
      select meeting.id, meeting.event_type as "eventType", meeting.date, meeting.start_time as "startTime",
        meeting.end_time as "endTime", meeting.ends_next_day as "endsNextDay", meeting.address,
        meeting.starts_at as "startsAt", meeting.ends_at as "endsAt"
      from public.events as meeting
      where meeting.starts_at >= now()
      order by meeting.starts_at, meeting.id
      limit row_limit offset row_offset
    ) as listed
  );
end;
$$;

grant execute on function private.upcoming_events(integer, integer, integer) to anon, authenticated;

comment on function private.upcoming_events(integer, integer, integer) is
  'Returns a page of the events that the caller may see and that haven''t started, and how many there are, up to a limit.';

-- Fires only for the columns that administrators edit, because a new registration must not make an open form stale.
create trigger set_updated_at
  before update on public.events
  for each row when (
    (
      old.event_type, old.date, old.start_time, old.end_time, old.address, old.note, old.packages_packed,
      old.is_active, old.cancellation_reason, old.updated_at
    )
    is distinct from
    (
      new.event_type, new.date, new.start_time, new.end_time, new.address, new.note, new.packages_packed,
      new.is_active, new.cancellation_reason, new.updated_at
    )
  )
  execute function private.set_updated_at();

create function private.require_upcoming(event_id uuid)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  meeting public.events;
begin
  select * into meeting from public.events as candidate where candidate.id = require_upcoming.event_id;
  if meeting.ends_at <= now() then
    raise exception 'the event is over' using errcode = 'CP013';
  elsif meeting.starts_at <= now() then
    raise exception 'the event has started' using errcode = 'CP003';
  end if;
end;
$$;

comment on function private.require_upcoming(uuid) is
  'Raises CP003 once the event has started, and CP013 once it is over.';

create table public.volunteer_shifts (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null unique references public.events (id) on delete cascade,
  volunteer_id uuid references public.volunteer_accounts (id) on delete set null,
  title text not null check (private.is_line(title) and char_length(btrim(title)) between 1 and 200),
  description text check (private.is_text(description) and char_length(description) <= 2000),
  date date not null,
  start_time time not null,
  end_time time not null,
  location text not null check (char_length(btrim(location)) between 1 and 500),
  max_volunteers integer not null check (max_volunteers between 1 and 100000),
  signed_up_volunteers integer not null default 0 check (signed_up_volunteers >= 0),
  status text not null default 'active' check (status in ('active', 'canceled', 'completed')),
  created_at timestamptz not null default now(),
  constraint volunteer_shifts_max_volunteers_check1 check (signed_up_volunteers <= max_volunteers)
);
create index volunteer_shifts_volunteer_idx on public.volunteer_shifts (volunteer_id);
create index volunteer_shifts_date_idx on public.volunteer_shifts (date, start_time);

comment on table public.volunteer_shifts is
  'The number of spots at an event with limited capacity. An event without a row has no limit.';
comment on column public.volunteer_shifts.volunteer_id is 'The volunteer who leads the shift, if any.';
comment on column public.volunteer_shifts.date is
  'Copied from the event, like the times and the location, and kept up to date by triggers.';
comment on column public.volunteer_shifts.end_time is
  'Copied from the event. If it is before start_time, the event ends on the next day.';
comment on column public.volunteer_shifts.signed_up_volunteers is
  'Number of registrations that take a spot, maintained by a trigger.';

create function private.copy_event_to_shift()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  select event.date, event.start_time, event.end_time, event.address,
    coalesce(new.title, event.event_type), event.registered_volunteers - (
      select count(*) from public.volunteer_event_registrations as registration
      where registration.event_id = event.id and registration.gave_up_spot and registration.attendance <> 'absent'
    )
  into new.date, new.start_time, new.end_time, new.location, new.title, new.signed_up_volunteers
  from public.events as event
  where event.id = new.event_id;
  return new;
end;
$$;

comment on function private.copy_event_to_shift() is
  'Copies an event''s date, times, address and number of sign-ups to its new shift.';

create trigger copy_event_to_shift
  before insert on public.volunteer_shifts
  for each row execute function private.copy_event_to_shift();

create function private.copy_event_change_to_shift()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.volunteer_shifts
  set date = new.date, start_time = new.start_time, end_time = new.end_time, location = new.address
  where event_id = new.id;
  return null;
end;
$$;

comment on function private.copy_event_change_to_shift() is
  'Copies an event''s new date, times and address to its shift.';

create trigger copy_event_change_to_shift
  after update of date, start_time, end_time, address on public.events
  for each row execute function private.copy_event_change_to_shift();

create function private.mark_shift_revision()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Writing canceled_at makes the event's trigger look at the shift's new status.
  update public.events as meeting
  set revised_at = case when tg_op = 'UPDATE' then now() else meeting.revised_at end, canceled_at = meeting.canceled_at
  where meeting.id = coalesce(new.event_id, old.event_id);
  return null;
end;
$$;

comment on function private.mark_shift_revision() is
  'Sets when the shift''s event last changed, and whether it is canceled.';

create trigger mark_new_canceled_shift
  after insert on public.volunteer_shifts
  for each row when (new.status = 'canceled')
  execute function private.mark_shift_revision();

create trigger mark_deleted_canceled_shift
  after delete on public.volunteer_shifts
  for each row when (old.status = 'canceled')
  execute function private.mark_shift_revision();

create trigger mark_shift_revision
  after update of status on public.volunteer_shifts
  for each row when (old.status is distinct from new.status)
  execute function private.mark_shift_revision();

create function private.mark_event_limit_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.events set updated_at = now() where id = coalesce(new.event_id, old.event_id);
  return null;
end;
$$;

comment on function private.mark_event_limit_change() is
  'The limit is edited together with the event, so changing it counts as a change to the event.';

create trigger mark_event_limit_change
  after insert or delete or update of max_volunteers on public.volunteer_shifts
  for each row execute function private.mark_event_limit_change();

select private.describe_table(
  'volunteer_shifts', area => 'volunteers', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert,update,delete}',
  uncounted => '{date,start_time,end_time,location,signed_up_volunteers}',
  title => '{title}'
);
select private.describe_columns('volunteer_shifts', '{description,location,title}', kind => 'content');
select private.describe_columns('volunteer_shifts', '{status}', kind => 'state');

alter table public.volunteer_shifts enable row level security;

create policy "Admins manage shifts" on public.volunteer_shifts
  for all to authenticated
  using ((select private.may('volunteers')));

grant select on table public.volunteer_shifts to administrator;
grant insert (
  event_id, volunteer_id, title, description, max_volunteers, status
) on table public.volunteer_shifts to authenticated;
grant update (
  volunteer_id, title, description, max_volunteers, status
) on table public.volunteer_shifts to authenticated;
grant delete on table public.volunteer_shifts to authenticated;
grant select, insert, update, delete on table public.volunteer_shifts to service_role;

create table public.volunteer_event_registrations (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.volunteers (id) on delete cascade,
  volunteer_id uuid default auth.uid() references public.volunteer_accounts (id) on delete set null,
  event_id uuid not null references public.events (id) on delete cascade,
  registered_at timestamptz not null default now(),
  attendance text not null default 'expected'
    check (attendance in ('expected', 'confirmed', 'absent')),
  gave_up_spot boolean not null default false check (not gave_up_spot or attendance <> 'expected'),
  confirmed_at timestamptz,
  confirmed_by uuid references public.users (id) on delete set null,
  checked_in time,
  checked_out time,
  hours numeric(5, 2) check (hours between 0 and 48),
  is_late_promotion boolean not null default false,
  unique (person_id, event_id)
);
create index volunteer_event_registrations_volunteer_idx on public.volunteer_event_registrations (volunteer_id);
create index volunteer_event_registrations_event_idx on public.volunteer_event_registrations (event_id, registered_at);
create index volunteer_event_registrations_confirmed_by_idx on public.volunteer_event_registrations (confirmed_by);
-- Shifts that count are read from the index alone.
create index volunteer_event_registrations_confirmed_idx on public.volunteer_event_registrations (event_id)
  include (id, person_id, confirmed_at, hours, checked_in, checked_out) where attendance = 'confirmed';
create index volunteer_event_registrations_expected_idx
  on public.volunteer_event_registrations (event_id) where attendance = 'expected';

comment on table public.volunteer_event_registrations is 'Volunteers'' registrations for events, and whether they attended.';
comment on column public.volunteer_event_registrations.person_id is
  'The person in the directory, with or without a login.';
comment on column public.volunteer_event_registrations.volunteer_id is
  'The person''s login, if they have one. Triggers keep it up to date.';
comment on column public.volunteer_event_registrations.attendance is
  'Hours count once they are confirmed. After the event, everyone who isn''t marked absent is confirmed.';
comment on column public.volunteer_event_registrations.gave_up_spot is
  'Whether the person was marked absent before the event started, so that someone else could have the spot. If they come '
  'after all, they take no spot.';
comment on column public.volunteer_event_registrations.checked_in is
  'When the person came, if someone wrote it down. Nobody''s hours start before the event does.';
comment on column public.volunteer_event_registrations.checked_out is
  'When the person left, if someone wrote it down.';
comment on column public.volunteer_event_registrations.is_late_promotion is
  'Whether the person moved up from the waiting list so shortly before the start that they may not have noticed. The job '
  'doesn''t confirm them.';
comment on column public.volunteer_event_registrations.hours is
  'The hours that an administrator entered for this person. If null, the time from check-in to check-out counts or, if '
  'nobody wrote that down, the whole event.';

create function private.set_person()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  merged_id uuid;
begin
  if new.person_id is null then
    select person.id into new.person_id from public.volunteers as person where person.account_id = new.volunteer_id;
  end if;
  loop
    -- The lock waits for a merge in progress.
    select person.merged_into_id, person.account_id into merged_id, new.volunteer_id
    from public.volunteers as person where person.id = new.person_id for key share;
    exit when merged_id is null;
    new.person_id := merged_id;
  end loop;
  return new;
end;
$$;

comment on function private.set_person() is
  'Makes a row belong to a person in the directory, also if only the login is given, and keeps the login equal to the '
  'person''s. Follows merges.';

-- Fires after the guard, because a sign-up locks the shift first and then the person.
create trigger set_person
  before insert or update of person_id on public.volunteer_event_registrations
  for each row execute function private.set_person();

create function private.guard_registration()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  locked_shift public.volunteer_shifts;
  meeting public.events;
begin
  -- The lock makes concurrent joins to a limited event wait for each other.
  select * into locked_shift from public.volunteer_shifts where event_id = new.event_id for update;
  if locked_shift.id is null then
    -- If the event has no limit yet, lock the event, because a transaction that adds a limit locks it, too.
    perform from public.events where id = new.event_id for key share;
    select * into locked_shift from public.volunteer_shifts where event_id = new.event_id for update;
  end if;
  select * into meeting from public.events where id = new.event_id;

  if private.is_api_caller() and not private.may('volunteers') then
    new.attendance := 'expected';
    if meeting.id is null or not meeting.is_active then
      raise exception 'the event is not open' using errcode = 'CP002';
    end if;
    perform private.require_upcoming(meeting.id);
  end if;

  if locked_shift.id is not null then
    if locked_shift.status = 'canceled' and not private.is_set_aside('volunteer_event_registrations', new.id) then
      raise exception 'the shift is canceled' using errcode = 'CP002';
    end if;
    if locked_shift.signed_up_volunteers >= locked_shift.max_volunteers and not new.gave_up_spot then
      raise exception 'the event is full' using errcode = 'CP006';
    end if;
  end if;
  return new;
end;
$$;

comment on function private.guard_registration() is
  'Refuses a sign-up for an event that isn''t open or is full, after locking its shift.';

create trigger guard_registration
  before insert on public.volunteer_event_registrations
  for each row execute function private.guard_registration();

create function private.guard_withdrawal()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_api_caller() and not private.may('volunteers') then
    perform private.require_upcoming(old.event_id);
  end if;
  return old;
end;
$$;

comment on function private.guard_withdrawal() is
  'Refuses to let volunteers leave an event that has started.';

create trigger guard_withdrawal
  before delete on public.volunteer_event_registrations
  for each row execute function private.guard_withdrawal();

create function private.shift_instant(local_time time, meeting public.events)
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
begin
  return private.instant_of(
    meeting.date + local_time
      + case when local_time - meeting.start_time <= interval '-6 hours' then interval '1 day' else interval '0' end,
    private.time_zone()
  );
end;
$$;

grant execute on function private.shift_instant(time, public.events) to authenticated, service_role;

comment on function private.shift_instant(time, public.events) is
  'Returns when the clocks showed this time around an event: less than 6 hours before its start, or up to 18 hours '
  'after it.';

create function private.require_times_in_order(registration public.volunteer_event_registrations)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  meeting public.events;
  left_at timestamptz;
begin
  if private.is_api_caller() then
    perform private.require_area('volunteers');
  end if;
  select * into meeting from public.events as known where known.id = registration.event_id;
  left_at := coalesce(private.shift_instant(registration.checked_out, meeting), meeting.ends_at);
  if greatest(private.shift_instant(registration.checked_in, meeting), meeting.starts_at) < left_at then
    return;
  elsif registration.checked_out is not null then
    raise exception 'the person left before they came' using
      errcode = '23514', table = 'volunteer_event_registrations',
      constraint = 'volunteer_event_registrations_checked_out_check',
      hint = case
        when registration.checked_in is null then 'Enter a time after the shift''s start.'
        else 'Enter a time after the check-in and after the shift''s start.'
      end;
  end if;
  raise exception 'the person came after the end' using
    errcode = '23514', table = 'volunteer_event_registrations',
    constraint = 'volunteer_event_registrations_checked_in_check',
    hint = 'Enter a time before the shift''s end, or enter a check-out, too.';
end;
$$;

grant execute on function private.require_times_in_order(public.volunteer_event_registrations) to authenticated, service_role;

comment on function private.require_times_in_order(public.volunteer_event_registrations) is
  'Refuses a check-out that isn''t after the check-in and the shift''s start, and a check-in after the shift''s end.';

create function private.stamp_attendance()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  -- Null unless the event is still ahead.
  time_left interval;
begin
  if new.attendance = old.attendance and new.attendance <> 'confirmed'
    and num_nonnulls(new.checked_in, new.checked_out, new.hours) > 0
  then
    -- Whoever has come, left or has hours was there.
    new.attendance := 'confirmed';
  elsif new.attendance <> 'confirmed' then
    new.checked_in := null;
    new.checked_out := null;
    new.hours := null;
  end if;
  if (new.checked_in, new.checked_out) is distinct from (old.checked_in, old.checked_out)
    and num_nonnulls(new.checked_in, new.checked_out) > 0
  then
    perform private.require_times_in_order(new);
  end if;
  if new.attendance is distinct from old.attendance then
    time_left := (
      select meeting.starts_at - now() from public.events as meeting
      where meeting.id = new.event_id and meeting.starts_at > now()
    );
    if new.attendance = 'confirmed' and time_left > interval '1 hour' then
      raise exception 'it is too early to check anyone in' using errcode = 'CP018';
    elsif new.attendance = 'absent' and time_left is not null then
      new.gave_up_spot := true;
    elsif new.attendance = 'expected' and old.gave_up_spot then
      if exists (
        select 1 from public.volunteer_shifts as shift
        where shift.event_id = new.event_id and shift.signed_up_volunteers >= shift.max_volunteers
      ) then
        raise exception 'the spot was given to someone else' using errcode = 'CP006';
      end if;
      new.gave_up_spot := false;
    end if;
    new.confirmed_at := case when new.attendance = 'expected' then null else clock_timestamp() end;
    new.confirmed_by := case
      when new.attendance <> 'expected' and private.may('volunteers') then (select auth.uid())
    end;
  end if;
  return new;
end;
$$;

comment on function private.stamp_attendance() is
  'Sets who confirmed attendance and when, and refuses to confirm it more than an hour before the event starts. Only '
  'someone who is present has times and hours. Someone who is marked absent before the start gives up their spot.';

create trigger stamp_attendance
  before update on public.volunteer_event_registrations
  for each row execute function private.stamp_attendance();

create function private.worked_hours(
  hours numeric,
  checked_in time,
  checked_out time,
  meeting public.events
)
returns numeric
language plpgsql
stable
set search_path = ''
as $$
begin
  return case
    when hours is not null then hours
    when checked_in is null and checked_out is null then meeting.hours
    else greatest(
      0,
      round(
        extract(
          epoch from coalesce(private.shift_instant(checked_out, meeting), meeting.ends_at)
            - greatest(private.shift_instant(checked_in, meeting), meeting.starts_at)
        ) / 3600,
        2
      )
    )
  end;
end;
$$;

grant execute on function private.worked_hours(numeric, time, time, public.events) to authenticated, service_role;

comment on function private.worked_hours(numeric, time, time, public.events) is
  'Returns the hours of someone who is present: those that were entered or, if none were, the time from check-in to '
  'check-out, which are the event''s start and end unless someone wrote them down.';

create function private.present_hours(registration public.volunteer_event_registrations, meeting public.events)
returns numeric
language sql
stable
set search_path = ''
as $$
  select case
    when registration.attendance = 'confirmed'
      and (meeting.canceled_at is null or registration.confirmed_at > meeting.canceled_at)
    then private.worked_hours(registration.hours, registration.checked_in, registration.checked_out, meeting)
    else 0
  end;
$$;

comment on function private.present_hours(public.volunteer_event_registrations, public.events) is
  'Returns the hours of a registration that count once the event is over; 0 unless the person was there.';

create function private.count_registration()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  event uuid := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
  former public.volunteer_event_registrations := case when tg_op <> 'INSERT' then old end;
  current public.volunteer_event_registrations := case when tg_op <> 'DELETE' then new end;
  joined integer := 0;
  absent integer := 0;
  taken integer := 0;
begin
  -- Someone who gave up their spot isn't registered anymore, unless they come after all.
  if tg_op <> 'DELETE' then
    joined := (new.attendance <> 'absent' or not new.gave_up_spot)::integer;
    absent := (new.attendance = 'absent' and not new.gave_up_spot)::integer;
    taken := (not new.gave_up_spot)::integer;
  end if;
  if tg_op <> 'INSERT' then
    joined := joined - (old.attendance <> 'absent' or not old.gave_up_spot)::integer;
    absent := absent - (old.attendance = 'absent' and not old.gave_up_spot)::integer;
    taken := taken - (not old.gave_up_spot)::integer;
  end if;

  if taken <> 0 then
    update public.volunteer_shifts
    set signed_up_volunteers = signed_up_volunteers + taken
    where event_id = event;
  end if;
  if joined <> 0 or absent <> 0 or (
    'confirmed' in (former.attendance, current.attendance)
    and (former.attendance, former.confirmed_at, former.hours, former.checked_in, former.checked_out)
      is distinct from (current.attendance, current.confirmed_at, current.hours, current.checked_in, current.checked_out)
  ) then
    update public.events as meeting
    set registered_volunteers = meeting.registered_volunteers + joined,
      absent_volunteers = meeting.absent_volunteers + absent,
      present_hours = meeting.present_hours
        + private.present_hours(current, meeting) - private.present_hours(former, meeting)
    where meeting.id = event;
  end if;

  if 'confirmed' in (former.attendance, current.attendance) then
    perform private.mark_volunteer_months(meeting.date, meeting.date + meeting.ends_next_day::integer)
    from public.events as meeting where meeting.id = event;
  end if;
  if tg_op = 'DELETE' then
    if old.attendance = 'confirmed' then
      perform private.refresh_volunteer_totals(old.person_id);
    end if;
    perform private.promote_waitlist(old.event_id);
  elsif new.attendance = 'confirmed' or (tg_op = 'UPDATE' and old.attendance = 'confirmed') then
    perform private.refresh_volunteer_totals(new.person_id);
    if tg_op = 'UPDATE' and old.person_id <> new.person_id then
      perform private.refresh_volunteer_totals(old.person_id);
    end if;
  end if;
  if tg_op = 'UPDATE' and taken < 0 then
    perform private.promote_waitlist(event);
  end if;
  return null;
end;
$$;

comment on function private.count_registration() is
  'Updates the event''s counts and the volunteer''s totals, and gives a free spot to the first person on the waiting list.';

create trigger count_registration
  after insert or update or delete on public.volunteer_event_registrations
  for each row execute function private.count_registration();

create function private.refresh_event_totals()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Before attendance changes, which adds to these hours and subtracts from them.
  update public.events as meeting
  set present_hours = (
    select coalesce(sum(private.present_hours(registration, meeting)), 0)
    from public.volunteer_event_registrations as registration where registration.event_id = meeting.id
  )
  where meeting.id = new.id;
  if new.starts_at > now() and new.starts_at <> old.starts_at then
    update public.volunteer_event_registrations as registration
    -- Someone else may have the spot of a person who gave it up.
    set attendance = case when registration.gave_up_spot then 'absent' else 'expected' end
    where registration.event_id = new.id and registration.attendance <> 'expected';
  end if;
  perform private.refresh_volunteer_totals(registration.person_id)
  from public.volunteer_event_registrations as registration
  where registration.event_id = new.id and registration.attendance = 'confirmed';
  return null;
end;
$$;

comment on function private.refresh_event_totals() is
  'Recomputes an event''s hours and the totals of its volunteers. If the event was moved to a start in the future, nobody is marked '
  'present or absent anymore, except for those who gave up their spot.';

create trigger refresh_event_totals
  after update on public.events
  for each row when (
    (old.starts_at, old.ends_at, old.packages_packed, old.canceled_at)
    is distinct from (new.starts_at, new.ends_at, new.packages_packed, new.canceled_at)
  )
  execute function private.refresh_event_totals();

-- Every sum of hours and shifts reads this view, except for the organization's totals: they add the events' hours, because
-- 100,000 registrations would take too long. A shift counts if it is over, the person was there, and it wasn't
-- canceled or the person was marked present after it was canceled. Erased people's hours have no person.
create view private.counted_shifts with (security_invoker = true) as
select registration.id as registration_id, registration.person_id, meeting.id as event_id, meeting.date,
  meeting.date + meeting.ends_next_day::integer as last_date,
  case
    -- Only a few people come late or leave early. For all others, calling the function would take ten times as long.
    when num_nonnulls(registration.hours, registration.checked_in, registration.checked_out) = 0 then meeting.hours
    else private.worked_hours(registration.hours, registration.checked_in, registration.checked_out, meeting)
  end as hours,
  meeting.packages_packed as packages
from public.volunteer_event_registrations as registration
join public.events as meeting on meeting.id = registration.event_id
where meeting.ends_at <= now() and registration.attendance = 'confirmed'
  and (meeting.canceled_at is null or registration.confirmed_at > meeting.canceled_at)
union all
select null, null, meeting.id, meeting.date, meeting.date + meeting.ends_next_day::integer, meeting.erased_hours, 0
from public.events as meeting
where meeting.erased_hours > 0 and meeting.canceled_at is null;

grant select on table private.counted_shifts to service_role, administrator;

comment on view private.counted_shifts is
  'The shifts that count, one row per person and shift, with the person''s hours and the event''s packages.';

select private.describe_table(
  'volunteer_event_registrations', area => 'volunteers', archived => true, audited => true,
  uncounted => '{volunteer_id}',
  rows => '{own,area}', admins_write => '{insert,update,delete}', volunteers_write => '{insert,delete}',
  erasure => 'delete', erase_order => 31,
  reason => 'Sign-ups for shifts. Past events keep their numbers of volunteers and hours.'
);
select private.describe_columns('volunteer_event_registrations', '{attendance}', kind => 'state');

alter table public.volunteer_event_registrations enable row level security;

create policy "Volunteers read their own registrations and admins read all"
  on public.volunteer_event_registrations
  for select to authenticated
  using (
    person_id = (select private.own_volunteer_id()) or (select private.may('volunteers'))
  );

create policy "Volunteers register themselves and admins register anyone"
  on public.volunteer_event_registrations
  for insert to authenticated
  with check (
    person_id = (select private.own_volunteer_id()) or (select private.may('volunteers'))
  );

create policy "Admins record attendance" on public.volunteer_event_registrations
  for update to authenticated
  using ((select private.may('volunteers')));

create policy "Volunteers withdraw themselves and admins withdraw anyone"
  on public.volunteer_event_registrations
  for delete to authenticated
  using (
    person_id = (select private.own_volunteer_id()) or (select private.may('volunteers'))
  );

grant select (id, volunteer_id, event_id, attendance, hours) on table public.volunteer_event_registrations to authenticated;
grant select on table public.volunteer_event_registrations to administrator;
grant insert (
  person_id, volunteer_id, event_id, attendance
) on table public.volunteer_event_registrations to authenticated;
grant update (attendance, checked_in, checked_out, hours) on table public.volunteer_event_registrations to authenticated;
grant delete on table public.volunteer_event_registrations to authenticated;
grant select, insert, update, delete on table public.volunteer_event_registrations to service_role;

-- If an event is hidden or canceled when it ends, its attendance isn't confirmed automatically. Administrators can
-- still confirm individual volunteers.
create function private.confirm_finished_attendance()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  confirmed integer;
  present uuid[];
begin
  update public.volunteer_event_registrations as registration
  set attendance = 'confirmed'
  from public.events as meeting
  where meeting.id = registration.event_id
    and meeting.ends_at < now()
    and meeting.canceled_at is null
    and registration.attendance = 'expected'
    and not registration.is_late_promotion
    and exists (
      select from private.reachable_people as person where person.id = registration.person_id and person.is_active
    );
  get diagnostics confirmed = row_count;
  -- Whoever was marked present while the event was still on has these hours only now.
  with over as (
    update public.events as meeting set totals_written = true
    where not meeting.totals_written and meeting.ends_at <= now()
    returning meeting.id
  )
  select array_agg(distinct registration.person_id) into present
  from over
  join public.volunteer_event_registrations as registration on registration.event_id = over.id
  where registration.attendance = 'confirmed';
  perform private.refresh_volunteer_totals(person.id) from unnest(present) as person (id);
  perform private.keep_volunteer_months();
  return confirmed;
end;
$$;

grant execute on function private.confirm_finished_attendance() to service_role;

create view private.counted_events with (security_invoker = true) as
select meeting.id, meeting.date, meeting.registered_volunteers,
  case when meeting.ends_at <= now() then meeting.present_hours else 0 end
    + case when meeting.canceled_at is null then meeting.erased_hours else 0 end as hours
from public.events as meeting;

grant select on table private.counted_events to service_role, administrator;

comment on view private.counted_events is
  'Each event with the sum of its hours in private.counted_shifts, which triggers keep.';

create function private.registration_totals()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'totalRegistrations', coalesce(sum(meeting.registered_volunteers), 0),
      'totalHours', coalesce(sum(meeting.hours), 0)
    )
    from private.counted_events as meeting
  );
end;
$$;

grant execute on function private.registration_totals() to anon, authenticated, service_role;

comment on function private.confirm_finished_attendance() is
  'Scheduled: after an event, confirms everyone who isn''t marked absent, and counts the hours of everyone who was there. '
  'Leaves out disabled people and those who moved up from the waiting list just before the start. Also computes the '
  'months of the report that have changed.';
comment on function private.registration_totals() is
  'Returns the organization''s total registrations and hours, which don''t identify anyone.';
create table public.shift_waitlist (
  id uuid primary key default gen_random_uuid(),
  shift_id uuid not null references public.volunteer_shifts (id) on delete cascade,
  person_id uuid not null references public.volunteers (id) on delete cascade,
  volunteer_id uuid default auth.uid() references public.volunteer_accounts (id) on delete set null,
  place bigint generated always as identity,
  created_at timestamptz not null default now(),
  unique (shift_id, person_id)
);
create index shift_waitlist_person_idx on public.shift_waitlist (person_id);
create index shift_waitlist_place_idx on public.shift_waitlist (shift_id, place);
create index shift_waitlist_volunteer_idx on public.shift_waitlist (volunteer_id);

comment on table public.shift_waitlist is 'Volunteers who are waiting for a spot on a full shift.';
comment on column public.shift_waitlist.person_id is 'The person in the directory, with or without a login.';
comment on column public.shift_waitlist.volunteer_id is
  'The person''s login, if they have one. Triggers keep it up to date.';
comment on column public.shift_waitlist.place is
  'The position in line. It is assigned while the shift is locked, so volunteers line up in the order they arrive.';

create function private.guard_waitlist()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  locked_shift public.volunteer_shifts;
begin
  select * into locked_shift from public.volunteer_shifts where id = new.shift_id for update;
  if private.is_set_aside('shift_waitlist', new.id) then
    return new;
  end if;
  if locked_shift.id is null or locked_shift.status <> 'active' or not exists (
    select 1 from public.events as meeting where meeting.id = locked_shift.event_id and meeting.is_active
  ) then
    raise exception 'the event is not open' using errcode = 'CP002';
  end if;
  perform private.require_upcoming(locked_shift.event_id);
  return new;
end;
$$;

comment on function private.guard_waitlist() is
  'Refuses a place in line for an event that isn''t open.';

create trigger set_person
  before insert or update of person_id on public.shift_waitlist
  for each row execute function private.set_person();

create function private.refuse_registered()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_set_aside('shift_waitlist', new.id) and exists (
    select 1
    from public.volunteer_event_registrations as registration
    join public.volunteer_shifts as shift on shift.event_id = registration.event_id
    where shift.id = new.shift_id and registration.person_id = new.person_id
  ) then
    raise exception 'already registered' using errcode = 'CP004';
  end if;
  return new;
end;
$$;

comment on function private.refuse_registered() is
  'Refuses a place in line for someone who has signed up for the event.';

-- Fires after set_person.
create trigger to_refuse_registered
  before insert on public.shift_waitlist
  for each row execute function private.refuse_registered();

create function private.copy_login_to_sign_ups()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.volunteer_event_registrations set volunteer_id = new.account_id where person_id = new.id;
  update public.shift_waitlist set volunteer_id = new.account_id where person_id = new.id;
  return null;
end;
$$;

comment on function private.copy_login_to_sign_ups() is
  'Copies someone''s new login to their sign-ups and places in line.';

create trigger copy_login_to_sign_ups
  after update of account_id on public.volunteers
  for each row when (old.account_id is distinct from new.account_id)
  execute function private.copy_login_to_sign_ups();

create trigger guard_waitlist
  before insert on public.shift_waitlist
  for each row execute function private.guard_waitlist();

select private.describe_table(
  'shift_waitlist', area => 'volunteers', archived => true, audited => true,
  uncounted => '{volunteer_id}',
  rows => '{own,area}', admins_write => '{insert,delete}', volunteers_write => '{insert,delete}',
  erasure => 'delete', erase_order => 30,
  reason => 'Places on waiting lists.'
);

alter table public.shift_waitlist enable row level security;

create policy "Volunteers read their own place and admins read the waitlist"
  on public.shift_waitlist
  for select to authenticated
  using (
    person_id = (select private.own_volunteer_id()) or (select private.may('volunteers'))
  );

create policy "Volunteers join the waitlist and admins add anyone" on public.shift_waitlist
  for insert to authenticated
  with check (
    person_id = (select private.own_volunteer_id()) or (select private.may('volunteers'))
  );

create policy "Volunteers leave the waitlist and admins remove anyone" on public.shift_waitlist
  for delete to authenticated
  using (
    person_id = (select private.own_volunteer_id()) or (select private.may('volunteers'))
  );

grant select (id, volunteer_id) on table public.shift_waitlist to authenticated;
grant select on table public.shift_waitlist to administrator;
grant insert (shift_id, person_id, volunteer_id) on table public.shift_waitlist to authenticated;
grant delete on table public.shift_waitlist to authenticated;
grant select, insert, update, delete on table public.shift_waitlist to service_role;

create function private.is_on(meeting public.events)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select meeting.is_active and not exists (
    select from public.volunteer_shifts as shift where shift.event_id = meeting.id and shift.status = 'canceled'
  );
$$;

comment on function private.is_on(public.events) is 'Returns whether neither an event nor its shift is canceled.';

create function private.is_promotion_late(meeting public.events)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select meeting.starts_at
    <= now() + make_interval(hours => coalesce((select settings.promotion_hours from public.settings as settings), 12));
$$;

comment on function private.is_promotion_late(public.events) is
  'Returns whether a shift begins so soon, or has begun, that nobody moves up from its waiting list by themselves.';

create function private.take_place()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  cause constant text := private.set_shift_cause('quiet');
  meeting public.events;
begin
  select * into meeting from public.events as known where known.id = new.event_id;
  delete from public.shift_waitlist as queue
  using public.volunteer_shifts as shift
  where shift.id = queue.shift_id and shift.event_id = new.event_id and queue.person_id = new.person_id;
  new.is_late_promotion := new.is_late_promotion
    or found and meeting.starts_at > now() and private.is_promotion_late(meeting);
  perform private.set_shift_cause(cause);
  return new;
end;
$$;

comment on function private.take_place() is
  'Takes someone who gets a spot off the shift''s waiting list, and notes whether they moved up shortly before the start.';

-- Fires after set_person.
create trigger to_take_place
  before insert on public.volunteer_event_registrations
  for each row execute function private.take_place();

create function private.give_spot(person_id uuid, meeting public.events)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  cause constant text := private.set_shift_cause('promoted');
begin
  insert into public.volunteer_event_registrations (person_id, event_id)
  values (give_spot.person_id, meeting.id)
  -- A merge may have moved someone's place in line to a volunteer who is already registered.
  on conflict do nothing;
  perform private.set_shift_cause(cause);
end;
$$;

create function private.promote_waitlist(event_id uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  locked_shift public.volunteer_shifts;
  meeting public.events;
  waiting record;
  promoted integer := 0;
begin
  select * into locked_shift from public.volunteer_shifts as shift
  where shift.event_id = promote_waitlist.event_id for update;
  select * into meeting from public.events as candidate where candidate.id = promote_waitlist.event_id;
  if locked_shift.id is null or meeting.id is null or not meeting.is_active
    or locked_shift.status <> 'active' or private.is_promotion_late(meeting) then
    return 0;
  end if;

  for waiting in
    select queue.person_id
    from public.shift_waitlist as queue
    join private.reachable_people as person on person.id = queue.person_id
    where queue.shift_id = locked_shift.id and person.is_active
    order by queue.place
    limit greatest(0, locked_shift.max_volunteers - locked_shift.signed_up_volunteers)
  loop
    perform private.give_spot(waiting.person_id, meeting);
    promoted := promoted + 1;
  end loop;
  return promoted;
end;
$$;

grant execute on function private.promote_waitlist(uuid) to service_role;

create function private.remove_limit(event_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  locked_shift public.volunteer_shifts;
  meeting public.events;
  people uuid[];
  cause text;
begin
  perform private.require_area('volunteers');
  select * into locked_shift from public.volunteer_shifts as shift
  where shift.event_id = remove_limit.event_id for update;
  select * into meeting from public.events as candidate
  where candidate.id = remove_limit.event_id and candidate.starts_at > now();
  select array_agg(queue.person_id order by queue.place) into people
  from public.shift_waitlist as queue
  join private.reachable_people as person on person.id = queue.person_id
  where queue.shift_id = locked_shift.id and person.is_active;

  -- Nobody is told that they're off the waiting list, because they get a spot.
  cause := private.set_shift_cause('quiet');
  delete from public.shift_waitlist where shift_id = locked_shift.id;
  perform private.set_shift_cause(cause);
  -- If the shift was canceled, its event is on again, which people are told.
  delete from public.volunteer_shifts where id = locked_shift.id;
  perform private.give_spot(waiting.person_id, meeting)
  from unnest(people) with ordinality as waiting (person_id, turn)
  where meeting.id is not null
  order by waiting.turn;
end;
$$;

grant execute on function private.remove_limit(uuid) to authenticated;

create function private.promote_after_capacity_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.promote_waitlist(new.event_id);
  return null;
end;
$$;

comment on function private.promote_after_capacity_change() is
  'Gives new spots to the first people on the waiting list.';

create trigger promote_after_capacity_change
  after update of max_volunteers, status on public.volunteer_shifts
  for each row execute function private.promote_after_capacity_change();

create function private.shift_name(meeting public.events)
returns text
language sql
stable
set search_path = ''
as $$
  select format(
    '%s on %s, %s to %s', meeting.event_type, to_char(meeting.date, 'FMMonth FMDD'),
    to_char(meeting.start_time, 'FMHH12:MI AM'), to_char(meeting.end_time, 'FMHH12:MI AM')
  );
$$;

create function private.overlapping_shift(person uuid, meeting public.events)
returns public.events
language sql
stable
security definer
set search_path = ''
as $$
  select other.*
  from public.events as other
  where other.id <> meeting.id and other.starts_at < meeting.ends_at and other.ends_at > meeting.starts_at
    and private.is_on(other)
    and (
      exists (
        select from public.volunteer_event_registrations as registration
        where registration.event_id = other.id and registration.person_id = person
          and registration.attendance <> 'absent'
      )
      or exists (
        select from public.shift_waitlist as queue
        join public.volunteer_shifts as shift on shift.id = queue.shift_id
        where shift.event_id = other.id and queue.person_id = person
      )
    )
  order by other.starts_at, other.id
  limit 1;
$$;

create function private.refuse_overlap(person uuid, meeting public.events, subject text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  other constant public.events := private.overlapping_shift(person, meeting);
begin
  if other.id is not null then
    raise exception 'the shift overlaps another' using errcode = 'CP071', hint = format(
      '%s overlaps with %s, which %s already signed up for.',
      private.shift_name(meeting), private.shift_name(other), subject
    );
  end if;
end;
$$;

create function private.require_no_overlap(person_id uuid, event_id uuid)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  perform private.refuse_overlap(person.id, meeting, person.name || ' has')
  from public.volunteers as person, public.events as meeting
  where person.id = require_no_overlap.person_id and meeting.id = require_no_overlap.event_id;
end;
$$;

grant execute on function private.require_no_overlap(uuid, uuid) to authenticated;

comment on function private.refuse_overlap(uuid, public.events, text) is
  'Refuses a shift at the same time as another one that the person is on or waits for, in a sentence that names both. '
  'subject says who has signed up, such as you''ve. Called by other functions.';
comment on function private.require_no_overlap(uuid, uuid) is
  'Refuses to put someone on a shift at the same time as another one of theirs. For administrators.';
comment on function private.shift_name(public.events) is
  'Returns a shift''s type, day and time, such as Food Drive on June 15, 9:00 AM to 11:30 AM.';
comment on function private.overlapping_shift(uuid, public.events) is
  'Returns the first shift that someone is on, or waits for, at the same time as this one; null if there is none.';

create function private.join_event(event_id uuid, anyway boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person uuid := private.own_volunteer_id();
  meeting public.events;
  locked_shift public.volunteer_shifts;
  is_full boolean;
  queued bigint;
begin
  if person is null then
    raise exception 'no active volunteer account' using errcode = 'CP005';
  end if;
  select * into meeting from public.events as known where known.id = join_event.event_id and known.is_active;
  if not found then
    raise exception 'the event is not open' using errcode = 'CP002';
  end if;
  select * into locked_shift from public.volunteer_shifts as shift
  where shift.event_id = join_event.event_id for update;
  if locked_shift.status = 'canceled' then
    raise exception 'the shift is canceled' using errcode = 'CP002';
  end if;
  perform private.require_upcoming(join_event.event_id);
  -- Someone who was marked absent beforehand can come after all, if there is still room.
  delete from public.volunteer_event_registrations as registration
  where registration.event_id = join_event.event_id and registration.person_id = person
    and registration.gave_up_spot and registration.attendance = 'absent';
  is_full := coalesce(
    locked_shift.status = 'active' and locked_shift.signed_up_volunteers >= locked_shift.max_volunteers, false
  );
  if exists (
    select 1 from public.volunteer_event_registrations as registration
    where registration.event_id = join_event.event_id and registration.person_id = person
  ) or (
    -- Shortly before the start, nobody moves up without a press, so those who wait may take a free spot themselves.
    is_full and exists (
      select 1 from public.shift_waitlist as queue where queue.shift_id = locked_shift.id and queue.person_id = person
    )
  ) then
    raise exception 'already joined' using errcode = 'CP004';
  end if;
  if not anyway then
    perform private.refuse_overlap(person, meeting, 'you''ve');
  end if;

  if not is_full then
    insert into public.volunteer_event_registrations (person_id, event_id)
    values (person, join_event.event_id)
    on conflict do nothing;
    if not found then
      raise exception 'already joined' using errcode = 'CP004';
    end if;
    return jsonb_build_object('state', 'joined', 'position', null);
  end if;

  insert into public.shift_waitlist (shift_id, person_id) values (locked_shift.id, person);
  select count(*) into queued from public.shift_waitlist as queue where queue.shift_id = locked_shift.id;
  return jsonb_build_object('state', 'waitlisted', 'position', queued);
end;
$$;

grant execute on function private.join_event(uuid, boolean) to authenticated;

create function private.event_is_full(event_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.volunteer_shifts as shift
    where shift.event_id = event_is_full.event_id and shift.signed_up_volunteers >= shift.max_volunteers
  );
$$;

grant execute on function private.event_is_full(uuid) to anon, authenticated, service_role;

create function private.leave_event(event_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person uuid := private.own_volunteer_id();
  locked_shift public.volunteer_shifts;
begin
  if person is null then
    raise exception 'no active volunteer account' using errcode = 'CP005';
  end if;
  select * into locked_shift from public.volunteer_shifts as shift
  where shift.event_id = leave_event.event_id for update;
  perform private.require_upcoming(leave_event.event_id);
  delete from public.volunteer_event_registrations as registration
  where registration.event_id = leave_event.event_id and registration.person_id = person;
  if found then
    return jsonb_build_object('state', 'left');
  end if;
  delete from public.shift_waitlist as queue where queue.shift_id = locked_shift.id and queue.person_id = person;
  if found then
    return jsonb_build_object('state', 'left_waitlist');
  end if;
  raise exception 'not joined' using errcode = 'CP007';
end;
$$;

grant execute on function private.leave_event(uuid) to authenticated;

comment on function private.promote_waitlist(uuid) is
  'Gives free spots to waiting volunteers in order, unless the shift begins so soon that they might not notice.';
comment on function private.remove_limit(uuid) is
  'Deletes an event''s shift. Everyone on the waiting list gets a spot if the event hasn''t started.';
comment on function private.join_event(uuid, boolean) is
  'Registers the signed-in volunteer, or adds them to a full event''s waiting list. Refuses a shift that overlaps with '
  'another one of theirs unless anyway is true. Concurrent joins wait for each other.';
comment on function private.event_is_full(uuid) is
  'Returns whether the next volunteer to sign up would go on the waiting list. Visitors may know this, but not the '
  'counts.';
comment on function private.leave_event(uuid) is
  'Withdraws the signed-in volunteer from an upcoming event or its waiting list.';

-- Volunteers' shifts for calendar apps, which poll the feed and can't log in.
create table public.calendar_feeds (
  volunteer_id uuid primary key references public.volunteer_accounts (id) on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);

comment on table public.calendar_feeds is
  'Volunteers'' calendar links.';
comment on column public.calendar_feeds.token_hash is
  'SHA-256 of the link''s random token, which is shown once and never stored. It doesn''t depend on a key, so '
  'calendars stay subscribed when keys are rotated.';

select private.describe_table(
  'calendar_feeds', archived => false, left_out => 'secrets', audited => false,
  erasure => 'delete', erase_order => 33,
  reason => 'The link to the calendar.'
);
select private.describe_columns('calendar_feeds', '{token_hash}', kind => 'personal');

alter table public.calendar_feeds enable row level security;

create policy "No API access to calendar feeds" on public.calendar_feeds
  for all to anon, authenticated
  using (false)
  with check (false);

create function private.own_calendar_feed_created_at()
returns timestamptz
language sql
stable
security definer
set search_path = ''
as $$
  select feed.created_at
  from public.calendar_feeds as feed
  where feed.volunteer_id = auth.uid() and private.is_active_volunteer();
$$;

grant execute on function private.own_calendar_feed_created_at() to authenticated;

create function private.create_calendar_feed(token_hash text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_active_volunteer() then
    raise exception 'no active volunteer account' using errcode = 'CP005';
  end if;
  insert into public.calendar_feeds (volunteer_id, token_hash)
  values (auth.uid(), create_calendar_feed.token_hash)
  on conflict (volunteer_id) do update set token_hash = excluded.token_hash, created_at = now();
end;
$$;

grant execute on function private.create_calendar_feed(text) to authenticated;

create function private.delete_calendar_feed()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_active_volunteer() then
    raise exception 'no active volunteer account' using errcode = 'CP005';
  end if;
  delete from public.calendar_feeds where volunteer_id = auth.uid();
end;
$$;

grant execute on function private.delete_calendar_feed() to authenticated;

create function private.shift_calendar(person uuid, only_event uuid default null)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'organizationName', (select contact.organization_name from public.contact_info as contact),
    'timeZone', private.time_zone(),
    'shifts', coalesce(jsonb_agg(own.shift), '[]')
  )
  from (
    select jsonb_build_object(
      'id', meeting.id, 'eventType', meeting.event_type, 'date', meeting.date,
      'startsAt', meeting.starts_at, 'endsAt', meeting.ends_at, 'address', meeting.address,
      'description', shift.description, 'note', meeting.note,
      'isCanceled', not meeting.is_active or coalesce(shift.status, '') = 'canceled',
      'createdAt', meeting.created_at, 'revisedAt', meeting.revised_at
    ) as shift
    from public.volunteer_event_registrations as registration
    join public.events as meeting on meeting.id = registration.event_id
    left join public.volunteer_shifts as shift on shift.event_id = meeting.id
    where registration.person_id = shift_calendar.person
      and (registration.attendance <> 'absent' or not registration.gave_up_spot)
      and meeting.id = coalesce(shift_calendar.only_event, meeting.id)
      and (shift_calendar.only_event is not null or meeting.starts_at > now() - interval '1 year')
    order by meeting.starts_at desc, meeting.id
    limit 500
  ) as own;
$$;

create function private.own_event_calendar(event_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  person uuid := private.own_volunteer_id();
begin
  if not exists (
    select 1 from public.volunteer_event_registrations as registration
    where registration.person_id = person and registration.event_id = own_event_calendar.event_id
  ) then
    return null;
  end if;
  return private.shift_calendar(person, own_event_calendar.event_id);
end;
$$;

grant execute on function private.own_event_calendar(uuid) to authenticated;

create function private.read_calendar_feed(token_hash text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.shift_calendar(person.id)
  from public.calendar_feeds as entry
  join public.volunteers as person on person.account_id = entry.volunteer_id
  join public.volunteer_accounts as account on account.id = entry.volunteer_id
  where entry.token_hash = read_calendar_feed.token_hash
    and account.is_active and account.activated_at is not null;
$$;

grant execute on function private.read_calendar_feed(text) to service_role;

comment on function private.own_calendar_feed_created_at() is
  'Returns when the signed-in volunteer created their calendar link, or null if they have none.';
comment on function private.create_calendar_feed(text) is
  'Stores a new calendar link for the signed-in volunteer; the previous link stops working.';
comment on function private.delete_calendar_feed() is 'Turns off the signed-in volunteer''s calendar link.';
comment on function private.shift_calendar(uuid, uuid) is
  'Returns the shifts that the volunteer joined, as calendars show them. Includes canceled shifts, so that they don''t '
  'just vanish from calendars.';
comment on function private.own_event_calendar(uuid) is
  'Returns one shift of the signed-in volunteer, or null if they haven''t joined it.';
comment on function private.read_calendar_feed(text) is
  'Returns the calendar that a link leads to. Null if the link is unknown or turned off, or if the account is closed.';

-- Applications are created before events. The constraint isn't validated, because validation would block reads, and no
-- existing row can refer to an event yet.
alter table public.volunteer_applications
  add constraint volunteer_applications_wanted_event_id_fkey foreign key (wanted_event_id)
  references public.events (id) on delete set null not valid;

create function private.own_events()
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  -- The query uses no variables, so its plan is cached across calls.
  return (
    with caller as materialized (
      select own.id from private.own_volunteer_id() as own (id) where own.id is not null
    ),
    own as materialized (
      select registration.event_id, registration.attendance,
        case
          when registration.attendance <> 'confirmed' then null
          when num_nonnulls(registration.hours, registration.checked_in, registration.checked_out) = 0
          then meeting.hours
          else private.worked_hours(registration.hours, registration.checked_in, registration.checked_out, meeting)
        end as hours,
        registration.attendance = 'confirmed' and registration.confirmed_at > meeting.canceled_at as came_anyway
      from caller
      join public.volunteer_event_registrations as registration on registration.person_id = caller.id
      join public.events as meeting on meeting.id = registration.event_id
      where registration.attendance <> 'absent' or not registration.gave_up_spot or meeting.starts_at <= now()
    ),
    waiting as materialized (
      select shift.event_id, (
        select count(*) from public.shift_waitlist as ahead
        where ahead.shift_id = queue.shift_id and ahead.place <= queue.place
      ) as position
      from caller
      join public.shift_waitlist as queue on queue.person_id = caller.id
      join public.volunteer_shifts as shift on shift.id = queue.shift_id
    ),
    wanted as materialized (
      select distinct application.wanted_event_id as event_id
      from caller
      join public.volunteer_applications as application on application.person_id = caller.id
      where application.wanted_event_id is not null
    ),
    next as (
      select meeting.id
      from public.events as meeting
      left join public.volunteer_shifts as shift on shift.event_id = meeting.id
      where meeting.is_active and shift.status is distinct from 'canceled'
        -- No event lasts longer than 26 hours, even on the day when clocks fall back.
        and meeting.starts_at > now() - interval '26 hours' and meeting.ends_at >= now()
      order by meeting.starts_at, meeting.id
      limit 40
    ),
    upcoming as (
      select meeting.*, 1 as direction,
        -- Null if there is no limit. greatest(..., 0) would ignore the null and return 0, which means full.
        shift.max_volunteers - least(shift.signed_up_volunteers, shift.max_volunteers) as places_left,
        shift.id as shift_id
      -- A canceled event stays visible to those who joined it or are waiting for it.
      from (
        select id from next
        union select event_id from own
        union select event_id from waiting
        union select event_id from wanted
      ) as candidate
      join public.events as meeting on meeting.id = candidate.id
      left join public.volunteer_shifts as shift on shift.event_id = meeting.id
      where meeting.ends_at >= now()
    ),
    past as (
      select meeting.*, -1 as direction,
        shift.max_volunteers - least(shift.signed_up_volunteers, shift.max_volunteers) as places_left,
        null::uuid as shift_id
      from own
      join public.events as meeting on meeting.id = own.event_id
      left join public.volunteer_shifts as shift on shift.event_id = meeting.id
      where meeting.ends_at < now()
      order by meeting.starts_at desc, meeting.id desc
      limit 100
    ),
    listed as (
      select entry.id, entry.event_type as "eventType", entry.date, entry.start_time as "startTime",
        entry.end_time as "endTime", entry.ends_next_day as "endsNextDay", entry.address, entry.note, entry.starts_at as "startsAt", entry.ends_at as "endsAt",
        coalesce(own.hours, entry.hours) as hours, own.event_id is not null as "isJoined", waiting.position as "waitlistPosition",
        entry.places_left as "placesLeft", entry.registered_volunteers as "registeredVolunteers",
        entry.packages_packed as "packagesPacked", own.attendance, wanted.event_id is not null as "isWanted",
        entry.canceled_at is not null and own.came_anyway is not true as "isCanceled",
        own.event_id is not null and entry.canceled_at is null and exists (
          select from public.shift_waitlist as queue
          join private.reachable_people as person on person.id = queue.person_id
          where queue.shift_id = entry.shift_id and person.is_active
          -- Keeps Postgres from reading everybody who is waiting for any shift.
          offset 0
        ) as "placeIsAwaited"
      from (select * from upcoming union all select * from past) as entry
      left join own on own.event_id = entry.id
      left join waiting on waiting.event_id = entry.id
      left join wanted on wanted.event_id = entry.id
      order by entry.direction desc, entry.direction * date_part('epoch', entry.starts_at), entry.id
    )
    select coalesce(json_agg(listed), '[]') from listed
  );
end;
$$;

grant execute on function private.own_events() to authenticated;

comment on function private.own_events() is
  'Returns the signed-in volunteer''s events: the next forty that haven''t ended, every upcoming event that they '
  'joined, are waiting for or asked for when they applied, also if it is canceled, and the latest hundred past ones.';
create function private.news_readers(event_id uuid)
returns table (volunteer_id uuid, email text, first_name text, last_name text)
language sql
stable
security definer
set search_path = ''
as $$
  select person.id, account.email, account.first_name, account.last_name
  from public.volunteers as person
  join public.volunteer_accounts as account on account.id = person.account_id
  where person.wants_news and person.is_active and person.merged_into_id is null
    and account.is_active and account.activated_at is not null and account.merged_into_id is null
    and not exists (
      select from public.volunteer_event_registrations as registration
      where registration.event_id = news_readers.event_id and registration.person_id = person.id
    );
$$;

create function private.event_announcement(event_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  return (
    select jsonb_build_object(
      'announcedAt', meeting.announced_at,
      'recipients', (select count(*) from private.news_readers(meeting.id))
    )
    from public.events as meeting
    where meeting.id = event_announcement.event_id
  );
end;
$$;

grant execute on function private.event_announcement(uuid) to authenticated;

create function private.announce_event(event_id uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  meeting public.events;
  queued integer;
begin
  perform private.require_area('volunteers');
  -- If two administrators send at once, the lock makes the second one wait and then see that the emails were sent.
  select * into meeting from public.events as candidate where candidate.id = announce_event.event_id for no key update;
  if not found then
    raise exception 'no such event' using errcode = 'CP009',
      hint = 'We couldn''t find that event. It may have been deleted.';
  end if;
  if meeting.announced_at is not null then
    raise exception 'the event was announced' using errcode = 'CP048', hint = format(
      'Volunteers were already emailed about this event on %s.',
      to_char(meeting.announced_at at time zone private.time_zone(), 'FMMonth FMDD, YYYY')
    );
  end if;
  perform private.require_upcoming(meeting.id);
  if not meeting.is_active then
    raise exception 'the event is canceled' using errcode = 'CP049',
      hint = 'This event is canceled, so volunteers can''t be emailed about it.';
  end if;
  if exists (
    select from public.volunteer_shifts as shift
    where shift.event_id = meeting.id
      and (shift.status <> 'active' or shift.signed_up_volunteers >= shift.max_volunteers)
  ) then
    raise exception 'the event is full' using errcode = 'CP049',
      hint = 'This event is full, so volunteers can''t be emailed about it.';
  end if;
  select count(
    private.queue_email(
      'New Event',
      reader.email,
      btrim(reader.first_name || ' ' || reader.last_name),
      jsonb_build_object(
        'name', reader.first_name, 'eventType', meeting.event_type, 'eventDate', meeting.date,
        'startTime', meeting.start_time, 'endTime', meeting.end_time, 'timeZone', private.time_zone(),
        'address', meeting.address, 'eventId', meeting.id, 'volunteerId', reader.volunteer_id
      ),
      'announcement:' || meeting.id || ':' || reader.volunteer_id
    )
  )
  into queued
  from private.news_readers(meeting.id) as reader;
  update public.events as announced set announced_at = now() where announced.id = meeting.id;
  return queued;
end;
$$;

grant execute on function private.announce_event(uuid) to authenticated;

create function private.opt_out_of_news(volunteer_id uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept_id uuid;
begin
  perform private.await_volunteer_merges();
  kept_id := private.kept_volunteer(opt_out_of_news.volunteer_id);
  update public.volunteers as person set wants_news = false where person.id = kept_id and person.wants_news;
  return kept_id is not null;
end;
$$;

grant execute on function private.opt_out_of_news(uuid) to service_role;

comment on function private.news_readers(uuid) is
  'Returns who gets an email about an event: active volunteers who have an open login, want such emails and haven''t '
  'signed up for the event.';
comment on function private.event_announcement(uuid) is
  'Returns when volunteers were emailed about an event, and how many would get the email now. Administrators only.';
comment on function private.announce_event(uuid) is
  'Emails volunteers about an upcoming event, once. Returns the number of emails. Administrators only.';
comment on function private.opt_out_of_news(uuid) is
  'Turns off emails about new events for a volunteer or, if the volunteer was merged, for the one who was kept. '
  'Returns whether that volunteer exists.';

create function private.put_on_shift(
  volunteer uuid,
  event uuid,
  waits_if_full boolean,
  sends_email boolean,
  anyway boolean default false
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person private.reachable_people;
  locked_shift public.volunteer_shifts;
  meeting public.events;
  queued bigint;
  cause text;
begin
  perform private.require_area('volunteers');
  perform private.await_volunteer_merges();
  select * into person from private.reachable_people as entry where entry.id = private.kept_volunteer(volunteer);
  if not found then
    raise exception 'no such volunteer' using errcode = 'CP009',
      hint = 'We couldn''t find that volunteer. They may have been deleted.';
  end if;
  -- The lock makes concurrent joins wait for each other.
  select * into locked_shift from public.volunteer_shifts as shift where shift.event_id = event for update;
  select * into meeting from public.events as candidate where candidate.id = event;
  if meeting.id is null or not meeting.is_active then
    raise exception 'the event is not open' using errcode = 'CP002';
  end if;
  -- An administrator can still enter a past shift for someone who has been disabled since then.
  if not person.is_active and meeting.starts_at > now() then
    raise exception 'the volunteer is disabled' using errcode = 'CP009',
      hint = case
        when person.account_id is null then 'This volunteer isn''t active. Make them active first.'
        else 'This volunteer''s login is disabled. Enable it first.'
      end;
  end if;
  if exists (
    select 1 from public.volunteer_event_registrations as registration
    where registration.event_id = event and registration.person_id = person.id
  ) then
    raise exception 'already joined' using errcode = 'CP053';
  end if;
  if not anyway then
    perform private.require_no_overlap(person.id, event);
  end if;

  cause := private.set_shift_cause(case when sends_email then '' else 'quiet' end);
  if locked_shift.signed_up_volunteers >= locked_shift.max_volunteers and waits_if_full then
    insert into public.shift_waitlist (shift_id, person_id) values (locked_shift.id, person.id)
    on conflict (shift_id, person_id) do nothing;
    select count(*) into queued from public.shift_waitlist as ahead
    where ahead.shift_id = locked_shift.id and ahead.place <= (
      select own.place from public.shift_waitlist as own
      where own.shift_id = locked_shift.id and own.person_id = person.id
    );
    perform private.set_shift_cause(cause);
    return jsonb_build_object('state', 'waitlisted', 'position', queued);
  end if;
  -- The table's trigger refuses this if the shift is full.
  insert into public.volunteer_event_registrations (person_id, event_id) values (person.id, event);
  perform private.set_shift_cause(cause);
  return jsonb_build_object('state', 'joined', 'position', null);
end;
$$;

grant execute on function private.put_on_shift(uuid, uuid, boolean, boolean, boolean) to authenticated;

comment on function private.put_on_shift(uuid, uuid, boolean, boolean, boolean) is
  'Registers a volunteer for an event, or adds them to the waiting list if the event is full and the administrator '
  'wants that. Refuses a shift that overlaps with another one of theirs unless anyway is true. Emails the volunteer if '
  'the administrator wants that. For administrators.';
