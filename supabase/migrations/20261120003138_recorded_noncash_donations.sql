set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
returns table (id uuid, donor_id uuid, to_email text, to_name text, name text, sent_on date)
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
    select entry.id, entry.donor_id, letter.to_email, letter.to_name, coalesce(letter.data ->> 'name', letter.to_name) as name, letter.sent_at
    from entry
    join public.email_outbox as letter on letter.dedupe_key = 'noncash:' || entry.id and letter.status = 'sent'
    order by entry.step
    limit 1
  )
  select
    latest.id, latest.donor_id, latest.to_email, latest.to_name, latest.name,
    (latest.sent_at at time zone private.time_zone())::date
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
    'donor', jsonb_build_object(
      'name', btrim(donor_name.first_name || ' ' || donor_name.last_name), 'email', donor.email
    ),
    'gift', private.describe_noncash_donation(noncash),
    'date', noncash.received_on,
    'replacedLetterDate', replaced.sent_on,
    'isDemo', noncash.is_demo,
    'issuedOn', private.today()
  )
  from public.noncash_donations as noncash
  join public.donors as donor on donor.id = noncash.donor_id
  cross join lateral private.donor_name(donor.id) as donor_name
  left join lateral private.latest_sent_letter(noncash.replaces_id) as replaced on replaced.donor_id = noncash.donor_id
  where noncash.id = noncash_id and noncash.voided_at is null;
$$;

grant execute on function private.noncash_document(uuid) to service_role;

create function private.queue_letter(noncash_id uuid)
returns uuid
language sql
volatile
security definer
set search_path = ''
as $$
  select private.queue_email(
    case when replaced.sent_on is null then 'Noncash Gift Received' else 'Corrected Letter' end,
    donor.email,
    btrim(donor_name.first_name || ' ' || donor_name.last_name),
    jsonb_build_object(
      'name', donor_name.first_name,
      'noncashDonationId', noncash.id,
      'gift', private.describe_noncash_donation(noncash),
      'donationDate', noncash.received_on,
      'replacedLetterDate', replaced.sent_on,
      'isDemo', noncash.is_demo
    ),
    'noncash:' || noncash.id
  )
  from public.noncash_donations as noncash
  join public.donors as donor on donor.id = noncash.donor_id
  cross join lateral private.donor_name(donor.id) as donor_name
  -- A letter can only replace one that the same donor got.
  left join lateral private.latest_sent_letter(noncash.replaces_id) as replaced on replaced.donor_id = noncash.donor_id
  where noncash.id = queue_letter.noncash_id and donor.email is not null;
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
  replaces_id uuid default null
)
returns uuid
language plpgsql
volatile
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
  insert into public.noncash_donations (donor_id, kind, description, shares, received_on, is_demo, note, replaces_id)
  values (
    donor.id, record_noncash_donation.kind, record_noncash_donation.description, record_noncash_donation.shares,
    record_noncash_donation.received_on, record_noncash_donation.is_demo, record_noncash_donation.note,
    record_noncash_donation.replaces_id
  )
  returning id into new_id;
  if sends_letter then
    perform private.queue_letter(new_id);
  end if;
  return new_id;
end;
$$;

grant execute on function private.record_noncash_donation(
  uuid, text, text, numeric, date, boolean, text, boolean, uuid
) to authenticated;

create function private.lock_noncash_donation(noncash_id uuid)
returns public.noncash_donations
language plpgsql
volatile
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
volatile
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
volatile
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
volatile
security definer
set search_path = ''
as $$
  select private.queue_email(
    'Letter Voided',
    letter.to_email,
    letter.to_name,
    jsonb_build_object(
      'name', letter.name,
      'gift', private.describe_noncash_donation(voided),
      'donationDate', voided.received_on,
      'letterDate', letter.sent_on,
      'isDemo', voided.is_demo
    ),
    'noncash-void:' || voided.id
  )
  from private.latest_sent_letter(queue_voided_letter.noncash_id) as letter
  join public.noncash_donations as voided on voided.id = letter.id;
$$;

create function private.void_noncash_donation(noncash_id uuid, reason text)
returns void
language plpgsql
volatile
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
  sends_letter boolean
)
returns uuid
language plpgsql
volatile
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
    -- A donor who got the letter also gets the corrected one.
    sends_letter => correct_noncash_donation.sends_letter
      or exists (select from private.latest_sent_letter(replaced.id))
      or exists (
        select from public.email_outbox as letter
        where letter.dedupe_key = 'noncash:' || replaced.id and letter.status in ('queued', 'sending', 'sent')
      ),
    replaces_id => replaced.id
  );
  -- If the donor doesn't get a corrected letter, tell them not to use the one that was sent.
  if not exists (
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
  uuid, text, uuid, text, text, numeric, date, text, boolean
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
  uuid, text, text, numeric, date, boolean, text, boolean, uuid
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
  uuid, text, uuid, text, text, numeric, date, text, boolean
) is
  'Voids donated goods or unsold shares and records corrected ones. A corrected letter names the letter that it '
  'replaces.';
