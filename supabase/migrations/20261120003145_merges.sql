set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Merges of donors and of volunteers. `noun` is 'donor' or 'volunteer'. IDs are unique across both, so a statement about
-- donors finds no rows in a merge of volunteers, and the other way around.
create function private.await_other_merges(noun text)
returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended(noun || ' merges', 0));
$$;

create function private.await_volunteer_merges()
returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock_shared(hashtextextended('volunteer merges', 0));
$$;

create function private.joined_tags(tags jsonb, more_tags jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(known.tag order by known.position), '[]'::jsonb)
  from (
    select distinct on (lower(entry.tag)) entry.tag, entry.position
    from jsonb_array_elements_text(tags || more_tags) with ordinality as entry (tag, position)
    order by lower(entry.tag), entry.position
  ) as known;
$$;

create function private.joined_fields(noun text, kept_fields jsonb, merged_fields jsonb, choices jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  notes constant text := nullif(concat_ws(E'\n\n', kept_fields ->> 'notes', merged_fields ->> 'notes'), '');
  tags constant jsonb := private.joined_tags(kept_fields -> 'tags', merged_fields -> 'tags');
  fields jsonb := '{}';
begin
  if choices ->> 'notes' = 'both' then
    if char_length(notes) > 5000 then
      raise exception 'the notes are too long' using
        errcode = 'check_violation', table = noun || '_merges', constraint = noun || '_merges_notes_check',
        hint = 'Together, the notes are longer than 5,000 characters. Choose one of them.';
    end if;
    fields := fields || jsonb_build_object('notes', notes);
  end if;
  if choices ->> 'tags' = 'both' then
    if jsonb_array_length(tags) > 10 then
      raise exception 'there are too many tags' using
        errcode = 'check_violation', table = noun || '_merges', constraint = noun || '_merges_tags_check',
        hint = format('Together, they have more than 10 tags. Choose one %s''s tags.', noun);
    end if;
    fields := fields || jsonb_build_object('tags', tags);
  end if;
  return fields;
end;
$$;

comment on function private.await_other_merges(text) is
  'Makes merges run one at a time, because they could otherwise deadlock.';
comment on function private.await_volunteer_merges() is
  'Waits until no merge is running and blocks new ones, because a merge changes which record an address leads to.';
comment on function private.joined_tags(jsonb, jsonb) is 'Combines both lists of tags, without duplicates.';
comment on function private.joined_fields(text, jsonb, jsonb, jsonb) is
  'Combines the notes or tags of both records if the administrator chose both. Refuses if the notes are too long or '
  'there are too many tags.';

-- The columns that a merge moves. All functions lock rows in this order, to avoid deadlocks, and then the merged record,
-- the one that is kept, and the totals.
create table private.moved_columns (
  lock_order integer generated always as identity primary key,
  table_name text not null,
  column_name text not null,
  owner_table text not null check (owner_table in ('donors', 'volunteers', 'volunteer_accounts')),
  key_name text not null
);

comment on table private.moved_columns is 'The columns that refer to a donor, a volunteer or an account, one row per column.';
comment on column private.moved_columns.owner_table is 'The table that the column refers to.';
comment on column private.moved_columns.key_name is 'A column that identifies the row, before and after a merge.';

alter table private.moved_columns enable row level security;

create policy "No API access to moved columns" on private.moved_columns
  for all to anon, authenticated
  using (false)
  with check (false);

create function private.use_kept_record()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  column_name constant text := tg_argv[0];
  given_id uuid;
  kept_id uuid;
begin
  -- Converting a whole row takes most of the time, and imports add many donations.
  if column_name = 'donor_id' then
    given_id := new.donor_id;
  else
    given_id := to_jsonb(new) ->> column_name;
  end if;
  loop
    -- The lock waits for a merge in progress. Static queries, because these run for each donation of an import.
    if tg_argv[1] = 'donors' then
      select donor.merged_into_id into kept_id from public.donors as donor where donor.id = given_id for key share;
    elsif tg_argv[1] = 'volunteers' then
      select person.merged_into_id into kept_id from public.volunteers as person where person.id = given_id for key share;
    else
      select account.merged_into_id into kept_id from public.volunteer_accounts as account where account.id = given_id
      for key share;
    end if;
    exit when kept_id is null;
    given_id := kept_id;
    new := jsonb_populate_record(new, jsonb_build_object(column_name, kept_id));
  end loop;
  return new;
end;
$$;

create function private.describe_moved_column(
  table_name text,
  column_name text,
  owner_table text,
  key_name text default 'id'
)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.moved_columns (table_name, column_name, owner_table, key_name)
  values (
    describe_moved_column.table_name, describe_moved_column.column_name, describe_moved_column.owner_table,
    describe_moved_column.key_name
  );
  -- Triggers fire in alphabetical order, so set_donor has already found the donor.
  execute format(
    'create trigger %I before insert or update of %I on public.%I for each row when (new.%2$I is not null)
      execute function private.use_kept_record(%2$L, %4$L)',
    'use_kept_' || column_name, column_name, table_name, owner_table
  );
end;
$$;

comment on function private.use_kept_record() is
  'Makes rows that refer to a merged record refer to the one that was kept. The arguments are the column and the table that '
  'it refers to.';
comment on function private.describe_moved_column(text, text, text, text) is
  'Says that a merge moves a column''s rows. Call it in the migration that creates the table. A trigger makes later rows '
  'refer to the donor, volunteer or account that was kept.';

select private.describe_moved_column('subscriptions', 'donor_id', 'donors');
select private.describe_moved_column('donations', 'donor_id', 'donors');
select private.describe_moved_column('donations', 'soft_credit_donor_id', 'donors');
select private.describe_moved_column('noncash_donations', 'donor_id', 'donors');
select private.describe_moved_column('donor_emails', 'donor_id', 'donors', 'email_key');
select private.describe_moved_column('donor_tasks', 'donor_id', 'donors');
select private.describe_moved_column('printed_papers', 'donor_id', 'donors');
select private.describe_moved_column('former_donor_details', 'donor_id', 'donors');
select private.describe_moved_column('volunteer_shifts', 'volunteer_id', 'volunteer_accounts');
select private.describe_moved_column('volunteer_event_registrations', 'person_id', 'volunteers');
select private.describe_moved_column('shift_waitlist', 'person_id', 'volunteers');
select private.describe_moved_column('volunteer_applications', 'person_id', 'volunteers');
select private.describe_moved_column('hour_entries', 'person_id', 'volunteers');
select private.describe_moved_column('volunteer_highlights', 'volunteer_id', 'volunteer_accounts');
select private.describe_moved_column('calendar_feeds', 'volunteer_id', 'volunteer_accounts', 'token_hash');
select private.describe_moved_column('volunteer_qualifications', 'volunteer_id', 'volunteers');

create function private.write_entry_time()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.entered_at := clock_timestamp();
  return new;
end;
$$;

-- Fires after the trigger that may wait for a merge. Undo uses the time set here to tell which donations came after the
-- merge.
create trigger write_entry_time
  before insert on public.donations
  for each row execute function private.write_entry_time();

comment on function private.write_entry_time() is
  'Sets the time at which a donation was added, after waiting for any running merge.';

create table public.donor_merges (
  id uuid primary key default gen_random_uuid(),
  kept_id uuid not null references public.donors (id),
  merged_id uuid not null references public.donors (id),
  merged_name text,
  choices jsonb not null,
  donation_count integer not null check (donation_count >= 0),
  kept_before jsonb,
  kept_after jsonb,
  merged_by text not null,
  -- clock_timestamp() instead of now(), so that merges in one transaction have an order.
  merged_at timestamptz not null default clock_timestamp(),
  undo_until timestamptz not null default now() + interval '30 days',
  undone_by text,
  undone_at timestamptz,
  erased_at timestamptz,
  constraint donor_merges_merged_id_check check (merged_id <> kept_id),
  constraint donor_merges_undone_by_check check ((undone_by is null) = (undone_at is null)),
  constraint donor_merges_kept_before_check check (
    (undone_at is null and erased_at is null) or (merged_name is null and kept_before is null and kept_after is null)
  )
);
create index donor_merges_kept_idx on public.donor_merges (kept_id, merged_at desc);
create index donor_merges_merged_idx on public.donor_merges (merged_id);
create index donor_merges_open_idx on public.donor_merges (undo_until) where undone_at is null and erased_at is null;

comment on table public.donor_merges is
  'Donors that were merged. The data for undoing a merge is erased once it''s no longer needed.';
comment on column public.donor_merges.choices is
  'The choice made for each field: the value of the kept donor, of the merged donor, or both.';
comment on column public.donor_merges.kept_before is 'The fields of the donor who was kept, before the merge.';
comment on column public.donor_merges.kept_after is
  'The same fields after the merge. Undo restores those that nobody has changed since the merge.';
comment on column public.donor_merges.erased_at is 'When the merge became permanent.';

select private.describe_table(
  'donor_merges', area => 'giving', archived => true, audited => true,
  rows => '{area}',
  audited_on => 'insert or update',
  erasure => 'empty', erase_order => 23,
  reason => 'The record of the merge stays without names. The merge can''t be undone anymore.'
);
select private.describe_columns(
  'donor_merges', '{merged_name,kept_before,kept_after}',
  kind => 'personal', replacement => 'nothing'
);
select private.describe_columns('donor_merges', '{merged_by,undone_by}', kind => 'username');
select private.describe_columns('donor_merges', '{erased_at}', kind => 'state', replacement => 'end of undo');
select private.describe_columns('donor_merges', '{choices}', kind => 'state');

alter table public.donor_merges enable row level security;

create policy "Admins read donor merges" on public.donor_merges
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.donor_merges to authenticated;
grant select on table public.donor_merges to service_role;

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

create table public.merge_moves (
  merge_id uuid not null,
  table_name text not null,
  column_name text not null,
  row_key text not null,
  row_before jsonb,
  event_id uuid,
  primary key (merge_id, table_name, column_name, row_key)
);
create index merge_moves_set_aside_idx on public.merge_moves (row_key) where row_before is not null;

comment on table public.merge_moves is
  'The rows that a merge moved, added or set aside, until the merge is undone or permanent. Server only.';
comment on column public.merge_moves.merge_id is 'A row of donor_merges or of volunteer_merges.';
comment on column public.merge_moves.row_before is
  'The row that was set aside, which means deleted because the other volunteer has one for the same shift or also has a '
  'calendar link.';
comment on column public.merge_moves.event_id is
  'The event that a place on the waiting list was for, so that undo can find out what happened to the place.';

select private.describe_table(
  'merge_moves', archived => false, left_out => 'undo', audited => false,
  erasure => 'delete', erase_order => 27,
  reason => 'The details kept for undoing a merge.'
);
select private.describe_columns('merge_moves', '{row_before,row_key}', kind => 'personal');
select private.describe_columns('merge_moves', '{event_id,merge_id}', kind => 'reference');
select private.describe_columns('merge_moves', '{column_name,table_name}', kind => 'state');

alter table public.merge_moves enable row level security;

create policy "No API access to moved rows" on public.merge_moves
  for all to anon, authenticated
  using (false)
  with check (false);

-- What merges of donors and of volunteers have in common.
create view private.merges as
select 'donor' as noun, merge.id, merge.kept_id, merge.merged_id, merge.merged_name, null as merged_email,
  merge.donation_count as moved_count, merge.merged_by, merge.merged_at, merge.undo_until, merge.undone_by,
  merge.undone_at, merge.erased_at
from public.donor_merges as merge
union all
select 'volunteer', merge.id, merge.kept_id, merge.merged_id, merge.merged_name, merge.merged_email,
  merge.registration_count, merge.merged_by, merge.merged_at, merge.undo_until, merge.undone_by, merge.undone_at,
  merge.erased_at
from public.volunteer_merges as merge;

create view private.mergeable_records as
select 'donor' as noun, donor.id, donor.created_at, donor.updated_at, donor.merged_into_id from public.donors as donor
union all
select 'volunteer', person.id, person.created_at, person.updated_at, person.merged_into_id from public.volunteers as person;

create function private.lock_references(owner_table text, owner_ids uuid[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  moved private.moved_columns;
begin
  for moved in
    select * from private.moved_columns as known where known.owner_table = lock_references.owner_table order by lock_order
  loop
    execute format(
      'select from public.%I where %I = any ($1) order by %I for no key update',
      moved.table_name, moved.column_name, moved.key_name
    ) using owner_ids;
  end loop;
end;
$$;

create function private.move_references(owner_table text, merge_id uuid, kept_id uuid, merged_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  moved private.moved_columns;
begin
  for moved in
    select * from private.moved_columns as known where known.owner_table = move_references.owner_table order by lock_order
  loop
    execute format(
      'with moved as (update public.%1$I set %2$I = $1 where %2$I = $2 returning %3$I::text as row_key)
      insert into public.merge_moves (merge_id, table_name, column_name, row_key)
      select $3, %1$L, %2$L, moved.row_key from moved',
      moved.table_name, moved.column_name, moved.key_name
    ) using kept_id, merged_id, merge_id;
  end loop;
end;
$$;

create function private.return_references(owner_table text, merge_id uuid, kept_id uuid, merged_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  moved private.moved_columns;
begin
  for moved in
    select * from private.moved_columns as known where known.owner_table = return_references.owner_table order by lock_order
  loop
    execute format(
      'update public.%1$I as entry set %2$I = $1
      from public.merge_moves as moved
      where moved.merge_id = $2 and moved.table_name = %1$L and moved.column_name = %2$L and moved.row_before is null
        and entry.%3$I::text = moved.row_key and entry.%2$I = $3',
      moved.table_name, moved.column_name, moved.key_name
    ) using merged_id, merge_id, kept_id;
  end loop;
end;
$$;

create function private.require_mergeable(noun text, kept_id uuid, merged_id uuid)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  found_count integer;
  merged_count integer;
begin
  if kept_id = merged_id then
    raise exception 'both are the same' using
      errcode = 'check_violation', table = noun || '_merges', constraint = noun || '_merges_merged_id_check',
      hint = format('Choose another %s.', noun);
  end if;
  select count(*), count(entry.merged_into_id) into found_count, merged_count
  from private.mergeable_records as entry
  where entry.noun = require_mergeable.noun and entry.id in (require_mergeable.kept_id, require_mergeable.merged_id);
  if found_count < 2 then
    raise exception 'one of them doesn''t exist' using
      errcode = 'CP009', hint = format('We couldn''t find that %s.', noun);
  end if;
  if merged_count > 0 then
    raise exception 'already merged' using
      errcode = 'CP031',
      hint = format('One of these %ss has already been merged. Reload the page to see the result.', noun);
  end if;
  if exists (
    select from public.donations as donation
    where (donation.donor_id = kept_id and donation.soft_credit_donor_id = merged_id)
      or (donation.donor_id = merged_id and donation.soft_credit_donor_id = kept_id)
  ) then
    raise exception 'one donor is credited for the other' using
      errcode = 'CP031',
      hint = 'One of these donors is credited for a donation by the other, so they can''t be the same person. If they are, '
        'correct that donation first.';
  end if;
  if exists (
    select from public.volunteers as kept
    join public.volunteer_accounts as account on account.id = kept.account_id and account.activated_at is null
    where kept.id = kept_id
  ) and exists (
    select from public.volunteers as merged
    join public.volunteer_accounts as account on account.id = merged.account_id and account.activated_at is not null
    where merged.id = merged_id
  ) then
    raise exception 'the account that would stay was never opened' using
      errcode = 'CP031',
      hint = 'The volunteer you''re keeping hasn''t set up their account yet, but the other one has. Keep the other one instead.';
  end if;
end;
$$;

create function private.require_undoable(merge_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  merge private.merges;
  later_name text;
begin
  select * into merge from private.merges as entry where entry.id = require_undoable.merge_id;
  if merge.erased_at is not null then
    raise exception 'the merge is permanent' using
      errcode = 'CP032', hint = 'This merge is permanent, so it can''t be undone.';
  end if;
  if merge.undo_until <= now() then
    raise exception 'the merge is too old' using
      errcode = 'CP032', hint = 'This merge is more than 30 days old, so it can''t be undone.';
  end if;
  if exists (
    select from private.mergeable_records as kept where kept.id = merge.kept_id and kept.merged_into_id is not null
  ) then
    raise exception 'the one who was kept was merged' using
      errcode = 'CP032',
      hint = format('This %s was merged into another one afterward. Undo that merge first.', merge.noun);
  end if;
  select coalesce(later.merged_name, 'another ' || merge.noun) into later_name
  from private.merges as later
  where later.kept_id = merge.kept_id and later.merged_at > merge.merged_at
    and later.undone_at is null and later.erased_at is null
  order by later.merged_at desc
  limit 1;
  if later_name is not null then
    raise exception 'there is a later merge' using
      errcode = 'CP032', hint = format('Undo the later merge with %s first.', later_name);
  end if;
end;
$$;

comment on view private.merges is 'What merges of donors and of volunteers have in common.';
comment on view private.mergeable_records is 'All donors and volunteers.';
comment on function private.lock_references(text, uuid[]) is 'Locks everything that refers to these records.';
comment on function private.move_references(text, uuid, uuid, uuid) is
  'Makes everything that refers to the merged record refer to the kept one, and records what it moved.';
comment on function private.return_references(text, uuid, uuid, uuid) is 'Moves back what a merge moved.';
comment on function private.require_mergeable(text, uuid, uuid) is
  'Refuses to merge a record with itself, with one that doesn''t exist or was already merged, and donors or volunteers that '
  'can''t be merged. Says why.';
comment on function private.require_undoable(uuid) is
  'Refuses to undo a merge that is permanent, too old, or not the latest one, and says why.';

create function private.lock_donors(merged_id uuid, kept_id uuid, moved_from uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.lock_references('donors', array[moved_from]);
  -- Locks the merged donor first, like use_kept_record and lock_donor, which go from the merged donor to the one who was
  -- kept.
  perform from public.donors as donor where donor.id = lock_donors.merged_id for update;
  perform from public.donors as donor where donor.id = lock_donors.kept_id for update;
end;
$$;

create function private.donor_fields(donor public.donors)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'first_name', donor.first_name, 'last_name', donor.last_name, 'addressee', donor.addressee,
    'salutation', donor.salutation, 'former_names', donor.former_names, 'email', donor.email, 'phone', donor.phone,
    'address', donor.address, 'notes', donor.notes, 'tags', donor.tags
  );
$$;

create function private.merged_donor_fields(kept public.donors, merged public.donors, choices jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  kept_fields constant jsonb := private.donor_fields(kept);
  merged_fields constant jsonb := private.donor_fields(merged);
  kept_name constant jsonb := (select to_jsonb(known) from private.donor_name(kept.id) as known);
  merged_name constant jsonb := (select to_jsonb(known) from private.donor_name(merged.id) as known);
  fields jsonb := kept_fields;
  chosen_name jsonb;
  field text;
begin
  foreach field in array array['email', 'phone', 'address', 'notes', 'tags'] loop
    if choices ->> field = 'merged' then
      fields := fields || jsonb_build_object(field, merged_fields -> field);
    end if;
  end loop;
  fields := fields || private.joined_fields('donor', kept_fields, merged_fields, choices);
  -- Stores the chosen name, because after the merge, the latest donation could have the name that wasn't chosen.
  chosen_name := case when choices ->> 'name' = 'merged' then merged_name else kept_name end;
  if kept_name <> merged_name and chosen_name ->> 'first_name' <> '' then
    fields := fields || chosen_name;
  elsif kept.first_name is null and kept_name = merged_name then
    fields := fields || jsonb_build_object('first_name', merged.first_name, 'last_name', merged.last_name);
  end if;
  -- How we address the donor belongs to the name.
  if choices ->> 'name' = 'merged' or (kept_name = merged_name and kept.addressee is null and kept.salutation is null) then
    fields := fields || jsonb_build_object('addressee', merged.addressee, 'salutation', merged.salutation);
  end if;
  return fields || jsonb_build_object('former_names', (
    select coalesce(jsonb_agg(distinct former.name order by former.name), '[]'::jsonb)
    from (
      select jsonb_array_elements_text(kept.former_names || merged.former_names) as name
      union all
      select private.name_key(own.name ->> 'first_name' || ' ' || (own.name ->> 'last_name'))
      from (values (kept_name), (merged_name)) as own (name)
    ) as former
    where former.name <> ''
  ));
end;
$$;

create function private.write_donor_fields(donor public.donors, fields jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  written constant public.donors := jsonb_populate_record(donor, fields);
begin
  update public.donors as entry
  set first_name = written.first_name, last_name = written.last_name, addressee = written.addressee,
    salutation = written.salutation, former_names = written.former_names, email = written.email, phone = written.phone,
    address = written.address, notes = written.notes, tags = written.tags
  where entry.id = donor.id;
end;
$$;

create function private.merge_donors(kept_id uuid, merged_id uuid, choices jsonb)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  kept public.donors;
  merged public.donors;
  fields jsonb;
  merge_id uuid;
begin
  select * into kept from public.donors as donor where donor.id = merge_donors.kept_id;
  select * into merged from public.donors as donor where donor.id = merge_donors.merged_id;
  fields := private.merged_donor_fields(kept, merged, choices);
  insert into public.donor_merges (
    kept_id, merged_id, merged_name, choices, donation_count, kept_before, kept_after, merged_by
  )
  select kept.id, merged.id, nullif(btrim(known.first_name || ' ' || known.last_name), ''), merge_donors.choices,
    (select count(*) from public.donations as donation where donation.donor_id = merged.id),
    private.donor_fields(kept), fields, private.actor_name()
  from private.donor_name(merged.id) as known
  returning id into merge_id;

  update public.donors as donor set merged_into_id = kept.id where donor.id = merged.id;
  perform private.move_references('donors', merge_id, kept.id, merged.id);
  -- This comes last, because the chosen address has to lead to this donor first. It runs even if no field changes,
  -- because a merge always makes a new version.
  perform private.write_donor_fields(kept, fields);
  -- Record the former details that the merge adds, so that undo can remove them.
  insert into public.merge_moves (merge_id, table_name, column_name, row_key)
  select merge.id, 'former_donor_details', 'id', detail.id::text
  from public.donor_merges as merge
  join public.former_donor_details as detail on detail.donor_id = merge.kept_id and detail.replaced_at >= merge.merged_at
  where merge.id = merge_id;
  return merge_id;
end;
$$;

create function private.return_donations(kept_id uuid, merged_id uuid, addresses text[], merged_at timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.subscriptions as subscription set donor_id = return_donations.merged_id
  where subscription.donor_id = return_donations.kept_id and lower(subscription.email) = any (addresses);

  -- Donations from before the merge aren't included: they have already been moved back, or belonged to the donor who
  -- was kept.
  update public.donations as donation set donor_id = return_donations.merged_id
  where donation.donor_id = return_donations.kept_id
    and donation.entered_at >= return_donations.merged_at
    and donation.replaces_id is null
    and not exists (select from public.noncash_donations as noncash where noncash.sale_id = donation.id)
    and (
      donation.email_key = any (addresses)
      or donation.subscription_id in (
        select subscription.id from public.subscriptions as subscription
        where subscription.donor_id = return_donations.merged_id
      )
    );

  with recursive returned as (
    select noncash.id from public.noncash_donations as noncash where noncash.donor_id = return_donations.merged_id
    union
    select correction.id
    from returned
    join public.noncash_donations as correction
      on correction.replaces_id = returned.id and correction.created_at >= return_donations.merged_at
      and correction.donor_id in (return_donations.kept_id, return_donations.merged_id)
  )
  update public.noncash_donations as noncash set donor_id = return_donations.merged_id
  from returned
  where noncash.id = returned.id and noncash.donor_id = return_donations.kept_id;

  -- Corrections and sales of the returned donations are returned, too, regardless of their address.
  with recursive returned as (
    select donation.id from public.donations as donation where donation.donor_id = return_donations.merged_id
    union
    select noncash.sale_id from public.noncash_donations as noncash
    where noncash.donor_id = return_donations.merged_id and noncash.sale_id is not null
    union
    select correction.id
    from returned
    join public.donations as correction
      on correction.replaces_id = returned.id and correction.entered_at >= return_donations.merged_at
      and correction.donor_id in (return_donations.kept_id, return_donations.merged_id)
  )
  update public.donations as donation set donor_id = return_donations.merged_id
  from returned
  where donation.id = returned.id and donation.donor_id = return_donations.kept_id;

  -- Soft credits for the donations of funds and employers are returned, too.
  with recursive returned as (
    select donation.id from public.donations as donation
    where donation.soft_credit_donor_id = return_donations.merged_id
    union
    select correction.id
    from returned
    join public.donations as correction
      on correction.replaces_id = returned.id and correction.entered_at >= return_donations.merged_at
      and correction.soft_credit_donor_id in (return_donations.kept_id, return_donations.merged_id)
  )
  update public.donations as donation set soft_credit_donor_id = return_donations.merged_id
  from returned
  where donation.id = returned.id and donation.soft_credit_donor_id = return_donations.kept_id;
end;
$$;

create function private.forget_merged_details(merge public.donor_merges, restored_fields jsonb)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Delete the values that the kept donor gets back. If a field was corrected after the merge, its former value stays.
  delete from public.former_donor_details as detail
  using public.merge_moves as added
  where added.merge_id = merge.id and added.table_name = 'former_donor_details' and added.column_name = 'id'
    and detail.id = added.row_key::uuid
    and restored_fields ? (case detail.field when 'name' then 'first_name' else detail.field end);

  -- Delete the values that came from the other donor.
  delete from public.former_donor_details as detail
  using (values
    ('name', btrim((merge.kept_before ->> 'first_name') || ' ' || (merge.kept_before ->> 'last_name')),
      btrim((merge.kept_after ->> 'first_name') || ' ' || (merge.kept_after ->> 'last_name'))),
    ('email', merge.kept_before ->> 'email', merge.kept_after ->> 'email'),
    ('phone', merge.kept_before ->> 'phone', merge.kept_after ->> 'phone'),
    ('address', merge.kept_before ->> 'address', merge.kept_after ->> 'address')
  ) as known (field, before, after)
  where detail.donor_id = merge.kept_id
    and detail.replaced_at >= merge.merged_at
    and detail.field = known.field
    and detail.value = known.after
    and known.after is distinct from known.before;
end;
$$;

create function private.undo_donor_merge(merge_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  merge public.donor_merges;
  kept public.donors;
  current_fields jsonb;
  restored_fields jsonb;
  addresses text[];
begin
  select * into merge from public.donor_merges as entry where entry.id = undo_donor_merge.merge_id;
  perform private.lock_donors(merge.merged_id, merge.kept_id, moved_from => merge.kept_id);
  perform private.require_undoable(merge.id);
  addresses := array(
    select moved.row_key from public.merge_moves as moved
    where moved.merge_id = merge.id and moved.table_name = 'donor_emails'
  );
  update public.donors as donor set merged_into_id = null where donor.id = merge.merged_id;
  perform private.return_references('donors', merge.id, merge.kept_id, merge.merged_id);
  perform private.return_donations(merge.kept_id, merge.merged_id, addresses, merge.merged_at);

  select * into kept from public.donors as donor where donor.id = merge.kept_id;
  current_fields := private.donor_fields(kept);
  select coalesce(jsonb_object_agg(field.key, field.value), '{}'::jsonb) into restored_fields
  from jsonb_each(merge.kept_before) as field
  where case
    -- First and last name count as one field.
    when field.key in ('first_name', 'last_name')
      then merge.kept_after @> (current_fields - '{addressee,salutation,former_names,email,phone,address,notes,tags}'::text[])
    when current_fields -> field.key = merge.kept_after -> field.key then true
    -- The address leads to the other donor again.
    else field.key = 'email' and lower(current_fields ->> 'email') = any (addresses)
  end;
  perform private.write_donor_fields(kept, restored_fields);
  perform private.forget_merged_details(merge, restored_fields);
  update public.donor_merges as entry
  set undone_at = now(), undone_by = private.actor_name(), merged_name = null, kept_before = null, kept_after = null
  where entry.id = merge.id;
end;
$$;

comment on function private.lock_donors(uuid, uuid, uuid) is
  'Locks two donors and everything that refers to moved_from, the donor whose rows are moved.';
comment on function private.donor_fields(public.donors) is
  'Returns the fields of a donor that administrators can correct.';
comment on function private.merged_donor_fields(public.donors, public.donors, jsonb) is
  'Returns the fields of the kept donor after a merge with these choices.';
comment on function private.write_donor_fields(public.donors, jsonb) is 'Updates these fields of a donor.';
comment on function private.merge_donors(uuid, uuid, jsonb) is
  'Moves everything from one donor to another and hides the first donor.';
comment on function private.return_donations(uuid, uuid, text[], timestamptz) is
  'Moves the donations that have come from these addresses since the merge back to the merged donor, along with their '
  'corrections, sales and soft credits.';
comment on function private.forget_merged_details(public.donor_merges, jsonb) is
  'Removes the former details that a merge added: the kept donor''s restored values, and the other donor''s values.';
comment on function private.undo_donor_merge(uuid) is
  'Moves back what a merge moved. Restores the fields of the donor who was kept unless they were changed after the merge.';

create function private.is_set_aside(table_name text, row_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.merge_moves as moved
    where moved.row_key = row_id::text and moved.row_before is not null and moved.table_name = is_set_aside.table_name
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
    'name', person.name, 'email', person.email, 'contact_email', person.contact_email, 'phone', person.phone,
    'zip_code', person.zip_code, 'city', person.city, 'state', person.state, 'availability', person.availability, 'interests', person.interests,
    'emergency_contact_name', person.emergency_contact_name,
    'emergency_contact_phone', person.emergency_contact_phone, 'notes', person.notes, 'tags', person.tags,
    'wants_news', person.wants_news, 'is_active', person.is_active, 'started_on', person.started_on,
    'opening_hours', person.opening_hours, 'total_hours', person.total_hours, 'packages_helped', person.packages_helped, 'account_id', person.account_id
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
    ('startedOn', '{started_on}'),
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
  fields := fields || jsonb_build_object('email', coalesce(fields ->> 'email', kept.email, merged.email));
  fields := fields || jsonb_build_object(
    'contact_email', case when fields ->> 'email' is null then coalesce(kept.contact_email, merged.contact_email) end
  );
  return fields || jsonb_build_object(
    'opening_hours', kept.opening_hours + merged.opening_hours,
    'started_on', least(kept.started_on, merged.started_on),
    'total_hours', kept.total_hours + merged.total_hours,
    'packages_helped', kept.packages_helped + merged.packages_helped,
    -- The person turned off the emails if they did so for either address.
    'wants_news', kept.wants_news and merged.wants_news
  );
end;
$$;

comment on function private.is_set_aside(text, uuid) is
  'Returns whether a merge set this row aside, so that undo can restore it even after the event has begun.';
comment on function private.volunteer_fields(public.volunteers) is
  'Returns the fields of a volunteer that a merge may change, including the name in their account.';
comment on function private.volunteer_field_columns() is
  'Lists the fields of a merge and the columns of each field, which are restored together. An administrator chooses '
  'the value of each field except wantsNews.';
comment on function private.chosen_columns(text[], jsonb) is 'Returns only these columns of the given fields.';
comment on function private.account_name(jsonb, jsonb) is
  'Returns the first and last name for an account. Takes them from the account that has this full name. Otherwise, the '
  'first word of the full name is the first name.';
comment on function private.merged_volunteer_fields(public.volunteers, public.volunteers, jsonb) is
  'Returns the fields of the kept volunteer after a merge with these choices. The email address is that of the account '
  'that stays open.';

create function private.lock_volunteers(merged_id uuid, kept_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  accounts constant uuid[] := array(
    select person.account_id from public.volunteers as person
    where person.id in (lock_volunteers.merged_id, lock_volunteers.kept_id) and person.account_id is not null
  );
  events uuid[];
begin
  -- A sign-up locks the shift first, then the account.
  select array_agg(joined.event_id) into events
  from (
    select registration.event_id from public.volunteer_event_registrations as registration
    where registration.person_id in (lock_volunteers.merged_id, lock_volunteers.kept_id)
    union
    select shift.event_id
    from public.shift_waitlist as queue
    join public.volunteer_shifts as shift on shift.id = queue.shift_id
    where queue.person_id in (lock_volunteers.merged_id, lock_volunteers.kept_id)
    union
    select moved.event_id
    from public.merge_moves as moved
    join public.volunteer_merges as merge on merge.id = moved.merge_id
    where merge.merged_id = lock_volunteers.merged_id and merge.kept_id = lock_volunteers.kept_id
  ) as joined;
  perform from public.volunteer_shifts as shift where shift.event_id = any (events) order by shift.event_id for update;
  perform from public.events as meeting where meeting.id = any (events) order by meeting.id for no key update;
  perform private.lock_references('volunteer_accounts', accounts);
  perform private.lock_references('volunteers', array[lock_volunteers.merged_id, lock_volunteers.kept_id]);
  perform from public.volunteer_accounts as account where account.id = any (accounts) order by account.id for update;
  perform from public.volunteers as person where person.id = lock_volunteers.merged_id for update;
  perform from public.volunteers as person where person.id = lock_volunteers.kept_id for update;
end;
$$;

-- If both volunteers signed up for a shift, a merge keeps a sign-up that is marked present if there is one, and keeps
-- one that is marked absent only if both are. Someone who is registered doesn't also wait for the same shift. Of two
-- places in line, the earlier one is kept.
create function private.rows_to_set_aside(kept public.volunteers, merged public.volunteers)
returns table (table_name text, row_key text, row_before jsonb, event_id uuid)
language sql
stable
security definer
set search_path = ''
as $$
  with registrations as (
    select registration.*,
      row_number() over (
        partition by registration.event_id
        order by array_position('{confirmed,expected,absent}'::text[], registration.attendance),
          (registration.person_id = merged.id)
      ) as rank
    from public.volunteer_event_registrations as registration
    where registration.person_id in (kept.id, merged.id)
  ),
  queued as (
    select queue.id, queue.place, shift.event_id, to_jsonb(queue) as row_before,
      row_number() over (partition by queue.shift_id order by queue.place) as rank
    from public.shift_waitlist as queue
    join public.volunteer_shifts as shift on shift.id = queue.shift_id
    where queue.person_id in (kept.id, merged.id)
  )
  select 'shift_waitlist', queued.id::text, queued.row_before, queued.event_id
  from queued
  where queued.rank > 1
    or exists (select from registrations as registration where registration.event_id = queued.event_id)
  union all
  select 'volunteer_event_registrations', registration.id::text, to_jsonb(registration) - 'rank', registration.event_id
  from registrations as registration
  where registration.rank > 1
  union all
  select 'calendar_feeds', feed.token_hash, to_jsonb(feed), null
  from public.calendar_feeds as feed
  where feed.volunteer_id = merged.account_id
    and exists (select from public.calendar_feeds as own where own.volunteer_id = kept.account_id);
$$;

create function private.set_rows_aside(merge_id uuid, kept public.volunteers, merged public.volunteers)
returns void
language plpgsql
set search_path = ''
as $$
declare
  cause constant text := private.set_shift_cause('quiet');
begin
  insert into public.merge_moves (merge_id, table_name, column_name, row_key, row_before, event_id)
  select set_rows_aside.merge_id, taken.table_name,
    case taken.table_name when 'calendar_feeds' then 'volunteer_id' else 'person_id' end,
    taken.row_key, taken.row_before, taken.event_id
  from private.rows_to_set_aside(kept, merged) as taken;
  -- This comes first, because deleting a registration gives its spot to the next person in line.
  delete from public.shift_waitlist as queue
  using public.merge_moves as moved
  where moved.merge_id = set_rows_aside.merge_id and moved.table_name = 'shift_waitlist' and moved.row_key = queue.id::text;
  delete from public.volunteer_event_registrations as registration
  using public.merge_moves as moved
  where moved.merge_id = set_rows_aside.merge_id and moved.table_name = 'volunteer_event_registrations'
    and moved.row_key = registration.id::text;
  delete from public.calendar_feeds as feed
  using public.merge_moves as moved
  where moved.merge_id = set_rows_aside.merge_id and moved.table_name = 'calendar_feeds'
    and moved.row_key = feed.token_hash;
  perform private.set_shift_cause(cause);
end;
$$;

create function private.write_volunteer_fields(person_id uuid, fields jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  written public.volunteers;
begin
  select * into written from public.volunteers as person where person.id = write_volunteer_fields.person_id;
  written := jsonb_populate_record(written, fields - 'email');
  update public.volunteers as person
  set name = written.name, contact_email = written.contact_email, phone = written.phone, zip_code = written.zip_code, city = written.city,
    state = written.state, availability = written.availability, interests = written.interests,
    emergency_contact_name = written.emergency_contact_name,
    emergency_contact_phone = written.emergency_contact_phone, notes = written.notes, tags = written.tags,
    wants_news = written.wants_news,
    is_active = written.is_active, started_on = written.started_on, opening_hours = written.opening_hours,
    total_hours = written.total_hours,
    packages_helped = written.packages_helped, account_id = written.account_id
  where person.id = written.id;
  update public.volunteer_accounts as account
  set first_name = fields ->> 'first_name', last_name = fields ->> 'last_name'
  where account.id = written.account_id and fields ? 'first_name'
    and (account.first_name, account.last_name) is distinct from (fields ->> 'first_name', fields ->> 'last_name');
end;
$$;

create function private.merge_volunteers(kept_id uuid, merged_id uuid, choices jsonb)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  kept public.volunteers;
  merged public.volunteers;
  fields jsonb;
  new_id uuid;
begin
  select * into kept from public.volunteers as person where person.id = merge_volunteers.kept_id;
  select * into merged from public.volunteers as person where person.id = merge_volunteers.merged_id;
  fields := private.merged_volunteer_fields(kept, merged, merge_volunteers.choices);
  insert into public.volunteer_merges (
    kept_id, merged_id, merged_name, merged_email, choices, registration_count, kept_before, kept_after,
    closed_account_id, moved_account_id, was_account_active, merged_by
  )
  values (
    kept.id, merged.id, merged.name, merged.email, merge_volunteers.choices,
    (
      select count(*) from public.volunteer_event_registrations as registration
      where registration.person_id = merged.id
    ),
    private.volunteer_fields(kept) || case
      when kept.account_id is null then private.chosen_columns('{first_name,last_name}', private.volunteer_fields(merged))
      else '{}'
    end,
    fields,
    case when kept.account_id is not null then merged.account_id end,
    case when kept.account_id is null then merged.account_id end,
    (select account.is_active from public.volunteer_accounts as account where account.id = merged.account_id),
    private.actor_name()
  )
  returning id into new_id;

  perform private.set_rows_aside(new_id, kept, merged);
  update public.volunteers as person
  set merged_into_id = kept.id,
    account_id = case when kept.account_id is null then null else person.account_id end
  where person.id = merged.id;
  update public.volunteer_accounts as account set is_active = false, merged_into_id = kept.account_id
  where account.id = merged.account_id and kept.account_id is not null;
  delete from auth.sessions as session where session.user_id = merged.account_id and kept.account_id is not null;
  perform private.move_references('volunteer_accounts', new_id, kept.account_id, merged.account_id)
  where kept.account_id is not null;
  perform private.move_references('volunteers', new_id, kept.id, merged.id);
  update public.merge_moves as moved set event_id = shift.event_id
  from public.shift_waitlist as queue
  join public.volunteer_shifts as shift on shift.id = queue.shift_id
  where moved.merge_id = new_id and moved.table_name = 'shift_waitlist' and queue.id::text = moved.row_key;
  -- This comes last, because the chosen address has to lead to this volunteer first. It runs even if no field changes,
  -- because a merge always makes a new version.
  perform private.write_volunteer_fields(kept.id, fields);
  perform private.use_volunteer_address(kept.id, fields ->> 'email');
  perform private.refresh_volunteer_totals(kept.id);
  update public.volunteer_accounts as account set is_active = (fields ->> 'is_active')::boolean
  where account.id = merged.account_id and kept.account_id is null
    and account.is_active <> (fields ->> 'is_active')::boolean;
  return new_id;
end;
$$;

create function private.require_undoable_volunteer_merge(merge public.volunteer_merges)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  full_event text;
begin
  perform private.require_undoable(merge.id);
  select format('%s on %s', meeting.event_type, to_char(meeting.date, 'FMMonth FMDD, YYYY')) into full_event
  from public.merge_moves as moved
  join public.events as meeting on meeting.id = moved.event_id
  join public.volunteer_shifts as shift on shift.event_id = meeting.id
  where moved.merge_id = merge.id and moved.row_before is not null and moved.table_name = 'volunteer_event_registrations'
    and shift.signed_up_volunteers >= shift.max_volunteers
  order by meeting.starts_at
  limit 1;
  if full_event is not null then
    raise exception 'the event is full' using
      errcode = 'CP032',
      hint = format('%s is full, and both had signed up for it. Raise its limit by one, then undo the merge.', full_event);
  end if;
end;
$$;

create function private.marks_to_forget(row_before jsonb, meeting public.events)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select case
    when meeting.starts_at > now() and row_before ->> 'attendance' <> left_mark.attendance then jsonb_build_object(
      'attendance', left_mark.attendance, 'confirmed_by', null, 'checked_in', null, 'checked_out', null, 'hours', null,
      'confirmed_at', case left_mark.attendance when 'absent' then clock_timestamp() end
    )
    else '{}'
  end
  from (
    select case when (row_before -> 'gave_up_spot')::boolean then 'absent' else 'expected' end as attendance
  ) as left_mark;
$$;

create function private.restore_rows(merge public.volunteer_merges, kept_account uuid, merged_account uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  cause constant text := private.set_shift_cause('quiet');
begin
  perform private.return_references('volunteer_accounts', merge.id, kept_account, merged_account);
  perform private.return_references('volunteers', merge.id, merge.kept_id, merge.merged_id);
  -- If the merged volunteer's place in line has become a spot since the merge, move the spot back. Neither volunteer
  -- was registered for the event at the time of the merge; otherwise, the place would have been set aside.
  update public.volunteer_event_registrations as registration set person_id = merge.merged_id
  from public.merge_moves as moved
  where moved.merge_id = merge.id and moved.table_name = 'shift_waitlist' and moved.row_before is null
    and registration.event_id = moved.event_id and registration.person_id = merge.kept_id
    and not exists (select from public.shift_waitlist as queue where queue.id::text = moved.row_key);

  insert into public.volunteer_event_registrations
  select before.*
  from public.merge_moves as moved
  join public.events as meeting on meeting.id = moved.event_id
  cross join lateral jsonb_populate_record(
    null::public.volunteer_event_registrations, moved.row_before || private.marks_to_forget(moved.row_before, meeting)
  ) as before
  where moved.merge_id = merge.id and moved.row_before is not null and moved.table_name = 'volunteer_event_registrations'
  on conflict do nothing;
  insert into public.shift_waitlist overriding system value
  select before.*
  from public.merge_moves as moved
  cross join lateral jsonb_populate_record(null::public.shift_waitlist, moved.row_before) as before
  where moved.merge_id = merge.id and moved.row_before is not null and moved.table_name = 'shift_waitlist'
    and exists (select from public.volunteer_shifts as shift where shift.id = before.shift_id)
    and not exists (
      select from public.volunteer_event_registrations as registration
      where registration.event_id = moved.event_id and registration.person_id = before.person_id
    )
  on conflict do nothing;
  insert into public.calendar_feeds
  select before.*
  from public.merge_moves as moved
  cross join lateral jsonb_populate_record(null::public.calendar_feeds, moved.row_before) as before
  where moved.merge_id = merge.id and moved.row_before is not null and moved.table_name = 'calendar_feeds'
  on conflict do nothing;
  perform private.set_shift_cause(cause);
  perform private.promote_waitlist(moved.event_id) from public.merge_moves as moved
  where moved.merge_id = merge.id and moved.table_name = 'shift_waitlist';
end;
$$;

create function private.return_new_sign_ups(merge public.volunteer_merges)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.volunteer_event_registrations as registration set person_id = merge.merged_id
  where registration.person_id = merge.kept_id and registration.registered_at > merge.merged_at
    and not exists (
      select from public.volunteer_event_registrations as own
      where own.person_id = merge.merged_id and own.event_id = registration.event_id
    );
  update public.shift_waitlist as queue set person_id = merge.merged_id
  where queue.person_id = merge.kept_id and queue.created_at > merge.merged_at
    and not exists (
      select from public.shift_waitlist as own where own.person_id = merge.merged_id and own.shift_id = queue.shift_id
    );
  update public.hour_entries as entry set person_id = merge.merged_id
  where entry.person_id = merge.kept_id and entry.created_at > merge.merged_at;
end;
$$;

create function private.restored_volunteer_fields(merge public.volunteer_merges, current_fields jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(entry.key, entry.value), '{}') || jsonb_build_object(
    -- Hours added since the merge are kept.
    'opening_hours', greatest(
      0,
      (merge.kept_before ->> 'opening_hours')::numeric
        + (current_fields ->> 'opening_hours')::numeric - (merge.kept_after ->> 'opening_hours')::numeric
    )
  )
  from private.volunteer_field_columns() as field
  cross join lateral jsonb_each(private.chosen_columns(field.columns, merge.kept_before)) as entry
  where field.field <> 'email' and not exists (
    select from jsonb_each(private.chosen_columns(field.columns, merge.kept_before)) as own
    where current_fields -> own.key is distinct from merge.kept_after -> own.key
  );
$$;

create function private.restore_addresses(merge public.volunteer_merges, goes_with_account boolean)
returns void
language plpgsql
set search_path = ''
as $$
declare
  kept_address constant text := (select person.email from public.volunteers as person where person.id = merge.kept_id);
  merged_address constant text := (select person.email from public.volunteers as person where person.id = merge.merged_id);
  is_new constant boolean := kept_address is not null
    and lower(kept_address) not in (coalesce(lower(merge.kept_before ->> 'email'), ''), coalesce(lower(merge.merged_email), ''));
  -- An address entered after the merge stays with the volunteer who logs in with it.
  restored_kept constant text := case
    when is_new and not goes_with_account then kept_address else merge.kept_before ->> 'email'
  end;
  restored_merged constant text := case when is_new and goes_with_account then kept_address else merge.merged_email end;
begin
  if exists (
    select from public.volunteers as person
    join public.volunteer_accounts as account on account.id = person.account_id
    where (person.id = merge.kept_id and lower(account.email) <> lower(restored_kept))
      or (person.id = merge.merged_id and lower(account.email) <> lower(restored_merged))
  ) then
    raise exception 'the login has the other address' using errcode = 'CP032',
      hint = 'This volunteer logs in with the other one''s email address now. Change their email first, and then undo the merge.';
  end if;
  if exists (
    select from public.volunteers as person
    where lower(person.email) in (lower(restored_kept), lower(restored_merged))
      and person.id not in (merge.kept_id, merge.merged_id)
  ) then
    raise exception 'the address is in use' using
      errcode = 'CP032', hint = 'Someone else has one of their email addresses now. Change that one first.';
  end if;
  if (kept_address, merged_address) is distinct from (restored_kept, restored_merged) then
    -- Addresses are unique, so they can't be swapped directly.
    update public.volunteers as person set email = person.id || '@merged.invalid' where person.id = merge.merged_id;
    update public.volunteers as person
    set email = restored_kept,
      contact_email = case when restored_kept is null then coalesce(person.contact_email, merge.kept_before ->> 'contact_email') end
    where person.id = merge.kept_id;
    update public.volunteers as person set email = restored_merged where person.id = merge.merged_id;
  end if;
end;
$$;

create function private.restore_account(merge public.volunteer_merges, kept public.volunteers, moved_account uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.volunteer_accounts as account set merged_into_id = null, is_active = merge.was_account_active
  where account.id = merge.closed_account_id;
  -- Keep the account's state if someone has disabled or enabled the account since the merge.
  update public.volunteer_accounts as account set is_active = merge.was_account_active
  where account.id = merge.moved_account_id and account.is_active <> merge.was_account_active
    and kept.is_active = (merge.kept_after ->> 'is_active')::boolean;
  update public.volunteers as person set account_id = null where person.id = kept.id and moved_account is not null;
  update public.volunteers as person
  set merged_into_id = null,
    account_id = coalesce(moved_account, person.account_id),
    is_active = coalesce(
      (select account.is_active from public.volunteer_accounts as account where account.id = moved_account),
      person.is_active
    )
  where person.id = merge.merged_id;
end;
$$;

create function private.undo_volunteer_merge(merge_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  merge public.volunteer_merges;
  kept public.volunteers;
  moved_account uuid;
  unsent uuid[];
begin
  select * into merge from public.volunteer_merges as entry where entry.id = undo_volunteer_merge.merge_id;
  perform private.lock_volunteers(merge.merged_id, merge.kept_id);
  perform private.require_undoable_volunteer_merge(merge);
  select * into kept from public.volunteers as person where person.id = merge.kept_id;
  -- The account may also have been opened after the merge, with the merged volunteer's address.
  select account.id into moved_account from public.volunteer_accounts as account
  where account.id = kept.account_id and (
    account.id = merge.moved_account_id or (
      merge.closed_account_id is null and merge.kept_before ->> 'account_id' is null
      and lower(account.email) = lower(merge.merged_email)
    )
  );

  perform private.write_volunteer_fields(
    kept.id, private.restored_volunteer_fields(merge, private.volunteer_fields(kept))
  );
  perform private.restore_account(merge, kept, moved_account);
  perform private.restore_addresses(merge, moved_account is not null);
  perform private.restore_rows(merge, kept.account_id, merge.closed_account_id);
  perform private.return_new_sign_ups(merge) where moved_account is not null;
  perform private.refresh_volunteer_totals(merge.kept_id);
  perform private.refresh_volunteer_totals(merge.merged_id);
  -- Emails that wait for one of them may be about what now concerns the other one.
  unsent := array(
    select distinct (mail.data ->> 'eventId')::uuid from public.email_outbox as mail
    where mail.data ->> 'volunteerId' = any (private.volunteer_records(merge.kept_id)) and mail.data ? 'eventId'
      and mail.status in ('queued', 'held') and private.shift_email_claim(mail.template_name) is not null
  );
  perform private.email_untold_shifts(merge.merged_id, unsent);
  perform private.email_untold_shifts(merge.kept_id, unsent);
  update public.volunteer_merges as entry
  set undone_at = now(), undone_by = private.actor_name(), merged_name = null, merged_email = null, kept_before = null,
    kept_after = null
  where entry.id = merge.id;
end;
$$;

comment on function private.lock_volunteers(uuid, uuid) is
  'Locks two volunteers and everything that refers to them, along with the shifts that they''ve signed up for.';
comment on function private.rows_to_set_aside(public.volunteers, public.volunteers) is
  'Returns the rows of two volunteers that a merge sets aside, because one person needs only one sign-up or place in '
  'line for each shift, and one calendar link.';
comment on function private.set_rows_aside(uuid, public.volunteers, public.volunteers) is
  'Removes the rows to set aside and records them as they were, so that undo restores them exactly.';
comment on function private.write_volunteer_fields(uuid, jsonb) is
  'Updates the name in a volunteer''s account, and these fields of the volunteer except for the email address.';
comment on function private.merge_volunteers(uuid, uuid, jsonb) is
  'Moves everything from one volunteer to another and hides the first volunteer.';
comment on function private.require_undoable_volunteer_merge(public.volunteer_merges) is
  'Refuses to undo a merge that''s permanent, too old, or not the volunteer''s latest one, or that needs a spot at a '
  'full event.';
comment on function private.marks_to_forget(jsonb, public.events) is
  'Returns what a sign-up that a merge set aside loses because its event has moved to a start in the future since then, as '
  'all other sign-ups did.';
comment on function private.restore_rows(public.volunteer_merges, uuid, uuid) is
  'Moves back the rows that a merge moved, along with the spots that places in line turned into. Restores the rows '
  'that the merge set aside.';
comment on function private.return_new_sign_ups(public.volunteer_merges) is
  'Moves what was added since a merge to the merged volunteer, together with the login that it was added with.';
comment on function private.restored_volunteer_fields(public.volunteer_merges, jsonb) is
  'Returns the kept volunteer''s fields from before the merge, except those that were changed after it.';
comment on function private.restore_addresses(public.volunteer_merges, boolean) is
  'Gives both volunteers their email addresses back. An address that was entered after the merge stays with the '
  'volunteer who logs in with it.';
comment on function private.restore_account(public.volunteer_merges, public.volunteers, uuid) is
  'Opens the account that a merge closed, or moves back the account that it moved.';
comment on function private.undo_volunteer_merge(uuid) is
  'Moves back what a merge moved. Restores the fields of the volunteer who was kept unless they were changed after the '
  'merge.';

create function private.require_merge_area(noun text)
returns void
language sql
stable
set search_path = ''
as $$
  select private.require_area(case noun when 'donor' then 'giving' when 'volunteer' then 'volunteers' end);
$$;

create function private.merge_records(
  noun text,
  kept_id uuid,
  merged_id uuid,
  kept_version timestamptz,
  merged_version timestamptz,
  choices jsonb
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_merge_area(noun);
  perform private.await_other_merges(noun);
  perform private.require_mergeable(noun, kept_id, merged_id);
  if noun = 'donor' then
    perform private.lock_donors(merged_id, kept_id, moved_from => merged_id);
  else
    perform private.lock_volunteers(merged_id, kept_id);
  end if;
  -- Checked again, because a donation may have arrived in the meantime.
  perform private.require_mergeable(noun, kept_id, merged_id);
  if exists (
    select from private.mergeable_records as entry
    where (entry.id = kept_id and not private.is_same_version(entry.updated_at, kept_version))
      or (entry.id = merged_id and not private.is_same_version(entry.updated_at, merged_version))
  ) then
    raise exception 'one of them was changed' using errcode = 'CP011';
  end if;
  return case noun
    when 'donor' then private.merge_donors(kept_id, merged_id, choices)
    else private.merge_volunteers(kept_id, merged_id, choices)
  end;
end;
$$;

grant execute on function private.merge_records(text, uuid, uuid, timestamptz, timestamptz, jsonb) to authenticated;

create function private.find_merge(noun text, merge_id uuid)
returns private.merges
language plpgsql
set search_path = ''
as $$
declare
  merge private.merges;
begin
  perform private.require_merge_area(noun);
  perform private.await_other_merges(noun);
  select * into merge from private.merges as entry where entry.noun = find_merge.noun and entry.id = find_merge.merge_id;
  if merge.id is null then
    raise exception 'no such merge' using errcode = 'CP009', hint = 'We couldn''t find that merge.';
  end if;
  return merge;
end;
$$;

create function private.undo_merge(noun text, merge_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  merge constant private.merges := private.find_merge(noun, merge_id);
begin
  if merge.undone_at is not null then
    return;
  end if;
  if noun = 'donor' then
    perform private.undo_donor_merge(merge.id);
  else
    perform private.undo_volunteer_merge(merge.id);
  end if;
  delete from public.merge_moves as moved where moved.merge_id = merge.id;
end;
$$;

grant execute on function private.undo_merge(text, uuid) to authenticated;

create function private.erase_merges(merge_ids uuid[])
returns integer
language plpgsql
set search_path = ''
as $$
declare
  erased_ids uuid[];
begin
  -- Includes earlier merges into the merged record, because they could be undone only after this merge, and it becomes
  -- permanent.
  with recursive erased as (
    select merge.id, merge.merged_id from private.merges as merge
    where merge.id = any (merge_ids) and merge.undone_at is null
    union
    select merge.id, merge.merged_id
    from erased
    join private.merges as merge on merge.kept_id = erased.merged_id and merge.undone_at is null
  )
  select array_agg(erased.id) into erased_ids from erased;

  update public.donors as donor
  set first_name = null, last_name = null, email = null, phone = null, address = null, notes = null, tags = '[]'
  from public.donor_merges as merge
  where merge.id = any (erased_ids) and merge.erased_at is null and donor.id = merge.merged_id;
  -- A volunteer's address is kept, because it leads to the volunteer who was kept.
  update public.volunteers as person
  set name = 'Merged volunteer', phone = null, zip_code = null, city = null, state = null, interests = null,
    emergency_contact_name = null, emergency_contact_phone = null, notes = null, tags = '[]'
  from public.volunteer_merges as merge
  where merge.id = any (erased_ids) and merge.erased_at is null and person.id = merge.merged_id;
  update public.volunteer_accounts as account set first_name = 'Merged', last_name = 'volunteer'
  from public.volunteer_merges as merge
  where merge.id = any (erased_ids) and merge.erased_at is null and account.id = merge.closed_account_id;
  delete from public.merge_moves as moved where moved.merge_id = any (erased_ids);
  update public.donor_merges as merge
  set erased_at = now(), merged_name = null, kept_before = null, kept_after = null
  where merge.id = any (erased_ids) and merge.erased_at is null;
  update public.volunteer_merges as merge
  set erased_at = now(), merged_name = null, merged_email = null, kept_before = null, kept_after = null
  where merge.id = any (erased_ids) and merge.erased_at is null;
  return coalesce(cardinality(erased_ids), 0);
end;
$$;

create function private.make_merge_permanent(noun text, merge_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  merge constant private.merges := private.find_merge(noun, merge_id);
begin
  if merge.undone_at is not null then
    raise exception 'the merge was undone' using errcode = 'CP032', hint = 'This merge has been undone.';
  end if;
  perform private.erase_merges(array[merge.id]);
end;
$$;

grant execute on function private.make_merge_permanent(text, uuid) to authenticated;

create function private.sweep_merges()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.await_other_merges('donor');
  perform private.await_other_merges('volunteer');
  return private.erase_merges(array(
    select merge.id from private.merges as merge
    where merge.undo_until <= now() and merge.undone_at is null and merge.erased_at is null
  ));
end;
$$;

grant execute on function private.sweep_merges() to service_role;

create function private.merge_view(merge private.merges)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', merge.id,
      'keptId', merge.kept_id,
      'mergedId', merge.merged_id,
      'mergedName', coalesce(
        merge.merged_name,
        (
          select nullif(btrim(known.first_name || ' ' || known.last_name), '')
          from private.donor_name(merge.merged_id) as known
        )
      ),
      'mergedEmail', merge.merged_email,
      case merge.noun when 'donor' then 'donationCount' else 'registrationCount' end, merge.moved_count,
      'mergedBy', merge.merged_by,
      'mergedAt', merge.merged_at,
      'undoUntil', merge.undo_until,
      'undoneBy', merge.undone_by,
      'undoneAt', merge.undone_at,
      'isPermanent', merge.undone_at is null and (merge.erased_at is not null or merge.undo_until <= now())
    )
  );
end;
$$;

create function private.merge_views(kept_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.merge_view(merge) order by merge.merged_at desc), '[]'::jsonb)
    from private.merges as merge
    where merge.kept_id = merge_views.kept_id
  );
end;
$$;

create function private.volunteer_merges_of(volunteer_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  return private.merge_views(volunteer_merges_of.volunteer_id);
end;
$$;

grant execute on function private.volunteer_merges_of(uuid) to authenticated;

create function private.merge_of(noun text, merge_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_merge_area(noun);
  return (
    select private.merge_view(merge) from private.merges as merge
    where merge.noun = merge_of.noun and merge.id = merge_of.merge_id
  );
end;
$$;

grant execute on function private.merge_of(text, uuid) to authenticated;

create function private.donor_merge_side(donor_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', donor.id,
    'updatedAt', donor.updated_at,
    'createdAt', donor.created_at,
    'firstName', known.first_name,
    'lastName', known.last_name,
    'email', donor.email,
    'phone', donor.phone,
    'address', donor.address,
    'notes', donor.notes,
    'tags', donor.tags,
    'donationCount', coalesce(totals.donation_count, 0),
    'totalAmount', coalesce(totals.total_amount, 0),
    'recurringDonationCount', jsonb_array_length(private.donor_subscription_views(donor.id)),
    'noncashDonationCount', jsonb_array_length(private.donor_noncash_donations(donor.id)),
    'softCreditCount', jsonb_array_length(private.donor_soft_credits(donor.id)),
    'addresses', (
      select coalesce(jsonb_agg(address.email_key order by address.email_key), '[]'::jsonb)
      from public.donor_emails as address
      where address.donor_id = donor.id
    )
  )
  from public.donors as donor
  cross join lateral private.donor_name(donor.id) as known
  left join public.donor_totals as totals
    on totals.id = donor.id and totals.is_demo = (select private.shows_demo_money())
  where donor.id = donor_merge_side.donor_id;
$$;

create function private.volunteer_merge_side(volunteer_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', person.id,
    'updatedAt', person.updated_at,
    'createdAt', person.created_at,
    'name', person.name,
    'email', person.email,
    'contactEmail', person.contact_email,
    'phone', person.phone,
    'zipCode', person.zip_code,
    'city', person.city,
    'state', person.state,
    'availability', person.availability,
    'interests', person.interests,
    'emergencyContactName', person.emergency_contact_name,
    'emergencyContactPhone', person.emergency_contact_phone,
    'notes', person.notes,
    'tags', person.tags,
    'isActive', person.is_active,
    'login', (
      select jsonb_build_object(
        'email', account.email, 'isSetUp', account.activated_at is not null, 'lastLoginAt', account.last_login_at
      )
      from public.volunteer_accounts as account where account.id = person.account_id
    ),
    'totalHours', person.total_hours,
    'openingHours', person.opening_hours,
    'packagesHelped', person.packages_helped,
    'registrationCount', (
      select count(*) from public.volunteer_event_registrations as registration
      where registration.person_id = person.id
    ),
    'waitingCount', (
      select count(*) from public.shift_waitlist as queue where queue.person_id = person.id
    ),
    'highlightCount', (
      select count(*) from public.volunteer_highlights as highlight where highlight.volunteer_id = person.account_id
    ),
    'qualificationCount', (
      select count(*) from public.volunteer_qualifications as qualification where qualification.volunteer_id = person.id
    ),
    'addresses', (
      select coalesce(jsonb_agg(known.address order by known.address), '[]')
      from private.volunteer_addresses(person) as known (address)
    )
  )
  from public.volunteers as person
  where person.id = volunteer_merge_side.volunteer_id;
$$;

-- In plpgsql, because a function in SQL would plan the two functions again for each pair.
create function private.merge_side(record_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(private.donor_merge_side(record_id), private.volunteer_merge_side(record_id));
end;
$$;

create function private.shared_shifts(kept public.volunteers, merged public.volunteers)
returns table (event_id uuid, event_type text, date date, kept_attendance text, merged_attendance text, hours numeric, packages integer)
language sql
stable
set search_path = ''
as $$
  select meeting.id, meeting.event_type, meeting.date, one.attendance, other.attendance,
    coalesce(counted.hours, 0), coalesce(counted.packages, 0)
  from public.volunteer_event_registrations as one
  join public.volunteer_event_registrations as other
    on other.event_id = one.event_id and other.person_id = merged.id
  join public.events as meeting on meeting.id = one.event_id
  -- The merge keeps one of the two sign-ups, so the hours of the other one would count twice.
  left join private.rows_to_set_aside(kept, merged) as taken
    on taken.table_name = 'volunteer_event_registrations' and taken.row_key in (one.id::text, other.id::text)
  left join private.counted_shifts as counted
    on counted.registration_id in (one.id, other.id) and counted.registration_id::text = taken.row_key
  where one.person_id = kept.id;
$$;

create function private.volunteer_merge_totals(kept_id uuid, merged_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'totalHours', kept.total_hours + merged.total_hours - coalesce(shared.hours, 0) - (
      -- Hours outside shifts don't count on the day of a shift that the other one has.
      select coalesce(sum(entry.hours), 0) from private.counted_entries as entry
      where entry.person_id in (kept.id, merged.id) and not entry.is_beside_shift and exists (
        select from private.counted_shifts as counted
        where counted.person_id in (kept.id, merged.id) and entry.date between counted.date and counted.last_date
      )
    ),
    'packagesHelped', kept.packages_helped + merged.packages_helped - coalesce(shared.packages, 0),
    'sharedShifts', coalesce(shared.shifts, '[]')
  )
  from public.volunteers as kept
  join public.volunteers as merged on merged.id = volunteer_merge_totals.merged_id
  cross join lateral (
    select sum(shift.hours) as hours, sum(shift.packages) as packages,
      jsonb_agg(
        jsonb_build_object(
          'eventId', shift.event_id, 'eventType', shift.event_type, 'date', shift.date,
          'keptAttendance', shift.kept_attendance, 'mergedAttendance', shift.merged_attendance
        )
        order by shift.date desc, shift.event_id
      ) as shifts
    from private.shared_shifts(kept, merged) as shift
  ) as shared
  where kept.id = volunteer_merge_totals.kept_id;
$$;

create function private.merge_preview(noun text, kept_id uuid, merged_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_merge_area(noun);
  perform private.require_mergeable(noun, kept_id, merged_id);
  return jsonb_build_object('kept', private.merge_side(kept_id), 'merged', private.merge_side(merged_id))
    || coalesce(private.volunteer_merge_totals(kept_id, merged_id), '{}');
end;
$$;

grant execute on function private.merge_preview(text, uuid, uuid) to authenticated;

comment on function private.require_merge_area(text) is
  'Refuses administrators without the area for merging these records.';
comment on function private.merge_records(text, uuid, uuid, timestamptz, timestamptz, jsonb) is
  'Moves everything from one donor or volunteer to another and hides the first one. Refuses if either has changed since '
  'these versions.';
comment on function private.find_merge(text, uuid) is
  'Returns a merge, for administrators who want to change it, and waits until no other merge is running.';
comment on function private.undo_merge(text, uuid) is
  'Undoes a merge, and erases the data for undoing it. Repeated calls have no further effect.';
comment on function private.erase_merges(uuid[]) is
  'Erases the data for undoing merges, including the merged records'' own details. Returns how many merges became permanent.';
comment on function private.make_merge_permanent(text, uuid) is
  'Erases the data for undoing a merge before the 30 days are over, such as when someone asks us to erase their data.';
comment on function private.sweep_merges() is
  'Scheduled: erases the data for undoing merges once they can''t be undone anymore.';
comment on function private.merge_view(private.merges) is 'Returns a merge as shown on the page of the record that was kept.';
comment on function private.merge_views(uuid) is 'Returns the records that were merged into this one, latest first.';
comment on function private.volunteer_merges_of(uuid) is
  'Returns the volunteers that were merged into this one, for administrators.';
comment on function private.merge_of(text, uuid) is 'Returns a merge for administrators, or null if there is no such merge.';
comment on function private.donor_merge_side(uuid) is 'Returns one side of a merge''s preview, or null if this isn''t a donor.';
comment on function private.volunteer_merge_side(uuid) is
  'Returns one side of a merge''s preview, or null if this isn''t a volunteer.';
comment on function private.merge_side(uuid) is 'Returns one side of a merge''s preview.';

comment on function private.shared_shifts(public.volunteers, public.volunteers) is
  'Returns the shifts that both have signed up for, with the hours and packages that would count twice.';
comment on function private.volunteer_merge_totals(uuid, uuid) is
  'Returns the combined hours and packages of two volunteers after a merge, or null if these aren''t volunteers.';
comment on function private.merge_preview(text, uuid, uuid) is
  'Returns both records as they are before a merge, or says why they can''t be merged.';

create table public.dismissed_duplicates (
  id uuid primary key default gen_random_uuid(),
  first_donor_id uuid not null references public.donors (id) on delete cascade,
  second_donor_id uuid not null references public.donors (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint dismissed_duplicates_second_donor_id_check check (first_donor_id < second_donor_id),
  constraint dismissed_duplicates_pair_key unique (first_donor_id, second_donor_id)
);
create index dismissed_duplicates_second_donor_idx on public.dismissed_duplicates (second_donor_id);

comment on table public.dismissed_duplicates is
  'Pairs of donors who looked like the same person until an administrator dismissed the pair.';
comment on column public.dismissed_duplicates.first_donor_id is 'The lower of the two ids.';

select private.describe_table(
  'dismissed_duplicates', area => 'giving', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert}',
  audited_on => 'insert',
  erasure => 'delete', erase_order => 25,
  reason => 'Dismissed suggestions to merge.'
);

alter table public.dismissed_duplicates enable row level security;

create policy "Admins read dismissed duplicates" on public.dismissed_duplicates
  for select to authenticated
  using ((select private.may('giving')));

create policy "Admins dismiss duplicates" on public.dismissed_duplicates
  for insert to authenticated
  with check ((select private.may('giving')));

grant select on table public.dismissed_duplicates to authenticated;
grant insert (first_donor_id, second_donor_id) on table public.dismissed_duplicates to authenticated;
grant select on table public.dismissed_duplicates to service_role;

create table public.dismissed_volunteer_duplicates (
  id uuid primary key default gen_random_uuid(),
  first_volunteer_id uuid not null references public.volunteers (id) on delete cascade,
  second_volunteer_id uuid not null references public.volunteers (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint dismissed_volunteer_duplicates_second_volunteer_id_check check (first_volunteer_id < second_volunteer_id),
  constraint dismissed_volunteer_duplicates_pair_key unique (first_volunteer_id, second_volunteer_id)
);
create index dismissed_volunteer_duplicates_second_volunteer_idx
  on public.dismissed_volunteer_duplicates (second_volunteer_id);

comment on table public.dismissed_volunteer_duplicates is
  'Pairs of volunteers who looked like the same person until an administrator dismissed the pair.';
comment on column public.dismissed_volunteer_duplicates.first_volunteer_id is 'The lower of the two ids.';

select private.describe_table(
  'dismissed_volunteer_duplicates', area => 'volunteers', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert}',
  audited_on => 'insert',
  erasure => 'delete', erase_order => 28,
  reason => 'Dismissed suggestions to merge.'
);

alter table public.dismissed_volunteer_duplicates enable row level security;

create policy "Admins read dismissed volunteer duplicates" on public.dismissed_volunteer_duplicates
  for select to authenticated
  using ((select private.may('volunteers')));

create policy "Admins dismiss volunteer duplicates" on public.dismissed_volunteer_duplicates
  for insert to authenticated
  with check ((select private.may('volunteers')));

grant select on table public.dismissed_volunteer_duplicates to administrator;
grant insert (first_volunteer_id, second_volunteer_id) on table public.dismissed_volunteer_duplicates to authenticated;
grant select on table public.dismissed_volunteer_duplicates to service_role;

create function private.donors_named_by_donation(zip_codes text[] default null)
returns table (id uuid, duplicate_key text)
language sql
stable
security definer
set search_path = ''
as $$
  -- Only a few names are looked up, because most donors whose name comes from a donation have no postal address.
  select donor.id, private.duplicate_key(known.first_name, known.last_name, private.zip_code_of(donor.address))
  from public.donors as donor
  cross join lateral private.donor_name(donor.id) as known
  where donor.first_name is null and donor.address is not null and donor.merged_into_id is null
    and (zip_codes is null or private.zip_code_of(donor.address) = any (zip_codes));
$$;

create function private.donors_alike(duplicate_keys text[])
returns table (duplicate_key text, donor_id uuid, donor_count bigint)
language sql
stable
security definer
rows 20000
set search_path = ''
as $$
  with asked as materialized (
    select distinct key.text from unnest(duplicate_keys) as key (text) where key.text is not null
  ),
  alike as (
    select donor.id, donor.created_at, donor.duplicate_key
    from asked
    join public.donors as donor on donor.duplicate_key = asked.text
    union all
    select donor.id, donor.created_at, named.duplicate_key
    from asked
    join private.donors_named_by_donation(array(select distinct right(asked.text, 5) from asked)) as named
      on named.duplicate_key = asked.text
    join public.donors as donor on donor.id = named.id
  )
  select alike.duplicate_key, (array_agg(alike.id order by alike.created_at, alike.id))[1], count(*)
  from alike
  group by alike.duplicate_key;
$$;

create function private.donor_duplicate_pairs()
returns table (first_id uuid, second_id uuid, reason text)
language sql
stable
security definer
set search_path = ''
as $$
  with named_by_donation as materialized (
    select named.id, named.duplicate_key from private.donors_named_by_donation() as named
  ),
  alike as (
    select array_agg(donor.id order by donor.id) as ids
    from public.donors as donor
    where donor.duplicate_key is not null
    group by donor.duplicate_key
    having count(*) > 1
    union all
    select array_agg(distinct same.id order by same.id)
    from named_by_donation as named
    cross join lateral (
      select donor.id from public.donors as donor where donor.duplicate_key = named.duplicate_key
      union all
      select other.id from named_by_donation as other where other.duplicate_key = named.duplicate_key
    ) as same
    group by named.duplicate_key
    having count(distinct same.id) > 1
  )
  select least(donor.id, address.donor_id), greatest(donor.id, address.donor_id), 'email'
  from public.donors as donor
  join public.donor_emails as address on address.email_key = lower(donor.email)
  where donor.merged_into_id is null and address.donor_id <> donor.id
  union all
  select one.id, other.id, 'name'
  from (
    select array_agg(donor.id order by donor.id) as ids
    from public.donors as donor
    where donor.email is null and donor.merged_into_id is null and donor.first_name is not null
      and donor.duplicate_key is null
    group by private.name_key(donor.first_name || ' ' || donor.last_name)
    having count(*) > 1
  ) as named
  cross join lateral unnest(named.ids[:20]) as one (id)
  cross join lateral unnest(named.ids[:20]) as other (id)
  where one.id < other.id
  union all
  -- At most 20 donors with the same key, because hundreds would make tens of thousands of pairs.
  select one.id, other.id, 'name_and_zip_code'
  from alike
  cross join lateral unnest(alike.ids[:20]) as one (id)
  cross join lateral unnest(alike.ids[:20]) as other (id)
  where one.id < other.id;
$$;

create function private.volunteer_duplicate_pairs()
returns table (first_id uuid, second_id uuid, reason text)
language sql
stable
security definer
set search_path = ''
as $$
  with keyed as materialized (
    select person.id, alike.reason, alike.key
    from public.volunteers as person
    cross join lateral (
      select 'name_and_zip_code' as reason,
        private.name_key(person.name) || ' ' || left(nullif(btrim(person.zip_code), ''), 5) as key
      union all
      -- The last ten digits, without the country code. Null for a number without an area code.
      select 'phone', substring(regexp_replace(person.phone, '[^0-9]', '', 'g') from '[0-9]{10}$')
    ) as alike
    where person.merged_into_id is null and alike.key is not null
  ),
  alike as (
    select keyed.reason, array_agg(keyed.id order by keyed.id) as ids
    from keyed
    group by keyed.reason, keyed.key
    having count(*) > 1
  )
  -- At most 20 volunteers with the same key, because hundreds would make tens of thousands of pairs.
  select one.id, other.id, alike.reason
  from alike
  cross join lateral unnest(alike.ids[:20]) as one (id)
  cross join lateral unnest(alike.ids[:20]) as other (id)
  where one.id < other.id;
$$;

create function private.has_open_account(volunteer_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.volunteers as person
    join public.volunteer_accounts as account on account.id = person.account_id
    where person.id = has_open_account.volunteer_id and account.is_active and account.activated_at is not null
  );
$$;

create function private.possible_duplicates(noun text, max_count integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with pairs as (
    select pair.* from private.donor_duplicate_pairs() as pair where noun = 'donor'
    union all
    select pair.* from private.volunteer_duplicate_pairs() as pair where noun = 'volunteer'
  ),
  -- Dismissing a pair with a merged record also applies to the one that was kept.
  dismissed as materialized (
    select private.kept_donor(entry.first_donor_id) as one_id, private.kept_donor(entry.second_donor_id) as other_id
    from public.dismissed_duplicates as entry
    where noun = 'donor'
    union all
    select private.kept_volunteer(entry.first_volunteer_id), private.kept_volunteer(entry.second_volunteer_id)
    from public.dismissed_volunteer_duplicates as entry
    where noun = 'volunteer'
  ),
  listed as (
    select distinct on (pair.first_id, pair.second_id) pair.*
    from pairs as pair
    where not exists (
      select from dismissed
      where least(dismissed.one_id, dismissed.other_id) = pair.first_id
        and greatest(dismissed.one_id, dismissed.other_id) = pair.second_id
    )
      and (noun <> 'donor' or private.has_shown_money(pair.first_id) or private.has_shown_money(pair.second_id))
    order by pair.first_id, pair.second_id, pair.reason
    limit max_count
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'reason', listed.reason,
        -- Unless the administrator chooses otherwise, the merge keeps the volunteer who can log in or, if both or neither
        -- can, the one who was added first, as it does with donors.
        'kept', private.merge_side(case when is_first_kept.value then one.id else other.id end),
        'merged', private.merge_side(case when is_first_kept.value then other.id else one.id end)
      )
      order by listed.first_id, listed.second_id
    ),
    '[]'::jsonb
  )
  from listed
  join private.mergeable_records as one on one.id = listed.first_id
  join private.mergeable_records as other on other.id = listed.second_id
  cross join lateral (
    select (private.has_open_account(one.id), other.created_at) >= (private.has_open_account(other.id), one.created_at) as value
  ) as is_first_kept;
$$;

grant execute on function private.possible_duplicates(text, integer) to service_role;

comment on function private.donors_named_by_donation(text[]) is
  'Returns donors with a postal address and an uncorrected name, which comes from their latest donation. If ZIP codes '
  'are given, returns only donors with one of them.';
comment on function private.donors_alike(text[]) is
  'For each key, returns the donor who was added first and how many donors have the key.';
comment on function private.donor_duplicate_pairs() is
  'Returns the pairs of donors who may be the same person: one''s email address leads to the other, or both have the '
  'same name and ZIP code, or neither has anything but the same name.';
comment on function private.volunteer_duplicate_pairs() is
  'Returns the pairs of volunteers who may be the same person: both have the same name and ZIP code, or the same phone number.';
comment on function private.has_open_account(uuid) is 'Returns whether the volunteer can log in.';
comment on function private.possible_duplicates(text, integer) is
  'Returns the pairs of donors or volunteers who may be the same person, except those that were dismissed.';
