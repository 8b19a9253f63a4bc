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
  notes text,
  total_amount numeric(14, 2) not null,
  donation_count integer not null,
  is_recurring boolean not null,
  first_donation_at timestamptz not null,
  last_donation_at timestamptz not null,
  last_donation_id uuid not null,
  search_text text not null
    generated always as (
      private.search_text(first_name || ' ' || last_name || ' ' || coalesce(email, '') || coalesce(' ' || notes, ''))
    ) stored,
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
  on public.donor_totals (is_demo, private.fold(last_name) collate "C", private.fold(first_name) collate "C", id)
  include (last_name, first_name, total_amount);
create index donor_totals_search_idx on public.donor_totals using gin (search_text extensions.gin_trgm_ops);
alter table public.donor_totals alter column search_text set statistics 2000;

comment on table public.donation_site_totals is 'All money: one row for demo money and one for real money.';
comment on table public.donation_month_totals is 'Money by month of the donation''s date.';
comment on table public.donation_day_totals is 'Money by the donation''s date.';
comment on table public.donor_totals is
  'Money by donor. Name, email and notes are copied from the donor, for the indexes that the donor list uses.';
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
select private.describe_columns('donor_totals', '{email,first_name,last_donation_id,last_name,notes}', kind => 'computed');

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
    is_demo, id, first_name, last_name, email, notes, total_amount, donation_count, is_recurring,
    first_donation_at, last_donation_at, last_donation_id
  )
  select
    demo, donor.id, coalesce(donor.first_name, latest.first_name), coalesce(donor.last_name, latest.last_name),
    donor.email, donor.notes, counted.total_amount, counted.donation_count, counted.is_recurring, counted.first_donation_at,
    counted.last_donation_at, counted.latest_id
  from counted
  join public.donors as donor on donor.id = counted.donor_id
  join public.donations as latest on latest.id = counted.latest_id
  on conflict (is_demo, id) do update set
    first_name = excluded.first_name,
    last_name = excluded.last_name,
    email = excluded.email,
    notes = excluded.notes,
    total_amount = excluded.total_amount,
    donation_count = excluded.donation_count,
    is_recurring = excluded.is_recurring,
    first_donation_at = excluded.first_donation_at,
    last_donation_at = excluded.last_donation_at,
    last_donation_id = excluded.last_donation_id;
  perform private.refresh_donors_without_donations(demo, donor_ids);
  if not demo then
    -- Real donations decide whether the row for demo money is needed.
    perform private.refresh_donors_without_donations(true, donor_ids);
  end if;

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
    where donation.id = added_id
      and entry.id = donation.donor_id
      and (entry.is_demo = donation.is_demo or (entry.is_demo and not entry.is_entered));
  end if;
end;
$$;

