set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.anniversary_in_year(day date, year integer)
returns date
language sql
immutable
set search_path = ''
as $$
  select make_date(year, extract(month from day)::integer, 1) + (extract(day from day)::integer - 1);
$$;

grant execute on function private.anniversary_in_year(date, integer) to service_role;

create function private.anniversary_weeks(today date default private.today())
returns table (starts timestamptz, ends timestamptz)
language sql
stable
set search_path = ''
as $$
  select
    private.anniversary_in_year(week.sunday, extract(year from week.sunday)::integer - back)::timestamp
      at time zone private.time_zone(),
    private.anniversary_in_year(week.next_sunday, extract(year from week.next_sunday)::integer - back)::timestamp
      at time zone private.time_zone()
  from (
    select
      today - extract(dow from today)::integer as sunday,
      today - extract(dow from today)::integer + 7 as next_sunday
  ) as week
  cross join (
    select min(first.donation_at) as donation_at
    from (values (false), (true)) as money (is_demo)
    cross join lateral (
      select min(totals.first_donation_at) as donation_at
      from public.donor_totals as totals
      where totals.is_demo = money.is_demo
    ) as first
  ) as first
  cross join lateral generate_series(
    1, extract(year from week.sunday)::integer - extract(year from first.donation_at)::integer + 1
  ) as back;
$$;

grant execute on function private.anniversary_weeks(date) to service_role;

comment on function private.anniversary_in_year(date, integer) is
  'Returns the same day in another year. In a year without February 29, it becomes March 1.';
comment on function private.anniversary_weeks(date) is
  'Returns the dates of this week, from Sunday to Saturday, in each year since the first donation. In a year without '
  'February 29, the anniversary of that day is on February 28.';
