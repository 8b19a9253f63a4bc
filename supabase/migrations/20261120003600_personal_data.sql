set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.restores (
  backup_id uuid primary key,
  backup_taken_at timestamptz not null,
  manifest_sha256 text not null check (char_length(manifest_sha256) = 64),
  restored_at timestamptz not null default now()
);

comment on table public.restores is
  'The backups that `npm run restore` has restored into this database. Each row is written in the same transaction as '
  'the restored rows, so a restore without a row in this table isn''t complete. Not included in backups. Server only.';
comment on column public.restores.backup_id is 'The backup''s id, from its manifest.';
comment on column public.restores.manifest_sha256 is
  'The checksum of the manifest, so that a changed backup with the same id isn''t taken for the one that was restored.';

select private.describe_table('restores', archived => false, left_out => 'operation', audited => false);
select private.describe_columns('restores', '{backup_id,manifest_sha256}', kind => 'reference');

alter table public.restores enable row level security;

create policy "No API access to restores" on public.restores
  for all to anon, authenticated
  using (false)
  with check (false);

create table public.privacy_settings (
  id uuid primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  ledger_years integer not null default 7 check (ledger_years between 1 and 99),
  updated_at timestamptz not null default now()
);
insert into public.privacy_settings default values;

comment on table public.privacy_settings is 'One row with the owners'' settings for requests about personal data.';
comment on column public.privacy_settings.ledger_years is
  'How many years the law requires us to keep what identifies a payment, such as Stripe''s IDs, after its donor is erased.';

select private.describe_table(
  'privacy_settings', area => 'owner', archived => true, audited => true,
  rows => '{area}', admins_write => '{update}'
);

alter table public.privacy_settings enable row level security;

create policy "Owners read the privacy settings" on public.privacy_settings
  for select to authenticated
  using ((select private.may('owner')));

create policy "Owners change the privacy settings" on public.privacy_settings
  for update to authenticated
  using ((select private.may('owner')));

grant select on table public.privacy_settings to authenticated;
grant update (ledger_years) on table public.privacy_settings to authenticated;
grant select on table public.privacy_settings to service_role;

-- Finding, exporting and erasing a person's data all read the descriptions of tables and columns, so that none of them
-- misses any data. A test compares the descriptions with the schema.

create function private.ledger_years()
returns integer
language sql
stable
set search_path = ''
as $$
  select coalesce((select setting.ledger_years from public.privacy_settings as setting), 7);
$$;

comment on function private.ledger_years() is
  'How many years the law requires us to keep donation receipts and the details that identify each payment.';

