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
  created_at timestamptz not null default now(),
  search_text text not null
    generated always as (lower(first_name || ' ' || last_name || ' ' || email)) stored,
  check ((status = 'pending') = (reviewed_at is null))
);
create unique index volunteer_applications_one_pending_key
  on public.volunteer_applications (lower(email)) where status = 'pending';
create index volunteer_applications_without_login_idx
  on public.volunteer_applications (lower(email)) where user_id is null and status = 'approved';
create index volunteer_applications_user_idx on public.volunteer_applications (user_id);
create index volunteer_applications_reviewed_by_idx on public.volunteer_applications (reviewed_by);
create index volunteer_applications_status_idx on public.volunteer_applications (status, created_at desc, id desc);
create index volunteer_applications_created_at_idx on public.volunteer_applications (created_at desc, id desc)
  include (status);
create index volunteer_applications_search_idx on public.volunteer_applications
  using gin (search_text extensions.gin_trgm_ops);
create index volunteer_applications_name_idx
  on public.volunteer_applications (lower(last_name), lower(first_name), id)
  include (last_name, first_name, status);
alter table public.volunteer_applications alter column search_text set statistics 2000;

comment on table public.volunteer_applications is
  'Applications; written by the apply function, decided by administrators.';
comment on column public.volunteer_applications.user_id is
  'The Auth user made when applying; the password is kept there.';
comment on column public.volunteer_applications.phone is
  'Required in the dialog, may be empty from the section form.';

alter table public.volunteer_applications enable row level security;

create policy "Volunteers read their own application and admins read all"
  on public.volunteer_applications
  for select to authenticated
  using (
    (user_id = (select auth.uid()) and (select private.is_active_volunteer()))
    or (select private.is_admin())
  );

revoke all on table public.volunteer_applications from public, anon, authenticated, service_role;
grant select on table public.volunteer_applications to administrator;
grant select, insert, update, delete on table public.volunteer_applications to service_role;

create trigger write_audit
  after insert or update or delete on public.volunteer_applications
  for each row
  execute function private.write_audit(
    '{}', '{first_name,last_name,email,phone,zip_code,city,state,interests,review_notes}'
  );

create function private.review_application(
  application_id uuid,
  decision text,
  notes text default null,
  require_activation boolean default true
)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  application public.volunteer_applications;
  full_name text;
  link uuid;
begin
  perform private.require_admin();
  if decision is null or decision not in ('approved', 'rejected') then
    raise exception 'a decision is approved or rejected' using errcode = '22023';
  end if;

  select * into application from public.volunteer_applications where id = application_id for update;
  if not found then
    raise exception 'no such application' using errcode = 'CP009';
  end if;
  if application.status <> 'pending' then
    raise exception 'application was reviewed before' using errcode = 'CP008';
  end if;

  update public.volunteer_applications
  set status = decision, reviewed_by = auth.uid(), reviewed_at = now(), review_notes = notes
  where id = application_id;

  full_name := btrim(application.first_name || ' ' || application.last_name);
  if decision = 'approved' then
    if application.user_id is null then
      raise exception 'the applicant''s login does not exist' using errcode = 'CP009';
    end if;
    -- An administrator's address is proved, and no link replaces her login.
    if require_activation
      and not exists (select 1 from public.users as person where person.id = application.user_id) then
      link := private.create_activation_link(application_id);
    end if;
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (
      application.user_id,
      application.email,
      application.first_name,
      application.last_name,
      case when link is null then now() end
    )
    on conflict (id) do update set is_active = true;
    insert into public.volunteers (account_id, name, email, phone, zip_code, city, state, availability)
    values (
      application.user_id, full_name, application.email, application.phone, application.zip_code,
      application.city, application.state, application.availability
    )
    on conflict (email) do update set account_id = excluded.account_id, is_active = true;
  end if;

  perform private.queue_email(
    case decision
      when 'approved' then 'Volunteer Application Approved'
      else 'Volunteer Application Rejected'
    end,
    application.email,
    full_name,
    jsonb_build_object(
      'name', full_name, 'firstName', application.first_name, 'activationLinkId', link
    ),
    'application:' || application_id || ':' || decision
  );

  return jsonb_build_object('id', application_id, 'status', decision, 'userId', application.user_id);
