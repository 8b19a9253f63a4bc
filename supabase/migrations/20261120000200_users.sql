set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Administrators and other staff. Only Supabase Auth stores passwords.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null unique check (username ~ '^[A-Za-z0-9._-]{2,50}$'),
  user_type text not null default 'user' check (user_type in ('user', 'admin')),
  areas text[] check (areas <@ '{giving,volunteers,content,settings}'::text[]),
  areas_changed_at timestamptz,
  wants_shift_emails boolean not null default true,
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
comment on column public.users.wants_shift_emails is
  'Whether an administrator of volunteers is emailed about who left a shift, and whom to call because they have no email '
  'address.';
comment on column public.users.areas_changed_at is
  'Sessions that began before this time don''t have administrator permissions.';

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
declare
  own_areas constant text[] := private.admin_areas();
begin
  if own_areas is null then
    perform private.require_admin();
  elsif not require_area.areas && own_areas then
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

create function private.admin_sign_in(login text)
returns table (username text, email text)
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(found.username, lower(login)), private.sign_in_email(found.email)
  from (values (1)) as one
  left join (
    select person.username, account.email
    from public.users as person
    join auth.users as account on account.id = person.id
    where person.user_type = 'admin' and lower(login) in (lower(person.username), account.email)
  ) as found on true;
$$;

grant execute on function private.admin_sign_in(text) to service_role;

comment on function private.admin_sign_in(text) is
  'Returns the username and the address in Auth of the administrator with this username or address. If there is none, '
  'returns what was typed and the dummy account''s address. Server only.';

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

create table public.audit_log (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  area text not null default 'owner',
  row_id text not null,
  before jsonb,
  after jsonb,
  search_text text not null
    generated always as (private.search_text(actor_name || ' ' || table_name || ' ' || row_id)) stored,
  -- The same rule as isAutomatic() in audit-actors.ts.
  is_automatic boolean not null generated always as (
    (
      actor_id is null
      or actor_name in ('postgres', 'supabase_admin', 'anon', 'authenticated', 'server', 'service_role')
    ) and (
      actor_name in ('postgres', 'supabase_admin')
      or table_name || ' ' || action not in (
        'volunteer_applications insert', 'testimonials insert', 'donations insert', 'subscriptions insert',
        'volunteer_event_registrations insert', 'volunteer_event_registrations delete', 'shift_waitlist insert',
        'hour_entries insert'
      )
    )
  ) stored
);
create index audit_log_people_idx on public.audit_log (occurred_at desc, id desc)
  include (table_name, action, actor_id, area) where not is_automatic;
create index audit_log_site_idx on public.audit_log (occurred_at desc, id desc)
  include (table_name, action, actor_id, area) where is_automatic;
create index audit_log_occurred_at_idx on public.audit_log (occurred_at desc, id desc)
  include (table_name, action, actor_id);
create index audit_log_area_idx on public.audit_log (area, occurred_at desc, id desc);
create index audit_log_area_actor_idx on public.audit_log (area, actor_id);
create index audit_log_search_idx on public.audit_log using gin (search_text extensions.gin_trgm_ops);
create index audit_log_row_idx on public.audit_log (table_name, row_id, id desc);
create index audit_log_actor_idx on public.audit_log (actor_id, id desc);

comment on table public.audit_log is 'Append-only history of every write to a table that administrators can change.';
comment on column public.audit_log.actor_id is
  'auth.users id of the writer. No foreign key, because the history outlives user accounts.';
comment on column public.audit_log.actor_name is 'Username, or the database role if no one was signed in.';
comment on column public.audit_log.is_automatic is
  'Whether no administrator, visitor or volunteer made the change, but a job of the site or the database''s owner.';
comment on column public.audit_log.area is
  'The area whose administrators see the entry: that of its table, or owner if the table doesn''t belong to one area.';

create function private.set_audit_area()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.area := coalesce((select known.area from private.tables as known where known.name = new.table_name), new.area);
  return new;
end;
$$;

comment on function private.set_audit_area() is
  'Sets the area whose administrators may read the entry.';

create trigger set_area
  before insert on public.audit_log
  for each row execute function private.set_audit_area();