create function private.replaced(replacement text, kept jsonb, column_name text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  value constant jsonb := kept -> column_name;
begin
  case replacement
    when 'nothing' then return 'null';
    when 'no' then return 'false';
    when 'yes' then return 'true';
    when 'empty text' then return '""';
    when 'empty list' then return '[]';
    when 'empty object' then return '{}';
    when 'Erased' then return '"Erased"';
    when 'Erased if any' then return case when value <> 'null' then '"Erased"'::jsonb else value end;
    when 'donor' then return '"donor"';
    when 'volunteer' then return '"volunteer"';
    when 'Erased volunteer' then return '"Erased volunteer"';
    when 'erased address' then return case when value <> 'null' then '"erased@erased.invalid"'::jsonb else value end;
    when 'own erased address' then return to_jsonb('erased-' || (kept ->> 'id') || '@erased.invalid');
    -- Refunds and disputes need these IDs.
    when 'kept for the ledger' then
      return case
        when (kept ->> 'created_at')::timestamptz > now() - make_interval(years => private.ledger_years()) then value
        else 'null'
      end;
    when 'time of erasure' then return case when value <> 'null' then value else to_jsonb(now()) end;
    -- A merge that was already undone can't be undone again.
    when 'end of undo' then
      return case when value <> 'null' or kept ->> 'undone_at' is not null then value else to_jsonb(now()) end;
    -- Otherwise, the application would wait for a decision.
    when 'rejected' then return case when value = '"pending"' then '"rejected"'::jsonb else value end;
    when 'all hours' then return kept -> 'total_hours';
  end case;
end;
$$;

create function private.erased_row(table_name text, kept jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select kept || jsonb_object_agg(known.name, private.replaced(known.replacement, kept, known.name))
  from private.columns as known
  where known.table_name = erased_row.table_name and known.replacement is not null;
$$;

create function private.personal_columns(table_name text)
returns text[]
language sql
stable
set search_path = ''
as $$
  select array_agg(known.name)
  from private.columns as known
  where known.table_name = personal_columns.table_name
    and (known.kind in ('personal', 'note') or known.replacement is not null);
$$;

create function private.primary_key(table_name text)
returns table (name text, type text)
language sql
stable
set search_path = ''
as $$
  select attribute.attname, format_type(attribute.atttypid, null)
  from pg_catalog.pg_index as index
  cross join unnest(index.indkey::smallint[]) with ordinality as part (number, position)
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = part.number
  where index.indrelid = format('public.%I', primary_key.table_name)::regclass and index.indisprimary
  order by part.position;
$$;

create function private.row_filter(table_name text)
returns text
language sql
stable
set search_path = ''
as $$
  -- Uses the type of a key with one column, so that the table's index is used.
  select case count(*)
    when 1 then min(format('entry.%I = any ($1::%s[])', key.name, key.type))
    else string_agg(format('entry.%I', key.name), ' || '':'' || ') || ' = any ($1)'
  end
  from private.primary_key(row_filter.table_name) as key;
$$;

comment on function private.replaced(text, jsonb, text) is
  'Returns what an erasure leaves in a column of a row, given the name of the replacement.';
comment on function private.erased_row(text, jsonb) is 'Returns the row as an erasure leaves it.';
comment on function private.personal_columns(text) is
  'Lists a table''s columns with personal data, and those that an erasure changes along with them. Generated columns '
  'change along with the columns that they are computed from.';
comment on function private.primary_key(text) is 'Returns the columns of a table''s primary key, in their order.';
-- The archive reads each table in the order of its key.
grant execute on function private.primary_key(text) to service_role;
comment on function private.row_filter(text) is
  'Returns the condition that finds the rows with the keys in $1, as person_rows() returns them: text and, if a key has '
  'several columns, joined by colons.';

create function private.json_ids(ids jsonb)
returns uuid[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg(entry.id::uuid), '{}') from jsonb_array_elements_text(coalesce(ids, '[]')) as entry (id);
$$;

create function private.json_texts(texts jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg(entry.value), '{}') from jsonb_array_elements_text(coalesce(texts, '[]')) as entry (value);
$$;

create function private.chosen_ids(records jsonb, variadic kinds text[])
returns uuid[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg(distinct (record ->> 'id')::uuid), '{}')
  from jsonb_array_elements(records) as record
  where record ->> 'kind' = any (kinds);
$$;

create function private.same_people(merged_table regclass, ids uuid[])
returns uuid[]
language plpgsql
stable
set search_path = ''
as $$
declare
  same_ids uuid[];
begin
  execute format(
    'with recursive same as (
      select entry.id, entry.merged_into_id from %1$s as entry where entry.id = any ($1)
      union
      select entry.id, entry.merged_into_id
      from same
      join %1$s as entry on entry.id = same.merged_into_id or entry.merged_into_id = same.id
    )
    select coalesce(array_agg(same.id), ''{}'') from same',
    merged_table
  ) into same_ids using ids;
  return same_ids;
end;
$$;

create function private.addresses_of(person jsonb)
returns text[]
language sql
stable
set search_path = ''
as $$
  with ids as (
    select private.json_ids(person -> 'donors') as donors, private.json_ids(person -> 'logins') as logins,
      private.json_ids(person -> 'volunteers') as volunteers, private.json_ids(person -> 'applications') as applications,
      private.json_ids(person -> 'invitations') as invitations, private.json_ids(person -> 'tributes') as tributes
  ),
  known (address) as (
    select donor.email from ids, public.donors as donor where donor.id = any (ids.donors)
    union select entry.email_key from ids, public.donor_emails as entry where entry.donor_id = any (ids.donors)
    union select donation.email from ids, public.donations as donation where donation.donor_id = any (ids.donors)
    union select entry.email from ids, public.subscriptions as entry where entry.donor_id = any (ids.donors)
    union select detail.value from ids, public.former_donor_details as detail
      where detail.field = 'email' and detail.donor_id = any (ids.donors)
    union select login.email from ids, auth.users as login where login.id = any (ids.logins)
    union select account.email from ids, public.volunteer_accounts as account where account.id = any (ids.logins)
    union select volunteer.email from ids, public.volunteers as volunteer where volunteer.id = any (ids.volunteers)
    union select volunteer.contact_email from ids, public.volunteers as volunteer where volunteer.id = any (ids.volunteers)
    union select jsonb_array_elements_text(volunteer.former_emails) from ids, public.volunteers as volunteer
      where volunteer.id = any (ids.volunteers)
    union select merge.merged_email from ids, public.volunteer_merges as merge
      where merge.kept_id = any (ids.volunteers) or merge.merged_id = any (ids.volunteers)
    union select entry.email from ids, public.email_changes as entry where entry.account_id = any (ids.logins)
    union select entry.email from ids, public.volunteer_applications as entry where entry.id = any (ids.applications)
    union select entry.email from ids, public.admin_invitations as entry where entry.id = any (ids.invitations)
    union select tribute.recipient_email from ids, public.tributes as tribute where tribute.id = any (ids.tributes)
  )
  select coalesce(array_agg(distinct lower(known.address)), '{}')
  from known
  where known.address not like '%@erased.invalid' and known.address not like '%@merged.invalid';
$$;

create function private.people_with_addresses(addresses text[])
returns table (address text, kind text, id uuid)
language sql
stable
set search_path = ''
as $$
  select entry.email_key, 'donor', entry.donor_id from public.donor_emails as entry where entry.email_key = any (addresses)
  union select lower(donor.email), 'donor', donor.id from public.donors as donor where lower(donor.email) = any (addresses)
  union select lower(entry.email), 'volunteer', entry.id from public.volunteers as entry where lower(entry.email) = any (addresses)
  union select lower(entry.contact_email), 'volunteer', entry.id from public.volunteers as entry
    where lower(entry.contact_email) = any (addresses)
  union select lower(detail.value), 'donor', detail.donor_id
    from public.former_donor_details as detail
    where detail.field = 'email' and lower(detail.value) = any (addresses)
  union select own.address, 'volunteer', entry.id
    from unnest(addresses) as own (address)
    join public.volunteers as entry on entry.former_emails ? own.address
  union select entry.email, 'login', entry.account_id from public.email_changes as entry where entry.email = any (addresses)
  union select lower(entry.email), 'volunteer_application', entry.id from public.volunteer_applications as entry
    where lower(entry.email) = any (addresses)
  union select entry.email, 'admin_invitation', entry.id from public.admin_invitations as entry
    where entry.email = any (addresses)
  union select lower(login.email), 'login', login.id from auth.users as login where lower(login.email) = any (addresses);
$$;

create function private.other_records_with(addresses text[], person jsonb)
returns table (address text, kind text, id uuid)
language sql
stable
set search_path = ''
as $$
  select other.address, other.kind, other.id
  from private.people_with_addresses(addresses) as other
  where other.id <> all (
    private.json_ids(person -> 'donors') || private.json_ids(person -> 'volunteers')
    || private.json_ids(person -> 'applications') || private.json_ids(person -> 'invitations')
    || private.json_ids(person -> 'logins')
  );
$$;

create function private.person_of(records jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  donors constant uuid[] := private.same_people('public.donors', private.chosen_ids(records, 'donor'));
  volunteers uuid[] := private.same_people('public.volunteers', private.chosen_ids(records, 'volunteer'));
  applications uuid[] := private.chosen_ids(records, 'volunteer_application');
  invitations constant uuid[] := private.chosen_ids(records, 'admin_invitation');
  logins uuid[] := private.chosen_ids(records, 'login', 'volunteer_account', 'administrator');
  person jsonb;
  addresses text[];
begin
  logins := array(
    select unnest(logins)
    union select entry.account_id from public.volunteers as entry where entry.id = any (volunteers)
    union select entry.user_id from public.volunteer_applications as entry where entry.id = any (applications)
    union select entry.user_id from public.admin_invitations as entry where entry.id = any (invitations)
    except select null
  );
  volunteers := private.same_people('public.volunteers', array(
    select unnest(volunteers) union select entry.id from public.volunteers as entry where entry.account_id = any (logins)
  ));
  logins := array(
    select unnest(logins)
    union select unnest(private.same_people('public.volunteer_accounts', logins))
    union select entry.account_id from public.volunteers as entry
      where entry.id = any (volunteers) and entry.account_id is not null
  );
  applications := array(
    select unnest(applications)
    -- Someone else may have applied from the same mailbox.
    union select entry.id from public.volunteer_applications as entry
      where entry.person_id = any (volunteers) or (entry.person_id is null and entry.user_id = any (logins))
  );
  person := jsonb_build_object(
    'donors', donors, 'logins', logins, 'volunteers', volunteers, 'applications', applications, 'invitations', invitations,
    'tributes', private.chosen_ids(records, 'tribute'), 'testimonials', private.chosen_ids(records, 'testimonial'),
    'letters', private.chosen_ids(records, 'children_letter'), 'members', private.chosen_ids(records, 'team_member'),
    'locations', private.chosen_ids(records, 'location')
  );
  addresses := private.addresses_of(person);
  return person || jsonb_build_object(
    'addresses', addresses,
    'mailboxes', array(
      select lower(record ->> 'id') from jsonb_array_elements(records) as record where record ->> 'kind' = 'mailbox'
      union
      -- An address that someone else also has counts as this person's only if it was chosen explicitly.
      select own.address from unnest(addresses) as own (address)
      where not exists (select from private.other_records_with(array[own.address], person))
    )
  );
end;
$$;

create function private.names_of(person jsonb)
returns text[]
language sql
stable
set search_path = ''
as $$
  with ids as (
    select private.json_ids(person -> 'donors') as donors, private.json_ids(person -> 'logins') as logins,
      private.json_ids(person -> 'volunteers') as volunteers, private.json_ids(person -> 'applications') as applications
  ),
  known (name) as (
    select donor.first_name || ' ' || donor.last_name from ids, public.donors as donor where donor.id = any (ids.donors)
    union select donation.first_name || ' ' || donation.last_name from ids, public.donations as donation
      where donation.donor_id = any (ids.donors)
    union select entry.first_name || ' ' || entry.last_name from ids, public.subscriptions as entry
      where entry.donor_id = any (ids.donors)
    union select detail.value from ids, public.former_donor_details as detail
      where detail.field = 'name' and detail.donor_id = any (ids.donors)
    union select volunteer.name from ids, public.volunteers as volunteer where volunteer.id = any (ids.volunteers)
    union select entry.first_name || ' ' || entry.last_name from ids, public.volunteer_accounts as entry
      where entry.id = any (ids.logins)
    union select entry.first_name || ' ' || entry.last_name from ids, public.volunteer_applications as entry
      where entry.id = any (ids.applications)
    union select entry.username from ids, public.users as entry where entry.id = any (ids.logins)
    union select story.name from public.testimonials as story where story.id = any (private.json_ids(person -> 'testimonials'))
    union select letter.writer from public.children_letters as letter where letter.id = any (private.json_ids(person -> 'letters'))
    union select member.name from public.team_members as member where member.id = any (private.json_ids(person -> 'members'))
    union select place.contact_person_name from public.locations as place where place.id = any (private.json_ids(person -> 'locations'))
    union select tribute.recipient_name from public.tributes as tribute where tribute.id = any (private.json_ids(person -> 'tributes'))
  )
  select coalesce(array_agg(distinct btrim(known.name)), '{}')
  from known
  where btrim(known.name) not in ('', 'Erased donor', 'Erased volunteer');
$$;

create function private.records_of(person jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', named.kind, 'id', given.id)), '[]')
  from (values
    ('donors', 'donor'), ('volunteers', 'volunteer'), ('applications', 'volunteer_application'), ('logins', 'login'),
    ('invitations', 'admin_invitation'), ('tributes', 'tribute'), ('testimonials', 'testimonial'),
    ('letters', 'children_letter'), ('members', 'team_member'), ('locations', 'location')
  ) as named (list, kind)
  cross join jsonb_array_elements_text(person -> named.list) as given (id);
$$;

comment on function private.chosen_ids(jsonb, text[]) is 'Returns the ids of the chosen records of these kinds.';
comment on function private.same_people(regclass, uuid[]) is
  'Returns these donors, volunteers or accounts, along with those that were merged into them or that they were merged '
  'into.';
comment on function private.addresses_of(jsonb) is 'Returns all email addresses in a person''s records, in lowercase.';
comment on function private.json_ids(jsonb) is 'Converts a JSON array of ids into a Postgres array.';
comment on function private.json_texts(jsonb) is 'Converts a JSON array of strings into a Postgres array.';
comment on function private.people_with_addresses(text[]) is
  'Returns the people whose records have these addresses. Cards to a recipient don''t count.';
comment on function private.other_records_with(text[], jsonb) is
  'Returns other people''s records with these addresses.';
comment on function private.person_of(jsonb) is
  'Returns everything that the chosen records lead to: a volunteer''s login, merged donors, and email addresses. '
  'mailboxes are the addresses that only this person has, or that were chosen.';
comment on function private.names_of(jsonb) is 'Returns the names in a person''s records.';
comment on function private.records_of(jsonb) is 'Returns the kinds and ids of a person''s records.';

create function private.donor_rows(donor_ids uuid[])
returns table (table_name text, row_key text)
language sql
stable
set search_path = ''
as $$
  with own_donations as (
    select donation.id from public.donations as donation where donation.donor_id = any (donor_ids)
  ),
  own_merges as (
    select merge.id from public.donor_merges as merge
    where merge.kept_id = any (donor_ids) or merge.merged_id = any (donor_ids)
  )
  select 'donors', unnest(donor_ids)::text
  union all select 'donations', own_donations.id::text from own_donations
  union all select 'donation_adjustments', entry.id::text from public.donation_adjustments as entry
    where entry.donation_id in (select own_donations.id from own_donations)
  union all select 'tributes', entry.id::text from public.tributes as entry
    where entry.donation_id in (select own_donations.id from own_donations)
  union all select 'subscriptions', entry.id::text from public.subscriptions as entry where entry.donor_id = any (donor_ids)
  union all select 'noncash_donations', entry.id::text from public.noncash_donations as entry
    where entry.donor_id = any (donor_ids)
  union all select 'donor_emails', entry.email_key from public.donor_emails as entry where entry.donor_id = any (donor_ids)
  union all select 'former_donor_details', entry.id::text from public.former_donor_details as entry
    where entry.donor_id = any (donor_ids)
  union all select 'donor_tasks', entry.id::text from public.donor_tasks as entry where entry.donor_id = any (donor_ids)
  union all select 'printed_papers', entry.id::text from public.printed_papers as entry
    where entry.donor_id = any (donor_ids)
  union all select 'donor_merges', own_merges.id::text from own_merges
  union all
  select 'merge_moves',
    entry.merge_id || ':' || entry.table_name || ':' || entry.column_name || ':' || entry.row_key
  from public.merge_moves as entry where entry.merge_id in (select own_merges.id from own_merges)
  union all select 'dismissed_duplicates', entry.id::text from public.dismissed_duplicates as entry
    where entry.first_donor_id = any (donor_ids) or entry.second_donor_id = any (donor_ids)
  union all select 'imported_records', entry.kind || ':' || entry.source || ':' || entry.source_id
    from public.imported_records as entry where entry.kind = 'donor' and entry.record_id = any (donor_ids)
  union all select 'import_fills', entry.import_id || ':' || entry.record_id || ':' || entry.field
    from public.import_fills as entry where entry.record_id = any (donor_ids);
$$;

create function private.volunteer_rows(volunteer_ids uuid[], application_ids uuid[])
returns table (table_name text, row_key text)
language sql
stable
set search_path = ''
as $$
  with own_merges as (
    select merge.id from public.volunteer_merges as merge
    where merge.kept_id = any (volunteer_ids) or merge.merged_id = any (volunteer_ids)
  )
  select 'volunteers', unnest(volunteer_ids)::text
  union all select 'volunteer_merges', own_merges.id::text from own_merges
  union all
  select 'merge_moves',
    entry.merge_id || ':' || entry.table_name || ':' || entry.column_name || ':' || entry.row_key
  from public.merge_moves as entry where entry.merge_id in (select own_merges.id from own_merges)
  union all select 'dismissed_volunteer_duplicates', entry.id::text from public.dismissed_volunteer_duplicates as entry
    where entry.first_volunteer_id = any (volunteer_ids) or entry.second_volunteer_id = any (volunteer_ids)
  union all select 'volunteer_qualifications', entry.id::text from public.volunteer_qualifications as entry
    where entry.volunteer_id = any (volunteer_ids)
  union all select 'volunteer_event_registrations', entry.id::text from public.volunteer_event_registrations as entry
    where entry.person_id = any (volunteer_ids)
  union all select 'shift_waitlist', entry.id::text from public.shift_waitlist as entry
    where entry.person_id = any (volunteer_ids)
  union all select 'hour_entries', entry.id::text from public.hour_entries as entry
    where entry.person_id = any (volunteer_ids)
  -- Emails to a mailbox that someone else has, too, name the person.
  union all select 'email_outbox', mail.id::text
    from public.volunteers as entry
    join public.email_outbox as mail
      on lower(mail.to_email) = lower(entry.contact_email) and mail.to_name = entry.name
    where entry.id = any (volunteer_ids)
  union all select 'volunteer_applications', unnest(application_ids)::text
  union all select 'activation_links', entry.id::text from public.activation_links as entry
    where entry.application_id = any (application_ids)
  union all select 'imported_records', entry.kind || ':' || entry.source || ':' || entry.source_id
    from public.imported_records as entry where entry.kind = 'volunteer' and entry.record_id = any (volunteer_ids)
  union all select 'import_fills', entry.import_id || ':' || entry.record_id || ':' || entry.field
    from public.import_fills as entry where entry.record_id = any (volunteer_ids);
$$;

create function private.login_rows(login_ids uuid[])
returns table (table_name text, row_key text)
language sql
stable
set search_path = ''
as $$
  select 'volunteer_accounts', account.id::text from public.volunteer_accounts as account where account.id = any (login_ids)
  union all select 'email_changes', entry.id::text from public.email_changes as entry
    where entry.account_id = any (login_ids)
  union all select 'volunteer_highlights', entry.id::text from public.volunteer_highlights as entry
    where entry.volunteer_id = any (login_ids)
  union all select 'calendar_feeds', entry.volunteer_id::text from public.calendar_feeds as entry
    where entry.volunteer_id = any (login_ids)
  union all select 'users', person.id::text from public.users as person where person.id = any (login_ids)
  union all select 'second_factor_recoveries', entry.user_id::text from public.second_factor_recoveries as entry
    where entry.user_id = any (login_ids)
  union all select 'password_changes', entry.user_id::text from public.password_changes as entry
    where entry.user_id = any (login_ids)
  union all select 'admin_invitations', entry.id::text from public.admin_invitations as entry
    where entry.user_id = any (login_ids);
$$;

create function private.patterns_of(texts text[])
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg('%' || regexp_replace(lower(given.value), '([\\%_])', '\\\1', 'g') || '%'), '{}')
  from unnest(texts) as given (value);
$$;

create function private.word_patterns_of(texts text[])
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    array_agg(
      '(^|[^[:alnum:]._%+-])' || regexp_replace(lower(given.value), '([^[:alnum:][:space:]@])', '\\\1', 'g')
      || '($|[^[:alnum:].-]|[.-]([^[:alnum:]]|$))'
    ),
    '{}'
  )
  from unnest(texts) as given (value);
$$;

-- Takes patterns instead of texts, because it is called for every row of large tables. PL/pgSQL keeps its plan between
-- rows.
create function private.mentions(words text, patterns text[], word_patterns text[])
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  -- The first condition is fast, and the second one distinguishes ann@example.org from joann@example.org.
  return lower(words) like any (patterns) and lower(words) ~ any (word_patterns);
end;
$$;

create function private.full_names(names text[])
returns text[]
language sql
immutable
set search_path = ''
as $$
  -- A name with a single word would match too many unrelated texts.
  select coalesce(array_agg(given.name), '{}') from unnest(names) as given (name) where given.name like '% %';
$$;

create function private.mailbox_rows(mailboxes text[], names text[])
returns table (table_name text, row_key text)
language sql
stable
set search_path = ''
as $$
  with own as materialized (
    select private.patterns_of(mailboxes) as patterns, private.word_patterns_of(mailboxes) as word_patterns
  ),
  named as materialized (
    select private.patterns_of(mailboxes || names) as patterns, private.word_patterns_of(mailboxes || names) as word_patterns
  )
  select 'email_outbox', mail.id::text from public.email_outbox as mail, own
    where lower(mail.to_email) = any (mailboxes)
      or private.mentions(
        concat_ws(' ', mail.data, mail.tested, mail.subject, mail.last_error), own.patterns, own.word_patterns
      )
  union all select 'donor_links', entry.id::text from public.donor_links as entry where entry.email_key = any (mailboxes)
  union all select 'card_opt_outs', entry.mailbox from public.card_opt_outs as entry
    where entry.mailbox = any (select private.mailbox_of(given.address) from unnest(mailboxes) as given (address))
  union all select 'tributes', entry.id::text from public.tributes as entry
    where lower(entry.recipient_email) = any (mailboxes)
  union all select 'admin_invitations', entry.id::text from public.admin_invitations as entry
    where entry.email = any (mailboxes)
  union all select 'import_rows', entry.import_id || ':' || entry.row_number from public.import_rows as entry, own
    where private.mentions(entry.cells::text, own.patterns, own.word_patterns)
  union all select 'imports', entry.id::text from public.imports as entry, named
    where private.mentions(
      concat_ws(' ', entry.file_name, entry.headings, entry.mapping, entry.meanings, entry.failure), named.patterns, named.word_patterns
    )
  union all select 'idempotency_keys', entry.user_id || ':' || entry.operation || ':' || entry.key
    from public.idempotency_keys as entry, own
    where private.mentions(entry.response::text, own.patterns, own.word_patterns)
  union all select 'audit_log', entry.id::text from public.audit_log as entry, own
    where private.mentions(entry.before::text, own.patterns, own.word_patterns)
      or private.mentions(entry.after::text, own.patterns, own.word_patterns);
$$;

create function private.rows_about(ids text[])
returns table (table_name text, row_key text)
language sql
stable
set search_path = ''
as $$
  -- Emails and stored responses about a row contain its ID. An email's key names its cause, such as receipt:<id of the
  -- donation>. Uses subqueries because they are hashed, whereas arrays take too long for a donor with thousands of
  -- donations.
  select 'email_outbox', mail.id::text from public.email_outbox as mail
    where mail.data ->> 'donationId' in (select unnest(ids))
      or split_part(mail.dedupe_key, ':', 2) in (select unnest(ids))
      or split_part(mail.dedupe_key, ':', 3) in (select unnest(ids))
  union all select 'email_outbox', tribute.email_id::text from public.tributes as tribute
    where tribute.id::text = any (ids) and tribute.email_id is not null
  union all select 'idempotency_keys', entry.user_id || ':' || entry.operation || ':' || entry.key
    from public.idempotency_keys as entry
    where exists (
      select from unnest(string_to_array(entry.response::text, '"')) as part (word) where part.word in (select unnest(ids))
    )
  union all select 'import_rows', verdict.import_id || ':' || verdict.row_number from public.import_verdicts as verdict
    where verdict.person_id::text = any (ids);
$$;

create function private.rows_of_mistaken_owners(person jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  owners constant uuid[] := array(
    select entry.donor_id from public.donor_emails as entry
    where entry.is_mistaken and entry.email_key = any (private.json_texts(person -> 'mailboxes'))
      and entry.donor_id <> all (private.json_ids(person -> 'donors'))
  );
begin
  if cardinality(owners) = 0 then
    return '[]';
  end if;
  return (
    with own as materialized (
      select * from private.donor_rows(owners)
    ),
    about as (
      select own.table_name, own.row_key from own
      union
      select other.table_name, other.row_key
      from private.rows_about(array(
        select own.row_key from own where own.row_key ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
      )) as other
    )
    select jsonb_agg(every.table_name || ' ' || every.row_key)
    from (
      select about.table_name, about.row_key from about
      union
      select 'audit_log', entry.id::text
      from about join public.audit_log as entry on entry.table_name = about.table_name and entry.row_id = about.row_key
    ) as every
  );
end;
$$;

create function private.person_rows(person jsonb)
returns table (table_name text, row_key text)
language plpgsql
stable
set search_path = ''
as $$
declare
  found jsonb;
  others_rows constant jsonb := private.rows_of_mistaken_owners(person);
begin
  select jsonb_agg(distinct to_jsonb(entry)) into found
  from (
    select * from private.donor_rows(private.json_ids(person -> 'donors'))
    union all select * from private.volunteer_rows(
      private.json_ids(person -> 'volunteers'), private.json_ids(person -> 'applications')
    )
    union all select * from private.login_rows(private.json_ids(person -> 'logins'))
    union all select * from private.mailbox_rows(
      private.json_texts(person -> 'mailboxes'), private.full_names(private.names_of(person))
    )
    union all select 'admin_invitations', given.id from jsonb_array_elements_text(person -> 'invitations') as given (id)
    union all select 'tributes', given.id from jsonb_array_elements_text(person -> 'tributes') as given (id)
    union all select 'testimonials', given.id from jsonb_array_elements_text(person -> 'testimonials') as given (id)
    union all select 'children_letters', given.id from jsonb_array_elements_text(person -> 'letters') as given (id)
    union all select 'team_members', given.id from jsonb_array_elements_text(person -> 'members') as given (id)
    union all select 'locations', given.id from jsonb_array_elements_text(person -> 'locations') as given (id)
  ) as entry;
  return query
  with named as (
    select entry ->> 'table_name' as table_name, entry ->> 'row_key' as row_key
    from jsonb_array_elements(coalesce(found, '[]')) as entry
  ),
  about as (
    select named.table_name, named.row_key from named
    union
    select other.table_name, other.row_key
    from private.rows_about(array(
      -- Only UUIDs, because a short row key, such as an audit log entry's number, could match part of an email's key.
      select named.row_key from named where named.row_key ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
    )) as other
  )
  select every.table_name, every.row_key
  from (
    select about.table_name, about.row_key from about
    union
    select 'audit_log', entry.id::text
    from about join public.audit_log as entry on entry.table_name = about.table_name and entry.row_id = about.row_key
  ) as every
  where not others_rows ? (every.table_name || ' ' || every.row_key);
end;
$$;

comment on function private.donor_rows(uuid[]) is
  'Returns the donors'' own rows, their donations, and all other rows that refer to either.';
comment on function private.volunteer_rows(uuid[], uuid[]) is
  'Returns the rows of people in the directory, and of applications.';
comment on function private.login_rows(uuid[]) is 'Returns the rows of people who have a login.';
comment on function private.patterns_of(text[]) is 'Returns the patterns that find these texts within other texts.';
comment on function private.word_patterns_of(text[]) is
  'Returns the patterns that find these texts, but not as part of a longer word or address.';
comment on function private.mentions(text, text[], text[]) is
  'Returns whether a string contains one of the texts from which patterns_of() and word_patterns_of() made these '
  'patterns.';
comment on function private.full_names(text[]) is 'Returns the names that have more than one word.';
comment on function private.mailbox_rows(text[], text[]) is
  'Returns the rows that belong to the email addresses, the rows that mention one of them, and imports that mention '
  'one of the names.';
comment on function private.rows_about(text[]) is
  'Returns emails, stored responses and imported files'' rows that are about these rows.';
comment on function private.rows_of_mistaken_owners(jsonb) is
  'Returns the rows about donors who aren''t this person, but to whom one of the person''s mailboxes leads by mistake: the '
  'person reads that mailbox, but those rows are about someone else.';
comment on function private.person_rows(jsonb) is 'Returns all rows about a person, given the result of person_of().';

create function private.month_of(moment timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select to_char(moment at time zone private.time_zone(), 'FMMonth YYYY');
$$;

create function private.count_with_noun(number numeric, one text, many text)
returns text
language sql
immutable
set search_path = ''
as $$
  select rtrim(to_char(number, 'FM999,999,999,990.99'), '.') || ' ' || case when number = 1 then one else many end;
$$;

create function private.digits_of(text text)
returns text
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(digits_of.text, '[^0-9]', '', 'g');
$$;

create function private.national_digits(phone text)
returns text
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(private.digits_of(phone), '^1([0-9]{10})$', '\1');
$$;

create function private.phone_digits(search text)
returns text
language sql
immutable
set search_path = ''
as $$
  -- Fewer digits would find too many people, and letters mean that it isn't a phone number.
  select case
    when search !~ '[[:alpha:]@]' and length(private.digits_of(search)) >= 4
      then '%' || private.national_digits(search) || '%'
  end;
$$;

-- Finds the same as a list's search: every word, in any order, and words of one or two letters only where a word starts. The
-- longest one comes first, because it is looked up in the index. Null if there are no words.
create function private.search_patterns(search text)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array_agg(
    '%' || case when length(word) < 3 then ' ' else '' end || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    order by length(word) desc
  )
  from regexp_split_to_table(private.fold(search), ' ') as word
  where word <> '';
$$;

create function private.found_donors(patterns text[], digits text)
returns table (kind text, id text, name text, email text, details text, created_at timestamptz)
language sql
stable
set search_path = ''
as $$
  with hits as (
    select donor.id from public.donors as donor
    where ' ' || lower(donor.email) like all (patterns)
    union select entry.donor_id from public.donor_emails as entry where ' ' || entry.email_key like all (patterns)
    union select donation.donor_id from public.donations as donation
      where donation.search_text like patterns[1] and donation.search_text like all (patterns)
    union select total.id from public.donor_totals as total
      where total.search_text like patterns[1]
        and private.search_text(total.first_name || ' ' || total.last_name) like all (patterns)
    union select other.id from public.donors_without_donations as other
      where other.search_text like patterns[1]
        and private.search_text(other.first_name || ' ' || other.last_name) like all (patterns)
    union select entry.donor_id from public.subscriptions as entry
      where private.search_text(entry.first_name || ' ' || entry.last_name || ' ' || entry.email) like patterns[1]
        and private.search_text(entry.first_name || ' ' || entry.last_name || ' ' || entry.email) like all (patterns)
    union select merge.merged_id from public.donor_merges as merge
      where private.search_text(merge.merged_name) like all (patterns)
    union select donor.id from public.donors as donor where private.digits_of(donor.phone) like digits
    union select detail.donor_id from public.former_donor_details as detail
      where detail.field = 'phone' and private.digits_of(detail.value) like digits
  )
  select 'donor', donor.id::text, btrim(known.first_name || ' ' || known.last_name),
    coalesce(donor.email, (
      select min(entry.email_key) from public.donor_emails as entry where entry.donor_id = donor.id
    )),
    'Donor, ' || private.count_with_noun(given.count, 'donation', 'donations')
      || coalesce(', the last in ' || to_char(given.last, 'FMMonth YYYY'), '')
      || case when donor.merged_into_id is null then '' else ', merged into another donor' end
      || case
        when exists (
          select from public.donor_emails as entry
          where entry.donor_id = donor.id and entry.is_mistaken and ' ' || entry.email_key like all (patterns)
        ) then ', found by an address that was a mistake and may be someone else''s'
        else ''
      end,
    donor.created_at
  from (select hits.id from hits limit 60) as hit
  join public.donors as donor on donor.id = hit.id
  cross join lateral private.donor_name(donor.id) as known
  cross join lateral (
    select count(*) as count, max(donation.given_on) as last
    from public.donations as donation where donation.donor_id = donor.id
  ) as given;
$$;

create function private.found_volunteers(patterns text[], digits text)
returns table (kind text, id text, name text, email text, details text, created_at timestamptz)
language sql
stable
set search_path = ''
as $$
  (
    select 'volunteer', volunteer.id::text, volunteer.name, volunteer.email,
      'Volunteer, ' || private.count_with_noun(volunteer.total_hours, 'hour', 'hours'), volunteer.created_at
    from public.volunteers as volunteer
    where volunteer.search_text like patterns[1] and volunteer.search_text like all (patterns)
      or private.digits_of(volunteer.phone) like digits limit 60
  )
  union all
  (
    select 'volunteer_account', account.id::text, btrim(account.first_name || ' ' || account.last_name), account.email,
      'Volunteer''s login' || coalesce(', last used in ' || private.month_of(account.last_login_at), ''), account.created_at
    from public.volunteer_accounts as account
    where account.search_text like patterns[1] and account.search_text like all (patterns) limit 60
  )
  union all
  (
    select 'volunteer_application', entry.id::text, btrim(entry.first_name || ' ' || entry.last_name), entry.email,
      'Application from ' || private.month_of(entry.created_at) || ', ' || entry.status, entry.created_at
    from public.volunteer_applications as entry
    where entry.search_text like patterns[1] and entry.search_text like all (patterns)
      or private.digits_of(entry.phone) like digits limit 60
  )
  union all
  (
    select case when person.user_type = 'admin' then 'administrator' else 'login' end, login.id::text,
      coalesce(person.username, ''), login.email::text,
      case
        when person.user_type = 'admin' then 'Administrator'
        when person.id is not null then 'Former administrator'
        else 'Login without an account'
      end, login.created_at
    from auth.users as login
    left join public.users as person on person.id = login.id
    where private.search_text(concat_ws(' ', login.email, person.username)) like all (patterns)
      and login.email <> private.sign_in_email('')
      and not exists (select from public.volunteer_accounts as account where account.id = login.id and person.id is null)
    limit 60
  )
  union all
  (
    select 'admin_invitation', entry.id::text, '', entry.email,
      'Invitation to the team from ' || private.month_of(entry.created_at), entry.created_at
    from public.admin_invitations as entry where ' ' || entry.email like all (patterns) limit 60
  );
$$;

create function private.found_content(patterns text[])
returns table (kind text, id text, name text, email text, details text, created_at timestamptz)
language sql
stable
set search_path = ''
as $$
  (
    select 'testimonial', story.id::text, story.name, null::text, 'Story: ' || left(story.title, 60), story.created_at
    from public.testimonials as story where story.search_text like patterns[1] and story.search_text like all (patterns) limit 60
  )
  union all
  (
    select 'children_letter', letter.id::text, letter.writer, null, 'Letter: ' || left(letter.text, 60), letter.created_at
    from public.children_letters as letter where private.search_text(letter.writer || ' ' || letter.text) like all (patterns) limit 60
  )
  union all
  (
    select 'team_member', member.id::text, member.name, null, 'Team page: ' || member.role, member.created_at
    from public.team_members as member where private.search_text(member.name) like all (patterns) limit 60
  )
  union all
  (
    select 'location', place.id::text, place.contact_person_name, null, 'Contact at ' || place.name, place.created_at
    from public.locations as place where private.search_text(place.contact_person_name) like all (patterns) limit 60
  )
  union all
  (
    select 'tribute', tribute.id::text, tribute.recipient_name, tribute.recipient_email,
      'Recipient of a card in ' || private.month_of(tribute.created_at), tribute.created_at
    from public.tributes as tribute
    where private.search_text(concat_ws(' ', tribute.recipient_name, tribute.recipient_email)) like all (patterns) limit 60
  )
  union all
  (
    select 'mailbox', lower(mail.to_email), max(mail.to_name), lower(mail.to_email),
      private.count_with_noun(count(*), 'email', 'emails') || ', the last in ' || private.month_of(max(mail.created_at)),
      min(mail.created_at)
    from public.email_outbox as mail
    where mail.search_text like patterns[1]
      and private.search_text(mail.to_name || ' ' || mail.to_email) like all (patterns)
      and mail.to_email not like '%@erased.invalid'
    group by lower(mail.to_email)
    limit 60
  );
$$;

create function private.find_people(search text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  patterns constant text[] := private.search_patterns(search);
begin
  perform private.require_area('owner');
  return (
    with found as (
      select * from private.found_donors(patterns, private.phone_digits(search))
      union all select * from private.found_volunteers(patterns, private.phone_digits(search))
      union all select * from private.found_content(patterns)
    ),
    shown as (
      select * from found
      -- Exact matches come first.
      order by lower(coalesce(found.email, '')) <> lower(search) and private.name_key(coalesce(found.name, '')) <> private.name_key(search),
        lower(coalesce(found.name, '')), found.kind, found.id
      limit 100
    )
    select jsonb_build_object(
      'records', coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', shown.kind, 'id', shown.id, 'name', coalesce(shown.name, ''), 'email', shown.email,
          'details', shown.details, 'createdAt', shown.created_at,
          'sharesEmailWith', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', other.kind, 'id', other.id)), '[]')
            from shown as other
            where lower(other.email) = lower(shown.email) and (other.kind, other.id) <> (shown.kind, shown.id)
          )
        )
        order by private.fold(coalesce(shown.name, '')) collate "C", shown.kind, shown.id
      ), '[]'),
      'hasMore', (select count(*) > 100 from found)
    )
    from shown
  );
