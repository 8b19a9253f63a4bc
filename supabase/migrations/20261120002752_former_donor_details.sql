set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
language sql
stable
set search_path = ''
as $$
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
  ) as detail;
$$;

create function private.erase_former_details(donor_id uuid)
returns void
language plpgsql
volatile
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
      select from public.donor_merge_moves as moved
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
