set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.dismissed_volunteer_duplicates (
  id uuid primary key default gen_random_uuid(),
  first_volunteer_id uuid not null references public.volunteers (id) on delete cascade,
  second_volunteer_id uuid not null references public.volunteers (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint dismissed_volunteer_duplicates_second_volunteer_id_check check (first_volunteer_id < second_volunteer_id),
  constraint dismissed_volunteer_duplicates_pair_key unique (first_volunteer_id, second_volunteer_id)
);
create index dismissed_volunteer_duplicates_second_volunteer_idx
  on public.dismissed_volunteer_duplicates (second_volunteer_id);

comment on table public.dismissed_volunteer_duplicates is
  'Pairs of volunteers who looked like the same person until an administrator dismissed the pair.';
comment on column public.dismissed_volunteer_duplicates.first_volunteer_id is 'The lower of the two ids.';

select private.describe_table(
  'dismissed_volunteer_duplicates', area => 'volunteers', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert}',
  audited_on => 'insert',
  erasure => 'delete', erase_order => 28,
  reason => 'Dismissed suggestions to merge.'
);

alter table public.dismissed_volunteer_duplicates enable row level security;

create policy "Admins read dismissed volunteer duplicates" on public.dismissed_volunteer_duplicates
  for select to authenticated
  using ((select private.may('volunteers')));

create policy "Admins dismiss volunteer duplicates" on public.dismissed_volunteer_duplicates
  for insert to authenticated
  with check ((select private.may('volunteers')));

grant select on table public.dismissed_volunteer_duplicates to administrator;
grant insert (first_volunteer_id, second_volunteer_id) on table public.dismissed_volunteer_duplicates to authenticated;
grant select on table public.dismissed_volunteer_duplicates to service_role;

create function private.volunteer_duplicate_pairs()
returns table (first_id uuid, second_id uuid, reason text)
language sql
stable
security definer
set search_path = ''
as $$
  with keyed as materialized (
    select person.id, alike.reason, alike.key
    from public.volunteers as person
    cross join lateral (
      select 'name_and_zip_code' as reason,
        lower(regexp_replace(btrim(person.name), '\s+', ' ', 'g')) || ' ' || left(nullif(btrim(person.zip_code), ''), 5) as key
      union all
      -- The last ten digits, without the country code. Null for a number without an area code.
      select 'phone', substring(regexp_replace(person.phone, '[^0-9]', '', 'g') from '[0-9]{10}$')
    ) as alike
    where person.merged_into_id is null and alike.key is not null
  ),
  alike as (
    select keyed.reason, array_agg(keyed.id order by keyed.id) as ids
    from keyed
    group by keyed.reason, keyed.key
    having count(*) > 1
  )
  -- At most 20 volunteers with the same key, because hundreds would make tens of thousands of pairs.
  select one.id, other.id, alike.reason
  from alike
  cross join lateral unnest(alike.ids[:20]) as one (id)
  cross join lateral unnest(alike.ids[:20]) as other (id)
  where one.id < other.id;
$$;

create function private.has_open_account(person public.volunteers)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.volunteer_accounts as account
    where account.id = person.account_id and account.is_active and account.activated_at is not null
  );
$$;

create function private.possible_volunteer_duplicates(max_count integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with dismissed as materialized (
    -- Dismissing a pair with a merged volunteer also applies to the one who was kept.
    select least(ends.first_id, ends.second_id) as first_id, greatest(ends.first_id, ends.second_id) as second_id
    from public.dismissed_volunteer_duplicates as entry
    cross join lateral (
      select private.kept_volunteer(entry.first_volunteer_id) as first_id,
        private.kept_volunteer(entry.second_volunteer_id) as second_id
    ) as ends
  ),
  listed as (
    select distinct on (pair.first_id, pair.second_id) pair.*
    from private.volunteer_duplicate_pairs() as pair
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
        -- Unless the administrator chooses otherwise, the merge keeps the volunteer who can log in or, if both or
        -- neither can, the one who was added first.
        'kept', private.volunteer_merge_side(case when is_first_kept.value then one else other end),
        'merged', private.volunteer_merge_side(case when is_first_kept.value then other else one end)
      )
      order by listed.first_id, listed.second_id
    ),
    '[]'::jsonb
  )
  from listed
  join public.volunteers as one on one.id = listed.first_id
  join public.volunteers as other on other.id = listed.second_id
  cross join lateral (
    select (private.has_open_account(one), other.created_at) >= (private.has_open_account(other), one.created_at) as value
  ) as is_first_kept;
$$;

grant execute on function private.possible_volunteer_duplicates(integer) to service_role;

comment on function private.volunteer_duplicate_pairs() is
  'Returns the pairs of volunteers who may be the same person: both have the same name and ZIP code, or the same phone number.';
comment on function private.possible_volunteer_duplicates(integer) is
  'Returns the pairs of volunteers who may be the same person, except those that were dismissed.';
comment on function private.has_open_account(public.volunteers) is 'Returns whether the volunteer can log in.';
