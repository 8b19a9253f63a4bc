set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.dismissed_duplicates (
  id uuid primary key default gen_random_uuid(),
  first_donor_id uuid not null references public.donors (id) on delete cascade,
  second_donor_id uuid not null references public.donors (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint dismissed_duplicates_second_donor_id_check check (first_donor_id < second_donor_id),
  constraint dismissed_duplicates_pair_key unique (first_donor_id, second_donor_id)
);
create index dismissed_duplicates_second_donor_idx on public.dismissed_duplicates (second_donor_id);

comment on table public.dismissed_duplicates is
  'Pairs of donors who looked like the same person until an administrator dismissed the pair.';
comment on column public.dismissed_duplicates.first_donor_id is 'The lower of the two ids.';

select private.describe_table(
  'dismissed_duplicates', area => 'giving', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert}',
  audited_on => 'insert',
  erasure => 'delete', erase_order => 25,
  reason => 'Dismissed suggestions to merge.'
);

alter table public.dismissed_duplicates enable row level security;

create policy "Admins read dismissed duplicates" on public.dismissed_duplicates
  for select to authenticated
  using ((select private.may('giving')));

create policy "Admins dismiss duplicates" on public.dismissed_duplicates
  for insert to authenticated
  with check ((select private.may('giving')));

grant select on table public.dismissed_duplicates to authenticated;
grant insert (first_donor_id, second_donor_id) on table public.dismissed_duplicates to authenticated;
grant select on table public.dismissed_duplicates to service_role;

create function private.donors_named_by_donation(zip_codes text[] default null)
returns table (id uuid, duplicate_key text)
language sql
stable
security definer
set search_path = ''
as $$
  -- Only a few names are looked up, because most donors whose name comes from a donation have no postal address.
  select donor.id, private.duplicate_key(known.first_name, known.last_name, private.zip_code_of(donor.address))
  from public.donors as donor
  cross join lateral private.donor_name(donor.id) as known
  where donor.first_name is null and donor.address is not null and donor.merged_into_id is null
    and (zip_codes is null or private.zip_code_of(donor.address) = any (zip_codes));
$$;

create function private.donors_alike(duplicate_keys text[])
returns table (duplicate_key text, donor_id uuid, donor_count bigint)
language sql
stable
security definer
rows 20000
set search_path = ''
as $$
  with asked as materialized (
    select distinct key.text from unnest(duplicate_keys) as key (text) where key.text is not null
  ),
  alike as (
    select donor.id, donor.created_at, donor.duplicate_key
    from asked
    join public.donors as donor on donor.duplicate_key = asked.text
    union all
    select donor.id, donor.created_at, named.duplicate_key
    from asked
    join private.donors_named_by_donation(array(select distinct right(asked.text, 5) from asked)) as named
      on named.duplicate_key = asked.text
    join public.donors as donor on donor.id = named.id
  )
  select alike.duplicate_key, (array_agg(alike.id order by alike.created_at, alike.id))[1], count(*)
  from alike
  group by alike.duplicate_key;
$$;

create function private.duplicate_pairs()
returns table (first_id uuid, second_id uuid, reason text)
language sql
stable
security definer
set search_path = ''
as $$
  with named_by_donation as materialized (
    select named.id, named.duplicate_key from private.donors_named_by_donation() as named
  ),
  alike as (
    select array_agg(donor.id order by donor.id) as ids
    from public.donors as donor
    where donor.duplicate_key is not null
    group by donor.duplicate_key
    having count(*) > 1
    union all
    select array_agg(distinct same.id order by same.id)
    from named_by_donation as named
    cross join lateral (
      select donor.id from public.donors as donor where donor.duplicate_key = named.duplicate_key
      union all
      select other.id from named_by_donation as other where other.duplicate_key = named.duplicate_key
    ) as same
    group by named.duplicate_key
    having count(distinct same.id) > 1
  )
  select least(donor.id, address.donor_id), greatest(donor.id, address.donor_id), 'email'
  from public.donors as donor
  join public.donor_emails as address on address.email_key = lower(donor.email)
  where donor.merged_into_id is null and address.donor_id <> donor.id
  union all
  -- At most 20 donors with the same key, because hundreds would make tens of thousands of pairs.
  select one.id, other.id, 'name_and_zip_code'
  from alike
  cross join lateral unnest(alike.ids[:20]) as one (id)
  cross join lateral unnest(alike.ids[:20]) as other (id)
  where one.id < other.id;
$$;

create function private.possible_duplicates(max_count integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with dismissed as materialized (
    -- Dismissing a pair with a merged donor also applies to the donor who was kept.
    select least(ends.first_id, ends.second_id) as first_id, greatest(ends.first_id, ends.second_id) as second_id
    from public.dismissed_duplicates as entry
    cross join lateral (
      select private.kept_donor(entry.first_donor_id) as first_id, private.kept_donor(entry.second_donor_id) as second_id
    ) as ends
  ),
  listed as (
    select distinct on (pair.first_id, pair.second_id) pair.*
    from private.duplicate_pairs() as pair
    where not exists (
      select from dismissed
      where dismissed.first_id = pair.first_id and dismissed.second_id = pair.second_id
    )
    order by pair.first_id, pair.second_id, pair.reason
    limit max_count
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'reason', listed.reason,
        -- The donor who was added first is kept, unless the administrator chooses otherwise.
        'kept', private.donor_merge_side(case when one.created_at <= other.created_at then one else other end),
        'merged', private.donor_merge_side(case when one.created_at <= other.created_at then other else one end)
      )
      order by listed.first_id, listed.second_id
    ),
    '[]'::jsonb
  )
  from listed
  join public.donors as one on one.id = listed.first_id
  join public.donors as other on other.id = listed.second_id;
$$;

grant execute on function private.possible_duplicates(integer) to service_role;

comment on function private.donors_named_by_donation(text[]) is
  'Returns donors with a postal address and an uncorrected name, which comes from their latest donation. If ZIP codes '
  'are given, returns only donors with one of them.';
comment on function private.donors_alike(text[]) is
  'For each key, returns the donor who was added first and how many donors have the key.';
comment on function private.duplicate_pairs() is
  'Returns the pairs of donors who may be the same person: one''s email address leads to the other, or both have the '
  'same name and ZIP code.';
comment on function private.possible_duplicates(integer) is
  'Returns the pairs of donors who may be the same person, except those that were dismissed.';
