set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Every column that refers to a volunteer or to their account. A merge updates all of them. A table with such a column
-- also needs the trigger use_kept_volunteer. All functions lock rows in this order, to avoid deadlocks.
create function private.volunteer_references()
returns table (lock_order integer, table_name text, column_name text, key_name text, owner_table text)
language sql
immutable
set search_path = ''
as $$
  values
    (1, 'volunteer_shifts', 'volunteer_id', 'id', 'volunteer_accounts'),
    (2, 'volunteer_event_registrations', 'volunteer_id', 'id', 'volunteer_accounts'),
    (3, 'shift_waitlist', 'volunteer_id', 'id', 'volunteer_accounts'),
    (4, 'volunteer_highlights', 'volunteer_id', 'id', 'volunteer_accounts'),
    (5, 'calendar_feeds', 'volunteer_id', 'token_hash', 'volunteer_accounts'),
    (6, 'volunteer_qualifications', 'volunteer_id', 'id', 'volunteers');
$$;

create function private.use_kept_volunteer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept_id uuid;
begin
  loop
    -- The lock waits for a merge in progress.
    execute format('select owner.merged_into_id from public.%I as owner where owner.id = $1 for key share', tg_argv[0])
    into kept_id
    using new.volunteer_id;
    exit when kept_id is null;
    new.volunteer_id := kept_id;
  end loop;
  return new;
end;
$$;

create trigger use_kept_volunteer
  before insert or update of volunteer_id on public.volunteer_shifts
  for each row execute function private.use_kept_volunteer('volunteer_accounts');

create trigger use_kept_volunteer
  before insert or update of volunteer_id on public.volunteer_event_registrations
  for each row execute function private.use_kept_volunteer('volunteer_accounts');

create trigger use_kept_volunteer
  before insert or update of volunteer_id on public.shift_waitlist
  for each row execute function private.use_kept_volunteer('volunteer_accounts');

create trigger use_kept_volunteer
  before insert or update of volunteer_id on public.volunteer_highlights
  for each row execute function private.use_kept_volunteer('volunteer_accounts');

create trigger use_kept_volunteer
  before insert or update of volunteer_id on public.calendar_feeds
  for each row execute function private.use_kept_volunteer('volunteer_accounts');

create trigger use_kept_volunteer
  before insert or update of volunteer_id on public.volunteer_qualifications
  for each row execute function private.use_kept_volunteer('volunteers');

create table public.volunteer_merges (
  id uuid primary key default gen_random_uuid(),
  kept_id uuid not null references public.volunteers (id),
  merged_id uuid not null references public.volunteers (id),
  merged_name text,
  merged_email text,
  choices jsonb not null,
  registration_count integer not null check (registration_count >= 0),
  kept_before jsonb,
  kept_after jsonb,
  closed_account_id uuid references public.volunteer_accounts (id) on delete set null,
  moved_account_id uuid references public.volunteer_accounts (id) on delete set null,
  was_account_active boolean,
  merged_by text not null,
  -- clock_timestamp() instead of now(), so that merges in one transaction have an order.
  merged_at timestamptz not null default clock_timestamp(),
  undo_until timestamptz not null default now() + interval '30 days',
  undone_by text,
  undone_at timestamptz,
  erased_at timestamptz,
  constraint volunteer_merges_merged_id_check check (merged_id <> kept_id),
  constraint volunteer_merges_account_check check (closed_account_id is null or moved_account_id is null),
  constraint volunteer_merges_undone_by_check check ((undone_by is null) = (undone_at is null)),
  constraint volunteer_merges_kept_before_check check (
    (undone_at is null and erased_at is null)
    or (merged_name is null and merged_email is null and kept_before is null and kept_after is null)
  )
);
create index volunteer_merges_kept_idx on public.volunteer_merges (kept_id, merged_at desc);
create index volunteer_merges_merged_idx on public.volunteer_merges (merged_id);
create index volunteer_merges_open_idx on public.volunteer_merges (undo_until)
  where undone_at is null and erased_at is null;
create index volunteer_merges_closed_account_idx on public.volunteer_merges (closed_account_id);
create index volunteer_merges_moved_account_idx on public.volunteer_merges (moved_account_id);

comment on table public.volunteer_merges is
  'Volunteers that were merged. The data for undoing a merge is erased once it''s no longer needed.';
comment on column public.volunteer_merges.choices is
  'The choice made for each field: the value of the kept volunteer, of the merged volunteer, or both.';
comment on column public.volunteer_merges.registration_count is
  'The number of the merged volunteer''s sign-ups, including those for shifts that both volunteers had signed up for.';
