set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
      then 'This invitation was revoked or replaced by a newer one. To invite this person, open Settings, Team.'
    when inviter.id is null
      then 'The person who sent this invitation isn''t an owner anymore. To invite this person, open Settings, Team.'
  end
  from public.admin_invitations as invitation
  left join public.users as inviter
    on inviter.id = invitation.invited_by and inviter.user_type = 'admin' and inviter.areas is null
  where invitation_mail_problem.template_name = 'Administrator Invitation'
    and invitation.id::text = invitation_mail_problem.data ->> 'invitationLinkId';
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

create function private.invite_admin(email text, areas text[])
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  invitation uuid;
begin
  perform private.require_area('owner');
  perform pg_advisory_xact_lock(hashtextextended('invitation of ' || lower(invite_admin.email), 0));
  if private.is_login_in_use(private.login_of(invite_admin.email)) then
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
volatile
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
volatile
security definer
set search_path = ''
as $$
  update public.admin_invitations as entry set expires_at = now() + interval '7 days'
  where entry.id = invitation and entry.used_at is null and entry.revoked_at is null;
$$;

grant execute on function private.renew_admin_invitation(uuid) to service_role;

create function private.read_admin_invitation(invitation uuid)
returns table (email text, organization_name text)
language sql
stable
security definer
set search_path = ''
as $$
  select entry.email, (select organization_name from public.contact_info limit 1)
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
returns table (email text, former_user_id uuid)
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  entry public.admin_invitations;
  login uuid;
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
  if private.is_login_in_use(login) then
    raise exception 'the address has a login' using errcode = 'CP046',
      hint = 'This email address already has a login here. Ask for an invitation to a different address.';
  end if;

  update public.admin_invitations set claimed_until = now() + interval '2 minutes' where id = invitation;
  return query select entry.email, login;
end;
$$;

grant execute on function private.claim_admin_invitation(uuid, text) to service_role;

create function private.release_admin_invitation(invitation uuid)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  update public.admin_invitations set claimed_until = null where id = invitation;
$$;

grant execute on function private.release_admin_invitation(uuid) to service_role;

create function private.redeem_admin_invitation(invitation uuid, user_id uuid, username text)
returns boolean
language plpgsql
volatile
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
  'Returns the login to create, and the Auth user that an interrupted attempt left behind and that must be replaced; '
  'no row if the link doesn''t work.';
comment on function private.release_admin_invitation(uuid) is
  'Releases the claim after a failed attempt, so that the link can be used again at once.';
comment on function private.redeem_admin_invitation(uuid, uuid, text) is
  'Makes the new Auth user an administrator, uses up the link and emails the owners. Returns false if the link has '
  'stopped working in the meantime.';
