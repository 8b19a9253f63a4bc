set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.archives (
  id uuid primary key default gen_random_uuid(),
  created_by text not null default private.actor_name(),
  created_at timestamptz not null default now()
);

comment on table public.archives is 'Downloads of the archive, to show who downloaded it and when.';
comment on column public.archives.created_by is
  'The owner who downloads it. For a day, only this owner can read its tables.';

select private.describe_table('archives', area => 'owner', archived => true, audited => true, rows => '{area}');
select private.describe_columns('archives', '{created_by}', kind => 'username');

alter table public.archives enable row level security;
create policy "Owners read archives" on public.archives
  for select to authenticated
  using ((select private.may('owner')));
grant select on table public.archives to authenticated;
grant select on table public.archives to service_role;
-- This table is part of the archive, so the server must be able to read it.
grant select on table public.refund_requests to service_role;

create function private.start_archive()
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  archive uuid;
begin
  perform private.require_area('owner');
  insert into public.archives default values returning id into archive;
  return archive;
end;
$$;

grant execute on function private.start_archive() to authenticated;

comment on function private.start_archive() is
  'Records that an owner is downloading the archive. Returns the ID of the record, which every part of the archive needs.';

create function private.require_archive(archive uuid)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('owner');
  if not exists (
    select from public.archives as started
    where started.id = archive
      and started.created_by = private.actor_name()
      and started.created_at > now() - interval '1 day'
  ) then
    raise exception 'not found' using errcode = 'CP009';
  end if;
end;
$$;

grant execute on function private.require_archive(uuid) to service_role;

comment on function private.require_archive(uuid) is
  'Refuses an archive that the caller didn''t start, or that was started more than a day ago, so that every download is recorded.';
