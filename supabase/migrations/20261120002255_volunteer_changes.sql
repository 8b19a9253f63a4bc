set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.lock_volunteer(volunteer uuid)
returns public.volunteers
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  person public.volunteers;
  address text := (select entry.email from public.volunteers as entry where entry.id = volunteer);
begin
  perform private.await_volunteer_merges();
  -- Locks rows in the same order as private.redeem_activation_link() and private.review_application(), so that the
  -- functions wait for each other instead of deadlocking.
  perform 1 from public.activation_links as link
  where link.used_at is null and link.application_id in (
    select application.id from public.volunteer_applications as application
    where lower(application.email) = lower(address)
  )
  order by link.id
  for update;
  perform 1 from public.volunteer_applications as application
  where lower(application.email) = lower(address)
  order by application.id
  for update;
  select * into person from public.volunteers as entry where entry.id = volunteer for update;
  if not found then
    raise exception 'no such volunteer' using errcode = 'CP009',
      hint = 'We couldn''t find that volunteer. They may have been deleted.';
  end if;
  if person.merged_into_id is not null then
    raise exception 'the volunteer was merged' using errcode = 'CP031', hint = format(
      'This volunteer was merged into %s. Open that volunteer''s page to correct them.',
      (select kept.name from public.volunteers as kept where kept.id = private.kept_volunteer(person.id))
    );
  end if;
  if person.email <> address then
    raise exception 'the address was changed meanwhile' using errcode = '40001';
  end if;
  return person;
end;
$$;

create function private.rename_volunteer(person public.volunteers, first_name text, last_name text)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  update public.volunteers as entry
  set name = btrim(rename_volunteer.first_name || ' ' || rename_volunteer.last_name)
  where entry.id = person.id;
  update public.volunteer_accounts as account
  set first_name = rename_volunteer.first_name, last_name = rename_volunteer.last_name
  where account.id = person.account_id;
  -- When the account is opened, it gets the name from the application.
  update public.volunteer_applications as application
  set first_name = rename_volunteer.first_name, last_name = rename_volunteer.last_name
  from public.activation_links as link
  where link.application_id = application.id and link.used_at is null
    and lower(application.email) = lower(person.email);
$$;

create function private.replace_activation_links(person public.volunteers, new_email text)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  waiting record;
  approval text;
  full_name text;
begin
  for waiting in
    select link.id as link_id, link.claimed_until, application.*
    from public.activation_links as link
    join public.volunteer_applications as application on application.id = link.application_id
    where link.used_at is null and application.status = 'approved' and lower(application.email) = lower(person.email)
      and not private.is_proven_login(application.user_id)
  loop
    if waiting.claimed_until > now() then
      raise exception 'the account is being opened' using errcode = '55P03';
    end if;
    -- People who can read the old mailbox must not be able to open the account, so the link sent to it stops working.
    delete from public.activation_links as link where link.id = waiting.link_id;
    approval := 'application:' || waiting.id || ':approved';
    update public.email_outbox as mail
    set
      status = case when mail.status in ('queued', 'held') then 'canceled' else mail.status end,
      dedupe_key = mail.dedupe_key || ':moved:' || mail.id
    where mail.dedupe_key = approval;
    full_name := btrim(waiting.first_name || ' ' || waiting.last_name);
    perform private.queue_email(
      'Volunteer Application Approved', new_email, full_name,
      jsonb_build_object(
        'name', full_name, 'firstName', waiting.first_name,
        'activationLinkId', private.create_activation_link(waiting.id)
      ),
      approval
    );
  end loop;
end;
$$;

-- Changes everything but the login itself, which only Auth can change. The caller changes the login to the same
-- address, either before or after calling this function.
create function private.move_volunteer_email(volunteer uuid, new_email text, is_undo boolean default false)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  person public.volunteers := private.lock_volunteer(volunteer);
  address text := lower(move_volunteer_email.new_email);
  notice text := 'volunteer-email:' || person.id || ':' || md5(lower(person.email)) || ':';
