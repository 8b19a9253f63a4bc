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
    generated always as (private.search_text(first_name || ' ' || last_name || ' ' || email)) stored,
  constraint volunteer_accounts_merged_into_id_check check (
    merged_into_id is null or (merged_into_id <> id and not is_active)
  )
);
create index volunteer_accounts_merged_into_idx on public.volunteer_accounts (merged_into_id);
create unique index volunteer_accounts_email_lower_key on public.volunteer_accounts (lower(email));
-- The indexes of sort orders include what the lists filter by, so Postgres reads them without visiting the rows.
create index volunteer_accounts_created_at_idx on public.volunteer_accounts (created_at desc, id desc)
  include (is_active, merged_into_id);
create index volunteer_accounts_name_idx
  on public.volunteer_accounts (private.fold(last_name) collate "C", private.fold(first_name) collate "C", id)
  include (last_name, first_name, is_active, merged_into_id);
create index volunteer_accounts_last_login_idx
  on public.volunteer_accounts (coalesce(last_login_at, '-infinity') desc, id desc)
  include (last_login_at, is_active, merged_into_id);
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
select private.describe_columns('volunteer_accounts', '{email,first_name,last_name}', kind => 'personal', blankable => false);

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

create table public.volunteers (
  id uuid primary key default gen_random_uuid(),
  account_id uuid unique references public.volunteer_accounts (id) on delete set null,
  name text not null check (char_length(btrim(name)) between 1 and 200),
  email text unique
    check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 254),
  contact_email text check (
    contact_email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(contact_email) <= 254
  ),
  former_emails jsonb not null default '[]' check (jsonb_typeof(former_emails) = 'array'),
  phone text check (private.is_line(phone) and char_length(phone) <= 50),
  zip_code text check (private.is_line(zip_code) and char_length(zip_code) <= 10),
  city text check (private.is_line(city) and char_length(city) <= 100),
  state text check (private.is_line(state) and char_length(state) <= 50),
  availability text check (availability in ('weekends', 'weekday-evenings', 'flexible')),
  interests text check (private.is_text(interests) and char_length(interests) <= 2000),
  emergency_contact_name text check (
    private.is_line(emergency_contact_name) and char_length(emergency_contact_name) <= 200
  ),
  emergency_contact_phone text check (
    private.is_line(emergency_contact_phone) and char_length(emergency_contact_phone) <= 50
  ),
  notes text check (private.is_text(notes) and char_length(notes) <= 5000),
  tags jsonb not null default '[]' check (private.are_tags(tags)),
  wants_news boolean not null default true,
  opening_hours numeric(10, 2) not null default 0 check (opening_hours between 0 and 999999),
  total_hours numeric(10, 2) not null default 0 check (total_hours >= 0),
  packages_helped integer not null default 0 check (packages_helped >= 0),
  is_active boolean not null default true,
  import_id uuid,
  merged_into_id uuid references public.volunteers (id),
  started_on date not null check (started_on between '1900-01-01' and '2199-12-31'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (
    private.search_text(name || ' ' || coalesce(email, contact_email, ''))
  ) stored,
  constraint volunteers_merged_into_id_check check (merged_into_id <> id)
);
create index volunteers_merged_into_idx on public.volunteers (merged_into_id);
create unique index volunteers_email_lower_key on public.volunteers (lower(email));
create index volunteers_contact_email_idx on public.volunteers (lower(contact_email)) where contact_email is not null;
create index volunteers_created_at_idx on public.volunteers (created_at desc, id desc)
  include (is_active, merged_into_id);
create index volunteers_started_on_idx on public.volunteers (started_on desc, id desc)
  include (is_active, merged_into_id);
create index volunteers_name_idx on public.volunteers (private.fold(name) collate "C", id)
  include (name, is_active, merged_into_id);
create index volunteers_hours_idx on public.volunteers (total_hours desc, id desc)
  include (is_active, merged_into_id);
create index volunteers_packages_idx on public.volunteers (packages_helped desc, id desc)
  include (is_active, merged_into_id);
create index volunteers_search_idx on public.volunteers using gin (search_text extensions.gin_trgm_ops);

create index volunteers_import_idx on public.volunteers (import_id);

comment on table public.volunteers is
  'Directory of everyone who volunteers: people who were approved, and people whom an administrator added or imported, '
  'who may have no login and no email address.';
comment on column public.volunteers.contact_email is
  'An address that the volunteer shares with someone else, if they have none of their own. Emails go there and name them. '
  'It isn''t unique, is never a login, and doesn''t say who someone is.';
