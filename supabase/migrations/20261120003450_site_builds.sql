set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- What the prerendered pages show has changed so often, and so much of it the CDN's build hook has been told.
create table public.site_builds (
  only_row boolean primary key default true check (only_row),
  changes bigint not null default 0,
  changed_in xid8,
  told_changes bigint not null default 0,
  told_publication timestamptz,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now()
);
insert into public.site_builds default values;

comment on table public.site_builds is
  'One row: whether the site''s pages are to be written anew. The server only.';
comment on column public.site_builds.changed_in is 'Of many changes in one transaction the first counts.';
comment on column public.site_builds.told_publication is
  'The newest post of the site at that time: a schedule that comes due changes no row.';

alter table public.site_builds enable row level security;

create policy "Nobody reaches builds of the site through the API" on public.site_builds
  for all to anon, authenticated
  using (false)
  with check (false);

revoke all on table public.site_builds from public, anon, authenticated, service_role;
grant select, update on table public.site_builds to service_role;

create function private.note_site_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Of what is hidden before and after no page tells.
  flag text := tg_argv[0];
begin
  if flag is null
    or coalesce((to_jsonb(old) ->> flag)::boolean, false)
    or coalesce((to_jsonb(new) ->> flag)::boolean, false) then
    update public.site_builds as build
    set changes = build.changes + 1, changed_in = pg_current_xact_id()
    where build.changed_in is distinct from pg_current_xact_id();
  end if;
  return null;
end;
$$;

revoke all on function private.note_site_change() from public, anon, authenticated, service_role;

comment on function private.note_site_change() is
  'At the end of the transaction, so that nobody who changes content waits for another with rows in hand.';

-- Gifts are not among them: they change the home page all day, and browsers read its figures anew.
create constraint trigger note_site_change
  after insert or update or delete on public.contact_info
  deferrable initially deferred for each row execute function private.note_site_change();
create constraint trigger note_site_change
  after insert or update or delete on public.hero_section
  deferrable initially deferred for each row execute function private.note_site_change();
create constraint trigger note_site_change
  after insert or update or delete on public.section_content
  deferrable initially deferred for each row execute function private.note_site_change();
create constraint trigger note_site_change
  after insert or update or delete on public.about_items
  deferrable initially deferred for each row execute function private.note_site_change('is_active');
create constraint trigger note_site_change
  after insert or update or delete on public.children_letters
  deferrable initially deferred for each row execute function private.note_site_change('is_active');
create constraint trigger note_site_change
  after insert or update or delete on public.impact_stats
  deferrable initially deferred for each row execute function private.note_site_change();
create constraint trigger note_site_change
  after insert or update or delete on public.care_package_goals
  deferrable initially deferred for each row execute function private.note_site_change('is_active');
create constraint trigger note_site_change
  after insert or update or delete on public.settings
  deferrable initially deferred for each row execute function private.note_site_change();
create constraint trigger note_site_change
  after insert or update or delete on public.legal_content
  deferrable initially deferred for each row execute function private.note_site_change();
create constraint trigger note_site_change
  after insert or update or delete on public.blog_posts
  deferrable initially deferred for each row execute function private.note_site_change('is_published');
create constraint trigger note_site_change
  after insert or update or delete on public.testimonials
  deferrable initially deferred for each row execute function private.note_site_change('is_active');
create constraint trigger note_site_change
  after insert or update or delete on public.volunteer_highlights
  deferrable initially deferred for each row execute function private.note_site_change('is_published');
create constraint trigger note_site_change
  after insert or update or delete on public.financial_reports
  deferrable initially deferred for each row execute function private.note_site_change('published');
create constraint trigger note_site_change
  after insert or delete or update of event_type, date, start_time, end_time, address, is_active on public.events
  deferrable initially deferred for each row execute function private.note_site_change('is_active');
-- Military mail changes no page before its step, and a build must not tell when it was entered.
create constraint trigger note_site_change
  after insert on public.package_deliveries
  deferrable initially deferred for each row when (new.region is null)
  execute function private.note_site_change();
create constraint trigger note_changed_delivery
  after update on public.package_deliveries
  deferrable initially deferred for each row when (old.region is null or new.region is null)
  execute function private.note_site_change();
create constraint trigger note_deleted_delivery
  after delete on public.package_deliveries
  deferrable initially deferred for each row when (old.region is null)
  execute function private.note_site_change();
create constraint trigger note_site_change
  after insert or update or delete on public.release_steps
  deferrable initially deferred for each row execute function private.note_site_change('is_released');

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

revoke all on function private.newest_publication() from public, anon, authenticated, service_role;
grant execute on function private.newest_publication() to service_role;
