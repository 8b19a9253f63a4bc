set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.volunteer_addresses(person public.volunteers)
returns setof text
language sql
stable
set search_path = ''
as $$
  with recursive known as (
    select person.id, person.email, person.former_emails
    union all
    select merged.id, merged.email, merged.former_emails
    from public.volunteers as merged
    join known on merged.merged_into_id = known.id
  )
  select lower(known.email) from known
  union
  select jsonb_array_elements_text(known.former_emails) from known;
$$;

grant execute on function private.volunteer_addresses(public.volunteers) to service_role;

create function private.volunteer_login(person public.volunteers)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when not coalesce(account.is_active, person.is_active) then 'closed'
      when account.activated_at is not null then 'open'
      when waiting.application_id is not null then 'invited'
      else 'none'
    end,
    'lastLoginAt', account.last_login_at,
    'waitingApplicationId', waiting.application_id,
    -- Set only if Auth didn't respond when the address was changed, so the login still has the old address.
    'outdatedEmail', case when login.email <> lower(person.email) then login.email end
  )
  from (select 1) as one
  left join public.volunteer_accounts as account on account.id = person.account_id
  left join auth.users as login on login.id = person.account_id
  left join lateral (
    select application.id as application_id
    from public.volunteer_applications as application
    join public.activation_links as link on link.application_id = application.id
    where lower(application.email) = lower(person.email) and application.status = 'approved' and link.used_at is null
    order by application.reviewed_at desc
    limit 1
  ) as waiting on account.activated_at is null;
$$;

create function private.volunteer_months(person public.volunteers)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('month', attended.month, 'hours', attended.hours, 'shifts', attended.shifts)
      order by attended.month desc
    ),
    '[]'::jsonb
  )
  from (
    select to_char(meeting.date, 'YYYY-MM') as month, sum(meeting.hours) as hours, count(*) as shifts
    from public.volunteer_event_registrations as registration
    join public.events as meeting on meeting.id = registration.event_id
    where registration.volunteer_id = person.account_id and registration.attendance = 'confirmed'
    group by 1
  ) as attended;
$$;

create function private.volunteer_waitlist_entries(person public.volunteers)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', queue.id, 'eventId', meeting.id, 'eventType', meeting.event_type, 'date', meeting.date,
        'startTime', meeting.start_time, 'endTime', meeting.end_time,
        'position', (
          select count(*) from public.shift_waitlist as ahead
          where ahead.shift_id = queue.shift_id and ahead.place <= queue.place
        )
      )
      order by meeting.starts_at, meeting.id
    ),
    '[]'::jsonb
  )
  from public.shift_waitlist as queue
  join public.volunteer_shifts as shift on shift.id = queue.shift_id
  join public.events as meeting on meeting.id = shift.event_id
  where queue.volunteer_id = person.account_id and meeting.starts_at > now();
$$;

create function private.volunteer_donor(person public.volunteers)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', known.donor_id, 'donationCount', coalesce(totals.donation_count, 0),
    'totalAmount', coalesce(totals.total_amount, 0)
  )
  from public.donor_emails as known
  left join public.donor_totals as totals
    on totals.id = known.donor_id and totals.is_demo = (select private.shows_demo_money())
  where known.email_key in (select private.volunteer_addresses(person)) and private.may('giving')
  order by known.email_key = lower(person.email) desc, known.created_at
  limit 1;
$$;

create function private.volunteer_record(volunteer_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  person public.volunteers;
  account public.volunteer_accounts;
begin
  perform private.require_area('volunteers');
  select kept.* into person
  from public.volunteers as entry
  join public.volunteers as kept on kept.id = private.kept_volunteer(entry.id)
  where entry.id = volunteer_record.volunteer_id or entry.account_id = volunteer_record.volunteer_id;
  if not found then
    return null;
  end if;
  select * into account from public.volunteer_accounts as entry where entry.id = person.account_id;
  return jsonb_build_object(
    'id', person.id,
    'accountId', person.account_id,
    'name', person.name,
    -- If the volunteer has no account, the last word of the name is used as the last name.
    'firstName', coalesce(account.first_name, regexp_replace(person.name, '\s+\S+$', '')),
    'lastName', coalesce(account.last_name, substring(person.name from '\s(\S+)$'), ''),
    'email', person.email,
    'formerEmails', person.former_emails,
    'phone', nullif(person.phone, ''),
    'zipCode', nullif(person.zip_code, ''),
    'city', nullif(person.city, 'Unknown'),
    'state', nullif(person.state, 'Unknown'),
    'availability', person.availability,
    'interests', person.interests,
    'emergencyContactName', person.emergency_contact_name,
    'emergencyContactPhone', person.emergency_contact_phone,
    'notes', person.notes,
    'tags', person.tags,
    'wantsNews', person.wants_news,
    'openingHours', person.opening_hours,
    'totalHours', person.total_hours,
    'packagesHelped', person.packages_helped,
    'isActive', person.is_active,
    'isImported', person.import_id is not null,
    'createdAt', person.created_at,
    'updatedAt', date_trunc('milliseconds', person.updated_at),
    'login', private.volunteer_login(person),
    'months', private.volunteer_months(person),
    'waitlistEntries', private.volunteer_waitlist_entries(person),
    'donor', private.volunteer_donor(person)
  );
end;
$$;

grant execute on function private.volunteer_record(uuid) to authenticated;

comment on function private.volunteer_addresses(public.volunteers) is
  'Returns the addresses that lead to a volunteer, in lowercase: their current and former ones, and those of merged '
  'records.';
comment on function private.volunteer_login(public.volunteers) is
  'Returns whether a volunteer can log in, when they last did, and their approved application if its link hasn''t been '
  'used. Called by other functions.';
comment on function private.volunteer_months(public.volunteers) is
  'Returns a volunteer''s confirmed hours by month, latest first. Called by other functions.';
comment on function private.volunteer_waitlist_entries(public.volunteers) is
  'Returns the upcoming shifts for which a volunteer is on the waiting list. Called by other functions.';
comment on function private.volunteer_donor(public.volunteers) is
  'Returns the donor with one of the volunteer''s addresses. Always null for administrators without the Giving area. '
  'Called by other functions.';
comment on function private.volunteer_record(uuid) is
  'Returns what administrators see on a volunteer''s page, or null if there is no such volunteer. Also accepts the ids '
  'of the account and of merged records.';
