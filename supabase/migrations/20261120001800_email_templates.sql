set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.email_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (private.is_line(name) and char_length(btrim(name)) between 1 and 100),
  subject text not null
    check (private.is_line(subject) and char_length(btrim(subject)) between 1 and 200),
  html_content text not null check (
    private.is_text(html_content) and char_length(html_content) between 10 and 100000
  ),
  description text check (private.is_text(description) and char_length(description) <= 500),
  is_active boolean not null default true,
  version integer not null default 1,
  saved_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.email_templates is
  'Emails with placeholders such as {{name}}; inactive templates aren''t used.';
comment on column public.email_templates.version is 'Increases with every change of the text.';
comment on column public.email_templates.saved_by is 'The person who wrote this version, as named in the audit log.';

select private.describe_table(
  'email_templates', area => 'settings', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert,update,delete}',
  title => '{name}'
);
select private.describe_columns('email_templates', '{description,html_content,name,subject}', kind => 'content');
select private.describe_columns('email_templates', '{saved_by}', kind => 'username');

alter table public.email_templates enable row level security;

create policy "Admins read email templates" on public.email_templates
  for select to authenticated
  using ((select private.may('settings')));

create policy "Admins add email templates" on public.email_templates
  for insert to authenticated
  with check ((select private.may('settings')));

create policy "Admins change email templates" on public.email_templates
  for update to authenticated
  using ((select private.may('settings')));

create policy "Admins delete email templates" on public.email_templates
  for delete to authenticated
  using ((select private.may('settings')));

grant select on table public.email_templates to authenticated;
grant insert (
  name, subject, html_content, description, is_active
) on table public.email_templates to authenticated;
grant update (
  name, subject, html_content, description, is_active
) on table public.email_templates to authenticated;
grant delete on table public.email_templates to authenticated;
grant select, insert, update, delete on table public.email_templates to service_role;

-- Turning a template on or off doesn't make a new version of its text.
create trigger number_version
  before insert or update of name, subject, html_content, description on public.email_templates
  for each row execute function private.number_version();

create trigger set_updated_at
  before update on public.email_templates
  for each row execute function private.set_updated_at();
