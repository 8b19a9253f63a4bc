set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.donor_name(donor_id uuid)
returns table (first_name text, last_name text)
language sql
stable
set search_path = ''
as $$
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
$$;

grant execute on function private.donor_name(uuid) to authenticated, service_role;

create function private.donor_year_totals(donor_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
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
      extract(year from donation.completed_at at time zone private.time_zone())::integer as year,
      sum(donation.amount - donation.adjusted_amount) as total,
      count(*) as gift_count,
      bool_or(donation.is_receipted) as has_statement
    from public.donations as donation
    where donation.donor_id = donor_year_totals.donor_id
      and donation.is_demo = (select private.shows_demo_money())
      and donation.completed_at is not null
      and donation.amount > donation.adjusted_amount
    group by 1
  ) as given;
$$;

create function private.donor_soft_credits(donor_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', donation.id,
        'giverName', btrim(donation.first_name || ' ' || donation.last_name),
        'method', donation.method,
        'amount', donation.amount,
        'date', (donation.completed_at at time zone private.time_zone())::date
      )
      order by donation.completed_at desc, donation.id
    ),
    '[]'::jsonb
  )
  from public.donations as donation
  where donation.soft_credit_donor_id = donor_soft_credits.donor_id
    and donation.is_demo = (select private.shows_demo_money())
    and donation.amount > donation.adjusted_amount;
$$;

create function private.donor_noncash_donations(donor_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
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
    and noncash.voided_at is null;
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
      'softCredits', private.donor_soft_credits(donor.id),
      'noncashDonations', private.donor_noncash_donations(donor.id),
      'recurringDonations', private.donor_subscription_views(donor.id),
      'merges', private.donor_merge_views(donor.id),
      'formerDetails', private.donor_former_details(donor.id),
      'volunteer', (
        select jsonb_build_object('id', volunteer.id, 'name', volunteer.name, 'totalHours', volunteer.total_hours)
        from public.donor_emails as known
        join public.volunteers as volunteer on volunteer.id = private.volunteer_of(known.email_key)
        where known.donor_id = donor.id and private.may('volunteers')
        order by volunteer.created_at
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
