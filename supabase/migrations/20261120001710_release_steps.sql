set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Publishes military mail figures by the same rules as rules/release.ts; a test compares them.

create table public.release_steps (
  month date primary key check (extract(day from month) = 1),
  is_released boolean not null default false,
  since date,
  decided_at timestamptz not null default now()
);

comment on table public.release_steps is
  'Each month''s decision about military mail, made once, on the 15th of the next month. Server only.';
comment on column public.release_steps.month is
  'The last month that the step includes. Deliveries for that month that are recorded later wait for the next step.';
comment on column public.release_steps.is_released is
  'False if fewer than 20 packages were added. They wait for the next step.';
comment on column public.release_steps.since is 'The month in which the total first reached 20 packages.';

create table public.released_figures (
  month date not null references public.release_steps (month) on delete cascade,
  dimension text not null check (dimension in ('region', 'branch', 'program')),
  name text not null,
  measure text not null check (measure in ('packages', 'families', 'veterans')),
  recorded bigint not null check (recorded >= 0),
  counted bigint not null check (counted >= 0),
  shown bigint not null check (shown >= 0),
  primary key (month, dimension, measure, name)
);

comment on table public.released_figures is
  'The public figures about military mail after each step. Every page shows the newest released step.';
comment on column public.released_figures.name is
  'A region, branch or program. Additions that are too small to be named are under `overseas` or `Other`.';
comment on column public.released_figures.recorded is 'The total of the deliveries as of the day of the step.';
comment on column public.released_figures.counted is
  'The part of the total that has been handled by the steps up to this one. If the total is corrected to a lower one, '
  'this number exceeds the value of recorded until later additions make up for the difference.';
comment on column public.released_figures.shown is
  'The number that the public sees. It never goes down, and it grows by at least 20 at a time.';

select private.describe_table('release_steps', archived => true, audited => false);

alter table public.release_steps enable row level security;
select private.describe_table('released_figures', archived => true, audited => false);
select private.describe_columns('released_figures', '{dimension,measure,name}', kind => 'state');

alter table public.released_figures enable row level security;

create policy "No API access to release steps" on public.release_steps
  for all to anon, authenticated
  using (false)
  with check (false);

create policy "No API access to released figures" on public.released_figures
  for all to anon, authenticated
  using (false)
  with check (false);

grant select on table public.release_steps to service_role;
grant select on table public.released_figures to service_role;

create function private.due_month(as_of date default private.today())
returns date
language sql
stable
set search_path = ''
as $$
  select (date_trunc('month', (as_of - 14)::timestamp) - interval '1 month')::date;
$$;

create function private.recorded_military_mail(through date)
returns table (dimension text, measure text, name text, amount bigint)
language sql
stable
set search_path = ''
as $$
  select counted.dimension, total.measure, counted.name, sum(total.amount)::bigint
  from public.package_deliveries as delivery
  cross join lateral (
    values
      ('region', delivery.region), ('branch', delivery.military_branch), ('program', delivery.program)
  ) as counted (dimension, name)
  cross join lateral (
    values
      ('packages', delivery.packages), ('families', delivery.families), ('veterans', delivery.veterans)
  ) as total (measure, amount)
  where delivery.region is not null and delivery.delivered_on < through + interval '1 month'
  group by counted.dimension, total.measure, counted.name;
$$;

