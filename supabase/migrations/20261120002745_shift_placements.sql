set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.put_on_shift(volunteer uuid, event uuid, waits_if_full boolean, sends_email boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  account public.volunteer_accounts;
  locked_shift public.volunteer_shifts;
  meeting public.events;
  queued bigint;
begin
  perform private.require_area('volunteers');
  perform private.await_volunteer_merges();
  select entry.* into account from public.volunteer_accounts as entry
  join public.volunteers as person on person.account_id = entry.id
  where person.id = private.kept_volunteer(volunteer);
  if not found then
    raise exception 'no account' using errcode = 'CP009',
      hint = 'Only volunteers with an account can be on a shift.';
  end if;
  -- The lock makes concurrent joins wait for each other.
  select * into locked_shift from public.volunteer_shifts as shift where shift.event_id = event for update;
  select * into meeting from public.events as candidate where candidate.id = event;
  if meeting.id is null or not meeting.is_active then
    raise exception 'the event is not open' using errcode = 'CP002';
  end if;
  -- An administrator can still enter a past shift for someone whose account has been disabled since then.
  if not account.is_active and meeting.starts_at > now() then
    raise exception 'the account is disabled' using errcode = 'CP009',
      hint = 'This volunteer''s login is disabled. Enable it first.';
  end if;
  if exists (
    select 1 from public.volunteer_event_registrations as registration
    where registration.event_id = event and registration.volunteer_id = account.id
  ) then
    raise exception 'already joined' using errcode = 'CP053';
  end if;

  if locked_shift.signed_up_volunteers >= locked_shift.max_volunteers and waits_if_full then
    insert into public.shift_waitlist (shift_id, volunteer_id) values (locked_shift.id, account.id)
    on conflict (shift_id, volunteer_id) do nothing;
    select count(*) into queued from public.shift_waitlist as ahead
    where ahead.shift_id = locked_shift.id and ahead.place <= (
      select own.place from public.shift_waitlist as own
      where own.shift_id = locked_shift.id and own.volunteer_id = account.id
    );
    return jsonb_build_object('state', 'waitlisted', 'position', queued);
  end if;
  delete from public.shift_waitlist as queue
  where queue.shift_id = locked_shift.id and queue.volunteer_id = account.id;
  -- The table's trigger refuses this if the shift is full.
  insert into public.volunteer_event_registrations (volunteer_id, event_id) values (account.id, event);
  if sends_email and meeting.starts_at > now() then
    perform private.queue_email(
      'Added to Shift', account.email, btrim(account.first_name || ' ' || account.last_name),
      jsonb_build_object(
        'name', account.first_name, 'eventType', meeting.event_type, 'eventDate', meeting.date,
        'startTime', meeting.start_time, 'endTime', meeting.end_time, 'timeZone', private.time_zone(),
        'address', meeting.address, 'eventNote', meeting.note
      )
    );
  end if;
  return jsonb_build_object('state', 'joined', 'position', null);
end;
$$;

grant execute on function private.put_on_shift(uuid, uuid, boolean, boolean) to authenticated;

comment on function private.put_on_shift(uuid, uuid, boolean, boolean) is
  'Registers a volunteer for an event, or adds them to the waiting list if the event is full and the administrator '
  'wants that. Emails the volunteer if the administrator wants that. For administrators.';
