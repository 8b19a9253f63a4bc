set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.deposits (
  id uuid primary key default gen_random_uuid(),
  deposited_on date not null check (deposited_on between '1900-01-01' and '2199-12-31'),
  slip_total numeric(10, 2) not null check (slip_total >= 0.01),
  reference text check (private.is_line(reference) and char_length(reference) <= 50),
  notes text check (private.is_text(notes) and char_length(notes) <= 1000),
  is_demo boolean not null default false,
  closed_at timestamptz,
  reopen_reason text check (private.is_line(reopen_reason) and char_length(reopen_reason) between 1 and 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index deposits_deposited_on_idx on public.deposits (deposited_on desc, id desc);

comment on table public.deposits is
  'Trips to the bank. A deposit is closed once its donations add up to the total on the slip. From then on, it changes '
  'only by offsetting entries, which are added when its donations are voided or corrected.';
comment on column public.deposits.slip_total is 'The total on the deposit slip.';
comment on column public.deposits.reference is 'The number on the slip.';
comment on column public.deposits.reopen_reason is 'Why an owner last opened the deposit again after it was closed.';

select private.describe_table(
  'deposits', area => 'giving', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert,update,delete}',
  title => 'Deposit of {deposited_on}'
);
select private.describe_columns('deposits', '{notes,reference,reopen_reason}', kind => 'content', logged => false);

alter table public.deposits enable row level security;

create policy "Admins read deposits" on public.deposits
  for select to authenticated
  using ((select private.may('giving')));

create policy "Admins add deposits" on public.deposits
  for insert to authenticated
  with check ((select private.may('giving')));

create policy "Admins change open deposits" on public.deposits
  for update to authenticated
  using ((select private.may('giving')) and closed_at is null);

create policy "Admins delete open deposits" on public.deposits
  for delete to authenticated
  using ((select private.may('giving')) and closed_at is null);

grant select, delete on table public.deposits to authenticated;
grant insert (deposited_on, slip_total, reference, notes, is_demo) on table public.deposits to authenticated;
grant update (deposited_on, slip_total, reference, notes) on table public.deposits to authenticated;
grant select, insert, update, delete on table public.deposits to service_role;

create function private.dollars(amount numeric)
returns text
language sql
immutable
set search_path = ''
as $$
  select '$' || to_char(amount, 'FM999,999,990.00');
$$;

comment on function private.dollars(numeric) is 'Returns an amount as people write it, such as $1,250.00.';

-- The functions for donors, who see and cancel their own recurring donations, are in …_donor_records.sql.

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid unique,
  donor_id uuid not null references public.donors (id),
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(last_name) <= 100),
  email text not null
    check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 254),
  amount numeric(10, 2) not null check (amount >= 0.01 and amount <= 999999.99),
  fee_covered numeric(10, 2) not null default 0 check (fee_covered >= 0 and fee_covered < amount),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  is_anonymous boolean not null default false,
  in_honor_of text check (char_length(in_honor_of) <= 200),
  is_memorial boolean not null default false check (not is_memorial or in_honor_of is not null),
  source text check (source ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'),
  status text not null default 'incomplete' check (
    status in ('incomplete', 'active', 'past_due', 'paused', 'canceled')
  ),
  stripe_customer_id text check (char_length(stripe_customer_id) <= 255),
  stripe_subscription_id text unique check (char_length(stripe_subscription_id) <= 255),
  is_demo boolean not null default false,
  reported_at timestamptz,
  current_period_end timestamptz,
  failure_code text check (char_length(failure_code) <= 100),
  cancels_at timestamptz,
  canceled_at timestamptz,
  cancel_reason text check (char_length(btrim(cancel_reason)) between 1 and 500),
  canceled_by text,
  cancel_requested_at timestamptz,
  is_ended_unpaid boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint subscriptions_cancellation_is_whole check (
    (cancel_requested_at is null) = (cancel_reason is null) and (cancel_requested_at is null) = (canceled_by is null)
  )
);
create index subscriptions_customer_idx on public.subscriptions (stripe_customer_id);
create index subscriptions_donor_idx on public.subscriptions (donor_id);
create index subscriptions_search_idx on public.subscriptions
  using gin (private.search_text(first_name || ' ' || last_name || ' ' || email) extensions.gin_trgm_ops);
create index subscriptions_status_idx on public.subscriptions (status, created_at desc, id desc);

comment on table public.subscriptions is 'Recurring monthly donations. Each paid invoice becomes a donation.';
comment on column public.subscriptions.attempt_id is
  'Idempotency key of one checkout attempt, shared with the first donation.';
comment on column public.subscriptions.is_memorial is 'Whether the person in in_honor_of has died.';
comment on column public.subscriptions.source is
  'The source of the donation link that the donor followed. It is copied to each charge.';
comment on column public.subscriptions.amount is 'Charged every month, including the fee if the donor covers it.';
comment on column public.subscriptions.reported_at is
  'The time of the provider''s report that set the status; older reports don''t change the status.';
comment on column public.subscriptions.failure_code is 'Why the latest charge that failed was declined.';
comment on column public.subscriptions.is_ended_unpaid is
  'Whether the provider ended the recurring donation because its charges kept failing.';
comment on column public.subscriptions.cancels_at is 'When the recurring donation will end, as the donor requested.';
comment on column public.subscriptions.cancel_reason is
  'Why an administrator canceled the recurring donation; null if the donor or the provider canceled it.';
comment on column public.subscriptions.canceled_by is
  'The username of the administrator who requested the cancellation, as in the audit log.';
comment on column public.subscriptions.cancel_requested_at is
  'When the administrator requested the cancellation. Nobody sees the reason until the provider confirms the '
  'cancellation.';
comment on column public.subscriptions.is_demo is 'Not real money: the demo provider or Stripe''s test mode.';

