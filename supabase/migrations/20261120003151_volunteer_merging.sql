set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.lock_volunteers(merged_id uuid, kept_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  accounts constant uuid[] := array(
    select person.account_id from public.volunteers as person
    where person.id in (lock_volunteers.merged_id, lock_volunteers.kept_id) and person.account_id is not null
  );
  events uuid[];
  reference record;
begin
  -- A sign-up locks the shift first, then the account.
  select array_agg(joined.event_id) into events
  from (
    select registration.event_id from public.volunteer_event_registrations as registration
    where registration.volunteer_id = any (accounts)
    union
    select shift.event_id
    from public.shift_waitlist as queue
    join public.volunteer_shifts as shift on shift.id = queue.shift_id
    where queue.volunteer_id = any (accounts)
    union
    select moved.event_id
    from public.volunteer_merge_moves as moved
    join public.volunteer_merges as merge on merge.id = moved.merge_id
    where merge.merged_id = lock_volunteers.merged_id and merge.kept_id = lock_volunteers.kept_id
  ) as joined;
  perform from public.volunteer_shifts as shift where shift.event_id = any (events) order by shift.event_id for update;
  perform from public.events as meeting where meeting.id = any (events) order by meeting.id for no key update;
  for reference in select * from private.volunteer_references() order by lock_order loop
    execute format(
      'select from public.%I where %I = any ($1) order by %I for no key update',
      reference.table_name, reference.column_name, reference.key_name
    ) using case when reference.owner_table = 'volunteers'
      then array[lock_volunteers.merged_id, lock_volunteers.kept_id] else accounts end;
  end loop;
  perform from public.volunteer_accounts as account where account.id = any (accounts) order by account.id for update;
  perform from public.volunteers as person where person.id = lock_volunteers.merged_id for update;
  perform from public.volunteers as person where person.id = lock_volunteers.kept_id for update;
end;
$$;

create function private.require_mergeable_volunteers(kept_id uuid, merged_id uuid)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_unmerged('volunteer', kept_id, merged_id);
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

-- If both volunteers signed up for a shift, a merge keeps a sign-up that is marked present if there is one, and keeps
-- one that is marked absent only if both are. Someone who is registered doesn't also wait for the same shift. Of two
-- places in line, the earlier one is kept.
create function private.rows_to_set_aside(kept_account uuid, merged_account uuid)
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
          (registration.volunteer_id = merged_account)
      ) as rank
    from public.volunteer_event_registrations as registration
    where registration.volunteer_id in (kept_account, merged_account)
  ),
  queued as (
    select queue.id, queue.place, shift.event_id, to_jsonb(queue) as row_before,
      row_number() over (partition by queue.shift_id order by queue.place) as rank
    from public.shift_waitlist as queue
    join public.volunteer_shifts as shift on shift.id = queue.shift_id
    where queue.volunteer_id in (kept_account, merged_account)
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
  where feed.volunteer_id = merged_account
    and exists (select from public.calendar_feeds as own where own.volunteer_id = kept_account);
$$;

create function private.set_rows_aside(merge_id uuid, kept_account uuid, merged_account uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into public.volunteer_merge_moves (merge_id, table_name, row_key, is_set_aside, row_before, event_id)
  select set_rows_aside.merge_id, taken.table_name, taken.row_key, true, taken.row_before, taken.event_id
  from private.rows_to_set_aside(kept_account, merged_account) as taken;
  -- This comes first, because deleting a registration gives its spot to the next person in line.
  delete from public.shift_waitlist as queue
  using public.volunteer_merge_moves as moved
  where moved.merge_id = set_rows_aside.merge_id and moved.table_name = 'shift_waitlist' and moved.row_key = queue.id::text;
  delete from public.volunteer_event_registrations as registration
  using public.volunteer_merge_moves as moved
  where moved.merge_id = set_rows_aside.merge_id and moved.table_name = 'volunteer_event_registrations'
    and moved.row_key = registration.id::text;
  delete from public.calendar_feeds as feed
  using public.volunteer_merge_moves as moved
  where moved.merge_id = set_rows_aside.merge_id and moved.table_name = 'calendar_feeds'
    and moved.row_key = feed.token_hash;
end;
$$;

create function private.write_volunteer_fields(person_id uuid, fields jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  written public.volunteers;
begin
  select * into written from public.volunteers as person where person.id = write_volunteer_fields.person_id;
  written := jsonb_populate_record(written, fields - 'email');
  update public.volunteers as person
  set name = written.name, phone = written.phone, zip_code = written.zip_code, city = written.city,
    state = written.state, availability = written.availability, interests = written.interests,
    emergency_contact_name = written.emergency_contact_name,
    emergency_contact_phone = written.emergency_contact_phone, notes = written.notes, tags = written.tags,
    wants_news = written.wants_news,
    is_active = written.is_active, opening_hours = written.opening_hours, total_hours = written.total_hours,
    packages_helped = written.packages_helped, account_id = written.account_id
  where person.id = written.id;
  update public.volunteer_accounts as account
  set first_name = fields ->> 'first_name', last_name = fields ->> 'last_name'
  where account.id = written.account_id and fields ? 'first_name'
    and (account.first_name, account.last_name) is distinct from (fields ->> 'first_name', fields ->> 'last_name');
end;
$$;

create function private.merge_volunteers(
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
  kept public.volunteers;
  merged public.volunteers;
  fields jsonb;
  merge_id uuid;
  reference record;
begin
  perform private.require_area('volunteers');
  perform private.await_other_merges('volunteer');
  perform private.require_mergeable_volunteers(merge_volunteers.kept_id, merge_volunteers.merged_id);
  perform private.lock_volunteers(merge_volunteers.merged_id, merge_volunteers.kept_id);
  select * into kept from public.volunteers as person where person.id = merge_volunteers.kept_id;
  select * into merged from public.volunteers as person where person.id = merge_volunteers.merged_id;
  if not private.is_same_version(kept.updated_at, kept_version)
    or not private.is_same_version(merged.updated_at, merged_version) then
    raise exception 'a volunteer was changed' using errcode = 'CP011';
  end if;

  fields := private.merged_volunteer_fields(kept, merged, merge_volunteers.choices);
  insert into public.volunteer_merges (
    kept_id, merged_id, merged_name, merged_email, choices, registration_count, kept_before, kept_after,
    closed_account_id, moved_account_id, was_account_active, merged_by
  )
  values (
    kept.id, merged.id, merged.name, merged.email, merge_volunteers.choices,
    (
      select count(*) from public.volunteer_event_registrations as registration
      where registration.volunteer_id = merged.account_id
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
  returning id into merge_id;

  perform private.set_rows_aside(merge_id, kept.account_id, merged.account_id)
  where kept.account_id is not null and merged.account_id is not null;
  update public.volunteers as person
  set merged_into_id = kept.id,
    account_id = case when kept.account_id is null then null else person.account_id end
  where person.id = merged.id;
  update public.volunteer_accounts as account set is_active = false, merged_into_id = kept.account_id
  where account.id = merged.account_id and kept.account_id is not null;
  delete from auth.sessions as session where session.user_id = merged.account_id and kept.account_id is not null;
  for reference in select * from private.volunteer_references() order by lock_order loop
    execute format(
      'with moved as (
        update public.%1$I as entry set %2$I = $1 where %2$I = $2
        returning entry.%3$I::text as row_key, to_jsonb(entry) || jsonb_build_object(%2$L, $2) as row_before
      )
      insert into public.volunteer_merge_moves (merge_id, table_name, row_key, is_set_aside, row_before, event_id)
      select $3, %1$L, moved.row_key, false, moved.row_before, (
        select shift.event_id from public.volunteer_shifts as shift
        where shift.id = (moved.row_before ->> ''shift_id'')::uuid
      )
      from moved',
      reference.table_name, reference.column_name, reference.key_name
    )
    using
      case when reference.owner_table = 'volunteers' then kept.id else kept.account_id end,
      case
        when reference.owner_table = 'volunteers' then merged.id
        when kept.account_id is not null then merged.account_id
      end,
      merge_id;
  end loop;
  -- This comes last, because the chosen address has to lead to this volunteer first. It runs even if no field changes,
  -- because a merge always makes a new version.
  perform private.write_volunteer_fields(kept.id, fields);
  perform private.use_volunteer_address(kept.id, fields ->> 'email');
  perform private.refresh_volunteer_totals((fields ->> 'account_id')::uuid);
  update public.volunteer_accounts as account set is_active = (fields ->> 'is_active')::boolean
  where account.id = merged.account_id and kept.account_id is null
    and account.is_active <> (fields ->> 'is_active')::boolean;
  return merge_id;
end;
$$;

grant execute on function private.merge_volunteers(uuid, uuid, timestamptz, timestamptz, jsonb) to authenticated;

comment on function private.lock_volunteers(uuid, uuid) is
  'Locks two volunteers and everything that refers to them, along with the shifts that they''ve signed up for.';
comment on function private.require_mergeable_volunteers(uuid, uuid) is
  'Refuses volunteers that can''t be merged, and says why.';
comment on function private.rows_to_set_aside(uuid, uuid) is
  'Returns the rows of two accounts that a merge sets aside, because one person needs only one sign-up or place in '
  'line for each shift, and one calendar link.';
comment on function private.set_rows_aside(uuid, uuid, uuid) is
  'Removes the rows to set aside and records them as they were, so that undo restores them exactly.';
comment on function private.write_volunteer_fields(uuid, jsonb) is
  'Updates the name in a volunteer''s account, and these fields of the volunteer except for the email address.';
comment on function private.merge_volunteers(uuid, uuid, timestamptz, timestamptz, jsonb) is
  'Moves everything from one volunteer to another and hides the first volunteer. Refuses if either volunteer has '
  'changed since these versions.';
