set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
  perform private.require_latest_merge('volunteer', merge.id);
  select format('%s on %s', meeting.event_type, to_char(meeting.date, 'FMMonth FMDD, YYYY')) into full_event
  from public.volunteer_merge_moves as moved
  join public.events as meeting on meeting.id = moved.event_id
  join public.volunteer_shifts as shift on shift.event_id = meeting.id
  where moved.merge_id = merge.id and moved.is_set_aside and moved.table_name = 'volunteer_event_registrations'
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

create function private.restore_rows(merge public.volunteer_merges, kept_account uuid, merged_account uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  reference record;
begin
  for reference in select * from private.volunteer_references() order by lock_order loop
    execute format(
      'update public.%1$I as entry set %2$I = $1
      from public.volunteer_merge_moves as moved
      where moved.merge_id = $2 and moved.table_name = %1$L and not moved.is_set_aside
        and entry.%3$I::text = moved.row_key and entry.%2$I = $3',
      reference.table_name, reference.column_name, reference.key_name
    )
    using
      case when reference.owner_table = 'volunteers' then merge.merged_id else merged_account end,
      merge.id,
      case when reference.owner_table = 'volunteers' then merge.kept_id else kept_account end;
  end loop;
  -- If the merged volunteer's place in line has become a spot since the merge, move the spot back. Neither volunteer
  -- was registered for the event at the time of the merge; otherwise, the place would have been set aside.
  update public.volunteer_event_registrations as registration set volunteer_id = merged_account
  from public.volunteer_merge_moves as moved
  where moved.merge_id = merge.id and moved.table_name = 'shift_waitlist' and not moved.is_set_aside
    and registration.event_id = moved.event_id and registration.volunteer_id = kept_account
    and not exists (select from public.shift_waitlist as queue where queue.id::text = moved.row_key);

  insert into public.volunteer_event_registrations
  select before.*
  from public.volunteer_merge_moves as moved
  cross join lateral jsonb_populate_record(null::public.volunteer_event_registrations, moved.row_before) as before
  where moved.merge_id = merge.id and moved.is_set_aside and moved.table_name = 'volunteer_event_registrations'
    and exists (select from public.events as meeting where meeting.id = before.event_id)
  on conflict do nothing;
  insert into public.shift_waitlist overriding system value
  select before.*
  from public.volunteer_merge_moves as moved
  cross join lateral jsonb_populate_record(null::public.shift_waitlist, moved.row_before) as before
  where moved.merge_id = merge.id and moved.is_set_aside and moved.table_name = 'shift_waitlist'
    and exists (select from public.volunteer_shifts as shift where shift.id = before.shift_id)
    and not exists (
      select from public.volunteer_event_registrations as registration
      where registration.event_id = moved.event_id and registration.volunteer_id = before.volunteer_id
    )
  on conflict do nothing;
  insert into public.calendar_feeds
  select before.*
  from public.volunteer_merge_moves as moved
  cross join lateral jsonb_populate_record(null::public.calendar_feeds, moved.row_before) as before
  where moved.merge_id = merge.id and moved.is_set_aside and moved.table_name = 'calendar_feeds'
  on conflict do nothing;
  perform private.promote_waitlist(moved.event_id) from public.volunteer_merge_moves as moved
  where moved.merge_id = merge.id and moved.table_name = 'shift_waitlist';
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
volatile
set search_path = ''
as $$
declare
  kept_address constant text := (select person.email from public.volunteers as person where person.id = merge.kept_id);
  merged_address constant text := (select person.email from public.volunteers as person where person.id = merge.merged_id);
  is_new constant boolean := lower(kept_address) not in (lower(merge.kept_before ->> 'email'), lower(merge.merged_email));
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
  if (kept_address, merged_address) <> (restored_kept, restored_merged) then
    -- Addresses are unique, so they can't be swapped directly.
    update public.volunteers as person set email = person.id || '@merged.invalid' where person.id = merge.merged_id;
    update public.volunteers as person set email = restored_kept where person.id = merge.kept_id;
    update public.volunteers as person set email = restored_merged where person.id = merge.merged_id;
  end if;
end;
$$;

create function private.restore_account(merge public.volunteer_merges, kept public.volunteers, moved_account uuid)
returns void
language plpgsql
volatile
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
volatile
security definer
set search_path = ''
as $$
declare
  merge public.volunteer_merges;
  kept public.volunteers;
  moved_account uuid;
begin
  perform private.require_area('volunteers');
  perform private.await_other_merges('volunteer');
  select * into merge from public.volunteer_merges as entry where entry.id = undo_volunteer_merge.merge_id for update;
  if merge.id is null then
    raise exception 'no such merge' using errcode = 'CP009', hint = 'We couldn''t find that merge.';
  end if;
  if merge.undone_at is not null then
    return;
  end if;
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
  perform private.refresh_volunteer_totals(account.id)
  from unnest(array[kept.account_id, merge.closed_account_id, moved_account]) as account (id);
  -- The hours and packages of someone without an account can't be counted from shifts.
  update public.volunteers as person
  set total_hours = (merge.kept_before ->> 'total_hours')::numeric
      + person.opening_hours - (merge.kept_before ->> 'opening_hours')::numeric,
    packages_helped = (merge.kept_before ->> 'packages_helped')::integer
  where person.id = kept.id and person.account_id is null;
  update public.volunteer_merges as entry
  set undone_at = now(), undone_by = private.actor_name(), merged_name = null, merged_email = null, kept_before = null,
    kept_after = null
  where entry.id = merge.id;
  delete from public.volunteer_merge_moves as moved where moved.merge_id = merge.id;
end;
$$;

grant execute on function private.undo_volunteer_merge(uuid) to authenticated;

create function private.erase_volunteer_merges(merge_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  erased_ids uuid[];
begin
  -- Includes earlier merges into the merged volunteer, because they could be undone only after this merge, and it
  -- becomes permanent.
  with recursive erased as (
    select merge.id, merge.merged_id from public.volunteer_merges as merge
    where merge.id = any (merge_ids) and merge.undone_at is null
    union
    select merge.id, merge.merged_id
    from erased
    join public.volunteer_merges as merge on merge.kept_id = erased.merged_id and merge.undone_at is null
  )
  select array_agg(erased.id) into erased_ids from erased;

  -- The address is kept, because it leads to the volunteer who was kept.
  update public.volunteers as person
  set name = 'Merged volunteer', phone = null, zip_code = null, city = null, state = null, interests = null,
    emergency_contact_name = null, emergency_contact_phone = null, notes = null, tags = '[]'
  from public.volunteer_merges as merge
  where merge.id = any (erased_ids) and merge.erased_at is null and person.id = merge.merged_id;
  update public.volunteer_accounts as account set first_name = 'Merged', last_name = 'volunteer'
  from public.volunteer_merges as merge
  where merge.id = any (erased_ids) and merge.erased_at is null and account.id = merge.closed_account_id;
  delete from public.volunteer_merge_moves as moved where moved.merge_id = any (erased_ids);
  update public.volunteer_merges as merge
  set erased_at = now(), merged_name = null, merged_email = null, kept_before = null, kept_after = null
  where merge.id = any (erased_ids) and merge.erased_at is null;
  return coalesce(cardinality(erased_ids), 0);
end;
$$;

create function private.make_volunteer_merge_permanent(merge_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  merge public.volunteer_merges;
begin
  perform private.require_area('volunteers');
  select * into merge from public.volunteer_merges as entry
  where entry.id = make_volunteer_merge_permanent.merge_id for update;
  if merge.id is null then
    raise exception 'no such merge' using errcode = 'CP009', hint = 'We couldn''t find that merge.';
  end if;
  if merge.undone_at is not null then
    raise exception 'the merge was undone' using errcode = 'CP032', hint = 'This merge has been undone.';
  end if;
  perform private.erase_volunteer_merges(array[merge.id]);
end;
$$;

grant execute on function private.make_volunteer_merge_permanent(uuid) to authenticated;

create function private.sweep_volunteer_merges()
returns integer
language sql
volatile
security definer
set search_path = ''
as $$
  select private.erase_volunteer_merges(array(
    select merge.id from public.volunteer_merges as merge
    where merge.undo_until <= now() and merge.undone_at is null and merge.erased_at is null
    for update skip locked
  ));
$$;

grant execute on function private.sweep_volunteer_merges() to service_role;

comment on function private.require_undoable_volunteer_merge(public.volunteer_merges) is
  'Refuses to undo a merge that''s permanent, too old, or not the volunteer''s latest one, or that needs a spot at a '
  'full event.';
comment on function private.restore_rows(public.volunteer_merges, uuid, uuid) is
  'Moves back the rows that a merge moved, along with the spots that places in line turned into. Restores the rows '
  'that the merge set aside.';
comment on function private.restored_volunteer_fields(public.volunteer_merges, jsonb) is
  'Returns the kept volunteer''s fields from before the merge, except those that were changed after it.';
comment on function private.restore_addresses(public.volunteer_merges, boolean) is
  'Gives both volunteers their email addresses back. An address that was entered after the merge stays with the '
  'volunteer who logs in with it.';
comment on function private.restore_account(public.volunteer_merges, public.volunteers, uuid) is
  'Opens the account that a merge closed, or moves back the account that it moved.';
comment on function private.undo_volunteer_merge(uuid) is
  'Moves back what a merge moved. Restores the fields of the volunteer who was kept unless they were changed after the '
  'merge. Repeated calls have no further effect.';
comment on function private.erase_volunteer_merges(uuid[]) is
  'Erases the data for undoing merges, including the merged volunteers'' own details. Returns how many merges became '
  'permanent.';
comment on function private.make_volunteer_merge_permanent(uuid) is
  'Erases the data for undoing a merge before the 30 days are over, such as when someone asks us to erase their data.';
comment on function private.sweep_volunteer_merges() is
  'Scheduled: erases the data for undoing merges once they can''t be undone anymore.';
