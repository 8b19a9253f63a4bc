set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Donations that don't come through the payment provider. Administrators enter them, and can only void or correct them,
-- so the history is preserved.
create function private.create_donor(
  first_name text,
  last_name text,
  email text,
  address text default null,
  email_field text default 'email',
  addressee text default null,
  salutation text default null,
  phone text default null,
  notes text default null,
  tags jsonb default '[]'
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  new_id uuid;
  known_name text;
begin
  perform private.require_area('giving');
  if private.donor_of(create_donor.email) is null then
    insert into public.donors (first_name, last_name, addressee, salutation, email, phone, address, notes, tags)
    values (
      create_donor.first_name, create_donor.last_name, create_donor.addressee, create_donor.salutation,
      create_donor.email, nullif(create_donor.phone, ''), nullif(create_donor.address, ''),
      nullif(create_donor.notes, ''), create_donor.tags
    )
    returning id into new_id;
    if create_donor.email is null then
      return new_id;
    end if;
    insert into public.donor_emails (email_key, donor_id) values (lower(create_donor.email), new_id)
    on conflict (email_key) do nothing;
    if found then
      return new_id;
    end if;
    -- Another transaction has just added a donor with this address.
  end if;
  select nullif(recipient.donor_name, '') into known_name
  from private.donor_recipient(private.donor_of(create_donor.email)) as recipient;
  raise exception 'the address leads to a donor' using
    errcode = 'check_violation', table = 'donors', constraint = format('donors_%s_check', email_field),
    hint = format('%s has this email address.', coalesce(known_name, 'Another donor'));
end;
$$;

grant execute on function private.create_donor(text, text, text, text, text, text, text, text, text, jsonb) to authenticated;

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

create function private.pause_statement_corrections(is_paused boolean)
returns void
language sql
set search_path = ''
as $$
  select set_config('private.corrects_statements', case when is_paused then 'off' else '' end, true);
$$;

comment on function private.pause_statement_corrections(boolean) is
  'Until it is called again, a change in this transaction to a year whose statement has left emails no corrected statement: '
  'the administrator doesn''t want to email the donor.';

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
  is_memorial boolean default false,
  tribute jsonb default null,
  source text default null,
  is_wired boolean default false
)
returns uuid
language plpgsql
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
  if not confirms_duplicate and exists (
    select 1 from public.donations as known
    where known.donor_id = donor.id
      and known.amount = given
      and (
        lower(known.reference) = lower(record_donation.reference)
        or (
          known.reference is null and record_donation.reference is null
          and known.method = record_donation.method and known.given_on = record_donation.received_on
        )
      )
      and known.status <> 'voided'
  ) then
    raise exception 'the same donation was entered before' using
      errcode = 'check_violation', table = 'donations', constraint = 'donations_confirms_duplicate_check',
      hint = format(
        'This donor already has a donation with this amount %s. Check this box to add it anyway.',
        case when record_donation.reference is null then 'on this day' else 'and number' end
      );
  end if;
  if record_donation.soft_credit_donor_id is not null
    and private.kept_donor(record_donation.soft_credit_donor_id) = donor.id then
    raise exception 'the giver and the credited person are the same' using
      errcode = 'check_violation', table = 'donations', constraint = 'donations_soft_credit_donor_id_check',
      hint = case record_donation.method
        when 'employer_match' then 'The employer can''t match its own gift. Choose the person whose gift it matches.'
        else 'The fund can''t recommend its own grant. Choose the person who recommended it.'
      end;
  end if;

  select * into donor_name from private.donor_name(donor.id);
  if not sends_receipt then
    perform private.pause_statement_corrections(true);
  end if;
  insert into public.donations (
    donor_id, first_name, last_name, email, amount, method, reference, note, in_honor_of, is_anonymous, is_demo,
    soft_credit_donor_id, deposit_id, replaces_id, is_memorial, source, is_wired, status, created_at, completed_at,
    given_on
  )
  values (
    donor.id, donor_name.first_name, donor_name.last_name, donor.email, given, record_donation.method,
    record_donation.reference, record_donation.note, record_donation.in_honor_of, record_donation.is_anonymous,
    record_donation.is_demo, record_donation.soft_credit_donor_id, record_donation.deposit_id,
    record_donation.replaces_id,
    coalesce(record_donation.is_memorial, false) and record_donation.in_honor_of is not null, record_donation.source,
    record_donation.is_wired and record_donation.deposit_id is null, 'completed', received_at, received_at,
    record_donation.received_on
  )
  returning id into new_id;
  perform private.pause_statement_corrections(false);
  -- Before the receipt, which says that the card will be sent.
  perform private.set_recorded_tribute(new_id, record_donation.replaces_id, record_donation.tribute);
  if sends_receipt then
    perform private.queue_receipt(new_id);
    perform private.queue_soft_credit_mail(new_id);
  end if;
  return new_id;
