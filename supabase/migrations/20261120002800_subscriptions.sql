-- The functions for donors, who see and cancel their own recurring donations, are in …_donor_donations.sql.
set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
  cancels_at timestamptz,
  canceled_at timestamptz,
  cancel_reason text check (char_length(btrim(cancel_reason)) between 1 and 500),
  canceled_by text,
  cancel_requested_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint subscriptions_cancellation_is_whole check (
    (cancel_requested_at is null) = (cancel_reason is null) and (cancel_requested_at is null) = (canceled_by is null)
  )
);
create index subscriptions_customer_idx on public.subscriptions (stripe_customer_id);
create index subscriptions_donor_idx on public.subscriptions (donor_id);
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
select private.describe_columns('subscriptions', '{first_name}', kind => 'personal', replacement => 'Erased');
select private.describe_columns('subscriptions', '{last_name}', kind => 'personal', replacement => 'donor');
select private.describe_columns('subscriptions', '{email}', kind => 'personal', replacement => 'erased address');
select private.describe_columns(
  'subscriptions', '{is_memorial}',
  kind => 'personal', replacement => 'no', logged => true
);
select private.describe_columns('subscriptions', '{in_honor_of}', kind => 'personal', replacement => 'nothing');
select private.describe_columns('subscriptions', '{cancel_reason}', kind => 'personal', replacement => 'Erased if any');
select private.describe_columns(
  'subscriptions', '{stripe_customer_id}',
  kind => 'personal', replacement => 'nothing', logged => true
);
select private.describe_columns('subscriptions', '{canceled_by}', kind => 'username');
select private.describe_columns('subscriptions', '{attempt_id,stripe_subscription_id}', kind => 'reference');
select private.describe_columns('subscriptions', '{currency,source,status}', kind => 'state');

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

create trigger set_updated_at
  before update on public.subscriptions
  for each row execute function private.set_updated_at();

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
volatile
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
volatile
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

create function private.queue_cancellation_mail(subscription_id uuid, was_running boolean)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  -- Donors who left the checkout before the first charge don't get a cancellation email.
  perform private.queue_email(
    'Monthly Gift Canceled',
    subscription.email,
    btrim(subscription.first_name || ' ' || subscription.last_name),
    jsonb_build_object(
      'name', subscription.first_name,
      'donationAmount', subscription.amount,
      'isDemo', subscription.is_demo
    ),
    'monthly-gift-canceled:' || subscription.id
  )
  from public.subscriptions as subscription
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

grant execute on function private.queue_cancellation_mail(uuid, boolean) to service_role;

create function private.queue_monthly_gift_started_mail(subscription_id uuid)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  select private.queue_email(
    'Monthly Gift Started',
    subscription.email,
    btrim(subscription.first_name || ' ' || subscription.last_name),
    jsonb_build_object(
      'name', subscription.first_name,
      'donationAmount', subscription.amount,
      'nextChargeDate', (subscription.current_period_end at time zone private.time_zone())::date,
      'isDemo', subscription.is_demo
    ),
    'monthly-gift-started:' || subscription.id
  )
  from public.subscriptions as subscription
  where subscription.id = queue_monthly_gift_started_mail.subscription_id;
$$;

grant execute on function private.queue_monthly_gift_started_mail(uuid) to service_role;

create function private.queue_payment_failed_mail(subscription_id uuid, stripe_invoice_id text)
returns void
language plpgsql
volatile
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
    subscription.email,
    btrim(subscription.first_name || ' ' || subscription.last_name),
    jsonb_build_object(
      'name', subscription.first_name,
      'donationAmount', subscription.amount,
      'giftLinkId', private.create_donor_link(subscription.email),
      'isDemo', subscription.is_demo
    ),
    cause
  )
  from public.subscriptions as subscription
  where subscription.id = queue_payment_failed_mail.subscription_id;
end;
$$;

grant execute on function private.queue_payment_failed_mail(uuid, text) to service_role;

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
comment on function private.queue_cancellation_mail(uuid, boolean) is
  'Sends a donor one email to say that the recurring donation has ended. Does nothing if the donor was never charged.';
comment on function private.queue_monthly_gift_started_mail(uuid) is
  'Sends one email about a recurring donation that starts without a charge and therefore without a receipt.';
comment on function private.queue_payment_failed_mail(uuid, text) is
  'Sends one email per declined invoice, with a link for changing the card.';
