set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.volunteer_event_registrations (
  id uuid primary key default gen_random_uuid(),
  volunteer_id uuid not null default auth.uid() references public.volunteer_accounts (id) on delete cascade,
  event_id uuid not null references public.events (id) on delete cascade,
  registered_at timestamptz not null default now(),
  attendance text not null default 'expected'
    check (attendance in ('expected', 'confirmed', 'absent')),
  confirmed_at timestamptz,
  confirmed_by uuid references public.users (id) on delete set null,
  unique (volunteer_id, event_id)
);
create index volunteer_event_registrations_event_idx on public.volunteer_event_registrations (event_id, registered_at);
create index volunteer_event_registrations_confirmed_by_idx on public.volunteer_event_registrations (confirmed_by);
create index volunteer_event_registrations_expected_idx
  on public.volunteer_event_registrations (event_id) where attendance = 'expected';

comment on table public.volunteer_event_registrations is 'Volunteers'' registrations for events, and whether they attended.';
comment on column public.volunteer_event_registrations.attendance is
  'Hours count once they are confirmed. After the event, everyone who isn''t marked absent is confirmed.';

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
    if locked_shift.signed_up_volunteers >= locked_shift.max_volunteers then
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

create function private.stamp_attendance()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.attendance is distinct from old.attendance then
    if new.attendance = 'confirmed' and exists (
      select 1 from public.events as meeting where meeting.id = new.event_id and meeting.starts_at > now()
    ) then
      raise exception 'the event has not started' using errcode = 'CP018';
    end if;
    new.confirmed_at := case when new.attendance = 'expected' then null else now() end;
    new.confirmed_by := case
      when new.attendance <> 'expected' and private.may('volunteers') then (select auth.uid())
    end;
  end if;
  return new;
end;
$$;

comment on function private.stamp_attendance() is
  'Sets who confirmed attendance and when, and refuses to confirm it before the event starts.';

create trigger stamp_attendance
  before update on public.volunteer_event_registrations
  for each row execute function private.stamp_attendance();

create function private.refresh_volunteer_totals(account uuid)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  update public.volunteers as volunteer
  set total_hours = volunteer.opening_hours + attended.hours, packages_helped = attended.packages
  from (
    select
      coalesce(sum(meeting.hours), 0) as hours,
      coalesce(sum(meeting.packages_packed), 0)::integer as packages
    from public.volunteer_event_registrations as registration
    join public.events as meeting on meeting.id = registration.event_id
    where registration.volunteer_id = refresh_volunteer_totals.account
      and registration.attendance = 'confirmed'
  ) as attended
  where volunteer.account_id = refresh_volunteer_totals.account
    and (volunteer.total_hours, volunteer.packages_helped)
      is distinct from (volunteer.opening_hours + attended.hours, attended.packages);
$$;

create function private.count_registration()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  event uuid := case when tg_op = 'DELETE' then old.event_id else new.event_id end;
  joined integer := case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end;
  absent integer := 0;
begin
  if tg_op <> 'DELETE' and new.attendance = 'absent' then
    absent := absent + 1;
  end if;
  if tg_op <> 'INSERT' and old.attendance = 'absent' then
    absent := absent - 1;
  end if;

  if joined <> 0 then
    update public.volunteer_shifts
    set signed_up_volunteers = signed_up_volunteers + joined
    where event_id = event;
  end if;
  if joined <> 0 or absent <> 0 then
    update public.events
    set registered_volunteers = registered_volunteers + joined, absent_volunteers = absent_volunteers + absent
    where id = event;
  end if;

  if tg_op = 'DELETE' then
    if old.attendance = 'confirmed' then
      perform private.refresh_volunteer_totals(old.volunteer_id);
    end if;
    perform private.promote_waitlist(old.event_id);
  elsif new.attendance = 'confirmed' or (tg_op = 'UPDATE' and old.attendance = 'confirmed') then
    perform private.refresh_volunteer_totals(new.volunteer_id);
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
  perform private.refresh_volunteer_totals(registration.volunteer_id)
  from public.volunteer_event_registrations as registration
  where registration.event_id = new.id and registration.attendance = 'confirmed';
  return null;
end;
$$;

comment on function private.refresh_event_totals() is
  'Recomputes the totals of an event''s volunteers.';

-- Updates volunteers' confirmed hours and packages when the event's hours or packages are corrected.
create trigger refresh_event_totals
  after update on public.events
  for each row when (
    (old.hours, old.packages_packed) is distinct from (new.hours, new.packages_packed)
  )
  execute function private.refresh_event_totals();