-- Publishes what a step adds to one measure in one dimension. Each addition that is large enough is published under its
-- name; the sum of the others is published under `remainder_name`.
create function private.publish_additions(
  step_month date, of_dimension text, of_measure text, remainder_name text, allowed_names text[]
)
returns text[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  addition record;
  remainder bigint;
  names text[] := '{}';
  last_addition bigint := 0;
begin
  select sum(figure.recorded - figure.shown) into remainder
  from public.released_figures as figure
  where figure.month = step_month and figure.dimension = of_dimension and figure.measure = of_measure;
  if remainder < 20 then
    return names;
  end if;

  for addition in
    select figure.name, figure.recorded - figure.counted as packages
    from public.released_figures as figure
    where figure.month = step_month and figure.dimension = of_dimension and figure.measure = of_measure
      and figure.recorded - figure.counted >= 20 and figure.name <> remainder_name
      and (allowed_names is null or figure.name = any (allowed_names))
    order by figure.recorded - figure.counted desc, figure.name collate "C"
  loop
    if addition.packages <= remainder then
      names := names || addition.name;
      last_addition := addition.packages;
      remainder := remainder - addition.packages;
    end if;
  end loop;
  -- A remainder under 20 would reveal individual deliveries, so add the smallest named addition to it.
  if remainder between 1 and 19 then
    remainder := remainder + last_addition;
    names := trim_array(names, 1);
  end if;

  -- A published figure never goes down. If the recorded number is corrected to a lower one, the figure stays the same
  -- until later additions have made up for the correction.
  update public.released_figures as figure
  set
    shown = figure.shown + case
      when figure.name = remainder_name then remainder
      when figure.name = any (names) then figure.recorded - figure.counted
      else 0
    end,
    counted = case
      when figure.recorded < figure.counted and figure.shown > 0 and figure.name <> remainder_name then figure.counted
      else figure.recorded
    end
  where figure.month = step_month and figure.dimension = of_dimension and figure.measure = of_measure;
  return names;
end;
$$;

create function private.release_deliveries(step_month date default null)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  previous date;
  entry record;
  published_names text[];
begin
  step_month := coalesce(step_month, private.due_month());
  if step_month > private.due_month() then
    raise exception 'the step of % is not due yet', step_month;
  end if;
  -- Makes one decision per month even if two runs overlap: the second run waits for the first, and then finds its row.
  insert into public.release_steps (month)
  select step_month
  where not exists (select 1 from public.release_steps as step where step.month >= step_month)
  on conflict do nothing;
  if not found then
    return false;
  end if;

  select max(step.month) into previous from public.release_steps as step where step.is_released;
  -- Uses a single statement, so that a delivery recorded at the same time counts in all figures or in none.
  insert into public.released_figures (month, dimension, measure, name, recorded, counted, shown)
  select step_month, dimension, measure, name, coalesce(recorded.amount, 0), coalesce(last.counted, 0),
    coalesce(last.shown, 0)
  from private.recorded_military_mail(step_month) as recorded
  full join (select * from public.released_figures where month = previous) as last
    using (dimension, measure, name);
  if (
    select coalesce(sum(figure.recorded - figure.shown), 0)
    from public.released_figures as figure
    where figure.month = step_month and figure.dimension = 'region' and figure.measure = 'packages'
  ) < 20 then
    delete from public.released_figures where month = step_month;
    return false;
  end if;

  for entry in
    select * from (
      values ('region', 'overseas'), ('branch', 'Other'), ('program', 'Other')
    ) as known (dimension, remainder_name)
  loop
    insert into public.released_figures (month, dimension, measure, name, recorded, counted, shown)
    select step_month, entry.dimension, measure, entry.remainder_name, 0, 0, 0
    from (values ('packages'), ('families'), ('veterans')) as known (measure)
    on conflict do nothing;
    published_names := private.publish_additions(step_month, entry.dimension, 'packages', entry.remainder_name, null);
    perform private.publish_additions(step_month, entry.dimension, measure, entry.remainder_name, published_names)
    from (values ('families'), ('veterans')) as known (measure);
  end loop;

  update public.release_steps as step
  set is_released = true,
    since = least(
      (select earlier.since from public.release_steps as earlier where earlier.month = previous),
      (
        select min(so_far.month)
        from (
          select date_trunc('month', delivery.delivered_on::timestamp)::date as month,
            sum(delivery.packages) over (order by date_trunc('month', delivery.delivered_on::timestamp)) as packages
          from public.package_deliveries as delivery
          where delivery.region is not null and delivery.delivered_on < step_month + interval '1 month'
        ) as so_far
        where so_far.packages >= 20
      )
    )
  where step.month = step_month;
  return true;
end;
$$;

grant execute on function private.release_deliveries(date) to service_role;

create view private.published_figures as
select
  figure.dimension,
  figure.name,
  step.month,
  step.since,
  coalesce(sum(figure.shown) filter (where figure.measure = 'packages'), 0)::bigint as packages,
  coalesce(sum(figure.shown) filter (where figure.measure = 'families'), 0)::bigint as families,
  coalesce(sum(figure.shown) filter (where figure.measure = 'veterans'), 0)::bigint as veterans
from public.released_figures as figure
join public.release_steps as step using (month)
where step.month = (select max(newest.month) from public.release_steps as newest where newest.is_released)
group by figure.dimension, figure.name, step.month, step.since
having sum(figure.shown) > 0;

create view private.stateside_deliveries as
select
  delivery.military_branch,
  delivery.program,
  delivery.packages,
  delivery.families,
  delivery.veterans,
  case when delivery.latitude is not null then delivery.city end as city,
  delivery.state,
  delivery.latitude,
  delivery.longitude,
  delivery.created_at,
  date_trunc('month', delivery.delivered_on::timestamp)::date as month
from public.package_deliveries as delivery
where delivery.region is null and delivery.delivered_on <= (select private.today());

comment on function private.due_month(date) is
  'Returns the newest month that may be public; each month is released on the 15th of the following month.';
comment on function private.recorded_military_mail(date) is
  'Sums military mail delivered by the end of a month, by region, branch and program.';
comment on function private.publish_additions(date, text, text, text, text[]) is
  'Publishes additions of 20 or more under their names, and the remainder under remainder_name. Returns the names of '
  'the additions.';
comment on function private.release_deliveries(date) is
  'Scheduled: decides once how much the month that is due adds to the public figures. Returns whether they changed.';
comment on view private.published_figures is
  'The newest released step. Every public figure about military mail comes from this view.';
comment on view private.stateside_deliveries is
  'Deliveries in the United States. They are public from the day of the delivery. A city is included only if it is '
  'in the ZIP table.';
