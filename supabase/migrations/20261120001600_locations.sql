set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- These are the same rules as in rules/named-places.ts; a test compares them.

create function private.normalize_lookalikes(words text)
returns text
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(
    translate(
      regexp_replace(
        normalize(words, nfkd),
        '[\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\u2800\u3164\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0001-\U000e007f]',
        '', 'g'
      ),
      'АВЕКМНОРСТУХЅІаекморстухѕіΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορ', 'ABEKMHOPCTYXSIaekmopctyxsiABEZHIKMNOPTYXaop'
    ),
    '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g'
  );
$$;

grant execute on function private.normalize_lookalikes(text) to anon, authenticated, service_role;

create function private.mentions_military_mail(words text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    private.normalize_lookalikes(words) ~* any (array[
      '(?<![a-z0-9])[afd]p[o0](?:(?![a-z])|(?=a[aep](?![a-z])))',
      '(?<![a-z0-9])[afd]([^a-z0-9]{1,3})p\1[o0](?![a-z0-9])(?![^a-z0-9]{0,3}box)',
      '(?<![a-z0-9])[afd][^a-z0-9]{0,3}p[^a-z0-9]{0,3}[o0][^a-z0-9]{1,3}a[aep](?![a-z])',
      '(?<![a-z])(?:army|air force|fleet|diplomatic|military)[^a-z0-9]{1,3}post[^a-z0-9]{1,3}office',
      '(?<![a-z])armed[^a-z0-9]{1,3}forces[^a-z0-9]{1,3}(?:europe|pacific|americas|africa|canada|(?:the )?middle east)',
      '(?<![a-z])a[aep][^a-z0-9]{0,3}[0-9]{5}',
      '(?<![0-9])(?:09[0-8]|340|96[2-6])[0-9]{2}(?:[^a-z0-9]?[0-9]{4})?[^a-z0-9]*$',
      '(?<![a-z])box[^a-z0-9]{0,3}[0-9]{1,5}[^a-z0-9]{1,3}(?:09[0-8]|340|96[2-6])[0-9]{2}(?![0-9])',
      '(?<![a-z])unit[^a-z0-9]{0,3}(?:no[^a-z0-9]{1,3})?(?:[0-9]{5,6}(?![0-9])|[0-9]{4}[^a-z0-9]{1,3}box)',
      '(?<![a-z])p([^a-z0-9]{0,3})s\1c[^a-z0-9]{0,3}(?:no[^a-z0-9]{1,3})?[0-9]',
      '(?<![a-z])c([^a-z0-9]{0,3})m\1r(?![a-z])',
      '(?<![a-z])community[^a-z0-9]{1,3}mail[^a-z0-9]?room',
      '(?<![a-z])u([^a-z0-9]{0,3})s\1(?:n\1)?s[^a-z0-9]{1,3}[a-z](?![a-z0-9 .''-]{0,40} (?:museum|memorial)(?![a-z]))',
      '(?<![a-z])uscgc[^a-z0-9]{1,3}[a-z](?![a-z0-9 .''-]{0,40} (?:museum|memorial)(?![a-z]))'
    ]),
    false
  );
$$;

grant execute on function private.mentions_military_mail(text) to anon, authenticated, service_role;

create function private.is_military_mail(city text, state text, zip_code text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.mentions_military_mail(city)
    or coalesce(
      regexp_replace(lower(private.normalize_lookalikes(state)), '[^a-z]', '', 'g') ~ '^(?:a[aep]|armedforces.*)$', false
    )
    or coalesce(regexp_replace(private.normalize_lookalikes(zip_code), '[^0-9]', '', 'g') ~ '^(?:09[0-8]|340|96[2-6])', false);
$$;

grant execute on function private.is_military_mail(text, text, text)
  to anon, authenticated, service_role;

create table public.locations (
  id uuid primary key default gen_random_uuid(),
  contact_person_name text check (private.is_line(contact_person_name) and char_length(contact_person_name) <= 100),
  military_branch text
    check (
      military_branch in (
        'Army', 'Navy', 'Air Force', 'Marines', 'Space Force', 'Coast Guard',
        'Multiple Branches', 'Other'
      )
    ),
  name text not null check (private.is_line(name) and char_length(btrim(name)) between 1 and 200),
  address text not null check (private.is_text(address) and char_length(btrim(address)) between 1 and 300),
  city text check (private.is_line(city) and char_length(city) <= 100),
  state text check (private.is_line(state) and char_length(state) <= 50),
  zip_code text check (private.is_line(zip_code) and char_length(zip_code) <= 10),
  description text check (private.is_text(description) and char_length(description) <= 2000),
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
  'Bases and partner sites. Visitors and volunteers see the name, branch, city and state; the rest is only for '
  'administrators.';
comment on column public.locations.is_military_mail is
  'The location has a military mail address (APO, FPO or DPO), so only administrators see it, even if is_active is '
  'true.';

select private.describe_table(
  'locations', area => 'volunteers', archived => true, audited => true, title => '{name}',
  rows => '{published to visitors,area}', published_by => 'is_active', admins_write => '{insert,update,delete}',
  erasure => 'empty', erase_order => 43,
  reason => 'The location stays without its contact person.'
);
select private.describe_columns('locations', '{contact_person_name}', kind => 'personal', replacement => 'nothing');
select private.describe_columns('locations', '{address,description}', kind => 'content', logged => false);
select private.describe_columns('locations', '{name}', kind => 'content');
select private.describe_columns('locations', '{city,state}', kind => 'detail');
select private.describe_columns('locations', '{zip_code}', kind => 'detail', logged => false);
select private.describe_columns('locations', '{military_branch}', kind => 'state');

alter table public.locations enable row level security;

create policy "Visitors read the public columns of active locations" on public.locations
  for select to anon
  using (is_active and not is_military_mail);

create policy "Admins read locations" on public.locations
  for select to authenticated
  using ((select private.may('volunteers')));

create policy "Admins add locations" on public.locations
  for insert to authenticated
  with check ((select private.may('volunteers')));

create policy "Admins change locations" on public.locations
  for update to authenticated
  using ((select private.may('volunteers')));

create policy "Admins delete locations" on public.locations
  for delete to authenticated
  using ((select private.may('volunteers')));

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

grant execute on function private.public_locations() to anon, authenticated, service_role;

comment on function private.normalize_lookalikes(text) is
  'Replaces full-width, circled and look-alike letters with plain ones and removes invisible characters.';
comment on function private.mentions_military_mail(text) is
  'Returns whether the text contains a military post office, a military ZIP code, or a unit''s or ship''s address.';
comment on function private.is_military_mail(text, text, text) is
  'Returns whether an address is military mail. Such an address reveals where deployed people are, so it is never '
  'public.';
comment on function private.public_locations() is
  'Returns the public columns to everyone. Column privileges can''t do this, because volunteers and administrators '
  'share a database role.';
