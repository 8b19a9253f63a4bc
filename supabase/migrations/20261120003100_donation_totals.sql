set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Totals for the whole site and by month, day and donor. Triggers maintain them, so that no page has to sum the
-- donations. Once completed_at is set, a donation counts as amount minus adjusted_amount. Demo money has separate rows;
-- private.shows_demo_money() decides which to show.
create table public.donation_site_totals (
  is_demo boolean primary key,
  total_amount numeric(14, 2) not null default 0,
  donation_count bigint not null default 0,
  donor_count bigint not null default 0,
  returning_donor_count bigint not null default 0
);
insert into public.donation_site_totals (is_demo) values (false), (true);

create table public.donation_month_totals (
  is_demo boolean not null,
  month date not null,
  total_amount numeric(14, 2) not null default 0,
  donation_count bigint not null default 0,
  primary key (is_demo, month)
);

create table public.donation_day_totals (
  is_demo boolean not null,
  day date not null,
  total_amount numeric(14, 2) not null default 0,
  donation_count bigint not null default 0,
  primary key (is_demo, day)
);

create table public.donor_totals (
  id uuid not null,
  is_demo boolean not null,
  first_name text not null,
  last_name text not null,
  email text,
  total_amount numeric(14, 2) not null,
  donation_count integer not null,
  is_recurring boolean not null,
  first_donation_at timestamptz not null,
  last_donation_at timestamptz not null,
  last_donation_id uuid not null,
  search_text text not null
    generated always as (lower(first_name || ' ' || last_name || ' ' || coalesce(email, ''))) stored,
  primary key (is_demo, id)
);
create index donor_totals_top_idx
  on public.donor_totals (is_demo, total_amount desc, id desc)
  include (last_donation_at);
create index donor_totals_last_idx
  on public.donor_totals (is_demo, last_donation_at desc, id desc)
  include (total_amount);
create index donor_totals_first_idx on public.donor_totals (is_demo, first_donation_at desc, id desc);
create index donor_totals_no_email_idx on public.donor_totals (is_demo, id) where email is null;
create index donor_totals_recurring_idx on public.donor_totals (is_demo, id) where is_recurring;
create index donor_totals_name_idx
  on public.donor_totals (is_demo, lower(last_name), lower(first_name), id)
  include (last_name, first_name, total_amount);
create index donor_totals_search_idx on public.donor_totals using gin (search_text extensions.gin_trgm_ops);
alter table public.donor_totals alter column search_text set statistics 2000;

comment on table public.donation_site_totals is 'All money: one row for demo money and one for real money.';
comment on table public.donation_month_totals is 'Money by month of the charge, in the organization''s time zone.';
comment on table public.donation_day_totals is 'Money by day of the charge, in the organization''s time zone.';
comment on table public.donor_totals is
  'Money by donor. Name and email are copied from the donor, for the indexes that the donor list uses.';
comment on column public.donor_totals.id is 'The donor''s id.';
comment on column public.donor_totals.last_donation_id is
  'The latest donation that still counts; among simultaneous donations, the one with the highest id.';
comment on column public.donation_site_totals.donation_count is 'The number of donations that weren''t fully refunded.';
comment on column public.donation_site_totals.returning_donor_count is
  'The number of donors with more than one donation that wasn''t fully refunded.';

select private.describe_table(
  'donation_site_totals', area => 'giving', archived => false, left_out => 'computed', audited => false,
  rows => '{area}'
);

alter table public.donation_site_totals enable row level security;

create policy "Admins read site totals" on public.donation_site_totals
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.donation_site_totals to authenticated;
grant select on table public.donation_site_totals to service_role;

select private.describe_table(
  'donation_month_totals', area => 'giving', archived => false, left_out => 'computed', audited => false,
  rows => '{area}'
);

alter table public.donation_month_totals enable row level security;

create policy "Admins read month totals" on public.donation_month_totals
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.donation_month_totals to authenticated;
grant select on table public.donation_month_totals to service_role;

select private.describe_table(
  'donation_day_totals', area => 'giving', archived => false, left_out => 'computed', audited => false,
  rows => '{area}'
);

