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
  kept_records jsonb not null default '[]' check (jsonb_typeof(kept_records) = 'array'),
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
comment on column public.erasures.kept_records is
  'Records of other people who also had one of these addresses. They must not be erased after a backup is restored.';
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
select private.describe_columns('erasures', '{files,kept_records,logins,mailbox_hashes,records}', kind => 'reference');
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
  id uuid := to_jsonb(new) ->> tg_argv[1];
begin
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
comment on function private.is_erased(text, uuid) is 'Returns whether this record belongs to a person who was erased.';
comment on function private.refuse_erased() is
  'Refuses writes about a person who was erased, such as by an administrator who still had the person''s page open. '
  'The arguments are the kind of the record and the column with its ID.';
