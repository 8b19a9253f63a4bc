set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Emailed links that let donors see their donations without a password, and the sessions those links open.
create table public.donor_links (
  id uuid primary key default gen_random_uuid(),
  email_key text not null
    check (email_key ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email_key) <= 254),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (expires_at > created_at)
);
create index donor_links_expires_at_idx on public.donor_links (expires_at);
create index donor_links_email_key_idx on public.donor_links (email_key, created_at desc);

comment on table public.donor_links is
  'Single-use links to a donor''s donations. The functions derive their tokens, which are never stored.';
comment on column public.donor_links.email_key is 'The donor''s address, as in donor_emails.';
comment on column public.donor_links.used_at is
  'When the link was used. The donor can see their donations for an hour after this time.';

select private.describe_table(
  'donor_links', archived => false, left_out => 'secrets', audited => false,
  erasure => 'delete', erase_order => 26,
  reason => 'Emailed links to donations.'
);
select private.describe_columns('donor_links', '{email_key}', kind => 'personal');

alter table public.donor_links enable row level security;

create policy "No API access to donor links" on public.donor_links
  for all to anon, authenticated
  using (false)
  with check (false);

create function private.create_donor_link(email text, valid_for interval default interval '24 hours')
returns uuid
language sql
security definer
set search_path = ''
as $$
  insert into public.donor_links (email_key, expires_at)
  values (lower(create_donor_link.email), now() + create_donor_link.valid_for)
  returning id;
$$;

grant execute on function private.create_donor_link(text, interval) to service_role;

create function private.renew_donor_link(link uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.donor_links as entry
  set created_at = now(), expires_at = now() + (entry.expires_at - entry.created_at)
  where entry.id = link and entry.used_at is null;
$$;

grant execute on function private.renew_donor_link(uuid) to service_role;

create function private.is_mistaken_address(address text)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.donor_emails as known where known.email_key = lower(address) and known.is_mistaken
  );
end;
$$;

create function private.redeem_donor_link(link uuid)
returns timestamptz
language sql
security definer
set search_path = ''
as $$
  update public.donor_links as entry
  set used_at = now()
  where entry.id = link and entry.used_at is null and entry.expires_at > now()
    and not private.is_mistaken_address(entry.email_key)
  returning entry.used_at + interval '1 hour';
$$;

grant execute on function private.redeem_donor_link(uuid) to service_role;

-- The functions set this claim after they have verified the session's signature; no API token can contain it.
create function private.linked_email()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select entry.email_key from public.donor_links as entry
    where entry.id = ((select auth.jwt()) ->> 'donor_link')::uuid
      and entry.used_at > now() - interval '1 hour'
      and not private.is_mistaken_address(entry.email_key)
  );
end;
$$;

grant execute on function private.linked_email() to anon;

comment on function private.create_donor_link(text, interval) is 'Creates a single-use link for an email to the donor.';
comment on function private.renew_donor_link(uuid) is
  'Restarts an unused link''s lifetime when its email goes out, because the email may have been delayed.';
comment on function private.redeem_donor_link(uuid) is
  'Uses up the link. Returns when the donor''s access ends, or null if the link is unknown, used or expired, or went to an '
  'address that was a mistake.';
comment on function private.is_mistaken_address(text) is
  'Returns whether the address was entered by mistake, so that someone else may read its mailbox. It opens no link.';
comment on function private.linked_email() is
  'Returns the email address that this transaction''s donor link was sent to; null once the donor session has '
  'expired.';

