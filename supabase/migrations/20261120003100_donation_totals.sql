set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Totals by site, month, day and donor, kept by triggers so that no screen adds up the donations.
-- A gift counts with amount less adjusted_amount from the moment completed_at is set. Demo money
-- has rows of its own; private.shows_demo_money() says which rows are shown.
create table public.donation_site_totals (
  is_demo boolean primary key,
  total_amount numeric(14, 2) not null default 0,
  donation_count bigint not null default 0,
  donor_count bigint not null default 0
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
  is_demo boolean not null,
  email_key text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  total_amount numeric(14, 2) not null,
  donation_count integer not null,
  is_recurring boolean not null,
  first_donation_at timestamptz not null,
  last_donation_at timestamptz not null,
  primary key (is_demo, email_key)
);
create index donor_totals_top_idx on public.donor_totals (is_demo, total_amount desc, email_key);
create index donor_totals_last_idx on public.donor_totals (is_demo, last_donation_at desc, email_key);
create index donor_totals_name_idx
  on public.donor_totals (is_demo, lower(last_name), lower(first_name), email_key);
create index donor_totals_search_idx on public.donor_totals
  using gin ((first_name || ' ' || last_name || ' ' || email) extensions.gin_trgm_ops);

comment on table public.donation_site_totals is
  'All money, one row for demo and one for real money.';
comment on table public.donation_month_totals is
  'Money by month of the charge in the organisation''s time zone.';
comment on table public.donation_day_totals is
  'Money by day of the charge in the organisation''s time zone.';
comment on table public.donor_totals is
  'Money by donor; name and address are those of the latest gift that still counts.';
comment on column public.donation_site_totals.donation_count is
  'Gifts of which something is left after refunds.';

alter table public.donation_site_totals enable row level security;

create policy "Admins read site totals" on public.donation_site_totals
  for select to authenticated
  using ((select private.is_admin()));

revoke all on table public.donation_site_totals from public, anon, authenticated, service_role;
grant select on table public.donation_site_totals to authenticated;
grant select on table public.donation_site_totals to service_role;

alter table public.donation_month_totals enable row level security;

create policy "Admins read month totals" on public.donation_month_totals
  for select to authenticated
  using ((select private.is_admin()));

revoke all on table public.donation_month_totals from public, anon, authenticated, service_role;
grant select on table public.donation_month_totals to authenticated;
grant select on table public.donation_month_totals to service_role;

alter table public.donation_day_totals enable row level security;

create policy "Admins read day totals" on public.donation_day_totals
  for select to authenticated
  using ((select private.is_admin()));

revoke all on table public.donation_day_totals from public, anon, authenticated, service_role;
grant select on table public.donation_day_totals to authenticated;
grant select on table public.donation_day_totals to service_role;

alter table public.donor_totals enable row level security;

create policy "Admins read donor totals" on public.donor_totals
  for select to authenticated
  using ((select private.is_admin()));

revoke all on table public.donor_totals from public, anon, authenticated, service_role;
grant select on table public.donor_totals to authenticated;
grant select on table public.donor_totals to service_role;

create function private.refresh_donors(demo boolean, keys text[])
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  donors_before bigint;
  donors_after bigint;
