set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.donations (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid unique,
  donor_id uuid not null references public.donors (id),
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(last_name) <= 100),
  email text check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 254),
  email_key text generated always as (lower(email)) stored,
  search_text text not null generated always as (
    lower(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(reference, ''))
  ) stored,
  amount numeric(10, 2) not null check (amount >= 0.01 and amount <= 999999.99),
  fee_covered numeric(10, 2) not null default 0 check (fee_covered >= 0 and fee_covered < amount),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  is_recurring boolean not null default false,
  is_anonymous boolean not null default false,
  in_honor_of text check (char_length(in_honor_of) <= 200),
  is_memorial boolean not null default false check (not is_memorial or in_honor_of is not null),
  method text not null default 'online' check (
    method in (
      'online', 'check', 'cash', 'bank_transfer', 'donor_advised_fund', 'ira', 'employer_match', 'stock', 'other_platform',
      'other'
    )
  ),
  is_receipted boolean not null
    generated always as (method not in ('donor_advised_fund', 'employer_match', 'stock')) stored,
  soft_credit_donor_id uuid references public.donors (id),
  reference text check (private.is_line(reference) and char_length(reference) between 1 and 50),
  note text check (private.is_text(note) and char_length(note) <= 1000),
  deposit_id uuid references public.deposits (id),
  replaces_id uuid unique references public.donations (id),
  source text check (source ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'),
  is_demo boolean not null default false,
  stripe_payment_intent_id text unique check (char_length(stripe_payment_intent_id) <= 255),
  stripe_charge_id text unique check (char_length(stripe_charge_id) <= 255),
  stripe_invoice_id text unique check (char_length(stripe_invoice_id) <= 255),
  subscription_id uuid references public.subscriptions (id) on delete set null,
  status text not null default 'pending' check (
    status in ('pending', 'completed', 'failed', 'refunded', 'partially_refunded', 'disputed', 'voided')
  ),
  adjusted_amount numeric(10, 2) not null default 0
    check (adjusted_amount >= 0 and adjusted_amount <= amount),
  is_voided boolean not null default false,
  is_disputed boolean not null default false,
  failures text[] not null default '{}',
  failure_count integer not null generated always as (cardinality(failures)) stored,
  failure_code text check (char_length(failure_code) <= 100),
  failure_reason text check (char_length(failure_reason) <= 500),
  processing_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  receipt_number text unique
    check (receipt_number ~ '^R-[0-9]{4}-[0-9]{6,}$'),
  fraud_warned_at timestamptz,
  import_id uuid,
  created_at timestamptz not null default now(),
  entered_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  constraint donations_email_given_check check (email is not null or method <> 'online'),
  constraint donations_method_check1 check (
    method = 'online'
    or (stripe_payment_intent_id is null and stripe_charge_id is null and stripe_invoice_id is null and completed_at is not null)
  ),
  constraint donations_soft_credit_donor_id_check check (
    soft_credit_donor_id is null
    or (method in ('donor_advised_fund', 'employer_match') and soft_credit_donor_id <> donor_id)
  ),
  constraint donations_deposit_id_check check (deposit_id is null or method <> 'online'),
  constraint donations_completed_at_check
    check ((status in ('pending', 'failed')) = (completed_at is null)),
  constraint donations_receipt_number_given_check
    check ((completed_at is null or import_id is not null) = (receipt_number is null))
);
create index donations_counted_idx on public.donations (is_demo, completed_at desc, id desc)
  where completed_at is not null;
create index donations_donor_idx on public.donations (donor_id, created_at desc);
-- Each sort order of the admin list has an index that includes the filter columns, so the table isn't read even when
-- thousands of rows are skipped.
create index donations_created_at_idx on public.donations (created_at desc, id desc)
  include (status, is_recurring);
create index donations_amount_idx on public.donations (amount desc, id desc)
  include (status, is_recurring, created_at);
create index donations_name_idx on public.donations (lower(last_name), lower(first_name), id)
  include (last_name, first_name, status, is_recurring, created_at);
create index donations_adjusted_amount_idx on public.donations (status, amount desc, id desc)
  include (is_recurring, created_at)
  where status in ('refunded', 'partially_refunded', 'disputed', 'voided');
create index donations_adjusted_name_idx
  on public.donations (status, lower(last_name), lower(first_name), id)
  include (last_name, first_name, is_recurring, created_at)
  where status in ('refunded', 'partially_refunded', 'disputed', 'voided');
create index donations_search_idx on public.donations using gin (search_text extensions.gin_trgm_ops);
create index donations_status_idx on public.donations (status, created_at desc, id desc)
  include (is_recurring);
