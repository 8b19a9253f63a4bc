set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.legal_content (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key in ('privacy_policy', 'terms_policy')),
  content text not null check (private.is_text(content) and char_length(content) <= 200000),
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

create trigger set_updated_at
  before update on public.legal_content
  for each row execute function private.set_updated_at();
