set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.are_tags(tags jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return jsonb_typeof(tags) = 'array'
    and jsonb_array_length(tags) <= 10
    and not jsonb_path_exists(tags, '$[*] ? (@.type() != "string")')
    and not exists (
      select from jsonb_array_elements_text(tags) as tag
      where tag <> btrim(tag) or char_length(tag) not between 1 and 30 or not private.is_line(tag)
    )
    and (select count(distinct lower(tag)) from jsonb_array_elements_text(tags) as tag)
      = jsonb_array_length(tags);
end;
$$;

grant execute on function private.are_tags(jsonb) to authenticated, service_role;

comment on function private.are_tags(jsonb) is 'Up to ten short tags. Tags that differ only in case are duplicates.';

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (private.is_line(title) and char_length(btrim(title)) between 1 and 200),
  content text not null check (private.is_text(content) and char_length(btrim(content)) between 1 and 100000),
  image_url text check (private.is_image_path(image_url)),
  image_alt text check (private.is_line(image_alt) and char_length(image_alt) <= 300),
  is_published boolean not null default false,
  published_at timestamptz check (published_at between '1900-01-01 00:00Z' and '2200-01-01 00:00Z'),
  slug text check (char_length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  search_title text check (private.is_line(search_title) and char_length(btrim(search_title)) between 1 and 120),
  search_description text check (
    private.is_line(search_description) and char_length(btrim(search_description)) between 1 and 300
  ),
  tags jsonb not null default '[]' check (private.are_tags(tags)),
  version integer not null default 1,
  saved_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (published_at is not null or not is_published)
);
create index blog_posts_published_idx on public.blog_posts (published_at desc, id desc) where is_published;
create index blog_posts_created_at_idx on public.blog_posts (created_at desc, id desc);
create index blog_posts_tags_idx on public.blog_posts using gin ((lower(tags::text)::jsonb));

comment on column public.blog_posts.published_at is
  'The time from which visitors can see the post; in the future for a scheduled post. Null if no date was chosen.';
comment on column public.blog_posts.slug is
  'Custom slug in the URL; if null, the slug comes from the title. In the URL, the slug is followed by the start of '
  'the id, so old URLs still work.';
comment on column public.blog_posts.search_title is
  'Title in search results and shared links; if null, the post''s title.';
comment on column public.blog_posts.search_description is
  'Description in search results and shared links; if null, the beginning of the post.';
comment on column public.blog_posts.tags is
  'A JSON array, like all lists in the API. Tags that differ only in case are the same tag.';
comment on column public.blog_posts.version is
  'Increases with every change. A change based on an older version is reported as a conflict.';
comment on column public.blog_posts.saved_by is 'The person who wrote this version, as named in the audit log.';
comment on table public.blog_posts is 'News posts in Markdown. Only administrators see drafts and scheduled posts.';

select private.describe_table(
  'blog_posts', area => 'content', archived => true, audited => true, title => '{title}',
  rows => '{published,area}', published_by => 'is_published', admins_write => '{insert,update,delete}', on_site => true
);
select private.describe_columns(
  'blog_posts', '{content,image_alt,search_description,search_title,tags,title}',
  kind => 'content'
);
select private.describe_columns('blog_posts', '{image_url,slug}', kind => 'detail');
select private.describe_columns('blog_posts', '{saved_by}', kind => 'username');

alter table public.blog_posts enable row level security;

create policy "Visitors read blog posts" on public.blog_posts
  for select to anon
  using (is_published and published_at <= now());

create policy "Signed-in people read blog posts" on public.blog_posts
  for select to authenticated
  using ((is_published and published_at <= now()) or (select private.may('content')));

create policy "Admins add blog posts" on public.blog_posts
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change blog posts" on public.blog_posts
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete blog posts" on public.blog_posts
  for delete to authenticated
  using ((select private.may('content')));

grant select (
  id, title, content, image_url, image_alt, published_at, slug, search_title, search_description, tags, created_at,
  updated_at
) on table public.blog_posts to anon, authenticated;
grant select on table public.blog_posts to administrator;
grant insert (
  title, content, image_url, image_alt, is_published, published_at, slug, search_title, search_description, tags
) on table public.blog_posts to authenticated;
grant update (
  title, content, image_url, image_alt, is_published, published_at, slug, search_title, search_description, tags
) on table public.blog_posts to authenticated;
grant delete on table public.blog_posts to authenticated;
grant select, insert, update, delete on table public.blog_posts to service_role;

create function private.prepare_blog_post()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.is_published and new.published_at is null then
    new.published_at := now();
  end if;
  return new;
end;
$$;

comment on function private.prepare_blog_post() is
  'When a post is published without a date, sets the date to the current time. The post keeps this date if it becomes '
  'a draft again.';

create trigger number_version
  before insert or update on public.blog_posts
  for each row execute function private.number_version();

create trigger prepare_blog_post
  before insert or update on public.blog_posts
  for each row execute function private.prepare_blog_post();

create trigger set_updated_at
  before update on public.blog_posts
  for each row execute function private.set_updated_at();
