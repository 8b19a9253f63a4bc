set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.contact_info (
  id uuid primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  organization_name text not null check (
    private.is_line(organization_name) and char_length(btrim(organization_name)) between 1 and 200
  ),
  tax_id text not null check (private.is_line(tax_id) and char_length(btrim(tax_id)) between 1 and 50),
  address text not null check (private.is_text(address) and char_length(btrim(address)) between 1 and 300),
  phone text not null check (private.is_line(phone) and char_length(btrim(phone)) between 1 and 50),
  email text not null
    check (private.is_line(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 254),
  updated_at timestamptz not null default now()
);

comment on table public.contact_info is
  'The organization''s contact details; one row, shown in the footer and on receipts.';
comment on column public.contact_info.tax_id is 'The EIN that receipts must show.';

select private.describe_table(
  'contact_info', area => 'content', archived => true, audited => true,
  rows => '{all,area}', admins_write => '{insert,update}', on_site => true
);
select private.describe_columns('contact_info', '{address,email,organization_name,phone,tax_id}', kind => 'detail');

alter table public.contact_info enable row level security;

create policy "Visitors read contact information" on public.contact_info
  for select to anon
  using (true);

create policy "Signed-in people read contact information" on public.contact_info
  for select to authenticated
  using (true);

create policy "Admins add contact information" on public.contact_info
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change contact information" on public.contact_info
  for update to authenticated
  using ((select private.may('content')));

grant select (organization_name, tax_id, address, phone, email, updated_at) on table public.contact_info to anon, authenticated;
grant select on table public.contact_info to administrator;
grant insert (
  organization_name, tax_id, address, phone, email
) on table public.contact_info to authenticated;
grant update (
  organization_name, tax_id, address, phone, email
) on table public.contact_info to authenticated;
grant select, insert, update, delete on table public.contact_info to service_role;

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

create view public.about_header
with (security_invoker = true)
as
select id, section, header, content, image_url, updated_at
from public.section_content
where section = 'about';

comment on view public.about_header is
  'Header of the about section. Runs with the caller''s privileges on section_content.';

grant select on table public.about_header to administrator, service_role;

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

-- Moving other items changes "order" without editing this one, so "order" doesn't update the version.
select private.describe_table(
  'about_items', area => 'content', archived => true, audited => true, title => '{title}',
  rows => '{published,area}', published_by => 'is_active', admins_write => '{insert,update,delete}', on_site => true,
  versioned_on => 'update of title, description, is_active'
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

create table public.children_letters (
  id uuid primary key default gen_random_uuid(),
  text text not null check (private.is_line(text) and char_length(btrim(text)) between 1 and 280),
  writer text not null check (
    private.is_line(writer) and char_length(writer) <= 40 and writer ~ '^[^[:space:],[:digit:]]+, [0-9]{1,2}$'
  ),
  "order" integer not null default 0 check ("order" >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index children_letters_order_idx on public.children_letters (is_active, "order", created_at);

comment on table public.children_letters is 'Quotes from letters that children put into the boxes.';
comment on column public.children_letters.writer is
  'First name and age only, such as "Ava, 7": never a surname, a school or an address that could identify a child.';
comment on column public.children_letters.is_active is 'False means removed from the page; the row can be restored.';

-- Moving other letters changes "order" without editing this one, so "order" doesn't update the version.
select private.describe_table(
  'children_letters', area => 'content', archived => true, audited => true, title => 'Letter of {created_at}',
  rows => '{published,area}', published_by => 'is_active', admins_write => '{insert,update,delete}', on_site => true,
  erasure => 'delete', erase_order => 41,
  reason => 'Letters.',
  versioned_on => 'update of text, writer, is_active'
);
select private.describe_columns('children_letters', '{writer}', kind => 'personal');
select private.describe_columns('children_letters', '{text}', kind => 'note');

alter table public.children_letters enable row level security;

create policy "Visitors read children's letters" on public.children_letters
  for select to anon
  using (is_active);

create policy "Signed-in people read children's letters" on public.children_letters
  for select to authenticated
  using (is_active or (select private.may('content')));

create policy "Admins add children's letters" on public.children_letters
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change children's letters" on public.children_letters
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete children's letters" on public.children_letters
  for delete to authenticated
  using ((select private.may('content')));

grant select (id, text, writer, "order") on table public.children_letters to anon, authenticated;
grant select on table public.children_letters to administrator;
grant insert (text, writer, "order", is_active) on table public.children_letters to authenticated;
grant update (text, writer, "order", is_active) on table public.children_letters to authenticated;
grant delete on table public.children_letters to authenticated;
grant select, insert, update, delete on table public.children_letters to service_role;

create table public.team_members (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name) and char_length(btrim(name)) between 1 and 100),
  role text not null check (private.is_line(role) and char_length(btrim(role)) between 1 and 100),
  about text check (private.is_line(about) and char_length(about) <= 200),
  is_board_member boolean not null default false,
  image_url text check (private.is_image_path(image_url)),
  image_alt text check (private.is_line(image_alt) and char_length(image_alt) <= 300),
  "order" integer not null default 0 check ("order" >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index team_members_order_idx on public.team_members (is_active, "order", created_at);

comment on table public.team_members is 'Staff and board members, as listed on the "Who we are" page.';
comment on column public.team_members.role is 'The person''s position, such as "Treasurer".';
comment on column public.team_members.about is 'A sentence about the person, below the role.';
comment on column public.team_members.is_board_member is
  'Board members are listed after the team, under a separate heading.';
comment on column public.team_members.is_active is 'False means removed from the page; the row can be restored.';

-- Moving other people changes "order" without editing this one, so "order" doesn't update the version.
select private.describe_table(
  'team_members', area => 'content', archived => true, audited => true,
  rows => '{published,area}', published_by => 'is_active', admins_write => '{insert,update,delete}', on_site => true,
  erasure => 'delete', erase_order => 42,
  reason => 'The entry on the team page, with its picture.',
  versioned_on => 'update of name, role, about, is_board_member, image_url, image_alt, is_active'
);
select private.describe_columns('team_members', '{name,about,image_alt}', kind => 'personal');
select private.describe_columns('team_members', '{role,image_url}', kind => 'personal', logged => true);

alter table public.team_members enable row level security;

create policy "Visitors read team members" on public.team_members
  for select to anon
  using (is_active);

create policy "Signed-in people read team members" on public.team_members
  for select to authenticated
  using (is_active or (select private.may('content')));

create policy "Admins add team members" on public.team_members
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change team members" on public.team_members
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete team members" on public.team_members
  for delete to authenticated
  using ((select private.may('content')));

grant select (id, name, role, about, is_board_member, image_url, image_alt, "order")
  on table public.team_members to anon, authenticated;
grant select on table public.team_members to administrator;
grant insert (name, role, about, is_board_member, image_url, image_alt, "order", is_active)
  on table public.team_members to authenticated;
grant update (name, role, about, is_board_member, image_url, image_alt, "order", is_active)
  on table public.team_members to authenticated;
grant delete on table public.team_members to authenticated;
grant select, insert, update, delete on table public.team_members to service_role;

create table public.impact_stats (
  id uuid primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  packages_delivered integer not null default 0 check (packages_delivered >= 0),
  families_helped integer not null default 0 check (families_helped >= 0),
  volunteer_hours integer not null default 0 check (volunteer_hours >= 0),
  veterans_served integer not null default 0 check (veterans_served >= 0),
  since integer check (since between 1800 and 2100),
  last_updated timestamptz not null default now()
);

comment on table public.impact_stats is
  'Opening totals from before the organization used this site, in one row. The site adds deliveries and attendance to '
  'them.';
comment on column public.impact_stats.since is
  'The year these totals start from, shown next to them; null hides the year.';

create function private.set_last_updated()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.last_updated := greatest(
    date_trunc('milliseconds', now()),
    date_trunc('milliseconds', old.last_updated) + interval '1 millisecond'
  );
  return new;
end;
$$;

comment on function private.set_last_updated() is
  'Sets last_updated to a later time with each change, so that it can serve as the row''s version.';

create trigger set_last_updated
  before update on public.impact_stats
  for each row execute function private.set_last_updated();

select private.describe_table(
  'impact_stats', area => 'settings', archived => true, audited => true,
  rows => '{all,area}', admins_write => '{insert,update}', on_site => true
);

alter table public.impact_stats enable row level security;

create policy "Visitors read impact statistics" on public.impact_stats
  for select to anon
  using (true);

create policy "Signed-in people read impact statistics" on public.impact_stats
  for select to authenticated
  using (true);

create policy "Admins add impact statistics" on public.impact_stats
  for insert to authenticated
  with check ((select private.may('settings')));

create policy "Admins change impact statistics" on public.impact_stats
  for update to authenticated
  using ((select private.may('settings')));

grant select (
  packages_delivered, families_helped, volunteer_hours, veterans_served, since, last_updated
) on table public.impact_stats to anon, authenticated;
grant select on table public.impact_stats to administrator;
grant insert (
  packages_delivered, families_helped, volunteer_hours, veterans_served, since
) on table public.impact_stats to authenticated;
grant update (
  packages_delivered, families_helped, volunteer_hours, veterans_served, since
) on table public.impact_stats to authenticated;
grant select, insert, update, delete on table public.impact_stats to service_role;

create table public.care_package_goals (
  id uuid primary key default gen_random_uuid(),
  monthly_goal integer not null default 500 check (monthly_goal between 1 and 1000000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index care_package_goals_one_active_key on public.care_package_goals (is_active) where is_active;

comment on table public.care_package_goals is 'Packages to send in a month; at most one goal is active.';

select private.describe_table(
  'care_package_goals', area => 'content', archived => true, audited => true,
  rows => '{published,area}', published_by => 'is_active', admins_write => '{insert,update,delete}', on_site => true
);

alter table public.care_package_goals enable row level security;

create policy "Visitors read care package goals" on public.care_package_goals
  for select to anon
  using (is_active);

create policy "Signed-in people read care package goals" on public.care_package_goals
  for select to authenticated
  using (is_active or (select private.may('content')));

create policy "Admins add care package goals" on public.care_package_goals
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change care package goals" on public.care_package_goals
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete care package goals" on public.care_package_goals
  for delete to authenticated
  using ((select private.may('content')));

grant select (monthly_goal, updated_at) on table public.care_package_goals to anon, authenticated;
grant select on table public.care_package_goals to administrator;
grant insert (monthly_goal, is_active) on table public.care_package_goals to authenticated;
grant update (monthly_goal, is_active) on table public.care_package_goals to authenticated;
grant delete on table public.care_package_goals to authenticated;
grant select, insert, update, delete on table public.care_package_goals to service_role;

create table public.legal_content (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key in ('privacy_policy', 'terms_policy')),
  content text not null check (
    private.is_text(content) and char_length(content) <= 200000 and private.is_bounded_html(content)
  ),
  version integer not null default 1,
  saved_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.legal_content is 'Privacy policy and terms of service, as sanitized HTML.';
comment on column public.legal_content.version is 'Increases with every change.';
comment on column public.legal_content.saved_by is 'The person who wrote this version, as named in the audit log.';

select private.describe_table(
  'legal_content', area => 'content', archived => true, audited => true, title => '{key}',
  rows => '{all,area}', admins_write => '{insert,update}', on_site => true
);
select private.describe_columns('legal_content', '{content}', kind => 'content');
select private.describe_columns('legal_content', '{saved_by}', kind => 'username');
select private.describe_columns('legal_content', '{key}', kind => 'state');

alter table public.legal_content enable row level security;

create policy "Visitors read legal texts" on public.legal_content
  for select to anon
  using (true);

create policy "Signed-in people read legal texts" on public.legal_content
  for select to authenticated
  using (true);

create policy "Admins add legal texts" on public.legal_content
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change legal texts" on public.legal_content
  for update to authenticated
  using ((select private.may('content')));

grant select (key, content, updated_at) on table public.legal_content to anon, authenticated;
grant select on table public.legal_content to administrator;
grant insert (key, content) on table public.legal_content to authenticated;
grant update (content) on table public.legal_content to authenticated;
grant select, insert, update, delete on table public.legal_content to service_role;

create trigger number_version
  before insert or update on public.legal_content
  for each row execute function private.number_version();

create table public.legal_content_versions (
  id uuid primary key default gen_random_uuid(),
  content_id uuid not null references public.legal_content (id) on delete cascade,
  version integer not null,
  content text not null,
  saved_by text not null,
  saved_at timestamptz not null,
  unique (content_id, version)
);

comment on table public.legal_content_versions is
  'Earlier versions of legal texts: the newest fifty per text.';
comment on column public.legal_content_versions.saved_by is 'The person who wrote this version, not the one who replaced it.';

select private.describe_table(
  'legal_content_versions', area => 'content', archived => true, audited => false,
  rows => '{area}',
  title => 'Version of {saved_at}'
);
select private.describe_columns('legal_content_versions', '{content}', kind => 'content');
select private.describe_columns('legal_content_versions', '{saved_by}', kind => 'username');

alter table public.legal_content_versions enable row level security;

create policy "Admins read earlier versions of legal texts" on public.legal_content_versions
  for select to authenticated
  using ((select private.may('content')));

grant select on table public.legal_content_versions to authenticated;
grant select on table public.legal_content_versions to service_role;

create trigger keep_version
  after update on public.legal_content
  for each row when (old.version is distinct from new.version)
  execute function private.keep_version('legal_content_versions', 'content_id');

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
    generated always as (private.search_text(name || ' ' || title || ' ' || content)) stored
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
  id, name, title, content, image_url, image_alt, rating, created_at, search_text
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

create table public.financial_reports (
  id uuid primary key default gen_random_uuid(),
  description text not null check (
    private.is_text(description) and char_length(btrim(description)) between 1 and 500
  ),
  filename text not null
    check (private.is_line(filename) and char_length(btrim(filename)) between 1 and 255 and filename !~ '[/\\]'),
  file_url text not null
    check (file_url ~ '^/reports/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z]{3,4}$'),
  preview_url text constraint financial_reports_preview_url_check check (preview_url = file_url),
  cover_url text check (private.is_image_path(cover_url)),
  cover_alt text check (private.is_line(cover_alt) and char_length(cover_alt) <= 300),
  file_size integer check (file_size > 0),
  published boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index financial_reports_published_idx on public.financial_reports (created_at desc, id desc) where published;
create index financial_reports_created_at_idx on public.financial_reports (created_at desc, id desc);

comment on table public.financial_reports is
  'Financial reports for the public. Only administrators see unpublished reports.';
comment on column public.financial_reports.file_url is
  'Bucket and key of the file. Never sent to browsers: the API serves the file by report id to anyone who may read '
  'the report.';
comment on column public.financial_reports.preview_url is
  'If the file is an image, the same as file_url, because an image is its own preview.';
comment on column public.financial_reports.cover_url is
  'Picture of the first page, uploaded with the report in the same way as the site''s other pictures.';
comment on column public.financial_reports.file_size is
  'File size in bytes; null for reports from before sizes were recorded.';

select private.describe_table(
  'financial_reports', area => 'content', archived => true, audited => true,
  rows => '{published,area}', published_by => 'published', admins_write => '{insert,update,delete}', on_site => true,
  title => '{description}'
);
select private.describe_columns('financial_reports', '{cover_alt,description}', kind => 'content');
select private.describe_columns('financial_reports', '{cover_url,file_url,filename,preview_url}', kind => 'detail');

alter table public.financial_reports enable row level security;

create policy "Visitors read financial reports" on public.financial_reports
  for select to anon
  using (published);

create policy "Signed-in people read financial reports" on public.financial_reports
  for select to authenticated
  using (published or (select private.may('content')));

create policy "Admins add financial reports" on public.financial_reports
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change financial reports" on public.financial_reports
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete financial reports" on public.financial_reports
  for delete to authenticated
  using ((select private.may('content')));

grant select (
  id, description, filename, file_url, preview_url, cover_url, cover_alt, file_size, created_at
) on table public.financial_reports to anon, authenticated;
grant select on table public.financial_reports to administrator;
grant insert (
  description, filename, file_url, preview_url, cover_url, cover_alt, file_size, published
) on table public.financial_reports to authenticated;
grant update (
  description, filename, file_url, preview_url, cover_url, cover_alt, published
) on table public.financial_reports to authenticated;
grant delete on table public.financial_reports to authenticated;
grant select, insert, update, delete on table public.financial_reports to service_role;
