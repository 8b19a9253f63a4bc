set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.email_template_versions (
  id uuid primary key default gen_random_uuid(),
  template_id uuid not null references public.email_templates (id) on delete cascade,
  version integer not null,
  name text not null,
  subject text not null,
  html_content text not null,
  description text,
  saved_by text not null,
  saved_at timestamptz not null,
  unique (template_id, version)
);

comment on table public.email_template_versions is
  'Earlier versions of email templates: the newest fifty per template, deleted with the template.';
comment on column public.email_template_versions.saved_by is 'The person who wrote this version, not the one who replaced it.';

select private.describe_table(
  'email_template_versions', area => 'settings', archived => true, audited => false,
  rows => '{area}',
  title => '{name}'
);
select private.describe_columns(
  'email_template_versions', '{description,html_content,name,subject}',
  kind => 'content'
);
select private.describe_columns('email_template_versions', '{saved_by}', kind => 'username');

alter table public.email_template_versions enable row level security;

create policy "Admins read earlier versions of email templates" on public.email_template_versions
  for select to authenticated
  using ((select private.may('settings')));

grant select on table public.email_template_versions to authenticated;
grant select on table public.email_template_versions to service_role;

create trigger keep_version
  after update on public.email_templates
  for each row when (old.version is distinct from new.version)
  execute function private.keep_version('email_template_versions', 'template_id');
