set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Administrators and other staff. Only Supabase Auth stores passwords.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null unique check (username ~ '^[A-Za-z0-9._-]{2,50}$'),
  user_type text not null default 'user' check (user_type in ('user', 'admin')),
  areas text[] check (areas <@ '{giving,volunteers,content,settings}'::text[]),
  areas_changed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_username_lower_key on public.users (lower(username));

comment on table public.users is 'Back-office users; user_type = ''admin'' makes someone an administrator.';
comment on column public.users.user_type is
  'The only column that makes someone an administrator. No API role can write it.';
comment on column public.users.areas is
  'The areas that an administrator may see and change. Null for an owner, who may do everything; empty for an '
  'administrator without any area.';
comment on column public.users.areas_changed_at is
  'Sessions that began before this time don''t have administrator permissions.';

create trigger set_updated_at
  before update on public.users
  for each row execute function private.set_updated_at();

create function private.has_second_factor(person uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1
    from auth.mfa_factors as factor
    where factor.user_id = person and factor.status = 'verified'
  );
end;
$$;

grant execute on function private.has_second_factor(uuid) to service_role;

comment on function private.has_second_factor(uuid) is
  'Returns whether the person has a verified second factor in Auth.';

create function private.areas_of(person public.users)
returns text[]
language plpgsql
immutable
set search_path = ''
as $$
begin
  return coalesce(person.areas, '{owner,giving,volunteers,content,settings}');
end;
$$;

comment on function private.areas_of(public.users) is
  'Returns an administrator''s areas. For an owner, returns all areas and the value owner.';

create function private.requires_second_factor()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce((select settings.requires_second_factor from public.settings), false);
end;
$$;

create function private.admin_session()
returns table (state text, areas text[])
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select
    case
      -- Check the session and the token: a token issued before the session was raised to aal2 proves only the password.
      when factor.is_on and session.aal = 'aal2' and (select auth.jwt()) ->> 'aal' = 'aal2' then 'admin'
      when factor.is_on then 'unconfirmed'
      when private.requires_second_factor() then 'unenrolled'
      else 'admin'
    end,
    private.areas_of(person)
  from public.users as person
  join auth.sessions as session on session.user_id = person.id
  cross join lateral (select private.has_second_factor(person.id) as is_on) as factor
  where person.id = (select auth.uid())
    and person.user_type = 'admin'
    and session.id = (select private.session_id())
    and session.created_at > now() - interval '8 hours'
    and (person.areas_changed_at is null or session.created_at > person.areas_changed_at)
    and (session.not_after is null or session.not_after > now())
    and private.began_with_password(session.id);
end;
$$;

create function private.admin_areas()
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select session.areas from private.admin_session() as session where session.state = 'admin'
  );
end;
$$;

grant execute on function private.requires_second_factor() to service_role;
grant execute on function private.admin_areas() to anon, authenticated, service_role;

comment on function private.requires_second_factor() is
  'Returns whether administrators must set up two-step login before they can use their permissions.';
comment on function private.admin_session() is
  'Returns the state of the caller''s session as an administrator. Only the state admin has administrator permissions: '
  'unconfirmed means that the session hasn''t passed the second factor yet, and unenrolled means that the required '
  'second factor isn''t set up yet. Returns no row unless the session still exists and was started with a password, '
  'less than 8 hours ago (however new the token is) and after the last change to the administrator''s areas.';
comment on function private.admin_areas() is
  'Returns the calling administrator''s areas, plus the value owner for an owner. Null if the caller isn''t an '
  'administrator.';

create function private.is_admin()
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return private.admin_areas() is not null;
end;
$$;

create function private.may(area text)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(may.area = any (private.admin_areas()), false);
end;
$$;

grant execute on function private.is_admin(), private.may(text) to anon, authenticated, service_role;

comment on function private.is_admin() is 'Returns whether the caller is an administrator, no matter which areas they have.';
comment on function private.may(text) is
  'Returns whether the caller is an administrator with this area, or an owner. may(''owner'') is true only for owners.';

create function private.require_admin()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'an administrator session is required' using errcode = 'CP010';
  end if;
end;
$$;

-- Accepts several areas, because some functions are for administrators who have at least one of several areas.
create function private.require_area(variadic areas text[])
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not require_area.areas && private.admin_areas() then
    raise exception 'the area % is required', array_to_string(require_area.areas, ' or ') using errcode = 'CP044';
  end if;
end;
$$;

grant execute on function private.require_admin(), private.require_area(text[]) to anon, authenticated, service_role;

