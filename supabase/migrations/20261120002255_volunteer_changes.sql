set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.lock_volunteer(volunteer uuid)
returns public.volunteers
language plpgsql
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
  if person.email is distinct from address then
    raise exception 'the address was changed meanwhile' using errcode = '40001';
  end if;
  return person;
end;
$$;

create function private.rename_volunteer(person public.volunteers, first_name text, last_name text)
returns void
language sql
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
  where application.person_id = person.id
    or (application.person_id is null and application.user_id = person.account_id);
  perform private.use_volunteer_address(person.id, address);
  update public.volunteers as entry
  set
    former_emails = case
      when is_undo or person.email is null then person.former_emails - address
      else (person.former_emails - address - lower(person.email)) || to_jsonb(lower(person.email))
    end
  where entry.id = person.id;
  update public.volunteer_accounts as account set email = address where account.id = person.account_id;
  update public.email_outbox as mail set to_email = address
  where lower(mail.to_email) = lower(person.email) and mail.status in ('queued', 'held')
    and private.mail_area(mail.template_name, mail.tested is not null) = 'volunteers'
    -- Someone else who shares the mailbox still gets theirs there.
    and mail.data ->> 'sharedMailbox' is distinct from 'contact';
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
security definer
set search_path = ''
as $$
declare
  person public.volunteers;
begin
  perform private.require_area('volunteers');
  person := private.lock_volunteer(volunteer);
  if change_volunteer_email.new_email is null then
    if person.account_id is not null or exists (
      select from public.activation_links as link
      join public.volunteer_applications as application on application.id = link.application_id
      where link.used_at is null and lower(application.email) = lower(person.email)
    ) then
      perform private.refuse_volunteer_email(
        'This volunteer logs in with this address, or got a link for setting up a login. Enter another one instead.'
      );
    end if;
    update public.volunteers as entry
    set email = null, former_emails = (entry.former_emails - lower(entry.email)) || to_jsonb(lower(entry.email))
    where entry.id = person.id and entry.email is not null;
    return null;
  end if;
  if lower(change_volunteer_email.new_email) is distinct from person.email then
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