create function private.zip_code_of(address text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  -- Finds the last five-digit number, because an earlier one may be a house number.
  return substring(address from '.*\m([0-9]{5})(?:-[0-9]{4})?\M');
end;
$$;

grant execute on function private.zip_code_of(text) to authenticated, service_role;

create function private.duplicate_key(first_name text, last_name text, zip_code text)
returns text
language sql
immutable
set search_path = ''
as $$
  select private.name_key(first_name || ' ' || last_name) || ' ' || zip_code;
$$;

grant execute on function private.duplicate_key(text, text, text) to authenticated, service_role;

create table public.donors (
  id uuid primary key default gen_random_uuid(),
  first_name text check (private.is_line(first_name) and char_length(btrim(first_name)) between 1 and 100),
  last_name text check (private.is_line(last_name) and char_length(last_name) <= 100),
  addressee text check (private.is_line(addressee) and char_length(btrim(addressee)) between 1 and 200),
  salutation text check (private.is_line(salutation) and char_length(btrim(salutation)) between 1 and 100),
  former_names jsonb not null default '[]' check (jsonb_typeof(former_names) = 'array'),
  email text check (
    private.is_line(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 254
  ),
  phone text check (private.is_line(phone) and char_length(phone) <= 30),
  address text check (private.is_text(address) and char_length(address) <= 500),
  notes text check (private.is_text(notes) and char_length(notes) <= 5000),
  tags jsonb not null default '[]' check (private.are_tags(tags)),
  import_id uuid,
  merged_into_id uuid references public.donors (id),
  duplicate_key text generated always as (
    case when merged_into_id is null then
      private.duplicate_key(first_name, last_name, private.zip_code_of(address))
    end
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint donors_name_check check ((first_name is null) = (last_name is null)),
  constraint donors_merged_into_id_check check (merged_into_id <> id)
);
create index donors_merged_into_idx on public.donors (merged_into_id);
create index donors_duplicate_key_idx on public.donors (duplicate_key, id) where duplicate_key is not null;
create index donors_unnamed_idx on public.donors (id)
  where first_name is null and address is not null and merged_into_id is null;
create index donors_email_idx on public.donors (lower(email)) include (id);

create index donors_mere_name_idx on public.donors (private.name_key(first_name || ' ' || last_name))
  where email is null and merged_into_id is null;
create index donors_import_idx on public.donors (import_id);

comment on table public.donors is 'People and organizations that donate, one row each.';
comment on column public.donors.first_name is
  'The name as corrected by an administrator. If it is null, the name from the latest donation that counts is shown.';
comment on column public.donors.addressee is
  'The name on papers and envelopes, such as John and Jane Smith. If it is null, the donor''s name is used.';
comment on column public.donors.salutation is
  'What follows Dear, such as John and Jane. If it is null, the first name is used.';
comment on column public.donors.former_names is
  'The names that corrections and merges replaced, in lowercase. Papers about donations made under them have the current '
  'name. All other names are those of other people who give from the same address.';
comment on column public.donors.import_id is 'The import that added the donor.';
comment on column public.donors.email is
  'The address for emails to the donor. Donations keep the address with which they were made.';
comment on column public.donors.merged_into_id is
  'The donor that this one was merged into. The row is hidden but stays, so that the merge can be undone and old links '
  'keep working.';
comment on column public.donors.duplicate_key is
  'Name and ZIP code. Donors with the same key may be the same person. Null unless there are both a corrected name and '
  'a ZIP code.';
comment on function private.zip_code_of(text) is 'Returns the last ZIP code in an address.';
comment on function private.duplicate_key(text, text, text) is
  'Returns the name and the ZIP code, which two records of the same person usually share. Null if one of them is missing.';

create table public.donor_emails (
  email_key text primary key
    check (email_key ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email_key) <= 254),
  donor_id uuid not null references public.donors (id) on delete cascade,
  is_mistaken boolean not null default false,
  created_at timestamptz not null default now()
);
create index donor_emails_donor_idx on public.donor_emails (donor_id);

comment on table public.donor_emails is
  'The lowercase addresses that lead to a donor: those from donations and those that an administrator entered.';
comment on column public.donor_emails.is_mistaken is
  'Whether the address was a mistake, so that its mailbox may belong to someone else. Later charges from it still lead to '
  'the donor, but it opens no link.';

select private.describe_table(
  'donors', area => 'giving', archived => true, audited => true, title => '{first_name} {last_name}',
  rows => '{area}', admins_write => '{update}',
  audited_on => 'update',
  erasure => 'empty', erase_order => 15,
  reason => 'An anonymous donor stays in the ledger, so that totals don''t change.'
);
select private.describe_columns('donors', '{first_name}', kind => 'personal', replacement => 'Erased', blankable => false);
select private.describe_columns('donors', '{last_name}', kind => 'personal', replacement => 'donor', blankable => false);
select private.describe_columns(
  'donors', '{addressee,salutation,phone,address}',
  kind => 'personal', replacement => 'nothing'
);
select private.describe_columns('donors', '{email}', kind => 'personal', replacement => 'nothing', blankable => false);
select private.describe_columns('donors', '{former_names,tags}', kind => 'personal', replacement => 'empty list');
select private.describe_columns('donors', '{notes}', kind => 'note', replacement => 'nothing');

alter table public.donors enable row level security;

create policy "Admins read donors, but not merged ones" on public.donors
  for select to authenticated
  using ((select private.may('giving')) and merged_into_id is null);

create policy "Admins correct donors, but not merged ones" on public.donors
  for update to authenticated
  using ((select private.may('giving')) and merged_into_id is null);

grant select on table public.donors to authenticated;
grant update (first_name, last_name, addressee, salutation, email, phone, address, notes, tags)
  on table public.donors to authenticated;
grant select, insert, update, delete on table public.donors to service_role;

-- Only donors whom an administrator enters are logged. All others come with a donation or an import.
create trigger write_audit_of_new_donor
  after insert on public.donors
  for each row when (auth.uid() is not null and new.first_name is not null and new.import_id is null)
  execute function private.write_audit();

select private.describe_table(
  'donor_emails', area => 'giving', archived => true, audited => false,
  rows => '{area}',
  erasure => 'delete', erase_order => 13,
  reason => 'The donor''s email addresses.'
);
select private.describe_columns('donor_emails', '{email_key}', kind => 'personal');

alter table public.donor_emails enable row level security;

create policy "Admins read donor emails" on public.donor_emails
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.donor_emails to authenticated;
grant select on table public.donor_emails to service_role;

create function private.donor_of(address text)
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select known.donor_id from public.donor_emails as known where known.email_key = lower(address)
  );
end;
$$;

create function private.kept_donor(donor_id uuid)
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with recursive merged as (
      select donor.id, donor.merged_into_id from public.donors as donor where donor.id = kept_donor.donor_id
      union all
      select donor.id, donor.merged_into_id
      from public.donors as donor
      join merged on merged.merged_into_id = donor.id
    )
    select merged.id from merged where merged.merged_into_id is null
  );