begin
  select count(*) into donors_before from public.donor_totals as donor
  where donor.is_demo = demo and donor.email_key = any (keys);

  with counted as (
    select
      donation.email_key,
      sum(donation.amount - donation.adjusted_amount) as total_amount,
      count(*)::integer as donation_count,
      bool_or(donation.is_recurring) as is_recurring,
      min(donation.completed_at) as first_donation_at,
      max(donation.completed_at) as last_donation_at,
      (array_agg(donation.id order by donation.completed_at desc, donation.id desc))[1] as latest_id
    from public.donations as donation
    where donation.is_demo = demo
      and donation.email_key = any (keys)
      and donation.completed_at is not null
      and donation.amount > donation.adjusted_amount
    group by donation.email_key
  ),
  gone as (
    delete from public.donor_totals as donor
    where donor.is_demo = demo
      and donor.email_key = any (keys)
      and not exists (select 1 from counted where counted.email_key = donor.email_key)
  )
  insert into public.donor_totals (
    is_demo, email_key, first_name, last_name, email, total_amount, donation_count, is_recurring,
    first_donation_at, last_donation_at
  )
  select
    demo, counted.email_key, latest.first_name, latest.last_name, latest.email, counted.total_amount,
    counted.donation_count, counted.is_recurring, counted.first_donation_at, counted.last_donation_at
  from counted
  join public.donations as latest on latest.id = counted.latest_id
  on conflict (is_demo, email_key) do update set
    first_name = excluded.first_name,
    last_name = excluded.last_name,
    email = excluded.email,
    total_amount = excluded.total_amount,
    donation_count = excluded.donation_count,
    is_recurring = excluded.is_recurring,
    first_donation_at = excluded.first_donation_at,
    last_donation_at = excluded.last_donation_at;

  select count(*) into donors_after from public.donor_totals as donor
  where donor.is_demo = demo and donor.email_key = any (keys);
  if donors_after <> donors_before then
    update public.donation_site_totals
    set donor_count = donor_count + donors_after - donors_before
    where is_demo = demo;
  end if;
end;
$$;

revoke all on function private.refresh_donors(boolean, text[])
  from public, anon, authenticated, service_role;

create type private.donation_change as (
  is_demo boolean,
  email_key text,
  charged_at timestamptz,
  net numeric,
  gifts integer
);
comment on type private.donation_change is 'What one donation adds to or takes from the totals.';

create function private.roll_up_donations()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  zone text;
  changes private.donation_change[];
  demo boolean;
begin
  if tg_op = 'INSERT' then
    select array_agg(row (fresh.is_demo, fresh.email_key, fresh.completed_at, fresh.amount - fresh.adjusted_amount,
      (fresh.amount > fresh.adjusted_amount)::integer)::private.donation_change)
    into changes
    from fresh where fresh.completed_at is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(row (stale.is_demo, stale.email_key, stale.completed_at, stale.adjusted_amount - stale.amount,
      -(stale.amount > stale.adjusted_amount)::integer)::private.donation_change)
    into changes
    from stale where stale.completed_at is not null;
  else
    select array_agg(row (changed.is_demo, changed.email_key, changed.completed_at, changed.net, changed.gifts)::private.donation_change)
    into changes
    from (
      select stale.is_demo, stale.email_key, stale.completed_at, stale.adjusted_amount - stale.amount as net,
        -(stale.amount > stale.adjusted_amount)::integer as gifts
      from stale join fresh using (id)
      where stale.completed_at is not null
        and (stale.email_key, stale.completed_at, stale.amount, stale.adjusted_amount, stale.is_demo,
          stale.first_name, stale.last_name, stale.email, stale.is_recurring)
        is distinct from (fresh.email_key, fresh.completed_at, fresh.amount, fresh.adjusted_amount, fresh.is_demo,
          fresh.first_name, fresh.last_name, fresh.email, fresh.is_recurring)
      union all
      select fresh.is_demo, fresh.email_key, fresh.completed_at, fresh.amount - fresh.adjusted_amount,
        (fresh.amount > fresh.adjusted_amount)::integer
      from fresh join stale using (id)
      where fresh.completed_at is not null
        and (stale.email_key, stale.completed_at, stale.amount, stale.adjusted_amount, stale.is_demo,
          stale.first_name, stale.last_name, stale.email, stale.is_recurring)
        is distinct from (fresh.email_key, fresh.completed_at, fresh.amount, fresh.adjusted_amount, fresh.is_demo,
          fresh.first_name, fresh.last_name, fresh.email, fresh.is_recurring)
    ) as changed;
  end if;
  if changes is null then
    return null;
  end if;
  zone := private.time_zone();

  -- The site's row is always taken first: transactions queue here and cannot deadlock further down.
  perform 1 from public.donation_site_totals as site
  where site.is_demo in (select change.is_demo from unnest(changes) as change)
  order by site.is_demo for update;

  update public.donation_site_totals as site
  set total_amount = site.total_amount + change.net, donation_count = site.donation_count + change.gifts
  from (
    select entry.is_demo, sum(entry.net) as net, sum(entry.gifts) as gifts
    from unnest(changes) as entry group by entry.is_demo
  ) as change
  where site.is_demo = change.is_demo;

  insert into public.donation_month_totals as month_total (is_demo, month, total_amount, donation_count)
  select entry.is_demo, date_trunc('month', entry.charged_at at time zone zone)::date as month, sum(entry.net), sum(entry.gifts)
  from unnest(changes) as entry
  group by 1, 2
  order by 1, 2
  on conflict (is_demo, month) do update set
    total_amount = month_total.total_amount + excluded.total_amount,
    donation_count = month_total.donation_count + excluded.donation_count;

  insert into public.donation_day_totals as day_total (is_demo, day, total_amount, donation_count)
  select entry.is_demo, (entry.charged_at at time zone zone)::date as day, sum(entry.net), sum(entry.gifts)
  from unnest(changes) as entry
  group by 1, 2
  order by 1, 2
  on conflict (is_demo, day) do update set
    total_amount = day_total.total_amount + excluded.total_amount,
    donation_count = day_total.donation_count + excluded.donation_count;

  for demo in select distinct entry.is_demo from unnest(changes) as entry order by 1 loop
    perform private.refresh_donors(
      demo,
      (select array_agg(distinct entry.email_key) from unnest(changes) as entry where entry.is_demo = demo)
    );
    if not demo then
      update public.settings set real_payments = true where not real_payments;
    end if;
  end loop;
  return null;