alter table public.donation_day_totals enable row level security;

create policy "Admins read day totals" on public.donation_day_totals
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.donation_day_totals to authenticated;
grant select on table public.donation_day_totals to service_role;

select private.describe_table(
  'donor_totals', area => 'giving', archived => false, left_out => 'computed', audited => false,
  rows => '{area}'
);
select private.describe_columns('donor_totals', '{email,first_name,last_donation_id,last_name}', kind => 'computed');

alter table public.donor_totals enable row level security;

create policy "Admins read donor totals" on public.donor_totals
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.donor_totals to authenticated;
grant select on table public.donor_totals to service_role;

-- Force cached plans in the trigger's functions: planning a query for each donation took longer than running it.
create function private.refresh_donors(demo boolean, donor_ids uuid[])
returns void
language plpgsql
volatile
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  donors_before bigint;
  donors_after bigint;
  returning_before bigint;
  returning_after bigint;
begin
  select count(*), count(*) filter (where totals.donation_count > 1) into donors_before, returning_before
  from public.donor_totals as totals
  where totals.is_demo = demo and totals.id = any (donor_ids);

  with counted as (
    select
      donation.donor_id,
      sum(donation.amount - donation.adjusted_amount) as total_amount,
      count(*)::integer as donation_count,
      bool_or(donation.is_recurring) as is_recurring,
      min(donation.completed_at) as first_donation_at,
      max(donation.completed_at) as last_donation_at,
      (array_agg(donation.id order by donation.completed_at desc, donation.id desc))[1] as latest_id
    from public.donations as donation
    where donation.is_demo = demo
      and donation.donor_id = any (donor_ids)
      and donation.completed_at is not null
      and donation.amount > donation.adjusted_amount
    group by donation.donor_id
  ),
  gone as (
    delete from public.donor_totals as totals
    where totals.is_demo = demo
      and totals.id = any (donor_ids)
      and not exists (select 1 from counted where counted.donor_id = totals.id)
  )
  insert into public.donor_totals (
    is_demo, id, first_name, last_name, email, total_amount, donation_count, is_recurring,
    first_donation_at, last_donation_at, last_donation_id
  )
  select
    demo, donor.id, coalesce(donor.first_name, latest.first_name), coalesce(donor.last_name, latest.last_name),
    donor.email, counted.total_amount, counted.donation_count, counted.is_recurring, counted.first_donation_at,
    counted.last_donation_at, counted.latest_id
  from counted
  join public.donors as donor on donor.id = counted.donor_id
  join public.donations as latest on latest.id = counted.latest_id
  on conflict (is_demo, id) do update set
    first_name = excluded.first_name,
    last_name = excluded.last_name,
    email = excluded.email,
    total_amount = excluded.total_amount,
    donation_count = excluded.donation_count,
    is_recurring = excluded.is_recurring,
    first_donation_at = excluded.first_donation_at,
    last_donation_at = excluded.last_donation_at,
    last_donation_id = excluded.last_donation_id;
  perform private.refresh_donors_without_donations(demo, donor_ids);

  select count(*), count(*) filter (where totals.donation_count > 1) into donors_after, returning_after
  from public.donor_totals as totals
  where totals.is_demo = demo and totals.id = any (donor_ids);
  if (donors_after, returning_after) <> (donors_before, returning_before) then
    update public.donation_site_totals
    set donor_count = donor_count + donors_after - donors_before,
      returning_donor_count = returning_donor_count + returning_after - returning_before
    where is_demo = demo;
  end if;
end;
$$;

