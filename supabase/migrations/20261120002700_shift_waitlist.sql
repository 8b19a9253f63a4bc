set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.shift_waitlist (
  id uuid primary key default gen_random_uuid(),
  shift_id uuid not null references public.volunteer_shifts (id) on delete cascade,
  volunteer_id uuid not null default auth.uid() references public.volunteer_accounts (id) on delete cascade,
  place bigint generated always as identity,
  created_at timestamptz not null default now(),
  unique (shift_id, volunteer_id)
);
create index shift_waitlist_place_idx on public.shift_waitlist (shift_id, place);
create index shift_waitlist_volunteer_idx on public.shift_waitlist (volunteer_id);

comment on table public.shift_waitlist is 'Volunteers who are waiting for a spot on a full shift.';
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
  if exists (
    select 1
    from public.volunteer_event_registrations as registration
    where registration.event_id = locked_shift.event_id and registration.volunteer_id = new.volunteer_id
  ) then
    raise exception 'already registered' using errcode = 'CP004';
  end if;
  return new;
end;
$$;

comment on function private.guard_waitlist() is
  'Refuses a place in line for an event that isn''t open or that the volunteer has signed up for.';

create trigger guard_waitlist
  before insert on public.shift_waitlist
  for each row execute function private.guard_waitlist();

select private.describe_table(
  'shift_waitlist', area => 'volunteers', archived => true, audited => true,
  rows => '{own,area}', admins_write => '{insert,delete}', volunteers_write => '{insert,delete}',
  erasure => 'delete', erase_order => 30,
  reason => 'Places on waiting lists.'
);

alter table public.shift_waitlist enable row level security;

create policy "Volunteers read their own place and admins read the waitlist"
  on public.shift_waitlist
  for select to authenticated
  using (
    (volunteer_id = (select auth.uid()) and (select private.is_active_volunteer()))
    or (select private.may('volunteers'))
  );

create policy "Volunteers join the waitlist and admins add anyone" on public.shift_waitlist
  for insert to authenticated
  with check (
    (volunteer_id = (select auth.uid()) and (select private.is_active_volunteer()))
    or (select private.may('volunteers'))
  );

create policy "Volunteers leave the waitlist and admins remove anyone" on public.shift_waitlist
  for delete to authenticated
  using (
    (volunteer_id = (select auth.uid()) and (select private.is_active_volunteer()))
    or (select private.may('volunteers'))
  );

grant select (id, volunteer_id) on table public.shift_waitlist to authenticated;
grant select on table public.shift_waitlist to administrator;
grant insert (shift_id, volunteer_id) on table public.shift_waitlist to authenticated;
grant delete on table public.shift_waitlist to authenticated;
grant select, insert, update, delete on table public.shift_waitlist to service_role;

create function private.give_spot(waiting uuid, account_id uuid, meeting public.events)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  insert into public.volunteer_event_registrations (volunteer_id, event_id)
  values (give_spot.account_id, meeting.id)
  -- A merge may have moved someone's place in line to a volunteer who is already registered.
  on conflict do nothing;
  if not found then
    return;
  end if;
  perform private.queue_email(
    'Waitlist Promotion',
    account.email,
    btrim(account.first_name || ' ' || account.last_name),
    jsonb_build_object(
      'name', account.first_name, 'eventType', meeting.event_type, 'eventDate', meeting.date,
      'startTime', meeting.start_time, 'endTime', meeting.end_time, 'timeZone', private.time_zone(),
      'address', meeting.address, 'eventNote', meeting.note
    ),
    'waitlist:' || give_spot.waiting
  )
  from public.volunteer_accounts as account
  where account.id = give_spot.account_id;
end;
$$;

create function private.promote_waitlist(event_id uuid)
returns integer
language plpgsql
volatile
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
    or locked_shift.status <> 'active' or meeting.starts_at <= now() then
    return 0;
  end if;

  for waiting in
    select queue.id, account.id as account_id
    from public.shift_waitlist as queue
    join public.volunteer_accounts as account on account.id = queue.volunteer_id
    where queue.shift_id = locked_shift.id and account.is_active
    order by queue.place
    limit greatest(0, locked_shift.max_volunteers - locked_shift.signed_up_volunteers)
  loop
    delete from public.shift_waitlist where id = waiting.id;
    perform private.give_spot(waiting.id, waiting.account_id, meeting);
    promoted := promoted + 1;
  end loop;
  return promoted;
end;
$$;

grant execute on function private.promote_waitlist(uuid) to service_role;

