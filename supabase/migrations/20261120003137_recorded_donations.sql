set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Donations that don't come through the payment provider. Administrators enter them, and can only void or correct them,
-- so the history is preserved.
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
  perform private.require_area('giving');
  insert into public.donors (first_name, last_name)
  values (create_donor.first_name, create_donor.last_name)
  returning id into new_id;
  -- A trigger on this update checks that the address doesn't lead to another donor.
  update public.donors as donor set email = create_donor.email where donor.id = new_id;
  return new_id;
end;
$$;

grant execute on function private.create_donor(text, text, text) to authenticated;

create function private.require_past_day(table_name text, column_name text, day date)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if day > private.today() then
    raise exception 'the date is in the future' using
      errcode = 'check_violation', table = table_name, constraint = format('%s_%s_check', table_name, column_name),
      hint = 'The date can''t be in the future.';
  end if;
end;
$$;

create function private.lock_donor(donor_id uuid)
returns public.donors
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  donor public.donors;
begin
  select * into donor from public.donors as entry
  where entry.id = private.kept_donor(lock_donor.donor_id)
  for no key update;
  if donor.merged_into_id is not null then
    -- The donor was merged while this function waited for the lock.
    return private.lock_donor(donor.merged_into_id);
  end if;
  if donor.id is null then
    raise exception 'no such donor' using errcode = 'CP009', hint = 'We couldn''t find that donor.';
  end if;
  return donor;
end;
$$;

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
  confirms_duplicate boolean default false,
  soft_credit_donor_id uuid default null,
  deposit_id uuid default null,
  replaces_id uuid default null,
  is_memorial boolean default false
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
  perform private.require_area('giving');
  if record_donation.method = 'online' then
    raise exception 'only the payment provider reports online donations' using
      errcode = 'check_violation', table = 'donations', constraint = 'donations_method_check',
      hint = 'Choose how the money came in.';
  end if;
  perform private.require_past_day('donations', 'received_on', received_on);
  -- Locked, so that if two administrators enter the same check at once, the second one is asked to confirm it.
  donor := private.lock_donor(record_donation.donor_id);
  if not confirms_duplicate and record_donation.reference is not null and exists (
    select 1 from public.donations as known
    where known.donor_id = donor.id
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
    soft_credit_donor_id, deposit_id, replaces_id, is_memorial, status, created_at, completed_at
  )
  values (
    donor.id, donor_name.first_name, donor_name.last_name, donor.email, given, record_donation.method,
    record_donation.reference, record_donation.note, record_donation.in_honor_of, record_donation.is_anonymous,
    record_donation.is_demo, record_donation.soft_credit_donor_id, record_donation.deposit_id,
    record_donation.replaces_id, record_donation.is_memorial, 'completed', received_at, received_at
  )
  returning id into new_id;
  if sends_receipt then
    perform private.queue_receipt(new_id);
    perform private.queue_soft_credit_mail(new_id);
  end if;
  return new_id;
end;
$$;

grant execute on function private.record_donation(
  uuid, numeric, text, date, boolean, text, text, text, boolean, boolean, boolean, uuid, uuid, uuid, boolean
) to authenticated;

create function private.queue_soft_credit_mail(donation_id uuid)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  select private.queue_email(
    case donation.method when 'employer_match' then 'Matching Gift Received' else 'Fund Grant Received' end,
    person.email,
    btrim(person_name.first_name || ' ' || person_name.last_name),
    jsonb_build_object(
      'name', person_name.first_name,
      'giverName', btrim(donation.first_name || ' ' || donation.last_name),
      'donationAmount', donation.amount,
      'donationDate', (donation.completed_at at time zone private.time_zone())::date,
      'isDemo', donation.is_demo
    ),
    'soft-credit:' || donation.id
  )
  from public.donations as donation
  join public.donors as person on person.id = donation.soft_credit_donor_id
  cross join lateral private.donor_name(person.id) as person_name
  where donation.id = queue_soft_credit_mail.donation_id and person.email is not null;
$$;

create function private.void_recorded(donation_id uuid, reason text)
returns public.donations
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target public.donations;
begin
  perform private.require_area('giving');
  select * into target from public.donations as donation where donation.id = void_recorded.donation_id for update;
  if target.id is null then
    raise exception 'no such donation' using errcode = 'CP009', hint = 'We couldn''t find that donation.';
  end if;
  if target.method = 'online' or target.status = 'voided' then
    raise exception 'the donation can''t be voided' using errcode = 'CP021';
  end if;
  -- Locked, so that the deposit isn't closed while one of its donations is being voided.
  perform 1 from public.deposits as deposit where deposit.id = target.deposit_id for share;
  update public.donations as donation set deposit_id = null
  from public.deposits as deposit
  where donation.id = target.id and deposit.id = target.deposit_id and deposit.closed_at is null;
  insert into public.donation_adjustments (donation_id, kind, amount, status, reason)
  values (target.id, 'void', target.amount, 'succeeded', void_recorded.reason);
  -- Stops thank-you emails that haven't gone out. (The mailer stops receipts itself.)
  perform private.cancel_email('soft-credit:' || target.id);
  -- If the sale of shares is voided, the shares become unsold again.
  update public.noncash_donations as noncash set sale_id = null where noncash.sale_id = target.id;
  return target;