create index donations_recurring_idx on public.donations (created_at desc, id desc) where is_recurring;
create index donations_source_idx on public.donations (source) include (is_demo, amount, adjusted_amount, completed_at)
  where source is not null and completed_at is not null;
create index donations_subscription_idx on public.donations (subscription_id);
create index donations_soft_credit_donor_idx on public.donations (soft_credit_donor_id, completed_at desc);
create index donations_deposit_idx on public.donations (deposit_id);
create index donations_import_idx on public.donations (import_id);
-- The planner needs a good estimate of how many rows a search matches, so collect detailed statistics.
alter table public.donations alter column search_text set statistics 2000;

comment on table public.donations is
  'Donations. Only the server writes them. The public sees only totals and public names, through functions.';
comment on column public.donations.source is 'From the donation link that the donor followed, such as newsletter or spring-gala.';
comment on column public.donations.method is
  'How the money came in. Only the provider''s reports set it to online, and only imports set it to other_platform.';
comment on column public.donations.is_receipted is
  'Whether the donor gets a receipt for the amount. False for money from a fund or an employer. Also false for the '
  'proceeds of stock, because a letter acknowledges the shares.';
comment on column public.donations.soft_credit_donor_id is
  'The donor who recommended a fund''s grant, or whose donation an employer matched. The money counts only for '
  'donor_id.';
comment on column public.donations.deposit_id is 'The deposit that the money was part of.';
comment on column public.donations.replaces_id is 'The voided donation that this one corrects.';
comment on column public.donations.reference is 'A check number, or another identifier of the payment.';
comment on column public.donations.note is 'The donor''s wish for how to use the money. Only administrators see it.';
comment on column public.donations.is_memorial is 'Whether the person in in_honor_of has died.';
comment on column public.donations.attempt_id is 'Idempotency key of one checkout attempt.';
comment on column public.donations.email_key is 'The lowercase email, as in donor_emails.';
comment on column public.donations.amount is 'Amount charged, including the fee if the donor covers it.';
comment on column public.donations.fee_covered is 'The part of amount that the donor added to cover the fee.';
comment on column public.donations.is_demo is 'Not real money: the demo provider or Stripe''s test mode.';
comment on column public.donations.adjusted_amount is
  'The sum of succeeded refunds, lost disputes and voids; maintained by a trigger.';
comment on column public.donations.is_voided is
  'Whether an administrator voided the donation; maintained by a trigger.';
comment on column public.donations.import_id is
  'The import that added the row. The system that the row came from issued the receipt.';
comment on column public.donations.is_disputed is 'Whether a dispute is open or lost; maintained by a trigger.';
comment on column public.donations.failures is 'Ids of this attempt''s declined charges, so that each is counted once.';
comment on column public.donations.failure_count is 'Number of declined charges; five cancel the payment intent.';
comment on column public.donations.processing_at is 'When the bank debit was started, if it is still pending.';
comment on column public.donations.completed_at is 'Time of the charge. Once it is set, the donation counts.';
comment on column public.donations.receipt_number is
  'R-2026-000123: year of the charge and a number within that year. A trigger assigns it once the charge is known.';
comment on column public.donations.entered_at is 'When the row was added. Recorded donations have an earlier created_at.';
comment on column public.donations.fraud_warned_at is
  'When the card''s bank warned of fraud. Refunding the donation can keep the warning from becoming a dispute.';

create trigger set_donor
  before insert on public.donations
  for each row when (new.donor_id is null)
  execute function private.set_donor();

create function private.set_donation_status()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.completed_at is not null and new.status in ('pending', 'failed') then
    raise exception 'a completed donation can''t become pending or failed' using errcode = 'CP011';
  end if;
  if tg_op = 'UPDATE' and (old.amount <> new.amount or old.is_demo <> new.is_demo) and old.completed_at is not null then
    raise exception 'the amount of a completed donation is final' using errcode = 'CP011';
  end if;

  -- The status depends only on the stored facts, so the order in which they arrive doesn't matter.
  if new.status not in ('pending', 'failed') then
    new.completed_at := coalesce(new.completed_at, now());
    new.status := case
      when new.is_disputed then 'disputed'
      when new.adjusted_amount >= new.amount and new.is_voided then 'voided'
      when new.adjusted_amount >= new.amount then 'refunded'
      when new.adjusted_amount > 0 then 'partially_refunded'
      else 'completed'
    end;
  end if;
  return new;
end;
$$;

comment on function private.set_donation_status() is
  'Derives the status of a completed donation from its refunds, disputes and voids, and refuses to change its amount.';

