set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- The same buckets as in config.toml. storage.objects has no policies, even for administrators: uploads use signed URLs
-- from the functions, and the functions serve private files.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  (
    'images', 'images', true, 10485760,
    array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
  ),
  (
    'uploads', 'uploads', false, 10485760,
    array[
      'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/svg+xml',
      'application/pdf', 'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'
    ]
  ),
  (
    'reports', 'reports', false, 10485760,
    array[
      'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/svg+xml',
      'application/pdf', 'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'
    ]
  )
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.picture_folder(place text)
returns text
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(place, '^(/images/|waiting/)|/(share|[0-9]+(x[0-9]+(-single)?(-share)?)?)$', '', 'g');
$$;

comment on function private.picture_folder(text) is
  'Returns the folder that a picture shares with its other versions: stories/<uuid> for '
  '/images/stories/<uuid>/1600x900 and for waiting/stories/<uuid>/480.';

create function private.orphaned_files(row_limit integer default 500)
returns table (bucket_id text, name text)
language sql
stable
security definer
set search_path = ''
as $$
  select file.bucket_id, file.name
  from storage.objects as file
  where file.created_at < now() - interval '1 day'
    and case
      when file.bucket_id = 'uploads' and file.name like 'waiting/%'
        or file.bucket_id = 'images' and (file.name like 'stories/%' or file.name like 'highlights/%') then
        not exists (
          select from public.testimonials as story
          where private.picture_folder(story.image_url) = private.picture_folder(file.name)
        )
        and not exists (
          select from public.volunteer_highlights as highlight
          where private.picture_folder(highlight.image_url) = private.picture_folder(file.name)
        )
      when file.bucket_id = 'images' and file.name ~ '^site/[^/]+/([0-9]+|share)$' then
        split_part(file.name, '/', 2) not in (
          select split_part(picture.name, '/', 2)
          from storage.objects as picture
          where picture.bucket_id = 'images' and picture.name ~ '^site/[^/]+/[0-9]+x'
        )
      when file.bucket_id = 'uploads' and file.name like 'signatures/%' then
        not exists (select from public.settings as setting where setting.signature_url = '/' || file.name)
      when file.bucket_id = 'uploads' then true
      when file.bucket_id = 'reports' then
        not exists (
          select from public.financial_reports as report where report.file_url = '/reports/' || file.name
        )
      else false
    end
  order by file.created_at
  limit orphaned_files.row_limit;
$$;

grant execute on function private.orphaned_files(integer) to service_role;

comment on function private.orphaned_files(integer) is
  'Returns files that are older than a day and that nothing uses: abandoned uploads, unsubmitted pictures, former signatures, reports '
  'without a row, other versions without their picture, and pictures of deleted stories and highlights. Other public '
  'pictures stay, because old posts and emails may show them.';
