set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.care_package_goals (
  id uuid primary key default gen_random_uuid(),
  monthly_goal integer not null default 500 check (monthly_goal between 1 and 1000000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index care_package_goals_one_active_key on public.care_package_goals (is_active) where is_active;

comment on table public.care_package_goals is 'Packages to send in a month; at most one goal is active.';

select private.describe_table(
  'care_package_goals', area => 'content', archived => true, audited => true,
  rows => '{published,area}', published_by => 'is_active', admins_write => '{insert,update,delete}', on_site => true
);

alter table public.care_package_goals enable row level security;

create policy "Visitors read care package goals" on public.care_package_goals
  for select to anon
  using (is_active);

create policy "Signed-in people read care package goals" on public.care_package_goals
  for select to authenticated
  using (is_active or (select private.may('content')));

create policy "Admins add care package goals" on public.care_package_goals
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change care package goals" on public.care_package_goals
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete care package goals" on public.care_package_goals
  for delete to authenticated
  using ((select private.may('content')));

grant select (monthly_goal, updated_at) on table public.care_package_goals to anon, authenticated;
grant select on table public.care_package_goals to administrator;
grant insert (monthly_goal, is_active) on table public.care_package_goals to authenticated;
grant update (monthly_goal, is_active) on table public.care_package_goals to authenticated;
grant delete on table public.care_package_goals to authenticated;
grant select, insert, update, delete on table public.care_package_goals to service_role;

create trigger set_updated_at
  before update on public.care_package_goals
  for each row execute function private.set_updated_at();