begin
  if person.email = address then
    return;
  end if;
  perform private.replace_activation_links(person, address);
  update public.volunteer_applications as application set email = address
  where application.user_id = person.account_id
    or (application.status = 'approved' and lower(application.email) = lower(person.email));
  perform private.use_volunteer_address(person.id, address);
  update public.volunteers as entry
  set
    former_emails = case
      when is_undo then person.former_emails - address
      else (person.former_emails - address - lower(person.email)) || to_jsonb(lower(person.email))
    end
  where entry.id = person.id;
  update public.volunteer_accounts as account set email = address where account.id = person.account_id;
  update public.email_outbox as mail set to_email = address
  where lower(mail.to_email) = lower(person.email) and mail.status in ('queued', 'held')
    and private.mail_area(mail.template_name, mail.tested is not null) = 'volunteers';
  -- Tokens of earlier sessions contain the former address.
  delete from auth.sessions as session where session.user_id = person.account_id;
  -- A password reset link that was emailed to the old address must not open the login anymore.
  update auth.users as login set recovery_token = '', recovery_sent_at = login.recovery_sent_at - interval '1 day'
  where login.id = person.account_id and login.recovery_token <> '';
  if is_undo then
    update public.email_outbox as mail set status = 'canceled'
    where mail.dedupe_key like 'volunteer-email:' || person.id || ':' || md5(address) || ':%'
      and mail.status in ('queued', 'held');
  elsif private.is_proven_login(person.account_id) then
    -- Only a confirmed address is notified, because an unconfirmed one may be a stranger's if there was a typo.
    perform private.queue_email(
      'Email Changed', person.email, person.name,
      jsonb_build_object('name', split_part(person.name, ' ', 1), 'newEmail', address),
      notice || extract(epoch from clock_timestamp())
    );
  end if;
exception
  when unique_violation then
    perform private.refuse_volunteer_email('Another volunteer already has this email address.');
end;
$$;

grant execute on function private.move_volunteer_email(uuid, text, boolean) to service_role;

create function private.refuse_volunteer_email(message text)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  raise exception 'the address can''t be used' using errcode = '23514', table = 'volunteers',
    constraint = 'volunteers_email_check', hint = message;
end;
$$;

create function private.begin_volunteer_change(volunteer uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  perform private.lock_volunteer(volunteer);
end;
$$;

grant execute on function private.begin_volunteer_change(uuid) to authenticated;

create function private.change_volunteer_email(volunteer uuid, new_email text, is_undo boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  person public.volunteers;
begin
  perform private.require_area('volunteers');
  person := private.lock_volunteer(volunteer);
  if lower(change_volunteer_email.new_email) <> person.email then
    -- Without this check, anyone who may change volunteers could take over an owner's login.
    if exists (select 1 from public.users as administrator where administrator.id = person.account_id) then
      perform private.refuse_volunteer_email(
        'This person is also an administrator, so their email address can''t be changed here.'
      );
    end if;
    if exists (
      select 1 from public.volunteers as other
      where lower(other.email) = lower(change_volunteer_email.new_email) and private.kept_volunteer(other.id) <> volunteer
    ) then
      perform private.refuse_volunteer_email('Another volunteer already has this email address.');
    end if;
    if private.login_of(change_volunteer_email.new_email) <> coalesce(person.account_id, gen_random_uuid()) then
      perform private.refuse_volunteer_email(
        'Someone else has already logged in or applied with this email address. Use another one.'
      );
    end if;
    perform private.move_volunteer_email(volunteer, change_volunteer_email.new_email, is_undo);
  end if;
  return (
    select jsonb_build_object('id', login.id, 'email', login.email) from auth.users as login
    where login.id = person.account_id and login.email <> lower(change_volunteer_email.new_email)
  );
end;
$$;

grant execute on function private.change_volunteer_email(uuid, text, boolean) to authenticated;

create function private.correct_volunteer_name(volunteer uuid, first_name text, last_name text)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  perform private.rename_volunteer(private.lock_volunteer(volunteer), first_name, last_name);
end;
$$;

grant execute on function private.correct_volunteer_name(uuid, text, text) to authenticated;

comment on function private.lock_volunteer(uuid) is
  'Locks a volunteer with their applications and activation links until the transaction ends, and returns the '
  'volunteer. Called by other functions.';
comment on function private.rename_volunteer(public.volunteers, text, text) is
  'Renames a volunteer in the directory and the account, and in an application whose account isn''t open yet. Called by '
  'other functions.';
comment on function private.replace_activation_links(public.volunteers, text) is
  'Revokes unused links, and sends new ones to the new address. Called by other functions.';
comment on function private.move_volunteer_email(uuid, text, boolean) is
  'Moves the directory entry, account, applications and queued emails to another address, ends all sessions, and tells '
  'the old address if its mailbox was confirmed. The caller changes the login in Auth. With is_undo, also cancels the '
  'email about the change that is being undone. Server only.';
comment on function private.refuse_volunteer_email(text) is
  'Raises the error for an email address that can''t be used.';
comment on function private.begin_volunteer_change(uuid) is
  'Makes other changes to the volunteer wait. Must be called first in the transaction, so that all changes take their '
  'locks in the same order. For administrators.';
comment on function private.change_volunteer_email(uuid, text, boolean) is
  'Moves a volunteer to another address, for administrators. Returns the login that has to be changed in Auth, with '
  'its current address; null if there is no login or it already has the new address. Can be repeated until the login '
  'has the new address.';
comment on function private.correct_volunteer_name(uuid, text, text) is 'Renames a volunteer, for administrators.';
