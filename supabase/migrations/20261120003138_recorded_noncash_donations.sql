set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.noncash_gift(noncash public.noncash_donations)
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
    'gift', private.noncash_gift(noncash),
    'date', noncash.received_on,
    'isDemo', noncash.is_demo,
    'issuedOn', private.today()
  )
  from public.noncash_donations as noncash
  join public.donors as donor on donor.id = noncash.donor_id
  cross join lateral private.donor_name(donor.id) as donor_name
  where noncash.id = noncash_id and noncash.voided_at is null;
$$;

grant execute on function private.noncash_document(uuid) to service_role;

create function private.record_noncash_donation(
  donor_id uuid,
  kind text,
  description text,
  shares numeric,
  received_on date,
  is_demo boolean,
  note text default null,
  sends_letter boolean default true
)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  donor public.donors;
  donor_name record;
  recorded public.noncash_donations;
begin
  perform private.require_area('giving');
  perform private.require_past_day('noncash_donations', 'received_on', received_on);
  donor := private.lock_donor(record_noncash_donation.donor_id);
  select * into donor_name from private.donor_name(donor.id);
  insert into public.noncash_donations (donor_id, kind, description, shares, received_on, is_demo, note)
  values (
    donor.id, record_noncash_donation.kind, record_noncash_donation.description, record_noncash_donation.shares,
    record_noncash_donation.received_on, record_noncash_donation.is_demo, record_noncash_donation.note
  )
  returning * into recorded;
  if sends_letter and donor.email is not null then
    perform private.queue_email(
      'Noncash Gift Received',
      donor.email,
      btrim(donor_name.first_name || ' ' || donor_name.last_name),
      jsonb_build_object(
        'name', donor_name.first_name,
        'gift', private.noncash_gift(recorded),
        'donationDate', recorded.received_on,
        'isDemo', recorded.is_demo
      ),
      'noncash:' || recorded.id
    );
  end if;
  return recorded.id;
end;
$$;

grant execute on function private.record_noncash_donation(uuid, text, text, numeric, date, boolean, text, boolean)
  to authenticated;

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
    note => private.noncash_gift(target),
    sends_receipt => false,
    deposit_id => record_stock_sale.deposit_id
  );
  update public.noncash_donations as noncash set sale_id = new_id where noncash.id = target.id;
  return new_id;
end;
$$;

grant execute on function private.record_stock_sale(uuid, numeric, date, uuid) to authenticated;

create function private.void_noncash_donation(noncash_id uuid, reason text)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target constant public.noncash_donations := private.lock_noncash_donation(noncash_id);
begin
  if target.voided_at is not null or target.sale_id is not null then
    raise exception 'already voided or sold' using errcode = 'CP021';
  end if;
  update public.noncash_donations as noncash
  set voided_at = now(), void_reason = void_noncash_donation.reason
  where noncash.id = target.id;
  perform private.cancel_email('noncash:' || target.id);
end;
$$;

grant execute on function private.void_noncash_donation(uuid, text) to authenticated;

comment on function private.noncash_gift(public.noncash_donations) is
  'Describes donated goods or shares, such as "40 shares of Apple Inc. (AAPL)".';
comment on function private.noncash_document(uuid) is
  'Returns the contents of the letter for goods or shares, for administrators; null if the donation was voided.';
comment on function private.record_noncash_donation(uuid, text, text, numeric, date, boolean, text, boolean) is
  'Records donated goods or shares and queues the letter that acknowledges them.';
comment on function private.lock_noncash_donation(uuid) is
  'Returns the donation of goods or shares, locked until the transaction ends. Administrators only.';
comment on function private.record_stock_sale(uuid, numeric, date, uuid) is
  'Records the proceeds of donated shares, which count as money from then on. They aren''t receipted.';
comment on function private.void_noncash_donation(uuid, text) is
  'Voids donated goods or shares. The row stays.';
