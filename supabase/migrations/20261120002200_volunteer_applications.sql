set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.volunteer_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  person_id uuid references public.volunteers (id) on delete set null,
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
  wanted_event_id uuid,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reviewed_by uuid references public.users (id) on delete set null,
  reviewed_at timestamptz,
  review_notes text check (char_length(review_notes) <= 2000),
  closed_by uuid references public.volunteer_applications (id) on delete set null,
  is_entered boolean not null default false,
  emptied_at timestamptz,
  created_at timestamptz not null default now(),
  search_text text not null
    generated always as (private.search_text(first_name || ' ' || last_name || ' ' || email)) stored,
  check ((status = 'pending') = (reviewed_at is null)),
  check (closed_by is null or status = 'rejected'),
  check (emptied_at is null or status <> 'pending')
);
create index volunteer_applications_email_idx
  on public.volunteer_applications (lower(email), created_at desc, id desc);
create index volunteer_applications_closed_by_idx on public.volunteer_applications (closed_by);
create index volunteer_applications_user_idx on public.volunteer_applications (user_id);
create index volunteer_applications_person_idx on public.volunteer_applications (person_id);
create index volunteer_applications_wanted_event_idx on public.volunteer_applications (wanted_event_id);
create index volunteer_applications_reviewed_by_idx on public.volunteer_applications (reviewed_by);
create index volunteer_applications_status_idx on public.volunteer_applications (status, created_at desc, id desc);
create index volunteer_applications_created_at_idx on public.volunteer_applications (created_at desc, id desc)
  include (status);
create index volunteer_applications_rejected_idx on public.volunteer_applications (reviewed_at)
  where status = 'rejected' and emptied_at is null;
create index volunteer_applications_search_idx on public.volunteer_applications
  using gin (search_text extensions.gin_trgm_ops);
create index volunteer_applications_name_idx
  on public.volunteer_applications (private.fold(last_name) collate "C", private.fold(first_name) collate "C", id)
  include (last_name, first_name, status);
alter table public.volunteer_applications alter column search_text set statistics 2000;

comment on table public.volunteer_applications is
  'Applications from people who want to volunteer. The apply function stores them, and administrators decide about '
  'them.';
comment on column public.volunteer_applications.user_id is
  'The Auth user with the applicant''s email address and password; null if there no longer is one, or if it is someone '
  'else''s at the same mailbox.';
comment on column public.volunteer_applications.wanted_event_id is
  'The event that the applicant wanted to sign up for. They can do so after the approval.';
comment on column public.volunteer_applications.person_id is 'The volunteer that the approved applicant is.';
comment on column public.volunteer_applications.closed_by is
  'Set when another application with the same address and name was approved; this one was rejected without an email.';
comment on column public.volunteer_applications.is_entered is
  'Whether an administrator entered the application, for someone who applied on paper or was imported.';
comment on column public.volunteer_applications.emptied_at is
  'When a retention rule removed everything about the person from the application. The decision stays.';
comment on column public.volunteer_applications.phone is 'Required in the hero dialog; optional in the section form.';

select private.describe_table(
  'volunteer_applications', area => 'volunteers', archived => true, audited => true,
  rows => '{area}', title => '{first_name} {last_name}',
  erasure => 'empty', erase_order => 36,
  reason => 'The application still counts. Everything the person wrote is removed.'
);
select private.describe_columns(
  'volunteer_applications', '{first_name}',
  kind => 'personal', replacement => 'Erased', blankable => false
);
select private.describe_columns(
  'volunteer_applications', '{last_name}',
  kind => 'personal', replacement => 'volunteer', blankable => false
);
select private.describe_columns(
  'volunteer_applications', '{email}',
  kind => 'personal', replacement => 'erased address', blankable => false
);
select private.describe_columns(
  'volunteer_applications', '{phone,zip_code}',
  kind => 'personal', replacement => 'empty text'
);
select private.describe_columns(
  'volunteer_applications', '{city,state,interests,review_notes}',
  kind => 'personal', replacement => 'nothing'
);
select private.describe_columns('volunteer_applications', '{user_id,person_id}', kind => 'reference', replacement => 'nothing');
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

