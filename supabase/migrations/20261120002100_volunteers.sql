set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.volunteers (
  id uuid primary key default gen_random_uuid(),
  account_id uuid unique references public.volunteer_accounts (id) on delete set null,
  name text not null check (char_length(btrim(name)) between 1 and 200),
  email text not null unique
    check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 254),
  phone text check (char_length(phone) <= 50),
  zip_code text check (char_length(zip_code) <= 10),
  city text check (char_length(city) <= 100),
  state text check (char_length(state) <= 50),
  availability text check (availability in ('weekends', 'weekday-evenings', 'flexible')),
  opening_hours numeric(10, 2) not null default 0 check (opening_hours between 0 and 999999),
  total_hours numeric(10, 2) not null default 0 check (total_hours >= 0),
  packages_helped integer not null default 0 check (packages_helped >= 0),
  is_active boolean not null default true,
  import_id uuid,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (lower(name || ' ' || email)) stored
);
create unique index volunteers_email_lower_key on public.volunteers (lower(email));
create index volunteers_created_at_idx on public.volunteers (created_at desc, id desc) include (is_active);
create index volunteers_name_idx on public.volunteers (lower(name), id) include (name, is_active);
create index volunteers_hours_idx on public.volunteers (total_hours desc, id desc) include (is_active);
create index volunteers_packages_idx on public.volunteers (packages_helped desc, id desc) include (is_active);
create index volunteers_search_idx on public.volunteers using gin (search_text extensions.gin_trgm_ops);

create index volunteers_import_idx on public.volunteers (import_id);

comment on table public.volunteers is
  'Directory of everyone who was approved as a volunteer, and of those imported from another system, without a login.';
comment on column public.volunteers.opening_hours is 'Hours before this site, as imported.';
comment on column public.volunteers.total_hours is
  'Opening hours and hours of confirmed attendance, kept by a trigger.';
comment on column public.volunteers.import_id is 'The import that added the volunteer.';
comment on column public.volunteers.packages_helped is 'Packages packed at attended events, kept by a trigger.';

alter table public.volunteers enable row level security;

create policy "Admins read volunteers" on public.volunteers
  for select to authenticated
  using ((select private.may('volunteers')));

create policy "Admins enable and disable volunteers" on public.volunteers
  for update to authenticated
  using ((select private.may('volunteers')));

grant select on table public.volunteers to administrator;
grant update (is_active) on table public.volunteers to authenticated;
grant select, insert, update, delete on table public.volunteers to service_role;

create trigger write_audit
  after insert or update or delete on public.volunteers
  for each row execute function private.write_audit('{total_hours,packages_helped}', '{name,email,phone,zip_code,city,state}');

create function private.set_volunteer_active(account_id uuid, is_active boolean default null)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  outcome boolean;
begin
  perform private.require_area('volunteers');
  update public.volunteer_accounts as account
  set is_active = coalesce(set_volunteer_active.is_active, not account.is_active)
  where account.id = set_volunteer_active.account_id
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
  'Opens or closes a login and its directory entry; null toggles. Returns the new state.';