create function private.set_contact_email(volunteer uuid, address text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.volunteers;
begin
  perform private.require_area('volunteers');
  person := private.lock_volunteer(volunteer);
  if person.email is not null and address is not null then
    raise exception 'the volunteer has an address' using errcode = '23514', table = 'volunteers',
      constraint = 'volunteers_contact_email_check',
      hint = 'This volunteer has an email address of their own, so leave this one empty.';
  end if;
  update public.volunteers as entry set contact_email = lower(address)
  where entry.id = person.id and entry.contact_email is distinct from lower(address);
end;
$$;

grant execute on function private.set_contact_email(uuid, text) to authenticated;

create function private.correct_volunteer_name(volunteer uuid, first_name text, last_name text)
returns void
language plpgsql
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
comment on function private.set_contact_email(uuid, text) is
  'Sets or removes the address that a volunteer shares with someone else, for administrators.';
comment on function private.correct_volunteer_name(uuid, text, text) is 'Renames a volunteer, for administrators.';

-- Emailed links that let volunteers confirm a new email address.
create table public.email_changes (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.volunteer_accounts (id) on delete cascade,
  email text not null
    check (
      email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'
      and char_length(email) <= 254
    ),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  claimed_until timestamptz,
  used_at timestamptz,
  revoked_at timestamptz,
  check (expires_at > created_at),
  check (num_nonnulls(used_at, revoked_at) <= 1)
);
create index email_changes_account_idx on public.email_changes (account_id);
create unique index email_changes_open_key on public.email_changes (account_id)
  where used_at is null and revoked_at is null;

comment on table public.email_changes is
  'New email addresses that volunteers asked for. The functions derive the tokens of their links, which are never stored.';
comment on column public.email_changes.claimed_until is
  'Until this time, the login may be changed to this address, and no other attempt can start. After this time, an '
  'interrupted attempt can be retried.';
comment on column public.email_changes.used_at is 'When the new mailbox was confirmed and the address was changed.';
comment on column public.email_changes.revoked_at is
  'When the link stopped working, because the volunteer asked for another address, canceled this change or set a new '
  'password, or because an administrator disabled the account or changed the address.';

select private.describe_table(
  'email_changes', archived => false, left_out => 'secrets', audited => false,
  erasure => 'delete', erase_order => 34,
  reason => 'Emailed links to confirm a new address.'
);
select private.describe_columns('email_changes', '{email}', kind => 'personal');

alter table public.email_changes enable row level security;

create policy "No API access to email changes" on public.email_changes
  for all to anon, authenticated
  using (false)
  with check (false);

grant select on table public.email_changes to service_role;

create function private.revoke_email_changes(account uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.cancel_email('email-change:' || entry.id)
  from public.email_changes as entry
  where entry.account_id = account and entry.used_at is null and entry.revoked_at is null;
  update public.email_changes as entry set revoked_at = now(), claimed_until = null
  where entry.account_id = account and entry.used_at is null and entry.revoked_at is null;
end;
$$;

create function private.revoke_email_changes_of_account()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.revoke_email_changes(new.id);
  return null;
end;
$$;

create trigger revoke_email_changes
  after update of is_active, email on public.volunteer_accounts
  for each row when (old.email is distinct from new.email or (old.is_active and not new.is_active))
  execute function private.revoke_email_changes_of_account();

-- If someone with a stolen password requested a change, they must not get the account after the volunteer has set a new
-- password.
create trigger revoke_email_changes
  after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.revoke_email_changes_of_account();

-- Considers every login and directory entry except the volunteer's own, including those that are disabled or waiting
-- for approval.
create function private.is_address_taken(email text, account uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from auth.users as login
    where login.email = lower(is_address_taken.email) and login.id <> is_address_taken.account
  ) or exists (
    select 1 from public.volunteers as person
    where person.id = private.volunteer_of(is_address_taken.email)
      and person.account_id is distinct from is_address_taken.account
  ) or exists (
    select 1 from public.volunteer_accounts as other
    where lower(other.email) = lower(is_address_taken.email) and other.id <> is_address_taken.account
  );
$$;

create function private.lock_own_account()
returns public.volunteer_accounts
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.volunteer_accounts;
begin
  if not private.is_active_volunteer() then
    raise exception 'no active volunteer account' using errcode = 'CP005';
  end if;
  select * into own from public.volunteer_accounts as account where account.id = auth.uid() for update;
  return own;
end;
$$;

create function private.request_email_change(email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.volunteer_accounts := private.lock_own_account();
  link uuid;
begin
  if not exists (select 1 from public.volunteers as person where person.account_id = own.id) then
    raise exception 'the account has no entry in the directory' using errcode = 'CP057';
  end if;
  if lower(request_email_change.email) = lower(own.email) then
    raise exception 'the address is the same' using errcode = '23514', table = 'email_changes',
      constraint = 'email_changes_email_check', hint = 'This is already your email address.';
  end if;
  -- A password alone must not be enough to change the address of an administrator's login, because that login may use
  -- two-step login.
  if exists (select 1 from public.users as person where person.id = own.id) then
    raise exception 'the login is an administrator''s' using errcode = 'CP058';
  end if;
  perform private.revoke_email_changes(own.id);
  insert into public.email_changes (account_id, email)
  values (own.id, lower(request_email_change.email))
  returning id into link;
  -- The response is the same either way, so nobody can find out whose address has a login.
  if private.is_address_taken(request_email_change.email, own.id) then
    return;
  end if;
  perform private.queue_email(
    'Confirm New Email', lower(request_email_change.email), btrim(own.first_name || ' ' || own.last_name),
    jsonb_build_object('name', own.first_name, 'emailChangeLinkId', link),
    'email-change:' || link
  );
end;
$$;

grant execute on function private.request_email_change(text) to authenticated;

create function private.cancel_email_change()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.volunteer_accounts := private.lock_own_account();
begin
  perform private.revoke_email_changes(own.id);
end;
$$;

grant execute on function private.cancel_email_change() to authenticated;

create function private.renew_email_change(link uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.email_changes as entry set expires_at = now() + interval '24 hours'
  where entry.id = link and entry.used_at is null and entry.revoked_at is null;
$$;

grant execute on function private.renew_email_change(uuid) to service_role;

create function private.claim_email_change(link uuid)
returns table (user_id uuid, email text, former_email text, is_done boolean)
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry public.email_changes;
begin
  select * into entry from public.email_changes as candidate
  where candidate.id = link and candidate.revoked_at is null and candidate.expires_at > now()
  for update;
  if not found or not exists (
    select 1 from public.volunteer_accounts as account
    join public.volunteers as person on person.account_id = account.id
    where account.id = entry.account_id and account.is_active and account.activated_at is not null
      and (entry.used_at is null or account.email = entry.email)
  ) then
    return;
  end if;
  if entry.used_at is null then
    if entry.claimed_until > now() then
      raise exception 'the address is being changed' using errcode = '55P03';
    end if;
    if private.is_address_taken(entry.email, entry.account_id) then
      return;
    end if;
    update public.email_changes set claimed_until = now() + interval '2 minutes' where id = link;
  end if;
  return query
  select entry.account_id, entry.email, account.email, entry.used_at is not null
  from public.volunteer_accounts as account where account.id = entry.account_id;
end;
$$;

grant execute on function private.claim_email_change(uuid) to service_role;

create function private.release_email_change(link uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.email_changes set claimed_until = null where id = link;
$$;

grant execute on function private.release_email_change(uuid) to service_role;

create function private.redeem_email_change(link uuid)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Locks the rows first, in the same order as all changes to a volunteer, so that these changes wait for each other
  -- instead of deadlocking.
  person public.volunteers := private.lock_volunteer((
    select entry.id from public.volunteers as entry
    join public.email_changes as change on change.account_id = entry.account_id
    where change.id = link
  ));
  new_email text;
begin
  perform 1 from public.volunteer_accounts as account where account.id = person.account_id for update;
  update public.email_changes as change set used_at = now(), claimed_until = null
  where change.id = link and change.used_at is null and change.revoked_at is null
  returning change.email into new_email;
  if not found then
    return person.email;
  end if;
  perform private.move_volunteer_email(person.id, new_email);
  return null;
exception when check_violation then
  -- Someone else has started to use the address since the link was claimed.
  return person.email;
end;
$$;

grant execute on function private.redeem_email_change(uuid) to service_role;

comment on function private.revoke_email_changes(uuid) is
  'Revokes a volunteer''s email change, and cancels its email if that hasn''t gone out. Called by other functions.';
comment on function private.revoke_email_changes_of_account() is
  'Revokes an email change when the account is disabled, its address changes or its login gets a new password.';
comment on function private.is_address_taken(text, uuid) is
  'Returns whether the address is someone else''s login or directory entry.';
comment on function private.lock_own_account() is
  'Returns the signed-in volunteer''s account and locks it, so that their other requests wait. Called by other '
  'functions.';
comment on function private.request_email_change(text) is
  'Emails a link to the new address of the signed-in volunteer; any earlier link stops working. If the address is '
  'someone else''s, no email is sent, but the response is the same.';
comment on function private.cancel_email_change() is 'Revokes the signed-in volunteer''s email change.';
comment on function private.renew_email_change(uuid) is 'Restarts the 24 hours of a link each time its email goes out.';
comment on function private.claim_email_change(uuid) is
  'Returns the login to change, its old and new addresses, and whether it already has the new address; no row if the '
  'link doesn''t work.';
comment on function private.release_email_change(uuid) is
  'Releases the claim after a failed attempt, so that the link can be used again at once.';
comment on function private.redeem_email_change(uuid) is
  'Moves everything but the login to the new address, after the new mailbox was confirmed. If the link has stopped '
  'working, returns the address that the login must keep.';

-- Volunteers read and change their own details only through these functions, which leave out what only administrators
-- may see, such as notes and tags. For this reason, volunteers don't need privileges on the directory.

create function private.own_details()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  details jsonb;
begin
  if not private.is_active_volunteer() then
    raise exception 'no active volunteer account' using errcode = 'CP005';
  end if;
  select jsonb_build_object(
    'firstName', account.first_name, 'lastName', account.last_name, 'email', account.email,
    -- A field that an application omits is stored as empty text, except for the city and the state, which are stored as
    -- Unknown.
    'phone', nullif(person.phone, ''), 'zipCode', nullif(person.zip_code, ''), 'city', nullif(person.city, 'Unknown'),
    'state', nullif(person.state, 'Unknown'),
    'availability', person.availability, 'interests', person.interests,
    'emergencyContactName', person.emergency_contact_name, 'emergencyContactPhone', person.emergency_contact_phone,
    'wantsNews', person.wants_news, 'updatedAt', person.updated_at,
    'newEmail', (
      select change.email from public.email_changes as change
      where change.account_id = account.id and change.used_at is null and change.revoked_at is null
        and change.expires_at > now()
    )
  )
  into details
  from public.volunteer_accounts as account
  join public.volunteers as person on person.account_id = account.id
  where account.id = auth.uid();
  if details is null then
    raise exception 'the account has no entry in the directory' using errcode = 'CP057';
  end if;
  return details;
end;
$$;

grant execute on function private.own_details() to authenticated;

create function private.changed_value(changes jsonb, field text, current_value text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when changes ? field then nullif(btrim(changes ->> field), '') else current_value end;
$$;

comment on function private.changed_value(jsonb, text, text) is
  'Returns a field''s new value, or the current one if the field is left out.';

create function private.change_own_details(changes jsonb, version timestamptz default null)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.volunteers;
  own public.volunteer_accounts;
  first text;
  last text;
begin
  if not private.is_active_volunteer() then
    raise exception 'no active volunteer account' using errcode = 'CP005';
  end if;
  select * into person from public.volunteers as entry where entry.account_id = auth.uid();
  if not found then
    raise exception 'the account has no entry in the directory' using errcode = 'CP057';
  end if;
  person := private.lock_volunteer(person.id);
  own := private.lock_own_account();
  if not private.is_same_version(person.updated_at, change_own_details.version) then
    return false;
  end if;
  first := coalesce(changes ->> 'firstName', own.first_name);
  last := coalesce(changes ->> 'lastName', own.last_name);
  if (first, last) is distinct from (own.first_name, own.last_name) then
    perform private.rename_volunteer(person, first, last);
  end if;
  update public.volunteers as entry set
    phone = private.changed_value(changes, 'phone', entry.phone),
    zip_code = private.changed_value(changes, 'zipCode', entry.zip_code),
    city = private.changed_value(changes, 'city', entry.city),
    state = private.changed_value(changes, 'state', entry.state),
    availability = private.changed_value(changes, 'availability', entry.availability),
    interests = private.changed_value(changes, 'interests', entry.interests),
    emergency_contact_name = private.changed_value(changes, 'emergencyContactName', entry.emergency_contact_name),
    emergency_contact_phone = private.changed_value(changes, 'emergencyContactPhone', entry.emergency_contact_phone),
    wants_news = coalesce((changes ->> 'wantsNews')::boolean, entry.wants_news)
  where entry.id = person.id;
  return true;
end;
$$;

grant execute on function private.change_own_details(jsonb, timestamptz) to authenticated;

comment on function private.own_details() is
  'Returns the signed-in volunteer''s own details, without what only administrators may see.';
comment on function private.change_own_details(jsonb, timestamptz) is
  'Changes the signed-in volunteer''s own details. Returns false, and changes nothing, if someone has changed them since '
  'that version.';

create function private.invite_volunteer(volunteer uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.volunteers;
  application public.volunteer_applications;
begin
  perform private.require_area('volunteers');
  person := private.lock_volunteer(volunteer);
  if person.email is null then
    raise exception 'the volunteer has no address' using errcode = 'CP052',
      hint = 'This volunteer has no email address. Add one first.';
  elsif person.account_id is not null or private.is_proven_login(private.login_of(person.email)) then
    raise exception 'the volunteer has a login' using errcode = 'CP052',
      hint = 'This email address already has a login.';
  elsif not person.is_active then
    raise exception 'the volunteer is disabled' using errcode = 'CP052',
      hint = 'This volunteer''s account is disabled, so they couldn''t log in.';
  end if;
  select * into application from public.volunteer_applications as latest
  where latest.person_id = person.id and lower(latest.email) = lower(person.email) and latest.status = 'approved'
  order by latest.reviewed_at desc
  limit 1;
  if not found then
    -- Imported volunteers never applied, and the account takes its name and address from an application.
    insert into public.volunteer_applications (
      person_id, first_name, last_name, email, availability, status, reviewed_by, reviewed_at, is_entered
    )
    values (
      person.id, regexp_replace(person.name, '\s+\S+$', ''), coalesce(substring(person.name from '\s(\S+)$'), ''), person.email,
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
security definer
set search_path = ''
as $$
declare
  given public.volunteers;
  first_name text := details ->> 'first_name';
  last_name text := coalesce(details ->> 'last_name', '');
  full_name constant text := btrim(first_name || ' ' || last_name);
  added uuid;
begin
  perform private.require_area('volunteers');
  given := jsonb_populate_record(null::public.volunteers, details);
  given.email := lower(given.email);
  given.contact_email := lower(given.contact_email);
  if exists (
    select 1 from public.volunteers as person
    where lower(person.email) = given.email or person.former_emails ? given.email
  ) then
    perform private.refuse_volunteer_email(
      'Another volunteer already has this email address. If they share a mailbox, enter it as the contact email.'
    );
  end if;
  -- Locks the applications, to wait for a review in progress.
  perform 1 from public.volunteer_applications as application
  where lower(application.email) in (given.email, given.contact_email) order by application.id for update;
  if exists (
    select 1 from public.volunteer_applications as application
    where lower(application.email) in (given.email, given.contact_email) and application.status = 'pending'
      and private.name_key(private.full_name(application)) = private.name_key(full_name)
  ) then
    perform private.refuse_volunteer_email('This person has applied on the site. Approve their application instead.');
  end if;
  if given.email is not null and given.contact_email is not null then
    raise exception 'two addresses' using errcode = '23514', table = 'volunteers',
      constraint = 'volunteers_contact_email_check',
      hint = 'Enter either an email or a contact email.';
  elsif private.contact_at(given.contact_email, full_name) is not null then
    raise exception 'the person is in the directory' using errcode = '23514', table = 'volunteers',
      constraint = 'volunteers_contact_email_check', hint = 'A volunteer with this name already has this contact email.';
  end if;

  insert into public.volunteers (
    name, email, contact_email, phone, zip_code, city, state, availability, interests, emergency_contact_name,
    emergency_contact_phone, notes, tags
  )
  values (
    full_name, given.email, given.contact_email, given.phone, given.zip_code, given.city, given.state,
    given.availability, given.interests, given.emergency_contact_name, given.emergency_contact_phone, given.notes,
    coalesce(given.tags, '[]')
  )
  returning id into added;
  -- An application belongs to an email address.
  insert into public.volunteer_applications (
    person_id, first_name, last_name, email, phone, zip_code, city, state, availability, interests, status, reviewed_by,
    reviewed_at, is_entered
  )
  select added, first_name, last_name, given.email, coalesce(given.phone, ''), coalesce(given.zip_code, ''), given.city,
    given.state, given.availability, given.interests, 'approved', auth.uid(), now(), true
  where given.email is not null;
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
  'Adds someone who applied on paper to the directory, with an approved application if they have an email address, and '
  'emails them a link for setting up a login if the administrator wants that. Returns the volunteer''s id. For administrators.';
