set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- A donor's own donations, for the list, receipts and annual statements. A donation counts by the same rule as in the
-- totals.
create type private.donor_donation as (
  id uuid,
  receipt_number text,
  amount numeric,
  fee_covered numeric,
  refunded numeric,
  net numeric,
  given_on date,
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

create function private.is_receipt_sent(donation_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.email_outbox as mail
    where mail.dedupe_key = 'receipt:' || is_receipt_sent.donation_id and mail.status = 'sent'
  );
$$;

comment on function private.is_receipt_sent(uuid) is 'Returns whether the donation''s receipt has been emailed.';

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
    donation.amount,
    donation.fee_covered,
    donation.adjusted_amount,
    donation.amount - donation.adjusted_amount,
    donation.given_on,
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
    -- A receipt replaces only one that the donor got.
    and private.is_receipt_sent(replaced.id)
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
    'date', counted.given_on,
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
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object(
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
end;
$$;

create function private.admin_subscription_view(subscription public.subscriptions)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.subscription_view(subscription) || jsonb_build_object(
    'cancelReason', case when subscription.status = 'canceled' then subscription.cancel_reason end,
    'canceledBy', case when subscription.status = 'canceled' then subscription.canceled_by end,
    'isEndedUnpaid', subscription.is_ended_unpaid,
    'failureCode', case
      when subscription.status = 'past_due' or subscription.is_ended_unpaid then subscription.failure_code
    end
  );
$$;

create function private.donor_subscription_views(donor uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(private.admin_subscription_view(subscription) order by subscription.created_at desc, subscription.id),
      '[]'::jsonb
    )
    from private.donor_subscriptions(donor) as subscription
  );
end;
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
    select extract(year from counted.given_on)::integer as year, sum(counted.net) as total, count(*) as gift_count
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
grant execute on function private.subscription_view(public.subscriptions) to authenticated, service_role;
grant execute on function private.admin_subscription_view(public.subscriptions) to authenticated, service_role;

comment on function private.admin_subscription_view(public.subscriptions) is
  'Adds what only administrators see: who canceled the recurring donation and why, and why its charges failed.';
comment on function private.donor_subscription_views(uuid) is
  'Returns a donor''s recurring donations as administrators see them, latest first.';
comment on function private.donor_years(uuid) is
  'Returns a donor''s receipted totals by year, latest first.';

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

grant execute on function private.letterhead() to service_role;

create function private.recipient_view(recipient private.recipient)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'name', recipient.name, 'email', recipient.email, 'salutation', recipient.salutation, 'address', recipient.address
  );
$$;

create function private.donation_document(
  recipient private.recipient,
  counted_donations private.donor_donation[]
)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'organization', private.letterhead(),
    'donor', private.recipient_view(recipient),
    'gifts', (
      select jsonb_agg(private.donation_view(counted) order by counted.given_on, counted.charged_at, counted.id)
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
          jsonb_agg(
            private.donation_view(counted) order by counted.given_on desc, counted.charged_at desc, counted.id desc
          ), '[]'::jsonb
        )
        from private.donor_donations(donor) as counted
      ),
      'onTheirWay', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', donation.id,
              'amount', donation.amount,
              'date', donation.given_on
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
    select private.donation_receipt(donation.id)
    from public.donations as donation
    where donation.id = gift_id and donation.donor_id = private.linked_donor()
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
    select private.donation_document(
      private.giver_recipient(donation.donor_id, donation.first_name, donation.last_name), array[counted]
    ) || jsonb_build_object('announcedCard', private.announced_card(donation.id))
    from public.donations as donation
    cross join lateral private.donor_donations(donation.donor_id) as counted
    where donation.id = donation_id and counted.id = donation_id and counted.net > 0
      and counted.receipt_number is not null
  );
end;
$$;

grant execute on function private.donation_receipt(uuid) to service_role;

create function private.is_statement_corrected(donor uuid, year integer)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.email_outbox as mail
    where mail.dedupe_key = format('corrected-statement:%s:%s:1', is_statement_corrected.year, donor)
  );
$$;

