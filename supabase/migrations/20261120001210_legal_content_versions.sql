set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
