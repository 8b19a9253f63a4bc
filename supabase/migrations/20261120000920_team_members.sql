set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.team_members (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name) and char_length(btrim(name)) between 1 and 100),
  role text not null check (private.is_line(role) and char_length(btrim(role)) between 1 and 100),
  is_board_member boolean not null default false,
  image_url text check (private.is_image_path(image_url)),
  image_alt text check (private.is_line(image_alt) and char_length(image_alt) <= 300),
  "order" integer not null default 0 check ("order" >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index team_members_order_idx on public.team_members (is_active, "order", created_at);

comment on table public.team_members is 'Staff and board members, as listed on the "Who we are" page.';
comment on column public.team_members.role is 'The person''s position, such as "Treasurer".';
comment on column public.team_members.is_board_member is
  'Board members are listed after the team, under a separate heading.';
comment on column public.team_members.is_active is 'False means removed from the page; the row can be restored.';

select private.describe_table(
  'team_members', area => 'content', archived => true, audited => true,
  rows => '{published,area}', published_by => 'is_active', admins_write => '{insert,update,delete}', on_site => true,
  erasure => 'delete', erase_order => 42,
  reason => 'The entry on the team page, with its picture.'
);
select private.describe_columns('team_members', '{name,image_alt}', kind => 'personal');
select private.describe_columns('team_members', '{role,image_url}', kind => 'personal', logged => true);

alter table public.team_members enable row level security;

create policy "Visitors read team members" on public.team_members
  for select to anon
  using (is_active);

create policy "Signed-in people read team members" on public.team_members
  for select to authenticated
  using (is_active or (select private.may('content')));

create policy "Admins add team members" on public.team_members
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change team members" on public.team_members
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete team members" on public.team_members
  for delete to authenticated
  using ((select private.may('content')));

grant select (id, name, role, is_board_member, image_url, image_alt, "order")
  on table public.team_members to anon, authenticated;
grant select on table public.team_members to administrator;
grant insert (name, role, is_board_member, image_url, image_alt, "order", is_active)
  on table public.team_members to authenticated;
grant update (name, role, is_board_member, image_url, image_alt, "order", is_active)
  on table public.team_members to authenticated;
grant delete on table public.team_members to authenticated;
grant select, insert, update, delete on table public.team_members to service_role;

-- Moving other people changes "order" without editing this one, so "order" doesn't update the version.
create trigger set_updated_at
  before update of name, role, is_board_member, image_url, image_alt, is_active on public.team_members
  for each row execute function private.set_updated_at();
