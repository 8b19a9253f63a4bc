-- Lets administrators manage a donor's recurring donation.
set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.subscription_record(subscription_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('giving');
  return (
    select private.admin_subscription_view(subscription)
    from public.subscriptions as stored
    cross join lateral private.donor_subscriptions(stored.donor_id) as subscription
    where stored.id = subscription_record.subscription_id and subscription.id = stored.id
  );
end;
$$;

grant execute on function private.subscription_record(uuid) to authenticated;

create function private.request_cancellation(subscription_id uuid, reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  stored public.subscriptions;
begin
  perform private.require_area('giving');
  select * into stored from public.subscriptions as subscription
  where subscription.id = request_cancellation.subscription_id
    and subscription.is_demo = (select private.shows_demo_money())
    and subscription.status <> 'incomplete'
  for update;
  if not found then
    return null;
  end if;
  if stored.status <> 'canceled' then
    update public.subscriptions as subscription
    set cancel_reason = request_cancellation.reason, canceled_by = private.actor_name(), cancel_requested_at = now()
    where subscription.id = stored.id;
    if stored.stripe_subscription_id is null then
      perform private.cancel_demo_subscription(stored.id);
    end if;
  end if;
  return jsonb_build_object(
    'stripeSubscriptionId', stored.stripe_subscription_id,
    'isCanceled', stored.status = 'canceled',
    'isRepeated', coalesce(
      stored.cancel_reason = request_cancellation.reason and stored.canceled_by = private.actor_name(), false
    )
  );
end;
$$;

grant execute on function private.request_cancellation(uuid, text) to authenticated;

create function private.card_link_recipient(subscription_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('giving');
  return (
    select jsonb_build_object(
      'donorId', donor.id,
      'email', recipient.email,
      'opensDonor', coalesce(private.donor_of(recipient.email) = donor.id, false),
      'hasBillingPortal', private.subscription_view(subscription) -> 'hasBillingPortal'
    )
    from public.subscriptions as stored
    cross join lateral private.donor_subscriptions(stored.donor_id) as subscription
    join public.donors as donor on donor.id = subscription.donor_id
    cross join lateral (select coalesce(donor.email, subscription.email) as email) as recipient
    where stored.id = card_link_recipient.subscription_id and subscription.id = stored.id
  );
end;
$$;

grant execute on function private.card_link_recipient(uuid) to authenticated;

comment on function private.subscription_record(uuid) is
  'Returns one recurring donation as administrators see it, or null if there is none.';
comment on function private.request_cancellation(uuid, text) is
  'Records who wants to cancel a recurring donation, and why, before the provider is called, so that the request is on '
  'record even if the response is lost. Ends a demo donation at once. If the donation is already canceled, changes '
  'nothing and returns whether the same request canceled it. Returns null if there is no such donation.';
comment on function private.card_link_recipient(uuid) is
  'Returns the address to which the card link is sent: the donor''s or, if the donor doesn''t have one, the recurring '
  'donation''s.';
