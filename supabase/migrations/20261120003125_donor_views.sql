set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- A donor's own donations, for the list, receipts and annual statements. A donation counts by the same rule as in the
-- totals.
create type private.donor_donation as (
  id uuid,
  receipt_number text,
  donor_name text,
  email text,
  amount numeric,
  fee_covered numeric,
  refunded numeric,
  net numeric,
  charged_on date,
  charged_at timestamptz,
  is_recurring boolean,
  in_honor_of text,
  is_memorial boolean,
  is_demo boolean,
  status text,
  method text,
  replaced_receipt_number text
);
comment on type private.donor_donation is
  'A donation that counts and for which the donor gets a receipt, with the amount that is left after refunds.';

create function private.donor_donations(donor uuid)
returns setof private.donor_donation
language sql
stable
security definer
set search_path = ''
as $$
  select
    donation.id,
    donation.receipt_number,
    btrim(donation.first_name || ' ' || donation.last_name),
    donation.email,
    donation.amount,
    donation.fee_covered,
    donation.adjusted_amount,
    donation.amount - donation.adjusted_amount,
    (donation.completed_at at time zone (select private.time_zone()))::date,
    donation.completed_at,
    donation.is_recurring,
    donation.in_honor_of,
    donation.is_memorial,
    donation.is_demo,
    donation.status,
    donation.method,
    replaced.receipt_number
  from public.donations as donation
  left join public.donations as replaced
    on replaced.id = donation.replaces_id and replaced.donor_id = donation.donor_id
  where donation.donor_id = donor
    and donation.is_receipted
    and donation.is_demo = (select private.shows_demo_money())
    and donation.completed_at is not null;
$$;

create function private.donor_subscriptions(donor uuid)
returns setof public.subscriptions
language sql
stable
security definer
set search_path = ''
as $$
  select subscription.*
  from public.subscriptions as subscription
  where subscription.donor_id = donor
    and subscription.is_demo = (select private.shows_demo_money())
    and subscription.status <> 'incomplete';
$$;

create function private.donation_view(counted private.donor_donation)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', counted.id,
    'receiptNumber', counted.receipt_number,
    'amount', counted.amount,
    'feeCovered', counted.fee_covered,
    'refunded', counted.refunded,
    'net', counted.net,
    'date', counted.charged_on,
    'isRecurring', counted.is_recurring,
    'inHonorOf', counted.in_honor_of,
    'isMemorial', counted.is_memorial,
    'isDemo', counted.is_demo,
    'status', counted.status,
    'method', counted.method,
    'replacedReceiptNumber', counted.replaced_receipt_number
  );
$$;

create function private.subscription_view(subscription public.subscriptions)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', subscription.id,
    'amount', subscription.amount,
    'status', subscription.status,
    'startedAt', subscription.created_at,
    'nextChargeAt', case
      when subscription.status = 'active' and subscription.cancels_at is null then subscription.current_period_end
    end,
    'endsAt', case when subscription.status = 'active' then subscription.cancels_at end,
    'canceledAt', subscription.canceled_at,
    'isDemo', subscription.is_demo,
    'hasBillingPortal', subscription.stripe_customer_id is not null and subscription.status <> 'canceled'
  );
$$;

create function private.admin_subscription_view(subscription public.subscriptions)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.subscription_view(subscription) || jsonb_build_object(
    'cancelReason', case when subscription.status = 'canceled' then subscription.cancel_reason end,
    'canceledBy', case when subscription.status = 'canceled' then subscription.canceled_by end
  );
$$;

create function private.donor_subscription_views(donor uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(private.admin_subscription_view(subscription) order by subscription.created_at desc, subscription.id),
    '[]'::jsonb
  )
  from private.donor_subscriptions(donor) as subscription;
$$;

create function private.donor_years(donor uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('year', given.year, 'total', given.total, 'giftCount', given.gift_count)
      order by given.year desc
    ),
    '[]'::jsonb
  )
  from (
    select extract(year from counted.charged_on)::integer as year, sum(counted.net) as total, count(*) as gift_count
    from private.donor_donations(donor) as counted
    where counted.net > 0
    group by 1
  ) as given;
$$;

comment on function private.donor_donations(uuid) is
  'Returns a donor''s receipted donations that count, by the same rule that the totals use. Everything that donors see '
  'about their donations comes from here.';
comment on function private.donor_subscriptions(uuid) is
  'Returns a donor''s recurring donations, except those whose first payment was never completed.';
comment on function private.admin_subscription_view(public.subscriptions) is
  'Adds what only administrators see: who canceled the recurring donation and why.';
comment on function private.donor_subscription_views(uuid) is
  'Returns a donor''s recurring donations as administrators see them, latest first.';
comment on function private.donor_years(uuid) is
  'Returns a donor''s receipted totals by year, latest first, in the organization''s time zone.';