create function private.erase_values(kept jsonb, columns text[])
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  if kept is null or columns = '{}' then
    return kept;
  end if;
  return kept || coalesce(
    (
      select jsonb_object_agg(erasable, 'erased')
      from unnest(columns) as erasable
      where jsonb_typeof(kept -> erasable) <> 'null'
    ),
    '{}'
  );
end;
$$;

comment on function private.erase_values(jsonb, text[]) is
  'Prepares a row for the history by replacing the values of these columns with "erased".';

create function private.actor_name()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce(
    (select person.username from public.users as person where person.id = auth.uid()),
    nullif(current_setting('role', true), 'none'),
    session_user
  );
end;
$$;

comment on function private.actor_name() is
  'The writer''s name in the history: the username, or the database role if no one is signed in.';

create function private.refuse_change()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'CP012';
end;
$$;

comment on function private.refuse_change() is
  'Refuses every change.';

create function private.only_erases(kept jsonb, erased jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select erased is not distinct from private.erase_values(
    kept, array(select entry.key from jsonb_each(kept) as entry where entry.value is distinct from erased -> entry.key)
  );
$$;

comment on function private.only_erases(jsonb, jsonb) is
  'Returns whether the second value equals the first, except for values that were replaced by "erased".';

create function private.keep_history()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- The transaction that erases a person turns on private.erasing. Even then, the only changes allowed are to erase
  -- values and, in other people's entries, the person's words. Computed columns aren't compared, because they are
  -- computed after this trigger.
  if tg_op = 'UPDATE' and current_setting('private.erasing', true) = 'on'
    and to_jsonb(new) - '{before,after,search_text,is_automatic}'::text[]
      = to_jsonb(old) - '{before,after,search_text,is_automatic}'::text[]
    and (
      private.blanked_words() is null
      and private.only_erases(old.before, new.before) and private.only_erases(old.after, new.after)
      or private.blanked_words() is not null
      and private.only_blanks(old.table_name, old.before, new.before) and private.only_blanks(old.table_name, old.after, new.after)
    ) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'CP012';
end;
$$;

comment on function private.keep_history() is
  'Refuses every change, except that an erasure may erase values, and the person''s words in others.';

create trigger refuse_change
  before update or delete on public.audit_log
  for each row execute function private.keep_history();

create trigger refuse_truncate
  before truncate on public.audit_log
  for each statement execute function private.refuse_change();

select private.describe_table(
  'audit_log', archived => true, audited => false,
  rows => '{area of row}',
  erasure => 'empty', erase_order => 90,
  reason => 'The audit log keeps what happened and who did it. The values that were entered are removed.'
);
select private.describe_columns('audit_log', '{before,after}', kind => 'personal');
select private.describe_columns('audit_log', '{actor_id,actor_name}', kind => 'username');
select private.describe_columns('audit_log', '{row_id}', kind => 'reference');
select private.describe_columns('audit_log', '{action,table_name,area}', kind => 'state');

alter table public.audit_log enable row level security;

create policy "Admins read the audit log of their areas" on public.audit_log
  for select to authenticated
  using (area = any ((select private.admin_areas())::text[]));

grant select on table public.audit_log to authenticated;
grant select on table public.audit_log to service_role;

create function private.audit_actors()
returns table (id uuid, username text)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  own_areas text[] := private.admin_areas();
begin
  perform private.require_admin();
  return query
  select person.id, person.username
  from public.users as person
  where person.user_type = 'admin'
    and (
      'owner' = any (own_areas)
      or person.id = auth.uid()
      or exists (
        select from public.audit_log as entry
        where entry.area = any (own_areas) and entry.actor_id = person.id
      )
    )
  order by lower(person.username);
end;
$$;

grant execute on function private.audit_actors() to authenticated;

comment on function private.audit_actors() is
  'Returns the administrators whose changes the caller may see in the audit log, including the caller. For an owner, '
  'returns all of them.';

-- Lets administrators who lost their second factor log in again, with a recovery code or another administrator's help.
create table public.second_factor_recoveries (
  user_id uuid primary key references public.users (id) on delete cascade,
  code_hashes text[] not null check (cardinality(code_hashes) between 1 and 10),
  created_at timestamptz not null default now()
);

comment on table public.second_factor_recoveries is
  'Recovery codes for a second factor, one row per administrator. Using one removes the factor and all other codes.';
comment on column public.second_factor_recoveries.code_hashes is
  'SHA-256 hashes, computed by the functions. They don''t depend on a key, so codes still work after keys are rotated. '
  'The codes themselves are shown once and never stored.';

select private.describe_table(
  'second_factor_recoveries', archived => false, left_out => 'secrets', audited => false,
  erasure => 'delete', erase_order => 51,
  reason => 'Recovery codes.'
);
select private.describe_columns('second_factor_recoveries', '{code_hashes}', kind => 'personal');

alter table public.second_factor_recoveries enable row level security;

create policy "No API access to recovery codes" on public.second_factor_recoveries
  for all to anon, authenticated
  using (false)
  with check (false);

-- Auth checks neither the length of an administrator's new password nor whether it was stolen, so such a password changes only
-- through our endpoints.
create table public.password_changes (
  user_id uuid primary key references public.users (id) on delete cascade,
  open_until timestamptz not null
);

comment on table public.password_changes is
  'Administrators whose password our endpoints are changing at this moment. Auth refuses every other change. Server only.';

select private.describe_table(
  'password_changes', archived => false, left_out => 'secrets', audited => false,
  erasure => 'delete', erase_order => 51,
  reason => 'Changes of a password that are underway.'
);

alter table public.password_changes enable row level security;

create policy "No API access to password changes" on public.password_changes
  for all to anon, authenticated
  using (false)
  with check (false);

create function private.open_password_change(user_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.password_changes as change (user_id, open_until)
  select person.id, now() + interval '30 seconds' from public.users as person
  where person.id = open_password_change.user_id and person.user_type = 'admin'
  on conflict on constraint password_changes_pkey do update set open_until = excluded.open_until;
$$;

grant execute on function private.open_password_change(uuid) to service_role;

create function private.close_password_change(user_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.password_changes as change where change.user_id = close_password_change.user_id;
$$;

grant execute on function private.close_password_change(uuid) to service_role;

create function private.keep_admin_password()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.password_changes as change where change.user_id = new.id and change.open_until > now();
  if not found and exists (
    select from public.users as person where person.id = new.id and person.user_type = 'admin'
  ) then
    raise exception 'an administrator''s password changes only on our pages' using errcode = 'PT403',
      hint = 'In the SQL editor, run this first: select private.open_password_change(id) from public.users';
  end if;
  return new;
end;
$$;

create trigger keep_admin_password
  before update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.keep_admin_password();

comment on function private.open_password_change(uuid) is
  'Lets an administrator''s password change once within 30 seconds. Does nothing for others. Server only.';
comment on function private.close_password_change(uuid) is
  'Ends what open_password_change() began, if the password wasn''t changed. Server only.';
comment on function private.keep_admin_password() is
  'Refuses changes to an administrator''s password, which any session could request from Auth, unless one of our endpoints '
  'is changing it.';

-- Factors live in Auth, outside the audit triggers, so changes to them are logged here.
create function private.audit_second_factor(person uuid, action text, change jsonb)
returns void
language sql
set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_name, action, table_name, row_id, before, after)
  select
    auth.uid(),
    coalesce((select writer.username from public.users as writer where writer.id = auth.uid()), 'server'),
    audit_second_factor.action,
    'second_factors',
    person::text,
    case when audit_second_factor.action = 'delete' then owner.facts || change end,
    case when audit_second_factor.action = 'insert' then owner.facts || change end
  from (
    select jsonb_build_object('username', entry.username) as facts
    from public.users as entry where entry.id = person
  ) as owner;
$$;

create function private.set_recovery_codes(code_hashes jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  hashes text[] := array(select jsonb_array_elements_text(code_hashes));
begin
  perform private.require_admin();
  if not private.has_second_factor(auth.uid()) then
    raise exception 'no second factor is enrolled' using errcode = 'CP011';
  end if;
  insert into public.second_factor_recoveries as recovery (user_id, code_hashes)
  values (auth.uid(), hashes)
  on conflict (user_id) do update set code_hashes = excluded.code_hashes, created_at = now();
  perform private.audit_second_factor(
    auth.uid(), 'insert', jsonb_build_object('recoveryCodes', cardinality(hashes))
  );
end;
$$;

grant execute on function private.set_recovery_codes(jsonb) to authenticated;

create function private.recovery_codes(person uuid)
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select recovery.code_hashes
    from public.second_factor_recoveries as recovery
    where recovery.user_id = person
      and exists (
        select 1
        from auth.mfa_factors as factor
        where factor.user_id = person and factor.status = 'verified'
          and factor.created_at <= recovery.created_at
      )
  );
end;
$$;

create function private.use_recovery_code(code_hash text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.second_factor_recoveries as recovery
  where recovery.user_id = auth.uid()
    and private.has_live_session()
    and code_hash = any (private.recovery_codes(recovery.user_id));
  if not found then
    return false;
  end if;
  perform private.audit_second_factor(auth.uid(), 'delete', '{"by": "recovery code"}');
  return true;
end;
$$;

grant execute on function private.use_recovery_code(text) to authenticated;

create function private.release_second_factor(person uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_area('owner');
  if person = auth.uid() then
    raise exception 'administrators can''t release their own second factor' using errcode = '42501';
  end if;
  if not exists (
    select 1 from public.users as entry where entry.id = person and entry.user_type = 'admin'
  ) then
    raise exception 'no such administrator' using errcode = 'CP009',
      hint = 'We couldn''t find that administrator. They may have been removed.';
  end if;
  delete from public.second_factor_recoveries as recovery where recovery.user_id = person;
  if not private.has_second_factor(person) then
    return false;
  end if;
  perform private.audit_second_factor(person, 'delete', '{"by": "another administrator"}');
  return true;
end;
$$;

grant execute on function private.release_second_factor(uuid) to authenticated;

create function private.own_second_factor()
returns table (has_second_factor boolean, recovery_codes integer)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select from private.admin_session() as session where session.state <> 'unconfirmed') then
    perform private.require_admin();
  end if;
  return query
  select private.has_second_factor(auth.uid()), coalesce(cardinality(private.recovery_codes(auth.uid())), 0);
end;
$$;

grant execute on function private.own_second_factor() to authenticated;

comment on function private.set_recovery_codes(jsonb) is
  'Replaces the caller''s recovery codes; requires a second factor.';
comment on function private.recovery_codes(uuid) is
  'Returns the hashes of the codes that still work: those made for the current second factor, not for one that has '
  'been removed.';
comment on function private.use_recovery_code(text) is
  'Uses up one of the caller''s codes and discards the others; the calling function then removes the factor in Auth.';
comment on function private.release_second_factor(uuid) is
  'Deletes another administrator''s codes. Returns true if they have a factor, which the calling function then '
  'removes in Auth.';
comment on function private.own_second_factor() is
  'Returns whether the caller has a second factor, and how many recovery codes are left. Also works for an '
  'administrator who has yet to set up the required second factor.';

-- Triggers for tables whose earlier versions are kept, such as blog_posts, whose versions are in blog_post_versions.
-- Each of these tables has the columns version and saved_by.
create function private.number_version()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.saved_by := private.actor_name();
  -- Generated columns have no new value yet.
  elsif to_jsonb(new) - 'search_text' is distinct from to_jsonb(old) - 'search_text' then
    new.saved_by := private.actor_name();
    new.version := old.version + 1;
  end if;
  return new;
end;
$$;

create function private.keep_version()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Otherwise, blanking a mention would keep it as an earlier version.
  if private.blanked_words() is not null then
    return null;
  end if;
  execute format(
    'insert into public.%I select * from jsonb_populate_record(null::public.%1$I, $1)', tg_argv[0]
  ) using to_jsonb(old) || jsonb_build_object(
    'id', gen_random_uuid(), tg_argv[1], old.id, 'saved_at', old.updated_at
  );
  execute format('delete from public.%I where %I = $1 and version <= $2', tg_argv[0], tg_argv[1])
  using old.id, old.version - 50;
  return null;
end;
$$;

comment on function private.number_version() is
  'Increments the version with every change and records who made the change.';
comment on function private.keep_version() is
  'Keeps the version that a change replaced, up to fifty per record. The arguments are the table of earlier versions '
  'and its column with the record''s id.';
