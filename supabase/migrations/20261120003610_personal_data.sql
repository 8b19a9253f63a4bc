set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- The catalog of personal data. Finding, exporting and erasing a person's data all use it, so that none of them misses
-- any data. A test compares it with the schema: each column that could hold personal data must be listed either here
-- or, if it doesn't hold any, in the test.

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

-- Donors' tables come in the order in which all functions lock their rows (see donor_references). Rows come before the
-- rows they refer to.
create function private.personal_tables()
returns table (erase_order integer, table_name text, key_name text, action text, reason text)
language sql
immutable
set search_path = ''
as $$
  values
    (10, 'subscriptions', 'id', 'empty', 'Amounts and dates stay in the ledger. Name, email and dedication are removed.'),
    (11, 'donations', 'id', 'empty',
      'Amounts, dates and receipt numbers stay in the ledger under "Erased donor". Name, email, dedication and notes are removed.'),
    (12, 'noncash_donations', 'id', 'empty', 'Dates and kinds stay in the ledger. Descriptions and notes are removed.'),
    (13, 'donor_emails', 'email_key', 'delete', 'The donor''s email addresses.'),
    (14, 'donor_tasks', 'id', 'delete', 'Tasks and notes about calls.'),
    (14, 'former_donor_details', 'id', 'delete', 'Former names, addresses and phone numbers.'),
    (15, 'donors', 'id', 'empty', 'An anonymous donor stays in the ledger, so that totals don''t change.'),
    (20, 'donation_adjustments', 'id', 'empty', 'Amounts and dates of refunds stay. Reasons are removed.'),
    (21, 'tributes', 'id', 'delete', 'Cards with their messages and recipients.'),
    (22, 'card_opt_outs', 'mailbox', 'delete', 'The request to stop sending cards, because it contains the email address.'),
    (23, 'donor_merges', 'id', 'empty', 'The record of the merge stays without names. The merge can''t be undone anymore.'),
    (24, 'donor_merge_moves', 'row_key', 'delete', 'The details kept for undoing a merge.'),
    (25, 'dismissed_duplicates', 'id', 'delete', 'Dismissed suggestions to merge.'),
    (26, 'donor_links', 'id', 'delete', 'Emailed links to donations.'),
    (27, 'volunteer_merges', 'id', 'empty', 'The record of the merge stays without names. The merge can''t be undone anymore.'),
    (27, 'volunteer_merge_moves', 'row_key', 'delete', 'The details kept for undoing a merge.'),
    (28, 'dismissed_volunteer_duplicates', 'id', 'delete', 'Dismissed suggestions to merge.'),
    (28, 'volunteer_qualifications', 'id', 'delete', 'Waivers, background checks and training.'),
    -- Volunteers come before the registrations, because their hours are counted from the registrations.
    (29, 'volunteers', 'id', 'empty', 'Hours and packages stay in the directory under "Erased volunteer".'),
    (30, 'shift_waitlist', 'id', 'delete', 'Places on waiting lists.'),
    (31, 'volunteer_event_registrations', 'id', 'delete',
      'Sign-ups for shifts. Past events keep their numbers of volunteers and hours.'),
    (32, 'volunteer_highlights', 'id', 'delete', 'Highlights with their pictures.'),
    (33, 'calendar_feeds', 'volunteer_id', 'delete', 'The link to the calendar.'),
    (34, 'email_changes', 'id', 'delete', 'Emailed links to confirm a new address.'),
    (35, 'activation_links', 'id', 'delete', 'Emailed links to set up the account.'),
    (36, 'volunteer_applications', 'id', 'empty',
      'The application still counts. Everything the person wrote is removed.'),
    (37, 'volunteer_accounts', 'id', 'delete', 'The account.'),
    (40, 'testimonials', 'id', 'delete', 'Stories with their pictures.'),
    (41, 'children_letters', 'id', 'delete', 'Letters.'),
    (42, 'team_members', 'id', 'delete', 'The entry on the team page, with its picture.'),
    (43, 'locations', 'id', 'empty', 'The location stays without its contact person.'),
    (50, 'admin_invitations', 'id', 'delete', 'Invitations to the team.'),
    (51, 'second_factor_recoveries', 'user_id', 'delete', 'Recovery codes.'),
    (52, 'users', 'id', 'delete', 'The entry of a former administrator. The audit log keeps the username.'),
    (60, 'import_rows', 'row_key', 'delete', 'Rows of import files.'),
    (59, 'imports', 'id', 'empty', 'If an import''s file name or headings named the person, the import stays without them.'),
    (61, 'imported_records', 'row_key', 'delete', 'The person''s IDs in other systems.'),
    (70, 'email_outbox', 'id', 'delete', 'Emails, including those that are waiting to be sent.'),
    (71, 'idempotency_keys', 'row_key', 'delete', 'Responses kept for repeated requests.'),
    (90, 'audit_log', 'id', 'empty', 'The audit log keeps what happened and who did it. The values that were entered are removed.');