end;
$$;

revoke all on function private.roll_up_donations() from public, anon, authenticated, service_role;

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
      donation.amount - donation.adjusted_amount as net,
      (donation.amount > donation.adjusted_amount) as remains,
      donation.completed_at at time zone private.time_zone() as local_time
    from public.donations as donation
    where donation.completed_at is not null
  )
  select 'site', counted.is_demo, '', sum(counted.net), count(*) filter (where counted.remains),
    count(distinct counted.email_key) filter (where counted.remains)::text
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
  select 'donor', counted.is_demo, counted.email_key, sum(counted.net), count(*),
    concat_ws('|',
      (array_agg(counted.first_name order by counted.completed_at desc, counted.id desc))[1],
      (array_agg(counted.last_name order by counted.completed_at desc, counted.id desc))[1],
      (array_agg(counted.email order by counted.completed_at desc, counted.id desc))[1],
      bool_or(counted.is_recurring), min(counted.completed_at), max(counted.completed_at)
    )
  from counted where counted.remains group by counted.is_demo, counted.email_key;
$$;

revoke all on function private.recomputed_totals() from public, anon, authenticated, service_role;
grant execute on function private.recomputed_totals() to service_role;

create function private.kept_totals()
returns table (kind text, is_demo boolean, key text, total_amount numeric, donation_count bigint, detail text)
language sql
stable
security definer
set search_path = ''
as $$
  select 'site', site.is_demo, '', site.total_amount, site.donation_count, site.donor_count::text
  from public.donation_site_totals as site
  union all
  select 'month', kept.is_demo, kept.month::text, kept.total_amount, kept.donation_count, ''
  from public.donation_month_totals as kept
  union all
  select 'day', kept.is_demo, kept.day::text, kept.total_amount, kept.donation_count, ''
  from public.donation_day_totals as kept
  union all
  select 'donor', donor.is_demo, donor.email_key, donor.total_amount, donor.donation_count,
    concat_ws('|', donor.first_name, donor.last_name, donor.email, donor.is_recurring,
      donor.first_donation_at, donor.last_donation_at)
  from public.donor_totals as donor;