create type private.donation_change as (
  is_demo boolean,
  donor_id uuid,
  given_on date,
  net numeric,
  gifts integer,
  -- How many of them are in the donor's statement.
  in_statement integer,
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
  changes private.donation_change[];
  demo boolean;
begin
  -- Donations that don't count as real money give a donor a name.
  if tg_op = 'INSERT' then
    perform private.list_uncounted_donors(array_agg(distinct fresh.donor_id))
    from fresh where fresh.completed_at is null or fresh.is_demo;
  elsif tg_op = 'DELETE' then
    perform private.list_uncounted_donors(array_agg(distinct stale.donor_id))
    from stale where stale.completed_at is null or stale.is_demo;
  else
    perform private.list_uncounted_donors(array_agg(distinct known.id))
    from stale
    join fresh using (id)
    cross join lateral (values (stale.donor_id), (fresh.donor_id)) as known (id)
    where (fresh.completed_at is null or fresh.is_demo)
      and (stale.donor_id, stale.first_name, stale.last_name)
        is distinct from (fresh.donor_id, fresh.first_name, fresh.last_name);
  end if;
  if tg_op = 'INSERT' then
    select array_agg(row (fresh.is_demo, fresh.donor_id, fresh.given_on, fresh.amount - fresh.adjusted_amount,
      (fresh.amount > fresh.adjusted_amount)::integer, (fresh.amount > fresh.adjusted_amount and fresh.is_receipted)::integer,
      fresh.id)::private.donation_change)
    into changes
    from fresh where fresh.completed_at is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(row (stale.is_demo, stale.donor_id, stale.given_on, stale.adjusted_amount - stale.amount,
      -(stale.amount > stale.adjusted_amount)::integer, -(stale.amount > stale.adjusted_amount and stale.is_receipted)::integer,
      null)::private.donation_change)
    into changes
    from stale where stale.completed_at is not null;
  else
    select array_agg(row (changed.is_demo, changed.donor_id, changed.given_on, changed.net, changed.gifts,
      changed.in_statement, changed.added_donation)::private.donation_change)
    into changes
    from (
      select stale.is_demo, stale.donor_id, stale.given_on, stale.adjusted_amount - stale.amount as net,
        -(stale.amount > stale.adjusted_amount)::integer as gifts,
        -(stale.amount > stale.adjusted_amount and stale.is_receipted)::integer as in_statement, null::uuid as added_donation
      from stale join fresh using (id)
      where stale.completed_at is not null
        and (stale.donor_id, stale.completed_at, stale.given_on, stale.amount, stale.adjusted_amount, stale.is_demo,
          stale.first_name, stale.last_name, stale.email, stale.is_recurring, stale.is_receipted)
        is distinct from (fresh.donor_id, fresh.completed_at, fresh.given_on, fresh.amount, fresh.adjusted_amount, fresh.is_demo,
          fresh.first_name, fresh.last_name, fresh.email, fresh.is_recurring, fresh.is_receipted)
      union all
      select fresh.is_demo, fresh.donor_id, fresh.given_on, fresh.amount - fresh.adjusted_amount,
        (fresh.amount > fresh.adjusted_amount)::integer,
        (fresh.amount > fresh.adjusted_amount and fresh.is_receipted)::integer, case when stale.completed_at is null then fresh.id end
      from fresh join stale using (id)
      where fresh.completed_at is not null
        and (stale.donor_id, stale.completed_at, stale.given_on, stale.amount, stale.adjusted_amount, stale.is_demo,
          stale.first_name, stale.last_name, stale.email, stale.is_recurring, stale.is_receipted)
        is distinct from (fresh.donor_id, fresh.completed_at, fresh.given_on, fresh.amount, fresh.adjusted_amount, fresh.is_demo,
          fresh.first_name, fresh.last_name, fresh.email, fresh.is_recurring, fresh.is_receipted)
    ) as changed;
  end if;
  if changes is null then
    return null;
  end if;

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
    select demo, date_trunc('month', entry.given_on)::date as month, sum(entry.net), sum(entry.gifts)
    from unnest(changes) as entry where entry.is_demo = demo
    group by 2
    order by 2
    on conflict (is_demo, month) do update set
      total_amount = month_total.total_amount + excluded.total_amount,
      donation_count = month_total.donation_count + excluded.donation_count;

    insert into public.donation_day_totals as day_total (is_demo, day, total_amount, donation_count)
    select demo, entry.given_on as day, sum(entry.net), sum(entry.gifts)
    from unnest(changes) as entry where entry.is_demo = demo
    group by 2
    order by 2
    on conflict (is_demo, day) do update set
      total_amount = day_total.total_amount + excluded.total_amount,
      donation_count = day_total.donation_count + excluded.donation_count;

    perform private.count_statement_donations(demo, changes);

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
  after update of first_name, last_name, email, notes, merged_into_id on public.donors
  for each row when (
    (old.first_name, old.last_name, old.email, old.notes, old.merged_into_id)
    is distinct from (new.first_name, new.last_name, new.email, new.notes, new.merged_into_id)
  )
  execute function private.copy_donor_to_totals();

comment on function private.copy_donor_to_totals() is
  'Rebuilds a donor''s rows in the totals when the donor''s name, email address or notes are changed, or when the donor '
  'is merged.';

-- Like the totals, this table is maintained by triggers, because a query for donors without a row in donor_totals would
-- read all donors.
create table public.donors_without_donations (
  id uuid not null,
  is_demo boolean not null,
  first_name text not null,
  last_name text not null,
  email text,
  notes text,
  is_entered boolean not null default true,
  created_at timestamptz not null,
  -- These never change. They have the same indexes as in donor_totals, so that a list of both is read in order.
  total_amount numeric(14, 2) not null default 0 check (total_amount = 0),
  last_donation_at timestamptz not null default '-infinity' check (last_donation_at = '-infinity'),
  search_text text not null
    generated always as (
      private.search_text(first_name || ' ' || last_name || ' ' || coalesce(email, '') || coalesce(' ' || notes, ''))
    ) stored,
  primary key (is_demo, id)
);
create index donors_without_donations_top_idx
  on public.donors_without_donations (is_demo, total_amount desc, id desc)
  include (is_entered);
create index donors_without_donations_last_idx
  on public.donors_without_donations (is_demo, last_donation_at desc, id desc)
  include (is_entered);
create index donors_without_donations_created_at_idx
  on public.donors_without_donations (is_demo, created_at desc, id desc);
create index donors_without_donations_name_idx
  on public.donors_without_donations (is_demo, private.fold(last_name) collate "C", private.fold(first_name) collate "C", id)
  include (last_name, first_name, is_entered);
create index donors_without_donations_no_email_idx
  on public.donors_without_donations (is_demo, id) where email is null;
create index donors_without_donations_search_idx
  on public.donors_without_donations using gin (search_text extensions.gin_trgm_ops);
alter table public.donors_without_donations alter column search_text set statistics 2000;

comment on table public.donors_without_donations is
  'Donors who have no donation that counts. Demo and real money have separate rows, and donors with real donations that '
  'count have a row for demo money only if they were entered.';
comment on column public.donors_without_donations.is_entered is
  'Whether an administrator added, imported or corrected the donor. If not, the name comes from a donation that was never '
  'paid, was refunded or was a test, and may be invented.';
comment on column public.donors_without_donations.id is 'The donor''s id.';
comment on column public.donors_without_donations.created_at is 'When the donor was added.';

select private.describe_table(
  'donors_without_donations', area => 'giving', archived => false, left_out => 'computed', audited => false,
  rows => '{area}'
);
select private.describe_columns('donors_without_donations', '{email,first_name,last_name,notes}', kind => 'computed');

alter table public.donors_without_donations enable row level security;

create policy "Admins read donors without donations" on public.donors_without_donations
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.donors_without_donations to authenticated;
grant select on table public.donors_without_donations to service_role;

create function private.refresh_donors_without_donations(demo boolean, donor_ids uuid[])
returns void
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  delete from public.donors_without_donations as entry
  where entry.is_demo = demo and entry.id = any (donor_ids);

  insert into public.donors_without_donations (
    is_demo, id, first_name, last_name, email, notes, is_entered, created_at
  )
  select demo, donor.id, named.first_name, named.last_name, donor.email, donor.notes, donor.first_name is not null,
    donor.created_at
  from public.donors as donor
  cross join lateral private.donor_name(donor.id) as named
  where donor.id = any (donor_ids)
    and named.first_name <> ''
    and donor.merged_into_id is null
    and not exists (
      select from public.donor_totals as totals
      where totals.id = donor.id
        and (totals.is_demo = demo or (not totals.is_demo and donor.first_name is null))
    )
  on conflict (is_demo, id) do update set
    first_name = excluded.first_name,
    last_name = excluded.last_name,
    email = excluded.email,
    notes = excluded.notes,
    is_entered = excluded.is_entered;
end;
$$;

create function private.list_uncounted_donors(donor_ids uuid[])
returns void
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  uncounted_ids constant uuid[] := array(
    select known.id from unnest(donor_ids) as known (id)
    where not exists (select from public.donor_totals as totals where totals.id = known.id and not totals.is_demo)
  );
begin
  if cardinality(uncounted_ids) = 0 then
    return;
  end if;
  -- The lock waits for a transaction in which a donation of these donors starts to count.
  perform 1 from public.donation_site_totals as site order by site.is_demo for update;
  perform private.refresh_donors_without_donations(money.is_demo, uncounted_ids)
  from (values (false), (true)) as money (is_demo);
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
  delete from public.statement_years as entry using stale where entry.donor_id = stale.id;
  return null;
end;
$$;

create trigger unlist_deleted_donors
  after delete on public.donors
  referencing old table as stale
  for each statement execute function private.unlist_deleted_donors();

comment on function private.refresh_donors_without_donations(boolean, uuid[]) is
  'Rebuilds the rows of the given donors from their totals. The caller holds the lock on the site''s row.';
comment on function private.list_uncounted_donors(uuid[]) is
  'Lists donors whose donations don''t count as real money, such as those whose card was declined.';
comment on function private.add_new_donors_to_list() is 'Adds new donors to the list of donors without donations.';
comment on function private.unlist_deleted_donors() is
  'Removes deleted donors from the list of donors without donations and from the years of statements.';

-- The list of donors without a statement would otherwise look for the donations and statements of every donor.
create table public.statement_years (
  donor_id uuid not null,
  is_demo boolean not null,
  year integer not null,
  donations integer not null default 0,
  statements integer not null default 0,
  way text not null check (way in ('by_email', 'to_print', 'no_address')),
  primary key (donor_id, year, is_demo)
);
create index statement_years_due_idx on public.statement_years (is_demo, year, way, donor_id)
  where donations > 0 and statements = 0;
-- A year's statements are all sent at once. Otherwise the planner would expect about as many due ones in each year, and
-- look through all donors for the few that are left.
create statistics public.statement_years_left (mcv) on year, statements, way from public.statement_years;

comment on table public.statement_years is
  'The years for which donors get or got a statement. Maintained by triggers, like the totals.';
comment on column public.statement_years.donations is
  'How many of the donor''s donations of this year are in the statement.';
comment on column public.statement_years.statements is
  'How many statements were printed or emailed, or are about to be emailed, also to donors who were merged into this one.';
comment on column public.statement_years.way is 'How the donor gets the statement.';

select private.describe_table(
  'statement_years', area => 'giving', archived => false, left_out => 'computed', audited => false
);
select private.describe_columns('statement_years', '{donor_id,way}', kind => 'computed');

alter table public.statement_years enable row level security;

create policy "No API access to the years of statements" on public.statement_years
  for all to anon, authenticated
  using (false)
  with check (false);

grant select on table public.statement_years to service_role;

create function private.statement_way(email text, address text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when email is not null then 'by_email' when btrim(address) <> '' then 'to_print' else 'no_address' end;
$$;

create function private.count_statement_donations(demo boolean, changes private.donation_change[])
returns void
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  insert into public.statement_years as kept (donor_id, is_demo, year, donations, way)
  select donor.id, demo, changed.year, changed.donations, private.statement_way(donor.email, donor.address)
  from (
    select entry.donor_id, extract(year from entry.given_on)::integer as year, sum(entry.in_statement) as donations
    from unnest(changes) as entry where entry.is_demo = demo
    group by 1, 2
  ) as changed
  join public.donors as donor on donor.id = changed.donor_id
  where changed.donations <> 0
  order by donor.id, changed.year
  on conflict (donor_id, year, is_demo) do update set
    donations = kept.donations + excluded.donations,
    way = excluded.way;
end;
$$;

create function private.add_statements(donor_id uuid, year integer, added integer)
returns void
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  reached_id uuid := add_statements.donor_id;
begin
  while reached_id is not null loop
    insert into public.statement_years as kept (donor_id, is_demo, year, statements, way)
    select donor.id, money.is_demo, add_statements.year, added, private.statement_way(donor.email, donor.address)
    from public.donors as donor
    cross join (values (false), (true)) as money (is_demo)
    where donor.id = reached_id
    order by money.is_demo
    on conflict on constraint statement_years_pkey do update set statements = kept.statements + excluded.statements;
    -- Read after the row is locked, so that a merge at the same time either sees this statement or is seen here.
    reached_id := (select donor.merged_into_id from public.donors as donor where donor.id = reached_id);
  end loop;
end;
$$;

create function private.count_emailed_statement()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  active constant text[] := '{queued,sending,sent}';
  former_key text := case
    when tg_op <> 'INSERT' and old.status = any (active) and old.dedupe_key like 'statement:%' then old.dedupe_key
  end;
  current_key text := case
    when tg_op <> 'DELETE' and new.status = any (active) and new.dedupe_key like 'statement:%' then new.dedupe_key
  end;
begin
  if former_key is not distinct from current_key then
    return null;
  end if;
  perform private.add_statements(split_part(counted.key, ':', 3)::uuid, split_part(counted.key, ':', 2)::integer, counted.added)
  from (values (former_key, -1), (current_key, 1)) as counted (key, added)
  where counted.key is not null;
  return null;
end;
$$;

create trigger count_new_statement
  after insert on public.email_outbox
  for each row when (new.dedupe_key like 'statement:%')
  execute function private.count_emailed_statement();

create trigger count_changed_statement
  after update of status, dedupe_key on public.email_outbox
  for each row when (old.dedupe_key like 'statement:%' or new.dedupe_key like 'statement:%')
  execute function private.count_emailed_statement();

create trigger count_deleted_statement
  after delete on public.email_outbox
  for each row when (old.dedupe_key like 'statement:%')
  execute function private.count_emailed_statement();

create function private.move_statements()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.add_statements(old.merged_into_id, kept.year, -kept.statements),
    private.add_statements(new.merged_into_id, kept.year, kept.statements)
  from (
    select entry.year, entry.statements from public.statement_years as entry
    where entry.donor_id = old.id and not entry.is_demo
    order by entry.year
    for update
  ) as kept
  where kept.statements <> 0;
  return null;
end;
$$;

create trigger move_statements
  after update of merged_into_id on public.donors
  for each row when (old.merged_into_id is distinct from new.merged_into_id)
  execute function private.move_statements();

create trigger drop_statements
  after delete on public.donors
  for each row when (old.merged_into_id is not null)
  execute function private.move_statements();

create function private.set_statement_way()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.statement_way(old.email, old.address) = private.statement_way(new.email, new.address) then
    return null;
  end if;
  -- Waits for donations that are being counted with the former address.
  perform 1 from public.donation_site_totals as site order by site.is_demo for update;
  update public.statement_years as kept
  set way = private.statement_way(new.email, new.address)
  where kept.donor_id = new.id;
  return null;
end;
$$;

create trigger set_statement_way
  after update of email, address on public.donors
  for each row when ((old.email, old.address) is distinct from (new.email, new.address))
  execute function private.set_statement_way();

create function private.recomputed_statement_years()
returns table (donor_id uuid, is_demo boolean, year integer, donations integer, statements integer, way text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  with recursive reached as (
    select issued.donor_id, issued.year
    from (
      select split_part(mail.dedupe_key, ':', 3)::uuid, split_part(mail.dedupe_key, ':', 2)::integer
      from public.email_outbox as mail
      where mail.dedupe_key like 'statement:%' and mail.status in ('queued', 'sending', 'sent')
      union all
      select paper.donor_id, paper.year from public.printed_papers as paper where paper.kind = 'statements'
    ) as issued (donor_id, year)
    union all
    select donor.merged_into_id, reached.year
    from reached join public.donors as donor on donor.id = reached.donor_id
    where donor.merged_into_id is not null
  ),
  counted as (
    select reached.donor_id, money.is_demo, reached.year, 0 as donations, 1 as statements
    from reached cross join (values (false), (true)) as money (is_demo)
    union all
    select donation.donor_id, donation.is_demo, extract(year from donation.given_on)::integer, 1, 0
    from public.donations as donation
    where donation.completed_at is not null and donation.amount > donation.adjusted_amount and donation.is_receipted
  )
  select donor.id, counted.is_demo, counted.year, sum(counted.donations)::integer, sum(counted.statements)::integer,
    private.statement_way(donor.email, donor.address)
  from counted join public.donors as donor on donor.id = counted.donor_id
  group by donor.id, counted.is_demo, counted.year;
end;
$$;

comment on function private.statement_way(text, text) is 'Returns how a donor with these addresses gets a statement.';
comment on function private.count_statement_donations(boolean, private.donation_change[]) is
  'Adds a statement''s donations to the years of their donors. The caller holds the lock on the site''s row.';
comment on function private.add_statements(uuid, integer, integer) is
  'Counts statements of the donor, and of the donors that this one was merged into.';
comment on function private.count_emailed_statement() is
  'Counts an annual statement while it is waiting to be emailed, and after it was.';
comment on function private.move_statements() is
  'Counts the statements of a merged donor for the donor who is kept, or no longer if the merge is undone or the merged '
  'donor is deleted.';
comment on function private.set_statement_way() is
  'Updates how a donor gets statements when the donor''s address changes.';
comment on function private.recomputed_statement_years() is
  'Returns the years for which donors get or got a statement, computed from their donations, emails and printed papers.';

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
      donor.notes as donor_notes,
      coalesce(donor.first_name, donation.first_name) as donor_first_name,
      coalesce(donor.last_name, donation.last_name) as donor_last_name,
      donation.amount - donation.adjusted_amount as net,
      (donation.amount > donation.adjusted_amount) as remains
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
  select 'month', counted.is_demo, date_trunc('month', counted.given_on)::date::text, sum(counted.net),
    count(*) filter (where counted.remains), ''
  from counted group by 2, 3
  union all
  select 'day', counted.is_demo, counted.given_on::text, sum(counted.net),
    count(*) filter (where counted.remains), ''
  from counted group by 2, 3
  union all
  select 'donor', counted.is_demo, counted.donor_id::text, sum(counted.net), count(*),
    concat_ws('|',
      (array_agg(counted.donor_first_name order by counted.completed_at desc, counted.id desc))[1],
      (array_agg(counted.donor_last_name order by counted.completed_at desc, counted.id desc))[1],
      max(counted.donor_email), max(counted.donor_notes),
      bool_or(counted.is_recurring), min(counted.completed_at), max(counted.completed_at),
      (array_agg(counted.id order by counted.completed_at desc, counted.id desc))[1]
    )
  from counted where counted.remains group by counted.is_demo, counted.donor_id
  union all
  -- The name of a donor who wasn't entered is that of the latest donation when it was last looked up.
  select 'donor without donations', money.is_demo, donor.id::text, 0, 0,
    concat_ws('|', donor.first_name, donor.last_name, donor.email, donor.notes, donor.created_at)
  from public.donors as donor
  cross join (values (false), (true)) as money (is_demo)
  where (
      donor.first_name is not null
      or exists (select from public.donations as donation where donation.donor_id = donor.id)
    )
    and donor.merged_into_id is null
    and not exists (
      select from counted
      where counted.remains and counted.donor_id = donor.id
        and (counted.is_demo = money.is_demo or (not counted.is_demo and donor.first_name is null))
    )
  union all
  select 'statement', entry.is_demo, concat_ws(' ', entry.donor_id, entry.year), entry.statements, entry.donations, entry.way
  from private.recomputed_statement_years() as entry;
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
    concat_ws('|', donor.first_name, donor.last_name, donor.email, donor.notes, donor.is_recurring,
      donor.first_donation_at, donor.last_donation_at, donor.last_donation_id)
  from public.donor_totals as donor
  union all
  select 'donor without donations', donor.is_demo, donor.id::text, 0, 0,
    concat_ws('|', case when donor.is_entered then donor.first_name end, case when donor.is_entered then donor.last_name end,
      donor.email, donor.notes, donor.created_at)
  from public.donors_without_donations as donor
  union all
  select 'statement', entry.is_demo, concat_ws(' ', entry.donor_id, entry.year), entry.statements, entry.donations, entry.way
  from public.statement_years as entry;
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
security definer
set search_path = ''
as $$
begin
  perform 1 from public.donation_site_totals order by is_demo for update;
  delete from public.donation_month_totals;
  delete from public.donation_day_totals;
  delete from public.donor_totals;
  delete from public.donors_without_donations;
  delete from public.statement_years;
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
    site.is_demo, array(select donor.id from public.donors as donor where donor.merged_into_id is null)
  )
  from public.donation_site_totals as site;
  insert into public.statement_years (donor_id, is_demo, year, donations, statements, way)
  select * from private.recomputed_statement_years();
end;
$$;

grant execute on function private.recompute_donation_totals() to service_role;

create function private.move_donations_to_time_zone()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A date of gift that was entered doesn't depend on the time zone. The triggers move the totals.
  update public.donations as donation
  set given_on = moved.given_on
  from (
    select
      online.id,
      (coalesce(online.completed_at, online.processing_at, online.created_at) at time zone new.time_zone)::date as given_on
    from public.donations as online
    where online.method = 'online'
  ) as moved
  where moved.id = donation.id and moved.given_on <> donation.given_on;
  return null;
end;
$$;

comment on function private.move_donations_to_time_zone() is
  'Sets the dates of online donations again after the organization''s time zone has changed.';

create trigger move_donations_to_time_zone
  after update of time_zone on public.settings
  for each row when (old.time_zone is distinct from new.time_zone)
  execute function private.move_donations_to_time_zone();

comment on function private.recomputed_totals() is
  'Returns the totals, computed only from the donors and their donations.';
comment on function private.kept_totals() is
  'Returns the totals that the triggers maintain, in the format of recomputed_totals().';
comment on function private.donation_totals_differences() is
  'Returns the rows in which the maintained totals differ from the recomputed ones; empty if the triggers are correct.';
comment on function private.recompute_donation_totals() is
  'Repairs the totals by rebuilding all of them from the donations.';

-- Functions that read the totals for pages. Public functions reveal at most a first name and last initial. All of them
-- use plpgsql, which caches plans for the session, because SQL functions are planned on every call.
create function private.donation_site_totals()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'totalAmount', site.total_amount,
      'donationCount', site.donation_count,
      'donorCount', site.donor_count,
      'since', (
        select to_char(min(kept.month), 'YYYY-MM')
        from public.donation_month_totals as kept
        where kept.is_demo = site.is_demo and kept.donation_count > 0
      ),
      'averageDonation', case
        when site.donor_count > 0 then round(site.total_amount / site.donor_count, 2) else 0
      end,
      'recentDonationCount', (
        select coalesce(sum(kept.donation_count), 0)
        from public.donation_day_totals as kept
        where kept.is_demo = site.is_demo and kept.day > (select private.today()) - 30
      )
    )
    from public.donation_site_totals as site
    where site.is_demo = (select private.shows_demo_money())
  );
