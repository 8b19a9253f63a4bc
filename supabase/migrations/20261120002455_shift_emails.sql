set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- The only list of emails about shifts, and what each one claims. private.shift_mail_problem() checks the claim right
-- before the email is sent.
create function private.shift_email_claim(template_name text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when shift_email_claim.template_name in ('Added to Shift', 'Shift Sign-Up', 'Waitlist Promotion') then 'registered'
    when shift_email_claim.template_name = 'Added to Waiting List' then 'waiting'
    when shift_email_claim.template_name = 'Event Reminder' then 'expected'
    when shift_email_claim.template_name in ('Event Changed', 'Event Details Changed', 'Event Reinstated')
      then 'registered or waiting'
    when shift_email_claim.template_name = 'Event Canceled' then 'canceled'
    when shift_email_claim.template_name in ('Left Shift', 'Removed from Shift', 'Removed from Waiting List') then 'off'
    when shift_email_claim.template_name in ('Volunteer Left', 'Volunteers Left') then 'departed'
    when shift_email_claim.template_name = 'Volunteers to Call' then 'to call'
    when shift_email_claim.template_name = 'New Event' then 'open'
  end;
$$;

comment on function private.shift_email_claim(text) is
  'Returns what an email about a shift claims about its reader, or null if the template isn''t about a shift. '
  'open: they could sign up. departed and to call are about the volunteers that an email to an administrator names.';

create function private.waiting_standing()
returns text
language sql
immutable
set search_path = ''
as $$
  select 'You''re still on the waiting list.';
$$;

create function private.shift_facts(meeting public.events)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'eventType', meeting.event_type, 'eventDate', meeting.date, 'startTime', meeting.start_time,
    'endTime', meeting.end_time, 'timeZone', private.time_zone(), 'address', meeting.address, 'eventNote', meeting.note
  );
$$;

create function private.time_and_place(data jsonb, is_former boolean default false)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'eventDate', data -> names[1], 'startTime', data -> names[2], 'endTime', data -> names[3], 'address', data -> names[4]
  )
  from (
    select case
      when is_former then '{formerDate,formerStartTime,formerEndTime,formerAddress}'::text[]
      else '{eventDate,startTime,endTime,address}'
    end as names
  ) as fact
  where data ? names[1];
$$;