$$;

revoke all on function private.kept_totals() from public, anon, authenticated, service_role;
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
    where entry.total_amount <> 0 or entry.donation_count <> 0
  ) as kept
  full join (
    select * from private.recomputed_totals() as entry
    where entry.total_amount <> 0 or entry.donation_count <> 0
  ) as fresh
    on fresh.kind = kept.kind and fresh.is_demo = kept.is_demo and fresh.key = kept.key
  where (kept.total_amount, kept.donation_count, kept.detail)
    is distinct from (fresh.total_amount, fresh.donation_count, fresh.detail);
$$;

revoke all on function private.donation_totals_differences()
  from public, anon, authenticated, service_role;
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
  update public.donation_site_totals set total_amount = 0, donation_count = 0, donor_count = 0;

  update public.donation_site_totals as site
  set total_amount = fresh.total_amount, donation_count = fresh.donation_count
  from private.recomputed_totals() as fresh
  where fresh.kind = 'site' and fresh.is_demo = site.is_demo;
  insert into public.donation_month_totals (is_demo, month, total_amount, donation_count)
  select fresh.is_demo, fresh.key::date, fresh.total_amount, fresh.donation_count
  from private.recomputed_totals() as fresh where fresh.kind = 'month';
  insert into public.donation_day_totals (is_demo, day, total_amount, donation_count)
  select fresh.is_demo, fresh.key::date, fresh.total_amount, fresh.donation_count
  from private.recomputed_totals() as fresh where fresh.kind = 'day';
  perform private.refresh_donors(
    site.is_demo,
    coalesce(
      (
        select array_agg(distinct donation.email_key) from public.donations as donation
        where donation.is_demo = site.is_demo and donation.completed_at is not null
      ),
      array[]::text[]
    )
  )
  from public.donation_site_totals as site;
end;
$$;

revoke all on function private.recompute_donation_totals()
  from public, anon, authenticated, service_role;
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

revoke all on function private.move_totals_to_time_zone()
  from public, anon, authenticated, service_role;

create trigger move_totals_to_time_zone
  after update of time_zone on public.settings
  for each row when (old.time_zone is distinct from new.time_zone)
  execute function private.move_totals_to_time_zone();

comment on function private.refresh_donors(boolean, text[]) is
  'Rebuilds the rows of the named donors; the caller holds the site''s row.';
comment on function private.recomputed_totals() is
  'The totals as the donations alone say they are.';
comment on function private.kept_totals() is
  'The totals as the triggers keep them, in the form of recomputed_totals().';
comment on function private.donation_totals_differences() is
  'Empty as long as the triggers tell the truth.';
comment on function private.recompute_donation_totals() is
  'Repair: rebuilds all totals from the donations.';

create function private.donation_site_totals()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'totalAmount', site.total_amount,
    'donationCount', site.donation_count,
    'donorCount', site.donor_count,
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
  where site.is_demo = (select private.shows_demo_money());
$$;

revoke all on function private.donation_site_totals()
  from public, anon, authenticated, service_role;
grant execute on function private.donation_site_totals() to anon, authenticated, service_role;

create function private.donation_trends(months integer default 12)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object(
      'month', to_char(span.month, 'YYYY-MM'),
      'monthName', to_char(span.month, 'FMMonth YYYY'),
      'total', coalesce(kept.total_amount, 0),
      'donationCount', coalesce(kept.donation_count, 0)
    )
    order by span.month
  )
  from (
    select (date_trunc('month', private.today()::timestamp) - make_interval(months => back))::date as month
    from generate_series(0, greatest(1, least(donation_trends.months, 60)) - 1) as back
  ) as span
  left join public.donation_month_totals as kept
    on kept.month = span.month and kept.is_demo = (select private.shows_demo_money());
$$;

revoke all on function private.donation_trends(integer)
  from public, anon, authenticated, service_role;
