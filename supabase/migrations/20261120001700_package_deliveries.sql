set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
  constraint package_deliveries_place check (
    (latitude is null and longitude is null) or private.is_in_the_states(latitude, longitude)
  )
);
create index package_deliveries_delivered_on_idx on public.package_deliveries (delivered_on desc, id desc);
create index package_deliveries_location_idx on public.package_deliveries (location_id);

comment on table public.package_deliveries is
  'Deliveries of packages. Impact numbers, counts by branch and program, and the map are computed from these rows.';
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
  audited_on => 'insert or delete or update of delivered_on, location_id, military_branch, program, city, state, region, '
    'packages, families, veterans, notes',
  uncounted => '{latitude,longitude}',
  title => 'Delivery of {delivered_on}'
);
select private.describe_columns('package_deliveries', '{notes}', kind => 'content', logged => false);
select private.describe_columns('package_deliveries', '{city,state}', kind => 'detail');
select private.describe_columns('package_deliveries', '{military_branch,program,region}', kind => 'state');

alter table public.package_deliveries enable row level security;

create policy "Admins read package deliveries" on public.package_deliveries
  for select to authenticated
  using ((select private.may('volunteers')));

create policy "Admins add package deliveries" on public.package_deliveries
  for insert to authenticated
  with check ((select private.may('volunteers')));

create policy "Admins change package deliveries" on public.package_deliveries
  for update to authenticated
  using ((select private.may('volunteers')));

create policy "Admins delete package deliveries" on public.package_deliveries
  for delete to authenticated
  using ((select private.may('volunteers')));

grant select on table public.package_deliveries to authenticated;
grant insert (
  delivered_on, location_id, military_branch, program, city, state, region, packages, families,
  veterans, notes
) on table public.package_deliveries to authenticated;
grant update (
  delivered_on, location_id, military_branch, program, city, state, region, packages, families,
  veterans, notes
) on table public.package_deliveries to authenticated;
grant delete on table public.package_deliveries to authenticated;
grant select, insert, update, delete on table public.package_deliveries to service_role;

create trigger set_updated_at
  before update on public.package_deliveries
  for each row execute function private.set_updated_at();