comment on column public.volunteers.former_emails is
  'Lowercase addresses that the volunteer had before, so that emails sent to them are still found.';
comment on column public.volunteers.opening_hours is
  'Hours worked before the organization used this site, as imported.';
comment on column public.volunteers.total_hours is
  'Opening hours plus the hours of counted shifts and the approved hours outside shifts, maintained by triggers and, '
  'when a shift ends, by a job.';
comment on column public.volunteers.started_on is
  'The day since which the person has volunteered: as imported or, set by a trigger, the day they were added.';
comment on column public.volunteers.import_id is 'The import that added the volunteer.';
comment on column public.volunteers.merged_into_id is
  'The volunteer that this one was merged into. The row is hidden but stays, so that the merge can be undone. Its '
  'email address leads to the volunteer who was kept.';
comment on column public.volunteers.packages_helped is 'Packages packed at attended events, maintained by a trigger.';
comment on column public.volunteers.notes is 'Notes for administrators; volunteers never see them.';
comment on column public.volunteers.tags is
  'Labels for administrators, such as "drives a van"; volunteers never see them.';
comment on column public.volunteers.wants_news is
  'Whether the volunteer wants emails about new events. Emails about their own shifts are always sent.';
comment on column public.volunteers.updated_at is
  'The time of the last change to a detail that people enter. Changes to hours and logins don''t count, so they don''t '
  'make an open form stale.';

select private.describe_table(
  'volunteers', area => 'volunteers', archived => true, audited => true, title => '{name}',
  rows => '{area}', admins_write => '{update}',
  uncounted => '{total_hours,packages_helped}',
  erasure => 'empty', erase_order => 29,
  reason => 'Hours and packages stay in the directory under "Erased volunteer".',
  versioned_on => 'update of name, email, contact_email, phone, zip_code, city, state, availability, interests, '
    'emergency_contact_name, emergency_contact_phone, notes, tags, wants_news'
);
select private.describe_columns(
  'volunteers', '{name}',
  kind => 'personal', replacement => 'Erased volunteer', blankable => false
);
select private.describe_columns(
  'volunteers', '{email}',
  kind => 'personal', replacement => 'own erased address', blankable => false
);
select private.describe_columns(
  'volunteers', '{contact_email,phone,zip_code,city,state,interests,emergency_contact_name,emergency_contact_phone}',
  kind => 'personal', replacement => 'nothing'
);
select private.describe_columns('volunteers', '{former_emails,tags}', kind => 'personal', replacement => 'empty list');
select private.describe_columns(
  'volunteers', '{availability}',
  kind => 'personal', replacement => 'nothing', logged => true
);
select private.describe_columns(
  'volunteers', '{opening_hours}',
  kind => 'personal', replacement => 'all hours', logged => true
);
select private.describe_columns('volunteers', '{notes}', kind => 'note', replacement => 'nothing');
select private.describe_columns('volunteers', '{account_id}', kind => 'reference', replacement => 'nothing');
select private.describe_columns('volunteers', '{is_active}', kind => 'state', replacement => 'no');

alter table public.volunteers enable row level security;

create policy "Admins read volunteers, but not merged ones" on public.volunteers
  for select to authenticated
  using ((select private.may('volunteers')) and merged_into_id is null);

create policy "Admins correct volunteers, but not merged ones" on public.volunteers
  for update to authenticated
  using ((select private.may('volunteers')) and merged_into_id is null);

grant select on table public.volunteers to administrator;
grant update (
  is_active, phone, zip_code, city, state, availability, interests, emergency_contact_name,
  emergency_contact_phone, notes, tags
) on table public.volunteers to authenticated;
grant select, insert, update, delete on table public.volunteers to service_role;

create function private.set_volunteer_active(account_id uuid, is_active boolean default null)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  outcome boolean;
begin
  perform private.require_area('volunteers');
  update public.volunteer_accounts as account
  set is_active = coalesce(set_volunteer_active.is_active, not account.is_active)
  where account.id = set_volunteer_active.account_id and account.merged_into_id is null
  returning account.is_active into outcome;
  if not found then
    raise exception 'no such account' using errcode = 'CP009',
      hint = 'We couldn''t find that account. It may have been deleted.';
  end if;
  update public.volunteers as person set is_active = outcome
  where person.account_id = set_volunteer_active.account_id;
  return outcome;
end;
$$;

grant execute on function private.set_volunteer_active(uuid, boolean) to authenticated;

