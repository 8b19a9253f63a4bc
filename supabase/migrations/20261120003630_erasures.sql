set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.erasures (
  id uuid primary key default gen_random_uuid(),
  requested_by text not null default private.actor_name(),
  -- The current time instead of the start of the transaction, because the transaction may have waited for the person's
  -- latest donation.
  requested_at timestamptz not null default clock_timestamp(),
  records jsonb not null check (jsonb_typeof(records) = 'array'),
  mailbox_hashes jsonb not null default '[]' check (jsonb_typeof(mailbox_hashes) = 'array'),
  key_check text not null check (key_check ~ '^[0-9a-f]{64}$'),
  kept_records jsonb not null default '[]' check (jsonb_typeof(kept_records) = 'array'),
  blanked jsonb not null default '[]' check (jsonb_typeof(blanked) = 'array'),
  finished_steps jsonb not null default '["records"]' check (jsonb_typeof(finished_steps) = 'array'),
  deleted_row_count integer not null default 0 check (deleted_row_count >= 0),
  emptied_row_count integer not null default 0 check (emptied_row_count >= 0),
  files jsonb not null default '[]' check (jsonb_typeof(files) = 'array'),
  deleted_file_count integer not null default 0 check (deleted_file_count >= 0),
  logins jsonb not null default '[]' check (jsonb_typeof(logins) = 'array'),
  deleted_login_count integer not null default 0 check (deleted_login_count >= 0),
  build_change bigint,
  site_build text check (site_build in ('requested', 'no_hook')),
  caches_expire_at timestamptz,
  problem text check (char_length(problem) <= 500),
  finished_at timestamptz
);
create index erasures_requested_at_idx on public.erasures (requested_at desc, id desc);
create index erasures_unfinished_idx on public.erasures (requested_at) where finished_at is null;

comment on table public.erasures is
  'People who were erased, without names or addresses, so that they can be erased again after an older backup is restored.';
comment on column public.erasures.records is 'Kinds and ids of the person''s records.';
comment on column public.erasures.mailbox_hashes is
  'HMAC-SHA256 hashes of the person''s email addresses, computed with ERASURE_KEY.';
comment on column public.erasures.key_check is
  'The check value (private.key_check()) of the ERASURE_KEY with which the hashes were computed.';
comment on column public.erasures.kept_records is
  'Records of other people who also had one of these addresses. They must not be erased after a backup is restored.';
comment on column public.erasures.blanked is
  'The tables, columns and ids in which mentions of the person were blanked. They are blanked again after a backup is restored.';
comment on column public.erasures.files is 'Files that still have to be deleted.';
comment on column public.erasures.logins is 'Users in Auth who still have to be deleted.';
comment on column public.erasures.build_change is
  'The number of the content change that a build of the site has to include.';
comment on column public.erasures.problem is 'Why the last attempt at a step failed.';

select private.describe_table(
  'erasures', area => 'owner', archived => false, left_out => 'secrets', audited => true,
  rows => '{area}',
  audited_on => 'insert'
);
select private.describe_columns('erasures', '{requested_by}', kind => 'username');
select private.describe_columns('erasures', '{blanked,files,kept_records,key_check,logins,mailbox_hashes,records}', kind => 'reference');
select private.describe_columns('erasures', '{finished_steps,problem,site_build}', kind => 'state');

alter table public.erasures enable row level security;

create policy "Owners read erasures" on public.erasures
  for select to authenticated
  using ((select private.may('owner')));

grant select on table public.erasures to authenticated;
grant select, update on table public.erasures to service_role;

create function private.mailbox_hash(address text, hash_key text)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(extensions.hmac(lower(address), hash_key, 'sha256'), 'hex');
$$;

create function private.key_check(hash_key text)
returns text
language sql
immutable
set search_path = ''
as $$
  -- No address is hashed to this value, because addresses contain an @.
  select private.mailbox_hash('erasure key', hash_key);
$$;

create function private.lacks_erasure_key(hash_keys jsonb)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.erasures as erasure
    where erasure.key_check <> all (array(select private.key_check(given.key) from jsonb_array_elements_text(hash_keys) as given (key)))
  );
$$;

grant execute on function private.lacks_erasure_key(jsonb) to service_role;

create function private.is_erased(kind text, id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.erasures as erasure
    where erasure.records @> jsonb_build_array(jsonb_build_object('kind', is_erased.kind, 'id', is_erased.id))
  );
end;
$$;