select private.describe_table(
  'volunteer_event_registrations', area => 'volunteers', archived => true, audited => true,
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
    (volunteer_id = (select auth.uid()) and (select private.is_active_volunteer()))
    or (select private.may('volunteers'))
  );

create policy "Volunteers register themselves and admins register anyone"
  on public.volunteer_event_registrations
  for insert to authenticated
  with check (
    (volunteer_id = (select auth.uid()) and (select private.is_active_volunteer()))
    or (select private.may('volunteers'))
  );

create policy "Admins record attendance" on public.volunteer_event_registrations
  for update to authenticated
  using ((select private.may('volunteers')));

create policy "Volunteers withdraw themselves and admins withdraw anyone"
  on public.volunteer_event_registrations
  for delete to authenticated
  using (
    (volunteer_id = (select auth.uid()) and (select private.is_active_volunteer()))
    or (select private.may('volunteers'))
  );

grant select (id, volunteer_id, event_id, attendance) on table public.volunteer_event_registrations to authenticated;
grant select on table public.volunteer_event_registrations to administrator;
grant insert (
  volunteer_id, event_id, attendance
) on table public.volunteer_event_registrations to authenticated;
grant update (attendance) on table public.volunteer_event_registrations to authenticated;
grant delete on table public.volunteer_event_registrations to authenticated;
grant select, insert, update, delete on table public.volunteer_event_registrations to service_role;

-- If an event is hidden or canceled when it ends, its attendance isn't confirmed automatically. Administrators can
-- still confirm individual volunteers.
create function private.confirm_finished_attendance()
returns integer
language sql
volatile
security definer
set search_path = ''
as $$
  with confirmed as (
    update public.volunteer_event_registrations as registration
    set attendance = 'confirmed'
    from public.events as meeting
    left join public.volunteer_shifts as shift on shift.event_id = meeting.id
    where meeting.id = registration.event_id
      and meeting.ends_at < now()
      and meeting.is_active
      and shift.status is distinct from 'canceled'
      and registration.attendance = 'expected'
    returning 1
  )
  select count(*)::integer from confirmed;
$$;

grant execute on function private.confirm_finished_attendance() to service_role;

create function private.registration_totals()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'totalRegistrations', coalesce(sum(meeting.registered_volunteers), 0),
    'totalHours', coalesce(
      round(
        extract(
          epoch from sum(
            (meeting.ends_at - meeting.starts_at) * (meeting.registered_volunteers - meeting.absent_volunteers)
          ) filter (
            where meeting.ends_at < now() and meeting.is_active and meeting.id not in (
              select shift.event_id from public.volunteer_shifts as shift where shift.status = 'canceled'
            )
          )
        ) / 3600,
        2
      ),
      0
    )
  )
  from public.events as meeting;
$$;

grant execute on function private.registration_totals() to anon, authenticated, service_role;

create function private.own_registration_totals()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'totalRegistrations', count(*),
      'totalHours', coalesce(sum(own.hours) filter (where own.attended), 0) + coalesce(
        (
          select person.opening_hours from public.volunteers as person
          where person.account_id = (select auth.uid()) and (select private.is_active_volunteer())
        ),
        0
      ),
      'shiftsCompleted', count(*) filter (where own.attended and own.ends_at < now()),
      'packagesPacked', coalesce(sum(own.packages_packed) filter (where own.attended), 0),
      'firstShift', min(own.date) filter (where own.attended and own.ends_at < now())
    )
    from (
      select meeting.hours, meeting.ends_at, meeting.date, meeting.packages_packed,
        registration.attendance = 'confirmed' or (
          registration.attendance = 'expected' and meeting.ends_at < now()
          and meeting.is_active and shift.status is distinct from 'canceled'
        ) as attended
      from public.volunteer_event_registrations as registration
      join public.events as meeting on meeting.id = registration.event_id
      left join public.volunteer_shifts as shift on shift.event_id = meeting.id
      where registration.volunteer_id = (select auth.uid()) and (select private.is_active_volunteer())
    ) as own
  );
end;
$$;

grant execute on function private.own_registration_totals() to authenticated, service_role;

comment on function private.confirm_finished_attendance() is
  'Scheduled: after an event, confirms everyone who isn''t marked absent.';
comment on function private.registration_totals() is
  'Returns the organization''s total registrations and hours from the events'' counters, which don''t identify anyone.';
comment on function private.own_registration_totals() is
  'Returns the signed-in volunteer''s registrations and hours, including those for events that have since been hidden.';