end;
$$;

grant execute on function private.kept_donor(uuid) to authenticated, service_role;

create function private.linked_donor()
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return private.donor_of(private.linked_email());
end;
$$;

grant execute on function private.linked_donor() to anon;

create function private.set_donor()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  new_donor_id uuid;
  current_id uuid;
begin
  new.donor_id := private.donor_of(new.email);
  loop
    if new.donor_id is null then
      insert into public.donors (email) values (new.email) returning id into new_donor_id;
      insert into public.donor_emails (email_key, donor_id) values (lower(new.email), new_donor_id)
      on conflict (email_key) do nothing;
      new.donor_id := private.donor_of(new.email);
      if new.donor_id is distinct from new_donor_id then
        -- Another transaction has just added a donor with this address.
        delete from public.donors as donor where donor.id = new_donor_id;
      end if;
    end if;
    -- The lock waits for a running merge, undo or erasure, after which the address may lead to another donor or to
    -- none.
    perform from public.donors as donor where donor.id = new.donor_id for key share;
    current_id := private.donor_of(new.email);
    exit when current_id = new.donor_id;
    new.donor_id := current_id;
  end loop;
  return new;
end;
$$;

create function private.keep_donor_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.email is not null then
    insert into public.donor_emails as known (email_key, donor_id) values (lower(new.email), new.id)
    on conflict (email_key) do update set is_mistaken = false
    where known.donor_id = new.id and known.is_mistaken;
    if private.donor_of(new.email) <> new.id then
      raise exception 'the address leads to another donor' using
        errcode = 'check_violation', table = 'donors', constraint = 'donors_email_check',
        hint = 'Another donor has this email address.';
    end if;
  end if;
  return null;
end;
$$;

create trigger keep_donor_email
  after update of email on public.donors
  for each row when (old.email is distinct from new.email)
  execute function private.keep_donor_email();

create function private.mark_mistaken_address(donor_id uuid, address text, is_mistaken boolean default true)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  donor public.donors;
begin
  perform private.require_area('giving');
  donor := private.lock_donor(mark_mistaken_address.donor_id);
  update public.donor_emails as known set is_mistaken = mark_mistaken_address.is_mistaken
  where known.donor_id = donor.id
    and known.email_key = lower(address)
    and known.email_key is distinct from lower(donor.email);
  if not found then
    return false;
  end if;
  -- Without the address, because an administrator can't erase anything in the audit log.
  insert into public.audit_log (actor_id, actor_name, action, table_name, row_id, after)
  values (
    auth.uid(), private.actor_name(), 'update', 'donors', donor.id::text,
    jsonb_build_object('is_former_address_mistaken', mark_mistaken_address.is_mistaken)
  );
  return true;
end;
$$;