end;
$$;

revoke all on function private.review_application(uuid, text, text, boolean)
  from public, anon, authenticated, service_role;
grant execute on function private.review_application(uuid, text, text, boolean) to authenticated;

comment on function private.review_application(uuid, text, text, boolean) is
  'Approves or rejects once: account, directory entry and mail appear in the same transaction.';

create function private.is_somebody(user_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select 1 from public.users as person where person.id = is_somebody.user_id)
    or exists (select 1 from public.volunteer_accounts as account where account.id = is_somebody.user_id)
    or exists (
      select 1 from public.volunteer_applications as application where application.user_id = is_somebody.user_id
    );
$$;

revoke all on function private.is_somebody(uuid) from public, anon, authenticated, service_role;

create function private.applicant(email text)
returns table (user_id uuid, is_taken boolean)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select account.id,
    coalesce(account.email = private.sign_in_email(''), false)
    or private.is_somebody(account.id)
    or exists (
      select 1
      from public.volunteer_applications as application
      join public.activation_links as link on link.application_id = application.id
      where application.user_id is null and application.status = 'approved'
        and lower(application.email) = lower(applicant.email)
        and link.used_at is null and link.expires_at > now()
    )
  from (select 1) as one
  left join auth.users as account on account.email = lower(applicant.email);
end;
$$;

revoke all on function private.applicant(text) from public, anon, authenticated, service_role;
grant execute on function private.applicant(text) to service_role;

comment on function private.is_somebody(uuid) is
  'Whether anything here belongs to that user of Auth.';
comment on function private.applicant(text) is
  'Who has this address at Auth, and whether anything here is theirs, a login that is being made anew included; always one row. Server only.';

create function private.volunteer_login_state(user_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when account.id is not null and not account.is_active then 'disabled'
      when account.id is not null and account.activated_at is null then 'unactivated'
      when account.id is not null then 'active'
      else coalesce(application.status, 'none')
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
    order by latest.created_at desc
    limit 1
  ) as application on true;
$$;

revoke all on function private.volunteer_login_state(uuid)
  from public, anon, authenticated, service_role;
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

revoke all on function private.record_volunteer_login(uuid)
  from public, anon, authenticated, service_role;
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
      select count(*) as total, count(*) filter (where is_active) as active from public.volunteers
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

revoke all on function private.volunteer_counts() from public, anon, authenticated, service_role;
grant execute on function private.volunteer_counts() to anon, authenticated, service_role;

create function private.caller()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'userId', (select auth.uid()),
    'hasLiveSession', session.id is not null,
    'sessionAgeSeconds', floor(extract(epoch from now() - session.created_at)),
    'username', person.username,
    'userType', person.user_type,
    'isAdmin', private.is_admin(),
    'awaitsSecondFactor', person.user_type = 'admin' and session.id is not null
      and session.created_at > now() - interval '8 hours'
      and not private.is_admin(),
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
    on session.id = private.session_id()
    and session.user_id = (select auth.uid())
    and (session.not_after is null or session.not_after > now())
  left join public.users as person on person.id = (select auth.uid())
  left join public.volunteer_accounts as account on account.id = (select auth.uid());
$$;

revoke all on function private.caller() from public, anon, authenticated, service_role;
grant execute on function private.caller() to anon, authenticated, service_role;

comment on function private.volunteer_login_state(uuid) is
  'After a correct password: active, unactivated, disabled, pending, rejected or none. Server only.';
comment on function private.record_volunteer_login(uuid) is
  'Stamps the login and answers the one before. Server only.';
comment on function private.volunteer_counts() is 'Counts without any person, for everybody.';
comment on function private.caller() is
  'Everything a guard asks about the token in one call; about the caller alone.';
