set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.own_events()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  -- No event lasts longer, on the longest day of the year either.
  earliest_start constant timestamptz := now() - interval '26 hours';
begin
  return (
    with own as materialized (
      select registration.event_id, registration.attendance
      from public.volunteer_event_registrations as registration
      where registration.volunteer_id = (select auth.uid()) and (select private.is_active_volunteer())
    ),
    waiting as materialized (
      select queue.shift_id, (
        select count(*) from public.shift_waitlist as ahead
        where ahead.shift_id = queue.shift_id and ahead.place <= queue.place
      ) as position
      from public.shift_waitlist as queue
      where queue.volunteer_id = (select auth.uid()) and (select private.is_active_volunteer())
    ),
    upcoming as (
      select meeting.id, slot.id as shift_id,
        -- Null without a limit; greatest() would make it a zero, which says full.
        slot.max_volunteers - least(slot.signed_up_volunteers, slot.max_volunteers) as places_left,
        row_number() over (order by meeting.starts_at, meeting.id) as number
      from public.events as meeting
      left join public.volunteer_shifts as slot on slot.event_id = meeting.id
      where meeting.is_active and slot.status is distinct from 'cancelled'
        and meeting.starts_at > earliest_start and meeting.ends_at >= now()
      order by meeting.starts_at, meeting.id
      limit 100
    ),
    past as (
      select meeting.id, slot.id as shift_id,
        slot.max_volunteers - least(slot.signed_up_volunteers, slot.max_volunteers) as places_left,
        100 + row_number() over (order by meeting.starts_at desc, meeting.id desc) as number
      from own
      join public.events as meeting on meeting.id = own.event_id
      left join public.volunteer_shifts as slot on slot.event_id = meeting.id
      where meeting.ends_at < now()
        and (own.attendance = 'confirmed' or (meeting.is_active and slot.status is distinct from 'cancelled'))
      order by meeting.starts_at desc, meeting.id desc
      limit 100
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', meeting.id, 'eventType', meeting.event_type, 'date', meeting.date,
          'startTime', meeting.start_time, 'endTime', meeting.end_time, 'address', meeting.address,
          'startsAt', meeting.starts_at, 'endsAt', meeting.ends_at,
          'hours', private.event_hours(meeting.starts_at, meeting.ends_at),
          'isJoined', own.event_id is not null,
          'waitlistPosition', waiting.position,
          'placesLeft', listed.places_left,
          'attendance', own.attendance
        )
        order by listed.number
      ),
      '[]'
    )
    from (select * from upcoming union all select * from past) as listed
    join public.events as meeting on meeting.id = listed.id
    left join own on own.event_id = listed.id
    left join waiting on waiting.shift_id = listed.shift_id
  );
end;
$$;

revoke all on function private.own_events() from public, anon, authenticated, service_role;
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
      select meeting.*, private.event_hours(meeting.starts_at, meeting.ends_at) as hours,
        extract(year from meeting.date)::integer as year
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

revoke all on function private.own_hours_certificate(integer) from public, anon, authenticated, service_role;
grant execute on function private.own_hours_certificate(integer) to authenticated;

comment on function private.own_events() is
  'For the signed-in volunteer: the next hundred events that have not ended, then the latest hundred that she joined.';
comment on function private.own_hours_certificate(integer) is
  'The signed-in volunteer''s confirmed shifts, of one year of the organisation''s calendar or of all.';
