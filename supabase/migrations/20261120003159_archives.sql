set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.archives (
  id uuid primary key default gen_random_uuid(),
  created_by text not null default private.actor_name(),
  created_at timestamptz not null default now()
);

comment on table public.archives is 'Downloads of the archive, to show who downloaded it and when.';

alter table public.archives enable row level security;
create policy "Owners read archives" on public.archives
  for select to authenticated
  using ((select private.may('owner')));
grant select on table public.archives to authenticated;
grant select on table public.archives to service_role;
-- This table is part of the archive, so the server must be able to read it.
grant select on table public.refund_requests to service_role;

create trigger write_audit
  after insert or update or delete on public.archives
  for each row execute function private.write_audit();

create function private.start_archive()
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.require_area('owner');
  insert into public.archives default values;
end;
$$;

grant execute on function private.start_archive() to authenticated;

comment on function private.start_archive() is 'Records that an owner is downloading the archive.';
