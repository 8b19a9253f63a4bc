set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.hero_section (
  id uuid primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  headline text not null check (private.is_text(headline) and char_length(btrim(headline)) between 1 and 200),
  core_message text not null check (
    private.is_text(core_message) and char_length(btrim(core_message)) between 1 and 1000
  ),
  image_url text check (private.is_image_path(image_url)),
  image_alt text check (private.is_line(image_alt) and char_length(image_alt) <= 300),
  updated_at timestamptz not null default now()
);

comment on table public.hero_section is 'Opening text and picture of the home page; one row.';

select private.describe_table(
  'hero_section', area => 'content', archived => true, audited => true,
  rows => '{all,area}', admins_write => '{insert,update}', on_site => true,
  title => '{headline}'
);
select private.describe_columns('hero_section', '{core_message,headline,image_alt}', kind => 'content');
select private.describe_columns('hero_section', '{image_url}', kind => 'detail');

alter table public.hero_section enable row level security;

create policy "Visitors read the hero section" on public.hero_section
  for select to anon
  using (true);

create policy "Signed-in people read the hero section" on public.hero_section
  for select to authenticated
  using (true);

create policy "Admins add the hero section" on public.hero_section
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change the hero section" on public.hero_section
  for update to authenticated
  using ((select private.may('content')));

grant select (headline, core_message, image_url, image_alt, updated_at) on table public.hero_section to anon, authenticated;
grant select on table public.hero_section to administrator;
grant insert (headline, core_message, image_url, image_alt) on table public.hero_section to authenticated;
grant update (headline, core_message, image_url, image_alt) on table public.hero_section to authenticated;
grant select, insert, update, delete on table public.hero_section to service_role;

create trigger set_updated_at
  before update on public.hero_section
  for each row execute function private.set_updated_at();