grant execute on function private.mark_mistaken_address(uuid, text, boolean) to authenticated;

comment on function private.mark_mistaken_address(uuid, text, boolean) is
  'Says that an address of the donor, but not the current one, was a mistake, which ends the links that were sent to it. '
  'Can be taken back. Returns whether the address leads to the donor.';

create type private.recipient as (
  donor_id uuid,
  email text,
  name text,
  salutation text,
  address text,
  donor_name text
);
comment on type private.recipient is
  'Where and to whom we write: the name on the paper, what follows Dear, the postal address, and the name without an '
  'addressee.';

create function private.donor_recipient(donor_id uuid)
returns private.recipient
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  donor public.donors;
  recipient private.recipient;
  first_name text;
begin
  select * into donor from public.donors as entry where entry.id = private.kept_donor(donor_recipient.donor_id);
  select known.first_name, btrim(known.first_name || ' ' || known.last_name) into first_name, recipient.donor_name
  from private.donor_name(donor.id) as known;
  recipient.donor_id := donor.id;
  recipient.email := donor.email;
  recipient.name := coalesce(donor.addressee, recipient.donor_name);
  recipient.salutation := coalesce(donor.salutation, first_name);
  recipient.address := donor.address;
  return recipient;
end;
$$;

create function private.giver_recipient(donor_id uuid, first_name text, last_name text)
returns private.recipient
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  recipient private.recipient := private.donor_recipient(donor_id);
  giver_name constant text := btrim(first_name || ' ' || last_name);
begin
  if private.name_key(giver_name) <> private.name_key(recipient.donor_name) and not exists (
    select from public.donors as donor
    where donor.id = recipient.donor_id and donor.former_names ? private.name_key(giver_name)
  ) then
    recipient.name := giver_name;
    recipient.salutation := first_name;
    recipient.donor_name := giver_name;
  end if;
  return recipient;
end;
$$;

grant execute on function private.donor_recipient(uuid) to service_role;
grant execute on function private.giver_recipient(uuid, text, text) to service_role;

comment on function private.donor_recipient(uuid) is
  'Returns where and to whom we write this donor now; for a merged donor, the donor who was kept. The email address is null '
  'if the donor has none.';
comment on function private.giver_recipient(uuid, text, text) is
  'Returns where and to whom we write about a donation that was made under this name: to the donor''s address now, under '
  'the donor''s name now if the name is or was the donor''s, and otherwise under the other giver''s name.';

comment on function private.keep_donor_email() is
  'Makes a corrected address lead to the donor. The former address still leads to the donor, because donations may '
  'come from it.';
comment on function private.kept_donor(uuid) is
  'Returns the donor that this one was merged into, or the donor itself; null if there is no such donor.';
comment on function private.donor_of(text) is 'Returns the donor that this email address leads to.';
comment on function private.linked_donor() is
  'Returns the donor whose donations this transaction may see, according to its donor link; null once the donor '
  'session has expired.';
comment on function private.set_donor() is
  'Finds the donor of a new donation or recurring donation by email, or creates one.';

create table public.former_donor_details (
  id uuid primary key default gen_random_uuid(),
  donor_id uuid not null references public.donors (id) on delete cascade,
  field text not null check (field in ('name', 'email', 'phone', 'address')),
  value text not null check (private.is_text(value) and char_length(value) between 1 and 500),
  -- clock_timestamp() instead of now(), so that undoing a merge finds the changes made after it.
  replaced_at timestamptz not null default clock_timestamp(),
  replaced_by text not null
);
create index former_donor_details_donor_idx on public.former_donor_details (donor_id, replaced_at desc);

comment on table public.former_donor_details is
  'Donors'' former names, email addresses, phone numbers and postal addresses, until they''re erased.';
comment on column public.former_donor_details.value is 'The value before the change.';
comment on column public.former_donor_details.replaced_by is
  'The administrator who corrected the value or merged the donor.';

select private.describe_table(
  'former_donor_details', area => 'giving', archived => true, audited => true,
  rows => '{area}',
  audited_on => 'delete',
  erasure => 'delete', erase_order => 14,
  reason => 'Former names, addresses and phone numbers.'
);
select private.describe_columns('former_donor_details', '{value}', kind => 'personal');
select private.describe_columns('former_donor_details', '{replaced_by}', kind => 'username');
select private.describe_columns('former_donor_details', '{field}', kind => 'state');

alter table public.former_donor_details enable row level security;

