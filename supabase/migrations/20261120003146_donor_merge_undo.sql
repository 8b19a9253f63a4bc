set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.return_donations(kept_id uuid, merged_id uuid, addresses text[], merged_at timestamptz)
returns void
language plpgsql
volatile
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
volatile
set search_path = ''
as $$
begin
  -- Delete the values that the kept donor gets back. If a field was corrected after the merge, its former value stays.
  delete from public.former_donor_details as detail
  using public.donor_merge_moves as added
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
volatile
security definer
set search_path = ''
as $$
declare
  merge public.donor_merges;
  kept public.donors;
  current_fields jsonb;
  restored_fields jsonb;
  addresses text[];
  reference record;
begin
  perform private.require_area('giving');
  perform private.await_other_merges('donor');
  select * into merge from public.donor_merges as entry where entry.id = undo_donor_merge.merge_id for update;
  if merge.id is null then
    raise exception 'no such merge' using errcode = 'CP009', hint = 'We couldn''t find that merge.';
  end if;
  if merge.undone_at is not null then
    return;
  end if;
  perform private.lock_donors(merge.merged_id, merge.kept_id, moved_from => merge.kept_id);
  perform private.require_latest_merge('donor', merge.id);

  addresses := array(
    select moved.row_key from public.donor_merge_moves as moved
    where moved.merge_id = merge.id and moved.table_name = 'donor_emails'
  );
  update public.donors as donor set merged_into_id = null where donor.id = merge.merged_id;
  for reference in select * from private.donor_references() order by lock_order loop
    execute format(
      'update public.%1$I as entry set %2$I = $1
      from public.donor_merge_moves as moved
      where moved.merge_id = $2 and moved.table_name = %1$L and moved.column_name = %2$L
        and entry.%3$I = moved.row_key::%4$s and entry.%2$I = $3',
      reference.table_name, reference.column_name, reference.key_name, reference.key_type
    ) using merge.merged_id, merge.id, merge.kept_id;
  end loop;
  perform private.return_donations(merge.kept_id, merge.merged_id, addresses, merge.merged_at);

  select * into kept from public.donors as donor where donor.id = merge.kept_id;
  current_fields := private.donor_fields(kept);
  select coalesce(jsonb_object_agg(field.key, field.value), '{}'::jsonb) into restored_fields
  from jsonb_each(merge.kept_before) as field
  where case
    -- First and last name count as one field.
    when field.key in ('first_name', 'last_name')
      then merge.kept_after @> (current_fields - '{email,phone,address,notes,tags}'::text[])
    when current_fields -> field.key = merge.kept_after -> field.key then true
    -- The address leads to the other donor again.
    else field.key = 'email' and lower(current_fields ->> 'email') = any (addresses)
  end;
  perform private.write_donor_fields(kept, restored_fields);
  perform private.forget_merged_details(merge, restored_fields);
  update public.donor_merges as entry
  set undone_at = now(), undone_by = private.actor_name(), merged_name = null, kept_before = null, kept_after = null
  where entry.id = merge.id;
  delete from public.donor_merge_moves as moved where moved.merge_id = merge.id;
end;
$$;

grant execute on function private.undo_donor_merge(uuid) to authenticated;

create function private.erase_donor_merges(merge_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  erased_ids uuid[];
begin
  -- Includes earlier merges into the merged donor, because they could be undone only after this merge, and it becomes
  -- permanent.
  with recursive erased as (
    select merge.id, merge.merged_id from public.donor_merges as merge
    where merge.id = any (merge_ids) and merge.undone_at is null
    union
    select merge.id, merge.merged_id
    from erased
    join public.donor_merges as merge on merge.kept_id = erased.merged_id and merge.undone_at is null
  )
  select array_agg(erased.id) into erased_ids from erased;

  update public.donors as donor
  set first_name = null, last_name = null, email = null, phone = null, address = null, notes = null, tags = '[]'
  from public.donor_merges as merge
  where merge.id = any (erased_ids) and merge.erased_at is null and donor.id = merge.merged_id;
  delete from public.donor_merge_moves as moved where moved.merge_id = any (erased_ids);
  update public.donor_merges as merge
  set erased_at = now(), merged_name = null, kept_before = null, kept_after = null
  where merge.id = any (erased_ids) and merge.erased_at is null;
  return coalesce(cardinality(erased_ids), 0);
end;
$$;

create function private.make_donor_merge_permanent(merge_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  merge public.donor_merges;
begin
  perform private.require_area('giving');
  select * into merge from public.donor_merges as entry where entry.id = make_donor_merge_permanent.merge_id for update;
  if merge.id is null then
    raise exception 'no such merge' using errcode = 'CP009', hint = 'We couldn''t find that merge.';
  end if;
  if merge.undone_at is not null then
    raise exception 'the merge was undone' using errcode = 'CP032', hint = 'This merge has been undone.';
  end if;
  perform private.erase_donor_merges(array[merge.id]);
end;
$$;

grant execute on function private.make_donor_merge_permanent(uuid) to authenticated;

create function private.sweep_donor_merges()
returns integer
language sql
volatile
security definer
set search_path = ''
as $$
  select private.erase_donor_merges(array(
    select merge.id from public.donor_merges as merge
    where merge.undo_until <= now() and merge.undone_at is null and merge.erased_at is null
    for update skip locked
  ));
$$;

grant execute on function private.sweep_donor_merges() to service_role;

comment on function private.return_donations(uuid, uuid, text[], timestamptz) is
  'Moves the donations that have come from these addresses since the merge back to the merged donor, along with their '
  'corrections, sales and soft credits.';
comment on function private.forget_merged_details(public.donor_merges, jsonb) is
  'Removes the former details that a merge added: the kept donor''s restored values, and the other donor''s values.';
comment on function private.undo_donor_merge(uuid) is
  'Moves back what a merge moved. Restores the fields of the donor who was kept unless they were changed after the '
  'merge. Repeated calls have no further effect.';
comment on function private.erase_donor_merges(uuid[]) is
  'Erases the data for undoing merges, including the merged donors'' own details. Returns how many merges became permanent.';
comment on function private.make_donor_merge_permanent(uuid) is
  'Erases the data for undoing a merge before the 30 days are over, such as when someone asks us to erase their data.';
comment on function private.sweep_donor_merges() is
  'Scheduled: erases the data for undoing merges once they can''t be undone anymore.';
