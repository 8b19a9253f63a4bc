set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Like the totals, this table is maintained by triggers, because a query for donors without a row in donor_totals would
-- read all donors.
create table public.donors_without_donations (
  id uuid not null,
  is_demo boolean not null,
  first_name text not null,
  last_name text not null,
  email text,
  created_at timestamptz not null,
  search_text text not null
    generated always as (lower(first_name || ' ' || last_name || ' ' || coalesce(email, ''))) stored,
  primary key (is_demo, id)
);
create index donors_without_donations_created_at_idx
  on public.donors_without_donations (is_demo, created_at desc, id desc);
create index donors_without_donations_name_idx
  on public.donors_without_donations (is_demo, lower(last_name), lower(first_name), id)
  include (last_name, first_name);
create index donors_without_donations_search_idx
  on public.donors_without_donations using gin (search_text extensions.gin_trgm_ops);
alter table public.donors_without_donations alter column search_text set statistics 2000;

comment on table public.donors_without_donations is
  'Donors who were added, imported or corrected, and have no donation that counts. Demo and real money have separate rows.';
comment on column public.donors_without_donations.id is 'The donor''s id.';
comment on column public.donors_without_donations.created_at is 'When the donor was added.';

select private.describe_table(
  'donors_without_donations', area => 'giving', archived => false, left_out => 'computed', audited => false,
  rows => '{area}'
);
select private.describe_columns('donors_without_donations', '{email,first_name,last_name}', kind => 'computed');

alter table public.donors_without_donations enable row level security;

create policy "Admins read donors without donations" on public.donors_without_donations
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.donors_without_donations to authenticated;
grant select on table public.donors_without_donations to service_role;

create function private.refresh_donors_without_donations(demo boolean, donor_ids uuid[])
returns void
language plpgsql
volatile
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  delete from public.donors_without_donations as entry
  where entry.is_demo = demo and entry.id = any (donor_ids);

  insert into public.donors_without_donations (is_demo, id, first_name, last_name, email, created_at)
  select demo, donor.id, donor.first_name, donor.last_name, donor.email, donor.created_at
  from public.donors as donor
  where donor.id = any (donor_ids)
    and donor.first_name is not null
    and donor.merged_into_id is null
    and not exists (
      select from public.donor_totals as totals where totals.is_demo = demo and totals.id = donor.id
    );
end;
$$;

create function private.add_new_donors_to_list()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Doesn't need a lock on the site's row, because no other transaction sees these donors yet.
  perform private.refresh_donors_without_donations(money.is_demo, named.ids)
  from (select array_agg(fresh.id) as ids from fresh where fresh.first_name is not null) as named
  cross join (values (false), (true)) as money (is_demo)
  where named.ids is not null;
  return null;
end;
$$;

create trigger add_new_donors_to_list
  after insert on public.donors
  referencing new table as fresh
  for each statement execute function private.add_new_donors_to_list();

create function private.unlist_deleted_donors()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.donors_without_donations as entry
  using stale
  where entry.id = stale.id and entry.is_demo in (false, true);
  return null;
end;
$$;

create trigger unlist_deleted_donors
  after delete on public.donors
  referencing old table as stale
  for each statement execute function private.unlist_deleted_donors();

comment on function private.refresh_donors_without_donations(boolean, uuid[]) is
  'Rebuilds the rows of the given donors from their totals. The caller holds the lock on the site''s row.';
comment on function private.add_new_donors_to_list() is 'Adds new donors to the list of donors without donations.';
comment on function private.unlist_deleted_donors() is
  'Removes deleted donors from the list of donors without donations.';
