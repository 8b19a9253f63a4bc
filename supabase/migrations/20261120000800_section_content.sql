set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.section_content (
  id uuid primary key default gen_random_uuid(),
  section text not null unique check (section ~ '^[a-z][a-z0-9_-]{0,49}$'),
  header text not null default '' check (private.is_line(header) and char_length(header) <= 200),
  content text not null default '' check (private.is_text(content) and char_length(content) <= 20000),
  image_url text check (private.is_image_path(image_url)),
  image_alt text check (private.is_line(image_alt) and char_length(image_alt) <= 300),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint section_content_about_check check (section <> 'about' or btrim(header) <> '')
);

comment on table public.section_content is 'Header, text and picture of a named section of the site.';
comment on column public.section_content.section is
  'Section name: about, a program''s slug, or a section that stores only a picture.';
comment on column public.section_content.content is 'The mission text, or a program''s one-sentence description.';

select private.describe_table(
  'section_content', area => 'content', archived => true, audited => true,
  rows => '{all,area}', admins_write => '{insert,update,delete}', on_site => true,
  title => '{section}'
);
select private.describe_columns('section_content', '{content,header,image_alt}', kind => 'content');
select private.describe_columns('section_content', '{image_url}', kind => 'detail');
select private.describe_columns('section_content', '{section}', kind => 'state');

alter table public.section_content enable row level security;

create policy "Visitors read section content" on public.section_content
  for select to anon
  using (true);

create policy "Signed-in people read section content" on public.section_content
  for select to authenticated
  using (true);

create policy "Admins add section content" on public.section_content
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change section content" on public.section_content
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete section content" on public.section_content
  for delete to authenticated
  using ((select private.may('content')));

grant select (section, header, content, image_url, image_alt, updated_at) on table public.section_content to anon, authenticated;
grant select on table public.section_content to administrator;
grant insert (
  section, header, content, image_url, image_alt
) on table public.section_content to authenticated;
grant update (
  header, content, image_url, image_alt
) on table public.section_content to authenticated;
grant delete on table public.section_content to authenticated;
grant select, insert, update, delete on table public.section_content to service_role;

create trigger set_updated_at
  before update on public.section_content
  for each row execute function private.set_updated_at();

create view public.about_header
with (security_invoker = true)
as
select id, section, header, content, image_url, updated_at
from public.section_content
where section = 'about';

comment on view public.about_header is
  'Header of the about section. Runs with the caller''s privileges on section_content.';

grant select on table public.about_header to administrator, service_role;