comment on function private.set_volunteer_active(uuid, boolean) is
  'Enables or disables a login and its directory entry, or toggles them if is_active is null. Returns the new state.';

create function private.own_volunteer_id()
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select person.id from public.volunteers as person
    where person.account_id = (select auth.uid()) and (select private.is_active_volunteer())
  );
end;
$$;

grant execute on function private.own_volunteer_id() to authenticated, service_role;

comment on function private.own_volunteer_id() is
  'Returns the signed-in volunteer''s ID in the directory, or null if the caller isn''t a volunteer with an open account.';

create function private.set_started_on()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.started_on := coalesce(new.started_on, (new.created_at at time zone private.time_zone())::date);
  return new;
end;
$$;

comment on function private.set_started_on() is
  'Sets the day since which someone has volunteered to the day they were added, unless an import knows it.';

create trigger set_started_on
  before insert on public.volunteers
  for each row execute function private.set_started_on();

-- How to reach the people of the directory. Someone's login has the address that they proved is theirs.
create view private.reachable_people with (security_invoker = true) as
select person.id, person.account_id, coalesce(account.email, person.email, person.contact_email) as email,
  coalesce(btrim(account.first_name || ' ' || account.last_name), person.name) as name,
  coalesce(account.first_name, split_part(btrim(person.name), ' ', 1)) as first_name,
  person.is_active and coalesce(account.is_active, true) as is_active
from public.volunteers as person
left join public.volunteer_accounts as account on account.id = person.account_id
where person.merged_into_id is null;

comment on view private.reachable_people is
  'The people of the directory, with the address, name and first name for emails about their shifts.';

create function private.kept_volunteer(volunteer_id uuid)
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with recursive merged as (
      select person.id, person.merged_into_id from public.volunteers as person
      where person.id = kept_volunteer.volunteer_id
      union all
      select person.id, person.merged_into_id
      from public.volunteers as person
      join merged on merged.merged_into_id = person.id
    )
    select merged.id from merged where merged.merged_into_id is null
  );
end;
$$;

create function private.volunteer_of(address text)
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select case when person.merged_into_id is null then person.id else private.kept_volunteer(person.id) end
    from public.volunteers as person
    where lower(person.email) = lower(address)
  );
end;
$$;

create function private.name_key(name text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return replace(private.fold(private.normalize_lookalikes(name)), ' ', '');
end;
$$;

grant execute on function private.name_key(text) to authenticated, service_role;

create index volunteers_name_key_idx on public.volunteers (private.name_key(name));

create function private.is_named(volunteer_id uuid, full_name text)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with recursive known as (
      select person.id, person.name from public.volunteers as person where person.id = is_named.volunteer_id
      union all
      select merged.id, merged.name from public.volunteers as merged join known on merged.merged_into_id = known.id
    )
    select exists (
      select 1 from known where private.name_key(known.name) = private.name_key(is_named.full_name)
    )
  );
end;
$$;

create function private.contact_at(address text, full_name text)
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select case when person.merged_into_id is null then person.id else private.kept_volunteer(person.id) end
    from public.volunteers as person
    where lower(person.contact_email) = lower(address)
      and private.name_key(person.name) = private.name_key(contact_at.full_name)
    order by person.merged_into_id is not null, person.created_at
    limit 1
  );
end;
$$;

create function private.known_volunteer(address text, full_name text)
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(
      (
        select owner.id from (select private.volunteer_of(address) as id) as owner
        where private.is_named(owner.id, known_volunteer.full_name)
      ),
      private.contact_at(address, known_volunteer.full_name)
    )
  );
end;
$$;

grant execute on function
  private.is_named(uuid, text), private.contact_at(text, text), private.known_volunteer(text, text) to service_role;

comment on function private.name_key(text) is
  'Returns a name as it is compared: without case, accents, apostrophes, hyphens and extra spaces.';
comment on function private.is_named(uuid, text) is
  'Returns whether a volunteer, or a record that was merged into them, has this name.';
comment on function private.contact_at(text, text) is
  'Returns the volunteer with this name and contact address.';
comment on function private.known_volunteer(text, text) is
  'Returns the volunteer that someone with this address and name is, or null. Several people may share a mailbox, so the '
  'address alone doesn''t say.';

