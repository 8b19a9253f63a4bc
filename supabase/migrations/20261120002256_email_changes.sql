set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
volatile
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
volatile
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
volatile
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
volatile
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
volatile
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
volatile
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
volatile
security definer
set search_path = ''
as $$
  update public.email_changes set claimed_until = null where id = link;
$$;

grant execute on function private.release_email_change(uuid) to service_role;

create function private.redeem_email_change(link uuid)
returns text
language plpgsql
volatile
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