create function private.add_donation_to_donor(added_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  donations_now integer;
begin
  insert into public.donor_totals as totals (
    is_demo, id, first_name, last_name, email, total_amount, donation_count, is_recurring,
    first_donation_at, last_donation_at, last_donation_id
  )
  select
    donation.is_demo, donor.id, coalesce(donor.first_name, donation.first_name),
    coalesce(donor.last_name, donation.last_name), donor.email,
    donation.amount - donation.adjusted_amount, 1, donation.is_recurring,
    donation.completed_at, donation.completed_at, donation.id
  from public.donations as donation
  join public.donors as donor on donor.id = donation.donor_id
  where donation.id = added_id and donation.amount > donation.adjusted_amount
  on conflict (is_demo, id) do update set
    total_amount = totals.total_amount + excluded.total_amount,
    donation_count = totals.donation_count + 1,
    is_recurring = totals.is_recurring or excluded.is_recurring,
    first_donation_at = least(totals.first_donation_at, excluded.first_donation_at),
    (first_name, last_name, last_donation_at, last_donation_id) = (
      select latest.first_name, latest.last_name, latest.last_donation_at, latest.last_donation_id
      from (values
        (totals.first_name, totals.last_name, totals.last_donation_at, totals.last_donation_id),
        (excluded.first_name, excluded.last_name, excluded.last_donation_at, excluded.last_donation_id)
      ) as latest (first_name, last_name, last_donation_at, last_donation_id)
      order by latest.last_donation_at desc, latest.last_donation_id desc
      limit 1
    )
  returning totals.donation_count into donations_now;

  if donations_now <= 2 then
    update public.donation_site_totals as site
    set donor_count = site.donor_count + (donations_now = 1)::integer,
      returning_donor_count = site.returning_donor_count + (donations_now = 2)::integer
    where site.is_demo = (select donation.is_demo from public.donations as donation where donation.id = added_id);
  end if;
  if donations_now = 1 then
    delete from public.donors_without_donations as entry
    using public.donations as donation
    where donation.id = added_id and entry.is_demo = donation.is_demo and entry.id = donation.donor_id;
  end if;
end;
$$;

create type private.donation_change as (
  is_demo boolean,
  donor_id uuid,
  charged_at timestamptz,
  net numeric,
  gifts integer,
  -- Set when a donation starts to count. The donation is then added to its donor's row, without summing all of the
  -- donor's donations again.
  added_donation uuid
);
comment on type private.donation_change is 'The amounts that one donation adds to or subtracts from the totals.';

create function private.roll_up_donations()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  zone text;
  changes private.donation_change[];
  demo boolean;
begin
  if tg_op = 'INSERT' then
    select array_agg(row (fresh.is_demo, fresh.donor_id, fresh.completed_at, fresh.amount - fresh.adjusted_amount,
      (fresh.amount > fresh.adjusted_amount)::integer, fresh.id)::private.donation_change)
    into changes
    from fresh where fresh.completed_at is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(row (stale.is_demo, stale.donor_id, stale.completed_at, stale.adjusted_amount - stale.amount,
      -(stale.amount > stale.adjusted_amount)::integer, null)::private.donation_change)
    into changes
    from stale where stale.completed_at is not null;
  else
    select array_agg(row (changed.is_demo, changed.donor_id, changed.completed_at, changed.net, changed.gifts,
      changed.added_donation)::private.donation_change)
    into changes
    from (
      select stale.is_demo, stale.donor_id, stale.completed_at, stale.adjusted_amount - stale.amount as net,
        -(stale.amount > stale.adjusted_amount)::integer as gifts, null::uuid as added_donation
      from stale join fresh using (id)
      where stale.completed_at is not null
        and (stale.donor_id, stale.completed_at, stale.amount, stale.adjusted_amount, stale.is_demo,
          stale.first_name, stale.last_name, stale.email, stale.is_recurring)
        is distinct from (fresh.donor_id, fresh.completed_at, fresh.amount, fresh.adjusted_amount, fresh.is_demo,
          fresh.first_name, fresh.last_name, fresh.email, fresh.is_recurring)
      union all
      select fresh.is_demo, fresh.donor_id, fresh.completed_at, fresh.amount - fresh.adjusted_amount,
        (fresh.amount > fresh.adjusted_amount)::integer, case when stale.completed_at is null then fresh.id end
      from fresh join stale using (id)
      where fresh.completed_at is not null
        and (stale.donor_id, stale.completed_at, stale.amount, stale.adjusted_amount, stale.is_demo,
          stale.first_name, stale.last_name, stale.email, stale.is_recurring)
        is distinct from (fresh.donor_id, fresh.completed_at, fresh.amount, fresh.adjusted_amount, fresh.is_demo,
          fresh.first_name, fresh.last_name, fresh.email, fresh.is_recurring)
    ) as changed;
  end if;
  if changes is null then
    return null;
  end if;
  select setting.time_zone into zone from public.settings as setting;

  for demo in select distinct entry.is_demo from unnest(changes) as entry order by 1 loop
    -- Always lock the site's row first. Transactions then wait for each other at this row, so they can't deadlock on
    -- the other rows.
    update public.donation_site_totals as site
    set total_amount = site.total_amount + change.net, donation_count = site.donation_count + change.gifts
    from (
      select sum(entry.net) as net, sum(entry.gifts) as gifts
      from unnest(changes) as entry where entry.is_demo = demo
    ) as change
    where site.is_demo = demo;

    insert into public.donation_month_totals as month_total (is_demo, month, total_amount, donation_count)
    select demo, date_trunc('month', entry.charged_at at time zone zone)::date as month, sum(entry.net), sum(entry.gifts)
    from unnest(changes) as entry where entry.is_demo = demo
    group by 2
    order by 2
    on conflict (is_demo, month) do update set
      total_amount = month_total.total_amount + excluded.total_amount,
      donation_count = month_total.donation_count + excluded.donation_count;

    insert into public.donation_day_totals as day_total (is_demo, day, total_amount, donation_count)
    select demo, (entry.charged_at at time zone zone)::date as day, sum(entry.net), sum(entry.gifts)
    from unnest(changes) as entry where entry.is_demo = demo
    group by 2
    order by 2
    on conflict (is_demo, day) do update set
      total_amount = day_total.total_amount + excluded.total_amount,
      donation_count = day_total.donation_count + excluded.donation_count;

    -- Add donations before rebuilding rows. A rebuild sums all of a donor's donations, so the order of the changes
    -- doesn't matter, and a rebuild is faster than adding hundreds of donations one by one.
    if cardinality(changes) <= 200 then
      perform private.add_donation_to_donor(entry.added_donation)
      from unnest(changes) as entry where entry.is_demo = demo and entry.added_donation is not null;
    end if;
    perform private.refresh_donors(demo, array_agg(distinct entry.donor_id))
    from unnest(changes) as entry
    where entry.is_demo = demo and (entry.added_donation is null or cardinality(changes) > 200)
    having count(*) > 0;
    if not demo then
      update public.settings as setting set real_payments = true where not setting.real_payments;
    end if;
  end loop;
  return null;
end;
$$;

comment on function private.roll_up_donations() is
  'Adds the statement''s donations to the totals of the site, its days and months, and its donors.';

create trigger roll_up_inserts
  after insert on public.donations
  referencing new table as fresh
  for each statement execute function private.roll_up_donations();

create trigger roll_up_updates
  after update on public.donations
  referencing old table as stale new table as fresh
  for each statement execute function private.roll_up_donations();

create trigger roll_up_deletes
  after delete on public.donations
  referencing old table as stale
  for each statement execute function private.roll_up_donations();

comment on function private.refresh_donors(boolean, uuid[]) is
  'Rebuilds the rows of the given donors. The caller holds the lock on the site''s row.';
comment on function private.add_donation_to_donor(uuid) is
  'Adds a donation that starts to count to its donor''s row. The caller holds the lock on the site''s row.';

create function private.copy_donor_to_totals()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  demo boolean;
begin
  -- Locks rows in the same order as roll_up_donations.
  perform 1 from public.donation_site_totals as site order by site.is_demo for update;
  foreach demo in array array[false, true] loop
    perform private.refresh_donors(demo, array[new.id]);
  end loop;
  return null;
end;
$$;

create trigger copy_donor_to_totals
  after update of first_name, last_name, email, merged_into_id on public.donors
  for each row when (
    (old.first_name, old.last_name, old.email, old.merged_into_id)
    is distinct from (new.first_name, new.last_name, new.email, new.merged_into_id)
  )
  execute function private.copy_donor_to_totals();

comment on function private.copy_donor_to_totals() is
  'Rebuilds a donor''s rows in the totals when the donor''s name or email address is corrected, or when the donor is '
  'merged.';