create function private.annual_statement(donor uuid, year integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.donation_document(private.donor_recipient(donor), array_agg(counted))
    || jsonb_build_object('isCorrected', private.is_statement_corrected(donor, annual_statement.year))
  from private.donor_donations(donor) as counted
  where extract(year from counted.given_on) = annual_statement.year and counted.net > 0;
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
security definer
set search_path = ''
as $$
declare
  address constant text := lower(request_donor_link.email);
  donor constant uuid := private.donor_of(address);
  recipient private.recipient;
  link uuid;
begin
  if private.is_mistaken_address(address)
    or not exists (select from private.donor_donations(donor))
    and not exists (select from private.donor_subscriptions(donor)) then
    return;
  end if;
  recipient := private.donor_recipient(donor);
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
    'Gift Link',
    address,
    recipient.name,
    jsonb_build_object('name', recipient.salutation, 'donorId', recipient.donor_id, 'giftLinkId', link),
    'gift-link:' || link
  );
  -- One of the donor's other addresses was typed on purpose.
  update public.email_outbox as mail set keeps_address = true
  where mail.dedupe_key = 'gift-link:' || link and address is distinct from lower(recipient.email);
end;
$$;

grant execute on function private.request_donor_link(text) to service_role;

comment on function private.letterhead() is 'Returns the organization''s details for receipts and letters.';
comment on function private.recipient_view(private.recipient) is 'Returns the lines of a paper that say who gets it.';
comment on function private.donation_document(private.recipient, private.donor_donation[]) is
  'Returns the contents of a receipt or statement for these donations, or null if there are none.';
comment on function private.my_donations() is
  'Returns everything that the transaction''s donor may see, or null if no donor link was opened.';
comment on function private.my_donation_receipt(uuid) is
  'Returns the receipt of one donation of the transaction''s donor, unless it was fully refunded or imported.';
comment on function private.donation_receipt(uuid) is
  'Returns the donor''s receipt for this donation, for administrators.';
comment on function private.is_statement_corrected(uuid, integer) is
  'Returns whether the donor was told that a statement that had left has changed. Called by other functions.';
comment on function private.annual_statement(uuid, integer) is
  'Returns one year of a donor''s donations, net of refunds.';
comment on function private.my_annual_statement(integer) is 'Returns the annual statement of the transaction''s donor.';
comment on function private.my_subscription(uuid) is
  'Returns one recurring donation of the transaction''s donor, with the provider''s ids, which must not leave the '
  'server.';
comment on function private.cancel_demo_subscription(uuid) is
  'Ends a recurring donation that exists only in the demo; repeated calls have no further effect.';
comment on function private.request_donor_link(text) is
  'Emails the donor a link. Does nothing if there are no donations to show for the address, if the address was a mistake, '
  'if an unused link is still queued, or if one was sent less than ten minutes ago.';

create function private.mail_recipient(data jsonb)
returns private.recipient
language plpgsql
stable
security definer
set search_path = ''
-- The list of emails, which calls this for each row, plans each statement for its values.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  recipient private.recipient;
begin
  if data ? 'donationId' then
    select giver.* into recipient
    from public.donations as donation
    cross join lateral private.giver_recipient(donation.donor_id, donation.first_name, donation.last_name) as giver
    where donation.id = private.id_in(data, 'donationId');
  elsif data ? 'subscriptionId' then
    select giver.* into recipient
    from public.subscriptions as subscription
    cross join lateral private.giver_recipient(
      subscription.donor_id, subscription.first_name, subscription.last_name
    ) as giver
    where subscription.id = private.id_in(data, 'subscriptionId');
  elsif data ? 'noncashDonationId' then
    select person.* into recipient
    from public.noncash_donations as noncash
    cross join lateral private.donor_recipient(noncash.donor_id) as person
    where noncash.id = private.id_in(data, 'noncashDonationId');
  elsif data ? 'donorId' then
    recipient := private.donor_recipient(private.id_in(data, 'donorId'));
  end if;
  return recipient;
end;
$$;

grant execute on function private.mail_recipient(jsonb) to service_role;

create function private.addressed_email(email_id uuid)
returns public.email_outbox
language plpgsql
security definer
set search_path = ''
as $$
declare
  mail public.email_outbox;
  recipient private.recipient;
