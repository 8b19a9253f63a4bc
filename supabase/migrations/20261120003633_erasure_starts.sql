set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.kept_elsewhere(person jsonb, rows jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with shared as (
    select string_agg(given.address, ', ' order by given.address) as addresses
    from jsonb_array_elements_text(person -> 'addresses') as given (address)
    where not person -> 'mailboxes' ? given.address
  ),
  kept (position, sentence) as (
    select 1, format(
      'Emails to %s stay, because other records also have this address. To erase them, choose the mailbox itself.',
      shared.addresses
    )
    from shared where shared.addresses is not null
    union all
    select 2, 'Stripe keeps its own record of this person. Delete the customer in Stripe''s dashboard.'
    where exists (
      select from public.donations as donation
      where donation.donor_id = any (private.json_ids(person -> 'donors'))
        and donation.stripe_payment_intent_id is not null and not donation.is_demo
    )
    union all
    select 3, 'Emails that were sent stay in their recipients'' mailboxes.' where rows ? 'email_outbox'
    union all
    select 4, 'The CDN and browsers may keep the picture from the team page for up to a year, but no page shows it.'
    where exists (
      select from public.team_members as member
      where member.id = any (private.json_ids(rows -> 'team_members')) and member.image_url is not null
    )
    union all
    select 5, format(
      'Everything was downloaded %s, the last time on %s. Copies that people saved aren''t erased.',
      private.count_with_noun(count(*), 'time', 'times'),
      to_char(max(download.created_at) at time zone private.time_zone(), 'FMMonth FMDD, YYYY')
    )
    from public.archives as download having count(*) > 0
    union all
    select 6, 'Backups keep everything until you delete them. If you restore one, this person is erased again.'
  )
  select jsonb_agg(kept.sentence order by kept.position) from kept;
$$;

create function private.erasure_fingerprint(person jsonb, rows jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  -- Leaves out tables whose rows may change at any moment without anyone editing them.
  select md5(
    (person - 'mailboxes')::text || (rows - '{email_outbox,donor_links,activation_links,idempotency_keys,audit_log}'::text[])::text
  );
$$;

create function private.preview_erasure(records jsonb)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  person jsonb;
  rows jsonb;
  names text[];
  addresses text[];
begin
  perform private.require_area('owner');
  person := private.person_of(records);
  rows := private.rows_by_table(person);
  names := private.names_of(person);
  addresses := array(
    select jsonb_array_elements_text(person -> 'addresses') union select jsonb_array_elements_text(person -> 'mailboxes')
  );
  return jsonb_build_object(
    'tables', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'table', known.name, 'action', known.erasure, 'count', jsonb_array_length(rows -> known.name),
          'reason', known.reason
        ) order by known.erase_order
      ), '[]')
      from private.tables as known where known.erasure is not null and rows ? known.name
    ),
    'fileCount', jsonb_array_length(private.erased_files(person, rows)),
    'loginCount', (
      select count(*) from auth.users as login where login.id = any (private.json_ids(person -> 'logins'))
    ),
    'mentions', private.mentions_of(
      private.full_names(names) || addresses, rows
    ),
    'elsewhere', private.kept_elsewhere(person, rows),
    'obstacles', private.erasure_obstacles(person, rows),
    'confirmations', to_jsonb(names || addresses),
    'fingerprint', private.erasure_fingerprint(person, rows)
  );
end;
$$;

grant execute on function private.preview_erasure(jsonb) to authenticated;

create function private.erasure_record(erasure public.erasures)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', erasure.id,
    'requestedBy', erasure.requested_by,
    'requestedAt', erasure.requested_at,
    'state', case when erasure.finished_at is not null then 'done' when erasure.problem is null then 'running' else 'waiting' end,
    'finishedSteps', erasure.finished_steps,
    'deletedRowCount', erasure.deleted_row_count,
    'emptiedRowCount', erasure.emptied_row_count,
    'deletedFileCount', erasure.deleted_file_count,
    'deletedLoginCount', erasure.deleted_login_count,
    'siteBuild', erasure.site_build,
    'cachesExpireAt', erasure.caches_expire_at,
    'problem', erasure.problem,
    'finishedAt', erasure.finished_at
  );
