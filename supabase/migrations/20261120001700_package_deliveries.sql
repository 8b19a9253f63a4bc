set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
  city text not null check (char_length(btrim(city)) between 1 and 100),
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
  latitude numeric(8, 5) check (latitude between -90 and 90),
  longitude numeric(8, 5) check (longitude between -180 and 180),
  packages integer not null check (packages between 1 and 100000),
  families integer not null default 0 check (families between 0 and 100000),
  veterans integer not null default 0 check (veterans between 0 and 100000),
  notes text check (char_length(notes) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint package_deliveries_longitude_check1 check ((latitude is null) = (longitude is null))
);
create index package_deliveries_delivered_on_idx on public.package_deliveries (delivered_on desc, id desc);
create index package_deliveries_location_idx on public.package_deliveries (location_id);

comment on table public.package_deliveries is
  'What was sent where and when. Impact numbers, branch and program counts and the map are computed from it.';
comment on column public.package_deliveries.state is 'State code, or AA, AE, AP for military mail.';
comment on column public.package_deliveries.region is
  'All that the public ever learns of where military mail went; null inside the states.';
comment on column public.package_deliveries.latitude is
  'Of the city, never of a street address; not kept for military mail.';

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
  if new.region is not null then
    new.latitude := null;
    new.longitude := null;
  end if;
  return new;
end;
$$;

revoke all on function private.guard_region() from public, anon, authenticated, service_role;

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
    raise exception 'its deliveries are public with their city' using errcode = 'CP016';
  end if;
  return null;
end;
$$;

revoke all on function private.guard_deliveries_of_location()
  from public, anon, authenticated, service_role;

create trigger guard_deliveries_of_location
  after update on public.locations
  for each row when (new.is_military_mail and not old.is_military_mail)
  execute function private.guard_deliveries_of_location();

alter table public.package_deliveries enable row level security;

create policy "Admins read package deliveries" on public.package_deliveries
  for select to authenticated
  using ((select private.is_admin()));

create policy "Admins add package deliveries" on public.package_deliveries
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins change package deliveries" on public.package_deliveries
  for update to authenticated
  using ((select private.is_admin()));

create policy "Admins delete package deliveries" on public.package_deliveries
  for delete to authenticated
  using ((select private.is_admin()));

revoke all on table public.package_deliveries from public, anon, authenticated, service_role;
grant select on table public.package_deliveries to authenticated;
grant insert (
  delivered_on, location_id, military_branch, program, city, state, region, latitude, longitude,
  packages, families, veterans, notes
) on table public.package_deliveries to authenticated;
grant update (
  delivered_on, location_id, military_branch, program, city, state, region, latitude, longitude,
  packages, families, veterans, notes
) on table public.package_deliveries to authenticated;
grant delete on table public.package_deliveries to authenticated;
grant select, insert, update, delete on table public.package_deliveries to service_role;

create trigger set_updated_at
  before update on public.package_deliveries
  for each row execute function private.set_updated_at();

create trigger write_audit
  after insert or update or delete on public.package_deliveries
  for each row execute function private.write_audit('{}', '{notes}');

-- What anybody may know, as rules/release.ts says it; every public figure is computed from here. Whom the month's group
-- lets stand under the region's name is asked of released deliveries alone, so that nothing tells of one before its day.
create view private.released_deliveries as
select
  delivery.military_branch,
  delivery.program,
  delivery.packages,
  delivery.families,
  delivery.veterans,
  case when delivery.region is null then delivery.city end as city,
  case when delivery.region is null then delivery.state end as state,
  case when delivery.region is null then delivery.latitude end as latitude,
  case when delivery.region is null then delivery.longitude end as longitude,
  case
    when delivery.region is null then null
    when sum(delivery.packages) over (
      partition by delivery.region, date_trunc('month', delivery.delivered_on::timestamp)
    ) >= 20 then delivery.region
    else 'overseas'
  end as region,
  case
    when delivery.region is null then delivery.created_at
    else greatest(
      delivery.created_at,
      (delivery.delivered_on + 14)::timestamp at time zone (select private.time_zone())
    )
  end as public_since,
  date_trunc('month', delivery.delivered_on::timestamp)::date as month
from public.package_deliveries as delivery
where delivery.delivered_on
  <= (select private.today()) - case when delivery.region is null then 0 else 14 end;

revoke all on table private.released_deliveries from public, anon, authenticated, service_role;

comment on view private.released_deliveries is
  'Deliveries as the public may know them: military mail by region or as overseas, 14 days after it arrived.';
