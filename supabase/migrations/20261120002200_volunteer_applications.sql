set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.volunteer_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(last_name) <= 100),
  email text not null
    check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 254),
  phone text not null default '' check (char_length(phone) <= 50),
  zip_code text not null default '' check (char_length(zip_code) <= 10),
  city text check (char_length(city) <= 100),
  state text check (char_length(state) <= 50),
  availability text not null check (availability in ('weekends', 'weekday-evenings', 'flexible')),
  interests text check (char_length(interests) <= 2000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reviewed_by uuid references public.users (id) on delete set null,
  reviewed_at timestamptz,
  review_notes text check (char_length(review_notes) <= 2000),
  closed_by uuid references public.volunteer_applications (id) on delete set null,
  is_entered boolean not null default false,
  emptied_at timestamptz,
  created_at timestamptz not null default now(),
  search_text text not null
    generated always as (lower(first_name || ' ' || last_name || ' ' || email)) stored,
  check ((status = 'pending') = (reviewed_at is null)),
  check (closed_by is null or status = 'rejected'),
  check (emptied_at is null or status <> 'pending')
);
create index volunteer_applications_email_idx
  on public.volunteer_applications (lower(email), created_at desc, id desc);
create index volunteer_applications_closed_by_idx on public.volunteer_applications (closed_by);
create index volunteer_applications_user_idx on public.volunteer_applications (user_id);
create index volunteer_applications_reviewed_by_idx on public.volunteer_applications (reviewed_by);
create index volunteer_applications_status_idx on public.volunteer_applications (status, created_at desc, id desc);
create index volunteer_applications_created_at_idx on public.volunteer_applications (created_at desc, id desc)
  include (status);
create index volunteer_applications_rejected_idx on public.volunteer_applications (reviewed_at)
  where status = 'rejected' and emptied_at is null;
create index volunteer_applications_search_idx on public.volunteer_applications
  using gin (search_text extensions.gin_trgm_ops);
create index volunteer_applications_name_idx
  on public.volunteer_applications (lower(last_name), lower(first_name), id)
  include (last_name, first_name, status);
alter table public.volunteer_applications alter column search_text set statistics 2000;

comment on table public.volunteer_applications is
  'Applications from people who want to volunteer. The apply function stores them, and administrators decide about '
  'them.';
comment on column public.volunteer_applications.user_id is
  'The Auth user with the applicant''s email address and password; null if there no longer is one.';
comment on column public.volunteer_applications.closed_by is
  'Set when another application with the same address was approved; this one was rejected without an email.';
comment on column public.volunteer_applications.is_entered is
  'Whether an administrator entered the application, for someone who applied on paper or was imported.';
comment on column public.volunteer_applications.emptied_at is
  'When a retention rule removed everything about the person from the application. The decision stays.';
comment on column public.volunteer_applications.phone is 'Required in the hero dialog; optional in the section form.';

select private.describe_table(
  'volunteer_applications', area => 'volunteers', archived => true, audited => true,
  rows => '{area}',
  erasure => 'empty', erase_order => 36,
  reason => 'The application still counts. Everything the person wrote is removed.'
);
select private.describe_columns('volunteer_applications', '{first_name}', kind => 'personal', replacement => 'Erased');
select private.describe_columns(
  'volunteer_applications', '{last_name}',
  kind => 'personal', replacement => 'volunteer'
);
select private.describe_columns(
  'volunteer_applications', '{email}',
  kind => 'personal', replacement => 'erased address'
);
select private.describe_columns(
  'volunteer_applications', '{phone,zip_code}',
  kind => 'personal', replacement => 'empty text'
);
select private.describe_columns(
  'volunteer_applications', '{city,state,interests,review_notes}',
  kind => 'personal', replacement => 'nothing'
);
select private.describe_columns('volunteer_applications', '{user_id}', kind => 'reference', replacement => 'nothing');
select private.describe_columns(
  'volunteer_applications', '{emptied_at,reviewed_at}',
  kind => 'state', replacement => 'time of erasure'
);
select private.describe_columns('volunteer_applications', '{status}', kind => 'state', replacement => 'rejected');
select private.describe_columns('volunteer_applications', '{availability}', kind => 'state');

alter table public.volunteer_applications enable row level security;

create policy "Volunteers read their own application and admins read all"
  on public.volunteer_applications
  for select to authenticated
  using (
    (user_id = (select auth.uid()) and (select private.is_active_volunteer()))
    or (select private.may('volunteers'))
  );

grant select on table public.volunteer_applications to administrator;
grant select, insert, update, delete on table public.volunteer_applications to service_role;

create function private.login_of(email text)
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select account.id
  from auth.users as account
  where account.email = lower(login_of.email) and account.email <> private.sign_in_email('');
$$;

grant execute on function private.login_of(text) to service_role;

create function private.is_proven_login(user_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select 1 from public.users as person where person.id = is_proven_login.user_id)
    or exists (
      select 1 from public.volunteer_accounts as account
      where account.id = is_proven_login.user_id and account.activated_at is not null
    );
$$;

comment on function private.login_of(text) is 'Returns the Auth user with this address, never the dummy account. Server only.';
comment on function private.is_proven_login(uuid) is
  'Returns whether the login is an administrator''s, or a volunteer''s with a verified mailbox. An application with '
  'the same address must not replace such a login.';