create policy "Admins read former details of donors" on public.former_donor_details
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.former_donor_details to authenticated;
grant select on table public.former_donor_details to service_role;

-- Only deletions are logged, because additions are part of the log entry about the donor.
create function private.keep_former_details()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  former_name text;
  new_name text;
begin
  if (old.first_name, old.last_name) is distinct from (new.first_name, new.last_name) then
    -- Before the first correction, the name comes from the latest donation.
    select btrim(known.first_name || ' ' || known.last_name) into former_name from private.donor_name(old.id) as known;
    new_name := btrim(new.first_name || ' ' || new.last_name);
    -- A merge and its undo write this list themselves.
    if former_name <> '' and new.former_names = old.former_names and not new.former_names ? private.name_key(former_name) then
      new.former_names := new.former_names || to_jsonb(private.name_key(former_name));
    end if;
  end if;
  insert into public.former_donor_details (donor_id, field, value, replaced_by)
  select old.id, detail.field, detail.former, private.actor_name()
  from (values
    ('name', former_name, new_name),
    ('email', old.email, new.email),
    ('phone', old.phone, new.phone),
    ('address', old.address, new.address)
  ) as detail (field, former, current)
  where detail.former <> '' and detail.former is distinct from detail.current;
  return new;
end;
$$;

-- Fires before the update, while the donor still has the former name. Doesn't keep the details of merged donors or
-- erased people.
create trigger keep_former_details
  before update of first_name, last_name, email, phone, address on public.donors
  for each row when (
    new.merged_into_id is null
    and current_setting('private.erasing', true) is distinct from 'on'
    and (old.first_name, old.last_name, old.email, old.phone, old.address)
    is distinct from (new.first_name, new.last_name, new.email, new.phone, new.address)
  )
  execute function private.keep_former_details();

create function private.donor_former_details(donor_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', detail.id,
          'field', detail.field,
          'value', detail.value,
          'replacedAt', detail.replaced_at,
          'replacedBy', detail.replaced_by
        )
        order by detail.replaced_at desc, detail.field
      ),
      '[]'::jsonb
    )
    from (
      select former.* from public.former_donor_details as former
      where former.donor_id = donor_former_details.donor_id
      order by former.replaced_at desc
      limit 200
    ) as detail
  );
end;
$$;

create function private.erase_former_details(donor_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  donor public.donors;
begin
  perform private.require_area('giving');
  -- A merge locks these rows in a different order, so wait for it to avoid a deadlock.
  perform private.await_other_merges('donor');
  donor := private.lock_donor(erase_former_details.donor_id);
  delete from public.former_donor_details as detail where detail.donor_id = donor.id;
  -- Donations keep the name that they were made with, so papers about them still need to know whose name it is.
  update public.donors as entry
  set former_names = coalesce((
    select jsonb_agg(former.name order by former.position)
    from jsonb_array_elements_text(entry.former_names) with ordinality as former (name, position)
    where exists (
      select from public.donations as donation
      where donation.donor_id = entry.id
        and private.name_key(donation.first_name || ' ' || donation.last_name) = former.name
    ) or exists (
      select from public.subscriptions as subscription
      where subscription.donor_id = entry.id
        and private.name_key(subscription.first_name || ' ' || subscription.last_name) = former.name
    )
  ), '[]'::jsonb)
  where entry.id = donor.id and entry.former_names <> '[]'::jsonb;
  -- Former addresses that no donation came from stop leading to the donor, except those needed to undo a merge.
  delete from public.donor_emails as known
  where known.donor_id = donor.id
    and known.email_key is distinct from lower(donor.email)
    and not exists (
      select from public.donations as donation
      where donation.donor_id = donor.id and donation.email_key = known.email_key
    )
    and not exists (
      select from public.subscriptions as subscription
      where subscription.donor_id = donor.id and lower(subscription.email) = known.email_key
    )
    and not exists (
      select from public.merge_moves as moved
      where moved.table_name = 'donor_emails' and moved.row_key = known.email_key
    );
end;
$$;

grant execute on function private.erase_former_details(uuid) to authenticated;

comment on function private.keep_former_details() is
  'Keeps a donor''s name, email address, phone number and postal address when a correction or a merge replaces them.';
comment on function private.donor_former_details(uuid) is 'Returns a donor''s former details, latest first.';
comment on function private.erase_former_details(uuid) is
  'Erases a donor''s former details, and the former email addresses that no donation or recurring donation came from.';
