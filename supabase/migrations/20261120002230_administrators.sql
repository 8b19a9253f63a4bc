set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.warn_of_failed_logins(account text)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.queue_email(
    'Failed Logins',
    owner.email,
    owner.name,
    jsonb_build_object('name', owner.name, 'account', tried.name),
    'failed-logins:' || tried.id || ':' || owner.id || ':' || private.today()
  )
  from (
    select person.id, person.username as name
    from public.users as person
    where lower(person.username) = lower(warn_of_failed_logins.account) and person.user_type = 'admin'
    union
    select volunteer.id, btrim(volunteer.first_name || ' ' || volunteer.last_name)
    from public.volunteer_accounts as volunteer
    where lower(volunteer.email) = lower(warn_of_failed_logins.account)
  ) as tried
  cross join private.owner_addresses() as owner;
$$;

grant execute on function private.warn_of_failed_logins(text) to service_role;

comment on function private.warn_of_failed_logins(text) is
  'Warns all owners by email, at most once a day for each account, that someone is guessing the account''s password. '
  'Does nothing if the account is unknown. The argument is a username or a volunteer''s email address. Server only.';

create function private.owners()
returns table (username text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select person.username from public.users as person
  where person.user_type = 'admin' and person.areas is null
  order by lower(person.username);
end;
$$;

grant execute on function private.owners() to authenticated;

comment on function private.owners() is 'Returns the owners, so that administrators know who to ask for more areas.';

create function private.administrator_record(person public.users)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', person.id,
    'username', person.username,
    'email', coalesce(account.email, ''),
    'areas', to_jsonb(person.areas),
    'isOwn', person.id = auth.uid(),
    'isRemoved', person.user_type <> 'admin',
    'hasSecondFactor', private.has_second_factor(person.id),
    'lastSignInAt', account.last_sign_in_at,
    'updatedAt', date_trunc('milliseconds', person.updated_at)
  )
  from auth.users as account
  where account.id = person.id;
$$;

create function private.administrators()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('owner');
  return (
    select jsonb_agg(private.administrator_record(person) order by lower(person.username))
    from public.users as person
    where person.user_type = 'admin' or person.areas_changed_at is not null
  );
end;
$$;

grant execute on function private.administrators() to authenticated;

comment on function private.administrator_record(public.users) is 'Returns what owners see about an administrator.';
comment on function private.administrators() is
  'Returns all administrators, sorted by username, including those who were removed but still have a login in Auth.';

create function private.await_administrator_changes()
returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('administrators', 0));
$$;

create function private.lock_administrator(person uuid)
returns public.users
language plpgsql
set search_path = ''
as $$
declare
  administrator public.users;
begin
  perform private.require_area('owner');
  perform private.await_administrator_changes();
  -- Checked again, because this change may have waited for another one that changed the caller's areas.
  perform private.require_area('owner');
  select * into administrator from public.users as entry
  where entry.id = person and (entry.user_type = 'admin' or entry.areas_changed_at is not null)
  for update;
  if not found then
    raise exception 'no such administrator' using errcode = 'CP009',
      hint = 'We couldn''t find that administrator. They may have been removed.';
  end if;
  return administrator;
end;
$$;

create function private.require_other_owner(person uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.users as entry
    where entry.id <> person and entry.user_type = 'admin' and entry.areas is null
  ) then
    raise exception 'the site needs an owner' using errcode = 'CP045';
  end if;
end;
$$;

create function private.mail_team_change(changed public.users, was_owner boolean)
returns void
language sql
set search_path = ''
as $$
  select private.queue_email(
    'Team Changed',
    reader.email,
    reader.name,
    jsonb_build_object(
      'administrator', changed.username, 'changedBy', private.actor_name(), 'areas', to_jsonb(changed.areas),
      'isRemoved', changed.user_type <> 'admin'
    ),
    'team-changed:' || changed.id || ':' || reader.id || ':' || extract(epoch from changed.areas_changed_at)
  )
  from (
    select id, name, email from private.owner_addresses()
    union
    -- People who stop being owners are notified, too, so that nobody can take over the site unnoticed.
    select account.id, changed.username, account.email
    from auth.users as account
    where account.id = changed.id and was_owner and account.email is not null
  ) as reader;
$$;