select private.describe_table(
  'subscriptions', area => 'giving', archived => true, audited => true,
  rows => '{area}',
  audited_on => null,
  erasure => 'empty', erase_order => 10,
  reason => 'Amounts and dates stay in the ledger. Name, email and dedication are removed.'
);
select private.describe_columns('subscriptions', '{first_name}', kind => 'personal', replacement => 'Erased', blankable => false);
select private.describe_columns('subscriptions', '{last_name}', kind => 'personal', replacement => 'donor', blankable => false);
select private.describe_columns(
  'subscriptions', '{email}',
  kind => 'personal', replacement => 'erased address', blankable => false
);
select private.describe_columns(
  'subscriptions', '{is_memorial}',
  kind => 'personal', replacement => 'no', logged => true
);
select private.describe_columns('subscriptions', '{in_honor_of}', kind => 'personal', replacement => 'nothing');
select private.describe_columns('subscriptions', '{cancel_reason}', kind => 'personal', replacement => 'Erased if any');
select private.describe_columns(
  'subscriptions', '{stripe_customer_id}',
  kind => 'personal', replacement => 'nothing', logged => true, blankable => false
);
select private.describe_columns('subscriptions', '{canceled_by}', kind => 'username');
select private.describe_columns('subscriptions', '{attempt_id,stripe_subscription_id}', kind => 'reference');
select private.describe_columns('subscriptions', '{currency,failure_code,source,status}', kind => 'state');

alter table public.subscriptions enable row level security;

create policy "Admins read subscriptions" on public.subscriptions
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.subscriptions to authenticated;
grant select, insert, update, delete on table public.subscriptions to service_role;

create trigger set_donor
  before insert on public.subscriptions
  for each row when (new.donor_id is null)
  execute function private.set_donor();

create function private.drop_old_cancellation_request()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.cancel_reason := null;
  new.canceled_by := null;
  new.cancel_requested_at := null;
  return new;
end;
$$;

-- If the call to the provider failed, the recorded request isn't the reason for a cancellation that happens much later.
-- An hour is enough, because by then the reconciliation finds the cancellation, even if the response and the event were
-- lost.
create trigger drop_old_cancellation_request
  before update of status on public.subscriptions
  for each row when (
    old.status <> 'canceled' and new.status = 'canceled'
    and new.cancel_requested_at < coalesce(new.reported_at, now()) - interval '1 hour'
  )
  execute function private.drop_old_cancellation_request();

-- Only administrators' requests are logged; the provider's reports are in stripe_events.
create trigger write_audit
  after update on public.subscriptions
  for each row when (
    old.cancel_requested_at is distinct from new.cancel_requested_at
    or old.cancel_reason is distinct from new.cancel_reason
  )
  execute function private.write_audit();