create function private.known_time_and_place(data jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(private.time_and_place(data, is_former => true), private.time_and_place(data));
$$;

create function private.is_over(time_and_place jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.instant_of(
    (time_and_place ->> 'eventDate')::date
      -- An end before the start is on the next day.
      + ((time_and_place ->> 'endTime')::time < (time_and_place ->> 'startTime')::time)::integer
      + (time_and_place ->> 'endTime')::time,
    private.time_zone()
  ) <= now();
$$;

comment on function private.waiting_standing() is
  'Returns the sentence in an email about a shift that says its reader is waiting.';
comment on function private.shift_facts(public.events) is 'Returns the values that every email about a shift has.';
comment on function private.time_and_place(jsonb, boolean) is
  'Returns the time and place in the data of an email about a shift, or the former ones, or null if the data doesn''t '
  'have them.';
comment on function private.known_time_and_place(jsonb) is
  'Returns the time and place that the reader of an email about a shift knew before.';
comment on function private.is_over(jsonb) is
  'Returns whether a shift at this time and place would be over; null if there is no time.';

create function private.volunteer_records(person_id uuid)
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return array(
    with recursive record as (
      select volunteer_records.person_id as id
      union all
      select merged.id from public.volunteers as merged join record on merged.merged_into_id = record.id
    )
    select record.id::text from record
  );
end;
$$;

comment on function private.volunteer_records(uuid) is
  'Returns the IDs of a person in the directory and of everyone who was merged into them. Emails keep the ID that they '
  'were queued with.';

-- The administrators who hear who can't come, and whom to call.
create function private.coordinators()
returns table (id uuid, email text, name text)
language sql
stable
security definer
set search_path = ''
as $$
  select person.id, account.email, person.username
  from public.users as person
  join auth.users as account on account.id = person.id
  where person.user_type = 'admin' and 'volunteers' = any (private.areas_of(person)) and person.wants_shift_emails
    and account.email is not null
  order by person.id;
$$;

create function private.edit_due(meeting public.events, known jsonb)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select now() + case
    when least(
      case when meeting.starts_at > now() then meeting.starts_at end,
      private.instant_of((known ->> 'eventDate')::date + (known ->> 'startTime')::time, private.time_zone())
    ) <= now() + interval '12 hours' then interval '0'
    else interval '10 minutes'
  end;
$$;

comment on function private.edit_due(public.events, jsonb) is
  'Returns when to email people about an edit: in ten minutes, so that further edits are in the same email, or now if the '
  'shift, as it is or as they know it, begins within 12 hours.';

create function private.report_departure(person_id uuid, meeting public.events)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  zone constant text := private.time_zone();
  named constant jsonb := jsonb_build_array(
    jsonb_build_object('eventId', meeting.id, 'volunteerId', report_departure.person_id)
  );
  digest_day constant date := greatest(
    (now() at time zone zone + interval '16 hours')::date, meeting.date - 7
  );
  digest_due constant timestamptz := private.instant_of(digest_day + time '08:00', zone);
  coordinator record;
  digest text;
  queued uuid;
begin
  if meeting.starts_at <= now() + interval '24 hours' then
    update public.email_outbox as mail set status = 'canceled'
    where mail.template_name = 'Volunteer Left' and mail.status = 'queued' and mail.data -> 'people' = named;
    perform private.queue_email(
      'Volunteer Left', reader.email, reader.name,
      private.shift_facts(meeting) || jsonb_build_object('name', reader.name, 'coordinatorId', reader.id, 'people', named)
    )
    from private.coordinators() as reader;
    return;
  end if;

  for coordinator in select * from private.coordinators() loop
    digest := 'left:' || coordinator.id || ':' || digest_day;
    -- If someone else leaves another shift at the same time, one of the two adds the email, and the other waits.
    queued := private.queue_email(
      'Volunteers Left', coordinator.email, coordinator.name,
      jsonb_build_object('name', coordinator.name, 'coordinatorId', coordinator.id, 'people', '[]'::jsonb),
      digest
    );
    update public.email_outbox as mail
    set data = jsonb_set(mail.data, '{people}', (mail.data -> 'people') || named),
      next_attempt_at = case when mail.id = queued then digest_due else mail.next_attempt_at end
    where mail.dedupe_key = digest and mail.status in ('queued', 'held') and not mail.data -> 'people' @> named;
  end loop;
end;
$$;

create function private.ask_to_call(
  people uuid[],
  meeting public.events,
  template_name text,
  known jsonb default null
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  what_changed constant text := case ask_to_call.template_name
    when 'Event Canceled' then 'was canceled'
    when 'Event Changed' then 'has a new day, time or place'
    when 'Event Details Changed' then 'has a new note or type'
    when 'Event Reinstated' then 'is back on'
    when 'Waitlist Promotion' then 'has a spot for someone who was on the waiting list'
  end;
  named constant jsonb := (
    select jsonb_agg(jsonb_build_object('eventId', meeting.id, 'volunteerId', person.id))
    from private.reachable_people as person
    where person.id = any (ask_to_call.people) and person.email is null and person.is_active
  );
  facts constant jsonb := private.shift_facts(meeting);
  coordinator record;
  queued uuid;
begin
  -- Whoever acts on a single person knows whom to tell.
  if what_changed is null or named is null then
    return;
  end if;
  for coordinator in select * from private.coordinators() loop
    update public.email_outbox as mail
    set data = mail.data || facts || jsonb_build_object('whatChanged', what_changed, 'people', (mail.data -> 'people') || named),
      -- What changed was changed back before the email left.
      status = case
        when ask_to_call.template_name in ('Event Changed', 'Event Reinstated')
          and mail.data -> 'known' = private.time_and_place(facts)
        then 'canceled' else mail.status
      end
    where mail.template_name = 'Volunteers to Call' and mail.status in ('queued', 'held')
      and mail.data ->> 'coordinatorId' = coordinator.id::text and mail.data @> jsonb_build_object('eventId', meeting.id);
    continue when found or meeting.ends_at <= now() and private.is_over(ask_to_call.known);
    queued := private.queue_email(
      'Volunteers to Call', coordinator.email, coordinator.name,
      private.shift_facts(meeting) || jsonb_build_object(
        'name', coordinator.name, 'coordinatorId', coordinator.id, 'eventId', meeting.id, 'people', named,
        'known', ask_to_call.known, 'whatChanged', what_changed
      )
    );
    update public.email_outbox as mail set next_attempt_at = private.edit_due(meeting, ask_to_call.known)
    where mail.id = queued and ask_to_call.template_name in ('Event Changed', 'Event Details Changed');
  end loop;
end;
$$;

create function private.shift_people(mail public.email_outbox)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'eventId', shown.event_id, 'eventType', shown.event_type, 'eventDate', shown.date, 'startTime', shown.start_time,
      'registered', shown.registered_volunteers, 'limit', shown.max_volunteers, 'waiting', shown.waiting, 'people', shown.people
    )
    order by shown.starts_at, shown.event_id
  )
  from (
    select meeting.id as event_id, meeting.event_type, meeting.date, meeting.start_time, meeting.starts_at,
      meeting.registered_volunteers, shift.max_volunteers,
      (select count(*) from public.shift_waitlist as queue where queue.shift_id = shift.id) as waiting,
      jsonb_agg(
        distinct jsonb_build_object('name', reachable.name, 'phone', person.phone)
      ) as people
    from jsonb_to_recordset(mail.data -> 'people') as named ("eventId" uuid, "volunteerId" uuid)
    join public.volunteers as person on person.id = private.kept_volunteer(named."volunteerId")
    join private.reachable_people as reachable on reachable.id = person.id
    join public.events as meeting on meeting.id = named."eventId"
    left join public.volunteer_shifts as shift on shift.event_id = meeting.id
    left join public.volunteer_event_registrations as registration
      on registration.event_id = meeting.id and registration.person_id = person.id
    where case private.shift_email_claim(mail.template_name)
      when 'departed' then registration.id is null and meeting.starts_at > now() and private.is_on(meeting)
      when 'to call' then (meeting.ends_at > now() or not private.is_over(mail.data -> 'known'))
        and reachable.email is null and (
        registration.id is not null or exists (
          select from public.shift_waitlist as queue where queue.shift_id = shift.id and queue.person_id = person.id
        )
      )
    end
    group by meeting.id, shift.id
  ) as shown
  where mail.tested is null and mail.data ? 'coordinatorId';
$$;

grant execute on function private.shift_people(public.email_outbox) to service_role;

comment on function private.coordinators() is
  'Returns the administrators of volunteers who want emails about shifts.';
comment on function private.report_departure(uuid, public.events) is
  'Emails coordinators about someone who left a shift: at once if it begins within 24 hours, otherwise once a day, at '
  '8 a.m., together with everyone else who left a shift of the next 7 days. Called by other functions.';
comment on function private.ask_to_call(uuid[], public.events, text, jsonb) is
  'Emails coordinators whom of these people to call about a shift because they have no email address, in one email. known '
  'is the time and place before. Called by other functions.';
comment on function private.shift_people(public.email_outbox) is
  'Returns the people whom an email to a coordinator names, by shift, with their phone numbers as they are now. Leaves out '
  'those who are back on the shift or no longer on it; null if there are none.';

create function private.queue_shift_email(
  template_name text,
  person_id uuid,
  meeting public.events,
  known jsonb default null,
  dedupe_key text default null
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  facts jsonb := private.shift_facts(meeting);
  records constant text[] := private.volunteer_records(person_id);
  current_facts constant jsonb := private.time_and_place(facts);
  edits constant text[] := '{Event Changed,Event Details Changed}';
  template text := template_name;
  person private.reachable_people;
  replaced public.email_outbox[];
  unsent text[];
  waiting constant text := private.waiting_standing();
  told public.email_outbox;
  told_claim text;
  is_known boolean;
  news constant text[] := '{Added to Shift,Added to Waiting List,Shift Sign-Up,Waitlist Promotion}';
  untold text;
  due timestamptz := now();
  queued uuid;
begin
  select * into person from private.reachable_people as entry where entry.id = queue_shift_email.person_id;
  -- Nothing that hasn't been sent says more than the new email, so it replaces all of it.
  with canceled as (
    update public.email_outbox as mail
    set status = 'canceled', last_error = 'A newer email about this shift replaces this one.', dedupe_key = null
    where mail.data ->> 'volunteerId' = any (records) and mail.data ->> 'eventId' = meeting.id::text
      and mail.status in ('queued', 'held') and private.shift_email_claim(mail.template_name) <> 'open'
    returning mail.*
  )
  select array_agg(row(canceled.*)::public.email_outbox order by canceled.created_at, canceled.id),
    array_agg(canceled.template_name)
  into replaced, unsent from canceled;
  select * into told from public.email_outbox as mail
  where mail.data ->> 'volunteerId' = any (records) and mail.data ->> 'eventId' = meeting.id::text
    and mail.status in ('sending', 'sent') and private.shift_email_claim(mail.template_name) <> 'open'
  order by mail.sent_at desc nulls first limit 1;
  told_claim := case
    when told.template_name = 'Event Canceled' then 'canceled'
    when told.data ->> 'standing' = waiting then 'waiting'
    when private.shift_email_claim(told.template_name) in ('expected', 'registered or waiting') then 'registered'
    else private.shift_email_claim(told.template_name)
  end;
  known := coalesce(
    private.known_time_and_place(replaced[1].data),
    private.time_and_place(told.data),
    known,
    current_facts
  );
  -- Corrections of past shifts don't affect anyone's plans.
  if person.id is null or not person.is_active and private.shift_email_claim(template) <> 'off'
    or meeting.ends_at <= now() and private.is_over(known)
  then
    return;
  end if;

  select coalesce(max(case when earlier.template_name = any (news) then earlier.template_name end), max(earlier.data ->> 'untold'))
  into untold from unnest(replaced) as earlier;
  if template = any (edits || '{Event Reminder}'::text[]) and untold = any (news) and untold <> 'Shift Sign-Up' then
    -- The reader doesn't know about their spot, or their place in line, yet.
    template := untold;
  elsif template = 'Event Reinstated' and 'Event Canceled' = any (unsent) then
    template := coalesce(untold, 'Event Changed');
  elsif private.shift_email_claim(template) = 'registered' and meeting.starts_at <= now() then
    -- They know it as a shift ahead.
    template := 'Event Changed';
  end if;
  if template = any (edits) then
    template := case
      when known <> current_facts then 'Event Changed'
      when template = 'Event Details Changed' or 'Event Details Changed' = any (unsent) then 'Event Details Changed'
      else untold
    end;
    due := least(private.edit_due(meeting, known), (
      select min(earlier.next_attempt_at) from unnest(replaced) as earlier
      where earlier.template_name = any (edits) and earlier.attempts = 0
    ));
  elsif template = 'Event Canceled'
    or private.shift_email_claim(template) = 'off' and (meeting.starts_at <= now() or known <> current_facts)
  then
    -- Off a shift that they know at another time.
    facts := facts || known || '{"eventNote": null}';
  end if;
  -- What changed was changed back before the reader was told.
  is_known := case private.shift_email_claim(template)
    when 'canceled' then told_claim = 'canceled'
    when 'off' then replaced is not null and (told_claim = 'off' or told_claim is null and unsent && '{Added to Shift,Added to Waiting List}')
    -- They were told that they're registered, or that they're waiting.
    when told_claim then replaced is not null
      and private.time_and_place(told.data) = current_facts
    when 'registered or waiting' then replaced is not null and template = 'Event Details Changed'
      and told_claim in ('registered', 'waiting') and told.data @> facts
  end;
  if template is null or is_known or person.email is null then
    return;
  end if;

  queued := private.queue_email(
    template, person.email, person.name,
    facts || jsonb_build_object('name', person.first_name, 'eventId', meeting.id, 'volunteerId', person.id)
      || case when template like 'Event %' and template <> 'Event Reminder' then jsonb_build_object(
        'formerDate', known -> 'eventDate', 'formerStartTime', known -> 'startTime',
        'formerEndTime', known -> 'endTime', 'formerAddress', known -> 'address',
        'reason', coalesce(meeting.cancellation_reason, ''),
        'standing', case
          when exists (
            select from public.shift_waitlist as queue
            join public.volunteer_shifts as shift on shift.id = queue.shift_id
            where shift.event_id = meeting.id and queue.person_id = person.id
          ) then waiting
          else 'You''re still signed up.'
        end
      ) else '{}' end
      -- The email that says how the reader got their spot, if it never left.
      || jsonb_strip_nulls(jsonb_build_object('untold', case when template like 'Event %' then untold end)),
    queue_shift_email.dedupe_key
  );
  update public.email_outbox as mail set next_attempt_at = due where mail.id = queued and due > now();
end;
$$;

comment on function private.queue_shift_email(text, uuid, public.events, jsonb, text) is
  'Queues an email to someone about a shift, in place of those about the same shift that haven''t been sent. Edits wait '
  'ten minutes for further edits unless the shift begins within 12 hours. known is the time and place that the reader '
  'knows if no email told them. Queues nothing if what changed was changed back before the reader was told. Called by '
  'other functions.';

create function private.shift_mail_problem(mail public.email_outbox)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  claim constant text := case when mail.tested is null then private.shift_email_claim(mail.template_name) end;
  person public.volunteers;
  account_is_open boolean;
  meeting public.events;
  attendance text;
  -- Someone who is marked absent after the start keeps the spot. If the shift was moved to the past, they still have to
  -- hear of it.
  has_spot boolean;
  is_waiting boolean;
begin
  if claim is null then
    return null;
  elsif claim in ('departed', 'to call') then
    return case
      when not exists (
        select from private.coordinators() as reader where reader.id = (mail.data ->> 'coordinatorId')::uuid
      ) then 'The administrator doesn''t get these emails anymore.'
      when private.shift_people(mail) is null then 'There''s no one to name anymore.'
    end;
  elsif not mail.data ? 'volunteerId' then
    return case
      when private.is_over(mail.data) then 'The shift is over.'
    end;
  end if;
  select * into person from public.volunteers as entry
  where entry.id = private.kept_volunteer((mail.data ->> 'volunteerId')::uuid);
  account_is_open := (select entry.is_active from private.reachable_people as entry where entry.id = person.id);
  select * into meeting from public.events as known where known.id = (mail.data ->> 'eventId')::uuid;
  select registration.attendance, registration.attendance <> 'absent' or not registration.gave_up_spot
  into attendance, has_spot
  from public.volunteer_event_registrations as registration
  where registration.event_id = meeting.id and registration.person_id = person.id;
  is_waiting := exists (
    select from public.shift_waitlist as queue
    join public.volunteer_shifts as shift on shift.id = queue.shift_id
    where shift.event_id = meeting.id and queue.person_id = person.id
  );
  return case
    when person.id is null or not account_is_open and claim <> 'off' then 'The volunteer''s account is closed.'
    when claim = 'open' and not person.wants_news then 'The volunteer doesn''t want emails about new events.'
    when meeting.id is null or claim not in ('canceled', 'off') and not private.is_on(meeting) then 'The event is canceled.'
    when claim = 'canceled' and private.is_on(meeting) then 'The event isn''t canceled anymore.'
    when meeting.ends_at <= now() and private.is_over(private.known_time_and_place(mail.data)) is not false
      then 'The shift is over.'
    when claim in ('open', 'expected', 'waiting') and meeting.starts_at <= now() then 'The event has started.'
    when claim = 'open' and attendance is not null then 'The volunteer has signed up.'
    when claim = 'expected' and attendance is distinct from 'expected'
      or claim = 'registered' and coalesce(attendance, 'absent') = 'absent' or claim = 'waiting' and not is_waiting
      or claim = 'registered or waiting' and has_spot is not true and not is_waiting
      then 'The volunteer isn''t on the shift anymore.'
    -- A merge may give someone the other record's spot.
    when mail.data ? 'standing' and claim = 'registered or waiting'
      and (mail.data ->> 'standing' = private.waiting_standing()) <> (attendance is null)
      then 'The volunteer has a spot now, or has lost it.'
    when claim = 'off' and (attendance is not null or is_waiting) then 'The volunteer is on the shift again.'
    when claim in ('expected', 'registered', 'waiting', 'registered or waiting')
      and private.time_and_place(mail.data) <> private.time_and_place(private.shift_facts(meeting))
      then 'The shift was moved.'
    when claim <> 'open' and mail.resends = 0 and exists (
      select from public.email_outbox as newer
      where newer.data ->> 'volunteerId' = any (private.volunteer_records(person.id))
        and newer.data ->> 'eventId' = mail.data ->> 'eventId' and newer.created_at >= mail.created_at
        and newer.status in ('queued', 'sending', 'sent') and private.shift_email_claim(newer.template_name) <> 'open'
        and case
          when newer.data ->> 'volunteerId' = mail.data ->> 'volunteerId' then newer.created_at > mail.created_at
          -- If two records were merged, there may be an email about the same edit for each of them. One that was sent
          -- comes first, and otherwise the one with the higher ID, so that exactly one of them leaves.
          else (newer.created_at, newer.status = 'sent', newer.id) > (mail.created_at, mail.status = 'sent', mail.id)
            and private.shift_mail_problem(newer) is null
        end
    ) then 'A newer email about this shift replaces this one.'
  end;
end;
$$;

grant execute on function private.shift_mail_problem(public.email_outbox) to service_role;

comment on function private.shift_mail_problem(public.email_outbox) is
  'Returns why an email about a shift must not be sent anymore, or null: whether its reader is still registered, waiting '
  'or off the shift as it says, the shift is still on at that time and place, the account is open, and no newer email is '
  'about the same shift.';

create function private.shift_mail_facts(mail public.email_outbox)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'shiftPhase', case
      when private.is_over(mail.data) then 'over'
      when private.instant_of(
        (mail.data ->> 'eventDate')::date + (mail.data ->> 'startTime')::time, private.time_zone()
      ) <= now() then 'running'
      else 'ahead'
    end,
    'hasLogin', exists (
      select from public.volunteers as person
      where person.id = private.kept_volunteer((mail.data ->> 'volunteerId')::uuid) and person.account_id is not null
    )
  )
  where mail.tested is null and mail.data ?& '{volunteerId,eventDate}'::text[]
    and private.shift_email_claim(mail.template_name) is not null;
$$;

grant execute on function private.shift_mail_facts(public.email_outbox) to service_role;

comment on function private.shift_mail_facts(public.email_outbox) is
  'Returns, for an email to a volunteer about a shift, whether the shift is ahead, running or over when it is sent, and '
  'whether its reader has a login; null for other emails.';

create function private.shift_mail_calendar(mail public.email_outbox)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.shift_calendar(
    private.kept_volunteer((mail.data ->> 'volunteerId')::uuid), (mail.data ->> 'eventId')::uuid
  )
  where mail.tested is null and mail.data ?& '{volunteerId,eventId}'::text[]
    and private.shift_email_claim(mail.template_name) in ('registered', 'registered or waiting');
$$;

grant execute on function private.shift_mail_calendar(public.email_outbox) to service_role;

comment on function private.shift_mail_calendar(public.email_outbox) is
  'Returns the calendar for an email that says its reader is on a shift, with that shift if they are; otherwise null.';

create function private.set_shift_cause(cause text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  former constant text := coalesce(current_setting('private.shift_cause', true), '');
begin
  perform set_config('private.shift_cause', set_shift_cause.cause, true);
  return former;
end;
$$;

create function private.choose_shift_emails(sends_email boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  perform private.set_shift_cause(case when sends_email then 'all' when not sends_email then 'quiet' else '' end);
end;
$$;

grant execute on function private.choose_shift_emails(boolean) to authenticated;

comment on function private.set_shift_cause(text) is
  'Says, until the transaction ends, why people get on or off shifts: promoted, disabled, or empty if it is what the '
  'caller does. quiet: nobody is emailed. all: people are also emailed about a new note or type. Returns the former '
  'cause, which the caller sets again. Called by other functions.';
comment on function private.choose_shift_emails(boolean) is
  'Decides whether the administrator''s changes in this transaction email the people on a shift. If null, they do except '
  'for a new note or type.';

create function private.own_shift_emails()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  return (select person.wants_shift_emails from public.users as person where person.id = auth.uid());
end;
$$;

create function private.choose_own_shift_emails(wants_emails boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  update public.users as person set wants_shift_emails = wants_emails
  where person.id = auth.uid() and person.wants_shift_emails <> wants_emails;
end;
$$;

grant execute on function private.own_shift_emails(), private.choose_own_shift_emails(boolean) to authenticated;

comment on function private.own_shift_emails() is
  'Returns whether the calling administrator of volunteers wants emails about who left a shift and whom to call.';
comment on function private.choose_own_shift_emails(boolean) is
  'Turns the calling administrator''s emails about who left a shift, and whom to call, on or off.';

create function private.is_told(person_id uuid, meeting public.events)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (
      select private.shift_email_claim(mail.template_name) in ('expected', 'registered', 'registered or waiting')
        and mail.data ->> 'standing' is distinct from private.waiting_standing()
        and private.time_and_place(mail.data) = private.time_and_place(private.shift_facts(meeting))
      from public.email_outbox as mail
      where mail.data ->> 'volunteerId' = any (private.volunteer_records(is_told.person_id))
        and mail.data ->> 'eventId' = meeting.id::text
        and mail.status in ('queued', 'sending', 'sent') and private.shift_email_claim(mail.template_name) <> 'open'
      order by mail.sent_at desc nulls first
      limit 1
    ),
    false
  );
$$;

comment on function private.is_told(uuid, public.events) is
  'Returns whether someone''s latest email about a shift says that they''re on it at its present time and place.';

create function private.email_untold_shifts(person_id uuid, event_ids uuid[] default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  records constant text[] := private.volunteer_records(person_id);
  shift record;
  told public.email_outbox;
  knows_spot boolean;
  template text;
begin
  for shift in
    select meeting, registration.id is not null as has_spot, coalesce(registration.gave_up_spot, false) as gave_up_spot,
      exists (
        select from public.volunteer_shifts as listed
        join public.shift_waitlist as queue on queue.shift_id = listed.id
        where listed.event_id = meeting.id and queue.person_id = email_untold_shifts.person_id
      ) as is_waiting
    from public.events as meeting
    left join public.volunteer_event_registrations as registration
      on registration.event_id = meeting.id and registration.person_id = email_untold_shifts.person_id
    where case
      when event_ids is null then registration.id is not null and meeting.starts_at > now()
      else meeting.id = any (event_ids)
    end
    order by meeting.starts_at, meeting.id
  loop
    select * into told from public.email_outbox as mail
    where mail.data ->> 'volunteerId' = any (records) and mail.data ->> 'eventId' = (shift.meeting).id::text
      and mail.status in ('sending', 'sent') and private.shift_email_claim(mail.template_name) <> 'open'
    order by mail.sent_at desc nulls first limit 1;
    knows_spot := coalesce(
      private.shift_email_claim(told.template_name) in ('expected', 'registered', 'registered or waiting')
        and told.data ->> 'standing' is distinct from private.waiting_standing(),
      false
    );
    template := case
      when shift.is_waiting or shift.gave_up_spot then null
      when not shift.has_spot then case when knows_spot then 'Removed from Shift' end
      when not private.is_on(shift.meeting) then case when knows_spot then 'Event Canceled' end
      when private.is_told(email_untold_shifts.person_id, shift.meeting) then null
      when told.id is null or private.shift_email_claim(told.template_name) = 'off' then 'Added to Shift'
      else 'Event Changed'
    end;
    if template is not null then
      perform private.queue_shift_email(template, email_untold_shifts.person_id, shift.meeting);
    end if;
  end loop;
end;
$$;

comment on function private.email_untold_shifts(uuid, uuid[]) is
  'Emails someone what their latest email about each of these shifts doesn''t say: that they are on it, when it is, or that '
  'they are off it. Without IDs, about all upcoming shifts that they are on. Called by other functions.';

create function private.email_returning_volunteer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.email_untold_shifts(new.id);
  return null;
end;
$$;

comment on function private.email_returning_volunteer() is
  'Emails someone who is enabled about the upcoming shifts that a merge gave them while they were disabled.';

create trigger email_returning_volunteer
  after update of is_active on public.volunteers
  for each row when (new.is_active and not old.is_active and new.merged_into_id is null)
  execute function private.email_returning_volunteer();

create function private.email_about_registration()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  cause constant text := coalesce(current_setting('private.shift_cause', true), '');
  registration public.volunteer_event_registrations := case when tg_op = 'DELETE' then old else new end;
  is_own boolean;
  meeting public.events;
  template text;
begin
  if cause = 'quiet' or current_setting('private.erasing', true) = 'on' then
    return null;
  end if;
  select * into meeting from public.events as known where known.id = registration.event_id;
  if meeting.id is null or (meeting.starts_at <= now() or not private.is_on(meeting)) and not exists (
    -- If someone gets off a canceled shift before they were told, and it comes back, nobody would tell them otherwise. Nor
    -- if they get on or off one that was moved to the past, and still know it as one ahead.
    select from public.email_outbox as mail
    where mail.data ->> 'volunteerId' = any (private.volunteer_records(registration.person_id))
      and mail.data ->> 'eventId' = meeting.id::text and mail.status in ('queued', 'held')
      and case
        when meeting.starts_at > now() then mail.template_name = 'Event Canceled'
        else not private.is_over(private.known_time_and_place(mail.data)) and case tg_op
          when 'DELETE' then mail.template_name = 'Event Changed'
          else private.shift_email_claim(mail.template_name) = 'off'
        end
      end
  ) then
    return null;
  end if;
  is_own := private.is_api_caller() and private.own_volunteer_id() is not distinct from registration.person_id;
  template := case
    when tg_op = 'INSERT' and cause = 'promoted' then 'Waitlist Promotion'
    when tg_op = 'INSERT' and is_own then 'Shift Sign-Up'
    when tg_op = 'INSERT' and private.may('volunteers') then 'Added to Shift'
    when tg_op = 'UPDATE' and not private.is_told(registration.person_id, meeting) then 'Added to Shift'
    when tg_op = 'DELETE' and is_own then 'Left Shift'
    when tg_op = 'DELETE' and (cause = 'disabled' or private.may('volunteers')) then 'Removed from Shift'
  end;
  if template is not null then
    perform private.queue_shift_email(template, registration.person_id, meeting);
    perform private.ask_to_call(array[registration.person_id], meeting, template);
  end if;
  if tg_op = 'DELETE' and (is_own or cause = 'disabled') then
    perform private.report_departure(registration.person_id, meeting);
  end if;
  return null;
end;
$$;

comment on function private.email_about_registration() is
  'Emails someone who gets on or off an upcoming shift, whoever did it, unless the administrator chose not to. Coordinators '
  'hear who left.';

create trigger email_about_registration
  after insert or delete on public.volunteer_event_registrations
  for each row execute function private.email_about_registration();

-- What someone was told while they were marked absent was never sent.
create trigger email_about_returned_spot
  after update of attendance on public.volunteer_event_registrations
  for each row when (old.gave_up_spot and not new.gave_up_spot and new.attendance = 'expected')
  execute function private.email_about_registration();

create function private.email_about_waitlist()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  cause constant text := coalesce(current_setting('private.shift_cause', true), '');
  place public.shift_waitlist := case when tg_op = 'DELETE' then old else new end;
  meeting public.events;
begin
  select event.* into meeting
  from public.volunteer_shifts as shift
  join public.events as event on event.id = shift.event_id
  where shift.id = place.shift_id;
  if cause in ('quiet', 'promoted') or current_setting('private.erasing', true) = 'on' or meeting.id is null
    or meeting.starts_at <= now() or not private.is_on(meeting)
    or private.is_api_caller() and private.own_volunteer_id() is not distinct from place.person_id
  then
    return null;
  elsif tg_op = 'INSERT' and private.may('volunteers') then
    perform private.queue_shift_email('Added to Waiting List', place.person_id, meeting);
  elsif tg_op = 'DELETE' and (cause = 'disabled' or private.may('volunteers')) then
    perform private.queue_shift_email('Removed from Waiting List', place.person_id, meeting);
  end if;
  return null;
end;
$$;

comment on function private.email_about_waitlist() is
  'Emails someone whom an administrator put on a waiting list or took off it.';

create trigger email_about_waitlist
  after insert or delete on public.shift_waitlist
  for each row execute function private.email_about_waitlist();

create function private.email_about_event()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  cause constant text := coalesce(current_setting('private.shift_cause', true), '');
  template constant text := case
    when cause = 'quiet' then null
    when new.canceled_at is not null and old.canceled_at is null then 'Event Canceled'
    when new.canceled_at is not null then null
    when old.canceled_at is not null then 'Event Reinstated'
    when (old.date, old.start_time, old.end_time, old.ends_next_day, old.address)
      is distinct from (new.date, new.start_time, new.end_time, new.ends_next_day, new.address) then 'Event Changed'
    when cause = 'all' then 'Event Details Changed'
  end;
  known constant jsonb := private.time_and_place(private.shift_facts(old));
  people uuid[];
begin
  if old.starts_at <= now() and new.starts_at > now() then
    -- Disabling people took them off only those shifts that were ahead then.
    perform private.set_shift_cause('quiet');
    delete from public.volunteer_event_registrations as registration
    using private.reachable_people as person
    where registration.event_id = new.id and person.id = registration.person_id and not person.is_active;
    perform private.set_shift_cause(cause);
  end if;
  if template is null then
    -- Nobody is told now, but emails that haven't been sent must say what is true.
    update public.email_outbox as mail set data = mail.data || private.shift_facts(new)
    where mail.data ->> 'eventId' = new.id::text and mail.data ->> 'volunteerId' is not null
      and mail.status in ('queued', 'held')
      and private.shift_email_claim(mail.template_name) not in ('canceled', 'off');
  else
    people := array(
      select registration.person_id
      from public.volunteer_event_registrations as registration
      where registration.event_id = new.id
      union
      select queue.person_id
      from public.volunteer_shifts as shift
      join public.shift_waitlist as queue on queue.shift_id = shift.id
      where shift.event_id = new.id
    );
    perform private.queue_shift_email(template, person.id, new, known) from unnest(people) as person (id);
    perform private.ask_to_call(people, new, template, known);
  end if;

  -- Shortly before its former start, nobody moved up.
  if new.canceled_at is null and (old.canceled_at is not null or new.starts_at > old.starts_at) then
    perform private.promote_waitlist(new.id);
  end if;
  return null;
end;
$$;

comment on function private.email_about_event() is
  'Emails everyone who signed up or is waiting when an event is moved, it or its shift is canceled or reinstated and, if '
  'the administrator wants that, its note or type changes. Whoever already knew it as a past event isn''t emailed.';

create trigger email_about_event
  after update on public.events
  for each row when (
    (
      old.is_active, old.canceled_at, old.date, old.start_time, old.end_time, old.ends_next_day, old.address, old.note,
      old.event_type
    ) is distinct from (
      new.is_active, new.canceled_at, new.date, new.start_time, new.end_time, new.ends_next_day, new.address, new.note,
      new.event_type
    )
  )
  execute function private.email_about_event();

create function private.queue_event_reminders(as_of timestamptz default now())
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  local_now constant timestamp := as_of at time zone private.time_zone();
  tomorrow constant date := local_now::date + 1;
  booked record;
  queued integer := 0;
begin
  if local_now::time < '09:00' then
    return 0;
  end if;

  for booked in
    select meeting, registration.person_id,
      'reminder:' || registration.id || ':' || meeting.date || ':' || meeting.start_time as cause
    from public.events as meeting
    join public.volunteer_event_registrations as registration on registration.event_id = meeting.id
    join private.reachable_people as person on person.id = registration.person_id
    -- A range on starts_at can use that column's index, but a filter on the date can't.
    where meeting.starts_at between as_of and as_of + interval '2 days'
      and meeting.date = tomorrow
      and private.is_on(meeting)
      and registration.attendance = 'expected'
      and person.is_active
      and person.email is not null
      -- Someone who was told the same in the past hours, or is about to be, doesn't need a reminder.
      and not exists (
        select from public.email_outbox as mail
        where mail.data ->> 'volunteerId' = any (private.volunteer_records(person.id))
          and mail.data ->> 'eventId' = meeting.id::text
          and mail.status in ('queued', 'sending', 'sent')
          and private.shift_email_claim(mail.template_name) in ('registered', 'registered or waiting')
          and private.time_and_place(mail.data) = private.time_and_place(private.shift_facts(meeting))
          and coalesce(mail.sent_at, as_of) > as_of - interval '12 hours'
      )
  loop
    continue when exists (select 1 from public.email_outbox as mail where mail.dedupe_key = booked.cause);
    perform private.queue_shift_email('Event Reminder', booked.person_id, booked.meeting, dedupe_key => booked.cause);
    queued := queued + 1;
  end loop;
  return queued;
end;
$$;

grant execute on function private.queue_event_reminders(timestamptz) to service_role;

comment on function private.queue_event_reminders(timestamptz) is
  'Scheduled: starting at 9 a.m. on the day before an event, emails each participant once, and again if the event is '
  'moved. Skips those who got another email with the same time and place in the past 12 hours, or are about to.';

create function private.free_shifts()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  cause text;
  disabled_id constant uuid := case
    when tg_table_name = 'volunteers' then new.id
    else (select person.id from public.volunteers as person where person.account_id = new.id)
  end;
begin
  if disabled_id is null or current_setting('private.erasing', true) = 'on' then
    return null;
  end if;
  cause := private.set_shift_cause(
    case when current_setting('private.shift_cause', true) = 'quiet' then 'quiet' else 'disabled' end
  );
  -- The locks make people who join at the same time wait.
  perform from public.volunteer_shifts as shift
  where shift.event_id in (
    select registration.event_id from public.volunteer_event_registrations as registration
    join public.events as meeting on meeting.id = registration.event_id
    where registration.person_id = disabled_id and meeting.starts_at > now()
  )
  order by shift.event_id for update;
  delete from public.shift_waitlist as queue
  using public.volunteer_shifts as shift, public.events as meeting
  where queue.person_id = disabled_id and shift.id = queue.shift_id and meeting.id = shift.event_id
    and meeting.starts_at > now();
  delete from public.volunteer_event_registrations as registration
  using public.events as meeting
  where registration.person_id = disabled_id and meeting.id = registration.event_id
    and meeting.starts_at > now();
  perform private.set_shift_cause(cause);
  return null;
end;
$$;

comment on function private.free_shifts() is
  'Takes someone who is disabled off upcoming shifts and waiting lists. The spots go to those who wait, and everyone is '
  'emailed.';

-- A merge closes an account, but the person keeps their shifts.
create trigger free_shifts
  after update of is_active on public.volunteer_accounts
  for each row when (old.is_active and not new.is_active and new.merged_into_id is null)
  execute function private.free_shifts();

create trigger free_shifts
  after update of is_active on public.volunteers
  for each row when (old.is_active and not new.is_active and new.merged_into_id is null)
  execute function private.free_shifts();
