set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.zip_code_of(address text)
returns text
language sql
immutable
set search_path = ''
as $$
  -- Finds the last five-digit number, because an earlier one may be a house number.
  select substring(address from '.*\m([0-9]{5})(?:-[0-9]{4})?\M');
$$;

grant execute on function private.zip_code_of(text) to authenticated, service_role;

create function private.duplicate_key(first_name text, last_name text, zip_code text)
returns text
language sql
immutable
set search_path = ''
as $$
  select lower(btrim(first_name || ' ' || last_name)) || ' ' || zip_code;
$$;

grant execute on function private.duplicate_key(text, text, text) to authenticated, service_role;

create table public.donors (
  id uuid primary key default gen_random_uuid(),
  first_name text check (private.is_line(first_name) and char_length(btrim(first_name)) between 1 and 100),
  last_name text check (private.is_line(last_name) and char_length(last_name) <= 100),
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

create index donors_import_idx on public.donors (import_id);

comment on table public.donors is 'People and organizations that donate, one row each.';
comment on column public.donors.first_name is
  'The name as corrected by an administrator. If it is null, the name from the latest donation that counts is shown.';
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
  created_at timestamptz not null default now()
);
create index donor_emails_donor_idx on public.donor_emails (donor_id);

comment on table public.donor_emails is
  'The lowercase addresses that lead to a donor: those from donations and those that an administrator entered.';

select private.describe_table(
  'donors', area => 'giving', archived => true, audited => true, title => 'Notes about a donor',
  rows => '{area}', admins_write => '{update}',
  audited_on => 'update',
  erasure => 'empty', erase_order => 15,
  reason => 'An anonymous donor stays in the ledger, so that totals don''t change.'
);
select private.describe_columns('donors', '{first_name}', kind => 'personal', replacement => 'Erased');
select private.describe_columns('donors', '{last_name}', kind => 'personal', replacement => 'donor');
select private.describe_columns('donors', '{email,phone,address}', kind => 'personal', replacement => 'nothing');
select private.describe_columns('donors', '{tags}', kind => 'personal', replacement => 'empty list');
select private.describe_columns('donors', '{notes}', kind => 'note', replacement => 'nothing');

alter table public.donors enable row level security;

create policy "Admins read donors, but not merged ones" on public.donors
  for select to authenticated
  using ((select private.may('giving')) and merged_into_id is null);

create policy "Admins correct donors, but not merged ones" on public.donors
  for update to authenticated
  using ((select private.may('giving')) and merged_into_id is null);

grant select on table public.donors to authenticated;
grant update (first_name, last_name, email, phone, address, notes, tags) on table public.donors to authenticated;
grant select, insert, update, delete on table public.donors to service_role;

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

create trigger set_updated_at
  before update on public.donors
  for each row execute function private.set_updated_at();

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
language sql
stable
security definer
set search_path = ''
as $$
  with recursive merged as (
    select donor.id, donor.merged_into_id from public.donors as donor where donor.id = kept_donor.donor_id
    union all
    select donor.id, donor.merged_into_id
    from public.donors as donor
    join merged on merged.merged_into_id = donor.id
  )
  select merged.id from merged where merged.merged_into_id is null;
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
    insert into public.donor_emails (email_key, donor_id) values (lower(new.email), new.id)
    on conflict (email_key) do nothing;
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
