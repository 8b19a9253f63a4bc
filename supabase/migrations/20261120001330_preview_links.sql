set local lock_timeout = '1s';
set local statement_timeout = '60s';

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

create policy "Admins read preview links" on public.preview_links
  for select to authenticated
  using ((select private.may('content')));

create policy "Admins add preview links" on public.preview_links
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change preview links" on public.preview_links
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete preview links" on public.preview_links
  for delete to authenticated
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