end;
$$;

grant execute on function private.find_people(text) to authenticated;

comment on function private.month_of(timestamptz) is 'Returns a month as text, such as May 2026.';
comment on function private.count_with_noun(numeric, text, text) is
  'Returns a number with the singular or plural form of a noun.';
comment on function private.digits_of(text) is 'Returns the digits of a text.';
comment on function private.national_digits(text) is 'Returns a phone number''s digits, without the 1 of the United States.';
comment on function private.phone_digits(text) is
  'Returns the pattern that finds phone numbers with the digits of a search; null if it isn''t one for a phone number.';
comment on function private.search_patterns(text) is
  'Returns a pattern for each word of a search, for text from search_text().';
comment on function private.found_donors(text[], text) is
  'Returns donors whose name or email address matches the patterns, who have a donation with a matching name or email '
  'address, or whose phone number has the digits.';
comment on function private.found_volunteers(text[], text) is
  'Returns volunteers, applications and logins that match the patterns, or whose phone number has the digits.';
comment on function private.found_content(text[]) is
  'Returns people who appear on pages, on cards or in the delivery log and match the patterns.';
comment on function private.find_people(text) is
  'Returns the records of people whose name, email address or phone number contains this text, up to 100. For owners.';

create function private.without_secrets(exported jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select exported - '{search_text,email_key,duplicate_key,stop_token,token_hash,code_hashes,dedupe_key,request_hash}'::text[]
    || (
      -- Links and tokens in emails and stored responses are left out, because anyone who reads the export could use
      -- them.
      select coalesce(jsonb_object_agg(part.name, (
        select coalesce(jsonb_object_agg(field.key, field.value), '{}')
        from jsonb_each(exported -> part.name) as field where field.key !~* '(link|token|secret|url)'
      )), '{}')
      from (values ('data'), ('response')) as part (name)
      where jsonb_typeof(exported -> part.name) = 'object'
    );
$$;

create function private.event_of_row(exported jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object(
      'event_type', meeting.event_type, 'event_date', meeting.date, 'event_start_time', meeting.start_time,
      'event_end_time', meeting.end_time, 'event_address', meeting.address
    )
    from public.events as meeting
    where meeting.id = coalesce(
      (exported ->> 'event_id')::uuid, (exported ->> 'wanted_event_id')::uuid,
      (select shift.event_id from public.volunteer_shifts as shift where shift.id = (exported ->> 'shift_id')::uuid)
    )
  ), '{}');