$$;

comment on function private.personal_tables() is
  'Lists the tables with personal data: how a row is identified, and what erasing does to it. If the key is row_key, '
  'the table''s primary key has several columns.';

-- `replacement` is the SQL expression that replaces a column's value. It is null in tables whose rows are deleted.
create function private.personal_columns()
returns table (table_name text, column_name text, replacement text)
language sql
immutable
set search_path = ''
as $$
  values
    ('subscriptions', 'first_name', '''Erased'''),
    ('subscriptions', 'last_name', '''donor'''),
    ('subscriptions', 'email', '''erased@erased.invalid'''),
    ('subscriptions', 'is_memorial', 'false'),
    ('subscriptions', 'in_honor_of', 'null'),
    ('subscriptions', 'cancel_reason', 'case when cancel_reason is not null then ''Erased'' end'),
    ('subscriptions', 'stripe_customer_id', 'null'),
    ('donations', 'first_name', '''Erased'''),
    ('donations', 'last_name', '''donor'''),
    ('donations', 'email', 'case when email is not null then ''erased@erased.invalid'' end'),
    ('donations', 'is_anonymous', 'true'),
    ('donations', 'is_memorial', 'false'),
    ('donations', 'in_honor_of', 'null'),
    ('donations', 'reference', 'null'),
    ('donations', 'note', 'null'),
    ('donations', 'failure_reason', 'null'),
    -- Refunds and disputes need these IDs, so they're kept for ledger_years().
    ('donations', 'stripe_payment_intent_id',
      'case when created_at > now() - make_interval(years => private.ledger_years()) then stripe_payment_intent_id end'),
    ('donations', 'stripe_charge_id',
      'case when created_at > now() - make_interval(years => private.ledger_years()) then stripe_charge_id end'),
    ('donations', 'stripe_invoice_id',
      'case when created_at > now() - make_interval(years => private.ledger_years()) then stripe_invoice_id end'),
    ('noncash_donations', 'description', '''Erased'''),
    ('noncash_donations', 'note', 'null'),
    ('noncash_donations', 'void_reason', 'case when void_reason is not null then ''Erased'' end'),
    ('donor_emails', 'email_key', null),
    ('donor_tasks', 'text', null),
    ('former_donor_details', 'value', null),
    ('donors', 'first_name', '''Erased'''),
    ('donors', 'last_name', '''donor'''),
    ('donors', 'email', 'null'),
    ('donors', 'phone', 'null'),
    ('donors', 'address', 'null'),
    ('donors', 'notes', 'null'),
    ('donors', 'tags', '''[]''::jsonb'),
    ('donation_adjustments', 'reason', 'null'),
    ('tributes', 'recipient_name', null),
    ('tributes', 'recipient_email', null),
    ('tributes', 'recipient_address', null),
    ('tributes', 'message', null),
    ('card_opt_outs', 'mailbox', null),
    ('donor_merges', 'merged_name', 'null'),
    ('donor_merges', 'kept_before', 'null'),
    ('donor_merges', 'kept_after', 'null'),
    ('donor_merges', 'erased_at', 'case when undone_at is null then coalesce(erased_at, now()) else erased_at end'),
    ('donor_merge_moves', 'row_key', null),
    ('donor_links', 'email_key', null),
    ('volunteer_merges', 'merged_name', 'null'),
    ('volunteer_merges', 'merged_email', 'null'),
    ('volunteer_merges', 'kept_before', 'null'),
    ('volunteer_merges', 'kept_after', 'null'),
    ('volunteer_merges', 'erased_at', 'case when undone_at is null then coalesce(erased_at, now()) else erased_at end'),
    ('volunteer_merge_moves', 'row_before', null),
    ('volunteer_qualifications', 'label', null),
    ('volunteer_highlights', 'title', null),
    ('volunteer_highlights', 'message', null),
    ('volunteer_highlights', 'image_url', null),
    ('volunteer_highlights', 'image_alt', null),
    ('calendar_feeds', 'token_hash', null),
    ('volunteers', 'name', '''Erased volunteer'''),
    ('volunteers', 'email', '''erased-'' || id || ''@erased.invalid'''),
    ('volunteers', 'phone', 'null'),
    ('volunteers', 'zip_code', 'null'),
    ('volunteers', 'city', 'null'),
    ('volunteers', 'state', 'null'),
    ('volunteers', 'former_emails', '''[]''::jsonb'),
    ('volunteers', 'interests', 'null'),
    ('volunteers', 'emergency_contact_name', 'null'),
    ('volunteers', 'emergency_contact_phone', 'null'),
    ('volunteers', 'notes', 'null'),
    ('volunteers', 'tags', '''[]''::jsonb'),
    ('volunteers', 'availability', 'null'),
    ('volunteers', 'is_active', 'false'),
    ('volunteers', 'opening_hours', 'total_hours'),
    ('volunteers', 'account_id', 'null'),
    ('volunteer_applications', 'first_name', '''Erased'''),
    ('volunteer_applications', 'last_name', '''volunteer'''),
    ('volunteer_applications', 'email', '''erased@erased.invalid'''),
    ('volunteer_applications', 'phone', ''''''),
    ('volunteer_applications', 'zip_code', ''''''),
    ('volunteer_applications', 'city', 'null'),
    ('volunteer_applications', 'state', 'null'),
    ('volunteer_applications', 'interests', 'null'),
    ('volunteer_applications', 'review_notes', 'null'),
    ('volunteer_applications', 'user_id', 'null'),
    -- Otherwise, the rule for rejected applications would empty the application again.
    ('volunteer_applications', 'emptied_at', 'coalesce(emptied_at, now())'),
    ('volunteer_applications', 'status', 'case status when ''pending'' then ''rejected'' else status end'),
    ('volunteer_applications', 'reviewed_at', 'coalesce(reviewed_at, now())'),
    ('email_changes', 'email', null),
    ('volunteer_accounts', 'email', null),
    ('volunteer_accounts', 'first_name', null),
    ('volunteer_accounts', 'last_name', null),
    ('testimonials', 'name', null),
    ('testimonials', 'title', null),
    ('testimonials', 'content', null),
    ('testimonials', 'image_url', null),
    ('testimonials', 'image_alt', null),
    ('children_letters', 'text', null),
    ('children_letters', 'writer', null),
    ('team_members', 'name', null),
    ('team_members', 'role', null),
    ('team_members', 'image_url', null),
    ('team_members', 'image_alt', null),
    ('locations', 'contact_person_name', 'null'),
    ('admin_invitations', 'email', null),
    ('second_factor_recoveries', 'code_hashes', null),
    ('users', 'username', null),
    ('imports', 'file_name', '''Erased'''),
    ('imports', 'headings', '''[]''::jsonb'),
    ('imports', 'mapping', '''{}''::jsonb'),
    ('imports', 'failure', 'null'),
    ('import_rows', 'cells', null),
    ('import_rows', 'fields', null),
    ('import_rows', 'problems', null),
    ('import_rows', 'skipped', null),
    ('import_verdicts', 'problem', null),
    ('import_verdicts', 'record_key', null),
    ('import_verdicts', 'person_key', null),
    ('imported_records', 'source_id', null),
    ('email_outbox', 'to_email', null),
    ('email_outbox', 'to_name', null),
    ('email_outbox', 'data', null),
    ('email_outbox', 'tested', null),
    ('email_outbox', 'subject', null),
    ('email_outbox', 'last_error', null),
    ('email_outbox', 'dedupe_key', null),
    ('idempotency_keys', 'response', null),
    ('audit_log', 'before', null),
    ('audit_log', 'after', null);
$$;

comment on function private.personal_columns() is
  'Lists the columns with personal data, and what replaces their values if the row stays. Generated columns change '
  'along with the columns that they are computed from.';

create function private.row_key(table_name text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case row_key.table_name
    when 'import_rows' then 'entry.import_id || '':'' || entry.row_number'
    when 'imported_records' then 'entry.kind || '':'' || entry.source || '':'' || entry.source_id'
    when 'idempotency_keys' then 'entry.user_id || '':'' || entry.operation || '':'' || entry.key'
    when 'donor_merge_moves' then
      'entry.merge_id || '':'' || entry.table_name || '':'' || entry.column_name || '':'' || entry.row_key'
    when 'volunteer_merge_moves' then 'entry.merge_id || '':'' || entry.table_name || '':'' || entry.row_key'
    else format('entry.%I::text', (
      select known.key_name from private.personal_tables() as known where known.table_name = row_key.table_name
    ))
  end;
$$;

create function private.row_filter(table_name text)
returns text
language sql
stable
set search_path = ''
as $$
  -- Uses the column's type, so that the table's index is used.
  select coalesce(
    (
      select format('entry.%I = any ($1::%s[])', attribute.attname, format_type(attribute.atttypid, null))
      from private.personal_tables() as known
      join pg_catalog.pg_attribute as attribute
        on attribute.attrelid = format('public.%I', known.table_name)::regclass and attribute.attname = known.key_name
      where known.table_name = row_filter.table_name
        and row_filter.table_name not in (
          'donor_merge_moves', 'volunteer_merge_moves', 'import_rows', 'imported_records', 'idempotency_keys'
        )
    ),
    private.row_key(row_filter.table_name) || ' = any ($1)'
  );
$$;

comment on function private.row_key(text) is
  'Returns a SQL expression for the key, as text, of a row in a table with personal data.';
comment on function private.row_filter(text) is 'Returns the condition that finds the rows with the keys in $1.';