end;
$$;

grant execute on function private.record_donation(
  uuid, numeric, text, date, boolean, text, text, text, boolean, boolean, boolean, uuid, uuid, uuid, boolean, jsonb, text,
  boolean
) to authenticated;

create function private.queue_soft_credit_mail(donation_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.queue_email(
    case donation.method when 'employer_match' then 'Matching Gift Received' else 'Fund Grant Received' end,
    person.email,
    person.name,
    jsonb_build_object(
      'name', person.salutation,
      'donorId', person.donor_id,
      'giverName', giver.donor_name,
      'donationAmount', donation.amount,
      'donationDate', donation.given_on,
      'isDemo', donation.is_demo
    ),
    'soft-credit:' || donation.id
  )
  from public.donations as donation
  cross join lateral private.giver_recipient(donation.donor_id, donation.first_name, donation.last_name) as giver
  cross join lateral private.donor_recipient(donation.soft_credit_donor_id) as person
  where donation.id = queue_soft_credit_mail.donation_id;
$$;

create function private.void_recorded(donation_id uuid, reason text)
returns public.donations
language plpgsql
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
security definer
set search_path = ''
as $$
  select private.queue_email(
    'Receipt Voided',
    recipient.email,
    recipient.name,
    jsonb_build_object(
      'name', recipient.salutation,
      'donationId', voided.id,
      'receiptNumber', voided.receipt_number,
      'donationAmount', voided.amount,
      'donationDate', voided.given_on,
      'isDemo', voided.is_demo
    ),
    'receipt-void:' || voided.id
  )
  from public.email_outbox as receipt
  cross join lateral private.giver_recipient(voided.donor_id, voided.first_name, voided.last_name) as recipient
  where receipt.dedupe_key = 'receipt:' || voided.id and receipt.status = 'sent';
$$;

create function private.void_donation(donation_id uuid, reason text)
returns public.donations
language plpgsql
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

create function private.outdated_receipt_date(donation_id uuid)
returns date
language sql
stable
security definer
set search_path = ''
as $$
  select (receipt.sent_at at time zone private.time_zone())::date
  from public.donations as donation
  cross join lateral private.giver_recipient(donation.donor_id, donation.first_name, donation.last_name) as recipient
  join public.email_outbox as receipt on receipt.dedupe_key = 'receipt:' || donation.id and receipt.status = 'sent'
  where donation.id = outdated_receipt_date.donation_id
    and donation.adjusted_amount < donation.amount
    and recipient.email is not null
    and receipt.to_name <> recipient.name
    and not exists (
      select from public.email_outbox as reissued
      where reissued.dedupe_key = 'receipt:' || donation.id || ':' || md5(recipient.name)
    );
$$;

grant execute on function private.outdated_receipt_date(uuid) to service_role;

create function private.reissue_receipt(donation_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  sent_on constant date := private.outdated_receipt_date(reissue_receipt.donation_id);
begin
  perform private.require_area('giving');
  if sent_on is null then
    raise exception 'no receipt with a former name' using
      errcode = 'CP009', hint = 'The receipt that we emailed already has the donor''s current name.';
  end if;
  perform private.queue_receipt(reissue_receipt.donation_id, sent_on);
end;
$$;

grant execute on function private.reissue_receipt(uuid) to authenticated;

comment on function private.outdated_receipt_date(uuid) is
  'Returns the day on which a receipt was sent under a name that isn''t the donor''s anymore, or null.';
comment on function private.reissue_receipt(uuid) is
  'Emails a corrected receipt under the donor''s current name. It has the same number and names the one that was sent.';

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
  confirms_duplicate boolean default false,
  is_memorial boolean default null,
  tribute jsonb default null,
  source text default null,
  is_wired boolean default false
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  replaced public.donations;
  changes_papers boolean;
  new_id uuid;
begin
  perform private.require_area('giving');
  -- Lock the donor before the void locks the totals, because new donations take their locks in the same order.
  perform private.lock_donor(correct_donation.donor_id);
  select
    (
      private.kept_donor(correct_donation.donor_id), correct_donation.amount, correct_donation.received_on,
      correct_donation.method, correct_donation.in_honor_of,
      coalesce(correct_donation.is_memorial, stored.is_memorial) and correct_donation.in_honor_of is not null
    ) is distinct from (
      stored.donor_id, stored.amount, stored.given_on, stored.method, stored.in_honor_of, stored.is_memorial
    )
  into changes_papers
  from public.donations as stored where stored.id = correct_donation.donation_id;
  perform private.pause_statement_corrections(not (correct_donation.sends_receipt and changes_papers));
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
    -- A donor who has the receipt needs another one only if what it says has changed.
    sends_receipt => correct_donation.sends_receipt and (changes_papers or not private.is_receipt_sent(replaced.id)),
    confirms_duplicate => correct_donation.confirms_duplicate,
    soft_credit_donor_id => correct_donation.soft_credit_donor_id,
    deposit_id => replaced.deposit_id,
    replaces_id => replaced.id,
    is_memorial => coalesce(correct_donation.is_memorial, replaced.is_memorial),
    tribute => correct_donation.tribute,
    source => correct_donation.source,
    is_wired => correct_donation.is_wired
  );
  -- If the donor doesn't get a corrected receipt, tell them not to use the one that was sent.
  if correct_donation.sends_receipt and not exists (
    select 1 from public.donations as donation
    where donation.id = new_id and donation.donor_id = replaced.donor_id and donation.is_receipted
  ) then
    perform private.queue_voided_receipt(replaced);
  end if;
  return new_id;
end;
$$;

grant execute on function private.correct_donation(
  uuid, text, uuid, numeric, text, date, text, text, text, boolean, boolean, uuid, boolean, boolean, jsonb, text, boolean
) to authenticated;

comment on function private.create_donor(text, text, text, text, text, text, text, text, text, jsonb) is
  'Adds a donor who was entered by an administrator. An address that is known is refused with the name of its donor, on '
  'the field that has it.';
comment on function private.record_donation(
  uuid, numeric, text, date, boolean, text, text, text, boolean, boolean, boolean, uuid, uuid, uuid, boolean, jsonb, text,
  boolean
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
  uuid, text, uuid, numeric, text, date, text, text, text, boolean, boolean, uuid, boolean, boolean, jsonb, text, boolean
) is
  'Voids a recorded donation and records a corrected one, which keeps the card unless the correction changes it. A '
  'corrected receipt names the receipt that it replaces.';
comment on function private.void_donation(uuid, text) is
  'Voids a donation that an administrator recorded, and returns it. The donation keeps its row and receipt number, but '
  'no longer counts.';

create function private.describe_noncash_donation(noncash public.noncash_donations)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when noncash.kind = 'goods' then noncash.description
    when noncash.shares = 1 then '1 share of ' || noncash.description
    else trim_scale(noncash.shares) || ' shares of ' || noncash.description
  end;
$$;

grant execute on function private.describe_noncash_donation(public.noncash_donations) to authenticated, service_role;

create function private.latest_sent_letter(noncash_id uuid)
returns table (id uuid, donor_id uuid, sent_on date)
language sql
stable
security definer
set search_path = ''
as $$
  with recursive entry as (
    select noncash.id, noncash.donor_id, noncash.replaces_id, 0 as step
    from public.noncash_donations as noncash
    where noncash.id = latest_sent_letter.noncash_id
    union all
    select replaced.id, replaced.donor_id, replaced.replaces_id, entry.step + 1
    from entry
    join public.noncash_donations as replaced on replaced.id = entry.replaces_id
  ),
  latest as (
    select entry.id, entry.donor_id, letter.sent_at
    from entry
    join public.email_outbox as letter on letter.dedupe_key = 'noncash:' || entry.id and letter.status = 'sent'
    order by entry.step
    limit 1
  )
  select latest.id, latest.donor_id, (latest.sent_at at time zone private.time_zone())::date
  from latest
  where not exists (
    select from public.email_outbox as notice where notice.dedupe_key = 'noncash-void:' || latest.id
  );
$$;

create function private.noncash_document(noncash_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'organization', private.letterhead(),
    'donor', private.recipient_view(private.donor_recipient(noncash.donor_id)),
    'gift', private.describe_noncash_donation(noncash),
    'date', noncash.received_on,
    'replacedLetterDate', replaced.sent_on,
    'isDemo', noncash.is_demo,
    'issuedOn', private.today()
  )
  from public.noncash_donations as noncash
  left join lateral private.latest_sent_letter(noncash.replaces_id) as replaced on replaced.donor_id = noncash.donor_id
  where noncash.id = noncash_id and noncash.voided_at is null;
$$;

grant execute on function private.noncash_document(uuid) to service_role;

create function private.queue_letter(noncash_id uuid)
returns uuid
language sql
security definer
set search_path = ''
as $$
  select private.queue_email(
    case when replaced.sent_on is null then 'Noncash Gift Received' else 'Corrected Letter' end,
    recipient.email,
    recipient.name,
    jsonb_build_object(
      'name', recipient.salutation,
      'noncashDonationId', noncash.id,
      'gift', private.describe_noncash_donation(noncash),
      'donationDate', noncash.received_on,
      'replacedLetterDate', replaced.sent_on,
      'isDemo', noncash.is_demo
    ),
    'noncash:' || noncash.id
  )
  from public.noncash_donations as noncash
  cross join lateral private.donor_recipient(noncash.donor_id) as recipient
  -- A letter can only replace one that the same donor got.
  left join lateral private.latest_sent_letter(noncash.replaces_id) as replaced on replaced.donor_id = noncash.donor_id
  where noncash.id = queue_letter.noncash_id;
$$;

create function private.record_noncash_donation(
  donor_id uuid,
  kind text,
  description text,
  shares numeric,
  received_on date,
  is_demo boolean,
  note text default null,
  sends_letter boolean default true,
  replaces_id uuid default null,
  estimated_value numeric default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  donor public.donors;
  new_id uuid;
begin
  perform private.require_area('giving');
  perform private.require_past_day('noncash_donations', 'received_on', received_on);
  donor := private.lock_donor(record_noncash_donation.donor_id);
  insert into public.noncash_donations (
    donor_id, kind, description, shares, received_on, is_demo, note, replaces_id, estimated_value
  )
  values (
    donor.id, record_noncash_donation.kind, record_noncash_donation.description, record_noncash_donation.shares,
    record_noncash_donation.received_on, record_noncash_donation.is_demo, record_noncash_donation.note,
    record_noncash_donation.replaces_id, record_noncash_donation.estimated_value
  )
  returning id into new_id;
  if sends_letter then
    perform private.queue_letter(new_id);
  end if;
  return new_id;
end;
$$;

grant execute on function private.record_noncash_donation(
  uuid, text, text, numeric, date, boolean, text, boolean, uuid, numeric
) to authenticated;

create function private.lock_noncash_donation(noncash_id uuid)
returns public.noncash_donations
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.noncash_donations;
begin
  perform private.require_area('giving');
  select * into target from public.noncash_donations as noncash
  where noncash.id = lock_noncash_donation.noncash_id
  for update;
  if target.id is null then
    raise exception 'no such donation' using errcode = 'CP009', hint = 'We couldn''t find that donation.';
  end if;
  return target;
end;
$$;

create function private.record_stock_sale(noncash_id uuid, proceeds numeric, sold_on date, deposit_id uuid default null)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  target constant public.noncash_donations := private.lock_noncash_donation(noncash_id);
  new_id uuid;
begin
  if target.kind <> 'stock' or target.sale_id is not null or target.voided_at is not null then
    raise exception 'there are no shares left to sell' using errcode = 'CP011';
  end if;
  if sold_on < target.received_on then
    raise exception 'sold before received' using
      errcode = 'check_violation', table = 'noncash_donations', constraint = 'noncash_donations_sold_on_check',
      hint = 'The shares can''t be sold before they were received.';
  end if;
  perform private.require_past_day('noncash_donations', 'sold_on', sold_on);
  new_id := private.record_donation(
    donor_id => target.donor_id,
    amount => proceeds,
    method => 'stock',
    received_on => sold_on,
    is_demo => target.is_demo,
    note => private.describe_noncash_donation(target),
    sends_receipt => false,
    deposit_id => record_stock_sale.deposit_id
  );
  update public.noncash_donations as noncash set sale_id = new_id where noncash.id = target.id;
  return new_id;
end;
$$;

grant execute on function private.record_stock_sale(uuid, numeric, date, uuid) to authenticated;

create function private.void_recorded_noncash(noncash_id uuid, reason text)
returns public.noncash_donations
language plpgsql
security definer
set search_path = ''
as $$
declare
  target constant public.noncash_donations := private.lock_noncash_donation(noncash_id);
begin
  if target.sale_id is not null then
    raise exception 'the shares were sold' using errcode = 'CP022';
  end if;
  if target.voided_at is not null then
    raise exception 'already voided' using errcode = 'CP021';
  end if;
  update public.noncash_donations as noncash
  set voided_at = now(), void_reason = void_recorded_noncash.reason
  where noncash.id = target.id;
  return target;
end;
$$;

create function private.queue_voided_letter(noncash_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.queue_email(
    'Letter Voided',
    recipient.email,
    recipient.name,
    jsonb_build_object(
      'name', recipient.salutation,
      'noncashDonationId', voided.id,
      'gift', private.describe_noncash_donation(voided),
      'donationDate', voided.received_on,
      'letterDate', letter.sent_on,
      'isDemo', voided.is_demo
    ),
    'noncash-void:' || voided.id
  )
  from private.latest_sent_letter(queue_voided_letter.noncash_id) as letter
  join public.noncash_donations as voided on voided.id = letter.id
  cross join lateral private.donor_recipient(voided.donor_id) as recipient;
$$;

create function private.void_noncash_donation(noncash_id uuid, reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  voided constant public.noncash_donations := private.void_recorded_noncash(noncash_id, reason);
begin
  perform private.queue_voided_letter(voided.id);
  -- Stops a letter that hasn't gone out. (The mailer stops a letter that is being sent.)
  perform private.cancel_email('noncash:' || voided.id);
end;
$$;

grant execute on function private.void_noncash_donation(uuid, text) to authenticated;

create function private.correct_noncash_donation(
  noncash_id uuid,
  reason text,
  donor_id uuid,
  kind text,
  description text,
  shares numeric,
  received_on date,
  note text,
  sends_letter boolean,
  estimated_value numeric default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  replaced constant public.noncash_donations := private.void_recorded_noncash(noncash_id, reason);
  new_id uuid;
begin
  new_id := private.record_noncash_donation(
    donor_id => correct_noncash_donation.donor_id,
    kind => correct_noncash_donation.kind,
    description => correct_noncash_donation.description,
    shares => correct_noncash_donation.shares,
    received_on => correct_noncash_donation.received_on,
    is_demo => replaced.is_demo,
    note => correct_noncash_donation.note,
    sends_letter => correct_noncash_donation.sends_letter,
    replaces_id => replaced.id,
    estimated_value => correct_noncash_donation.estimated_value
  );
  -- If the donor doesn't get a corrected letter, tell them not to use the one that was sent.
  if correct_noncash_donation.sends_letter and not exists (
    select from public.email_outbox as letter
    where letter.dedupe_key = 'noncash:' || new_id and letter.template_name = 'Corrected Letter'
  ) then
    perform private.queue_voided_letter(replaced.id);
  end if;
  perform private.cancel_email('noncash:' || replaced.id);
  return new_id;
end;
$$;

grant execute on function private.correct_noncash_donation(
  uuid, text, uuid, text, text, numeric, date, text, boolean, numeric
) to authenticated;

comment on function private.describe_noncash_donation(public.noncash_donations) is
  'Describes donated goods or shares, such as "40 shares of Apple Inc. (AAPL)".';
comment on function private.noncash_document(uuid) is
  'Returns the contents of the letter for goods or shares, for administrators; null if the donation was voided.';
comment on function private.latest_sent_letter(uuid) is
  'Returns the latest letter that was emailed for a donation or for the donations that it corrects, and the letter''s '
  'donor. Returns nothing if the donor was told not to use that letter.';
comment on function private.queue_letter(uuid) is
  'Queues the letter that acknowledges goods or shares. A corrected letter names the letter that it replaces.';
comment on function private.record_noncash_donation(
  uuid, text, text, numeric, date, boolean, text, boolean, uuid, numeric
) is 'Records donated goods or shares and queues the letter that acknowledges them.';
comment on function private.lock_noncash_donation(uuid) is
  'Returns the donation of goods or shares, locked until the transaction ends. Administrators only.';
comment on function private.record_stock_sale(uuid, numeric, date, uuid) is
  'Records the proceeds of donated shares, which count as money from then on. The donor gets no receipt for them.';
comment on function private.void_recorded_noncash(uuid, text) is
  'Voids goods or unsold shares without emailing anyone. The row stays. Administrators only.';
comment on function private.queue_voided_letter(uuid) is
  'Emails the person who got the letter for a voided donation, to tell them not to use it.';
comment on function private.void_noncash_donation(uuid, text) is
  'Voids donated goods or unsold shares. The row stays.';
comment on function private.correct_noncash_donation(
  uuid, text, uuid, text, text, numeric, date, text, boolean, numeric
) is
  'Voids donated goods or unsold shares and records corrected ones. A corrected letter names the letter that it '
  'replaces.';

create function private.check_deposit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  deposit_ids constant uuid[] := array[new.deposit_id, case when tg_op = 'UPDATE' then old.deposit_id end];
begin
  -- Locked, so that the deposit can't be closed while a donation is being added to it.
  perform 1 from public.deposits as deposit where deposit.id = any (deposit_ids) order by deposit.id for share;
  if exists (
    select 1 from public.deposits as deposit
    where deposit.id = any (deposit_ids)
      and (deposit.closed_at is not null or deposit.is_demo <> new.is_demo)
  ) and not exists (
    -- A correction stays in the deposit of the donation that it replaces.
    select 1 from public.donations as replaced
    where tg_op = 'INSERT' and replaced.id = new.replaces_id and replaced.deposit_id = new.deposit_id
  ) then
    raise exception 'the deposit is closed' using errcode = 'CP024';
  end if;
  return new;
end;
$$;

create function private.check_deposit_day()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_past_day('deposits', 'deposited_on', new.deposited_on);
  return new;
end;
$$;

create trigger check_deposit_day_on_insert
  before insert on public.deposits
  for each row execute function private.check_deposit_day();

create trigger check_deposit_day_on_update
  before update of deposited_on on public.deposits
  for each row when (old.deposited_on is distinct from new.deposited_on)
  execute function private.check_deposit_day();

comment on function private.check_deposit_day() is 'Refuses a deposit on a day in the future.';

create trigger check_deposit_on_insert
  before insert on public.donations
  for each row when (new.deposit_id is not null)
  execute function private.check_deposit();

create trigger check_deposit_on_update
  before update of deposit_id on public.donations
  for each row when (old.deposit_id is distinct from new.deposit_id)
  execute function private.check_deposit();

comment on function private.check_deposit() is
  'Refuses to add donations to a closed deposit or to take them out, except for corrections.';

-- A deposit's donations, and their voids and corrections after the deposit was closed: a void subtracts the amount, and
-- a correction adds the right one. Both are separate entries, so that the books can always be compared with the slip.
-- Voiding a donation in an open deposit takes it out of the deposit. Therefore, a voided donation that is still in a
-- deposit was voided after the deposit was closed.
create function private.deposit_entries(deposit_id uuid)
returns table (
  donation_id uuid, donor_name text, method text, reference text, amount numeric, entered_on date,
  is_offsetting_entry boolean, reason text
)
language sql
stable
set search_path = ''
as $$
  with entries as (
    select
      donation.id, donation.first_name, donation.last_name, donation.method, donation.reference,
      donation.amount, donation.given_on,
      (
        select voided.created_at
        from public.donations as replaced
        join public.donation_adjustments as voided on voided.donation_id = replaced.id and voided.kind = 'void'
        where replaced.id = donation.replaces_id and replaced.deposit_id = donation.deposit_id
      ) as corrected_at,
      voided.created_at as voided_at,
      voided.reason
    from public.donations as donation
    left join public.donation_adjustments as voided on voided.donation_id = donation.id and voided.kind = 'void'
    where donation.deposit_id = deposit_entries.deposit_id
  )
  select
    entry.id, btrim(entry.first_name || ' ' || entry.last_name), entry.method, entry.reference, entry.amount,
    coalesce((entry.corrected_at at time zone private.time_zone())::date, entry.given_on),
    entry.corrected_at is not null, null
  from entries as entry
  union all
  select
    entry.id, btrim(entry.first_name || ' ' || entry.last_name), entry.method, entry.reference, -entry.amount,
    (entry.voided_at at time zone private.time_zone())::date, true, entry.reason
  from entries as entry
  where entry.voided_at is not null;
$$;

create function private.deposit_sums(deposit_id uuid)
returns table (donation_count integer, deposited numeric, total numeric)
language sql
stable
set search_path = ''
as $$
  select
    (count(*) filter (where not entry.is_offsetting_entry))::integer,
    coalesce(sum(entry.amount) filter (where not entry.is_offsetting_entry), 0),
    coalesce(sum(entry.amount), 0)
  from private.deposit_entries(deposit_sums.deposit_id) as entry;
$$;

grant execute on function private.deposit_entries(uuid), private.deposit_sums(uuid) to authenticated, service_role;

create function private.deposit_record(deposit_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', deposit.id,
      'depositedOn', deposit.deposited_on,
      'slipTotal', deposit.slip_total,
      'reference', deposit.reference,
      'notes', deposit.notes,
      'isDemo', deposit.is_demo,
      'closedAt', deposit.closed_at,
      'reopenReason', deposit.reopen_reason,
      'createdAt', deposit.created_at,
      'updatedAt', deposit.updated_at,
      'donationCount', sums.donation_count,
      'deposited', sums.deposited,
      'total', sums.total,
      'entries', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'donationId', entry.donation_id,
              'donorName', entry.donor_name,
              'method', entry.method,
              'reference', entry.reference,
              'amount', entry.amount,
              'date', entry.entered_on,
              'isOffsettingEntry', entry.is_offsetting_entry,
              'reason', entry.reason
            )
            order by entry.is_offsetting_entry, entry.entered_on, entry.donor_name, entry.amount desc, entry.donation_id
          ),
          '[]'::jsonb
        )
        from private.deposit_entries(deposit.id) as entry
      )
    )
    from public.deposits as deposit
    cross join lateral private.deposit_sums(deposit.id) as sums
    where deposit.id = deposit_record.deposit_id
  );