comment on column public.volunteer_merges.kept_before is
  'The fields of the volunteer who was kept, as they were before the merge, and the name in the account that stays '
  'open.';
comment on column public.volunteer_merges.kept_after is
  'The same fields after the merge. Undo restores those that nobody has changed since the merge.';
comment on column public.volunteer_merges.closed_account_id is
  'The merged volunteer''s account if the merge closed it because the kept volunteer has an account, too. Undo opens '
  'it again.';
comment on column public.volunteer_merges.moved_account_id is
  'The merged volunteer''s account if the kept volunteer got it because they didn''t have an account.';
comment on column public.volunteer_merges.erased_at is 'When the merge became permanent.';

select private.describe_table(
  'volunteer_merges', area => 'volunteers', archived => true, audited => true,
  rows => '{area}',
  audited_on => 'insert or update',
  erasure => 'empty', erase_order => 27,
  reason => 'The record of the merge stays without names. The merge can''t be undone anymore.'
);
select private.describe_columns(
  'volunteer_merges', '{merged_name,merged_email,kept_before,kept_after}',
  kind => 'personal', replacement => 'nothing'
);
select private.describe_columns('volunteer_merges', '{merged_by,undone_by}', kind => 'username');
select private.describe_columns('volunteer_merges', '{erased_at}', kind => 'state', replacement => 'end of undo');
select private.describe_columns('volunteer_merges', '{choices}', kind => 'state');

alter table public.volunteer_merges enable row level security;

create policy "Admins read volunteer merges" on public.volunteer_merges
  for select to authenticated
  using ((select private.may('volunteers')));

grant select on table public.volunteer_merges to administrator;
grant select on table public.volunteer_merges to service_role;

create table public.volunteer_merge_moves (
  merge_id uuid not null references public.volunteer_merges (id) on delete cascade,
  table_name text not null,
  row_key text not null,
  is_set_aside boolean not null,
  row_before jsonb not null,
  event_id uuid,
  primary key (merge_id, table_name, row_key)
);
create index volunteer_merge_moves_set_aside_idx on public.volunteer_merge_moves (row_key) where is_set_aside;

comment on table public.volunteer_merge_moves is
  'The rows that a merge moved or set aside, until the merge is undone or permanent. Server only.';
comment on column public.volunteer_merge_moves.is_set_aside is
  'True if the row was deleted because the other volunteer has one for the same shift or also has a calendar link.';
comment on column public.volunteer_merge_moves.event_id is
  'The event that a place on the waiting list was for, so that undo can find out what happened to the place.';

select private.describe_table(
  'volunteer_merge_moves', archived => false, left_out => 'undo', audited => false,
  erasure => 'delete', erase_order => 27,
  reason => 'The details kept for undoing a merge.'
);
select private.describe_columns('volunteer_merge_moves', '{row_before}', kind => 'personal');
select private.describe_columns('volunteer_merge_moves', '{event_id,row_key}', kind => 'reference');
select private.describe_columns('volunteer_merge_moves', '{table_name}', kind => 'state');

alter table public.volunteer_merge_moves enable row level security;

create policy "No API access to moved rows" on public.volunteer_merge_moves
  for all to anon, authenticated
  using (false)
  with check (false);

create function private.is_set_aside(table_name text, row_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.volunteer_merge_moves as moved
    where moved.row_key = row_id::text and moved.is_set_aside and moved.table_name = is_set_aside.table_name
  );
$$;

create function private.volunteer_fields(person public.volunteers)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'name', person.name, 'email', person.email, 'phone', person.phone, 'zip_code', person.zip_code,
    'city', person.city, 'state', person.state, 'availability', person.availability, 'interests', person.interests,
    'emergency_contact_name', person.emergency_contact_name,
    'emergency_contact_phone', person.emergency_contact_phone, 'notes', person.notes, 'tags', person.tags,
    'wants_news', person.wants_news, 'is_active', person.is_active, 'opening_hours', person.opening_hours, 'total_hours', person.total_hours,
    'packages_helped', person.packages_helped, 'account_id', person.account_id
  ) || case
    when account.id is null then '{}'
    else jsonb_build_object('first_name', account.first_name, 'last_name', account.last_name)
  end
  from (select person.account_id as id) as own
  left join public.volunteer_accounts as account on account.id = own.id;
$$;

-- Fields that belong together are chosen and restored together.
create function private.volunteer_field_columns()
returns table (field text, columns text[])
language sql
immutable
set search_path = ''
as $$
  values
    ('name', '{name,first_name,last_name}'::text[]),
    ('email', '{email}'),
    ('phone', '{phone}'),
    ('location', '{zip_code,city,state}'),
    ('availability', '{availability}'),
    ('interests', '{interests}'),
    ('emergencyContact', '{emergency_contact_name,emergency_contact_phone}'),
    ('notes', '{notes}'),
    ('tags', '{tags}'),
    ('wantsNews', '{wants_news}'),
    ('isActive', '{is_active}');