begin
  select * into mail from public.email_outbox as entry where entry.id = email_id;
  recipient := private.mail_recipient(mail.data);
  if recipient.donor_id is null then
    return mail;
  end if;
  if not mail.keeps_address then
    mail.to_email := coalesce(recipient.email, mail.to_email);
  end if;
  -- An email that was sent before keeps its text.
  if mail.subject is null then
    mail.to_name := recipient.name;
    mail.data := mail.data || jsonb_build_object('name', recipient.salutation, 'firstName', recipient.salutation);
  end if;
  update public.donor_links as link set email_key = lower(mail.to_email)
  where link.id = private.id_in(mail.data, 'giftLinkId') and link.used_at is null and link.email_key <> lower(mail.to_email);
  return mail;
end;
$$;

create function private.recipient_problem(mail public.email_outbox)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  recipient constant private.recipient := private.mail_recipient(mail.data);
begin
  if mail.data ? 'giftLinkId' and private.is_mistaken_address(mail.to_email) then
    return 'The address was a mistake, so it gets no links.';
  end if;
  if recipient.donor_id is not null and recipient.email is null and not mail.keeps_address then
    return 'The donor doesn''t have an email address anymore.';
  end if;
  return null;
end;
$$;

grant execute on function private.recipient_problem(public.email_outbox) to service_role;

comment on function private.mail_recipient(jsonb) is
  'Returns where and to whom an email with this data goes now, or nulls if it isn''t an email to a donor.';
comment on function private.addressed_email(uuid) is
  'Returns an email with the donor''s address and name as they are now. Its link opens for the address that it goes to.';
comment on function private.recipient_problem(public.email_outbox) is
  'Says why an email can''t be sent to its donor, or returns null.';

-- Lets administrators manage a donor's recurring donation.

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
      'email', donor.email,
      'opensDonor', coalesce(private.donor_of(donor.email) = donor.id, false),
      'hasBillingPortal', private.subscription_view(subscription) -> 'hasBillingPortal'
    )
    from public.subscriptions as stored
    cross join lateral private.donor_subscriptions(stored.donor_id) as subscription
    join public.donors as donor on donor.id = subscription.donor_id
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
  'Returns the address to which the card link is sent: the donor''s, or null if the donor doesn''t have one.';

create function private.donor_name(donor_id uuid)
returns table (first_name text, last_name text)
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select coalesce(donor.first_name, latest.first_name, ''), coalesce(donor.last_name, latest.last_name, '')
  from public.donors as donor
  left join lateral (
    select donation.first_name, donation.last_name
    from public.donations as donation
    where donation.donor_id = donor.id
    order by donation.amount > donation.adjusted_amount and donation.completed_at is not null desc,
      donation.completed_at desc nulls last, donation.created_at desc
    limit 1
  ) as latest on true
  where donor.id = donor_name.donor_id;
end;
$$;

grant execute on function private.donor_name(uuid) to authenticated, service_role;

create function private.donor_year_totals(donor_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'year', given.year, 'total', given.total, 'giftCount', given.gift_count, 'hasStatement', given.has_statement
        )
        order by given.year desc
      ),
      '[]'::jsonb
    )
    from (
      select
        extract(year from donation.given_on)::integer as year,
        sum(donation.amount - donation.adjusted_amount) as total,
        count(*) as gift_count,
        bool_or(donation.is_receipted) as has_statement
      from public.donations as donation
      where donation.donor_id = donor_year_totals.donor_id
        and donation.is_demo = (select private.shows_demo_money())
        and donation.completed_at is not null
        and donation.amount > donation.adjusted_amount
      group by 1
    ) as given
  );
end;
$$;

create function private.donor_soft_credits(donor_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', donation.id,
          'giverName', btrim(donation.first_name || ' ' || donation.last_name),
          'method', donation.method,
          'amount', donation.amount,
          'date', donation.given_on
        )
        order by donation.given_on desc, donation.completed_at desc, donation.id
      ),
      '[]'::jsonb
    )
    from public.donations as donation
    where donation.soft_credit_donor_id = donor_soft_credits.donor_id
      and donation.is_demo = (select private.shows_demo_money())
      and donation.amount > donation.adjusted_amount
  );
end;
$$;

