set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.blog_post_versions (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.blog_posts (id) on delete cascade,
  version integer not null,
  title text not null,
  content text not null,
  image_url text,
  image_alt text,
  is_published boolean not null,
  published_at timestamptz,
  slug text,
  search_title text,
  search_description text,
  tags jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  unique (post_id, version)
);

comment on table public.blog_post_versions is
  'Earlier versions of posts, for viewing and restoring: the newest fifty per post, deleted with the post.';
comment on column public.blog_post_versions.saved_by is 'The person who wrote this version, not the one who replaced it.';

select private.describe_table(
  'blog_post_versions', area => 'content', archived => true, audited => false,
  rows => '{area}',
  title => '{title}'
);
select private.describe_columns(
  'blog_post_versions', '{content,image_alt,search_description,search_title,tags,title}',
  kind => 'content'
);
select private.describe_columns('blog_post_versions', '{image_url,slug}', kind => 'detail');
select private.describe_columns('blog_post_versions', '{saved_by}', kind => 'username');

alter table public.blog_post_versions enable row level security;

create policy "Admins read earlier versions of posts" on public.blog_post_versions
  for select to authenticated
  using ((select private.may('content')));

grant select on table public.blog_post_versions to authenticated;
grant select on table public.blog_post_versions to service_role;

create trigger keep_version
  after update on public.blog_posts
  for each row when (old.version is distinct from new.version)
  execute function private.keep_version('blog_post_versions', 'post_id');
