set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.owners()
returns table (username text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select person.username from public.users as person
  where person.user_type = 'admin' and person.areas is null
  order by lower(person.username);
end;
$$;

grant execute on function private.owners() to authenticated;

comment on function private.owners() is 'Returns the owners, so that administrators know who to ask for more areas.';

create function private.administrator_record(person public.users)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', person.id,
    'username', person.username,
    'email', coalesce(account.email, ''),
    'areas', to_jsonb(person.areas),
    'isOwn', person.id = auth.uid(),
    'isRemoved', person.user_type <> 'admin',
    'hasSecondFactor', private.has_second_factor(person.id),
    'lastSignInAt', account.last_sign_in_at,
    'updatedAt', date_trunc('milliseconds', person.updated_at)
  )
  from auth.users as account
  where account.id = person.id;
$$;

create function private.administrators()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('owner');
  return (
    select jsonb_agg(private.administrator_record(person) order by lower(person.username))
    from public.users as person
    where person.user_type = 'admin' or person.areas_changed_at is not null
  );
end;
$$;

grant execute on function private.administrators() to authenticated;

comment on function private.administrator_record(public.users) is 'Returns what owners see about an administrator.';
comment on function private.administrators() is
  'Returns all administrators, sorted by username, including those who were removed but still have a login in Auth.';

create function private.await_administrator_changes()
returns void
language sql
volatile
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('administrators', 0));
$$;

create function private.lock_administrator(person uuid)
returns public.users
language plpgsql
volatile
set search_path = ''
as $$
declare
  administrator public.users;
begin
  perform private.require_area('owner');
  perform private.await_administrator_changes();
  -- Checked again, because this change may have waited for another one that changed the caller's areas.
  perform private.require_area('owner');
  select * into administrator from public.users as entry
  where entry.id = person and (entry.user_type = 'admin' or entry.areas_changed_at is not null)
  for update;
  if not found then
    raise exception 'no such administrator' using errcode = 'CP009',
      hint = 'We couldn''t find that administrator. They may have been removed.';
  end if;
  return administrator;
end;
$$;

create function private.require_other_owner(person uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.users as entry
    where entry.id <> person and entry.user_type = 'admin' and entry.areas is null
  ) then
    raise exception 'the site needs an owner' using errcode = 'CP045';
  end if;
end;
$$;

create function private.mail_team_change(changed public.users, was_owner boolean)
returns void
language sql
volatile
set search_path = ''
as $$
  select private.queue_email(
    'Team Changed',
    reader.email,
    reader.name,
    jsonb_build_object(
      'administrator', changed.username, 'changedBy', private.actor_name(), 'areas', to_jsonb(changed.areas),
      'isRemoved', changed.user_type <> 'admin'
    ),
    'team-changed:' || changed.id || ':' || reader.id || ':' || extract(epoch from changed.areas_changed_at)
  )
  from (
    select id, name, email from private.owner_addresses()
    union
    -- People who stop being owners are notified, too, so that nobody can take over the site unnoticed.
    select account.id, changed.username, account.email
    from auth.users as account
    where account.id = changed.id and was_owner and account.email is not null
  ) as reader;
$$;

