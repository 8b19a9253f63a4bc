set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
      select auth.uid() as id where private.is_active_volunteer()
    ),
    own as materialized (
      select registration.event_id, registration.attendance
      from caller
      join public.volunteer_event_registrations as registration on registration.volunteer_id = caller.id
    ),
    waiting as materialized (
      select shift.event_id, (
        select count(*) from public.shift_waitlist as ahead
        where ahead.shift_id = queue.shift_id and ahead.place <= queue.place
      ) as position
      from caller
      join public.shift_waitlist as queue on queue.volunteer_id = caller.id
      join public.volunteer_shifts as shift on shift.id = queue.shift_id
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
      select meeting.id, meeting.event_type, meeting.date, meeting.start_time, meeting.end_time, meeting.address,
        meeting.note, meeting.starts_at, meeting.ends_at, meeting.hours, meeting.registered_volunteers,
        meeting.packages_packed, 1 as direction,
        -- Null if there is no limit. greatest(..., 0) would ignore the null and return 0, which means full.
        shift.max_volunteers - least(shift.signed_up_volunteers, shift.max_volunteers) as places_left,
        shift.id as shift_id
      from (
        select id from next
        union select event_id from own
        union select event_id from waiting
      ) as candidate
      join public.events as meeting on meeting.id = candidate.id
      left join public.volunteer_shifts as shift on shift.event_id = meeting.id
      where meeting.is_active and shift.status is distinct from 'canceled' and meeting.ends_at >= now()
    ),
    past as (
      select meeting.id, meeting.event_type, meeting.date, meeting.start_time, meeting.end_time, meeting.address,
        meeting.note, meeting.starts_at, meeting.ends_at, meeting.hours, meeting.registered_volunteers,
        meeting.packages_packed, -1 as direction,
        shift.max_volunteers - least(shift.signed_up_volunteers, shift.max_volunteers) as places_left,
        null::uuid as shift_id
      from own
      join public.events as meeting on meeting.id = own.event_id
      left join public.volunteer_shifts as shift on shift.event_id = meeting.id
      where meeting.ends_at < now()
        and (own.attendance = 'confirmed' or (meeting.is_active and shift.status is distinct from 'canceled'))
      order by meeting.starts_at desc, meeting.id desc
      limit 100
    ),
    listed as (
      select entry.id, entry.event_type as "eventType", entry.date, entry.start_time as "startTime",
        entry.end_time as "endTime", entry.address, entry.note, entry.starts_at as "startsAt", entry.ends_at as "endsAt",
        entry.hours, own.event_id is not null as "isJoined", waiting.position as "waitlistPosition",
        entry.places_left as "placesLeft", entry.registered_volunteers as "registeredVolunteers",
        entry.packages_packed as "packagesPacked", own.attendance,
        own.event_id is not null and exists (
          select from public.shift_waitlist as queue
          join public.volunteer_accounts as account on account.id = queue.volunteer_id
          where queue.shift_id = entry.shift_id and account.is_active
        ) as "placeIsAwaited"
      from (select * from upcoming union all select * from past) as entry
      left join own on own.event_id = entry.id
      left join waiting on waiting.event_id = entry.id
      order by entry.direction desc, entry.direction * date_part('epoch', entry.starts_at), entry.id
    )
    select coalesce(json_agg(listed), '[]') from listed
  );
end;
$$;

grant execute on function private.own_events() to authenticated;

create function private.own_hours_certificate(only_year integer default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with attended as materialized (
      select meeting.*, extract(year from meeting.date)::integer as year
      from public.volunteer_event_registrations as registration
      join public.events as meeting on meeting.id = registration.event_id
      where registration.volunteer_id = (select auth.uid()) and (select private.is_active_volunteer())
        and registration.attendance = 'confirmed'
    )
    select jsonb_build_object(
      'organization', (
        select jsonb_build_object(
          'name', contact.organization_name, 'taxId', contact.tax_id, 'address', contact.address,
          'phone', contact.phone, 'email', contact.email
        )
        from public.contact_info as contact
      ),
      'volunteerName', (
        select btrim(account.first_name || ' ' || account.last_name)
        from public.volunteer_accounts as account
        where account.id = (select auth.uid())
      ),
      'shifts', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', shift.id, 'eventType', shift.event_type, 'date', shift.date,
            'startTime', shift.start_time, 'endTime', shift.end_time, 'address', shift.address,
            'hours', shift.hours
          )
          order by shift.starts_at, shift.id
        ),
        '[]'
      ),
      'totalHours', coalesce(sum(shift.hours), 0),
      'years', (
        select coalesce(jsonb_agg(held.year order by held.year desc), '[]')
        from (select distinct year from attended) as held
      ),
      'issuedOn', private.today()
    )
    from attended as shift
    where shift.year = coalesce(own_hours_certificate.only_year, shift.year)
  );
end;
$$;

grant execute on function private.own_hours_certificate(integer) to authenticated;

comment on function private.own_events() is
  'Returns the signed-in volunteer''s events: the next forty that haven''t ended, every upcoming event that they '
  'joined or are waiting for, and the latest hundred past ones.';
comment on function private.own_hours_certificate(integer) is
  'Returns the signed-in volunteer''s confirmed shifts, for one calendar year in the organization''s time zone or for '
  'all years.';