$$;

create function private.export_person(records jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person jsonb;
  rows jsonb;
  known record;
  found jsonb;
  tables jsonb := '[]';
begin
  perform private.require_area('owner');
  person := private.person_of(records);
  rows := private.rows_by_table(person);
  -- Record in the audit log who exported a person's data, and when.
  insert into public.audit_log (actor_id, actor_name, action, table_name, row_id, after)
  values (
    auth.uid(), private.actor_name(), 'insert', 'person_exports', gen_random_uuid()::text,
    jsonb_build_object('records', private.records_of(person))
  );
  for known in
    select * from private.tables as entry where entry.erasure is not null and rows ? entry.name order by entry.erase_order
  loop
    execute format(
      'select jsonb_agg(private.without_secrets(to_jsonb(entry)) || private.event_of_row(to_jsonb(entry)) %s) from public.%I as entry where %s',
      case when known.name in ('donor_emails', 'donor_links') then
        '|| jsonb_build_object(''email_key'', entry.email_key)'
      end,
      known.name, private.row_filter(known.name)
    ) into found using private.json_texts(rows -> known.name);
    tables := tables || jsonb_build_array(jsonb_build_object('table', known.name, 'rows', found));
  end loop;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', login.id, 'email', login.email, 'created_at', login.created_at, 'last_sign_in_at', login.last_sign_in_at
  )), '[]') into found
  from auth.users as login where login.id = any (private.json_ids(person -> 'logins'));
  return jsonb_build_object(
    'tables', tables || case when found = '[]' then '[]' else jsonb_build_array(jsonb_build_object('table', 'logins', 'rows', found)) end,
    'files', private.erased_files(person, rows),
    'names', to_jsonb(private.names_of(person)),
    'addresses', person -> 'addresses'
  );
end;
$$;

grant execute on function private.export_person(jsonb) to authenticated;

comment on function private.event_of_row(jsonb) is
  'Returns the day, times and place of the event or shift that a row refers to, which its id doesn''t tell anyone.';
comment on function private.without_secrets(jsonb) is 'Removes secrets and computed columns from a row.';
comment on function private.export_person(jsonb) is 'Returns everything about a person, table by table. For owners.';
