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
    and not jsonb_path_exists(tags, 'strict $[*] ? (@.type() != "string")')
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

-- Takes out what readers don't see: pictures, the addresses of links, and the marks of words within words. Other marks are
-- blank in search_text().
create function private.visible_markdown(content text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  target constant text := '\(\s*(?:<[^<>\n]*>|(?:[^\s()<]|\([^\s()]*\))*)(?:\s+"[^"]*")?\s*\)';
begin
  return regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          -- Escaped marks are shown.
          regexp_replace(content, '\\[!-&(-/:-@[-`{-~]', ' ', 'g'),
          '!\[[^][]*\]' || target, ' ', 'g'
        ),
        '\]' || target, ']', 'g'
      ),
      '^ {0,3}(?:`{3,}|~{3,})[^`\n]*$|^(?:[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[[ xX]\][ \t]+', '', 'gn'
    ),
    '\*{1,3}|~~', '', 'g'
  );
end;
$$;

grant execute on function private.visible_markdown(text) to anon, authenticated, service_role;

comment on function private.visible_markdown(text) is
  'Returns Markdown without what its readers don''t see. Only its words count, because search_text() takes out the rest.';

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (private.is_line(title) and char_length(btrim(title)) between 1 and 200),
  content text not null check (
    private.is_text(content) and char_length(btrim(content)) between 1 and 100000 and private.is_bounded_markdown(content)
  ),
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
  search_text text not null
    generated always as (private.search_text(title || ' ' || private.visible_markdown(content))) stored,
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
  updated_at, search_text
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

create table public.blog_post_drafts (
  id uuid primary key default gen_random_uuid(),
  session text not null check (private.is_line(session) and char_length(session) between 1 and 100),
  post_id uuid unique references public.blog_posts (id) on delete cascade check (post_id = id),
  post_version integer check ((post_version is null) = (post_id is null)),
  title text not null default '' check (private.is_line(title) and char_length(title) <= 200),
  content text not null default '' check (private.is_text(content) and char_length(content) <= 1000000),
  image_url text check (private.is_image_path(image_url)),
  image_alt text check (private.is_line(image_alt) and char_length(image_alt) <= 300),
  published_at timestamptz check (published_at between '1900-01-01 00:00Z' and '2200-01-01 00:00Z'),
  slug text check (private.is_line(slug) and char_length(slug) <= 80),
  search_title text check (private.is_line(search_title) and char_length(search_title) <= 120),
  search_description text check (
    private.is_line(search_description) and char_length(search_description) <= 300
  ),
  tags jsonb not null default '[]' check (private.are_tags(tags)),
  version integer not null default 1,
  saved_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blog_post_drafts_updated_at_idx on public.blog_post_drafts (updated_at desc, id desc);

comment on table public.blog_post_drafts is
  'Unpublished changes that the editor has saved automatically, one draft per post. Only administrators see them. '
  'Saving the post deletes the draft.';
comment on column public.blog_post_drafts.id is 'The post''s id, or a new id while there is no post yet.';
comment on column public.blog_post_drafts.session is
  'The editing session that saved last. The audit log has one entry per session instead of one per save.';
comment on column public.blog_post_drafts.post_version is
  'The version of the post that the draft is based on, so that publishing the draft can''t overwrite a newer version.';
comment on column public.blog_post_drafts.slug is
  'Unlike the post, a draft may hold unfinished values, such as a slug with spaces.';
comment on column public.blog_post_drafts.version is
  'Increases with every save. A save based on an older version is reported as a conflict.';

select private.describe_table(
  'blog_post_drafts', area => 'content', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert,update,delete}',
  uncounted => '{post_version,title,content,image_url,image_alt,published_at,slug,search_title,search_description,tags,'
    'version,saved_by}',
  title => '{title}'
);
select private.describe_columns(
  'blog_post_drafts', '{content,image_alt,search_description,search_title,tags,title}',
  kind => 'content'
);
select private.describe_columns('blog_post_drafts', '{image_url,slug}', kind => 'detail');
select private.describe_columns('blog_post_drafts', '{saved_by,session}', kind => 'username');

alter table public.blog_post_drafts enable row level security;

create policy "Admins manage drafts of posts" on public.blog_post_drafts
  for all to authenticated
  using ((select private.may('content')));

grant select on table public.blog_post_drafts to authenticated;
grant insert (
  id, session, post_id, post_version, title, content, image_url, image_alt, published_at, slug, search_title,
  search_description, tags
) on table public.blog_post_drafts to authenticated;
grant update (
  session, post_version, title, content, image_url, image_alt, published_at, slug, search_title, search_description,
  tags
) on table public.blog_post_drafts to authenticated;
grant delete on table public.blog_post_drafts to authenticated;
grant select, insert, update, delete on table public.blog_post_drafts to service_role;

create function private.prepare_blog_post_draft()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.saved_by := coalesce(new.saved_by, private.actor_name());
  else
    new.saved_by := private.actor_name();
    new.version := old.version + 1;
  end if;
  return new;
end;
$$;

comment on function private.prepare_blog_post_draft() is
  'Sets who saved a draft, and numbers its versions.';

