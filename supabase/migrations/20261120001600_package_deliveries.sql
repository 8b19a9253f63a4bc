set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- These are the same rules as in rules/named-places.ts; a test compares them.

create function private.normalize_lookalikes(words text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return regexp_replace(
    translate(
      regexp_replace(
        normalize(words, nfkd),
        '[\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\u2800\u3164\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0001-\U000e007f]',
        '', 'g'
      ),
      'АВЕКМНОРСТУХЅІаекморстухѕіΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορ', 'ABEKMHOPCTYXSIaekmopctyxsiABEZHIKMNOPTYXaop'
    ),
    '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g'
  );
end;
$$;

grant execute on function private.normalize_lookalikes(text) to anon, authenticated, service_role;

create function private.mentions_military_mail(words text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    private.normalize_lookalikes(words) ~* any (array[
      '(?<![a-z0-9])[afd]p[o0](?:(?![a-z])|(?=a[aep](?![a-z])))',
      '(?<![a-z0-9])[afd]([^a-z0-9]{1,3})p\1[o0](?![a-z0-9])(?![^a-z0-9]{0,3}box)',
      '(?<![a-z0-9])[afd][^a-z0-9]{0,3}p[^a-z0-9]{0,3}[o0][^a-z0-9]{1,3}a[aep](?![a-z])',
      '(?<![a-z])(?:army|air force|fleet|diplomatic|military)[^a-z0-9]{1,3}post[^a-z0-9]{1,3}office',
      '(?<![a-z])armed[^a-z0-9]{1,3}forces[^a-z0-9]{1,3}(?:europe|pacific|americas|africa|canada|(?:the )?middle east)',
      '(?<![a-z])a[aep][^a-z0-9]{0,3}[0-9]{5}',
      '(?<![0-9])(?:09[0-8]|340|96[2-6])[0-9]{2}(?:[^a-z0-9]?[0-9]{4})?[^a-z0-9]*$',
      '(?<![a-z])box[^a-z0-9]{0,3}[0-9]{1,5}[^a-z0-9]{1,3}(?:09[0-8]|340|96[2-6])[0-9]{2}(?![0-9])',
      '(?<![a-z])unit[^a-z0-9]{0,3}(?:no[^a-z0-9]{1,3})?(?:[0-9]{5,6}(?![0-9])|[0-9]{4}[^a-z0-9]{1,3}box)',
      '(?<![a-z])p([^a-z0-9]{0,3})s\1c[^a-z0-9]{0,3}(?:no[^a-z0-9]{1,3})?[0-9]',
      '(?<![a-z])c([^a-z0-9]{0,3})m\1r(?![a-z])',
      '(?<![a-z])community[^a-z0-9]{1,3}mail[^a-z0-9]?room',
      '(?<![a-z])u([^a-z0-9]{0,3})s\1(?:n\1)?s[^a-z0-9]{1,3}[a-z](?![a-z0-9 .''-]{0,40} (?:museum|memorial)(?![a-z]))',
      '(?<![a-z])uscgc[^a-z0-9]{1,3}[a-z](?![a-z0-9 .''-]{0,40} (?:museum|memorial)(?![a-z]))'
    ]),
    false
  );
$$;

grant execute on function private.mentions_military_mail(text) to anon, authenticated, service_role;

create function private.is_military_mail(city text, state text, zip_code text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.mentions_military_mail(city)
    or coalesce(
      regexp_replace(lower(private.normalize_lookalikes(state)), '[^a-z]', '', 'g') ~ '^(?:a[aep]|armedforces.*)$', false
    )
    or coalesce(regexp_replace(private.normalize_lookalikes(zip_code), '[^0-9]', '', 'g') ~ '^(?:09[0-8]|340|96[2-6])', false);
$$;

grant execute on function private.is_military_mail(text, text, text)
  to anon, authenticated, service_role;

create table public.locations (
  id uuid primary key default gen_random_uuid(),
  contact_person_name text check (private.is_line(contact_person_name) and char_length(contact_person_name) <= 100),
  military_branch text
    check (
      military_branch in (
        'Army', 'Navy', 'Air Force', 'Marines', 'Space Force', 'Coast Guard',
        'Multiple Branches', 'Other'
      )
    ),
  name text not null check (private.is_line(name) and char_length(btrim(name)) between 1 and 200),
  address text not null check (private.is_text(address) and char_length(btrim(address)) between 1 and 300),
  city text check (private.is_line(city) and char_length(city) <= 100),
  state text check (private.is_line(state) and char_length(state) <= 50),
  zip_code text check (private.is_line(zip_code) and char_length(zip_code) <= 10),
  description text check (private.is_text(description) and char_length(description) <= 2000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_military_mail boolean not null generated always as (
    private.is_military_mail(city, state, zip_code)
    or private.mentions_military_mail(address)
    or private.mentions_military_mail(name)
  ) stored
);
create index locations_name_idx on public.locations (is_active, name);

comment on table public.locations is
  'Bases and partner sites. Visitors and volunteers see the name, branch, city and state; the rest is only for '
  'administrators.';
comment on column public.locations.is_military_mail is
  'The location has a military mail address (APO, FPO or DPO), so only administrators see it, even if is_active is '
  'true.';

select private.describe_table(
  'locations', area => 'volunteers', archived => true, audited => true, title => '{name}',
  rows => '{published to visitors,area}', published_by => 'is_active', admins_write => '{insert,update,delete}',
  erasure => 'empty', erase_order => 43,
  reason => 'The location stays without its contact person.'
);
select private.describe_columns('locations', '{contact_person_name}', kind => 'personal', replacement => 'nothing');
select private.describe_columns('locations', '{address,description}', kind => 'content', logged => false);
select private.describe_columns('locations', '{name}', kind => 'content');
select private.describe_columns('locations', '{city,state}', kind => 'detail');
select private.describe_columns('locations', '{zip_code}', kind => 'detail', logged => false);
select private.describe_columns('locations', '{military_branch}', kind => 'state');

alter table public.locations enable row level security;

create policy "Visitors read the public columns of active locations" on public.locations
  for select to anon
  using (is_active and not is_military_mail);

create policy "Admins read locations" on public.locations
  for select to authenticated
  using ((select private.may('volunteers')));

create policy "Admins add locations" on public.locations
  for insert to authenticated
  with check ((select private.may('volunteers')));

create policy "Admins change locations" on public.locations
  for update to authenticated
  using ((select private.may('volunteers')));

create policy "Admins delete locations" on public.locations
  for delete to authenticated
  using ((select private.may('volunteers')));

grant select (id, name, military_branch, city, state) on table public.locations to anon;
grant select on table public.locations to authenticated;
grant insert (
  contact_person_name, military_branch, name, address, city, state, zip_code, description,
  is_active
) on table public.locations to authenticated;
grant update (
  contact_person_name, military_branch, name, address, city, state, zip_code, description,
  is_active
) on table public.locations to authenticated;
grant delete on table public.locations to authenticated;
grant select, insert, update, delete on table public.locations to service_role;

create function private.public_locations()
returns table (id uuid, name text, military_branch text, city text, state text)
language sql
stable
security definer
set search_path = ''
as $$
  select location.id, location.name, location.military_branch, location.city, location.state
  from public.locations as location
  where location.is_active and not location.is_military_mail
  order by location.name, location.id;
$$;

grant execute on function private.public_locations() to anon, authenticated, service_role;

comment on function private.normalize_lookalikes(text) is
  'Replaces full-width, circled and look-alike letters with plain ones and removes invisible characters.';
comment on function private.mentions_military_mail(text) is
  'Returns whether the text contains a military post office, a military ZIP code, or a unit''s or ship''s address.';
comment on function private.is_military_mail(text, text, text) is
  'Returns whether an address is military mail. Such an address reveals where deployed people are, so it is never '
  'public.';
comment on function private.public_locations() is
  'Returns the public columns to everyone. Column privileges can''t do this, because volunteers and administrators '
  'share a database role.';

create function private.is_in_the_states(latitude numeric, longitude numeric)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(bool_or(latitude between box.south and box.north and longitude between box.west and box.east), false)
  from (
    values
      (24.3, 49.5, -125.0, -66.8),
      -- Alaska, which extends across the 180th meridian, and Hawaii.
      (51.0, 71.6, -180.0, -129.9),
      (51.0, 71.6, 172.0, 180.0),
      (18.8, 28.5, -178.4, -154.7),
      -- Puerto Rico and the Virgin Islands; Guam and the Northern Marianas; American Samoa.
      (17.6, 18.6, -68.0, -64.5),
      (13.1, 20.7, 144.5, 146.2),
      (-14.7, -11.0, -171.2, -168.1)
  ) as box (south, north, west, east);
$$;

grant execute on function private.is_in_the_states(numeric, numeric) to authenticated, service_role;

comment on function private.is_in_the_states(numeric, numeric) is
  'Returns whether a point lies within the approximate bounding boxes of the states and territories.';

create table public.package_deliveries (
  id uuid primary key default gen_random_uuid(),
  delivered_on date not null check (delivered_on between '1900-01-01' and '2199-12-31'),
  is_day_confirmed boolean not null default false,
  location_id uuid references public.locations (id) on delete set null,
  military_branch text not null
    check (
      military_branch in (
        'Army', 'Navy', 'Air Force', 'Marines', 'Space Force', 'Coast Guard',
        'Multiple Branches', 'Other'
      )
    ),
  program text not null
    check (program in ('Deployed Service Members', 'Military Families', 'Veterans')),
  city text not null check (private.is_line(city) and char_length(btrim(city)) between 1 and 100),
  state text not null check (
    state in (
      'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY',
      'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH',
      'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY',
      'AS', 'GU', 'MP', 'PR', 'VI', 'AA', 'AE', 'AP'
    )
  ),
  region text check (
    region in (
      'Europe', 'the Middle East', 'Africa', 'Asia and the Pacific', 'the Americas', 'a ship at sea'
    )
  ),
  latitude numeric(8, 5),
  longitude numeric(8, 5),
  packages integer not null check (packages between 1 and 100000),
  families integer not null default 0 check (families between 0 and 100000),
  veterans integer not null default 0 check (veterans between 0 and 100000),
  notes text check (private.is_text(notes) and char_length(notes) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Trusts the days that contracts/usual-days.ts doesn't ask about, in any time zone; a test compares them.
  has_trusted_day boolean not null generated always as (
    is_day_confirmed or created_at at time zone text 'UTC' < delivered_on + interval '5 years 2 days'
  ) stored,
  constraint package_deliveries_place check (
    (latitude is null and longitude is null) or private.is_in_the_states(latitude, longitude)
  )
);
create index package_deliveries_delivered_on_idx on public.package_deliveries (delivered_on desc, id desc);
create index package_deliveries_location_idx on public.package_deliveries (location_id);

comment on table public.package_deliveries is
  'Deliveries of packages. Impact numbers, counts by branch and program, and the map are computed from these rows.';
comment on column public.package_deliveries.is_day_confirmed is
  'True if an administrator confirmed an unusual day.';
comment on column public.package_deliveries.has_trusted_day is
  'False if the day is long past and nobody confirmed it. Such a day doesn''t set since when we deliver.';
comment on column public.package_deliveries.state is 'State code, or AA, AE or AP for military mail.';
comment on column public.package_deliveries.region is
  'The only part of a military mail destination that the public ever sees. Null for a delivery within the states.';
comment on column public.package_deliveries.latitude is
  'The city''s latitude, which comes from private.zip_codes and not from a form. '
  'Not stored for military mail.';

create function private.guard_region()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  needs_region boolean := private.is_military_mail(new.city, new.state, null);
begin
  if new.location_id is not null and not needs_region then
    select location.is_military_mail into needs_region
    from public.locations as location
    where location.id = new.location_id
    for share;
  end if;
  if needs_region and new.region is null then
    raise exception 'military mail without a region' using errcode = 'CP016';
  end if;
  if new.region is not null
    or (tg_op = 'UPDATE' and (new.city, new.state) is distinct from (old.city, old.state)) then
    new.latitude := null;
    new.longitude := null;
  end if;
  if new.region is null and new.latitude is null then
    select center.latitude, center.longitude into new.latitude, new.longitude
    from private.city_center(new.city, new.state) as center
    where private.is_in_the_states(center.latitude, center.longitude);
  end if;
  return new;
end;
$$;

comment on function private.guard_region() is
  'Requires a region for military mail, and sets coordinates only for other deliveries.';

create trigger guard_region
  before insert or update of city, state, location_id, region, latitude, longitude
  on public.package_deliveries
  for each row execute function private.guard_region();

create function private.guard_deliveries_of_location()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select 1 from public.package_deliveries as delivery
    where delivery.location_id = new.id and delivery.region is null
  ) then
    raise exception 'the location''s deliveries are already public with their city' using errcode = 'CP016';
  end if;
  return null;
end;
$$;

comment on function private.guard_deliveries_of_location() is
  'Refuses to mark a location as military mail if its deliveries are already public with their city.';

create trigger guard_deliveries_of_location
  after update on public.locations
  for each row when (new.is_military_mail and not old.is_military_mail)
  execute function private.guard_deliveries_of_location();

select private.describe_table(
  'package_deliveries', area => 'volunteers', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert,update,delete}',
  -- Coordinates are derived from the city, so changes to them aren't logged.
  audited_on => 'insert or delete or update of delivered_on, is_day_confirmed, location_id, military_branch, program, '
    'city, state, region, packages, families, veterans, notes',
  uncounted => '{latitude,longitude}',
  title => 'Delivery of {delivered_on}'
);
select private.describe_columns('package_deliveries', '{notes}', kind => 'content', logged => false);
select private.describe_columns('package_deliveries', '{city,state}', kind => 'detail');
select private.describe_columns('package_deliveries', '{military_branch,program,region}', kind => 'state');

alter table public.package_deliveries enable row level security;

create policy "Admins manage package deliveries" on public.package_deliveries
  for all to authenticated
  using ((select private.may('volunteers')));

grant select on table public.package_deliveries to authenticated;
grant insert (
  delivered_on, is_day_confirmed, location_id, military_branch, program, city, state, region, packages, families,
  veterans, notes
) on table public.package_deliveries to authenticated;
grant update (
  delivered_on, is_day_confirmed, location_id, military_branch, program, city, state, region, packages, families,
  veterans, notes
) on table public.package_deliveries to authenticated;
grant delete on table public.package_deliveries to authenticated;
grant select, insert, update, delete on table public.package_deliveries to service_role;

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
            and delivery.has_trusted_day
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
  date_trunc('month', delivery.delivered_on::timestamp)::date as month,
  delivery.has_trusted_day
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
