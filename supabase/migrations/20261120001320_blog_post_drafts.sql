set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.blog_post_drafts (
  id uuid primary key default gen_random_uuid(),
  session text not null check (private.is_line(session) and char_length(session) between 1 and 100),
  post_id uuid unique references public.blog_posts (id) on delete cascade check (post_id = id),
  post_version integer check ((post_version is null) = (post_id is null)),
  title text not null default '' check (private.is_line(title) and char_length(title) <= 200),
  content text not null default '' check (private.is_text(content) and char_length(content) <= 100000),
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

create policy "Admins read drafts of posts" on public.blog_post_drafts
  for select to authenticated
  using ((select private.may('content')));

create policy "Admins add drafts of posts" on public.blog_post_drafts
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change drafts of posts" on public.blog_post_drafts
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete drafts of posts" on public.blog_post_drafts
  for delete to authenticated
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

create trigger set_updated_at
  before update on public.blog_post_drafts
  for each row execute function private.set_updated_at();

-- An update that changes only these columns isn't logged, so an update is logged only when a different editing session
-- saves.
