set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
  union all select 'donor_merges', own_merges.id::text from own_merges
  union all
  select 'donor_merge_moves',
    entry.merge_id || ':' || entry.table_name || ':' || entry.column_name || ':' || entry.row_key
  from public.donor_merge_moves as entry where entry.merge_id in (select own_merges.id from own_merges)
  union all select 'dismissed_duplicates', entry.id::text from public.dismissed_duplicates as entry
    where entry.first_donor_id = any (donor_ids) or entry.second_donor_id = any (donor_ids)
  union all select 'imported_records', entry.kind || ':' || entry.source || ':' || entry.source_id
    from public.imported_records as entry where entry.kind = 'donor' and entry.record_id = any (donor_ids);
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
  union all select 'volunteer_merge_moves', entry.merge_id || ':' || entry.table_name || ':' || entry.row_key
    from public.volunteer_merge_moves as entry where entry.merge_id in (select own_merges.id from own_merges)
  union all select 'dismissed_volunteer_duplicates', entry.id::text from public.dismissed_volunteer_duplicates as entry
    where entry.first_volunteer_id = any (volunteer_ids) or entry.second_volunteer_id = any (volunteer_ids)
  union all select 'volunteer_qualifications', entry.id::text from public.volunteer_qualifications as entry
    where entry.volunteer_id = any (volunteer_ids)
  union all select 'volunteer_applications', unnest(application_ids)::text
  union all select 'activation_links', entry.id::text from public.activation_links as entry
    where entry.application_id = any (application_ids)
  union all select 'imported_records', entry.kind || ':' || entry.source || ':' || entry.source_id
    from public.imported_records as entry where entry.kind = 'volunteer' and entry.record_id = any (volunteer_ids);
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
  union all select 'volunteer_event_registrations', entry.id::text from public.volunteer_event_registrations as entry
    where entry.volunteer_id = any (login_ids)
  union all select 'shift_waitlist', entry.id::text from public.shift_waitlist as entry
    where entry.volunteer_id = any (login_ids)
  union all select 'volunteer_highlights', entry.id::text from public.volunteer_highlights as entry
    where entry.volunteer_id = any (login_ids)
  union all select 'calendar_feeds', entry.volunteer_id::text from public.calendar_feeds as entry
    where entry.volunteer_id = any (login_ids)
  union all select 'users', person.id::text from public.users as person where person.id = any (login_ids)
  union all select 'second_factor_recoveries', entry.user_id::text from public.second_factor_recoveries as entry
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
      concat_ws(' ', entry.file_name, entry.headings, entry.mapping, entry.failure), named.patterns, named.word_patterns
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

create function private.person_rows(person jsonb)
returns table (table_name text, row_key text)
language plpgsql
stable
set search_path = ''
as $$
declare
  found jsonb;
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
  select about.table_name, about.row_key from about
  union
  select 'audit_log', entry.id::text
  from about join public.audit_log as entry on entry.table_name = about.table_name and entry.row_id = about.row_key;
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
comment on function private.person_rows(jsonb) is 'Returns all rows about a person, given the result of person_of().';