end;
$$;

grant execute on function private.donation_site_totals() to anon, authenticated, service_role;

create function private.donation_trends(months integer default 12)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  this_month constant timestamp := date_trunc('month', private.today()::timestamp);
  first_month constant timestamp := this_month - make_interval(months => greatest(1, least(months, 60)) - 1);
  shows_demo constant boolean := private.shows_demo_money();
begin
  return (
    select jsonb_agg(
      jsonb_build_object(
        'month', to_char(span.month, 'YYYY-MM'),
        'monthName', to_char(span.month, 'FMMonth YYYY'),
        'total', coalesce(kept.total_amount, 0),
        'donationCount', coalesce(kept.donation_count, 0)
      )
      order by span.month
    )
    from generate_series(first_month, this_month, interval '1 month') as span (month)
    left join public.donation_month_totals as kept
      on kept.month = span.month::date and kept.is_demo = shows_demo
  );
end;
$$;

grant execute on function private.donation_trends(integer) to anon, authenticated, service_role;

create function private.recent_donors(row_limit integer default 10)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
-- Planning takes longer than reading ten rows.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', shown.id,
          'firstName', shown.first_name,
          'lastName', shown.initial,
          'amount', shown.net,
          'givenOn', shown.given_on,
          'createdAt', shown.completed_at
        )
        order by shown.completed_at desc, shown.id desc
      ),
      '[]'::jsonb
    )
    from (
      select
        latest.id, latest.given_on, latest.completed_at,
        coalesce(latest.name ->> 'shown_name', latest.first_name) as first_name,
        coalesce(latest.name ->> 'initial', left(latest.last_name, 1) || '.') as initial,
        latest.amount - latest.adjusted_amount as net
      from (
        select donation.*, case
            when donation.is_anonymous then '{"shown_name": "Anonymous", "initial": ""}'
            -- Most names are shown as they are, and calling the function takes longer than reading the donation.
            when donation.first_name ~ '^[A-Z][a-z]{1,29}$' and donation.first_name <> 'Anonymous'
              and donation.last_name ~ '^[A-Z][a-z]{3,}$'
            then null
            else to_jsonb(private.public_name_parts(donation.first_name, donation.last_name))
          end as name
        from public.donations as donation
        where donation.is_demo = (select private.shows_demo_money())
          and donation.completed_at is not null
          and donation.amount > donation.adjusted_amount
        order by donation.completed_at desc, donation.id desc
        -- A constant, because the planner expects a tenth of the table otherwise.
        limit 100
      ) as latest
      order by latest.completed_at desc, latest.id desc
      limit greatest(0, row_limit)
    ) as shown
  );
end;
$$;

grant execute on function private.recent_donors(integer) to anon, authenticated, service_role;

comment on function private.donation_site_totals() is
  'Public: total money, donations, donors, average per donor, and donations of the last 30 days.';
comment on function private.donation_trends(integer) is
  'Public: money by month, from the oldest to the current month. Months without donations have 0.';
comment on function private.recent_donors(integer) is
  'Public: latest donations with first name and last initial, or Anonymous.';
