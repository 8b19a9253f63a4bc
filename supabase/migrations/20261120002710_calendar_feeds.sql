set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
volatile
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
volatile
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

create function private.shift_calendar(account uuid, only_event uuid default null)
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
    where registration.volunteer_id = shift_calendar.account
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
  account uuid := auth.uid();
begin
  if not private.is_active_volunteer() or not exists (
    select 1 from public.volunteer_event_registrations as registration
    where registration.volunteer_id = account and registration.event_id = own_event_calendar.event_id
  ) then
    return null;
  end if;
  return private.shift_calendar(account, own_event_calendar.event_id);
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
  select private.shift_calendar(entry.volunteer_id)
  from public.calendar_feeds as entry
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