create function private.refuse_erased()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  id uuid;
begin
  -- Converting a whole row takes most of the time, and imports add many donations.
  if tg_argv[1] = 'donor_id' then
    id := new.donor_id;
  else
    id := to_jsonb(new) ->> tg_argv[1];
  end if;
  if current_setting('private.erasing', true) is distinct from 'on' and private.is_erased(tg_argv[0], id) then
    raise exception 'the person was erased' using errcode = 'CP060',
      hint = 'This person''s data was erased, so nothing about them can be changed or added.';
  end if;
  return new;
end;
$$;

create trigger refuse_erased
  before update on public.donors
  for each row when (
    (old.first_name, old.last_name, old.email, old.phone, old.address, old.notes, old.tags, old.merged_into_id)
    is distinct from (new.first_name, new.last_name, new.email, new.phone, new.address, new.notes, new.tags, new.merged_into_id)
  )
  execute function private.refuse_erased('donor', 'id');

create trigger refuse_erased
  before insert on public.donations
  for each row when (new.method <> 'online')
  execute function private.refuse_erased('donor', 'donor_id');

create trigger refuse_erased
  before insert on public.noncash_donations
  for each row execute function private.refuse_erased('donor', 'donor_id');

create trigger refuse_erased
  before insert on public.donor_tasks
  for each row execute function private.refuse_erased('donor', 'donor_id');

create trigger refuse_erased
  before insert or update of donor_id on public.donor_emails
  for each row execute function private.refuse_erased('donor', 'donor_id');

create trigger refuse_erased
  before update on public.volunteers
  for each row when (
    (
      old.name, old.email, old.former_emails, old.phone, old.zip_code, old.city, old.state, old.availability, old.interests,
      old.emergency_contact_name, old.emergency_contact_phone, old.notes, old.tags, old.account_id, old.is_active,
      old.merged_into_id
    ) is distinct from (
      new.name, new.email, new.former_emails, new.phone, new.zip_code, new.city, new.state, new.availability, new.interests,
      new.emergency_contact_name, new.emergency_contact_phone, new.notes, new.tags, new.account_id, new.is_active,
      new.merged_into_id
    )
  )
  execute function private.refuse_erased('volunteer', 'id');

create trigger refuse_erased
  before insert or update of volunteer_id on public.volunteer_qualifications
  for each row execute function private.refuse_erased('volunteer', 'volunteer_id');

create trigger refuse_erased
  before update on public.volunteer_applications
  for each row when (
    (
      old.status, old.first_name, old.last_name, old.email, old.phone, old.zip_code, old.city, old.state, old.interests,
      old.review_notes, old.user_id
    ) is distinct from (
      new.status, new.first_name, new.last_name, new.email, new.phone, new.zip_code, new.city, new.state, new.interests,
      new.review_notes, new.user_id
    )
  )
  execute function private.refuse_erased('volunteer_application', 'id');

comment on function private.mailbox_hash(text, text) is 'Returns the keyed hash of an email address.';
comment on function private.key_check(text) is
  'Returns a value that tells whether an ERASURE_KEY is the one that an erasure''s hashes were computed with.';
comment on function private.lacks_erasure_key(jsonb) is
  'Returns whether an earlier erasure''s hashes were computed with a key other than these values of ERASURE_KEY.';
comment on function private.is_erased(text, uuid) is 'Returns whether this record belongs to a person who was erased.';
comment on function private.refuse_erased() is
  'Refuses writes about a person who was erased, such as by an administrator who still had the person''s page open. '
  'The arguments are the kind of the record and the column with its ID.';

create function private.rows_by_table(person jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(entry.table_name, entry.keys), '{}')
  from (
    select found.table_name, jsonb_agg(found.row_key order by found.row_key) as keys
    from private.person_rows(person) as found
    group by found.table_name
  ) as entry;
$$;

