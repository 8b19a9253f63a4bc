set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Buckets, as in config.toml. Visitors upload through signed URLs that the functions hand out, so they need no policy.
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

create policy "Admins read files" on storage.objects
  for select to authenticated
  using (bucket_id in ('images', 'uploads', 'reports') and (select private.is_admin()));

create policy "Admins add files" on storage.objects
  for insert to authenticated
  with check (bucket_id in ('images', 'uploads', 'reports') and (select private.is_admin()));

create policy "Admins replace files" on storage.objects
  for update to authenticated
  using (bucket_id in ('images', 'uploads', 'reports') and (select private.is_admin()));

create policy "Admins delete files" on storage.objects
  for delete to authenticated
  using (bucket_id in ('images', 'uploads', 'reports') and (select private.is_admin()));