$$;

create function private.chosen_columns(columns text[], fields jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(fields) as field
  where field.key = any (columns);
$$;

-- Someone without an account has no shifts, so all their hours are from before the organization used this site.
create function private.hours_before_site(person public.volunteers)
returns numeric
language sql
immutable
set search_path = ''
as $$
  select case when person.account_id is null then person.total_hours else person.opening_hours end;
$$;

create function private.account_name(same_named jsonb, fields jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'first_name', coalesce(same_named ->> 'first_name', left(given.first_word, 100)),
    'last_name', coalesce(same_named ->> 'last_name', left(btrim(substr(given.full_name, length(given.first_word) + 1)), 100))
  )
  from (select btrim(fields ->> 'name') as full_name, split_part(btrim(fields ->> 'name'), ' ', 1) as first_word) as given;
$$;

create function private.merged_packages(kept public.volunteers, merged public.volunteers)
returns integer
language sql
immutable
set search_path = ''
as $$
  -- The packages of a volunteer with an account are counted from their shifts, so no other packages can be added.
  select case
    when kept.account_id is null and merged.account_id is null then kept.packages_helped + merged.packages_helped
    else (case when kept.account_id is null then 0 else kept.packages_helped end)
      + (case when merged.account_id is null then 0 else merged.packages_helped end)
  end;
$$;

create function private.merged_volunteer_fields(kept public.volunteers, merged public.volunteers, choices jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  kept_fields constant jsonb := private.volunteer_fields(kept);
  merged_fields constant jsonb := private.volunteer_fields(merged);
  fields jsonb := kept_fields;
  field record;
begin
  for field in select * from private.volunteer_field_columns() where choices ->> volunteer_field_columns.field = 'merged' loop
    fields := fields || private.chosen_columns(field.columns, merged_fields);
  end loop;
  if kept.account_id is not null then
    fields := fields || jsonb_build_object('email', kept.email);
  elsif merged.account_id is not null then
    -- The volunteer logs in with this address, and emails go there.
    fields := fields || jsonb_build_object(
      'email', merged.email, 'account_id', merged.account_id, 'is_active', kept.is_active and merged.is_active
    );
  end if;
  if fields ->> 'first_name' is null and coalesce(kept.account_id, merged.account_id) is not null then
    fields := fields || private.account_name(case when merged.name = fields ->> 'name' then merged_fields end, fields);
  end if;
  fields := fields || private.joined_fields('volunteer', kept_fields, merged_fields, choices);
  return fields || jsonb_build_object(
    'opening_hours', private.hours_before_site(kept) + private.hours_before_site(merged),
    'total_hours', kept.total_hours + merged.total_hours,
    'packages_helped', private.merged_packages(kept, merged),
    -- The person turned off the emails if they did so for either address.
    'wants_news', kept.wants_news and merged.wants_news
  );
end;
$$;

comment on function private.volunteer_references() is
  'Lists the columns that refer to a volunteer or to an account, which of the two each one refers to, and the key of '
  'its table.';
comment on function private.use_kept_volunteer() is
  'Makes rows that refer to a merged volunteer refer to the one who was kept. The argument is the name of the table '
  'that the rows refer to.';
comment on function private.is_set_aside(text, uuid) is
  'Returns whether a merge set this row aside, so that undo can restore it even after the event has begun.';
comment on function private.volunteer_fields(public.volunteers) is
  'Returns the fields of a volunteer that a merge may change, including the name in their account.';
comment on function private.volunteer_field_columns() is
  'Lists the fields of a merge and the columns of each field, which are restored together. An administrator chooses '
  'the value of each field except wantsNews.';
comment on function private.chosen_columns(text[], jsonb) is 'Returns only these columns of the given fields.';
comment on function private.hours_before_site(public.volunteers) is
  'Returns the hours that don''t come from shifts: the opening hours or, if there is no account, all hours.';
comment on function private.account_name(jsonb, jsonb) is
  'Returns the first and last name for an account. Takes them from the account that has this full name. Otherwise, the '
  'first word of the full name is the first name.';
comment on function private.merged_packages(public.volunteers, public.volunteers) is
  'Returns how many packages count for the kept volunteer after a merge.';
comment on function private.merged_volunteer_fields(public.volunteers, public.volunteers, jsonb) is
  'Returns the fields of the kept volunteer after a merge with these choices. The email address is that of the account '
  'that stays open.';
