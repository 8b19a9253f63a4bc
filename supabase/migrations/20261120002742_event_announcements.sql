set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.news_readers(event_id uuid)
returns table (volunteer_id uuid, email text, first_name text, last_name text)
language sql
stable
security definer
set search_path = ''
as $$
  select person.id, account.email, account.first_name, account.last_name
  from public.volunteers as person
  join public.volunteer_accounts as account on account.id = person.account_id
  where person.wants_news and person.is_active and person.merged_into_id is null
    and account.is_active and account.activated_at is not null and account.merged_into_id is null
    and not exists (
      select from public.volunteer_event_registrations as registration
      where registration.event_id = news_readers.event_id and registration.volunteer_id = account.id
    );
$$;

create function private.event_announcement(event_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  return (
    select jsonb_build_object(
      'announcedAt', meeting.announced_at,
      'recipients', (select count(*) from private.news_readers(meeting.id))
    )
    from public.events as meeting
    where meeting.id = event_announcement.event_id
  );
end;
$$;

grant execute on function private.event_announcement(uuid) to authenticated;

create function private.announce_event(event_id uuid)
returns integer
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  meeting public.events;
  queued integer;
begin
  perform private.require_area('volunteers');
  -- If two administrators send at once, the lock makes the second one wait and then see that the emails were sent.
  select * into meeting from public.events as candidate where candidate.id = announce_event.event_id for no key update;
  if not found then
    raise exception 'no such event' using errcode = 'CP009',
      hint = 'We couldn''t find that event. It may have been deleted.';
  end if;
  if meeting.announced_at is not null then
    raise exception 'the event was announced' using errcode = 'CP048', hint = format(
      'Volunteers were already emailed about this event on %s.',
      to_char(meeting.announced_at at time zone private.time_zone(), 'FMMonth FMDD, YYYY')
    );
  end if;
  perform private.require_upcoming(meeting.id);
  if not meeting.is_active then
    raise exception 'the event is canceled' using errcode = 'CP049',
      hint = 'This event is canceled, so volunteers can''t be emailed about it.';
  end if;
  if exists (
    select from public.volunteer_shifts as shift
    where shift.event_id = meeting.id
      and (shift.status <> 'active' or shift.signed_up_volunteers >= shift.max_volunteers)
  ) then
    raise exception 'the event is full' using errcode = 'CP049',
      hint = 'This event is full, so volunteers can''t be emailed about it.';
  end if;
  select count(
    private.queue_email(
      'New Event',
      reader.email,
      btrim(reader.first_name || ' ' || reader.last_name),
      jsonb_build_object(
        'name', reader.first_name, 'eventType', meeting.event_type, 'eventDate', meeting.date,
        'startTime', meeting.start_time, 'endTime', meeting.end_time, 'timeZone', private.time_zone(),
        'address', meeting.address, 'eventId', meeting.id, 'newsVolunteerId', reader.volunteer_id
      ),
      'announcement:' || meeting.id || ':' || reader.volunteer_id
    )
  )
  into queued
  from private.news_readers(meeting.id) as reader;
  update public.events as announced set announced_at = now() where announced.id = meeting.id;
  return queued;
end;
$$;

grant execute on function private.announce_event(uuid) to authenticated;

create function private.news_mail_problem(event_id uuid, volunteer_id uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when person.id is null or person.merged_into_id is not null or not person.is_active then
      'The volunteer''s account is closed.'
    when not person.wants_news then 'The volunteer doesn''t want emails about new events.'
    when meeting.id is null or not meeting.is_active then 'The event is canceled.'
    when meeting.starts_at <= now() then 'The event has started.'
    when registration.id is not null then 'The volunteer has signed up.'
  end
  from (select news_mail_problem.event_id, news_mail_problem.volunteer_id) as mail
  left join public.volunteers as person on person.id = mail.volunteer_id
  left join public.events as meeting on meeting.id = mail.event_id
  left join public.volunteer_event_registrations as registration
    on registration.event_id = meeting.id and registration.volunteer_id = person.account_id;
$$;

grant execute on function private.news_mail_problem(uuid, uuid) to service_role;

create function private.opt_out_of_news(volunteer_id uuid)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  kept_id uuid;
begin
  perform private.await_volunteer_merges();
  kept_id := private.kept_volunteer(opt_out_of_news.volunteer_id);
  update public.volunteers as person set wants_news = false where person.id = kept_id and person.wants_news;
  return kept_id is not null;
end;
$$;

grant execute on function private.opt_out_of_news(uuid) to service_role;

comment on function private.news_readers(uuid) is
  'Returns who gets an email about an event: active volunteers who have an open login, want such emails and haven''t '
  'signed up for the event.';
comment on function private.event_announcement(uuid) is
  'Returns when volunteers were emailed about an event, and how many would get the email now. Administrators only.';
comment on function private.announce_event(uuid) is
  'Emails volunteers about an upcoming event, once. Returns the number of emails. Administrators only.';
comment on function private.news_mail_problem(uuid, uuid) is
  'Returns why a volunteer must not get an email about an event anymore, or null.';
comment on function private.opt_out_of_news(uuid) is
  'Turns off emails about new events for a volunteer or, if the volunteer was merged, for the one who was kept. '
  'Returns whether that volunteer exists.';