create function private.applicant(email text)
returns table (user_id uuid, is_kept boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select login.id,
    lower(applicant.email) = private.sign_in_email('')
    or private.is_proven_login(login.id)
    or exists (select 1 from public.volunteer_accounts as account where account.id = login.id)
  from (select private.login_of(applicant.email) as id) as login;
$$;

grant execute on function private.applicant(text) to service_role;

create function private.record_application(application jsonb)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  address text := application ->> 'email';
  login uuid := private.login_of(address);
begin
  -- The login may have just been recreated, which left earlier applications from this address without a login.
  update public.volunteer_applications as earlier set user_id = login
  where lower(earlier.email) = lower(address) and earlier.user_id is null and login is not null;
  insert into public.volunteer_applications (
    user_id, first_name, last_name, email, phone, zip_code, city, state, availability, interests
  )
  select login, given.first_name, given.last_name, address, given.phone, given.zip_code, given.city, given.state,
    given.availability, given.interests
  from jsonb_to_record(application) as given (
    first_name text, last_name text, phone text, zip_code text, city text, state text, availability text,
    interests text
  );
  -- The email contains nothing from the form, because the mailbox may belong to someone else.
  perform private.queue_email(
    'Application Received', address, '', '{}', 'application-received:' || md5(lower(address)) || ':' || private.today()
  );
end;
$$;

grant execute on function private.record_application(jsonb) to service_role;

comment on function private.applicant(text) is
  'Returns the Auth user with this address, and whether an application must leave that login unchanged. Always returns '
  'one row. Server only.';
comment on function private.record_application(jsonb) is
  'Stores an application, without replacing earlier ones from the same address. Emails that address at most once a '
  'day, always with the same text. Server only.';

create function private.volunteer_login_state(user_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when account.merged_into_id is not null then 'merged'
      when account.id is not null and not account.is_active then 'disabled'
      when account.id is not null and account.activated_at is null then 'unactivated'
      when account.id is not null then 'active'
      when coalesce(application.status, 'none') <> 'none' then application.status
      when exists (
        select 1
        from auth.users as login
        join public.volunteers as person on person.id = private.volunteer_of(login.email)
        where login.id = caller.id and person.account_id <> login.id
      ) then 'merged'
      else 'none'
    end,
    'volunteer', case
      when account.id is not null then jsonb_build_object(
        'id', account.id,
        'firstName', account.first_name,
        'lastName', account.last_name,
        'email', account.email,
        'lastLoginAt', account.last_login_at
      )
    end
  )
  from (select volunteer_login_state.user_id as id) as caller
  left join public.volunteer_accounts as account on account.id = caller.id
  left join lateral (
    select case latest.status when 'approved' then 'none' else latest.status end as status
    from public.volunteer_applications as latest
    where latest.user_id = caller.id
    order by (latest.status = 'pending') desc, latest.created_at desc
    limit 1
  ) as application on true;
$$;

grant execute on function private.volunteer_login_state(uuid) to service_role;

create function private.record_volunteer_login(user_id uuid)
returns timestamptz
language sql
volatile
security definer
set search_path = ''
as $$
  with previous as (
    select account.id, account.last_login_at
    from public.volunteer_accounts as account
    where account.id = record_volunteer_login.user_id
    for update
  )
  update public.volunteer_accounts as account
  set last_login_at = now()
  from previous
  where account.id = previous.id
  returning previous.last_login_at;
$$;

grant execute on function private.record_volunteer_login(uuid) to service_role;

create function private.volunteer_counts()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'totalVolunteers', volunteer.total,
    'activeVolunteers', volunteer.active,
    'applications', jsonb_build_object(
      'total', application.total,
      'pending', application.pending,
      'approved', application.approved,
      'rejected', application.rejected
    )
  )
  from
    (
      select count(*) as total, count(*) filter (where is_active) as active
      from public.volunteers
      where merged_into_id is null
    ) as volunteer,
    (
      select
        count(*) as total,
        count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status = 'approved') as approved,
        count(*) filter (where status = 'rejected') as rejected
      from public.volunteer_applications
    ) as application;
$$;

grant execute on function private.volunteer_counts() to anon, authenticated, service_role;

-- In plpgsql, because every request calls this function, and SQL functions are planned again each time.
create function private.caller()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  is_live constant boolean := private.has_live_session();
begin
  return (
    select jsonb_build_object(
      'userId', (select auth.uid()),
      'hasLiveSession', is_live,
      'isRecovery', session.id is not null and not is_live,
      'sessionAgeSeconds', floor(extract(epoch from now() - session.created_at)),
      'username', person.username,
      'userType', person.user_type,
      'adminState', admin_session.state,
      'adminAreas', case when admin_session.state = 'admin' then to_jsonb(admin_session.areas) end,
      'isVolunteer', private.is_active_volunteer(),
      'volunteerState', case
        when account.id is null then null
        when not account.is_active then 'disabled'
        when account.activated_at is null then 'unactivated'
        else 'active'
      end
    )
    from (select 1) as one
    left join auth.sessions as session
      on session.id = (select private.session_id())
      and session.user_id = (select auth.uid())
      and (session.not_after is null or session.not_after > now())
    left join private.admin_session() as admin_session on true
    left join public.users as person on person.id = (select auth.uid())
    left join public.volunteer_accounts as account on account.id = (select auth.uid())
  );
end;
$$;

grant execute on function private.caller() to anon, authenticated, service_role;

comment on function private.volunteer_login_state(uuid) is
  'Returns the state of a volunteer''s account after a correct password: active, unactivated, disabled, merged, '
  'pending, rejected or none. Server only.';
comment on function private.record_volunteer_login(uuid) is
  'Records the login and returns the time of the previous one. Server only.';
comment on function private.volunteer_counts() is 'Returns public counts, which don''t identify anyone.';
comment on function private.caller() is 'Returns everything that a guard checks about the caller, in a single call.';
