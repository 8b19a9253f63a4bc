set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.about_items (
  id uuid primary key default gen_random_uuid(),
  title text not null check (private.is_line(title) and char_length(btrim(title)) between 1 and 200),
  description text not null check (
    private.is_text(description) and char_length(btrim(description)) between 1 and 5000
  ),
  "order" integer not null default 0 check ("order" >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index about_items_order_idx on public.about_items (is_active, "order", created_at);

comment on table public.about_items is 'Mission items of the about section.';
comment on column public.about_items.is_active is 'False means deleted; the row can be restored.';

select private.describe_table(
  'about_items', area => 'content', archived => true, audited => true, title => '{title}',
  rows => '{published,area}', published_by => 'is_active', admins_write => '{insert,update,delete}', on_site => true
);
select private.describe_columns('about_items', '{description,title}', kind => 'content');

alter table public.about_items enable row level security;

create policy "Visitors read mission items" on public.about_items
  for select to anon
  using (is_active);

create policy "Signed-in people read mission items" on public.about_items
  for select to authenticated
  using (is_active or (select private.may('content')));

create policy "Admins add mission items" on public.about_items
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change mission items" on public.about_items
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete mission items" on public.about_items
  for delete to authenticated
  using ((select private.may('content')));

grant select (id, title, description, "order") on table public.about_items to anon, authenticated;
grant select on table public.about_items to administrator;
grant insert (title, description, "order", is_active) on table public.about_items to authenticated;
grant update (title, description, "order", is_active) on table public.about_items to authenticated;
grant delete on table public.about_items to authenticated;
grant select, insert, update, delete on table public.about_items to service_role;

-- Moving other items changes "order" without editing this one, so "order" doesn't update the version.
create trigger set_updated_at
  before update of title, description, is_active on public.about_items
  for each row execute function private.set_updated_at();