create trigger set_donation_status
  before insert or update on public.donations
  for each row execute function private.set_donation_status();

-- A counter per year instead of a sequence: a rolled-back transaction returns its number, so there are no gaps.
create table public.receipt_counters (
  year integer primary key,
  last_number integer not null check (last_number > 0)
);
comment on table public.receipt_counters is
  'The last receipt number of each year, shared by demo and real donations, so that numbers are unique across both.';

select private.describe_table(
  'receipt_counters', area => 'giving', archived => false, left_out => 'computed', audited => false,
  rows => '{area}'
);

alter table public.receipt_counters enable row level security;

create policy "Admins read receipt counters" on public.receipt_counters
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.receipt_counters to authenticated;

create function private.write_receipt_number()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  charge_year integer;
  given integer;
begin
  if tg_op = 'UPDATE' and old.receipt_number is not null then
    if new.receipt_number is distinct from old.receipt_number then
      raise exception 'a receipt number is final' using errcode = 'CP011';
    end if;
    return new;
  end if;
  new.receipt_number := null;
  if new.completed_at is not null and new.import_id is null then
    charge_year := extract(year from new.completed_at at time zone private.time_zone());
    -- The row lock makes concurrent charges wait for each other until commit.
    insert into public.receipt_counters as counter (year, last_number) values (charge_year, 1)
    on conflict (year) do update set last_number = counter.last_number + 1
    returning counter.last_number into given;
    new.receipt_number := format('R-%s-%s', to_char(charge_year, 'FM0000'), lpad(given::text, greatest(6, length(given::text)), '0'));
  end if;
  return new;
end;
$$;

comment on function private.write_receipt_number() is
  'Assigns the next receipt number of the charge''s year, in the transaction that completes the donation.';

-- Triggers fire in alphabetical order, so set_donation_status has already set completed_at.
create trigger write_receipt_number
  before insert or update on public.donations
  for each row execute function private.write_receipt_number();

select private.describe_table(
  'donations', area => 'giving', archived => true, audited => true, title => 'Donation of {created_at}',
  rows => '{area}',
  audited_on => null,
  erasure => 'empty', erase_order => 11,
  reason => 'Amounts, dates and receipt numbers stay in the ledger under "Erased donor". Name, email, dedication and notes are removed.'
);
select private.describe_columns('donations', '{first_name}', kind => 'personal', replacement => 'Erased');
select private.describe_columns('donations', '{last_name}', kind => 'personal', replacement => 'donor');
select private.describe_columns('donations', '{email}', kind => 'personal', replacement => 'erased address');
select private.describe_columns(
  'donations', '{is_anonymous}',
  kind => 'personal', replacement => 'yes', logged => true
);
select private.describe_columns('donations', '{is_memorial}', kind => 'personal', replacement => 'no', logged => true);
select private.describe_columns('donations', '{reference}', kind => 'personal', replacement => 'nothing');
select private.describe_columns(
  'donations', '{failure_reason}',
  kind => 'personal', replacement => 'nothing', logged => true
);
select private.describe_columns(
  'donations', '{stripe_payment_intent_id,stripe_charge_id,stripe_invoice_id}',
  kind => 'personal', replacement => 'kept for the ledger', logged => true
);
select private.describe_columns('donations', '{in_honor_of,note}', kind => 'note', replacement => 'nothing');
select private.describe_columns('donations', '{attempt_id,failures,receipt_number}', kind => 'reference');
select private.describe_columns('donations', '{currency,failure_code,method,source,status}', kind => 'state');

alter table public.donations enable row level security;

create policy "Admins read donations" on public.donations
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.donations to authenticated;
grant select, insert, update on table public.donations to service_role;

create trigger set_updated_at
  before update on public.donations
  for each row execute function private.set_updated_at();

-- An import is logged as one entry, no matter how many donations it adds.
create trigger write_audit
  after insert on public.donations
  for each row when (new.method <> 'online' and new.import_id is null)
  execute function private.write_audit();

create trigger write_audit_of_change
  after update on public.donations
  for each row when (new.method <> 'online')
  execute function private.write_audit();

create function private.create_pending_donation(
  attempt_id uuid,
  amount numeric,
  first_name text,
  last_name text,
  email text,
  is_recurring boolean,
  is_demo boolean,
  payment_intent_id text default null,
  is_anonymous boolean default false,
  in_honor_of text default null,
  fee_covered numeric default 0,
  subscription_id uuid default null,
  source text default null,
  is_memorial boolean default false
)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  given alias for amount;
  stored public.donations;
  is_new boolean := true;
