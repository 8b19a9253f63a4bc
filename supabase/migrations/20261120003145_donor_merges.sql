set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Every column that refers to a donor. A merge updates all of them. A table with such a column also needs the trigger
-- use_kept_donor. All functions lock rows in this order, to avoid deadlocks: recurring donations, donations, noncash
-- donations, then the merged donor, the donor who is kept, and the totals.
create function private.donor_references()
returns table (lock_order integer, table_name text, column_name text, key_name text, key_type text)
language sql
immutable
set search_path = ''
as $$
  values
    (1, 'subscriptions', 'donor_id', 'id', 'uuid'),
    (2, 'donations', 'donor_id', 'id', 'uuid'),
    (3, 'donations', 'soft_credit_donor_id', 'id', 'uuid'),
    (4, 'noncash_donations', 'donor_id', 'id', 'uuid'),
    (5, 'donor_emails', 'donor_id', 'email_key', 'text'),
    (6, 'donor_tasks', 'donor_id', 'id', 'uuid'),
    (7, 'former_donor_details', 'donor_id', 'id', 'uuid');
$$;

create function private.use_kept_donor()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  column_name text;
  given_id uuid;
  kept_id uuid;
begin
  foreach column_name in array tg_argv loop
    given_id := to_jsonb(new) ->> column_name;
    loop
      -- The lock waits for a merge in progress.
      select donor.merged_into_id into kept_id from public.donors as donor where donor.id = given_id for key share;
      exit when kept_id is null;
      given_id := kept_id;
      new := jsonb_populate_record(new, jsonb_build_object(column_name, kept_id));
    end loop;
  end loop;
  return new;
end;
$$;

-- Triggers fire in alphabetical order, so set_donor has already found the donor.
create trigger use_kept_donor
  before insert or update of donor_id on public.subscriptions
  for each row execute function private.use_kept_donor('donor_id');

create trigger use_kept_donor
  before insert or update of donor_id, soft_credit_donor_id on public.donations
  for each row execute function private.use_kept_donor('donor_id', 'soft_credit_donor_id');

create trigger use_kept_donor
  before insert or update of donor_id on public.noncash_donations
  for each row execute function private.use_kept_donor('donor_id');

create trigger use_kept_donor
  before insert or update of donor_id on public.donor_emails
  for each row execute function private.use_kept_donor('donor_id');

create trigger use_kept_donor
  before insert or update of donor_id on public.donor_tasks
  for each row execute function private.use_kept_donor('donor_id');

create trigger use_kept_donor
  before insert or update of donor_id on public.former_donor_details
  for each row execute function private.use_kept_donor('donor_id');

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

-- Fires after use_kept_donor, which may wait for a merge. Undo uses the time set here to tell which donations came
-- after the merge.
create trigger write_entry_time
  before insert on public.donations
  for each row execute function private.write_entry_time();

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

create table public.donor_merge_moves (
  merge_id uuid not null references public.donor_merges (id) on delete cascade,
  table_name text not null,
  column_name text not null,
  row_key text not null,
  primary key (merge_id, table_name, column_name, row_key)
);

comment on table public.donor_merge_moves is
  'The rows that a merge moved or added, until the merge is undone or permanent. Server only.';

select private.describe_table(
  'donor_merge_moves', archived => false, left_out => 'undo', audited => false,
  erasure => 'delete', erase_order => 24,
  reason => 'The details kept for undoing a merge.'
);
select private.describe_columns('donor_merge_moves', '{row_key}', kind => 'personal');
select private.describe_columns('donor_merge_moves', '{column_name,table_name}', kind => 'state');

alter table public.donor_merge_moves enable row level security;

create policy "No API access to moved rows" on public.donor_merge_moves
  for all to anon, authenticated
  using (false)
  with check (false);

create function private.lock_donors(merged_id uuid, kept_id uuid, moved_from uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  reference record;
begin
  for reference in select * from private.donor_references() order by lock_order loop
    execute format(
      'select from public.%I where %I = $1 order by %I for no key update',
      reference.table_name, reference.column_name, reference.key_name
    ) using moved_from;
  end loop;
  -- Locks the merged donor first, like use_kept_donor and lock_donor, which go from the merged donor to the one who was
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
    'first_name', donor.first_name, 'last_name', donor.last_name, 'email', donor.email, 'phone', donor.phone,
    'address', donor.address, 'notes', donor.notes, 'tags', donor.tags
  );
$$;

create function private.merged_fields(kept public.donors, merged public.donors, choices jsonb)
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
  return fields;
end;
$$;