create function private.full_name(application public.volunteer_applications)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return btrim(application.first_name || ' ' || application.last_name);
end;
$$;

create function private.record_application(application jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := application ->> 'email';
  full_name constant text := btrim(concat_ws(' ', application ->> 'first_name', application ->> 'last_name'));
  login uuid := private.login_of(address);
begin
  -- Someone else's login at the same mailbox isn't the applicant's.
  if exists (
    select 1 from public.volunteers as person where person.account_id = login and not private.is_named(person.id, full_name)
  ) then
    login := null;
  end if;
  -- The login may have just been recreated, which left earlier applications from this address without a login.
  update public.volunteer_applications as earlier set user_id = login
  where lower(earlier.email) = lower(address) and earlier.user_id is null and login is not null
    and private.name_key(private.full_name(earlier)) = private.name_key(full_name);
  insert into public.volunteer_applications (
    user_id, first_name, last_name, email, phone, zip_code, city, state, availability, interests, wanted_event_id
  )
  select login, given.first_name, given.last_name, address, given.phone, given.zip_code, given.city, given.state,
    given.availability, given.interests,
    -- An event that was deleted meanwhile doesn't keep anyone from applying.
    (select meeting.id from public.events as meeting where meeting.id = given.wanted_event_id)
  from jsonb_to_record(application) as given (
    first_name text, last_name text, phone text, zip_code text, city text, state text, availability text,
    interests text, wanted_event_id uuid
  );
  -- The email contains nothing from the form, because the mailbox may belong to someone else.
  perform private.queue_email(
    'Application Received', address, '', '{}', 'application-received:' || md5(lower(address)) || ':' || private.today()
  );
end;
$$;

grant execute on function private.record_application(jsonb) to service_role;

grant execute on function private.full_name(public.volunteer_applications) to service_role;

comment on function private.full_name(public.volunteer_applications) is 'Returns an applicant''s first and last name.';
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

create function private.named_in_directory(application public.volunteer_applications, person public.volunteers)
returns public.volunteer_applications
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if person.id is not null and not private.is_named(person.id, private.full_name(application)) then
    application.first_name := regexp_replace(person.name, '\s+\S+$', '');
    application.last_name := coalesce(substring(person.name from '\s(\S+)$'), '');
  end if;
  return application;
end;
$$;

comment on function private.named_in_directory(public.volunteer_applications, public.volunteers) is
  'Returns the application with the directory''s name if the volunteer applied under another one. The account gets that '
  'name. Called by other functions.';

-- Emailed links that let approved applicants verify their email address and choose a password.
create table public.activation_links (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null unique references public.volunteer_applications (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  claimed_until timestamptz,
  used_at timestamptz,
  check (expires_at > created_at)
);

comment on table public.activation_links is
  'Single-use links in approval emails. The functions derive their tokens, which are never stored.';
comment on column public.activation_links.claimed_until is
  'Until this time, no other attempt to open the account can start. After this time, an interrupted attempt can be '
  'retried.';
comment on column public.activation_links.used_at is
  'When the applicant verified the email address and the account was opened.';

select private.describe_table(
  'activation_links', archived => false, left_out => 'secrets', audited => false,
  erasure => 'delete', erase_order => 35,
  reason => 'Emailed links to set up the account.'
);

alter table public.activation_links enable row level security;

create policy "No API access to activation links" on public.activation_links
  for all to anon, authenticated
  using (false)
  with check (false);

grant select on table public.activation_links to service_role;

create function private.create_activation_link(application_id uuid)
returns uuid
language sql
security definer
set search_path = ''
as $$
  insert into public.activation_links (application_id, expires_at)
  values (create_activation_link.application_id, now() + interval '7 days')
  returning id;
$$;

create function private.renew_activation_link(link uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.activation_links as entry
  set created_at = now(), expires_at = now() + interval '7 days'
  where entry.id = link and entry.used_at is null;
$$;

grant execute on function private.renew_activation_link(uuid) to service_role;

create function private.claim_activation_link(link uuid)
returns table (email text, former_user_id uuid)
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry public.activation_links;
  application public.volunteer_applications;
begin
  select * into entry from public.activation_links as candidate
  where candidate.id = link and candidate.used_at is null and candidate.expires_at > now()
  for update;
  if not found then
    return;
  end if;
  if entry.claimed_until > now() then
    raise exception 'the account is being opened' using errcode = '55P03';
  end if;
  select * into application from public.volunteer_applications as candidate
  where candidate.id = entry.application_id;
  if exists (
    select 1 from public.volunteers as person
    where person.id = private.volunteer_of(application.email)
      and (
        not person.is_active
        -- Someone whose record was merged may already have the kept volunteer's login.
        or (person.account_id is not null and lower(person.email) <> lower(application.email))
      )
  ) or exists (
    select 1 from public.volunteer_accounts as account
    where (account.id = application.user_id or account.email = application.email)
      and account.activated_at is not null
  ) or exists (select 1 from public.users as person where person.id = application.user_id) then
    return;
  end if;

  update public.activation_links set claimed_until = now() + interval '2 minutes' where id = link;
  return query
  select application.email, (
    select login.id
    from (select coalesce(application.user_id, private.login_of(application.email)) as id) as login
    where not private.is_proven_login(login.id)
  );
end;
$$;

grant execute on function private.claim_activation_link(uuid) to service_role;

create function private.release_activation_link(link uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.activation_links set claimed_until = null where id = link;
$$;

grant execute on function private.release_activation_link(uuid) to service_role;

create function private.redeem_activation_link(link uuid, user_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  application public.volunteer_applications;
  person public.volunteers;
begin
  perform private.await_volunteer_merges();
  update public.activation_links as entry set used_at = now(), claimed_until = null
  where entry.id = link and entry.used_at is null;
  if not found then
    raise exception 'the link was already used' using errcode = 'CP011';
  end if;
  update public.volunteer_applications as candidate set user_id = redeem_activation_link.user_id
  from public.activation_links as entry
  where entry.id = link and candidate.id = entry.application_id
  returning candidate.* into application;
  update public.volunteer_applications as other set user_id = redeem_activation_link.user_id
  where lower(other.email) = lower(application.email) and other.user_id is null
    and private.name_key(private.full_name(other)) = private.name_key(private.full_name(application));
  select * into person from public.volunteers as known
  where known.id = private.volunteer_of(application.email) for update;
  if person.account_id is not null and lower(person.email) <> lower(application.email) then
    raise exception 'merged with someone who has a login' using errcode = 'CP011';
  end if;
  application := private.named_in_directory(application, person);
  insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at, is_active)
  values (
    application.user_id, application.email, application.first_name, application.last_name, now(),
    coalesce(person.is_active, true)
  );
  perform private.use_volunteer_address(person.id, application.email);
  update public.volunteers as known set account_id = application.user_id where known.id = person.id;
  perform private.queue_email(
    'Welcome Email', application.email, btrim(application.first_name || ' ' || application.last_name),
    jsonb_build_object('name', application.first_name), 'welcome:' || application.user_id
  );
end;
$$;

grant execute on function private.redeem_activation_link(uuid, uuid) to service_role;

create function private.resend_approval(application_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  if not exists (
    select 1 from public.activation_links as link
    where link.application_id = resend_approval.application_id and link.used_at is null
  ) then
    raise exception 'nothing to activate' using errcode = 'CP009',
      hint = 'This application has no account waiting to be set up.';
  end if;
  perform private.resend_email(mail.id) from public.email_outbox as mail
  where mail.dedupe_key = 'application:' || resend_approval.application_id || ':approved';
end;
$$;

grant execute on function private.resend_approval(uuid) to authenticated;

comment on function private.create_activation_link(uuid) is
  'Creates the link for the approval email, or restarts the lifetime of an existing link. The lifetime also restarts '
  'when the email goes out.';
comment on function private.renew_activation_link(uuid) is
  'Restarts an unused link''s seven days each time its email goes out.';
comment on function private.claim_activation_link(uuid) is
  'Returns the person whose account the link opens, and the Auth user to replace; no row if the link is unknown, used, '
  'expired or void.';
comment on function private.release_activation_link(uuid) is
  'Releases the claim after a failed attempt, so that the link can be used again at once.';
comment on function private.redeem_activation_link(uuid, uuid) is
  'Called after the email address is verified. Moves the application, account and directory entry to the new Auth user '
  'and uses up the link.';
comment on function private.resend_approval(uuid) is
  'Resends the approval email to someone who hasn''t opened their account yet. Administrators only.';

-- The names at a mailbox, of volunteers and of applicants.
create function private.is_shared_mailbox(address text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select count(distinct private.name_key(known.name)) > 1
  from (
    select person.name from public.volunteers as person
    where lower(person.email) = lower(address) and person.merged_into_id is null
    union all
    select person.name from public.volunteers as person
    where lower(person.contact_email) = lower(address) and person.merged_into_id is null
    union all
    select private.full_name(application) from public.volunteer_applications as application
    where lower(application.email) = lower(address)
  ) as known;
$$;

create function private.name_reader_of_shared_mailbox()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_shared_mailbox(new.to_email) then
    new.data := new.data || jsonb_build_object(
      'sharedMailbox', case when private.contact_at(new.to_email, new.to_name) is null then 'own' else 'contact' end
    );
  end if;
  return new;
end;
$$;

create trigger name_reader_of_shared_mailbox
  before insert on public.email_outbox
  for each row when (
    new.to_name <> '' and new.tested is null and private.mail_area(new.template_name, false) = 'volunteers'
  )
  execute function private.name_reader_of_shared_mailbox();

comment on function private.is_shared_mailbox(text) is
  'Returns whether people with different names volunteer or have applied with this address.';
comment on function private.name_reader_of_shared_mailbox() is
  'Marks emails to volunteers at a mailbox that several people share, so that they say whom they are for.';

create function private.add_approved_contact(application public.volunteer_applications)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  known uuid := private.contact_at(application.email, private.full_name(application));
begin
  if known is null then
    insert into public.volunteers (name, contact_email, phone, zip_code, city, state, availability, interests)
    values (
      private.full_name(application), lower(application.email), nullif(application.phone, ''), nullif(application.zip_code, ''),
      application.city, application.state, application.availability, application.interests
    )
    returning id into known;
  else
    update public.volunteers as person set is_active = true where person.id = known;
  end if;
  return known;
end;
$$;

create function private.add_approved_login(
  application public.volunteer_applications,
  is_known boolean,
  require_activation boolean
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  full_name constant text := private.full_name(application);
  is_shared constant boolean := private.is_shared_mailbox(application.email);
  login uuid := coalesce(application.user_id, private.login_of(application.email));
  person public.volunteers;
  link uuid;
begin
  select * into person from public.volunteers as entry
  where entry.id = case
    when is_known then private.volunteer_of(application.email)
    else coalesce(private.volunteer_of(application.email), private.contact_at(application.email, full_name))
  end
  for update;
  if is_known and person.id is null then
    raise exception 'nobody has the address' using errcode = 'CP075',
      hint = 'No volunteer has this email address anymore. Reload the page.';
  elsif not is_known and person.email is not null and not private.is_named(person.id, full_name) then
    raise exception 'someone else has the address' using errcode = 'CP075', hint = format(
      '%s already has this email address. Choose whether %s is the same person, shares the mailbox, or has another address.',
      person.name, full_name
    );
  elsif person.id is null and private.is_proven_login(login) and is_shared then
    raise exception 'the login may be someone else''s' using errcode = 'CP075', hint = format(
      'This email address already has a login, and people with different names applied with it. Choose whether %s shares '
      'the mailbox or has another address.', full_name
    );
  end if;

  application := private.named_in_directory(application, person);
  if person.account_id is not null then
    login := person.account_id;
  elsif login is distinct from application.user_id and not private.is_proven_login(login) then
    -- The password is that of someone else at the mailbox.
    login := null;
  end if;
  if person.account_id is not null and lower(person.email) <> lower(application.email) then
    -- A merged record's address leads to a volunteer who logs in with another one.
    update public.volunteer_accounts as account set is_active = true where account.id = login;
  else
    -- Without a login there is no password, so the emailed link lets the applicant choose one. A login with a verified
    -- mailbox is never replaced. At a shared mailbox, the password may be someone else's.
    if login is null or ((require_activation or is_shared) and not private.is_proven_login(login)) then
      link := private.create_activation_link(application.id);
    end if;
    if login is not null then
      insert into public.volunteer_accounts as account (id, email, first_name, last_name, activated_at)
      values (
        login, application.email, application.first_name, application.last_name, case when link is null then now() end
      )
      on conflict (id) do update set
        is_active = true, activated_at = coalesce(account.activated_at, excluded.activated_at);
    end if;
  end if;

  if person.id is null then
    insert into public.volunteers as entry (
      account_id, name, email, phone, zip_code, city, state, availability, interests
    )
    values (
      login, full_name, application.email, nullif(application.phone, ''), nullif(application.zip_code, ''),
      application.city, application.state, application.availability, application.interests
    )
    returning * into person;
  else
    if person.account_id is null and (login is not null or person.email is null) then
      -- Emails go to the address that the volunteer logs in with.
      perform private.use_volunteer_address(person.id, application.email);
    end if;
    update public.volunteers as entry set account_id = coalesce(login, entry.account_id), is_active = true
    where entry.id = person.id;
  end if;
  return person.id;
end;
$$;

create function private.give_other_address(application_id uuid, new_email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new_email is null then
    raise exception 'the address is missing' using errcode = '23514', table = 'volunteer_applications',
      constraint = 'volunteer_applications_email_check', hint = 'Enter their own email address.';
  elsif private.login_of(new_email) is not null or private.volunteer_of(new_email) is not null then
    raise exception 'the address is taken' using errcode = '23514', table = 'volunteer_applications',
      constraint = 'volunteer_applications_email_check',
      hint = 'Someone else has already logged in or applied with this email address. Use another one.';
  end if;
  -- The password belongs to the other address, so the link lets the applicant choose one.
  update public.volunteer_applications as application set email = lower(new_email), user_id = null
  where application.id = application_id;
end;
$$;

-- What an application says that the directory doesn't. Fields that the applicant left out say nothing.
create function private.new_details(application public.volunteer_applications, volunteer_id uuid)
returns table (field text, former text, given text)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query select detail.field, coalesce(detail.former, ''), detail.given
  from public.volunteers as person
  cross join lateral (
    values
      ('phone', person.phone, application.phone),
      ('zipCode', person.zip_code, application.zip_code),
      ('city', nullif(person.city, 'Unknown'), nullif(application.city, 'Unknown')),
      ('state', nullif(person.state, 'Unknown'), nullif(application.state, 'Unknown')),
      ('availability', person.availability, application.availability),
      ('interests', person.interests, application.interests)
  ) as detail (field, former, given)
  where person.id = volunteer_id and detail.given <> ''
    -- Most details are the same, letter by letter.
    and detail.given is distinct from detail.former
    and private.name_key(detail.given) is distinct from private.name_key(detail.former)
    and (
      detail.field <> 'phone'
      or regexp_replace(detail.given, '\D', '', 'g') is distinct from regexp_replace(detail.former, '\D', '', 'g')
    );
end;
$$;

create function private.take_over_details(
  application public.volunteer_applications,
  volunteer_id uuid,
  fields text[]
)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.volunteers as person
  set
    phone = coalesce(given.details ->> 'phone', person.phone),
    zip_code = coalesce(given.details ->> 'zipCode', person.zip_code),
    city = coalesce(given.details ->> 'city', person.city),
    state = coalesce(given.details ->> 'state', person.state),
    availability = coalesce(given.details ->> 'availability', person.availability),
    interests = coalesce(given.details ->> 'interests', person.interests)
  from (
    select jsonb_object_agg(detail.field, detail.given) as details
    from private.new_details(application, volunteer_id) as detail
    where detail.field = any (fields)
  ) as given
  where person.id = volunteer_id and given.details is not null;
$$;

create function private.applicant_match(application public.volunteer_applications)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
-- The list that calls this for each pending application plans each statement for its values.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return (
    select jsonb_build_object(
      'id', person.id, 'name', person.name, 'isNamed', known.id is not null,
      'ownerName', case when not owned.is_named then owner.name end,
      'newDetails', (
        select coalesce(
          jsonb_agg(jsonb_build_object('field', detail.field, 'former', detail.former, 'given', detail.given)), '[]'
        )
        from private.new_details(application, person.id) as detail
      ),
      'isDisabled', not (person.is_active and coalesce(account.is_active, true)),
      'disabledBy', disabled.actor_name,
      'disabledAt', disabled.occurred_at
    )
    -- As private.known_volunteer() does. Each function is called once, because of the offset.
    from (
      select named.id, private.is_named(named.id, private.full_name(application)) as is_named
      from (select private.volunteer_of(application.email) as id offset 0) as named
      offset 0
    ) as owned
    cross join lateral (
      select
        case
          when owned.is_named then owned.id
          else private.contact_at(application.email, private.full_name(application))
        end as id
      offset 0
    ) as known
    left join public.volunteers as owner on owner.id = owned.id
    join public.volunteers as person on person.id = coalesce(known.id, owned.id)
    left join public.volunteer_accounts as account on account.id = person.account_id
    left join lateral (
      select entry.actor_name, entry.occurred_at
      from public.audit_log as entry
      where (entry.table_name, entry.row_id) in (
        ('volunteers', person.id::text), ('volunteer_accounts', person.account_id::text)
      )
        and entry.before ->> 'is_active' = 'true' and entry.after ->> 'is_active' = 'false'
      order by entry.id desc
      limit 1
    ) as disabled on not (person.is_active and coalesce(account.is_active, true))
  );
end;
$$;

create function private.listed_applications(ids uuid[])
returns table (
  id uuid,
  first_name text,
  last_name text,
  email text,
  phone text,
  zip_code text,
  city text,
  state text,
  availability text,
  interests text,
  wanted_event jsonb,
  created_at timestamptz,
  status text,
  review_notes text,
  reviewed_at timestamptz,
  reviewed_by text,
  is_entered boolean,
  volunteer_id uuid,
  match jsonb,
  awaits_activation boolean,
  is_closed boolean,
  is_emptied boolean,
  same_address jsonb
)
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
begin
  return query
  select
    entry.id, entry.first_name, entry.last_name, case when not emptied.is_emptied then entry.email else '' end,
    entry.phone, entry.zip_code, entry.city, entry.state, entry.availability, entry.interests,
    (
      select jsonb_build_object(
        'id', meeting.id, 'eventType', meeting.event_type, 'date', meeting.date, 'startTime', meeting.start_time,
        'endTime', meeting.end_time
      )
      from public.events as meeting where meeting.id = entry.wanted_event_id
    ),
    entry.created_at, entry.status, entry.review_notes, entry.reviewed_at,
    (select person.username from public.users as person where person.id = entry.reviewed_by),
    entry.is_entered, entry.person_id,
    -- Few applicants have the address of somebody in the directory, and the comparison takes long.
    case
      when entry.status = 'pending' and (
        exists (select from public.volunteers as known where lower(known.email) = lower(entry.email))
        or exists (select from public.volunteers as known where lower(known.contact_email) = lower(entry.email))
      )
      then private.applicant_match(entry)
    end,
    exists (
      select from public.activation_links as link where link.application_id = entry.id and link.used_at is null
    ),
    entry.closed_by is not null, emptied.is_emptied,
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', other.id, 'firstName', other.first_name, 'lastName', other.last_name, 'status', other.status,
            'createdAt', other.created_at
          )
          order by other.created_at desc
        ),
        '[]'
      )
      from (
        select one.id, one.first_name, one.last_name, one.status, one.created_at
        from public.volunteer_applications as one
        where lower(one.email) = lower(entry.email) and one.id <> entry.id and not emptied.is_emptied
        order by one.created_at desc, one.id desc
        -- Anyone can submit any number of applications with one email.
        limit 10
      ) as other
    )
  from unnest(ids) as wanted (id)
  join public.volunteer_applications as entry on entry.id = wanted.id
  cross join lateral (select entry.email like '%@erased.invalid' as is_emptied) as emptied;
end;
$$;

grant execute on function private.listed_applications(uuid[]) to service_role;

create function private.review_application(
  application_id uuid,
  decision text,
  notes text default null,
  require_activation boolean default true,
  choices jsonb default '{}'
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  application public.volunteer_applications;
  person uuid;
  full_name text;
begin
  perform private.require_area('volunteers');
  perform private.await_volunteer_merges();
  if decision is null or decision not in ('approved', 'rejected') then
    raise exception 'decision must be approved or rejected' using errcode = '22023';
  end if;

  select * into application from public.volunteer_applications where id = application_id;
  if not found then
    raise exception 'no such application' using errcode = 'CP009',
      hint = 'We couldn''t find that application. It may have been deleted.';
  end if;
  -- Lock all applications from this address in a fixed order, so that concurrent reviews wait instead of deadlocking.
  perform 1 from public.volunteer_applications as other
  where lower(other.email) = lower(application.email)
  order by other.id
  for update;
  select * into application from public.volunteer_applications where id = application_id;
  if application.status <> 'pending' then
    raise exception 'the application was already reviewed' using errcode = 'CP008';
  end if;

  full_name := private.full_name(application);
  if decision = 'approved' then
    update public.volunteer_applications as other
    set status = 'rejected', reviewed_by = auth.uid(), reviewed_at = now(), closed_by = application_id
    where lower(other.email) = lower(application.email) and other.status = 'pending' and other.id <> application_id
      and private.name_key(private.full_name(other)) = private.name_key(full_name);
    if choices ->> 'as' = 'other' then
      perform private.give_other_address(application_id, choices ->> 'email');
      select * into application from public.volunteer_applications where id = application_id;
    end if;
    person := case choices ->> 'as'
      when 'contact' then private.add_approved_contact(application)
      else private.add_approved_login(application, choices ->> 'as' is not distinct from 'known', require_activation)
    end;
    perform private.take_over_details(application, person, private.json_texts(choices -> 'takesOver'));
  end if;
  update public.volunteer_applications as reviewed
  set status = decision, reviewed_by = auth.uid(), reviewed_at = now(), review_notes = notes, person_id = person,
    user_id = case when choices ->> 'as' is distinct from 'contact' then
      coalesce(reviewed.user_id, (select entry.account_id from public.volunteers as entry where entry.id = person))
    end
  where reviewed.id = application_id;

  if decision = 'approved' and choices ->> 'as' = 'contact' then
    perform private.queue_email(
      'Volunteer Approved Without Login', application.email, full_name,
      jsonb_build_object('name', full_name, 'firstName', application.first_name),
      'application:' || application_id || ':' || decision
    );
  else
    perform private.queue_email(
      case decision
        when 'approved' then 'Volunteer Application Approved'
        else 'Volunteer Application Rejected'
      end,
      application.email,
      full_name,
      jsonb_build_object(
        'name', full_name, 'firstName', application.first_name, 'activationLinkId',
        (select link.id from public.activation_links as link where link.application_id = application.id)
      ),
      'application:' || application_id || ':' || decision
    );
  end if;

  return jsonb_build_object('id', application_id, 'status', decision, 'personId', person);
end;
$$;

grant execute on function private.review_application(uuid, text, text, boolean, jsonb) to authenticated;

create function private.undo_rejection(application_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  application public.volunteer_applications;
begin
  perform private.require_area('volunteers');
  select * into application from public.volunteer_applications where id = application_id for update;
  if not found then
    raise exception 'no such application' using errcode = 'CP009',
      hint = 'We couldn''t find that application. It may have been deleted.';
  end if;
  if application.email like '%@erased.invalid' then
    raise exception 'the application was emptied' using errcode = 'CP064',
      hint = 'The applicant''s details were deleted, so the rejection can''t be undone.';
  end if;
  -- If an application was closed because another one was approved, undoing that could open a second account for the
  -- same address.
  if application.status <> 'rejected' or application.closed_by is not null then
    raise exception 'the application isn''t rejected' using errcode = 'CP041';
  end if;
  update public.volunteer_applications
  set status = 'pending', reviewed_by = null, reviewed_at = null
  where id = application_id;
  -- Free the deduplication key, so that a later rejection can send another email.
  update public.email_outbox
  set
    status = case when status in ('queued', 'held') then 'canceled' else status end,
    dedupe_key = dedupe_key || ':undone:' || id
  where dedupe_key = 'application:' || application_id || ':rejected';
end;
$$;

grant execute on function private.undo_rejection(uuid) to authenticated;

comment on function private.add_approved_contact(public.volunteer_applications) is
  'Adds an approved applicant who shares a mailbox to the directory, without a login. Called by other functions.';
comment on function private.add_approved_login(public.volunteer_applications, boolean, boolean) is
  'Adds an approved applicant to the directory, with a login or a link that sets one up. is_known says that they are the '
  'volunteer who has the address, whatever name they typed. Called by other functions.';
comment on function private.new_details(public.volunteer_applications, uuid) is
  'Returns what an application says differently than the directory. Called by other functions.';
comment on function private.take_over_details(public.volunteer_applications, uuid, text[]) is
  'Gives a volunteer the chosen details of their application. Called by other functions.';
comment on function private.listed_applications(uuid[]) is
  'Returns applications as the list shows them, in any order. An application from which a retention rule or an erasure '
  'removed everything about the person is emptied.';
comment on function private.applicant_match(public.volunteer_applications) is
  'Returns the volunteer who has an application''s address, whether they have its name, what it says that is new, and who '
  'disabled them. The same applicant is found by contact address, too. Null if there is no such volunteer. Server only.';
comment on function private.give_other_address(uuid, text) is
  'Moves an application to another address, at which nobody has a login. Called by other functions.';
comment on function private.review_application(uuid, text, text, boolean, jsonb) is
  'Approves or rejects an application once. The account, directory entry and email are created in the same '
  'transaction. Approving an application closes other pending applications with the same address and name. Choices: as '
  '(login, known, contact, or other with an email) says who the applicant is, and takesOver names the details that '
  'a known volunteer gets from the application.';
comment on function private.undo_rejection(uuid) is
  'Makes a rejected application pending again, and cancels its email if that is still queued. Administrators only.';
