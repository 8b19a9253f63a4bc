set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- The same questions as in rules/release.ts; a test asks both.

create function private.mentions_military_mail(words text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    words ~* '\m[afd]\.?p\.?o\M'
    or words ~* '\m(aa|ae|ap)[ ,]+[0-9]{5}'
    or words ~ '\m(09[0-8]|340|96[2-6])[0-9]{2}(-[0-9]{4})?\s*$',
    false
  );
$$;

revoke all on function private.mentions_military_mail(text)
  from public, anon, authenticated, service_role;
grant execute on function private.mentions_military_mail(text) to anon, authenticated, service_role;

create function private.is_military_mail(city text, state text, zip_code text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.mentions_military_mail(city)
    or coalesce(state ~* '^\s*(aa|ae|ap|armed forces.*)\s*$', false)
    or coalesce(zip_code ~ '^\s*(09[0-8]|340|96[2-6])', false);
$$;

revoke all on function private.is_military_mail(text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function private.is_military_mail(text, text, text)
  to anon, authenticated, service_role;

create table public.locations (
  id uuid primary key default gen_random_uuid(),
  contact_person_name text check (char_length(contact_person_name) <= 100),
  military_branch text
    check (
      military_branch in (
        'Army', 'Navy', 'Air Force', 'Marines', 'Space Force', 'Coast Guard',
        'Multiple Branches', 'Other'
      )
    ),
  name text not null check (char_length(btrim(name)) between 1 and 200),
  address text not null check (char_length(btrim(address)) between 1 and 300),
  city text check (char_length(city) <= 100),
  state text check (char_length(state) <= 50),
  zip_code text check (char_length(zip_code) <= 10),
  description text check (char_length(description) <= 2000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_military_mail boolean not null generated always as (
    private.is_military_mail(city, state, zip_code)
    or private.mentions_military_mail(address)
    or private.mentions_military_mail(name)
  ) stored
);
create index locations_name_idx on public.locations (is_active, name);

comment on table public.locations is
  'Bases and partner sites. Visitors and volunteers see name, branch, city and state; the rest is for administrators.';
comment on column public.locations.is_military_mail is
  'Reached through APO, FPO or DPO: shown to administrators alone, whatever is_active says.';
comment on column public.locations.military_branch is 'One of the eight documented branch options.';

alter table public.locations enable row level security;

create policy "Visitors read the public columns of active locations" on public.locations
  for select to anon
  using (is_active and not is_military_mail);

create policy "Admins read locations" on public.locations
  for select to authenticated
  using ((select private.is_admin()));

create policy "Admins add locations" on public.locations
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins change locations" on public.locations
  for update to authenticated
  using ((select private.is_admin()));

create policy "Admins delete locations" on public.locations
  for delete to authenticated
  using ((select private.is_admin()));

revoke all on table public.locations from public, anon, authenticated, service_role;
grant select (id, name, military_branch, city, state) on table public.locations to anon;
grant select on table public.locations to authenticated;
grant insert (
  contact_person_name, military_branch, name, address, city, state, zip_code, description,
  is_active
) on table public.locations to authenticated;
grant update (
  contact_person_name, military_branch, name, address, city, state, zip_code, description,
  is_active
) on table public.locations to authenticated;
grant delete on table public.locations to authenticated;
grant select, insert, update, delete on table public.locations to service_role;

create trigger set_updated_at
  before update on public.locations
  for each row execute function private.set_updated_at();

create trigger write_audit
  after insert or update or delete on public.locations
  for each row
  execute function private.write_audit('{}', '{contact_person_name,address,zip_code,description}');

create function private.public_locations()
returns table (id uuid, name text, military_branch text, city text, state text)
language sql
stable
security definer
set search_path = ''
as $$
  select location.id, location.name, location.military_branch, location.city, location.state
  from public.locations as location
  where location.is_active and not location.is_military_mail
  order by location.name, location.id;
$$;

revoke all on function private.public_locations() from public, anon, authenticated, service_role;
grant execute on function private.public_locations() to anon, authenticated, service_role;

comment on function private.mentions_military_mail(text) is
  'Text that names a military post office, or ends in a military ZIP code.';
comment on function private.is_military_mail(text, text, text) is
  'Military mail says where deployed people are: such a place is never public.';
comment on function private.public_locations() is
  'The public columns for everybody: volunteers share their database role with admins, so columns cannot be granted apart.';
