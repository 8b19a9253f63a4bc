set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.donor_merge_views(donor_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', merge.id,
        'mergedId', merge.merged_id,
        'mergedName', coalesce(merge.merged_name, nullif(btrim(known.first_name || ' ' || known.last_name), '')),
        'donationCount', merge.donation_count,
        'mergedBy', merge.merged_by,
        'mergedAt', merge.merged_at,
        'undoUntil', merge.undo_until,
        'undoneBy', merge.undone_by,
        'undoneAt', merge.undone_at,
        'isPermanent', merge.undone_at is null and (merge.erased_at is not null or merge.undo_until <= now())
      )
      order by merge.merged_at desc
    ),
    '[]'::jsonb
  )
  from public.donor_merges as merge
  cross join lateral private.donor_name(merge.merged_id) as known
  where merge.kept_id = donor_merge_views.donor_id;
$$;

create function private.donor_merge(merge_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('giving');
  return (
    select entry.view
    from public.donor_merges as merge
    cross join lateral jsonb_array_elements(private.donor_merge_views(merge.kept_id)) as entry (view)
    where merge.id = donor_merge.merge_id and entry.view ->> 'id' = merge.id::text
  );
end;
$$;

grant execute on function private.donor_merge(uuid) to authenticated;

create function private.donor_merge_side(donor public.donors)
returns jsonb
language sql
stable
security definer
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
  from private.donor_name(donor.id) as known
  left join public.donor_totals as totals
    on totals.id = donor.id and totals.is_demo = (select private.shows_demo_money());
$$;

create function private.donor_merge_preview(kept_id uuid, merged_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('giving');
  perform private.require_mergeable(donor_merge_preview.kept_id, donor_merge_preview.merged_id);
  return (
    select jsonb_build_object('kept', private.donor_merge_side(kept), 'merged', private.donor_merge_side(merged))
    from public.donors as kept
    join public.donors as merged on merged.id = donor_merge_preview.merged_id
    where kept.id = donor_merge_preview.kept_id
  );
end;
$$;

grant execute on function private.donor_merge_preview(uuid, uuid) to authenticated;

comment on function private.donor_merge_views(uuid) is 'Returns the donors that were merged into this one, latest first.';
comment on function private.donor_merge(uuid) is
  'Returns a merge as shown on the page of the donor who was kept, or null if there is no such merge.';
comment on function private.donor_merge_side(public.donors) is 'Returns one side of a merge''s preview.';
comment on function private.donor_merge_preview(uuid, uuid) is
  'Returns both donors as they are before a merge, or says why they can''t be merged.';
