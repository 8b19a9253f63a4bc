set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.erasure_list()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', erasure.id, 'requestedAt', erasure.requested_at, 'requestedBy', erasure.requested_by,
      'records', erasure.records, 'mailboxHashes', erasure.mailbox_hashes, 'keptRecords', erasure.kept_records
    )
    order by erasure.requested_at, erasure.id
  ), '[]')
  from public.erasures as erasure;
$$;

grant execute on function private.erasure_list() to service_role;

create function private.known_addresses(known_before timestamptz)
returns table (address text)
language sql
stable
set search_path = ''
as $$
  select lower(mail.to_email) from public.email_outbox as mail where mail.created_at <= known_before
  union select entry.email_key from public.donor_emails as entry where entry.created_at <= known_before
  union select lower(donor.email) from public.donors as donor where donor.created_at <= known_before
  union select donation.email_key from public.donations as donation where donation.created_at <= known_before
  union select lower(entry.email) from public.subscriptions as entry where entry.created_at <= known_before
  union select entry.email_key from public.donor_links as entry where entry.created_at <= known_before
  union select lower(entry.recipient_email) from public.tributes as entry where entry.created_at <= known_before
  union select lower(entry.email) from public.volunteers as entry where entry.created_at <= known_before
  union select lower(entry.email) from public.volunteer_accounts as entry where entry.created_at <= known_before
  union select lower(entry.email) from public.volunteer_applications as entry where entry.created_at <= known_before
  union select entry.email from public.admin_invitations as entry where entry.created_at <= known_before
  union select lower(former.email)
    from public.volunteers as entry cross join jsonb_array_elements_text(entry.former_emails) as former (email)
    where entry.created_at <= known_before
  union select lower(merge.merged_email) from public.volunteer_merges as merge where merge.merged_at <= known_before
  union select entry.email from public.email_changes as entry where entry.created_at <= known_before
  union select lower(detail.value) from public.former_donor_details as detail
    where detail.field = 'email' and detail.replaced_at <= known_before
  union select lower(login.email) from auth.users as login where login.created_at <= known_before;
$$;

-- Finds records with the person's address that are older than the erasure, such as one that was deleted between the
-- backup and the erasure.
create function private.older_records(addresses text[], known_before timestamptz, kept jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', own.kind, 'id', own.id)), '[]')
  from private.people_with_addresses(addresses) as own
  where not kept @> jsonb_build_array(jsonb_build_object('kind', own.kind, 'id', own.id)) and (
    exists (select from public.donors as donor where donor.id = own.id and donor.created_at <= known_before)
    or exists (select from public.volunteers as entry where entry.id = own.id and entry.created_at <= known_before)
    or exists (select from public.volunteer_applications as entry where entry.id = own.id and entry.created_at <= known_before)
    or exists (select from public.admin_invitations as entry where entry.id = own.id and entry.created_at <= known_before)
    or exists (
      select from auth.users as login
      where login.id = own.id and login.created_at <= known_before
        and not exists (select from public.users as person where person.id = login.id and person.user_type = 'admin')
    )
  );
$$;

create function private.repeat_erasure(item jsonb, keys jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  moment constant timestamptz := item ->> 'requestedAt';
  mailboxes constant jsonb := (
    select coalesce(jsonb_agg(known.address), '[]')
    from private.known_addresses(moment) as known
    where exists (
      select from jsonb_array_elements_text(keys) as hash_key (value)
      where item -> 'mailboxHashes' ? private.mailbox_hash(known.address, hash_key.value)
    )
  );
  person jsonb := private.person_of(
    (item -> 'records') || private.older_records(private.json_texts(mailboxes), moment, item -> 'keptRecords')
  );
  rows jsonb;
  counts jsonb;
begin
  -- Addresses that belong only to other records, which the owner didn't choose, aren't erased.
  person := person || jsonb_build_object('mailboxes', mailboxes);
  rows := private.rows_by_table(person);
  insert into public.erasures (id, requested_by, requested_at, records, mailbox_hashes, kept_records)
  values (
    (item ->> 'id')::uuid, item ->> 'requestedBy', moment, item -> 'records', item -> 'mailboxHashes',
    item -> 'keptRecords'
  )
  on conflict (id) do nothing;
  update public.erasures as erasure
  set files = (
      -- Includes files that an unfinished erasure in the backup still had to delete.
      select coalesce(jsonb_agg(distinct file.value), '[]')
      from jsonb_array_elements(erasure.files || private.erased_files(person, rows)) as file
    ),
    logins = (
      select coalesce(jsonb_agg(login.id), '[]') from auth.users as login
      where login.id = any (private.json_ids(person -> 'logins')) and login.created_at <= moment
    )
  where erasure.id = (item ->> 'id')::uuid;
  counts := private.erase_rows(rows, private.json_texts(mailboxes), moment);
  update public.erasures as erasure
  set deleted_row_count = erasure.deleted_row_count + (counts ->> 'deleted')::integer,
    emptied_row_count = erasure.emptied_row_count + (counts ->> 'emptied')::integer,
    finished_steps = '["records"]', finished_at = null, problem = null, caches_expire_at = null, site_build = null,
    build_change = (select build.changes + 1 from public.site_builds as build)
  where erasure.id = (item ->> 'id')::uuid
    and (
      erasure.files <> '[]' or erasure.logins <> '[]' or (counts ->> 'deleted')::integer + (counts ->> 'emptied')::integer > 0
    );
  if found then
    update public.site_builds as build set changes = build.changes + 1, changed_in = pg_current_xact_id();
  end if;
  return counts;
end;
$$;

create function private.apply_erasures(list jsonb, keys jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  item jsonb;
  counts jsonb;
  deleted integer := 0;
  emptied integer := 0;
begin
  for item in select entry from jsonb_array_elements(list) as entry order by entry ->> 'requestedAt', entry ->> 'id' loop
    counts := private.repeat_erasure(item, keys);
    deleted := deleted + (counts ->> 'deleted')::integer;
    emptied := emptied + (counts ->> 'emptied')::integer;
  end loop;
  return jsonb_build_object('applied', jsonb_array_length(list), 'deletedRows', deleted, 'emptiedRows', emptied);
end;
$$;

comment on function private.erasure_list() is
  'Returns all erasures for the list outside the database, without names or addresses. Server only.';
comment on function private.known_addresses(timestamptz) is 'Returns every email address that was stored before the given time.';
comment on function private.older_records(text[], timestamptz, jsonb) is
  'Returns the records with these addresses that existed at the given time, except administrators and the records to '
  'keep.';
comment on function private.repeat_erasure(jsonb, jsonb) is
  'Erases a person again, using the IDs and hashes of an erasure. Nothing that is newer than the erasure is erased.';
comment on function private.apply_erasures(jsonb, jsonb) is
  'Erases everyone on the list again after an older backup was restored. keys are the values of ERASURE_KEY. Repeated '
  'calls have no further effect.';
