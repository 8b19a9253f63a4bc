set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Recomputes the totals from the donations, to check and repair those that the triggers maintain.
create function private.recomputed_totals()
returns table (kind text, is_demo boolean, key text, total_amount numeric, donation_count bigint, detail text)
language sql
stable
security definer
set search_path = ''
as $$
  with counted as (
    select
      donation.*,
      donor.email as donor_email,
      coalesce(donor.first_name, donation.first_name) as donor_first_name,
      coalesce(donor.last_name, donation.last_name) as donor_last_name,
      donation.amount - donation.adjusted_amount as net,
      (donation.amount > donation.adjusted_amount) as remains,
      donation.completed_at at time zone private.time_zone() as local_time
    from public.donations as donation
    join public.donors as donor on donor.id = donation.donor_id
    where donation.completed_at is not null
  )
  select 'site', counted.is_demo, '', sum(counted.net), count(*) filter (where counted.remains),
    concat_ws('|', count(distinct counted.donor_id) filter (where counted.remains), (
      select count(*) from (
        select from counted as gift
        where gift.remains and gift.is_demo = counted.is_demo
        group by gift.donor_id having count(*) > 1
      ) as returning_donor
    ))
  from counted group by counted.is_demo
  union all
  select 'month', counted.is_demo, date_trunc('month', counted.local_time)::date::text, sum(counted.net),
    count(*) filter (where counted.remains), ''
  from counted group by 2, 3
  union all
  select 'day', counted.is_demo, counted.local_time::date::text, sum(counted.net),
    count(*) filter (where counted.remains), ''
  from counted group by 2, 3
  union all
  select 'donor', counted.is_demo, counted.donor_id::text, sum(counted.net), count(*),
    concat_ws('|',
      (array_agg(counted.donor_first_name order by counted.completed_at desc, counted.id desc))[1],
      (array_agg(counted.donor_last_name order by counted.completed_at desc, counted.id desc))[1],
      max(counted.donor_email),
      bool_or(counted.is_recurring), min(counted.completed_at), max(counted.completed_at),
      (array_agg(counted.id order by counted.completed_at desc, counted.id desc))[1]
    )
  from counted where counted.remains group by counted.is_demo, counted.donor_id
  union all
  select 'donor without donations', money.is_demo, donor.id::text, 0, 0,
    concat_ws('|', donor.first_name, donor.last_name, donor.email, donor.created_at)
  from public.donors as donor
  cross join (values (false), (true)) as money (is_demo)
  where donor.first_name is not null
    and donor.merged_into_id is null
    and not exists (
      select from counted
      where counted.remains and counted.is_demo = money.is_demo and counted.donor_id = donor.id
    );
$$;

grant execute on function private.recomputed_totals() to service_role;

create function private.kept_totals()
returns table (kind text, is_demo boolean, key text, total_amount numeric, donation_count bigint, detail text)
language sql
stable
security definer
set search_path = ''
as $$
  select 'site', site.is_demo, '', site.total_amount, site.donation_count,
    concat_ws('|', site.donor_count, site.returning_donor_count)
  from public.donation_site_totals as site
  union all
  select 'month', kept.is_demo, kept.month::text, kept.total_amount, kept.donation_count, ''
  from public.donation_month_totals as kept
  union all
  select 'day', kept.is_demo, kept.day::text, kept.total_amount, kept.donation_count, ''
  from public.donation_day_totals as kept
  union all
  select 'donor', donor.is_demo, donor.id::text, donor.total_amount, donor.donation_count,
    concat_ws('|', donor.first_name, donor.last_name, donor.email, donor.is_recurring,
      donor.first_donation_at, donor.last_donation_at, donor.last_donation_id)
  from public.donor_totals as donor
  union all
  select 'donor without donations', donor.is_demo, donor.id::text, 0, 0,
    concat_ws('|', donor.first_name, donor.last_name, donor.email, donor.created_at)
  from public.donors_without_donations as donor;
