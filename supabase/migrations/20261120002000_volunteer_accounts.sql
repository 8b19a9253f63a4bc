set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.volunteer_accounts (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null unique
    check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 254),
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(last_name) <= 100),
  is_active boolean not null default true,
  merged_into_id uuid references public.volunteer_accounts (id) on delete set null,
  activated_at timestamptz,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  search_text text not null
    generated always as (lower(first_name || ' ' || last_name || ' ' || email)) stored,
  constraint volunteer_accounts_merged_into_id_check check (
    merged_into_id is null or (merged_into_id <> id and not is_active)
  )
);
create index volunteer_accounts_merged_into_idx on public.volunteer_accounts (merged_into_id);
create unique index volunteer_accounts_email_lower_key on public.volunteer_accounts (lower(email));
create index volunteer_accounts_created_at_idx on public.volunteer_accounts (created_at desc, id desc)
  include (is_active);
create index volunteer_accounts_name_idx
  on public.volunteer_accounts (lower(last_name), lower(first_name), id)
  include (last_name, first_name, is_active);
create index volunteer_accounts_last_login_idx
  on public.volunteer_accounts (coalesce(last_login_at, '-infinity') desc, id desc)
  include (last_login_at, is_active);
create index volunteer_accounts_search_idx
  on public.volunteer_accounts using gin (search_text extensions.gin_trgm_ops);

comment on table public.volunteer_accounts is
  'Volunteers'' logins, created on approval. The id is that of the Auth user. Passwords are stored only in Supabase '
  'Auth.';
comment on column public.volunteer_accounts.merged_into_id is
  'The account that stayed open when two volunteers were merged. The account in this row is closed and hidden until '
  'the merge is undone.';
comment on column public.volunteer_accounts.activated_at is
  'When the volunteer proved that the mailbox is theirs. While null, the account stays closed if activation is '
  'required.';

create function private.is_active_volunteer()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select private.has_live_session() and exists (
      select 1
      from public.volunteer_accounts as account
      where account.id = (select auth.uid())
        and account.is_active
        and account.activated_at is not null
    )
  );
end;
$$;

grant execute on function private.is_active_volunteer() to anon, authenticated, service_role;

comment on function private.is_active_volunteer() is
  'Returns whether the caller is a volunteer with an open account, and the session was started with a password and '
  'still exists.';

select private.describe_table(
  'volunteer_accounts', area => 'volunteers', archived => true, audited => true,
  rows => '{own,area}', admins_write => '{update}',
  uncounted => '{last_login_at}',
  erasure => 'delete', erase_order => 37,
  reason => 'The account.'
);
select private.describe_columns('volunteer_accounts', '{email,first_name,last_name}', kind => 'personal');

alter table public.volunteer_accounts enable row level security;

create policy "Volunteers read their own account, admins all but merged ones" on public.volunteer_accounts
  for select to authenticated
  using (
    (id = (select auth.uid()) and (select private.is_active_volunteer()))
    or ((select private.may('volunteers')) and merged_into_id is null)
  );

create policy "Admins enable and disable accounts, but not merged ones" on public.volunteer_accounts
  for update to authenticated
  using ((select private.may('volunteers')) and merged_into_id is null);

grant select (id, email, first_name, last_name, last_login_at) on table public.volunteer_accounts to authenticated;
grant select on table public.volunteer_accounts to administrator;
grant update (is_active) on table public.volunteer_accounts to authenticated;
grant select, insert, update, delete on table public.volunteer_accounts to service_role;
