set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Volunteers read and change their own details only through these functions, which leave out what only administrators
-- may see, such as notes and tags. For this reason, volunteers don't need privileges on the directory.

create function private.own_details()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  details jsonb;
begin
  if not private.is_active_volunteer() then
    raise exception 'no active volunteer account' using errcode = 'CP005';
  end if;
  select jsonb_build_object(
    'firstName', account.first_name, 'lastName', account.last_name, 'email', account.email,
    -- A field that an application omits is stored as empty text, except for the city and the state, which are stored as
    -- Unknown.
    'phone', nullif(person.phone, ''), 'zipCode', nullif(person.zip_code, ''), 'city', nullif(person.city, 'Unknown'),
    'state', nullif(person.state, 'Unknown'),
    'availability', person.availability, 'interests', person.interests,
    'emergencyContactName', person.emergency_contact_name, 'emergencyContactPhone', person.emergency_contact_phone,
    'wantsNews', person.wants_news, 'updatedAt', person.updated_at,
    'newEmail', (
      select change.email from public.email_changes as change
      where change.account_id = account.id and change.used_at is null and change.revoked_at is null
        and change.expires_at > now()
    )
  )
  into details
  from public.volunteer_accounts as account
  join public.volunteers as person on person.account_id = account.id
  where account.id = auth.uid();
  if details is null then
    raise exception 'the account has no entry in the directory' using errcode = 'CP057';
  end if;
  return details;
end;
$$;

grant execute on function private.own_details() to authenticated;

create function private.changed_value(changes jsonb, field text, current_value text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when changes ? field then nullif(btrim(changes ->> field), '') else current_value end;
$$;

comment on function private.changed_value(jsonb, text, text) is
  'Returns a field''s new value, or the current one if the field is left out.';

create function private.change_own_details(changes jsonb, version timestamptz default null)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  person public.volunteers;
  own public.volunteer_accounts;
  first text;
  last text;
begin
  if not private.is_active_volunteer() then
    raise exception 'no active volunteer account' using errcode = 'CP005';
  end if;
  select * into person from public.volunteers as entry where entry.account_id = auth.uid();
  if not found then
    raise exception 'the account has no entry in the directory' using errcode = 'CP057';
  end if;
  person := private.lock_volunteer(person.id);
  own := private.lock_own_account();
  if not private.is_same_version(person.updated_at, change_own_details.version) then
    return false;
  end if;
  first := coalesce(changes ->> 'firstName', own.first_name);
  last := coalesce(changes ->> 'lastName', own.last_name);
  if (first, last) is distinct from (own.first_name, own.last_name) then
    perform private.rename_volunteer(person, first, last);
  end if;
  update public.volunteers as entry set
    phone = private.changed_value(changes, 'phone', entry.phone),
    zip_code = private.changed_value(changes, 'zipCode', entry.zip_code),
    city = private.changed_value(changes, 'city', entry.city),
    state = private.changed_value(changes, 'state', entry.state),
    availability = private.changed_value(changes, 'availability', entry.availability),
    interests = private.changed_value(changes, 'interests', entry.interests),
    emergency_contact_name = private.changed_value(changes, 'emergencyContactName', entry.emergency_contact_name),
    emergency_contact_phone = private.changed_value(changes, 'emergencyContactPhone', entry.emergency_contact_phone),
    wants_news = coalesce((changes ->> 'wantsNews')::boolean, entry.wants_news)
  where entry.id = person.id;
  return true;
end;
$$;

grant execute on function private.change_own_details(jsonb, timestamptz) to authenticated;

comment on function private.own_details() is
  'Returns the signed-in volunteer''s own details, without what only administrators may see.';
comment on function private.change_own_details(jsonb, timestamptz) is
  'Changes the signed-in volunteer''s own details. Returns false, and changes nothing, if someone has changed them since '
  'that version.';
