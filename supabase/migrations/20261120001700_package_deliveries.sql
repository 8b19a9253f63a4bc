set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.package_deliveries (
  id uuid primary key default gen_random_uuid(),
  delivered_on date not null,
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
  state text not null check (char_length(btrim(state)) between 1 and 50),
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
comment on column public.package_deliveries.latitude is
  'Of the city or region, never of a street address.';

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
  delivered_on, location_id, military_branch, program, city, state, latitude, longitude,
  packages, families, veterans, notes
) on table public.package_deliveries to authenticated;
grant update (
  delivered_on, location_id, military_branch, program, city, state, latitude, longitude,
  packages, families, veterans, notes
) on table public.package_deliveries to authenticated;
grant delete on table public.package_deliveries to authenticated;
grant select, insert, update, delete on table public.package_deliveries to service_role;

create trigger set_updated_at
  before update on public.package_deliveries
  for each row execute function private.set_updated_at();

create trigger write_audit
  after insert or update or delete on public.package_deliveries
  for each row execute function private.write_audit();