create function private.change_areas(person uuid, areas jsonb, version timestamptz default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  administrator public.users := private.lock_administrator(person);
  changed public.users;
  new_areas text[];
begin
  if administrator.user_type <> 'admin' then
    raise exception 'the administrator is being removed' using errcode = 'CP009',
      hint = 'We couldn''t find that administrator. They may have been removed.';
  end if;
  if not private.is_same_version(administrator.updated_at, version) then
    return null;
  end if;
  -- A JSON null makes the administrator an owner. If areas are omitted, they don't change.
  if change_areas.areas is null then
    return private.administrator_record(administrator);
  elsif jsonb_typeof(change_areas.areas) = 'array' then
    new_areas := array(select jsonb_array_elements_text(change_areas.areas));
  elsif jsonb_typeof(change_areas.areas) <> 'null' then
    raise exception 'areas must be a list' using errcode = '22023';
  end if;
  if administrator.areas is not distinct from new_areas then
    return private.administrator_record(administrator);
  end if;
  if administrator.areas is null then
    perform private.require_other_owner(person);
  end if;
  update public.users as entry set areas = new_areas, areas_changed_at = clock_timestamp()
  where entry.id = person
  returning * into changed;
  perform private.mail_team_change(changed, administrator.areas is null);
  return private.administrator_record(changed);
end;
$$;

grant execute on function private.change_areas(uuid, jsonb, timestamptz) to authenticated;

create function private.remove_administrator(person uuid)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  administrator public.users := private.lock_administrator(person);
  changed public.users;
begin
  if administrator.user_type = 'admin' then
    if administrator.areas is null then
      perform private.require_other_owner(person);
    end if;
    update public.users as entry
    set user_type = 'user', areas = '{}', areas_changed_at = clock_timestamp()
    where entry.id = person
    returning * into changed;
    perform private.mail_team_change(changed, administrator.areas is null);
  end if;
  -- Deleting the login of a volunteer would also delete their account, along with everything they signed up for.
  if exists (select 1 from public.volunteer_accounts as volunteer where volunteer.id = person) then
    delete from public.users as entry where entry.id = person;
    return false;
  end if;
  return true;
end;
$$;

grant execute on function private.remove_administrator(uuid) to authenticated;

create function private.set_second_factor_rule(is_required boolean)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  changed public.settings;
begin
  perform private.require_area('owner');
  -- If the owner has a second factor, require_area() has already checked that this session passed it.
  if is_required and not private.has_second_factor(auth.uid()) then
    raise exception 'the owner doesn''t use two-step login' using errcode = 'CP050';
  end if;
  update public.settings set requires_second_factor = is_required
  where requires_second_factor <> is_required
  returning * into changed;
  if not found then
    return;
  end if;
  perform private.queue_email(
    'Two-Step Login Rule Changed', owner.email, owner.name,
    jsonb_build_object('changedBy', private.actor_name(), 'isRequired', is_required),
    'second-factor-rule:' || owner.id || ':' || extract(epoch from changed.updated_at)
  )
  from private.owner_addresses() as owner;
end;
$$;

grant execute on function private.set_second_factor_rule(boolean) to authenticated;

comment on function private.set_second_factor_rule(boolean) is
  'Requires two-step login for all administrators, or stops requiring it, and emails the owners. For owners. Only an '
  'owner who uses two-step login can require it, so that they don''t lock themselves out.';
comment on function private.await_administrator_changes() is
  'Changes wait for each other, so that two simultaneous changes can''t leave the site without an owner.';
comment on function private.lock_administrator(uuid) is
  'Locks an administrator until the transaction ends, and returns them. For owners.';
comment on function private.require_other_owner(uuid) is 'Refuses a change that would leave the site without an owner.';
comment on function private.mail_team_change(public.users, boolean) is
  'Emails the owners about a change, including a person who just stopped being an owner.';
comment on function private.change_areas(uuid, jsonb, timestamptz) is
  'Sets an administrator''s areas; a JSON null makes them an owner. Their current sessions lose all permissions. '
  'Returns the administrator, or null if someone else has changed the administrator since that version.';
comment on function private.remove_administrator(uuid) is
  'Removes all permissions from an administrator. Returns true if the calling function has to delete their login in '
  'Auth, which deletes everything else. An interrupted removal can be repeated.';

create function private.lost_access()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  -- The login itself may have been deleted, but the changes to it are in the audit log.
  select jsonb_build_object(
    'isRemoved', entry.after ->> 'user_type' is distinct from 'admin',
    'changedBy', case when entry.actor_id is not null then entry.actor_name end
  )
  from public.audit_log as entry
  where entry.table_name = 'users' and entry.row_id = auth.uid()::text and entry.action = 'update'
    and entry.before ->> 'user_type' = 'admin'
    and (entry.before -> 'areas', entry.before -> 'user_type')
      is distinct from (entry.after -> 'areas', entry.after -> 'user_type')
    and entry.occurred_at >= coalesce(
      (select session.created_at from auth.sessions as session where session.id = private.session_id()),
      -- Removing an administrator deletes their login and all its sessions. Logging out deletes only the session.
      case
        when not exists (select from auth.users as account where account.id = auth.uid())
          then to_timestamp(((select auth.jwt()) ->> 'iat')::numeric)
      end
    )
  order by entry.id desc
  limit 1;
$$;

grant execute on function private.lost_access() to authenticated;

comment on function private.lost_access() is
  'Returns whether the caller''s session ended because they were removed as an administrator or because their areas '
  'were changed, and which owner made the change. Null if it ended for another reason.';