begin
  if not exists (
    select 1 from public.settings as setting
    where given - coalesce(create_pending_donation.fee_covered, 0) between setting.min_donation and setting.max_donation
  ) then
    raise exception 'amount out of range' using errcode = 'CP014';
  end if;

  insert into public.donations (
    attempt_id, amount, first_name, last_name, email, is_recurring, is_demo, stripe_payment_intent_id,
    is_anonymous, in_honor_of, fee_covered, subscription_id, source, is_memorial
  )
  values (
    create_pending_donation.attempt_id, given, create_pending_donation.first_name,
    create_pending_donation.last_name, create_pending_donation.email, create_pending_donation.is_recurring,
    create_pending_donation.is_demo, payment_intent_id, create_pending_donation.is_anonymous,
    create_pending_donation.in_honor_of, coalesce(create_pending_donation.fee_covered, 0),
    create_pending_donation.subscription_id, create_pending_donation.source, create_pending_donation.is_memorial
  )
  on conflict do nothing
  returning * into stored;

  if stored.id is null then
    is_new := false;
    select * into stored from public.donations as donation
    where donation.attempt_id = create_pending_donation.attempt_id;
    if stored.id is null
      or stored.amount <> given
      or stored.email_key <> lower(create_pending_donation.email)
      or stored.is_recurring <> create_pending_donation.is_recurring
      or stored.is_demo <> create_pending_donation.is_demo
      or stored.is_anonymous <> create_pending_donation.is_anonymous
      or stored.in_honor_of is distinct from create_pending_donation.in_honor_of
      or stored.is_memorial <> create_pending_donation.is_memorial then
      raise exception 'the attempt id was used for another donation' using errcode = 'CP001';
    end if;
  end if;

  return jsonb_build_object(
    'id', stored.id,
    'paymentIntentId', stored.stripe_payment_intent_id,
    'isNew', is_new
  );
end;
$$;

grant execute on function private.create_pending_donation(
  uuid, numeric, text, text, text, boolean, boolean, text, boolean, text, numeric, uuid, text, boolean
) to service_role;

create function private.attach_payment_intent(donation_id uuid, payment_intent_id text, invoice_id text default null)
returns text
language sql
volatile
security definer
set search_path = ''
as $$
  update public.donations as donation
  set
    stripe_payment_intent_id = coalesce(donation.stripe_payment_intent_id, attach_payment_intent.payment_intent_id),
    stripe_invoice_id = coalesce(donation.stripe_invoice_id, attach_payment_intent.invoice_id)
  where donation.id = attach_payment_intent.donation_id
  returning donation.stripe_payment_intent_id;
$$;

grant execute on function private.attach_payment_intent(uuid, text, text) to service_role;

create function private.queue_receipt(donation_id uuid)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  select private.queue_email(
    case when replaced.id is null then 'Donation Confirmation' else 'Corrected Receipt' end,
    donation.email,
    btrim(donation.first_name || ' ' || donation.last_name),
    jsonb_build_object(
      'name', donation.first_name,
      'donationId', donation.id,
      'receiptNumber', donation.receipt_number,
      'donationAmount', donation.amount,
      'feeCovered', donation.fee_covered,
      'donationDate', (donation.completed_at at time zone private.time_zone())::date,
      'isRecurring', donation.is_recurring,
      'inHonorOf', donation.in_honor_of,
      'method', donation.method,
      'isMemorial', donation.is_memorial,
      'isDemo', donation.is_demo,
      'replacedReceiptNumber', replaced.receipt_number,
      'packagePrice', (select setting.package_price from public.settings as setting)
    ),
    'receipt:' || donation.id
  )
  from public.donations as donation
  -- A receipt can only replace one that the same donor got.
  left join public.donations as replaced
    on replaced.id = donation.replaces_id and replaced.donor_id = donation.donor_id
    and 'sent' = (select mail.status from public.email_outbox as mail where mail.dedupe_key = 'receipt:' || replaced.id)
  where donation.id = queue_receipt.donation_id
    and donation.completed_at is not null
    and donation.is_receipted
    and donation.email is not null;
$$;

grant execute on function private.queue_receipt(uuid) to service_role;

comment on function private.create_pending_donation(
  uuid, numeric, text, text, text, boolean, boolean, text, boolean, text, numeric, uuid, text, boolean
) is 'Creates one row per attempt id. Repeating an attempt returns its row, or raises CP001 if the details differ.';
comment on function private.attach_payment_intent(uuid, text, text) is
  'Stores the provider''s id once. Later calls change nothing and return the id that was stored by the first call.';
comment on function private.queue_receipt(uuid) is 'Queues one receipt per charge, and none before the charge.';