create function private.donor_noncash_donations(donor_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', noncash.id,
          'kind', noncash.kind,
          'description', noncash.description,
          'shares', noncash.shares,
          'receivedOn', noncash.received_on,
          'isSold', noncash.sale_id is not null
        )
        order by noncash.received_on desc, noncash.id
      ),
      '[]'::jsonb
    )
    from public.noncash_donations as noncash
    where noncash.donor_id = donor_noncash_donations.donor_id
      and noncash.is_demo = (select private.shows_demo_money())
      and noncash.voided_at is null
  );
end;
$$;

create function private.donor_record(donor_id uuid)
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
      'id', donor.id,
      'firstName', named.first_name,
      'lastName', named.last_name,
      'addressee', donor.addressee,
      'salutation', donor.salutation,
      'email', donor.email,
      'phone', donor.phone,
      'address', donor.address,
      'notes', donor.notes,
      'tags', donor.tags,
      'createdAt', donor.created_at,
      'updatedAt', donor.updated_at,
      'totalAmount', coalesce(totals.total_amount, 0),
      'donationCount', coalesce(totals.donation_count, 0),
      'firstDonationAt', totals.first_donation_at,
      'lastDonationAt', totals.last_donation_at,
      'years', private.donor_year_totals(donor.id),
      'printedStatements', private.printed_statements(donor.id),
      'softCredits', private.donor_soft_credits(donor.id),
      'noncashDonations', private.donor_noncash_donations(donor.id),
      'recurringDonations', private.donor_subscription_views(donor.id),
      'merges', private.merge_views(donor.id),
      'formerDetails', private.donor_former_details(donor.id),
      'otherAddresses', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('address', known.email_key, 'isMistaken', known.is_mistaken) order by known.email_key
          ),
          '[]'
        )
        from public.donor_emails as known
        where known.donor_id = donor.id and known.email_key is distinct from lower(donor.email)
      ),
      'volunteer', (
        select jsonb_build_object('id', volunteer.id, 'name', volunteer.name, 'totalHours', volunteer.total_hours)
        from public.donor_emails as known
        -- Others at the mailbox may volunteer, too, so the name decides.
        join public.volunteers as volunteer on volunteer.id in (
          private.volunteer_of(known.email_key),
          private.contact_at(known.email_key, btrim(named.first_name || ' ' || named.last_name))
        )
        where known.donor_id = donor.id and not known.is_mistaken and private.may('volunteers')
        order by
          private.is_named(volunteer.id, btrim(named.first_name || ' ' || named.last_name)) desc, volunteer.created_at
        limit 1
      )
    )
    from public.donors as donor
    left join public.donor_totals as totals
      on totals.id = donor.id and totals.is_demo = (select private.shows_demo_money())
    cross join lateral private.donor_name(donor.id) as named
    where donor.id = private.kept_donor(donor_record.donor_id)
  );
end;
$$;

grant execute on function private.donor_record(uuid) to authenticated;

