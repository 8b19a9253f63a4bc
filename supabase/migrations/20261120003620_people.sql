set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
    union select entry.id from public.volunteer_applications as entry where entry.user_id = any (logins)
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