end;
$$;

create function private.queue_voided_receipt(voided public.donations)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  select private.queue_email(
    'Receipt Voided',
    receipt.to_email,
    receipt.to_name,
    jsonb_build_object(
      'name', coalesce(receipt.data ->> 'name', receipt.to_name),
      'receiptNumber', voided.receipt_number,
      'donationAmount', voided.amount,
      'donationDate', (voided.completed_at at time zone private.time_zone())::date,
      'isDemo', voided.is_demo
    ),
    'receipt-void:' || voided.id
  )
  from public.email_outbox as receipt
  where receipt.dedupe_key = 'receipt:' || voided.id and receipt.status = 'sent';
$$;

create function private.void_donation(donation_id uuid, reason text)
returns public.donations
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  voided constant public.donations := private.void_recorded(donation_id, reason);
begin
  perform private.queue_voided_receipt(voided);
  return voided;
end;
$$;

grant execute on function private.void_donation(uuid, text) to authenticated;

create function private.is_receipt_mailed(donation_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.email_outbox as mail
    where mail.dedupe_key = 'receipt:' || is_receipt_mailed.donation_id and mail.status in ('queued', 'sending', 'sent')
  );
$$;

grant execute on function private.is_receipt_mailed(uuid) to service_role;

create function private.correct_donation(
  donation_id uuid,
  reason text,
  donor_id uuid,
  amount numeric,
  method text,
  received_on date,
  reference text,
  note text,
  in_honor_of text,
  is_anonymous boolean,
  sends_receipt boolean,
  soft_credit_donor_id uuid,
  confirms_duplicate boolean default false
)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  replaced public.donations;
  new_id uuid;
begin
  perform private.require_area('giving');
  -- Lock the donor before the void locks the totals, because new donations take their locks in the same order.
  perform private.lock_donor(correct_donation.donor_id);
  replaced := private.void_recorded(donation_id, reason);
  -- The proceeds of a sale have to be voided and entered again. Another system has the refunds, fees and receipts of an
  -- imported donation.
  if replaced.method = 'stock' or correct_donation.method = 'stock' or replaced.import_id is not null then
    raise exception 'the donation can''t be corrected' using errcode = 'CP021';
  end if;
  new_id := private.record_donation(
    donor_id => correct_donation.donor_id,
    amount => correct_donation.amount,
    method => correct_donation.method,
    received_on => correct_donation.received_on,
    is_demo => replaced.is_demo,
    reference => correct_donation.reference,
    note => correct_donation.note,
    in_honor_of => correct_donation.in_honor_of,
    is_anonymous => correct_donation.is_anonymous,
    -- A donor who got the receipt also gets the corrected one.
    sends_receipt => correct_donation.sends_receipt or private.is_receipt_mailed(replaced.id),
    confirms_duplicate => correct_donation.confirms_duplicate,
    soft_credit_donor_id => correct_donation.soft_credit_donor_id,
    deposit_id => replaced.deposit_id,
    replaces_id => replaced.id,
    is_memorial => replaced.is_memorial and correct_donation.in_honor_of is not null
  );
  -- If the donor doesn't get a corrected receipt, tell them not to use the one that was sent.
  if not exists (
    select 1 from public.donations as donation
    where donation.id = new_id and donation.donor_id = replaced.donor_id and donation.is_receipted
  ) then
    perform private.queue_voided_receipt(replaced);
  end if;
  return new_id;
end;
$$;

grant execute on function private.correct_donation(
  uuid, text, uuid, numeric, text, date, text, text, text, boolean, boolean, uuid, boolean
) to authenticated;

comment on function private.create_donor(text, text, text) is 'Adds a donor whose first donation isn''t made online.';
comment on function private.record_donation(
  uuid, numeric, text, date, boolean, text, text, text, boolean, boolean, boolean, uuid, uuid, uuid, boolean
) is
  'Records a donation made by check, in cash or in another way. Queues its receipt, or the thank-you email to the '
  'person behind a grant or a match. Asks for confirmation if the same donor, number and amount were already recorded.';
comment on function private.require_past_day(text, text, date) is
  'Refuses a day in the future, with an error for that field.';
comment on function private.lock_donor(uuid) is
  'Locks the donor, or the donor they were merged into, until the transaction ends, and returns it.';
comment on function private.void_recorded(uuid, text) is
  'Voids a recorded donation without emailing anyone. The donation keeps its row and number.';
comment on function private.queue_voided_receipt(public.donations) is
  'Emails the person who got the receipt for a voided donation, to tell them not to use it.';
comment on function private.queue_soft_credit_mail(uuid) is
  'Thanks the person behind a fund''s grant or an employer''s match, who doesn''t get a receipt from us.';
comment on function private.is_receipt_mailed(uuid) is
  'Returns whether the donation''s receipt was emailed or is about to be.';
comment on function private.correct_donation(
  uuid, text, uuid, numeric, text, date, text, text, text, boolean, boolean, uuid, boolean
) is
  'Voids a recorded donation and records a corrected one. A corrected receipt names the receipt that it replaces.';
comment on function private.void_donation(uuid, text) is
  'Voids a donation that an administrator recorded, and returns it. The donation keeps its row and receipt number, but '
  'no longer counts.';
