set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.restores (
  backup_id uuid primary key,
  backup_taken_at timestamptz not null,
  restored_at timestamptz not null default now()
);

comment on table public.restores is
  'The backups that `npm run restore` has restored into this database. Each row is written in the same transaction as '
  'the restored rows, so a restore without a row in this table isn''t complete. Not included in backups. Server only.';
comment on column public.restores.backup_id is 'The backup''s id, from its manifest.';

select private.describe_table('restores', archived => false, left_out => 'operation', audited => false);
select private.describe_columns('restores', '{backup_id}', kind => 'reference');

alter table public.restores enable row level security;

create policy "No API access to restores" on public.restores
  for all to anon, authenticated
  using (false)
  with check (false);
