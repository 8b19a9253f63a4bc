set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name) and char_length(btrim(name)) between 1 and 100),
  title text not null check (private.is_line(title) and char_length(btrim(title)) between 1 and 150),
  content text not null check (private.is_text(content) and char_length(btrim(content)) between 1 and 5000),
  image_url text check (private.is_image_path(image_url)),
  image_alt text check (private.is_line(image_alt) and char_length(image_alt) <= 300),
  rating integer not null default 5 check (rating between 1 and 5),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null
    generated always as (lower(name || ' ' || title || ' ' || content)) stored
);
create index testimonials_active_idx on public.testimonials (created_at desc, id desc) where is_active;
create index testimonials_waiting_idx on public.testimonials (created_at desc, id desc) where not is_active;
create index testimonials_created_at_idx on public.testimonials (created_at desc, id desc);
create index testimonials_search_idx on public.testimonials using gin (search_text extensions.gin_trgm_ops);

comment on table public.testimonials is
  'Stories that visitors submit, only through the API. They stay inactive until an administrator approves them.';
comment on column public.testimonials.title is 'The storyteller''s role, such as Army spouse.';

select private.describe_table(
  'testimonials', area => 'content', archived => true, audited => true, title => '{title}',
  rows => '{published,area}', published_by => 'is_active', admins_write => '{insert,update,delete}', on_site => true,
  erasure => 'delete', erase_order => 40,
  reason => 'Stories with their pictures.'
);
select private.describe_columns('testimonials', '{image_url}', kind => 'personal', logged => true);
select private.describe_columns('testimonials', '{image_alt}', kind => 'personal');
select private.describe_columns('testimonials', '{name,title,content}', kind => 'note');

alter table public.testimonials enable row level security;

create policy "Visitors read approved testimonials" on public.testimonials
  for select to anon
  using (is_active);

create policy "Signed-in people read approved testimonials and admins read all"
  on public.testimonials
  for select to authenticated
  using (is_active or (select private.may('content')));

create policy "Admins add testimonials" on public.testimonials
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change testimonials" on public.testimonials
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete testimonials" on public.testimonials
  for delete to authenticated
  using ((select private.may('content')));

grant select (
  id, name, title, content, image_url, image_alt, rating, created_at
) on table public.testimonials to anon, authenticated;
grant select on table public.testimonials to administrator;
grant insert (
  name, title, content, image_url, image_alt, rating, is_active
) on table public.testimonials to authenticated;
grant update (
  name, title, content, image_url, image_alt, rating, is_active
) on table public.testimonials to authenticated;
grant delete on table public.testimonials to authenticated;
grant select, insert, update, delete on table public.testimonials to service_role;

create trigger set_updated_at
  before update on public.testimonials
  for each row execute function private.set_updated_at();
