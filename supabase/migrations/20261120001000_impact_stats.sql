set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.impact_stats (
  id uuid primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  packages_delivered integer not null default 0 check (packages_delivered >= 0),
  families_helped integer not null default 0 check (families_helped >= 0),
  volunteer_hours integer not null default 0 check (volunteer_hours >= 0),
  veterans_served integer not null default 0 check (veterans_served >= 0),
  since integer check (since between 1800 and 2100),
  last_updated timestamptz not null default now()
);

comment on table public.impact_stats is
  'Opening totals from before the organization used this site, in one row. The site adds deliveries and attendance to '
  'them.';
comment on column public.impact_stats.since is
  'The year these totals start from, shown next to them; null hides the year.';

create function private.set_last_updated()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.last_updated := greatest(
    date_trunc('milliseconds', now()),
    date_trunc('milliseconds', old.last_updated) + interval '1 millisecond'
  );
  return new;
end;
$$;

comment on function private.set_last_updated() is
  'Sets last_updated to a later time with each change, so that it can serve as the row''s version.';

create trigger set_last_updated
  before update on public.impact_stats
  for each row execute function private.set_last_updated();

select private.describe_table(
  'impact_stats', area => 'settings', archived => true, audited => true,
  rows => '{all,area}', admins_write => '{insert,update}', on_site => true
);

alter table public.impact_stats enable row level security;

create policy "Visitors read impact statistics" on public.impact_stats
  for select to anon
  using (true);

create policy "Signed-in people read impact statistics" on public.impact_stats
  for select to authenticated
  using (true);

create policy "Admins add impact statistics" on public.impact_stats
  for insert to authenticated
  with check ((select private.may('settings')));

create policy "Admins change impact statistics" on public.impact_stats
  for update to authenticated
  using ((select private.may('settings')));

grant select (
  packages_delivered, families_helped, volunteer_hours, veterans_served, since, last_updated
) on table public.impact_stats to anon, authenticated;
grant select on table public.impact_stats to administrator;
grant insert (
  packages_delivered, families_helped, volunteer_hours, veterans_served, since
) on table public.impact_stats to authenticated;
grant update (
  packages_delivered, families_helped, volunteer_hours, veterans_served, since
) on table public.impact_stats to authenticated;
grant select, insert, update, delete on table public.impact_stats to service_role;