create function private.require_mergeable(kept_id uuid, merged_id uuid)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_unmerged('donor', kept_id, merged_id);
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
end;
$$;

create function private.merge_donors(
  kept_id uuid,
  merged_id uuid,
  kept_version timestamptz,
  merged_version timestamptz,
  choices jsonb
)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  kept public.donors;
  merged public.donors;
  fields jsonb;
  merge_id uuid;
  reference record;
begin
  perform private.require_area('giving');
  perform private.await_other_merges('donor');
  perform private.require_mergeable(merge_donors.kept_id, merge_donors.merged_id);
  perform private.lock_donors(merge_donors.merged_id, merge_donors.kept_id, moved_from => merge_donors.merged_id);
  -- Checked again, because a donation may have arrived in the meantime.
  perform private.require_mergeable(merge_donors.kept_id, merge_donors.merged_id);
  select * into kept from public.donors as donor where donor.id = merge_donors.kept_id;
  select * into merged from public.donors as donor where donor.id = merge_donors.merged_id;
  if not private.is_same_version(kept.updated_at, kept_version)
    or not private.is_same_version(merged.updated_at, merged_version) then
    raise exception 'a donor was changed' using errcode = 'CP011';
  end if;

  fields := private.merged_fields(kept, merged, merge_donors.choices);
  insert into public.donor_merges (
    kept_id, merged_id, merged_name, choices, donation_count, kept_before, kept_after, merged_by
  )
  select kept.id, merged.id, nullif(btrim(known.first_name || ' ' || known.last_name), ''), merge_donors.choices,
    (select count(*) from public.donations as donation where donation.donor_id = merged.id),
    private.donor_fields(kept), fields, private.actor_name()
  from private.donor_name(merged.id) as known
  returning id into merge_id;

  update public.donors as donor set merged_into_id = kept.id where donor.id = merged.id;
  for reference in select * from private.donor_references() order by lock_order loop
    execute format(
      'with moved as (update public.%1$I set %2$I = $1 where %2$I = $2 returning %3$I::text as row_key)
      insert into public.donor_merge_moves (merge_id, table_name, column_name, row_key)
      select $3, %1$L, %2$L, moved.row_key from moved',
      reference.table_name, reference.column_name, reference.key_name
    ) using kept.id, merged.id, merge_id;
  end loop;
  -- This comes last, because the chosen address has to lead to this donor first. It runs even if no field changes,
  -- because a merge always makes a new version.
  perform private.write_donor_fields(kept, fields);
  -- Record the former details that the merge adds, so that undo can remove them.
  insert into public.donor_merge_moves (merge_id, table_name, column_name, row_key)
  select merge.id, 'former_donor_details', 'id', detail.id::text
  from public.donor_merges as merge
  join public.former_donor_details as detail on detail.donor_id = merge.kept_id and detail.replaced_at >= merge.merged_at
  where merge.id = merge_id;
  return merge_id;
end;
$$;

grant execute on function private.merge_donors(uuid, uuid, timestamptz, timestamptz, jsonb) to authenticated;

create function private.write_donor_fields(donor public.donors, fields jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  written constant public.donors := jsonb_populate_record(donor, fields);
begin
  update public.donors as entry
  set first_name = written.first_name, last_name = written.last_name, email = written.email, phone = written.phone,
    address = written.address, notes = written.notes, tags = written.tags
  where entry.id = donor.id;
end;
$$;

comment on function private.donor_references() is
  'Lists the columns that refer to a donor, and the key of their tables.';
comment on function private.use_kept_donor() is
  'Makes rows that refer to a merged donor refer to the donor who was kept. The arguments are the names of the '
  'columns.';
comment on function private.write_entry_time() is
  'Sets the time at which a donation was added, after waiting for any running merge.';
comment on function private.lock_donors(uuid, uuid, uuid) is
  'Locks two donors and everything that refers to moved_from, the donor whose rows are moved.';
comment on function private.donor_fields(public.donors) is
  'Returns the fields of a donor that administrators can correct.';
comment on function private.merged_fields(public.donors, public.donors, jsonb) is
  'Returns the fields of the kept donor after a merge with these choices.';
comment on function private.require_mergeable(uuid, uuid) is
  'Refuses donors that can''t be merged, and says why.';
comment on function private.merge_donors(uuid, uuid, timestamptz, timestamptz, jsonb) is
  'Moves everything from one donor to another and hides the first donor. Refuses if either donor has changed since '
  'these versions.';
comment on function private.write_donor_fields(public.donors, jsonb) is 'Updates these fields of a donor.';
