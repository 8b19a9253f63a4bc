set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.queue_event_reminders(as_of timestamptz default now())
returns integer
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  zone constant text := private.time_zone();
  local_now constant timestamp := as_of at time zone zone;
  tomorrow constant date := local_now::date + 1;
  booked record;
  queued integer := 0;
begin
  if local_now::time < '09:00' then
    return 0;
  end if;

  for booked in
    select meeting.event_type, meeting.date, meeting.start_time, meeting.end_time, meeting.address, meeting.note,
      account.email, account.first_name, account.last_name,
      'reminder:' || registration.id || ':' || meeting.date || ':' || meeting.start_time as cause
    from public.events as meeting
    join public.volunteer_event_registrations as registration on registration.event_id = meeting.id
    join public.volunteer_accounts as account on account.id = registration.volunteer_id
    left join public.volunteer_shifts as shift on shift.event_id = meeting.id
    -- A range on starts_at can use that column's index, but a filter on the date can't.
    where meeting.starts_at between as_of and as_of + interval '2 days'
      and meeting.date = tomorrow
      and meeting.is_active
      and shift.status is distinct from 'canceled'
      and registration.attendance = 'expected'
      and account.is_active
  loop
    continue when exists (select 1 from public.email_outbox as mail where mail.dedupe_key = booked.cause);
    perform private.queue_email(
      'Event Reminder',
      booked.email,
      btrim(booked.first_name || ' ' || booked.last_name),
      jsonb_build_object(
        'name', booked.first_name, 'eventType', booked.event_type, 'eventDate', booked.date,
        'startTime', booked.start_time, 'endTime', booked.end_time, 'timeZone', zone, 'address', booked.address,
        'eventNote', booked.note
      ),
      booked.cause
    );
    queued := queued + 1;
  end loop;
  return queued;
end;
$$;

grant execute on function private.queue_event_reminders(timestamptz) to service_role;

comment on function private.queue_event_reminders(timestamptz) is
  'Scheduled: starting at 9 a.m. on the day before an event, emails each participant once, and again if the event is '
  'moved.';