create function private.remove_limit(event_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  locked_shift public.volunteer_shifts;
  meeting public.events;
  queued uuid[];
  accounts uuid[];
begin
  perform private.require_area('volunteers');
  select * into locked_shift from public.volunteer_shifts as shift
  where shift.event_id = remove_limit.event_id for update;
  select * into meeting from public.events as candidate
  where candidate.id = remove_limit.event_id and candidate.starts_at > now();
  select array_agg(queue.id order by queue.place), array_agg(queue.volunteer_id order by queue.place)
  into queued, accounts
  from public.shift_waitlist as queue
  join public.volunteer_accounts as account on account.id = queue.volunteer_id
  where queue.shift_id = locked_shift.id and account.is_active;

  -- Deleting the shift also deletes its waiting list, so the list is read first.
  delete from public.volunteer_shifts where id = locked_shift.id;
  perform private.give_spot(waiting.queue_id, waiting.account_id, meeting)
  from unnest(queued, accounts) with ordinality as waiting (queue_id, account_id, turn)
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

create function private.join_event(event_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  account uuid := auth.uid();
  locked_shift public.volunteer_shifts;
  queued bigint;
begin
  if not private.is_active_volunteer() then
    raise exception 'no active volunteer account' using errcode = 'CP005';
  end if;
  if not exists (
    select 1 from public.events as meeting where meeting.id = join_event.event_id and meeting.is_active
  ) then
    raise exception 'the event is not open' using errcode = 'CP002';
  end if;
  select * into locked_shift from public.volunteer_shifts as shift
  where shift.event_id = join_event.event_id for update;
  if locked_shift.status = 'canceled' then
    raise exception 'the shift is canceled' using errcode = 'CP002';
  end if;
  perform private.require_upcoming(join_event.event_id);
  if exists (
    select 1 from public.volunteer_event_registrations as registration
    where registration.event_id = join_event.event_id and registration.volunteer_id = account
  ) or exists (
    select 1 from public.shift_waitlist as queue where queue.shift_id = locked_shift.id and queue.volunteer_id = account
  ) then
    raise exception 'already joined' using errcode = 'CP004';
  end if;

  if locked_shift.id is null or locked_shift.status <> 'active'
    or locked_shift.signed_up_volunteers < locked_shift.max_volunteers then
    insert into public.volunteer_event_registrations (volunteer_id, event_id)
    values (account, join_event.event_id)
    on conflict do nothing;
    if not found then
      raise exception 'already joined' using errcode = 'CP004';
    end if;
    return jsonb_build_object('state', 'joined', 'position', null);
  end if;

  insert into public.shift_waitlist (shift_id, volunteer_id) values (locked_shift.id, account);
  select count(*) into queued from public.shift_waitlist as queue where queue.shift_id = locked_shift.id;
  return jsonb_build_object('state', 'waitlisted', 'position', queued);
end;
$$;

grant execute on function private.join_event(uuid) to authenticated;

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
volatile
security definer
set search_path = ''
as $$
declare
  account uuid := auth.uid();
  locked_shift public.volunteer_shifts;
begin
  if not private.is_active_volunteer() then
    raise exception 'no active volunteer account' using errcode = 'CP005';
  end if;
  select * into locked_shift from public.volunteer_shifts as shift
  where shift.event_id = leave_event.event_id for update;
  perform private.require_upcoming(leave_event.event_id);
  delete from public.volunteer_event_registrations as registration
  where registration.event_id = leave_event.event_id and registration.volunteer_id = account;
  if found then
    return jsonb_build_object('state', 'left');
  end if;
  delete from public.shift_waitlist as queue where queue.shift_id = locked_shift.id and queue.volunteer_id = account;
  if found then
    return jsonb_build_object('state', 'left_waitlist');
  end if;
  raise exception 'not joined' using errcode = 'CP007';
end;
$$;

grant execute on function private.leave_event(uuid) to authenticated;

comment on function private.promote_waitlist(uuid) is
  'Gives free spots to waiting volunteers in order, and queues their emails.';
comment on function private.remove_limit(uuid) is
  'Deletes an event''s shift. Everyone on the waiting list gets a spot if the event hasn''t started.';
comment on function private.join_event(uuid) is
  'Registers the signed-in volunteer, or adds them to a full event''s waiting list. Concurrent joins wait for each '
  'other.';
comment on function private.event_is_full(uuid) is
  'Returns whether the next volunteer to sign up would go on the waiting list. Visitors may know this, but not the '
  'counts.';
comment on function private.leave_event(uuid) is
  'Withdraws the signed-in volunteer from an upcoming event or its waiting list.';