create trigger prepare_blog_post_draft
  before insert or update on public.blog_post_drafts
  for each row execute function private.prepare_blog_post_draft();

-- An update that changes only these columns isn't logged, so an update is logged only when a different editing session
-- saves.

-- Links that show drafts to people without a login, such as someone who is quoted in a post.
create table public.preview_links (
  id uuid primary key default gen_random_uuid(),
  draft_id uuid unique references public.blog_post_drafts (id) on delete cascade,
  post_id uuid unique references public.blog_posts (id) on delete cascade,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(draft_id, post_id) = 1)
);

comment on table public.preview_links is
  'Preview links of drafts, one per post. The functions derive each token from the id, and it is never stored.';
comment on column public.preview_links.draft_id is 'The draft that the link shows while there is no post yet.';
comment on column public.preview_links.post_id is
  'The post that the link belongs to. The link shows the post''s draft or, without a draft, the unpublished post '
  'itself.';
comment on column public.preview_links.ends_at is
  'When the post goes public. From then on, the link leads to the post. Null while the time isn''t known.';

select private.describe_table(
  'preview_links', area => 'content', archived => false, left_out => 'secrets', audited => true,
  rows => '{area}', admins_write => '{insert,update,delete}'
);

alter table public.preview_links enable row level security;

create policy "Admins manage preview links" on public.preview_links
  for all to authenticated
  using ((select private.may('content')));

grant select on table public.preview_links to authenticated;
grant insert (draft_id, post_id) on table public.preview_links to authenticated;
grant update (draft_id, post_id) on table public.preview_links to authenticated;
grant delete on table public.preview_links to authenticated;

create function private.is_live(post public.blog_posts)
returns boolean
language sql
stable
set search_path = ''
as $$
  select post.is_published and post.published_at <= now();
$$;

create function private.prepare_preview_link()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- When a draft becomes a post, its link stops showing drafts as soon as visitors can see the post, which may be right
  -- away. A new link to a post that visitors can already see is for the post's next draft, so it doesn't get an end
  -- time yet.
  select greatest(post.published_at, now()) into new.ends_at
  from public.blog_posts as post
  where post.id = new.post_id and post.is_published and (tg_op = 'UPDATE' or not private.is_live(post));
  return new;
end;
$$;

create trigger prepare_preview_link
  before insert or update of post_id on public.preview_links
  for each row execute function private.prepare_preview_link();

create function private.end_preview_link()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  new_end timestamptz := case when new.is_published then greatest(new.published_at, now()) end;
begin
  update public.preview_links as link
  set ends_at = new_end
  where link.post_id = new.id
    and (link.ends_at is null or link.ends_at > now())
    and link.ends_at is distinct from new_end;
  return null;
end;
$$;

create trigger end_preview_link
  after update on public.blog_posts
  for each row execute function private.end_preview_link();

create function private.delete_preview_link()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.preview_links as link
  using public.blog_posts as post
  where link.post_id = old.post_id
    and (link.ends_at is null or link.ends_at > now())
    and post.id = link.post_id
    and private.is_live(post);
  return null;
end;
$$;

create trigger delete_preview_link
  after delete on public.blog_post_drafts
  for each row execute function private.delete_preview_link();

create function private.read_preview_link(link uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with entry as (
    select preview.*, preview.ends_at is null or preview.ends_at > now() as is_on
    from public.preview_links as preview
    where preview.id = read_preview_link.link
  )
  select case
    when entry.is_on and draft.id is not null then
      jsonb_build_object('publishedPost', null, 'draft', jsonb_build_object(
        'title', draft.title, 'content', draft.content, 'imageUrl', draft.image_url, 'imageAlt', draft.image_alt,
        'publishedAt', draft.published_at, 'tags', draft.tags
      ))
    when private.is_live(post) then
      jsonb_build_object('draft', null, 'publishedPost', jsonb_build_object(
        'id', post.id, 'title', post.title, 'slug', post.slug
      ))
    when entry.is_on and post.id is not null then
      jsonb_build_object('publishedPost', null, 'draft', jsonb_build_object(
        'title', post.title, 'content', post.content, 'imageUrl', post.image_url, 'imageAlt', post.image_alt,
        'publishedAt', post.published_at, 'tags', post.tags
      ))
  end
  from entry
  left join public.blog_posts as post on post.id = entry.post_id
  left join public.blog_post_drafts as draft on draft.id = coalesce(entry.draft_id, entry.post_id);
$$;

grant execute on function private.read_preview_link(uuid) to service_role;

comment on function private.is_live(public.blog_posts) is 'Returns whether visitors can see the post.';
comment on function private.prepare_preview_link() is
  'Makes the link end when its post goes public. For a scheduled post, that time is in the future.';
comment on function private.end_preview_link() is
  'Ends the link when its post is published, and changes the end time when the post is scheduled, rescheduled or '
  'unpublished.';
comment on function private.delete_preview_link() is
  'Turns off the link when the draft of a published post is discarded, so that the link never shows a later draft.';
comment on function private.read_preview_link(uuid) is
  'Returns the draft behind a link, or the published post that has replaced it. Null if the link is unknown or turned off.';
