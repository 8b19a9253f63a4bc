set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Counts changes to the content of prerendered pages, and how many of these changes have been reported to the CDN's
-- build hook.
create table public.site_builds (
  only_row boolean primary key default true check (only_row),
  changes bigint not null default 0,
  changed_in xid8,
  sent_changes bigint not null default 0,
  sent_publication timestamptz,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  called_at timestamptz
);
insert into public.site_builds default values;

comment on table public.site_builds is 'One row: whether the site''s pages need to be rebuilt. Server only.';
comment on column public.site_builds.changed_in is
  'The transaction that was counted last. Several changes in one transaction count once.';
comment on column public.site_builds.called_at is 'When the build hook last accepted a call.';
comment on column public.site_builds.sent_publication is
  'The publication time of the newest post that was public at the last build. It reveals when a scheduled post has '
  'gone public, because that doesn''t change any row.';

select private.describe_table('site_builds', archived => false, left_out => 'operation', audited => false);
select private.describe_columns('site_builds', '{changed_in}', kind => 'state');

alter table public.site_builds enable row level security;

create policy "No API access to site builds" on public.site_builds
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, update on table public.site_builds to service_role;

-- Most tables on the site's pages say so in their descriptions. These triggers have conditions. Donations don't trigger a
-- build: they change all day, and browsers refetch their figures.
create constraint trigger record_site_change
  after insert or delete or update of event_type, date, start_time, end_time, ends_next_day, address, is_active
  on public.events
  deferrable initially deferred for each row execute function private.record_site_change('is_active');
-- Military mail changes pages only when it is released; a build must not reveal when a delivery was entered.
create constraint trigger record_site_change
  after insert on public.package_deliveries
  deferrable initially deferred for each row when (new.region is null)
  execute function private.record_site_change();
create constraint trigger note_changed_delivery
  after update on public.package_deliveries
  deferrable initially deferred for each row when (old.region is null or new.region is null)
  execute function private.record_site_change();
create constraint trigger note_deleted_delivery
  after delete on public.package_deliveries
  deferrable initially deferred for each row when (old.region is null)
  execute function private.record_site_change();
create constraint trigger record_site_change
  after insert or update or delete on public.release_steps
  deferrable initially deferred for each row execute function private.record_site_change('is_released');

create function private.newest_publication()
returns timestamptz
language sql
stable
security definer
set search_path = ''
as $$
  select max(post.published_at) from public.blog_posts as post
  where post.is_published and post.published_at <= now();
$$;

grant execute on function private.newest_publication() to service_role;
