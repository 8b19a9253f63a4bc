set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.days_of_this_week(today date default private.today())
returns text[]
language sql
stable
set search_path = ''
as $$
  -- In a year without February 29, its anniversary is on the day before.
  select array_agg(to_char(day, 'MM-DD')) || case
    when bool_or(to_char(day, 'MM-DD') = '02-28' and to_char(day + 1, 'MM-DD') = '03-01') then array['02-29']
    else '{}'
  end
  from (
    select today - extract(dow from today)::integer + back as day from generate_series(0, 6) as back
  ) as week;
$$;

grant execute on function private.days_of_this_week(date) to service_role;

create function private.utc_days_of_this_week(today date default private.today())
returns integer[]
language sql
stable
set search_path = ''
as $$
  -- A day more at both ends, because the organization's days are others than those in UTC.
  select array_agg(private.month_and_day(day at time zone 'UTC')) || 229
  from (
    select (today - extract(dow from today)::integer + back)::timestamp as day from generate_series(-1, 7) as back
  ) as week;
$$;

grant execute on function private.utc_days_of_this_week(date) to service_role;

comment on function private.days_of_this_week(date) is
  'Returns the days of the week from Sunday to Saturday, as MM-DD, for anniversaries.';
comment on function private.utc_days_of_this_week(date) is
  'Returns the days in UTC on which a day of this week may lie, and February 29, as private.month_and_day() does.';