create function private.use_volunteer_address(volunteer_id uuid, address text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  former_address constant text := (
    select person.email from public.volunteers as person where person.id = use_volunteer_address.volunteer_id
  );
  merged_id constant uuid := (
    select person.id from public.volunteers as person
    where lower(person.email) = lower(address) and person.id <> use_volunteer_address.volunteer_id
      and private.kept_volunteer(person.id) = use_volunteer_address.volunteer_id
  );
begin
  if former_address is not distinct from address then
    return;
  end if;
  -- Addresses are unique, so they can't be swapped directly.
  update public.volunteers as person set email = person.id || '@merged.invalid' where person.id = merged_id;
  update public.volunteers as person set email = address, contact_email = null
  where person.id = use_volunteer_address.volunteer_id;
  update public.volunteers as person set email = former_address where person.id = merged_id;
end;
$$;

comment on function private.kept_volunteer(uuid) is
  'Returns the volunteer that this one was merged into, directly or through other merges, or the same volunteer if '
  'there was no merge.';
comment on function private.volunteer_of(text) is
  'Returns the volunteer with this email address or, if that volunteer was merged, the one they were merged into.';
comment on function private.use_volunteer_address(uuid, text) is
  'Gives a volunteer this email address. If a record that was merged into the volunteer has it, that record gets the '
  'volunteer''s former address, so that both addresses still lead to the volunteer.';

create table public.volunteer_qualifications (
  id uuid primary key default gen_random_uuid(),
  volunteer_id uuid not null references public.volunteers (id) on delete cascade,
  kind text not null check (kind in ('waiver', 'background-check', 'training', 'other')),
  label text,
  completed_on date not null check (completed_on between '1900-01-01' and '2199-12-31'),
  expires_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint volunteer_qualifications_label_check check (
    private.is_line(label) and char_length(btrim(label)) between 1 and 100
    and (kind <> 'other' or label is not null)
  ),
  constraint volunteer_qualifications_expires_on_check check (
    expires_on > completed_on and expires_on <= '2199-12-31'
  )
);
create index volunteer_qualifications_volunteer_idx
  on public.volunteer_qualifications (volunteer_id, completed_on desc, id);
create index volunteer_qualifications_expiry_idx
  on public.volunteer_qualifications (expires_on, id) where expires_on is not null;

comment on table public.volunteer_qualifications is
  'The waivers that volunteers signed, the background checks that they passed and the training that they completed.';
comment on column public.volunteer_qualifications.label is
  'The exact name, such as "First aid". Required if the kind is other.';
comment on column public.volunteer_qualifications.expires_on is
  'The first day on which the qualification is no longer valid; null if it doesn''t expire.';

select private.describe_table(
  'volunteer_qualifications', area => 'volunteers', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert,update,delete}',
  erasure => 'delete', erase_order => 28,
  reason => 'Waivers, background checks and training.'
);
select private.describe_columns('volunteer_qualifications', '{label}', kind => 'personal');
select private.describe_columns('volunteer_qualifications', '{kind}', kind => 'state');

alter table public.volunteer_qualifications enable row level security;

create policy "Admins manage volunteer qualifications" on public.volunteer_qualifications
  for all to authenticated
  using ((select private.may('volunteers')));

grant select, delete on table public.volunteer_qualifications to authenticated;
grant insert (volunteer_id, kind, label, completed_on, expires_on) on table public.volunteer_qualifications
  to authenticated;
grant update (kind, label, completed_on, expires_on) on table public.volunteer_qualifications to authenticated;
grant select on table public.volunteer_qualifications to service_role;

create function private.is_lapsing(qualification public.volunteer_qualifications)
returns boolean
language sql
stable
set search_path = ''
as $$
  select qualification.expires_on is not null and qualification.expires_on <= private.today() + 30
    and not exists (
      select 1 from public.volunteer_qualifications as renewal
      where renewal.volunteer_id = qualification.volunteer_id and renewal.kind = qualification.kind
        and lower(coalesce(renewal.label, '')) = lower(coalesce(qualification.label, ''))
        and renewal.completed_on > qualification.completed_on
    );
$$;

create function private.lapsing_volunteers()
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select distinct qualification.volunteer_id
  from public.volunteer_qualifications as qualification
  where qualification.expires_on <= private.today() + 30 and private.is_lapsing(qualification);
$$;

grant execute on function private.is_lapsing(public.volunteer_qualifications), private.lapsing_volunteers()
  to authenticated, service_role;

comment on function private.is_lapsing(public.volunteer_qualifications) is
  'Returns whether a qualification has expired or expires within 30 days, and there is no newer one of the same kind '
  'and label.';
comment on function private.lapsing_volunteers() is
  'Returns the volunteers with a qualification that has expired or is about to.';