create function private.donor_statement(donor_id uuid, year integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('giving');
  return private.annual_statement(private.kept_donor(donor_statement.donor_id), donor_statement.year);
end;
$$;

grant execute on function private.donor_statement(uuid, integer) to authenticated;

comment on function private.donor_name(uuid) is
  'Returns the donor''s corrected name or, if there is none, the name from the latest donation that counts.';
comment on function private.donor_year_totals(uuid) is
  'Returns all the money that a donor gave, by year, latest first, and whether there is a statement for each year.';
comment on function private.donor_soft_credits(uuid) is
  'Returns what funds and employers gave because of this donor, latest first. The money counts for those funds and '
  'employers, not for the donor.';
comment on function private.donor_noncash_donations(uuid) is 'Returns a donor''s goods and shares, latest first.';
comment on function private.donor_statement(uuid, integer) is
  'Returns the donor''s annual statement, for administrators, or null if there are no donations in that year.';
comment on function private.donor_record(uuid) is
  'Returns what administrators see on a donor''s page, or null if there is no such donor. For a merged donor, returns '
  'the page of the donor who was kept.';

create function private.volunteer_addresses(person public.volunteers)
returns setof text
language plpgsql
stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with recursive known as (
    select person.id, person.email, person.former_emails
    union all
    select merged.id, merged.email, merged.former_emails
    from public.volunteers as merged
    join known on merged.merged_into_id = known.id
  )
  select lower(known.email) from known where known.email is not null
  union
  select jsonb_array_elements_text(known.former_emails) from known;
end;
$$;

grant execute on function private.volunteer_addresses(public.volunteers) to service_role;

create function private.volunteer_login(person public.volunteers)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'state', case
        when not coalesce(account.is_active, person.is_active) then 'closed'
        when account.activated_at is not null then 'open'
        when waiting.application_id is not null then 'invited'
        else 'none'
      end,
      'lastLoginAt', account.last_login_at,
      'waitingApplicationId', waiting.application_id,
      -- Set only if Auth didn't respond when the address was changed, so the login still has the old address.
      'outdatedEmail', case when login.email <> lower(person.email) then login.email end
    )
    from (select 1) as one
    left join public.volunteer_accounts as account on account.id = person.account_id
    left join auth.users as login on login.id = person.account_id
    left join lateral (
      select application.id as application_id
      from public.volunteer_applications as application
      join public.activation_links as link on link.application_id = application.id
      where lower(application.email) = lower(person.email) and application.status = 'approved' and link.used_at is null
      order by application.reviewed_at desc
      limit 1
    ) as waiting on account.activated_at is null
  );
end;
$$;

create function private.volunteer_months(person public.volunteers)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('month', attended.month, 'hours', attended.hours, 'shifts', attended.shifts)
        order by attended.month desc
      ),
      '[]'::jsonb
    )
    from (
      select to_char(counted.date, 'YYYY-MM') as month, sum(counted.hours) as hours, sum(counted.shifts) as shifts
      from (
        select shift.date, shift.hours, 1 as shifts from private.counted_shifts as shift where shift.person_id = person.id
        union all
        select entry.date, entry.hours, 0 from private.counted_entries as entry where entry.person_id = person.id
      ) as counted
      group by 1
    ) as attended
  );
end;
$$;

create function private.volunteer_waitlist_entries(person public.volunteers)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', queue.id, 'eventId', meeting.id, 'eventType', meeting.event_type, 'date', meeting.date,
          'startTime', meeting.start_time, 'endTime', meeting.end_time, 'endsNextDay', meeting.ends_next_day,
          'isCanceled', meeting.canceled_at is not null,
          'position', (
            select count(*) from public.shift_waitlist as ahead
            where ahead.shift_id = queue.shift_id and ahead.place <= queue.place
          )
        )
        order by meeting.starts_at, meeting.id
      ),
      '[]'::jsonb
    )
    from public.shift_waitlist as queue
    join public.volunteer_shifts as shift on shift.id = queue.shift_id
    join public.events as meeting on meeting.id = shift.event_id
    where queue.person_id = person.id and meeting.starts_at > now()
  );
end;
$$;

create function private.volunteer_donor(person public.volunteers)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', known.donor_id, 'donationCount', coalesce(totals.donation_count, 0),
      'totalAmount', coalesce(totals.total_amount, 0)
    )
    from public.donor_emails as known
    left join public.donor_totals as totals
      on totals.id = known.donor_id and totals.is_demo = (select private.shows_demo_money())
    where known.email_key = any (array(select private.volunteer_addresses(person))) and not known.is_mistaken
      and private.may('giving')
    order by known.email_key = lower(person.email) desc, known.created_at
    limit 1
  );
end;
$$;