$$;

grant execute on function private.kept_totals() to service_role;

create function private.donation_totals_differences()
returns table (kind text, is_demo boolean, key text, kept text, recomputed text)
language sql
stable
security definer
set search_path = ''
as $$
  select
    coalesce(kept.kind, fresh.kind),
    coalesce(kept.is_demo, fresh.is_demo),
    coalesce(kept.key, fresh.key),
    concat_ws(' ', kept.total_amount, kept.donation_count, kept.detail),
    concat_ws(' ', fresh.total_amount, fresh.donation_count, fresh.detail)
  from (
    select * from private.kept_totals() as entry
    where entry.total_amount <> 0 or entry.donation_count <> 0 or entry.kind = 'donor without donations'
  ) as kept
  full join (
    select * from private.recomputed_totals() as entry
    where entry.total_amount <> 0 or entry.donation_count <> 0 or entry.kind = 'donor without donations'
  ) as fresh
    on fresh.kind = kept.kind and fresh.is_demo = kept.is_demo and fresh.key = kept.key
  where (kept.total_amount, kept.donation_count, kept.detail)
    is distinct from (fresh.total_amount, fresh.donation_count, fresh.detail);
$$;

grant execute on function private.donation_totals_differences() to service_role;

create function private.recompute_donation_totals()
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform 1 from public.donation_site_totals order by is_demo for update;
  delete from public.donation_month_totals;
  delete from public.donation_day_totals;
  delete from public.donor_totals;
  delete from public.donors_without_donations;
  update public.donation_site_totals
  set total_amount = 0, donation_count = 0, donor_count = 0, returning_donor_count = 0;

  with fresh as materialized (
    select * from private.recomputed_totals()
  ),
  months as (
    insert into public.donation_month_totals (is_demo, month, total_amount, donation_count)
    select fresh.is_demo, fresh.key::date, fresh.total_amount, fresh.donation_count
    from fresh where fresh.kind = 'month'
  ),
  days as (
    insert into public.donation_day_totals (is_demo, day, total_amount, donation_count)
    select fresh.is_demo, fresh.key::date, fresh.total_amount, fresh.donation_count
    from fresh where fresh.kind = 'day'
  )
  update public.donation_site_totals as site
  set total_amount = fresh.total_amount, donation_count = fresh.donation_count
  from fresh
  where fresh.kind = 'site' and fresh.is_demo = site.is_demo;
  perform private.refresh_donors(
    site.is_demo,
    coalesce(
      (
        select array_agg(distinct donation.donor_id) from public.donations as donation
        where donation.is_demo = site.is_demo and donation.completed_at is not null
      ),
      array[]::uuid[]
    )
  )
  from public.donation_site_totals as site;
  perform private.refresh_donors_without_donations(
    site.is_demo, array(select donor.id from public.donors as donor where donor.first_name is not null)
  )
  from public.donation_site_totals as site;
end;
$$;

grant execute on function private.recompute_donation_totals() to service_role;

create function private.move_totals_to_time_zone()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.recompute_donation_totals();
  return null;
end;
$$;

comment on function private.move_totals_to_time_zone() is
  'Recomputes the donation totals after the organization''s time zone has changed.';

create trigger move_totals_to_time_zone
  after update of time_zone on public.settings
  for each row when (old.time_zone is distinct from new.time_zone)
  execute function private.move_totals_to_time_zone();

comment on function private.recomputed_totals() is
  'Returns the totals, computed only from the donors and their donations.';
comment on function private.kept_totals() is
  'Returns the totals that the triggers maintain, in the format of recomputed_totals().';
comment on function private.donation_totals_differences() is
  'Returns the rows in which the maintained totals differ from the recomputed ones; empty if the triggers are correct.';
comment on function private.recompute_donation_totals() is
  'Repairs the totals by rebuilding all of them from the donations.';