create function private.erased_files(person jsonb, rows jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with shown (folder) as (
    select private.picture_folder(story.image_url) from public.testimonials as story
      where story.id = any (private.json_ids(rows -> 'testimonials'))
    union select private.picture_folder(highlight.image_url) from public.volunteer_highlights as highlight
      where highlight.id = any (private.json_ids(rows -> 'volunteer_highlights'))
    union select private.picture_folder(member.image_url) from public.team_members as member
      where member.id = any (private.json_ids(rows -> 'team_members'))
  ),
  own as (
    select shown.folder from shown
    where shown.folder is not null
      -- Posts and pages may also show a team member's picture.
      and not exists (
        select from (
          select story.image_url as shown_in from public.testimonials as story
            where story.id <> all (private.json_ids(rows -> 'testimonials'))
          union all select member.image_url from public.team_members as member
            where member.id <> all (private.json_ids(rows -> 'team_members'))
          union all select concat_ws(' ', post.image_url, post.content) from public.blog_posts as post
          union all select concat_ws(' ', draft.image_url, draft.content) from public.blog_post_drafts as draft
          union all select concat_ws(' ', section.image_url, section.content) from public.section_content as section
          union all select hero.image_url from public.hero_section as hero
        ) as other
        where position(shown.folder in other.shown_in) > 0
      )
  )
  select coalesce(jsonb_agg(jsonb_build_object('bucket', file.bucket_id, 'name', file.name) order by file.name), '[]')
  from storage.objects as file
  where file.bucket_id in ('images', 'uploads')
    and (
      private.picture_folder(file.name) in (select own.folder from own)
      or split_part(regexp_replace(file.name, '^waiting/', ''), '/', 1) = 'highlights'
        and split_part(regexp_replace(file.name, '^waiting/', ''), '/', 2)
          in (select login.id from jsonb_array_elements_text(person -> 'logins') as login (id))
    );
$$;

create function private.erase_history(rows jsonb, mailboxes text[])
returns integer
language plpgsql
set search_path = ''
as $$
declare
  patterns constant text[] := private.patterns_of(mailboxes);
  word_patterns constant text[] := private.word_patterns_of(mailboxes);
  changed integer;
begin
  with affected (id, is_own) as (
    select known.key::bigint, false from jsonb_array_elements_text(rows -> 'audit_log') as known (key)
    union all
    select entry.id, true
    from jsonb_each(rows) as listed
    cross join jsonb_array_elements_text(listed.value) as known (key)
    join public.audit_log as entry on entry.table_name = listed.key and entry.row_id = known.key
  ),
  own as (
    select entry.id,
      array(
        select unnest(private.personal_columns(entry.table_name)) where bool_or(affected.is_own)
        -- Every value that mentions one of the person's addresses is erased, too.
        union select field.key from jsonb_each_text(entry.before) as field
          where private.mentions(field.value, patterns, word_patterns)
        union select field.key from jsonb_each_text(entry.after) as field
          where private.mentions(field.value, patterns, word_patterns)
      ) as columns
    from affected
    join public.audit_log as entry on entry.id = affected.id
    group by entry.id
  )
  update public.audit_log as entry
  set before = private.erase_values(entry.before, own.columns), after = private.erase_values(entry.after, own.columns)
  from own
  where entry.id = own.id
    and (entry.before, entry.after)
      is distinct from (private.erase_values(entry.before, own.columns), private.erase_values(entry.after, own.columns));
  get diagnostics changed = row_count;
  return changed;
end;
$$;

create function private.past_registrations(rows jsonb)
returns table (event_id uuid, joined integer, absent integer, hours numeric)
language sql
stable
set search_path = ''
as $$
  select meeting.id, count(*)::integer, (count(*) filter (where registration.attendance = 'absent'))::integer,
    coalesce(sum(counted.hours), 0)
  from public.volunteer_event_registrations as registration
  join public.events as meeting on meeting.id = registration.event_id
  left join private.counted_shifts as counted on counted.registration_id = registration.id
  where registration.id = any (private.json_ids(rows -> 'volunteer_event_registrations')) and meeting.ends_at < now()
    and (registration.attendance <> 'absent' or not registration.gave_up_spot)
  group by meeting.id;
$$;

create function private.erase_table(known_table text, action text, keys text[], erased_before timestamptz)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
  condition text := private.row_filter(known_table);
  columns constant text := (
    select string_agg(format('%I', known.name), ', ')
    from private.columns as known where known.table_name = known_table and known.replacement is not null
  );
begin
  if known_table = 'locations' then
    -- The location may have a different contact person now.
    condition := condition || ' and entry.updated_at <= $2';
  elsif exists (
    select from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', known_table)::regclass and attribute.attname = 'created_at'
  ) then
    condition := condition || ' and entry.created_at <= $2';
  end if;
  if action = 'delete' then
    execute format('delete from public.%I as entry where %s', known_table, condition) using keys, erased_before;
  else
    execute format(
      'update public.%1$I as entry
        set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, private.erased_row(%1$L, to_jsonb(entry))))
        where %3$s and to_jsonb(entry) <> private.erased_row(%1$L, to_jsonb(entry))',
      known_table, columns, condition
    ) using keys, erased_before;
  end if;
  get diagnostics changed = row_count;
  return changed;
end;
$$;