create function private.change_areas(person uuid, areas jsonb, version timestamptz default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  administrator public.users := private.lock_administrator(person);
  changed public.users;
  new_areas text[];
begin
  if administrator.user_type <> 'admin' then
    raise exception 'the administrator is being removed' using errcode = 'CP009',
      hint = 'We couldn''t find that administrator. They may have been removed.';
  end if;
  if not private.is_same_version(administrator.updated_at, version) then
    return null;
  end if;
  -- A JSON null makes the administrator an owner. If areas are omitted, they don't change.
  if change_areas.areas is null then
    return private.administrator_record(administrator);
  elsif jsonb_typeof(change_areas.areas) = 'array' then
    new_areas := array(select jsonb_array_elements_text(change_areas.areas));
  elsif jsonb_typeof(change_areas.areas) <> 'null' then
    raise exception 'areas must be a list' using errcode = '22023';
  end if;
  if administrator.areas is not distinct from new_areas then
    return private.administrator_record(administrator);
  end if;
  if administrator.areas is null then
    perform private.require_other_owner(person);
  end if;
  update public.users as entry set areas = new_areas, areas_changed_at = clock_timestamp()
  where entry.id = person
  returning * into changed;
  perform private.mail_team_change(changed, administrator.areas is null);
  return private.administrator_record(changed);
end;
$$;

grant execute on function private.change_areas(uuid, jsonb, timestamptz) to authenticated;

create function private.remove_administrator(person uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  administrator public.users := private.lock_administrator(person);
  changed public.users;
begin
  if administrator.user_type = 'admin' then
    if administrator.areas is null then
      perform private.require_other_owner(person);
    end if;
    update public.users as entry
    set user_type = 'user', areas = '{}', areas_changed_at = clock_timestamp()
    where entry.id = person
    returning * into changed;
    perform private.mail_team_change(changed, administrator.areas is null);
  end if;
  -- Deleting the login of a volunteer would also delete their account, along with everything they signed up for.
  if exists (select 1 from public.volunteer_accounts as volunteer where volunteer.id = person) then
    delete from public.users as entry where entry.id = person;
    return false;
  end if;
  return true;
end;
$$;

grant execute on function private.remove_administrator(uuid) to authenticated;

create function private.set_second_factor_rule(is_required boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed public.settings;
begin
  perform private.require_area('owner');
  -- If the owner has a second factor, require_area() has already checked that this session passed it.
  if is_required and not private.has_second_factor(auth.uid()) then
    raise exception 'the owner doesn''t use two-step login' using errcode = 'CP050';
  end if;
  update public.settings set requires_second_factor = is_required
  where requires_second_factor <> is_required
  returning * into changed;
  if not found then
    return;
  end if;
  perform private.queue_email(
    'Two-Step Login Rule Changed', owner.email, owner.name,
    jsonb_build_object('changedBy', private.actor_name(), 'isRequired', is_required),
    'second-factor-rule:' || owner.id || ':' || extract(epoch from changed.updated_at)
  )
  from private.owner_addresses() as owner;
end;
$$;

grant execute on function private.set_second_factor_rule(boolean) to authenticated;

comment on function private.set_second_factor_rule(boolean) is
  'Requires two-step login for all administrators, or stops requiring it, and emails the owners. For owners. Only an '
  'owner who uses two-step login can require it, so that they don''t lock themselves out.';
comment on function private.await_administrator_changes() is
  'Changes wait for each other, so that two simultaneous changes can''t leave the site without an owner.';
comment on function private.lock_administrator(uuid) is
  'Locks an administrator until the transaction ends, and returns them. For owners.';
comment on function private.require_other_owner(uuid) is 'Refuses a change that would leave the site without an owner.';
comment on function private.mail_team_change(public.users, boolean) is
  'Emails the owners about a change, including a person who just stopped being an owner.';
comment on function private.change_areas(uuid, jsonb, timestamptz) is
  'Sets an administrator''s areas; a JSON null makes them an owner. Their current sessions lose all permissions. '
  'Returns the administrator, or null if someone else has changed the administrator since that version.';
comment on function private.remove_administrator(uuid) is
  'Removes all permissions from an administrator. Returns true if the calling function has to delete their login in '
  'Auth, which deletes everything else. An interrupted removal can be repeated.';

create function private.lost_access()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  -- The login itself may have been deleted, but the changes to it are in the audit log.
  select jsonb_build_object(
    'isRemoved', entry.after ->> 'user_type' is distinct from 'admin',
    'changedBy', case when entry.actor_id is not null then entry.actor_name end
  )
  from public.audit_log as entry
  where entry.table_name = 'users' and entry.row_id = auth.uid()::text and entry.action = 'update'
    and entry.before ->> 'user_type' = 'admin'
    and (entry.before -> 'areas', entry.before -> 'user_type')
      is distinct from (entry.after -> 'areas', entry.after -> 'user_type')
    and entry.occurred_at >= coalesce(
      (select session.created_at from auth.sessions as session where session.id = private.session_id()),
      -- Removing an administrator deletes their login and all its sessions. Logging out deletes only the session.
      case
        when not exists (select from auth.users as account where account.id = auth.uid())
          then to_timestamp(((select auth.jwt()) ->> 'iat')::numeric)
      end
    )
  order by entry.id desc
  limit 1;
$$;

grant execute on function private.lost_access() to authenticated;

comment on function private.lost_access() is
  'Returns whether the caller''s session ended because they were removed as an administrator or because their areas '
  'were changed, and which owner made the change. Null if it ended for another reason.';

-- Emailed links that let a person become an administrator.
create table public.admin_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null
    check (
      email = lower(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'
      and char_length(email) <= 254
    ),
  areas text[] check (areas <@ '{giving,volunteers,content,settings}'::text[]),
  invited_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  claimed_until timestamptz,
  used_at timestamptz,
  user_id uuid references auth.users (id) on delete set null,
  revoked_at timestamptz,
  check (expires_at > created_at),
  check (num_nonnulls(used_at, revoked_at) <= 1)
);
create unique index admin_invitations_open_email_key on public.admin_invitations (email)
  where used_at is null and revoked_at is null;
create index admin_invitations_invited_by_idx on public.admin_invitations (invited_by);
create index admin_invitations_user_id_idx on public.admin_invitations (user_id);

comment on table public.admin_invitations is
  'Invitations to become an administrator. The functions derive the tokens of their links, which are never stored.';
comment on column public.admin_invitations.areas is
  'The new administrator''s areas, as in users.areas. Null for an owner.';
comment on column public.admin_invitations.invited_by is
  'The link works only while this person is an owner. Null after that owner has been removed.';
comment on column public.admin_invitations.claimed_until is
  'Until this time, no other attempt to join can start. After this time, an interrupted attempt can be retried.';
comment on column public.admin_invitations.used_at is 'When the invited person joined.';
comment on column public.admin_invitations.user_id is 'The administrator who joined.';
comment on column public.admin_invitations.revoked_at is
  'When an owner revoked the invitation or invited the same address again.';

select private.describe_table(
  'admin_invitations', area => 'owner', archived => false, left_out => 'secrets', audited => true,
  rows => '{area}',
  uncounted => '{claimed_until,expires_at}',
  erasure => 'delete', erase_order => 50,
  reason => 'Invitations to the team.'
);
select private.describe_columns('admin_invitations', '{email}', kind => 'personal');
select private.describe_columns('admin_invitations', '{areas}', kind => 'state');

alter table public.admin_invitations enable row level security;

create policy "Owners read invitations" on public.admin_invitations
  for select to authenticated
  using ((select private.may('owner')));

grant select on table public.admin_invitations to authenticated;
grant select on table public.admin_invitations to service_role;

create function private.is_open(invitation public.admin_invitations)
returns boolean
language sql
stable
set search_path = ''
as $$
  select invitation.used_at is null and invitation.revoked_at is null and invitation.expires_at > now()
    and exists (
      select 1 from public.users as inviter
      where inviter.id = invitation.invited_by and inviter.user_type = 'admin' and inviter.areas is null
    );
$$;

grant execute on function private.is_open(public.admin_invitations) to authenticated, service_role;

create function private.end_invitations()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation uuid;
begin
  for invitation in
    update public.admin_invitations as entry set revoked_at = now(), claimed_until = null
    where entry.invited_by = old.id and entry.used_at is null and entry.revoked_at is null
    returning entry.id
  loop
    perform private.cancel_email('admin-invitation:' || invitation);
  end loop;
  return null;
end;
$$;

create trigger end_invitations
  after update of user_type, areas on public.users
  for each row
  when (old.user_type = 'admin' and old.areas is null and (new.user_type <> 'admin' or new.areas is not null))
  execute function private.end_invitations();

comment on function private.end_invitations() is
  'Revokes the open invitations of someone who isn''t an owner anymore, so that they stay dead if the person becomes an owner again.';

create function private.invitation_mail_problem(template_name text, data jsonb)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when invitation.used_at is not null then 'This person has already joined.'
    when invitation.revoked_at is not null
      then 'This invitation was revoked or replaced by a newer one, or the person who sent it isn''t an owner anymore. To invite this person, open Settings, Team.'
    when inviter.id is null
      then 'The person who sent this invitation isn''t an owner anymore. To invite this person, open Settings, Team.'
  end
  from public.admin_invitations as invitation
  left join public.users as inviter
    on inviter.id = invitation.invited_by and inviter.user_type = 'admin' and inviter.areas is null
  where invitation_mail_problem.template_name = 'Administrator Invitation'
    and invitation.id = (invitation_mail_problem.data ->> 'invitationLinkId')::uuid;
$$;

grant execute on function private.invitation_mail_problem(text, jsonb) to service_role;

-- An interrupted attempt to join or to apply leaves behind a login that doesn't give access to anything.
create function private.is_login_in_use(login uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select 1 from public.users as person where person.id = login)
    or exists (select 1 from public.volunteer_accounts as account where account.id = login)
    or exists (select 1 from public.volunteer_applications as application where application.user_id = login);
$$;

-- Volunteers keep their login when they join the team. Its mailbox is confirmed, and the link sets a new password.
create function private.can_join_team(login uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.volunteer_accounts as account
    where account.id = can_join_team.login and account.is_active and account.activated_at is not null
      and not exists (select 1 from public.users as person where person.id = account.id)
  );
$$;

create function private.invite_admin(email text, areas text[])
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation uuid;
  login constant uuid := private.login_of(invite_admin.email);
begin
  perform private.require_area('owner');
  perform pg_advisory_xact_lock(hashtextextended('invitation of ' || lower(invite_admin.email), 0));
  if private.is_login_in_use(login) and not private.can_join_team(login) then
    raise exception 'the address has a login' using errcode = 'CP046',
      hint = 'This email address already has a login here. Use another address.';
  end if;
  perform private.revoke_admin_invitation(earlier.id)
  from public.admin_invitations as earlier
  where earlier.email = lower(invite_admin.email) and earlier.used_at is null and earlier.revoked_at is null;

  insert into public.admin_invitations (email, areas, invited_by)
  values (lower(invite_admin.email), invite_admin.areas, auth.uid())
  returning id into invitation;
  perform private.queue_email(
    'Administrator Invitation', lower(invite_admin.email), '',
    jsonb_build_object('inviter', private.actor_name(), 'invitationLinkId', invitation),
    'admin-invitation:' || invitation
  );
  return invitation;
end;
$$;

grant execute on function private.invite_admin(text, text[]) to authenticated;

create function private.revoke_admin_invitation(invitation uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_area('owner');
  update public.admin_invitations as entry set revoked_at = now(), claimed_until = null
  where entry.id = invitation and entry.used_at is null and entry.revoked_at is null;
  if not found then
    return false;
  end if;
  perform private.cancel_email('admin-invitation:' || invitation);
  return true;
end;
$$;

grant execute on function private.revoke_admin_invitation(uuid) to authenticated;

create function private.renew_admin_invitation(invitation uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.admin_invitations as entry set expires_at = now() + interval '7 days'
  where entry.id = invitation and entry.used_at is null and entry.revoked_at is null;
$$;

grant execute on function private.renew_admin_invitation(uuid) to service_role;

create function private.read_admin_invitation(invitation uuid)
returns table (email text, organization_name text, is_volunteer boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select entry.email, (select organization_name from public.contact_info limit 1),
    private.can_join_team(private.login_of(entry.email))
  from public.admin_invitations as entry
  where entry.id = invitation and private.is_open(entry);
$$;

grant execute on function private.read_admin_invitation(uuid) to service_role;

create function private.refuse_username()
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  raise exception 'the username is taken' using errcode = '23514', table = 'users',
    constraint = 'users_username_check', hint = 'This username is taken. Choose another one.';
end;
$$;

create function private.claim_admin_invitation(invitation uuid, username text)
returns table (email text, former_user_id uuid, volunteer_id uuid)
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry public.admin_invitations;
  login uuid;
  keeps_login boolean;
begin
  select * into entry from public.admin_invitations as candidate
  where candidate.id = invitation
  for update;
  if not found or not private.is_open(entry) then
    return;
  end if;
  if entry.claimed_until > now() then
    raise exception 'the account is being opened' using errcode = '55P03';
  end if;
  if exists (
    select 1 from public.users as person where lower(person.username) = lower(claim_admin_invitation.username)
  ) then
    perform private.refuse_username();
  end if;
  login := private.login_of(entry.email);
  keeps_login := private.can_join_team(login);
  if private.is_login_in_use(login) and not keeps_login then
    raise exception 'the address has a login' using errcode = 'CP046',
      hint = 'This email address already has a login here. Ask for an invitation to a different address.';
  end if;

  update public.admin_invitations set claimed_until = now() + interval '2 minutes' where id = invitation;
  return query select entry.email, case when not keeps_login then login end, case when keeps_login then login end;
end;
$$;

grant execute on function private.claim_admin_invitation(uuid, text) to service_role;

create function private.release_admin_invitation(invitation uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.admin_invitations set claimed_until = null where id = invitation;
$$;

grant execute on function private.release_admin_invitation(uuid) to service_role;

create function private.redeem_admin_invitation(invitation uuid, user_id uuid, username text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry public.admin_invitations;
begin
  select * into entry from public.admin_invitations as candidate
  where candidate.id = invitation
  for update;
  if not found or not private.is_open(entry) then
    return false;
  end if;
  insert into public.users (id, username, user_type, areas)
  values (redeem_admin_invitation.user_id, redeem_admin_invitation.username, 'admin', entry.areas)
  on conflict do nothing;
  if not found then
    perform private.refuse_username();
  end if;
  -- Sessions that began with a volunteer's former password must not become an administrator's.
  delete from auth.sessions as session where session.user_id = redeem_admin_invitation.user_id;
  update public.admin_invitations as used
  set used_at = now(), claimed_until = null, user_id = redeem_admin_invitation.user_id
  where used.id = invitation;
  perform private.queue_email(
    'Administrator Joined', owner.email, owner.name,
    jsonb_build_object(
      'administrator', redeem_admin_invitation.username, 'areas', to_jsonb(entry.areas),
      'invitedBy', (select inviter.username from public.users as inviter where inviter.id = entry.invited_by)
    ),
    'administrator-joined:' || invitation || ':' || owner.id
  )
  from private.owner_addresses() as owner
  where owner.id <> redeem_admin_invitation.user_id;
  return true;
end;
$$;

grant execute on function private.redeem_admin_invitation(uuid, uuid, text) to service_role;

comment on function private.is_open(public.admin_invitations) is
  'Returns whether the link works: it isn''t used, revoked or expired, and the person who sent it is still an owner.';
comment on function private.invitation_mail_problem(text, jsonb) is
  'Returns why an email with an invitation''s link must not be sent: the link wouldn''t work. Null for emails without '
  'such a link, and for a link that has only expired, because sending it restarts its seven days.';
comment on function private.can_join_team(uuid) is
  'Returns whether the login is a volunteer''s with a confirmed mailbox, who isn''t an administrator.';
comment on function private.is_login_in_use(uuid) is
  'Returns whether the login is an administrator''s, a volunteer''s or an applicant''s.';
comment on function private.invite_admin(text, text[]) is
  'Invites an administrator by email and returns the invitation''s id. An earlier link to the same address stops '
  'working. Owners only.';
comment on function private.revoke_admin_invitation(uuid) is
  'Revokes an invitation, and cancels its email if that hasn''t gone out. Returns whether there was an invitation to '
  'revoke. Owners only.';
comment on function private.renew_admin_invitation(uuid) is
  'Restarts an invitation''s seven days each time its email goes out.';
comment on function private.read_admin_invitation(uuid) is
  'Returns the person whom an invitation is for, without using up the invitation; no row if its link doesn''t work.';
comment on function private.refuse_username() is 'Raises the error for a username that is already taken.';
comment on function private.claim_admin_invitation(uuid, text) is
  'Returns the login to create, and the Auth user that an interrupted attempt left behind and that must be replaced or, '
  'for a volunteer, the login that gets a new password; no row if the link doesn''t work.';
comment on function private.release_admin_invitation(uuid) is
  'Releases the claim after a failed attempt, so that the link can be used again at once.';
comment on function private.redeem_admin_invitation(uuid, uuid, text) is
  'Makes the Auth user an administrator, ends their sessions, uses up the link and emails the owners. Returns false if the link has '
  'stopped working in the meantime.';
