set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
  check (end_time > start_time),
  constraint volunteer_shifts_max_volunteers_check1 check (signed_up_volunteers <= max_volunteers)
);
create index volunteer_shifts_volunteer_idx on public.volunteer_shifts (volunteer_id);
create index volunteer_shifts_date_idx on public.volunteer_shifts (date, start_time);

comment on table public.volunteer_shifts is
  'The number of spots at an event with limited capacity. An event without a row has no limit.';
comment on column public.volunteer_shifts.volunteer_id is 'The volunteer who leads the shift, if any.';
comment on column public.volunteer_shifts.date is
  'Copied from the event, like the times and the location, and kept up to date by triggers.';
comment on column public.volunteer_shifts.signed_up_volunteers is 'Number of registrations, maintained by a trigger.';

create function private.copy_event_to_shift()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  select event.date, event.start_time, event.end_time, event.address,
    coalesce(new.title, event.event_type), event.registered_volunteers
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
  update public.events set revised_at = now() where id = new.event_id;
  return null;
end;
$$;

comment on function private.mark_shift_revision() is
  'Sets when the shift''s event last changed.';

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

create policy "Admins read shifts" on public.volunteer_shifts
  for select to authenticated
  using ((select private.may('volunteers')));

create policy "Admins add shifts" on public.volunteer_shifts
  for insert to authenticated
  with check ((select private.may('volunteers')));

create policy "Admins change shifts" on public.volunteer_shifts
  for update to authenticated
  using ((select private.may('volunteers')));

create policy "Admins delete shifts" on public.volunteer_shifts
  for delete to authenticated
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
