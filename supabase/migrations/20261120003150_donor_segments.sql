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

comment on function private.days_of_this_week(date) is
  'Returns the days of the week from Sunday to Saturday, as MM-DD, for anniversaries.';