create function private.create_pending_subscription(
  attempt_id uuid,
  amount numeric,
  first_name text,
  last_name text,
  email text,
  is_demo boolean,
  is_anonymous boolean default false,
  in_honor_of text default null,
  fee_covered numeric default 0,
  source text default null,
  is_memorial boolean default false
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  given alias for amount;
  stored public.subscriptions;
  is_new boolean := true;
begin
  insert into public.subscriptions (
    attempt_id, amount, first_name, last_name, email, is_demo, is_anonymous, in_honor_of, fee_covered,
    source, is_memorial
  )
  values (
    create_pending_subscription.attempt_id, given, create_pending_subscription.first_name,
    create_pending_subscription.last_name, create_pending_subscription.email, create_pending_subscription.is_demo,
    create_pending_subscription.is_anonymous, create_pending_subscription.in_honor_of,
    coalesce(create_pending_subscription.fee_covered, 0), create_pending_subscription.source,
    create_pending_subscription.is_memorial
  )
  on conflict do nothing
  returning * into stored;

  if stored.id is null then
    is_new := false;
    select * into stored from public.subscriptions as subscription
    where subscription.attempt_id = create_pending_subscription.attempt_id;
    if stored.id is null
      or stored.amount <> given
      or lower(stored.email) <> lower(create_pending_subscription.email)
      or stored.is_demo <> create_pending_subscription.is_demo then
      raise exception 'the attempt id was used for another donation' using errcode = 'CP001';
    end if;
  end if;

  return jsonb_build_object(
    'id', stored.id,
    'stripeCustomerId', stored.stripe_customer_id
  );
end;
$$;

grant execute on function private.create_pending_subscription(
  uuid, numeric, text, text, text, boolean, boolean, text, numeric, text, boolean
)
  to service_role;

create function private.attach_subscription(
  subscription_id uuid,
  stripe_customer_id text,
  stripe_subscription_id text default null,
  current_period_end timestamptz default null
)
returns jsonb
language sql
security definer
set search_path = ''
as $$
  update public.subscriptions as subscription
  set
    stripe_customer_id = coalesce(subscription.stripe_customer_id, attach_subscription.stripe_customer_id),
    stripe_subscription_id =
      coalesce(subscription.stripe_subscription_id, attach_subscription.stripe_subscription_id),
    current_period_end = coalesce(subscription.current_period_end, attach_subscription.current_period_end)
  where subscription.id = attach_subscription.subscription_id
  returning jsonb_build_object(
    'stripeCustomerId', subscription.stripe_customer_id,
    'stripeSubscriptionId', subscription.stripe_subscription_id
  );
$$;

grant execute on function private.attach_subscription(uuid, text, text, timestamptz) to service_role;

create function private.queue_cancellation_mail(subscription_id uuid, was_running boolean, end_reason text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Donors who left the checkout before the first charge don't get a cancellation email.
  perform private.queue_email(
    'Monthly Gift Canceled',
    recipient.email,
    recipient.name,
    jsonb_build_object(
      'name', recipient.salutation,
      'subscriptionId', subscription.id,
      'donationAmount', subscription.amount,
      'endReason', coalesce(end_reason, ''),
      'isDemo', subscription.is_demo
    ),
    'monthly-gift-canceled:' || subscription.id
  )
  from public.subscriptions as subscription
  cross join lateral private.giver_recipient(
    subscription.donor_id, subscription.first_name, subscription.last_name
  ) as recipient
  where subscription.id = queue_cancellation_mail.subscription_id
    and (
      was_running
      or exists (
        select 1 from public.donations as charge
        where charge.subscription_id = subscription.id and charge.completed_at is not null
      )
    );
end;
$$;

grant execute on function private.queue_cancellation_mail(uuid, boolean, text) to service_role;

create function private.report_unpaid_end(subscription_id uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended public.subscriptions;
begin
  -- An administrator who canceled it knows that it ended.
  update public.subscriptions as subscription set is_ended_unpaid = true
  where subscription.id = report_unpaid_end.subscription_id and subscription.cancel_requested_at is null
  returning * into ended;
  if ended.id is null then
    return false;
  end if;
  perform private.add_provider_task(
    ended.donor_id,
    ended.is_demo,
    format(
      'The monthly gift of %s ended because its charges kept failing. Ask for another card.',
      private.dollars(ended.amount)
    )
  );
  return true;
end;
$$;

grant execute on function private.report_unpaid_end(uuid) to service_role;

create function private.queue_monthly_gift_started_mail(subscription_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.queue_email(
    'Monthly Gift Started',
    recipient.email,
    recipient.name,
    jsonb_build_object(
      'name', recipient.salutation,
      'subscriptionId', subscription.id,
      'donationAmount', subscription.amount,
      'nextChargeDate', (subscription.current_period_end at time zone private.time_zone())::date,
      'isDemo', subscription.is_demo
    ),
    'monthly-gift-started:' || subscription.id
  )
  from public.subscriptions as subscription
  cross join lateral private.giver_recipient(
    subscription.donor_id, subscription.first_name, subscription.last_name
  ) as recipient
  where subscription.id = queue_monthly_gift_started_mail.subscription_id;
$$;

grant execute on function private.queue_monthly_gift_started_mail(uuid) to service_role;

create function private.queue_payment_failed_mail(
  subscription_id uuid,
  stripe_invoice_id text,
  decline_reason text default null
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  cause constant text := 'payment-failed:' || stripe_invoice_id;
begin
  if exists (select 1 from public.email_outbox as mail where mail.dedupe_key = cause) then
    return;
  end if;
  perform private.queue_email(
    'Payment Failed',
    recipient.email,
    recipient.name,
    jsonb_build_object(
      'name', recipient.salutation,
      'subscriptionId', subscription.id,
      'donationAmount', subscription.amount,
      'declineReason', coalesce(
        decline_reason, 'This can happen when a card has expired or reached its limit.'
      ),
      'giftLinkId', private.create_donor_link(recipient.email),
      'isDemo', subscription.is_demo
    ),
    cause
  )
  from public.subscriptions as subscription
  cross join lateral private.giver_recipient(
    subscription.donor_id, subscription.first_name, subscription.last_name
  ) as recipient
  where subscription.id = queue_payment_failed_mail.subscription_id and recipient.email is not null;
end;
$$;

grant execute on function private.queue_payment_failed_mail(uuid, text, text) to service_role;

comment on function private.drop_old_cancellation_request() is
  'Clears the cancellation request and its reason if the recurring donation ended for another reason.';
comment on function private.create_pending_subscription(
  uuid, numeric, text, text, text, boolean, boolean, text, numeric, text, boolean
) is
  'Creates one row per attempt id. Repeating an attempt returns its row, or raises CP001 if the details differ. The '
  'first donation''s bounds are checked when that donation is created.';
comment on function private.attach_subscription(uuid, text, text, timestamptz) is
  'Stores the provider''s ids and the end of the first month, once. Returns the stored ids, so that concurrent '
  'requests get the same ones.';
comment on function private.queue_cancellation_mail(uuid, boolean, text) is
  'Sends a donor one email to say that the recurring donation has ended. Does nothing if the donor was never charged.';
comment on function private.report_unpaid_end(uuid) is
  'Adds a task for administrators when the provider gives up on a recurring donation. Returns false if an administrator '
  'canceled it.';
comment on function private.queue_monthly_gift_started_mail(uuid) is
  'Sends one email about a recurring donation that starts without a charge and therefore without a receipt.';
comment on function private.queue_payment_failed_mail(uuid, text, text) is
  'Sends one email per declined invoice, with the reason and a link for changing the card.';

create table public.donations (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid unique,
  donor_id uuid not null references public.donors (id),
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(last_name) <= 100),
  email text check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 254),
  email_key text generated always as (lower(email)) stored,
  search_text text not null generated always as (
    private.search_text(
      first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(reference, '') || ' '
      || coalesce(note, '')
    )
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
  is_wired boolean not null default false,
  replaces_id uuid unique references public.donations (id),
  source text check (source ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'),
  is_demo boolean not null default false,
  stripe_payment_intent_id text unique check (char_length(stripe_payment_intent_id) <= 255),
  stripe_charge_id text unique check (char_length(stripe_charge_id) <= 255),
  stripe_invoice_id text unique check (char_length(stripe_invoice_id) <= 255),
  subscription_id uuid references public.subscriptions (id) on delete set null,
  status text not null default 'pending' check (
    status in ('pending', 'completed', 'failed', 'refunded', 'partially_refunded', 'disputed', 'returned', 'voided')
  ),
  adjusted_amount numeric(10, 2) not null default 0
    check (adjusted_amount >= 0 and adjusted_amount <= amount),
  is_voided boolean not null default false,
  is_disputed boolean not null default false,
  is_returned boolean not null default false,
  failures text[] not null default '{}',
  failure_count integer not null generated always as (cardinality(failures)) stored,
  failure_code text check (char_length(failure_code) <= 100),
  failure_reason text check (char_length(failure_reason) <= 500),
  processing_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  given_on date not null,
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
  constraint donations_deposit_id_check check (deposit_id is null or (method <> 'online' and not is_wired)),
  constraint donations_is_wired_check check (not is_wired or method <> 'online'),
  constraint donations_completed_at_check
    check ((status in ('pending', 'failed')) = (completed_at is null)),
  constraint donations_receipt_number_given_check
    check (
      case when completed_at is null then receipt_number is null else receipt_number is not null or import_id is not null end
    )
);
create index donations_counted_idx on public.donations (is_demo, completed_at desc, id desc)
  where completed_at is not null;
create index donations_donor_idx on public.donations (donor_id, given_on desc, created_at desc);
-- Each sort order of the admin list has an index that includes the filter columns, so the table isn't read even when
-- thousands of rows are skipped.
create index donations_given_on_idx on public.donations (given_on desc, created_at desc, id desc)
  include (status, is_recurring, is_demo);
create index donations_amount_idx on public.donations (amount desc, id desc)
  include (status, is_recurring, given_on, is_demo);
create index donations_name_idx on public.donations (private.fold(last_name) collate "C", private.fold(first_name) collate "C", id)
  include (last_name, first_name, status, is_recurring, given_on, is_demo);
-- Exports in parts need an order that doesn't change when a pending donation is paid.
create index donations_created_at_idx on public.donations (created_at desc, id desc);
create index donations_adjusted_amount_idx on public.donations (status, amount desc, id desc)
  include (is_recurring, given_on, is_demo)
  where status in ('refunded', 'partially_refunded', 'disputed', 'returned', 'voided');
create index donations_adjusted_name_idx
  on public.donations (status, private.fold(last_name) collate "C", private.fold(first_name) collate "C", id)
  include (last_name, first_name, is_recurring, given_on, is_demo)
  where status in ('refunded', 'partially_refunded', 'disputed', 'returned', 'voided');
create index donations_search_idx on public.donations using gin (search_text extensions.gin_trgm_ops);
create index donations_status_idx on public.donations (status, given_on desc, created_at desc, id desc)
  include (is_recurring, is_demo);
create index donations_recurring_idx on public.donations (given_on desc, created_at desc, id desc)
  include (status, is_demo) where is_recurring;
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
comment on column public.donations.source is
  'What led to the donation, such as newsletter or spring-gala: from the donation link, or as an administrator entered it.';
comment on column public.donations.method is
  'How the money came in. Only the provider''s reports set it to online, and only imports set it to other_platform.';
comment on column public.donations.is_receipted is
  'Whether the donor gets a receipt for the amount. False for money from a fund or an employer. Also false for the '
  'proceeds of stock, because a letter acknowledges the shares.';
comment on column public.donations.soft_credit_donor_id is
  'The donor who recommended a fund''s grant, or whose donation an employer matched. The money counts only for '
  'donor_id.';
comment on column public.donations.deposit_id is 'The deposit that the money was part of.';
comment on column public.donations.is_wired is
  'Whether the money went straight to our bank account, such as a fund''s grant by wire, so that it is in no deposit.';
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
comment on column public.donations.is_disputed is
  'Whether a dispute or the return of a bank debit is open or lost; maintained by a trigger.';
comment on column public.donations.is_returned is
  'Whether the donor''s bank took back the debit after it was paid; maintained by a trigger.';
comment on column public.donations.failures is 'Ids of this attempt''s declined charges, so that each is counted once.';
comment on column public.donations.failure_count is 'Number of declined charges; five cancel the payment intent.';
comment on column public.donations.processing_at is 'When the bank debit was started, if it is still pending.';
comment on column public.donations.completed_at is 'Time of the charge. Once it is set, the donation counts.';
comment on column public.donations.given_on is
  'The donation''s date everywhere, in the organization''s time zone: the day of the charge, or the date of gift of a '
  'donation that an administrator recorded. Until the money has arrived, the day it was started.';
comment on column public.donations.receipt_number is
  'R-2026-000123: year of given_on and a number within that year. A trigger assigns it once the charge is known.';
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
      when new.is_returned then 'returned'
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

create function private.set_given_on()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.given_on is null or new.method = 'online' then
    new.given_on := (coalesce(new.completed_at, new.processing_at, new.created_at) at time zone private.time_zone())::date;
  end if;
  return new;
end;
$$;

comment on function private.set_given_on() is
  'Sets the donation''s date to the day of the charge or, before the charge, to the day it or its bank debit was '
  'started. A date of gift that was entered stays.';

-- Triggers fire in alphabetical order: after set_donation_status has set completed_at, and before the receipt number,
-- which starts with the date's year.
create trigger set_given_on_insert
  before insert on public.donations
  for each row execute function private.set_given_on();

create trigger set_given_on_update
  before update on public.donations
  for each row when ((old.completed_at, old.processing_at) is distinct from (new.completed_at, new.processing_at))
  execute function private.set_given_on();

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
  -- Donors of an import may have no receipts yet. Their numbers are given once the import can't be undone anymore.
  if new.import_id is not null and tg_op = 'INSERT' then
    return new;
  end if;
  if new.completed_at is not null and (
    new.import_id is null
    or exists (
      select from public.imports as entry
      where entry.id = new.import_id and entry.owes_receipts and entry.imported_at <= now() - interval '24 hours'
    )
  ) then
    charge_year := extract(year from new.given_on);
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
  'Assigns the next receipt number of the donation''s year, in the transaction that completes the donation.';

create trigger write_receipt_number
  before insert or update on public.donations
  for each row execute function private.write_receipt_number();

select private.describe_table(
  'donations', area => 'giving', archived => true, audited => true, title => 'Donation of {given_on}',
  rows => '{area}', admins_write => '{update}',
  audited_on => null,
  erasure => 'empty', erase_order => 11,
  reason => 'Amounts, dates and receipt numbers stay in the ledger under "Erased donor". Name, email, dedication and notes are removed.'
);
select private.describe_columns('donations', '{first_name}', kind => 'personal', replacement => 'Erased', blankable => false);
select private.describe_columns('donations', '{last_name}', kind => 'personal', replacement => 'donor', blankable => false);
select private.describe_columns(
  'donations', '{email}',
  kind => 'personal', replacement => 'erased address', blankable => false
);
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
  kind => 'personal', replacement => 'kept for the ledger', logged => true, blankable => false
);
select private.describe_columns('donations', '{in_honor_of,note}', kind => 'note', replacement => 'nothing');
select private.describe_columns('donations', '{attempt_id,failures,receipt_number}', kind => 'reference');
select private.describe_columns('donations', '{currency,failure_code,method,source,status}', kind => 'state');

alter table public.donations enable row level security;

create policy "Admins read donations" on public.donations
  for select to authenticated
  using ((select private.may('giving')));

-- What isn't on a receipt and doesn't change a sum needs no correction.
create policy "Admins change the notes of donations" on public.donations
  for update to authenticated
  using ((select private.may('giving')));

grant select on table public.donations to authenticated;
grant update (note, is_anonymous, source, is_wired) on table public.donations to authenticated;
grant select, insert, update on table public.donations to service_role;

-- An import is logged as one entry, no matter how many donations it adds.
create trigger write_audit
  after insert on public.donations
  for each row when (new.method <> 'online' and new.import_id is null)
  execute function private.write_audit();

-- The provider changes online donations. Administrators change only their notes.
create trigger write_audit_of_change
  after update on public.donations
  for each row when (
    (new.method <> 'online' and (old.receipt_number is not null or new.receipt_number is null))
    or (old.note, old.is_anonymous, old.source) is distinct from (new.note, new.is_anonymous, new.source)
  )
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

create function private.queue_receipt(donation_id uuid, replaced_on date default null)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.queue_email(
    case when coalesce(replaced.id, reissued.id) is null then 'Donation Confirmation' else 'Corrected Receipt' end,
    recipient.email,
    recipient.name,
    jsonb_build_object(
      'name', recipient.salutation,
      'donationId', donation.id,
      'receiptNumber', donation.receipt_number,
      'donationAmount', donation.amount,
      'feeCovered', donation.fee_covered,
      'donationDate', donation.given_on,
      'isRecurring', donation.is_recurring,
      'inHonorOf', donation.in_honor_of,
      'method', donation.method,
      'isMemorial', donation.is_memorial,
      'isDemo', donation.is_demo,
      'replacedReceiptNumber', coalesce(reissued.receipt_number, replaced.receipt_number),
      'replacedReceiptDate', replaced_on,
      'packagePrice', (select setting.package_price from public.settings as setting)
    ),
    'receipt:' || donation.id || case when reissued.id is null then '' else ':' || md5(recipient.name) end
  )
  from public.donations as donation
  cross join lateral private.giver_recipient(donation.donor_id, donation.first_name, donation.last_name) as recipient
  -- A receipt can only replace one that the same donor got.
  left join public.donations as replaced
    on replaced.id = donation.replaces_id and replaced.donor_id = donation.donor_id
    and 'sent' = (select mail.status from public.email_outbox as mail where mail.dedupe_key = 'receipt:' || replaced.id)
  left join public.donations as reissued on reissued.id = donation.id and replaced_on is not null
  where donation.id = queue_receipt.donation_id
    and donation.completed_at is not null
    and donation.is_receipted;
$$;

grant execute on function private.queue_receipt(uuid, date) to service_role;

comment on function private.create_pending_donation(
  uuid, numeric, text, text, text, boolean, boolean, text, boolean, text, numeric, uuid, text, boolean
) is 'Creates one row per attempt id. Repeating an attempt returns its row, or raises CP001 if the details differ.';
comment on function private.attach_payment_intent(uuid, text, text) is
  'Stores the provider''s id once. Later calls change nothing and return the id that was stored by the first call.';
comment on function private.queue_receipt(uuid, date) is
  'Queues one receipt per charge, and none before the charge. Given the day on which the receipt was sent, queues it anew '
  'under the same number, once for each name.';

-- We never state a value: the charity acknowledges what arrived, and the donor determines what it's worth (IRS
-- Publication 1771).
create table public.noncash_donations (
  id uuid primary key default gen_random_uuid(),
  donor_id uuid not null references public.donors (id),
  kind text not null check (kind in ('goods', 'stock')),
  description text not null
    check (private.is_text(description) and char_length(btrim(description)) between 1 and 500),
  shares numeric(14, 4) check (shares > 0),
  received_on date not null check (received_on between '1900-01-01' and '2199-12-31'),
  note text check (private.is_text(note) and char_length(note) <= 1000),
  estimated_value numeric(10, 2) check (estimated_value >= 0.01),
  is_demo boolean not null default false,
  sale_id uuid unique references public.donations (id),
  replaces_id uuid unique references public.noncash_donations (id),
  voided_at timestamptz,
  void_reason text check (private.is_line(void_reason) and char_length(void_reason) between 1 and 500),
  -- The current time instead of the start of the transaction, which may have waited for a merge. Undoing the merge
  -- moves the corrections that were made after it.
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  constraint noncash_donations_shares_check1 check ((kind = 'stock') = (shares is not null)),
  constraint noncash_donations_sale_id_check check (sale_id is null or (kind = 'stock' and voided_at is null)),
  constraint noncash_donations_void_reason_check1 check ((voided_at is null) = (void_reason is null))
);
create index noncash_donations_donor_idx on public.noncash_donations (donor_id, received_on desc);
create index noncash_donations_received_on_idx on public.noncash_donations (received_on desc, id desc);

comment on table public.noncash_donations is
  'Donated goods and shares. They don''t count as money, but the proceeds count once the shares are sold.';
comment on column public.noncash_donations.estimated_value is
  'Our own estimate for the books (Form 990, Schedule M). It is on no paper and in no email to the donor.';
comment on column public.noncash_donations.sale_id is 'The donation that records the proceeds of the shares.';
comment on column public.noncash_donations.replaces_id is 'The voided donation that this one corrects.';

select private.describe_table(
  'noncash_donations', area => 'giving', archived => true, audited => true,
  rows => '{area}', admins_write => '{update}',
  audited_on => 'insert or update',
  erasure => 'empty', erase_order => 12,
  reason => 'Dates and kinds stay in the ledger. Descriptions and notes are removed.'
);
select private.describe_columns('noncash_donations', '{description}', kind => 'personal', replacement => 'Erased');
select private.describe_columns('noncash_donations', '{note}', kind => 'personal', replacement => 'nothing');
select private.describe_columns(
  'noncash_donations', '{void_reason}',
  kind => 'personal', replacement => 'Erased if any'
);
select private.describe_columns('noncash_donations', '{kind}', kind => 'state');

alter table public.noncash_donations enable row level security;

create policy "Admins read noncash donations" on public.noncash_donations
  for select to authenticated
  using ((select private.may('giving')));

-- What isn't in the donor's letter needs no correction.
create policy "Admins change the notes of noncash donations" on public.noncash_donations
  for update to authenticated
  using ((select private.may('giving')));

grant select on table public.noncash_donations to authenticated;
grant update (note, estimated_value) on table public.noncash_donations to authenticated;
grant select on table public.noncash_donations to service_role;

create table public.donation_adjustments (
  id uuid primary key default gen_random_uuid(),
  donation_id uuid not null references public.donations (id) on delete restrict,
  kind text not null check (kind in ('refund', 'dispute', 'return', 'void')),
  amount numeric(10, 2) not null check (amount >= 0.01 and amount <= 999999.99),
  status text not null,
  stripe_id text unique check (char_length(stripe_id) <= 255),
  reason text check (char_length(reason) <= 500),
  reported_at timestamptz,
  lowered_on date,
  restored_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint donation_adjustments_restored_on_check check (restored_on is null or lowered_on is not null),
  constraint donation_adjustments_status_check check (
    (kind = 'refund' and status in ('pending', 'succeeded', 'failed', 'canceled'))
    or (kind in ('dispute', 'return') and status in ('open', 'won', 'lost'))
    or (kind = 'void' and status = 'succeeded')
  )
);
create index donation_adjustments_donation_idx on public.donation_adjustments (donation_id);
create index donation_adjustments_created_at_idx on public.donation_adjustments (created_at desc, id desc);

create index donation_adjustments_lowered_on_idx on public.donation_adjustments (lowered_on) where lowered_on is not null;

comment on table public.donation_adjustments is
  'Refunds, disputes, returned bank debits and voids. Succeeded refunds, lost disputes and returns, and voids reduce the '
  'donation.';
comment on column public.donation_adjustments.kind is
  'The provider reports the return of a paid bank debit as a dispute. Its kind is return, because the donor didn''t dispute '
  'anything.';
comment on column public.donation_adjustments.stripe_id is
  'Refund or dispute id, so that repeated events update the same row.';
comment on column public.donation_adjustments.reported_at is
  'The time of the provider''s report that set the status; if two reports conflict, the later one counts.';
comment on column public.donation_adjustments.lowered_on is
  'The day on which the money was refunded or lost, or the donation was voided. The month of this day is lowered by the '
  'amount, whatever the donation''s date is.';
comment on column public.donation_adjustments.restored_on is
  'The day on which a refund failed after it was made, or a lost dispute was won after all. The money is ours again.';

create function private.set_adjustment_days()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  is_lowered constant boolean := new.status in ('succeeded', 'lost');
  -- Imports and the sample data have adjustments of earlier days.
  happened_at constant timestamptz := coalesce(new.reported_at, case when tg_op = 'INSERT' then new.created_at else now() end);
begin
  if is_lowered and (new.lowered_on is null or new.restored_on is not null) then
    new.lowered_on := (happened_at at time zone private.time_zone())::date;
    new.restored_on := null;
  elsif not is_lowered and new.lowered_on is not null and new.restored_on is null then
    -- A report that is older than the one it corrects doesn't turn back time.
    new.restored_on := greatest(new.lowered_on, (happened_at at time zone private.time_zone())::date);
  end if;
  return new;
end;
$$;

comment on function private.set_adjustment_days() is
  'Sets the days on which a refund, a dispute or a void lowered the money, and on which the money came back.';

create trigger set_adjustment_days
  before insert or update on public.donation_adjustments
  for each row execute function private.set_adjustment_days();

create function private.apply_adjustments()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  target uuid := case when tg_op = 'DELETE' then old.donation_id else new.donation_id end;
begin
  -- Lock the donation first, then compute the sum with a new snapshot, so that concurrent refunds see each other.
  perform 1 from public.donations where id = target for update;

  update public.donations as donation
  set
    adjusted_amount = least(donation.amount, total.taken), is_disputed = total.disputed, is_returned = total.returned,
    is_voided = total.voided
  from (
    select
      coalesce(sum(adjustment.amount) filter (where adjustment.status in ('succeeded', 'lost')), 0) as taken,
      coalesce(bool_or(adjustment.status in ('open', 'lost')), false) as disputed,
      coalesce(bool_or(adjustment.kind = 'return' and adjustment.status = 'lost'), false) as returned,
      coalesce(bool_or(adjustment.kind = 'void'), false) as voided
    from public.donation_adjustments as adjustment
    where adjustment.donation_id = target
  ) as total
  where donation.id = target
    and (donation.adjusted_amount, donation.is_disputed, donation.is_returned, donation.is_voided)
      is distinct from (least(donation.amount, total.taken), total.disputed, total.returned, total.voided);
  return null;
end;
$$;

comment on function private.apply_adjustments() is
  'Adds up the donation''s refunds, disputes and voids, after locking the donation.';

create trigger apply_adjustments
  after insert or update or delete on public.donation_adjustments
  for each row execute function private.apply_adjustments();

select private.describe_table(
  'donation_adjustments', area => 'giving', archived => true, audited => false,
  rows => '{area}',
  erasure => 'empty', erase_order => 20,
  reason => 'Amounts and dates of refunds stay. Reasons are removed.'
);
select private.describe_columns('donation_adjustments', '{reason}', kind => 'personal', replacement => 'nothing');
select private.describe_columns('donation_adjustments', '{stripe_id}', kind => 'reference');
select private.describe_columns('donation_adjustments', '{kind,status}', kind => 'state');

alter table public.donation_adjustments enable row level security;

create policy "Admins read refunds and disputes" on public.donation_adjustments
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.donation_adjustments to authenticated;
grant select, insert, update, delete on table public.donation_adjustments to service_role;

create view private.donation_reductions
with (security_invoker = true)
as
select
  entry.id, entry.donation_id, donation.donor_id, donation.first_name, donation.last_name, donation.receipt_number,
  donation.given_on, donation.is_demo, entry.kind, entry.reason, entry.amount, entry.counted_on
from (
  select adjustment.id, adjustment.donation_id, adjustment.kind, adjustment.reason, -adjustment.amount as amount, adjustment.lowered_on as counted_on
  from public.donation_adjustments as adjustment
  where adjustment.lowered_on is not null
  union all
  select
    overlay(overlay(md5('restored ' || adjustment.id) placing '4' from 13) placing '8' from 17)::uuid, adjustment.donation_id, adjustment.kind, adjustment.reason, adjustment.amount,
    adjustment.restored_on
  from public.donation_adjustments as adjustment
  where adjustment.restored_on is not null
) as entry
join public.donations as donation on donation.id = entry.donation_id;

comment on view private.donation_reductions is
  'Refunds, lost disputes, returned debits and voids with the day on which they lowered the money, and again, with a positive amount, those '
  'that came back.';

grant select on private.donation_reductions to authenticated, service_role;

create function private.queue_refund_mail(refund_id text)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.queue_email(
    'Gift Refunded',
    recipient.email,
    recipient.name,
    jsonb_build_object(
      'name', recipient.salutation,
      'donationId', donation.id,
      'refundAmount', refund.amount,
      'donationAmount', donation.amount,
      'donationDate', donation.given_on,
      'isDemo', donation.is_demo
    ),
    'refund:' || refund.stripe_id
  )
  from public.donation_adjustments as refund
  join public.donations as donation on donation.id = refund.donation_id
  cross join lateral private.giver_recipient(donation.donor_id, donation.first_name, donation.last_name) as recipient
  where refund.stripe_id = refund_id and refund.kind = 'refund' and refund.status = 'succeeded';
$$;

grant execute on function private.queue_refund_mail(text) to service_role;

comment on function private.queue_refund_mail(text) is 'Sends one email per refund once the money has been returned.';

create function private.report_failed_refund(refund_id text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  refund public.donation_adjustments;
  donation public.donations;
  recipient private.recipient;
  was_announced boolean;
begin
  select * into refund from public.donation_adjustments as adjustment
  where adjustment.stripe_id = refund_id and adjustment.kind = 'refund' and adjustment.status in ('failed', 'canceled');
  if refund.id is null then
    return;
  end if;
  select * into donation from public.donations as refunded where refunded.id = refund.donation_id;
  perform private.cancel_email('refund:' || refund_id);
  -- Before the refund was listed, the email may have been about the charge's total.
  was_announced := exists (
    select from public.email_outbox as mail
    where mail.dedupe_key in ('refund:' || refund_id, 'refund:' || donation.stripe_charge_id)
      and mail.status in ('sending', 'sent')
  );
  if was_announced then
    recipient := private.giver_recipient(donation.donor_id, donation.first_name, donation.last_name);
    perform private.queue_email(
      'Refund Failed',
      recipient.email,
      recipient.name,
      jsonb_build_object(
        'name', recipient.salutation,
        'donationId', donation.id,
        'refundAmount', refund.amount,
        'donationAmount', donation.amount,
        'donationDate', donation.given_on,
        'isDemo', donation.is_demo
      ),
      'refund-failed:' || refund_id
    );
  end if;
  if was_announced or refund.status = 'failed' then
    perform private.add_provider_task(
      donation.donor_id,
      donation.is_demo,
      format('The refund of %s failed, and the money is back with us. Ask how to return it.', private.dollars(refund.amount))
    );
  end if;
end;
$$;

grant execute on function private.report_failed_refund(text) to service_role;

comment on function private.report_failed_refund(text) is
  'Adds a task for administrators when a refund fails. If the donor was told about the refund, also tells them that it '
  'failed.';

create function private.report_returned_debit(donation_id uuid, cause text, decline_reason text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  donation public.donations;
  recipient private.recipient;
  receipt_note text := '';
begin
  select * into donation from public.donations as returned where returned.id = report_returned_debit.donation_id;
  if exists (
    select from public.email_outbox as mail
    where mail.dedupe_key = 'receipt:' || donation.id and mail.status in ('sending', 'sent')
  ) then
    receipt_note := format(
      'Please don''t use receipt %s for your taxes. It''s no longer valid.', donation.receipt_number
    );
  end if;
  recipient := private.giver_recipient(donation.donor_id, donation.first_name, donation.last_name);
  perform private.queue_email(
    'Bank Debit Returned',
    recipient.email,
    recipient.name,
    jsonb_build_object(
      'name', recipient.salutation,
      'donationId', donation.id,
      'donationAmount', donation.amount,
      'donationDate', donation.given_on,
      'declineReason', coalesce(decline_reason, ''),
      'receiptNote', receipt_note,
      'isDemo', donation.is_demo
    ),
    'debit-returned:' || cause
  );
  perform private.add_provider_task(
    donation.donor_id,
    donation.is_demo,
    format(
      'The bank returned the debit of %s from %s. Ask about another way to give.',
      private.dollars(donation.amount), to_char(donation.given_on, 'FMMonth FMDD, YYYY')
    )
  );
end;
$$;

grant execute on function private.report_returned_debit(uuid, text, text) to service_role;

comment on function private.report_returned_debit(uuid, text, text) is
  'Tells the donor, and administrators with a task, that the bank returned a debit. Sends one email for each cause.';

create function private.donation_mail_problem(
  template_name text,
  dedupe_key text,
  subscription_id uuid,
  donation_id uuid
)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case donation_mail_problem.template_name
    when 'Payment Failed' then (
      select case
        when subscription.status = 'canceled' then 'The monthly gift has ended.'
        when subscription.status <> 'past_due' or exists (
          select from public.donations as charge
          where charge.stripe_invoice_id = split_part(donation_mail_problem.dedupe_key, ':', 2)
            and charge.completed_at is not null
        ) then 'The monthly gift was paid, or isn''t due anymore.'
      end
      from public.subscriptions as subscription
      where subscription.id = donation_mail_problem.subscription_id
    )
    when 'Monthly Gift Started' then (
      select case
        when subscription.status = 'canceled' or subscription.cancels_at is not null then 'The monthly gift has ended.'
        when exists (
          select from public.donations as charge
          where charge.subscription_id = subscription.id and charge.completed_at is not null
        ) then 'The monthly gift was charged before this email was sent.'
      end
      from public.subscriptions as subscription
      where subscription.id = donation_mail_problem.subscription_id
    )
    when 'Monthly Gift Canceled' then (
      select case when subscription.status <> 'canceled' then 'The monthly gift hasn''t ended.' end
      from public.subscriptions as subscription
      where subscription.id = donation_mail_problem.subscription_id
    )
    when 'Gift Refunded' then (
      select case when refund.status <> 'succeeded' then 'The refund failed.' end
      from public.donation_adjustments as refund
      where refund.stripe_id = split_part(donation_mail_problem.dedupe_key, ':', 2)
    )
    when 'Refund Failed' then (
      select case
        when refund.status not in ('failed', 'canceled') or refunded.adjusted_amount >= refunded.amount
          then 'The gift was refunded after all.'
      end
      from public.donation_adjustments as refund
      join public.donations as refunded on refunded.id = refund.donation_id
      where refund.stripe_id = split_part(donation_mail_problem.dedupe_key, ':', 2)
    )
    when 'Bank Debit Returned' then (
      select case
        when returned.completed_at is not null and not returned.is_disputed then 'The gift was paid after all.'
        when returned.status = 'pending' then 'The gift is being paid.'
      end
      from public.donations as returned
      where returned.id = donation_mail_problem.donation_id
    )
  end;
$$;

grant execute on function private.donation_mail_problem(text, text, uuid, uuid) to service_role;

comment on function private.donation_mail_problem(text, text, uuid, uuid) is
  'Returns why an email about a charge or a recurring donation is out of date, or null if it isn''t.';

create table public.refund_requests (
  id uuid primary key,
  donation_id uuid not null references public.donations (id) on delete restrict,
  amount numeric(10, 2) not null check (amount >= 0.01 and amount <= 999999.99),
  reason text check (reason in ('requested_by_customer', 'duplicate', 'fraudulent')),
  requested_by uuid not null default auth.uid(),
  created_at timestamptz not null default now()
);
create index refund_requests_donation_idx on public.refund_requests (donation_id, created_at desc);

comment on table public.refund_requests is
  'Refunds that administrators requested. Their outcome is in donation_adjustments, as the provider reports it.';
comment on column public.refund_requests.id is 'Idempotency key of one refund request.';
comment on column public.refund_requests.requested_by is
  'auth.users id. No foreign key, because the history outlives user accounts.';

select private.describe_table('refund_requests', area => 'giving', archived => true, audited => true, rows => '{area}');
select private.describe_columns('refund_requests', '{requested_by}', kind => 'username');
select private.describe_columns('refund_requests', '{reason}', kind => 'state');

alter table public.refund_requests enable row level security;

create policy "Admins read refund requests" on public.refund_requests
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.refund_requests to authenticated;

create function private.request_refund(request_id uuid, donation_id uuid, amount numeric, reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  paid_donation public.donations;
  request public.refund_requests;
  remaining numeric;
begin
  perform private.require_area('giving');
  select * into paid_donation from public.donations as donation
  where donation.id = request_refund.donation_id for update;
  if not found then
    raise exception 'no such donation' using errcode = 'CP009',
      hint = 'We couldn''t find that donation. It may have been deleted.';
  end if;

  select * into request from public.refund_requests as earlier where earlier.id = request_id;
  if not found then
    select paid_donation.amount - paid_donation.adjusted_amount - coalesce(sum(adjustment.amount), 0) into remaining
    from public.donation_adjustments as adjustment
    where adjustment.donation_id = paid_donation.id and adjustment.kind = 'refund' and adjustment.status = 'pending';
    if paid_donation.completed_at is null or paid_donation.is_disputed or paid_donation.stripe_payment_intent_id is null
      or paid_donation.stripe_payment_intent_id like 'pi\_demo\_%' or remaining <= 0
      or coalesce(request_refund.amount, remaining) > remaining then
      raise exception 'not refundable, or more than the remaining amount' using errcode = 'CP017';
    end if;
    insert into public.refund_requests (id, donation_id, amount, reason)
    values (request_id, paid_donation.id, coalesce(request_refund.amount, remaining), request_refund.reason)
    returning * into request;
  elsif request.donation_id <> paid_donation.id or request.amount <> coalesce(request_refund.amount, request.amount)
    or request.reason is distinct from request_refund.reason then
    raise exception 'the request id was used for another refund' using errcode = 'CP001';
  end if;

  return jsonb_build_object(
    'paymentIntentId', paid_donation.stripe_payment_intent_id, 'amount', request.amount::text, 'reason', request.reason
  );
end;
$$;

grant execute on function private.request_refund(uuid, uuid, numeric, text) to authenticated;

comment on function private.request_refund(uuid, uuid, numeric, text) is
  'Records a refund request and who made it, once per id. If the amount is null, everything that is left is refunded. '
  'Raises CP017 if that much can''t be refunded.';

create table public.stripe_events (
  id text primary key check (char_length(id) <= 255),
  type text not null check (char_length(type) <= 100),
  livemode boolean not null,
  api_version text check (char_length(api_version) <= 100),
  object_id text check (char_length(object_id) <= 255),
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index stripe_events_received_at_idx on public.stripe_events (received_at desc);
create index stripe_events_object_idx on public.stripe_events (object_id);

comment on table public.stripe_events is
  'Processed webhook events by id. Each row is written in the same transaction as the event''s effect, so that the '
  'event is applied only once. Server only.';
comment on column public.stripe_events.created_at is 'When Stripe created the event.';
comment on column public.stripe_events.api_version is
  'API version of the event''s objects, which should be the version pinned in the code.';

select private.describe_table('stripe_events', archived => false, left_out => 'operation', audited => false);
select private.describe_columns('stripe_events', '{id,object_id}', kind => 'reference');
select private.describe_columns('stripe_events', '{api_version,type}', kind => 'state');

alter table public.stripe_events enable row level security;

create policy "No API access to Stripe events" on public.stripe_events
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, insert on table public.stripe_events to service_role;

create function private.sweep_stripe_events()
returns integer
language sql
security definer
set search_path = ''
as $$
  with swept as (
    delete from public.stripe_events
    where received_at < now() - interval '90 days'
      and id <> (select event.id from public.stripe_events as event order by event.received_at desc limit 1)
    returning 1
  )
  select count(*)::integer from swept;
$$;

grant execute on function private.sweep_stripe_events() to service_role;

comment on function private.sweep_stripe_events() is
  'Scheduled: deletes events after 90 days, because Stripe retries for days, not months. Keeps the latest event, to '
  'show when it arrived.';

create table public.stripe_reconciliations (
  is_demo boolean primary key,
  complete_until timestamptz,
  current_run jsonb check (jsonb_typeof(current_run) = 'object'),
  refused text[] not null default '{}',
  finished_at timestamptz,
  last_miss_found_at timestamptz,
  missed_payment_at timestamptz,
  failing_since timestamptz,
  failed_at timestamptz,
  checkouts_failing_since timestamptz,
  checkout_failed_at timestamptz,
  check (num_nonnulls(failing_since, failed_at) <> 1),
  check (num_nonnulls(checkouts_failing_since, checkout_failed_at) <> 1)
);

comment on table public.stripe_reconciliations is
  'The progress of reconciling the ledger with Stripe, which applies what webhooks missed, and whether Stripe accepts '
  'our requests. One row for test mode and one for real money. Server only.';
comment on column public.stripe_reconciliations.complete_until is
  'When the last complete run started. A complete run reads all lists and applies every object in them.';
comment on column public.stripe_reconciliations.refused is
  'Lists that our key wasn''t allowed to read in the last run; the runbook names the permissions.';
comment on column public.stripe_reconciliations.current_run is 'Where to resume an unfinished run; null between runs.';
comment on column public.stripe_reconciliations.last_miss_found_at is
  'When a run last found something other than a payment that a webhook event should have reported.';
comment on column public.stripe_reconciliations.missed_payment_at is
  'The time of the latest payment whose event hadn''t come after half an hour.';
comment on column public.stripe_reconciliations.failing_since is
  'When Stripe first refused our check, or didn''t answer it, since it last accepted one; failed_at is the last time.';
comment on column public.stripe_reconciliations.checkouts_failing_since is
  'When Stripe first failed a checkout for a reason that isn''t the donor''s, since it last accepted one; '
  'checkout_failed_at is the last time.';

select private.describe_table('stripe_reconciliations', archived => false, left_out => 'operation', audited => false);
select private.describe_columns('stripe_reconciliations', '{refused}', kind => 'reference');
select private.describe_columns('stripe_reconciliations', '{current_run}', kind => 'state');

alter table public.stripe_reconciliations enable row level security;

create policy "No API access to reconciliations" on public.stripe_reconciliations
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, insert, update on table public.stripe_reconciliations to service_role;