grant execute on function private.donation_trends(integer) to anon, authenticated, service_role;

create function private.recent_donors(row_limit integer default 10)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', shown.id,
        'firstName', case when shown.is_anonymous then 'Anonymous' else shown.first_name end,
        'lastName', case
          when shown.is_anonymous then ''
          else coalesce(upper(left(nullif(btrim(shown.last_name), ''), 1)) || '.', '')
        end,
        'amount', shown.net,
        'createdAt', shown.completed_at
      )
      order by shown.completed_at desc, shown.id desc
    ),
    '[]'::jsonb
  )
  from (
    select
      donation.id, donation.first_name, donation.last_name, donation.is_anonymous, donation.completed_at,
      donation.amount - donation.adjusted_amount as net
    from public.donations as donation
    where donation.is_demo = (select private.shows_demo_money())
      and donation.completed_at is not null
      and donation.amount > donation.adjusted_amount
    order by donation.completed_at desc, donation.id desc
    limit greatest(0, least(row_limit, 100))
  ) as shown;
$$;

revoke all on function private.recent_donors(integer)
  from public, anon, authenticated, service_role;
grant execute on function private.recent_donors(integer) to anon, authenticated, service_role;

create function private.consolidated_donors(
  row_limit integer default 50,
  row_offset integer default 0,
  search text default null,
  sort text default 'total'
)
returns table (
  first_name text,
  last_name text,
  email text,
  total_amount numeric,
  donation_count integer,
  is_recurring boolean,
  first_donation_at timestamptz,
  last_donation_at timestamptz
)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  pattern text := '%' || replace(replace(replace(search, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  sorting text := case sort
    when 'recent' then 'donor.last_donation_at desc'
    when 'name' then 'lower(donor.last_name), lower(donor.first_name)'
    else 'donor.total_amount desc'
  end;
begin
  perform private.require_admin();
  -- Planned for these very values: each order walks its index, and a search uses the trigram one.
  return query execute '
    select donor.first_name, donor.last_name, donor.email, donor.total_amount, donor.donation_count,
      donor.is_recurring, donor.first_donation_at, donor.last_donation_at
    from public.donor_totals as donor
    where donor.is_demo = $1
      and ($2 is null or (donor.first_name || '' '' || donor.last_name || '' '' || donor.email) ilike $2)
    order by ' || sorting || ', donor.email_key
    limit greatest(0, least($3, 1000))
    offset greatest(0, $4)'
  using private.shows_demo_money(), pattern, row_limit, row_offset;
end;
$$;

revoke all on function private.consolidated_donors(integer, integer, text, text)
  from public, anon, authenticated, service_role;
grant execute on function private.consolidated_donors(integer, integer, text, text)
  to authenticated;

create function private.top_donors(row_limit integer default 5)
returns table (first_name text, last_name text, email text, total_amount numeric, donation_count integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  demo boolean := private.shows_demo_money();
begin
  perform private.require_admin();
  return query
  select donor.first_name, donor.last_name, donor.email, donor.total_amount, donor.donation_count
  from public.donor_totals as donor
  where donor.is_demo = demo
  order by donor.total_amount desc, donor.email_key
  limit greatest(0, least(row_limit, 100));
end;
$$;

revoke all on function private.top_donors(integer) from public, anon, authenticated, service_role;
grant execute on function private.top_donors(integer) to authenticated;

comment on function private.donation_site_totals() is
  'Public: all money, gifts, donors, average per donor, gifts of the last 30 days.';
comment on function private.donation_trends(integer) is
  'Public: money by month, oldest first, this month last, empty months as 0.';
comment on function private.recent_donors(integer) is
  'Public: latest gifts with first name and last initial, or Anonymous.';
comment on function private.consolidated_donors(integer, integer, text, text) is
  'Admins: donors with their totals; sort is total, recent or name.';
comment on function private.top_donors(integer) is
  'Admins: the donors with the largest totals, straight from the index.';
