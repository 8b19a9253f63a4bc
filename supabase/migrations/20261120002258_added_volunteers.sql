set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.invite_volunteer(volunteer uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  person public.volunteers;
  application public.volunteer_applications;
begin
  perform private.require_area('volunteers');
  person := private.lock_volunteer(volunteer);
  if person.account_id is not null or private.is_proven_login(private.login_of(person.email)) then
    raise exception 'the volunteer has a login' using errcode = 'CP052',
      hint = 'This email address already has a login.';
  elsif not person.is_active then
    raise exception 'the volunteer is disabled' using errcode = 'CP052',
      hint = 'This volunteer''s account is disabled, so they couldn''t log in.';
  end if;
  select * into application from public.volunteer_applications as latest
  where lower(latest.email) = lower(person.email) and latest.status = 'approved'
  order by latest.reviewed_at desc
  limit 1;
  if not found then
    -- Imported volunteers never applied, and the account takes its name and address from an application.
    insert into public.volunteer_applications (
      first_name, last_name, email, availability, status, reviewed_by, reviewed_at, is_entered
    )
    values (
      regexp_replace(person.name, '\s+\S+$', ''), coalesce(substring(person.name from '\s(\S+)$'), ''), person.email,
      coalesce(person.availability, 'flexible'), 'approved', auth.uid(), now(), true
    )
    returning * into application;
  elsif exists (
    select 1 from public.activation_links as link
    where link.application_id = application.id and link.used_at is null
  ) then
    raise exception 'the volunteer has a link' using errcode = 'CP052',
      hint = 'This volunteer already has a link. Send it again instead.';
  end if;
  -- A used link is left over from a login that has been deleted.
  delete from public.activation_links as link where link.application_id = application.id;
  update public.email_outbox as mail set dedupe_key = mail.dedupe_key || ':earlier:' || mail.id
  where mail.dedupe_key = 'application:' || application.id || ':approved';
  perform private.queue_email(
    'Volunteer Application Approved', person.email, person.name,
    jsonb_build_object(
      'name', person.name, 'firstName', application.first_name,
      'activationLinkId', private.create_activation_link(application.id)
    ),
    'application:' || application.id || ':approved'
  );
end;
$$;

grant execute on function private.invite_volunteer(uuid) to authenticated;

create function private.add_volunteer(details jsonb, sends_link boolean)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  given public.volunteers;
  first_name text := details ->> 'first_name';
  last_name text := coalesce(details ->> 'last_name', '');
  added uuid;
begin
  perform private.require_area('volunteers');
  given := jsonb_populate_record(null::public.volunteers, details);
  given.email := lower(given.email);
  if exists (
    select 1 from public.volunteers as person
    where lower(person.email) = given.email or person.former_emails ? given.email
  ) then
    perform private.refuse_volunteer_email('Another volunteer already has this email address.');
  end if;
  -- Locks the applications, to wait for a review in progress.
  perform 1 from public.volunteer_applications as application
  where lower(application.email) = given.email order by application.id for update;
  if exists (
    select 1 from public.volunteer_applications as application
    where lower(application.email) = given.email and application.status = 'pending'
  ) then
    perform private.refuse_volunteer_email('This person has applied on the site. Approve their application instead.');
  end if;

  insert into public.volunteer_applications (
    first_name, last_name, email, phone, zip_code, city, state, availability, interests, status, reviewed_by,
    reviewed_at, is_entered
  )
  values (
    first_name, last_name, given.email, coalesce(given.phone, ''), coalesce(given.zip_code, ''), given.city, given.state,
    given.availability, given.interests, 'approved', auth.uid(), now(), true
  );
  insert into public.volunteers (
    name, email, phone, zip_code, city, state, availability, interests, emergency_contact_name,
    emergency_contact_phone, notes, tags
  )
  values (
    btrim(first_name || ' ' || last_name), given.email, given.phone, given.zip_code, given.city, given.state,
    given.availability, given.interests, given.emergency_contact_name, given.emergency_contact_phone, given.notes,
    coalesce(given.tags, '[]')
  )
  returning id into added;
  if sends_link then
    perform private.invite_volunteer(added);
  end if;
  return added;
exception
  when unique_violation then
    perform private.refuse_volunteer_email('Another volunteer already has this email address.');
end;
$$;

grant execute on function private.add_volunteer(jsonb, boolean) to authenticated;

comment on function private.invite_volunteer(uuid) is
  'Emails a link for setting up a login to a volunteer who doesn''t have one. For administrators.';
comment on function private.add_volunteer(jsonb, boolean) is
  'Adds someone who applied on paper to the directory, with an approved application, and emails them a link for '
  'setting up a login if the administrator wants that. Returns the volunteer''s id. For administrators.';
