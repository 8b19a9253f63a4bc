set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.letterhead()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'name', contact.organization_name, 'taxId', contact.tax_id, 'address', contact.address,
    'phone', contact.phone, 'email', contact.email
  )
  from public.contact_info as contact;
$$;

create function private.donation_document(counted_donations private.donor_donation[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'organization', private.letterhead(),
    'donor', (
      select jsonb_build_object('name', counted.donor_name, 'email', counted.email)
      from unnest(counted_donations) as counted
      order by counted.charged_at desc, counted.id desc
      limit 1
    ),
    'gifts', (
      select jsonb_agg(private.donation_view(counted) order by counted.charged_at, counted.id)
      from unnest(counted_donations) as counted
    ),
    'total', (select sum(counted.net) from unnest(counted_donations) as counted),
    'packagePrice', (select setting.package_price from public.settings as setting),
    'issuedOn', private.today()
  )
  where cardinality(counted_donations) > 0;
$$;

create function private.my_donations()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  donor constant uuid := private.linked_donor();
begin
  -- A link gives access for an hour, even if the donor has been deleted.
  if private.linked_email() is null then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'email', private.linked_email(),
      'gifts', (
        select coalesce(
          jsonb_agg(private.donation_view(counted) order by counted.charged_at desc, counted.id desc), '[]'::jsonb
        )
        from private.donor_donations(donor) as counted
      ),
      'onTheirWay', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', donation.id,
              'amount', donation.amount,
              'date', (donation.processing_at at time zone private.time_zone())::date
            )
            order by donation.processing_at desc, donation.id
          ),
          '[]'::jsonb
        )
        from public.donations as donation
        where donation.donor_id = donor
          and donation.is_demo = (select private.shows_demo_money())
          and donation.status = 'pending'
          and donation.processing_at is not null
      ),
      'monthlyGifts', private.donor_subscription_views(donor),
      'years', private.donor_years(donor)
    )
  );
end;
$$;

grant execute on function private.my_donations() to anon;

create function private.my_donation_receipt(gift_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select private.donation_document(array_agg(counted))
    from private.donor_donations(private.linked_donor()) as counted
    where counted.id = gift_id and counted.net > 0 and counted.receipt_number is not null
  );
end;
$$;

grant execute on function private.my_donation_receipt(uuid) to anon;

create function private.donation_receipt(donation_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select private.donation_document(array_agg(counted))
    from public.donations as donation
    cross join lateral private.donor_donations(donation.donor_id) as counted
    where donation.id = donation_id and counted.id = donation_id and counted.net > 0
      and counted.receipt_number is not null
  );
end;
$$;

grant execute on function private.donation_receipt(uuid) to service_role;

create function private.annual_statement(donor uuid, year integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.donation_document(array_agg(counted))
  from private.donor_donations(donor) as counted
  where extract(year from counted.charged_on) = annual_statement.year and counted.net > 0;
$$;

create function private.my_annual_statement(year integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return private.annual_statement(private.linked_donor(), my_annual_statement.year);
end;
$$;

grant execute on function private.my_annual_statement(integer) to anon;

create function private.my_subscription(subscription_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select private.subscription_view(subscription) || jsonb_build_object(
      'stripeCustomerId', subscription.stripe_customer_id,
      'stripeSubscriptionId', subscription.stripe_subscription_id
    )
    from private.donor_subscriptions(private.linked_donor()) as subscription
    where subscription.id = subscription_id
  );
end;
$$;

grant execute on function private.my_subscription(uuid) to anon;

create function private.cancel_demo_subscription(subscription_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.subscriptions as subscription
  set status = 'canceled', canceled_at = now()
  where subscription.id = subscription_id
    and subscription.is_demo
    and subscription.stripe_subscription_id is null
    and subscription.status <> 'canceled';
  if found then
    perform private.queue_cancellation_mail(subscription_id, true);
  end if;
end;
$$;

grant execute on function private.cancel_demo_subscription(uuid) to service_role;

create function private.request_donor_link(email text)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  address constant text := lower(request_donor_link.email);
  donor constant uuid := private.donor_of(address);
  donor_name text;
  link uuid;
begin
  select known.first_name into donor_name
  from (
    select donation.first_name, counted.charged_at as since
    from private.donor_donations(donor) as counted
    join public.donations as donation on donation.id = counted.id
    union all
    select subscription.first_name, subscription.created_at
    from private.donor_subscriptions(donor) as subscription
  ) as known
  order by known.since desc
  limit 1;
  if donor_name is null then
    return;
  end if;
  -- Concurrent requests wait for each other, so that only the first one sends an email.
  perform pg_advisory_xact_lock(hashtextextended('gift link of ' || address, 0));
  if exists (
    select 1
    from public.donor_links as known
    join public.email_outbox as mail on mail.dedupe_key = 'gift-link:' || known.id
    where known.email_key = address
      and known.used_at is null
      and (
        mail.status in ('queued', 'sending')
        or (mail.status = 'sent' and known.created_at > now() - interval '10 minutes')
      )
  ) then
    return;
  end if;
  link := private.create_donor_link(address);
  perform private.queue_email(
    'Gift Link', address, donor_name, jsonb_build_object('name', donor_name, 'giftLinkId', link), 'gift-link:' || link
  );
end;
$$;

grant execute on function private.request_donor_link(text) to service_role;

comment on function private.letterhead() is 'Returns the organization''s details for receipts and letters.';
comment on function private.donation_document(private.donor_donation[]) is
  'Returns the contents of a receipt or statement for these donations, or null if there are none.';
comment on function private.my_donations() is
  'Returns everything that the transaction''s donor may see, or null if no donor link was opened.';
comment on function private.my_donation_receipt(uuid) is
  'Returns the receipt of one donation of the transaction''s donor, unless it was fully refunded or imported.';
comment on function private.donation_receipt(uuid) is
  'Returns the donor''s receipt for this donation, for administrators.';
comment on function private.annual_statement(uuid, integer) is
  'Returns one year of a donor''s donations, in the organization''s time zone and net of refunds.';
comment on function private.my_annual_statement(integer) is 'Returns the annual statement of the transaction''s donor.';
comment on function private.my_subscription(uuid) is
  'Returns one recurring donation of the transaction''s donor, with the provider''s ids, which must not leave the '
  'server.';
comment on function private.cancel_demo_subscription(uuid) is
  'Ends a recurring donation that exists only in the demo; repeated calls have no further effect.';
comment on function private.request_donor_link(text) is
  'Emails the donor a link. Does nothing if there are no donations to show for the address, if an unused link is still '
  'queued, or if one was sent less than ten minutes ago.';