create function private.erase_rows(rows jsonb, mailboxes text[], erased_before timestamptz default 'infinity')
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  known record;
  changed integer;
  deleted integer := 0;
  emptied integer := 0;
  past constant jsonb := (select jsonb_agg(to_jsonb(entry)) from private.past_registrations(rows) as entry);
begin
  perform set_config('private.erasing', 'on', true);
  for known in
    select * from private.tables as entry
    where entry.erasure is not null and entry.name <> 'audit_log' and rows ? entry.name
    order by entry.erase_order
  loop
    changed := private.erase_table(known.name, known.erasure, private.json_texts(rows -> known.name), erased_before);
    deleted := deleted + case when known.erasure = 'delete' then changed else 0 end;
    emptied := emptied + case when known.erasure = 'empty' then changed else 0 end;
  end loop;
  update public.events as meeting
  set registered_volunteers = meeting.registered_volunteers + kept.joined,
    absent_volunteers = meeting.absent_volunteers + kept.absent,
    erased_hours = meeting.erased_hours + kept.hours
  from jsonb_to_recordset(past) as kept (event_id uuid, joined integer, absent integer, hours numeric)
  where meeting.id = kept.event_id;
  update public.volunteer_shifts as shift
  set signed_up_volunteers = least(shift.max_volunteers, shift.signed_up_volunteers + kept.joined)
  from jsonb_to_recordset(past) as kept (event_id uuid, joined integer)
  where shift.event_id = kept.event_id;
  -- The history comes last, because deleting and emptying rows adds entries to it.
  emptied := emptied + private.erase_history(rows, mailboxes);
  perform set_config('private.erasing', '', true);
  return jsonb_build_object('deleted', deleted, 'emptied', emptied);
end;
$$;

