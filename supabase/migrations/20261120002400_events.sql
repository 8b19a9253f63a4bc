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
  revised_at timestamptz not null default now(),
  announced_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (lower(event_type || ' ' || address)) stored,
  constraint events_end_time_check check (end_time > start_time),
  constraint events_reason_of_canceled check (cancellation_reason is null or not is_active)
);
create index events_starts_at_idx on public.events (starts_at, id)
  include (event_type, ends_at, is_active);
create index events_ends_at_idx on public.events (ends_at desc, id desc);
create index events_type_idx on public.events (event_type, starts_at, id)
  include (ends_at, is_active);
create index events_search_idx on public.events using gin (search_text extensions.gin_trgm_ops);

comment on table public.events is 'Events for volunteers. Date and times are local to the organization.';
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
  'The end, computed by a trigger from date and end_time in the organization''s time zone.';
comment on column public.events.hours is
  'Hours elapsed between starts_at and ends_at, correct even if the clocks change in between.';
comment on column public.events.registered_volunteers is 'Number of registrations, maintained by a trigger.';
comment on column public.events.absent_volunteers is 'Number of registrations marked absent, maintained by a trigger.';
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
    perform private.require_local_time(new.date + new.end_time, zone, 'events_end_time_check');
  end if;
  new.starts_at := private.instant_of(new.date + new.start_time, zone);
  new.ends_at := private.instant_of(new.date + new.end_time, zone);
  if new.ends_at <= new.starts_at then
    raise exception 'the event must end after it starts'
      using errcode = '23514', table = 'events', constraint = 'events_end_time_check';
  end if;
  return new;
end;
$$;

comment on function private.set_event_instants() is
  'Computes when an event starts and ends, and refuses times that don''t exist or are out of order.';

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
  before insert or update of date, start_time, end_time, starts_at, ends_at on public.events
  for each row execute function private.set_event_instants();

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
    ends_at = private.instant_of(date + end_time, new.time_zone);
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
  uncounted => '{starts_at,ends_at,hours,revised_at,registered_volunteers,absent_volunteers}',
  title => '{event_type}, {date}'
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
  id, event_type, date, start_time, end_time, address, starts_at, ends_at
) on table public.events to anon;
grant select (
  id, event_type, date, start_time, end_time, address, note, packages_packed, starts_at, ends_at, hours,
  registered_volunteers
) on table public.events to authenticated;
grant select on table public.events to administrator;
grant insert (
  event_type, date, start_time, end_time, address, note, packages_packed, is_active
) on table public.events to authenticated;
grant update (
  event_type, date, start_time, end_time, address, note, packages_packed, is_active, cancellation_reason
) on table public.events to authenticated;
grant delete on table public.events to authenticated;
grant select, insert, update, delete on table public.events to service_role;

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
