set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.archives (
  id uuid primary key default gen_random_uuid(),
  area text not null check (area in ('owner', 'giving')),
  created_by text not null default private.actor_name(),
  created_at timestamptz not null default now()
);

comment on table public.archives is 'Downloads of the archive, to show who downloaded it and when.';
comment on column public.archives.created_by is
  'The administrator who downloads it. For a day, only this administrator can read its tables.';
comment on column public.archives.area is
  'Which tables the archive has: those of the giving area, or everything, for owners.';

select private.describe_table('archives', area => 'owner', archived => true, audited => true, rows => '{area}');
select private.describe_columns('archives', '{created_by}', kind => 'username');
select private.describe_columns('archives', '{area}', kind => 'state');

alter table public.archives enable row level security;
create policy "Owners read archives" on public.archives
  for select to authenticated
  using ((select private.may('owner')));
grant select on table public.archives to authenticated;
grant select on table public.archives to service_role;
-- This table is part of the archive, so the server must be able to read it.
grant select on table public.refund_requests to service_role;

create function private.start_archive(area text)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  archive uuid;
begin
  perform private.require_area(start_archive.area);
  insert into public.archives (area) values (start_archive.area) returning id into archive;
  return archive;
end;
$$;

grant execute on function private.start_archive(text) to authenticated;

create function private.log_export(area text, facts jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.audit_log (actor_id, actor_name, action, table_name, area, row_id, after)
  values (auth.uid(), private.actor_name(), 'insert', 'exports', log_export.area, gen_random_uuid()::text, facts);
end;
$$;

grant execute on function private.log_export(text, jsonb) to authenticated;

comment on function private.log_export(text, jsonb) is
  'Logs that an administrator downloaded a list, with its number of rows and its filters, for the administrators of an area.';

comment on function private.start_archive(text) is
  'Records that an administrator is downloading the archive of an area, or an owner that of everything. Returns the ID of '
  'the record, which every part of the archive needs.';

create function private.require_archive(archive uuid, table_name text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('giving');
  if not exists (
    select from public.archives as started
    where started.id = archive
      and private.may(started.area)
      and (
        started.area = 'owner'
        or exists (
          select from private.tables as described
          where described.name = require_archive.table_name and described.area = started.area
        )
      )
      and started.created_by = private.actor_name()
      and started.created_at > now() - interval '1 day'
  ) then
    raise exception 'not found' using errcode = 'CP009';
  end if;
end;
$$;

grant execute on function private.require_archive(uuid, text) to service_role;

comment on function private.require_archive(uuid, text) is
  'Refuses an archive that the caller didn''t start, or that was started more than a day ago, so that every download is '
  'recorded. Also refuses a table that isn''t in the archive.';