create function private.lock_person(person jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  donor_ids constant uuid[] := private.json_ids(person -> 'donors');
begin
  perform private.await_other_merges('donor');
  perform private.await_other_merges('volunteer');
  perform private.await_administrator_changes();
  -- Tables are locked in the order of private.moved_columns.
  perform from public.subscriptions as entry where entry.donor_id = any (donor_ids) order by entry.id for no key update;
  perform from public.donations as entry where entry.donor_id = any (donor_ids) order by entry.id for no key update;
  perform from public.noncash_donations as entry where entry.donor_id = any (donor_ids) order by entry.id for no key update;
  perform from public.donors as entry where entry.id = any (donor_ids) order by entry.id for update;
end;
$$;

comment on function private.rows_by_table(jsonb) is 'Returns the keys of all rows of a person, by table.';
comment on function private.erased_files(jsonb, jsonb) is
  'Returns a person''s files: the pictures in their rows that nothing else shows, and everything in their folders.';
comment on function private.erase_history(jsonb, text[]) is
  'In the audit log, replaces the personal values of these rows, and all values that mention the addresses, with '
  '"erased".';
comment on function private.past_registrations(jsonb) is
  'Counts a person''s registrations for past events, so that the events'' figures stay the same when the '
  'registrations are deleted.';
comment on function private.erase_table(text, text, text[], timestamptz) is
  'Deletes or empties rows of one table, unless they are newer than the given time. Returns the number of rows.';
comment on function private.erase_rows(jsonb, text[], timestamptz) is
  'Erases these rows in all tables. Erasing them again changes nothing.';
comment on function private.lock_person(jsonb) is
  'Waits until running merges, payments by the person and changes to administrators have finished, and blocks new '
  'ones.';

create function private.erasure_obstacles(person jsonb, rows jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with ids as (
    select private.json_ids(person -> 'donors') as donors, private.json_ids(person -> 'logins') as logins
  ),
  obstacles (sentence) as (
    select 'This person was already erased.'
    where exists (
      select from jsonb_array_elements(private.records_of(person)) as record
      -- The location may have a different contact person now.
      where record ->> 'kind' <> 'location' and private.is_erased(record ->> 'kind', (record ->> 'id')::uuid)
    )
    union all
    select format('%s is an administrator. Remove them under Settings, Team first.', administrator.username)
    from ids, public.users as administrator
    where administrator.id = any (ids.logins) and administrator.user_type = 'admin'
    union all
    select format('%s of %s a month %s still active. Cancel %s first, so that nothing more is charged.',
      private.count_with_noun(count(*), 'recurring donation', 'recurring donations'),
      private.dollars(sum(subscription.amount)),
      case when count(*) = 1 then 'is' else 'are' end, case when count(*) = 1 then 'it' else 'them' end)
    from ids, public.subscriptions as subscription
    where subscription.donor_id = any (ids.donors)
      and (
        subscription.status in ('active', 'past_due', 'paused')
        or subscription.status = 'incomplete' and subscription.created_at > now() - interval '1 hour'
      )
    having count(*) > 0
    union all
    select 'A donation is being paid right now. Wait until it has gone through or failed.'
    where exists (
      select from ids, public.donations as donation
      where donation.donor_id = any (ids.donors) and donation.status = 'pending'
        and (donation.processing_at is not null or donation.created_at > now() - interval '1 hour')
    )
    union all
    select 'An import with rows of this person is underway. Finish or discard it first.'
    where exists (
      select from public.imports as entry
      join jsonb_array_elements_text(rows -> 'import_rows') as staged (key) on staged.key like entry.id || ':%'
      where entry.state in ('checking', 'importing', 'undoing')
    )
  )
  select coalesce(jsonb_agg(obstacles.sentence), '[]') from obstacles;
$$;

comment on function private.erasure_obstacles(jsonb, jsonb) is 'Returns why a person can''t be erased now, one sentence for each reason.';

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
    'mentions', private.mentions_of(private.words_of(person), rows),
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

create function private.mail_blanked_mentions(erasure public.erasures)
returns void
language sql
set search_path = ''
as $$
  select private.queue_email(
    'Mentions Blanked', owner.email, owner.name,
    jsonb_build_object('changedBy', private.actor_name(), 'mentionCount', private.count_chosen(erasure.blanked)),
    'mentions-blanked:' || erasure.id || ':' || owner.id
  )
  from private.owner_addresses() as owner
  where erasure.blanked <> '[]' and owner.id is distinct from auth.uid();
$$;

create function private.start_erasure(
  records jsonb, confirmation text, fingerprint text, hash_keys jsonb, chosen_mentions jsonb default '[]'
)
returns jsonb
language plpgsql
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
  -- Otherwise, a restore with the right key couldn't repeat this erasure.
  if private.lacks_erasure_key(hash_keys) then
    raise exception 'ERASURE_KEY lacks the key of an earlier erasure' using errcode = 'CP063';
  end if;
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

  insert into public.erasures (records, mailbox_hashes, key_check, kept_records, blanked, files, logins)
  values (
    private.records_of(person),
    (
      select coalesce(jsonb_agg(private.mailbox_hash(mailbox.address, hash_keys ->> 0)), '[]')
      from jsonb_array_elements_text(person -> 'mailboxes') as mailbox (address)
    ),
    private.key_check(hash_keys ->> 0),
    (
      select coalesce(jsonb_agg(distinct jsonb_build_object('kind', other.kind, 'id', other.id)), '[]')
      from private.other_records_with(private.json_texts(person -> 'mailboxes'), person) as other
    ),
    chosen_mentions,
    private.erased_files(person, rows),
    person -> 'logins'
  )
  returning * into erasure;
  -- Before the person's rows, in which the words are found.
  if private.blank_mentions(chosen_mentions, private.words_of(person), rows) <> private.count_chosen(chosen_mentions) then
    raise exception 'a chosen mention has changed' using errcode = 'CP062';
  end if;
  perform private.mail_blanked_mentions(erasure);
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

grant execute on function private.start_erasure(jsonb, text, text, jsonb, jsonb) to authenticated;

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
comment on function private.mail_blanked_mentions(public.erasures) is
  'Emails all other owners that mentions were blanked, and by whom.';
comment on function private.start_erasure(jsonb, text, text, jsonb, jsonb) is
  'Erases a person''s rows, so that no response contains them anymore, and records what is left to do. Refuses if the '
  'data has changed since the preview. hash_keys are the values of ERASURE_KEY. chosen_mentions are what private.blank_mentions() '
  'expects. For owners.';

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

create function private.erasure_list()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', erasure.id, 'requestedAt', erasure.requested_at, 'requestedBy', erasure.requested_by,
      'records', erasure.records, 'mailboxHashes', erasure.mailbox_hashes, 'keyCheck', erasure.key_check,
      'keptRecords', erasure.kept_records, 'blanked', erasure.blanked
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
  union select lower(entry.contact_email) from public.volunteers as entry where entry.created_at <= known_before
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
  insert into public.erasures (id, requested_by, requested_at, records, mailbox_hashes, key_check, kept_records, blanked)
  values (
    (item ->> 'id')::uuid, item ->> 'requestedBy', moment, item -> 'records', item -> 'mailboxHashes',
    item ->> 'keyCheck', item -> 'keptRecords', item -> 'blanked'
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
  perform private.blank_mentions(item -> 'blanked', private.words_of(person), rows);
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