create function private.volunteer_record(volunteer_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  person public.volunteers;
  account public.volunteer_accounts;
begin
  perform private.require_area('volunteers');
  select kept.* into person
  from public.volunteers as entry
  join public.volunteers as kept on kept.id = private.kept_volunteer(entry.id)
  where entry.id = volunteer_record.volunteer_id or entry.account_id = volunteer_record.volunteer_id;
  if not found then
    return null;
  end if;
  select * into account from public.volunteer_accounts as entry where entry.id = person.account_id;
  return jsonb_build_object(
    'id', person.id,
    'accountId', person.account_id,
    'name', person.name,
    -- If the volunteer has no account, the last word of the name is used as the last name.
    'firstName', coalesce(account.first_name, regexp_replace(person.name, '\s+\S+$', '')),
    'lastName', coalesce(account.last_name, substring(person.name from '\s(\S+)$'), ''),
    'email', person.email,
    'contactEmail', person.contact_email,
    'formerEmails', person.former_emails,
    'phone', nullif(person.phone, ''),
    'zipCode', nullif(person.zip_code, ''),
    'city', nullif(person.city, 'Unknown'),
    'state', nullif(person.state, 'Unknown'),
    'availability', person.availability,
    'interests', person.interests,
    'emergencyContactName', person.emergency_contact_name,
    'emergencyContactPhone', person.emergency_contact_phone,
    'notes', person.notes,
    'tags', person.tags,
    'wantsNews', person.wants_news,
    'openingHours', person.opening_hours,
    'totalHours', person.total_hours,
    'packagesHelped', person.packages_helped,
    'isActive', person.is_active,
    'isImported', person.import_id is not null,
    'createdAt', person.created_at,
    'since', person.started_on,
    'updatedAt', date_trunc('milliseconds', person.updated_at),
    'login', private.volunteer_login(person),
    'months', private.volunteer_months(person),
    'waitlistEntries', private.volunteer_waitlist_entries(person),
    'donor', private.volunteer_donor(person)
  );
end;
$$;

grant execute on function private.volunteer_record(uuid) to authenticated;

comment on function private.volunteer_addresses(public.volunteers) is
  'Returns the addresses that lead to a volunteer, in lowercase: their current and former ones, and those of merged '
  'records.';
comment on function private.volunteer_login(public.volunteers) is
  'Returns whether a volunteer can log in, when they last did, and their approved application if its link hasn''t been '
  'used. Called by other functions.';
comment on function private.volunteer_months(public.volunteers) is
  'Returns a volunteer''s counted shifts and hours by month, latest first. Called by other functions.';
comment on function private.volunteer_waitlist_entries(public.volunteers) is
  'Returns the upcoming shifts for which a volunteer is on the waiting list. Called by other functions.';
comment on function private.volunteer_donor(public.volunteers) is
  'Returns the donor with one of the volunteer''s addresses. Always null for administrators without the Giving area. '
  'Called by other functions.';
comment on function private.volunteer_record(uuid) is
  'Returns what administrators see on a volunteer''s page, or null if there is no such volunteer. Also accepts the ids '
  'of the account and of merged records.';

create function private.anniversary_in_year(day date, year integer)
returns date
language plpgsql
immutable
set search_path = ''
as $$
begin
  return make_date(year, extract(month from day)::integer, 1) + (extract(day from day)::integer - 1);
end;
$$;

grant execute on function private.anniversary_in_year(date, integer) to service_role;

create function private.anniversary_weeks(today date default private.today())
returns table (starts timestamptz, ends timestamptz)
language sql
stable
set search_path = ''
as $$
  select
    private.anniversary_in_year(week.sunday, extract(year from week.sunday)::integer - back)::timestamp
      at time zone zone.name,
    private.anniversary_in_year(week.next_sunday, extract(year from week.next_sunday)::integer - back)::timestamp
      at time zone zone.name
  from (
    select
      today - extract(dow from today)::integer as sunday,
      today - extract(dow from today)::integer + 7 as next_sunday
  ) as week
  cross join (select private.time_zone() as name offset 0) as zone
  cross join (
    select min(first.donation_at) as donation_at
    from (values (false), (true)) as money (is_demo)
    cross join lateral (
      select min(totals.first_donation_at) as donation_at
      from public.donor_totals as totals
      where totals.is_demo = money.is_demo
    ) as first
  ) as first
  cross join lateral generate_series(
    1, extract(year from week.sunday)::integer - extract(year from first.donation_at)::integer + 1
  ) as back;
$$;

grant execute on function private.anniversary_weeks(date) to service_role;

comment on function private.anniversary_in_year(date, integer) is
  'Returns the same day in another year. In a year without February 29, it becomes March 1.';
comment on function private.anniversary_weeks(date) is
  'Returns the dates of this week, from Sunday to Saturday, in each year since the first donation. In a year without '
  'February 29, the anniversary of that day is on February 28.';