-- The dummy account. The password of a sign-in with an unknown name is checked against it, so that the sign-in takes as
-- long as one with a wrong password. The dummy account's password is random and isn't stored anywhere.
insert into auth.users (
  id, instance_id, aud, role, email, encrypted_password, email_confirmed_at,
  confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current,
  phone_change, phone_change_token, reauthentication_token,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at
)
values (
  gen_random_uuid(), '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated',
  'nobody@accounts.invalid',
  extensions.crypt(gen_random_uuid()::text || gen_random_uuid()::text, extensions.gen_salt('bf', 10)), now(),
  '', '', '', '', '', '', '', '',
  '{"provider": "email", "providers": ["email"]}', '{}', now(), now()
);

create function private.sign_in_email(email text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (
      select account.email
      from auth.users as account
      where account.email = lower(sign_in_email.email) and account.encrypted_password <> ''
    ),
    'nobody@accounts.invalid'
  );
$$;

grant execute on function private.sign_in_email(text) to service_role;

comment on function private.sign_in_email(text) is
  'Returns the email address of the account whose password is checked: the given address or, if no account has it, the '
  'dummy account''s, so that the check takes the same time either way. Server only.';

-- Other tables also store a login's email address, so it must be the same everywhere. PostgREST and Auth respond to
-- PT403 with status 403.
create function private.keep_login_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.email is distinct from old.email and (
    exists (
      select 1 from public.volunteer_accounts as account
      where account.id = new.id and account.email = new.email
    ) or exists (
      select 1 from public.email_changes as change
      where change.account_id = new.id and change.email = new.email and change.claimed_until > now()
    )
  ) then
    return new;
  end if;
  raise exception 'a login can''t change its email address' using errcode = 'PT403';
end;
$$;

create trigger keep_login_email
  before update of email, email_change on auth.users
  for each row
  when (
    new.email is distinct from old.email
    or (coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change)
  )
  execute function private.keep_login_email();

comment on function private.keep_login_email() is
  'Refuses changes to a login''s address, which any session could request from Auth. Allows only the address of the '
  'login''s volunteer account, or one that the volunteer is confirming.';

create function private.admin_sign_in_email(username text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select private.sign_in_email(
    (
      select account.email
      from public.users as person
      join auth.users as account on account.id = person.id
      where lower(person.username) = lower(admin_sign_in_email.username)
        and person.user_type = 'admin'
    )
  );
$$;

grant execute on function private.admin_sign_in_email(text) to service_role;

comment on function private.admin_sign_in_email(text) is
  'Username login: returns the administrator''s address in Auth, or the dummy account''s. Server only.';

create function private.admin_login(user_id uuid)
returns table (
  id uuid, username text, areas jsonb, logged_in_at timestamptz, factor_id uuid, must_set_up_second_factor boolean
)
language sql
stable
security definer
set search_path = ''
as $$
  select person.id, person.username, to_jsonb(private.areas_of(person)), now(), (
      select factor.id
      from auth.mfa_factors as factor
      where factor.user_id = person.id and factor.status = 'verified'
      order by factor.created_at
      limit 1
    ), private.requires_second_factor() and not private.has_second_factor(person.id)
  from public.users as person
  where person.id = admin_login.user_id and person.user_type = 'admin';
$$;

grant execute on function private.admin_login(uuid) to service_role;

comment on function private.admin_login(uuid) is
  'Returns the administrator after a correct password, before the second factor is checked. Server only.';

create function private.owner_addresses()
returns table (id uuid, name text, email text)
language sql
stable
security definer
set search_path = ''
as $$
  select person.id, person.username, account.email
  from public.users as person
  join auth.users as account on account.id = person.id
  where person.user_type = 'admin' and person.areas is null and account.email is not null
  order by person.id;
$$;

grant execute on function private.owner_addresses() to service_role;

comment on function private.owner_addresses() is
  'Returns the owners'' addresses, for emails about the site and its administrators. Server only.';

select private.describe_table(
  'users', area => 'owner', archived => true, audited => true,
  rows => '{area}',
  erasure => 'delete', erase_order => 52,
  reason => 'The entry of a former administrator. The audit log keeps the username.'
);
select private.describe_columns('users', '{username}', kind => 'personal', logged => true);
select private.describe_columns('users', '{areas,user_type}', kind => 'state');

alter table public.users enable row level security;

create policy "People read their own entry and owners read all" on public.users
  for select to authenticated
  using (
    (id = (select auth.uid()) and (select private.has_live_session()))
    or (select private.may('owner'))
  );

grant select on table public.users to administrator;
grant select, insert, update, delete on table public.users to service_role;
