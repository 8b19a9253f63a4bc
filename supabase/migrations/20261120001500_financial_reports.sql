set local lock_timeout = '1s';
set local statement_timeout = '60s';

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

create trigger set_updated_at
  before update on public.financial_reports
  for each row execute function private.set_updated_at();
