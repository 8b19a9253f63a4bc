set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- The administrators' directory. Passwords live in Supabase Auth alone.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null unique check (username ~ '^[A-Za-z0-9._-]{2,50}$'),
  user_type text not null default 'user' check (user_type in ('user', 'admin')),
  created_at timestamptz not null default now()
);
create unique index users_username_lower_key on public.users (lower(username));

comment on table public.users is
  'Directory of back-office people; user_type = admin makes an administrator.';
comment on column public.users.user_type is
  'The only source of administrator rights. No API role can write it.';

create function private.is_admin()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select exists (
      select 1
      from public.users as person
      join auth.sessions as session on session.user_id = person.id
      where person.id = (select auth.uid())
        and person.user_type = 'admin'
        and session.id = private.session_id()
        and session.created_at > now() - interval '8 hours'
        and (session.not_after is null or session.not_after > now())
    )
  );
end;
$$;

revoke all on function private.is_admin() from public, anon, authenticated, service_role;
grant execute on function private.is_admin() to anon, authenticated, service_role;

comment on function private.is_admin() is
  'An administrator whose session still exists and began less than 8 hours ago, however fresh the token is.';

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

revoke all on function private.require_admin() from public, anon, authenticated, service_role;
grant execute on function private.require_admin() to anon, authenticated, service_role;

create function private.admin_email_for(username text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select account.email
  from public.users as person
  join auth.users as account on account.id = person.id
  where lower(person.username) = lower(admin_email_for.username)
    and person.user_type = 'admin';
$$;

revoke all on function private.admin_email_for(text) from public, anon, authenticated, service_role;
grant execute on function private.admin_email_for(text) to service_role;

comment on function private.admin_email_for(text) is
  'Login by username: the address that Auth knows. Server only.';

alter table public.users enable row level security;

create policy "People read their own entry and admins read all" on public.users
  for select to authenticated
  using (
    (id = (select auth.uid()) and (select private.has_live_session()))
    or (select private.is_admin())
  );

revoke all on table public.users from public, anon, authenticated, service_role;
grant select on table public.users to authenticated;
grant select, insert, update, delete on table public.users to service_role;