$$;

create function private.require_confirmation(person jsonb, confirmation text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if lower(btrim(confirmation)) <> all (array(
    select lower(given.word)
    from unnest(
      private.names_of(person) || private.json_texts(person -> 'addresses') || private.json_texts(person -> 'mailboxes')
    ) as given (word)
  )) then
    raise exception 'the confirmation differs' using
      errcode = 'check_violation', table = 'erasures', constraint = 'erasures_confirmation_check',
      hint = 'Type the name or an email address of this person.';
  end if;
end;
$$;

create function private.start_erasure(records jsonb, confirmation text, fingerprint text, hash_key text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  person jsonb;
  rows jsonb;
  erasure public.erasures;
  counts jsonb;
begin
  perform private.require_area('owner');
  perform private.lock_person(private.person_of(records));
  -- Checked again, because something may have been added while this function waited.
  person := private.person_of(records);
  rows := private.rows_by_table(person);
  if rows = '{}' and person -> 'logins' = '[]' then
    raise exception 'nothing to erase' using errcode = 'CP009',
      hint = 'We couldn''t find this person. They may have been erased already.';
  end if;
  if jsonb_array_length(private.erasure_obstacles(person, rows)) > 0 then
    raise exception 'the person can''t be erased now' using errcode = 'CP061', hint = (
      select string_agg(obstacle.sentence, ' ')
      from jsonb_array_elements_text(private.erasure_obstacles(person, rows)) as obstacle (sentence)
    );
  end if;
  perform private.require_confirmation(person, confirmation);
  if start_erasure.fingerprint <> private.erasure_fingerprint(person, rows) then
    raise exception 'the preview is outdated' using errcode = 'CP062';
  end if;

  insert into public.erasures (records, mailbox_hashes, kept_records, files, logins)
  values (
    private.records_of(person),
    (
      select coalesce(jsonb_agg(private.mailbox_hash(mailbox.address, hash_key)), '[]')
      from jsonb_array_elements_text(person -> 'mailboxes') as mailbox (address)
    ),
    (
      select coalesce(jsonb_agg(distinct jsonb_build_object('kind', other.kind, 'id', other.id)), '[]')
      from private.other_records_with(private.json_texts(person -> 'mailboxes'), person) as other
    ),
    private.erased_files(person, rows),
    person -> 'logins'
  )
  returning * into erasure;
  counts := private.erase_rows(rows, private.json_texts(person -> 'mailboxes'));
  -- Existing pages may show the person's name, such as among the latest donations.
  update public.site_builds as build set changes = build.changes + 1, changed_in = pg_current_xact_id();
  update public.erasures as entry
  set deleted_row_count = (counts ->> 'deleted')::integer, emptied_row_count = (counts ->> 'emptied')::integer,
    build_change = (select build.changes from public.site_builds as build)
  where entry.id = erasure.id
  returning * into erasure;
  return private.erasure_record(erasure);
end;
$$;

grant execute on function private.start_erasure(jsonb, text, text, text) to authenticated;

comment on function private.kept_elsewhere(jsonb, jsonb) is
  'Returns sentences about the data that erasing a person doesn''t remove.';
comment on function private.erasure_fingerprint(jsonb, jsonb) is
  'Returns a fingerprint of what an erasure would do, to detect changes after the preview.';
comment on function private.preview_erasure(jsonb) is
  'Returns what erasing a person would do and, if that isn''t possible now, why not. For owners.';
comment on function private.erasure_record(public.erasures) is
  'Returns an erasure as owners see it, without its records and hashes.';
comment on function private.require_confirmation(jsonb, text) is
  'Refuses a confirmation that isn''t one of the person''s names or addresses.';
comment on function private.start_erasure(jsonb, text, text, text) is
  'Erases a person''s rows, so that no response contains them anymore, and records what is left to do. Refuses if the '
  'data has changed since the preview. For owners.';
