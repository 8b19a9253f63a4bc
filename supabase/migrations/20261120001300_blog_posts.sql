set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(btrim(title)) between 1 and 200),
  content text not null check (char_length(btrim(content)) between 1 and 100000),
  image_url text check (private.is_image_path(image_url)),
  image_alt text check (char_length(image_alt) <= 300),
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blog_posts_published_idx on public.blog_posts (created_at desc, id desc) where is_published;
create index blog_posts_created_at_idx on public.blog_posts (created_at desc, id desc);

comment on table public.blog_posts is
  'News, written in Markdown; drafts are seen by administrators only.';

alter table public.blog_posts enable row level security;

create policy "Visitors read blog posts" on public.blog_posts
  for select to anon
  using (is_published);

create policy "Signed-in people read blog posts" on public.blog_posts
  for select to authenticated
  using (is_published or (select private.is_admin()));

create policy "Admins add blog posts" on public.blog_posts
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "Admins change blog posts" on public.blog_posts
  for update to authenticated
  using ((select private.is_admin()));

create policy "Admins delete blog posts" on public.blog_posts
  for delete to authenticated
  using ((select private.is_admin()));

revoke all on table public.blog_posts from public, anon, authenticated, service_role;
grant select on table public.blog_posts to anon;
grant select on table public.blog_posts to authenticated;
grant insert (
  title, content, image_url, image_alt, is_published
) on table public.blog_posts to authenticated;
grant update (
  title, content, image_url, image_alt, is_published
) on table public.blog_posts to authenticated;
grant delete on table public.blog_posts to authenticated;
grant select, insert, update, delete on table public.blog_posts to service_role;

create trigger set_updated_at
  before update on public.blog_posts
  for each row execute function private.set_updated_at();

create trigger write_audit
  after insert or update or delete on public.blog_posts
  for each row execute function private.write_audit();