end;
$$;

grant execute on function private.deposit_record(uuid) to authenticated;

create function private.close_deposit(deposit_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  target public.deposits;
  sums record;
  difference numeric;
begin
  perform private.require_area('giving');
  -- The lock waits for donations that are being added.
  select * into target from public.deposits as deposit where deposit.id = close_deposit.deposit_id for update;
  if target.id is null then
    raise exception 'no such deposit' using errcode = 'CP009', hint = 'We couldn''t find that deposit.';
  end if;
  if target.closed_at is not null then
    raise exception 'the deposit is closed' using errcode = 'CP024';
  end if;
  select * into sums from private.deposit_sums(target.id);
  difference := sums.deposited - target.slip_total;
  if difference <> 0 then
    raise exception 'the donations differ from the slip' using
      errcode = 'check_violation', table = 'deposits', constraint = 'deposits_slip_total_check',
      hint = format(
        'The donations add up to $%s, which is $%s %s than the slip.',
        to_char(sums.deposited, 'FM999,999,990.00'), to_char(abs(difference), 'FM999,999,990.00'),
        case when difference > 0 then 'more' else 'less' end
      );
  end if;
  update public.deposits as deposit set closed_at = now() where deposit.id = target.id;
end;
$$;

grant execute on function private.close_deposit(uuid) to authenticated;

create function private.reopen_deposit(deposit_id uuid, reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_area('owner');
  update public.deposits as deposit set closed_at = null, reopen_reason = reopen_deposit.reason
  where deposit.id = reopen_deposit.deposit_id and deposit.closed_at is not null;
  if not found then
    raise exception 'no such deposit' using errcode = 'CP009', hint = 'We couldn''t find that closed deposit.';
  end if;
end;
$$;

grant execute on function private.reopen_deposit(uuid, text) to authenticated;

create function private.move_to_deposit(donation_id uuid, deposit_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_area('giving');
  update public.donations as donation
  set deposit_id = move_to_deposit.deposit_id, is_wired = donation.is_wired and move_to_deposit.deposit_id is null
  where donation.id = move_to_deposit.donation_id and donation.method <> 'online' and donation.status <> 'voided';
  if not found then
    raise exception 'no such donation' using errcode = 'CP009', hint = 'We couldn''t find that donation.';
  end if;
end;
$$;

grant execute on function private.move_to_deposit(uuid, uuid) to authenticated;

comment on function private.deposit_entries(uuid) is
  'Returns a deposit''s donations and, if the deposit is closed, its offsetting entries.';
comment on function private.deposit_sums(uuid) is
  'Returns the number of donations that were deposited, their total, and the total after offsetting entries.';
comment on function private.deposit_record(uuid) is 'Returns a deposit with its entries, or null if there is none.';
comment on function private.close_deposit(uuid) is
  'Closes a deposit if its donations add up to the bank''s slip; otherwise, the error states the difference.';
comment on function private.reopen_deposit(uuid, text) is
  'Opens a closed deposit again, for example because its slip was entered wrong. Owners only, with a reason.';
comment on function private.move_to_deposit(uuid, uuid) is
  'Puts a recorded donation into an open deposit or, given null, takes it out of its deposit.';
