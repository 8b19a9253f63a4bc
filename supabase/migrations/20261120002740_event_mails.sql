set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.queue_event_change_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_email(
    case
      when not new.is_active then 'Event Canceled'
      when not old.is_active then 'Event Reinstated'
      else 'Event Changed'
    end,
    account.email,
    btrim(account.first_name || ' ' || account.last_name),
    jsonb_build_object(
      'name', account.first_name, 'eventType', new.event_type, 'eventDate', new.date,
      'startTime', new.start_time, 'endTime', new.end_time, 'timeZone', private.time_zone(), 'address', new.address,
      'formerDate', old.date, 'formerStartTime', old.start_time, 'formerEndTime', old.end_time,
      'formerAddress', old.address, 'reason', coalesce(new.cancellation_reason, ''),
      'eventNote', case when new.is_active then new.note end
    ),
    'event:' || new.id || ':' || account.id || ':' || extract(epoch from new.revised_at)
  )
  from (
    select registration.volunteer_id
    from public.volunteer_event_registrations as registration
    where registration.event_id = new.id
    union
    select queue.volunteer_id
    from public.volunteer_shifts as shift
    join public.shift_waitlist as queue on queue.shift_id = shift.id
    where shift.event_id = new.id and new.is_active is distinct from old.is_active
  ) as participant
  join public.volunteer_accounts as account on account.id = participant.volunteer_id
  where account.is_active;

  if new.is_active and not old.is_active then
    perform private.promote_waitlist(new.id);
  end if;
  return null;
end;
$$;

comment on function private.queue_event_change_mail() is
  'Emails participants when an event is changed, canceled or reinstated. Volunteers on the waiting list are emailed '
  'only when it is canceled or reinstated.';

-- Changes to past events don't affect anyone's plans, so no email is sent.
create trigger queue_event_change_mail
  after update on public.events
  for each row when (
    new.ends_at > now() and (
      old.is_active is distinct from new.is_active or (
        new.is_active
        and (old.date, old.start_time, old.end_time, old.address)
          is distinct from (new.date, new.start_time, new.end_time, new.address)
      )
    )
  )
  execute function private.queue_event_change_mail();

create function private.shift_mail_problem(template_name text, data jsonb, dedupe_key text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when shift_mail_problem.template_name not in (
      'Added to Shift', 'Event Canceled', 'Event Changed', 'Event Reinstated', 'Event Reminder', 'Waitlist Promotion'
    ) then null
    when (
      (shift_mail_problem.data ->> 'eventDate')::date + (shift_mail_problem.data ->> 'endTime')::time
    ) at time zone private.time_zone() <= now() then 'The shift is over.'
    when shift_mail_problem.dedupe_key like 'reminder:%' and not exists (
      select 1 from public.volunteer_event_registrations as registration
      join public.events as meeting on meeting.id = registration.event_id
      join public.volunteer_accounts as account on account.id = registration.volunteer_id
      where registration.id::text = split_part(shift_mail_problem.dedupe_key, ':', 2)
        and 'reminder:' || registration.id || ':' || meeting.date || ':' || meeting.start_time
          = shift_mail_problem.dedupe_key
        and registration.attendance = 'expected' and meeting.is_active and account.is_active
    ) then 'The shift was changed or canceled, or the volunteer isn''t on it anymore.'
  end;
$$;

grant execute on function private.shift_mail_problem(text, jsonb, text) to service_role;

comment on function private.shift_mail_problem(text, jsonb, text) is
  'Returns why an email about a shift is out of date, such as after it had to wait, or null.';
