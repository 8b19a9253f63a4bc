set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.volunteer_merge_views(volunteer_id uuid)
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
        'keptId', merge.kept_id,
        'mergedId', merge.merged_id,
        'mergedName', merge.merged_name,
        'mergedEmail', merge.merged_email,
        'registrationCount', merge.registration_count,
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
  from public.volunteer_merges as merge
  where merge.kept_id = volunteer_merge_views.volunteer_id;
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
  return private.volunteer_merge_views(volunteer_merges_of.volunteer_id);
end;
$$;

grant execute on function private.volunteer_merges_of(uuid) to authenticated;

create function private.volunteer_merge(merge_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  return (
    select entry.view
    from public.volunteer_merges as merge
    cross join lateral jsonb_array_elements(private.volunteer_merge_views(merge.kept_id)) as entry (view)
    where merge.id = volunteer_merge.merge_id and entry.view ->> 'id' = merge.id::text
  );
end;
$$;

grant execute on function private.volunteer_merge(uuid) to authenticated;

create function private.volunteer_merge_side(person public.volunteers)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', person.id,
    'updatedAt', person.updated_at,
    'createdAt', person.created_at,
    'name', person.name,
    'email', person.email,
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
      where registration.volunteer_id = person.account_id
    ),
    'waitingCount', (
      select count(*) from public.shift_waitlist as queue where queue.volunteer_id = person.account_id
    ),
    'highlightCount', (
      select count(*) from public.volunteer_highlights as highlight where highlight.volunteer_id = person.account_id
    ),
    'qualificationCount', (
      select count(*) from public.volunteer_qualifications as qualification where qualification.volunteer_id = person.id
    ),
    'addresses', (
      select jsonb_agg(known.address order by known.address)
      from private.volunteer_addresses(person) as known (address)
    )
  );
$$;

create function private.shared_shifts(kept public.volunteers, merged public.volunteers)
returns table (event_id uuid, event_type text, date date, kept_attendance text, merged_attendance text, hours numeric, packages integer)
language sql
stable
security definer
set search_path = ''
as $$
  select meeting.id, meeting.event_type, meeting.date, one.attendance, other.attendance,
    case when one.attendance = 'confirmed' and other.attendance = 'confirmed' then meeting.hours else 0 end,
    case when one.attendance = 'confirmed' and other.attendance = 'confirmed' then meeting.packages_packed else 0 end
  from public.volunteer_event_registrations as one
  join public.volunteer_event_registrations as other
    on other.event_id = one.event_id and other.volunteer_id = merged.account_id
  join public.events as meeting on meeting.id = one.event_id
  where one.volunteer_id = kept.account_id;
$$;

create function private.volunteer_merge_preview(kept_id uuid, merged_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  perform private.require_mergeable_volunteers(volunteer_merge_preview.kept_id, volunteer_merge_preview.merged_id);
  return (
    select jsonb_build_object(
      'kept', private.volunteer_merge_side(kept),
      'merged', private.volunteer_merge_side(merged),
      'totalHours', kept.total_hours + merged.total_hours - coalesce(shared.hours, 0),
      'packagesHelped', private.merged_packages(kept, merged) - coalesce(shared.packages, 0),
      'sharedShifts', coalesce(shared.shifts, '[]')
    )
    from public.volunteers as kept
    join public.volunteers as merged on merged.id = volunteer_merge_preview.merged_id
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
    where kept.id = volunteer_merge_preview.kept_id
  );
end;
$$;

grant execute on function private.volunteer_merge_preview(uuid, uuid) to authenticated;

comment on function private.volunteer_merge_views(uuid) is
  'Returns the volunteers that were merged into this one, latest first.';
comment on function private.volunteer_merges_of(uuid) is
  'Returns the volunteers that were merged into this one, for administrators.';
comment on function private.volunteer_merge(uuid) is
  'Returns a merge as shown on the page of the volunteer who was kept, or null if there is no such merge.';
comment on function private.volunteer_merge_side(public.volunteers) is 'Returns one side of a merge''s preview.';
comment on function private.shared_shifts(public.volunteers, public.volunteers) is
  'Returns the shifts that both have signed up for, with the hours and packages that would count twice.';
comment on function private.volunteer_merge_preview(uuid, uuid) is
  'Returns both volunteers as they are before a merge, and their combined hours and packages. If they can''t be '
  'merged, says why.';
