set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.erasures(ids uuid[] default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('owner');
  return (
    select coalesce(jsonb_agg(private.erasure_record(latest) order by latest.requested_at desc, latest.id desc), '[]')
    from (
      select * from public.erasures as entry
      where ids is null or entry.id = any (ids)
      order by entry.requested_at desc, entry.id desc
      limit 100
    ) as latest
  );
end;
$$;

grant execute on function private.erasures(uuid[]) to authenticated;

create function private.finish_erasure_step(erasure_id uuid, step text)
returns void
language sql
volatile
set search_path = ''
as $$
  update public.erasures as erasure
  set finished_steps = erasure.finished_steps || to_jsonb(step)
  where erasure.id = erasure_id and not erasure.finished_steps ? step;
$$;

create function private.left_over(entries jsonb, erased jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(entry.value), '[]') from jsonb_array_elements(entries) as entry
  where not erased @> jsonb_build_array(entry.value);
$$;

create function private.record_erased_files(erasure_id uuid, erased jsonb)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.erasures as erasure
  set files = private.left_over(erasure.files, erased),
    deleted_file_count = erasure.deleted_file_count + jsonb_array_length(erasure.files)
      - jsonb_array_length(private.left_over(erasure.files, erased))
  where erasure.id = erasure_id;
  perform private.finish_erasure_step(erasure.id, 'files')
  from public.erasures as erasure where erasure.id = erasure_id and erasure.files = '[]';
  -- The CDN serves its cached copy for up to 5 minutes while it fetches a new one in the background.
  update public.erasures as erasure set caches_expire_at = now() + interval '6 minutes'
  where erasure.id = erasure_id and erasure.files = '[]' and erasure.caches_expire_at is null;
end;
$$;

grant execute on function private.record_erased_files(uuid, jsonb) to service_role;

create function private.record_erased_logins(erasure_id uuid, erased jsonb)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  -- Auth's log has the email address of everyone who logged in or was deleted.
  if to_regclass('auth.audit_log_entries') is not null
    and has_table_privilege(current_user, 'auth.audit_log_entries', 'delete') then
    execute 'delete from auth.audit_log_entries as entry where exists (
      select from jsonb_array_elements_text($1) as login (id) where position(login.id in entry.payload::text) > 0
    )' using erased;
  end if;
  update public.erasures as erasure
  set logins = private.left_over(erasure.logins, erased),
    deleted_login_count = erasure.deleted_login_count + jsonb_array_length(erasure.logins)
      - jsonb_array_length(private.left_over(erasure.logins, erased))
  where erasure.id = erasure_id;
  perform private.finish_erasure_step(erasure.id, 'logins')
  from public.erasures as erasure where erasure.id = erasure_id and erasure.logins = '[]';
end;
$$;

grant execute on function private.record_erased_logins(uuid, jsonb) to service_role;

create function private.check_erased_pages(erasure_id uuid, has_hook boolean)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.erasures as erasure
  set site_build = case when has_hook then 'requested' else 'no_hook' end
  where erasure.id = erasure_id
    and (not has_hook or erasure.build_change <= (select build.sent_changes from public.site_builds as build));
  if found then
    perform private.finish_erasure_step(erasure_id, 'site');
  end if;
end;
$$;

grant execute on function private.check_erased_pages(uuid, boolean) to service_role;

create function private.finish_erasure(erasure_id uuid)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.finish_erasure_step(erasure.id, 'caches')
  from public.erasures as erasure where erasure.id = erasure_id and erasure.caches_expire_at <= now();
  update public.erasures as erasure
  set finished_at = now(), problem = null
  where erasure.id = erasure_id and erasure.finished_at is null
    and erasure.finished_steps @> '["records", "files", "logins", "site", "caches"]';
  return found;
end;
$$;

grant execute on function private.finish_erasure(uuid) to service_role;

comment on function private.erasures(uuid[]) is
  'Returns the given erasures or, if none are given, the latest 100, newest first. For owners.';
comment on function private.finish_erasure_step(uuid, text) is 'Records that a step is finished. Repeated calls have no further effect.';
comment on function private.left_over(jsonb, jsonb) is 'Returns the entries of a list that haven''t been erased yet.';
comment on function private.record_erased_files(uuid, jsonb) is
  'Removes deleted files from an erasure''s list. After the last one, caches have 6 minutes to expire.';
comment on function private.record_erased_logins(uuid, jsonb) is
  'Removes deleted logins from an erasure''s list, and deletes their entries in Auth''s log.';
comment on function private.check_erased_pages(uuid, boolean) is
  'Finishes the step that rebuilds pages: once the build hook has been called, or right away if there is no hook.';
comment on function private.finish_erasure(uuid) is
  'Finishes an erasure if all its steps are finished. Returns whether it did.';
