set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Donations that don't come through the payment provider. Administrators enter them and can only void them again, so
-- the history stays.
create function private.create_donor(first_name text, last_name text, email text)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  new_id uuid;
begin
  perform private.require_admin();
  insert into public.donors (first_name, last_name)
  values (create_donor.first_name, create_donor.last_name)
  returning id into new_id;
  -- The update checks that the address doesn't lead to another donor.
  update public.donors as donor set email = create_donor.email where donor.id = new_id;
  return new_id;
end;
$$;

grant execute on function private.create_donor(text, text, text) to authenticated;

create function private.record_donation(
  donor_id uuid,
  amount numeric,
  method text,
  received_on date,
  is_demo boolean,
  reference text default null,
  note text default null,
  in_honor_of text default null,
  is_anonymous boolean default false,
  sends_receipt boolean default true,
  confirms_duplicate boolean default false
)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  given alias for amount;
  donor public.donors;
  donor_name record;
  -- Noon, so that the date stays the same in neighboring time zones.
  received_at constant timestamptz := (received_on + time '12:00') at time zone private.time_zone();
  new_id uuid;
begin
  perform private.require_admin();
  if record_donation.method = 'online' then
    raise exception 'only the payment provider reports online donations' using
      errcode = 'check_violation', table = 'donations', constraint = 'donations_method_check',
      hint = 'Choose how the money came.';
  end if;
  if received_on > private.today() then
    raise exception 'the date is in the future' using
      errcode = 'check_violation', table = 'donations', constraint = 'donations_received_on_check',
      hint = 'The date can''t be in the future.';
  end if;
  -- Locked, so that two administrators who enter the same check at once are asked, too.
  select * into donor from public.donors as entry where entry.id = record_donation.donor_id for no key update;
  if donor.id is null then
    raise exception 'no such donor' using errcode = 'CP009', hint = 'We couldn''t find that donor.';
  end if;
  if not confirms_duplicate and record_donation.reference is not null and exists (
    select 1 from public.donations as known
    where known.donor_id = donor.id
      and known.method = record_donation.method
      and known.amount = given
      and lower(known.reference) = lower(record_donation.reference)
      and known.status <> 'voided'
  ) then
    raise exception 'the same donation was entered before' using
      errcode = 'check_violation', table = 'donations', constraint = 'donations_confirms_duplicate_check',
      hint = 'This donor already has a donation with this amount and number. Check this box to add it anyway.';
  end if;

  select * into donor_name from private.donor_name(donor.id);
  insert into public.donations (
    donor_id, first_name, last_name, email, amount, method, reference, note, in_honor_of, is_anonymous, is_demo,
    status, created_at, completed_at
  )
  values (
    donor.id, donor_name.first_name, donor_name.last_name, donor.email, given, record_donation.method,
    record_donation.reference, record_donation.note, record_donation.in_honor_of, record_donation.is_anonymous,
    record_donation.is_demo, 'completed', received_at, received_at
  )
  returning id into new_id;
  if sends_receipt then
    perform private.queue_receipt(new_id);
  end if;
  return new_id;
end;
$$;

grant execute on function private.record_donation(
  uuid, numeric, text, date, boolean, text, text, text, boolean, boolean, boolean
) to authenticated;

create function private.void_donation(donation_id uuid, reason text)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target public.donations;
begin
  perform private.require_admin();
  select * into target from public.donations as donation where donation.id = void_donation.donation_id for update;
  if target.id is null then
    raise exception 'no such donation' using errcode = 'CP009', hint = 'We couldn''t find that donation.';
  end if;
  if target.method = 'online' or target.status = 'voided' then
    raise exception 'the donation can''t be voided' using errcode = 'CP021';
  end if;
  insert into public.donation_adjustments (donation_id, kind, amount, status, reason)
  values (target.id, 'void', target.amount, 'succeeded', void_donation.reason);
end;
$$;

grant execute on function private.void_donation(uuid, text) to authenticated;

comment on function private.create_donor(text, text, text) is
  'Adds a donor whose first donation doesn''t come online.';
comment on function private.record_donation(
  uuid, numeric, text, date, boolean, text, text, text, boolean, boolean, boolean
) is
  'Records a donation that came by check, in cash or another way, and queues its receipt. Asks before it accepts the '
  'same donor, number and amount again.';
comment on function private.void_donation(uuid, text) is
  'Voids a donation that an administrator recorded. It keeps its row and receipt number, and no longer counts.';
