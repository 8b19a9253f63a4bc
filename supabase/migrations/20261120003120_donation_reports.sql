set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Functions that read the totals for pages. Public functions reveal at most a first name and last initial. All of them
-- use plpgsql, which caches plans for the session, because SQL functions are planned on every call.
create function private.donation_site_totals()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'totalAmount', site.total_amount,
      'donationCount', site.donation_count,
      'donorCount', site.donor_count,
      'since', (
        select to_char(min(kept.month), 'YYYY-MM')
        from public.donation_month_totals as kept
        where kept.is_demo = site.is_demo and kept.donation_count > 0
      ),
      'averageDonation', case
        when site.donor_count > 0 then round(site.total_amount / site.donor_count, 2) else 0
      end,
      'recentDonationCount', (
        select coalesce(sum(kept.donation_count), 0)
        from public.donation_day_totals as kept
        where kept.is_demo = site.is_demo and kept.day > (select private.today()) - 30
      )
    )
    from public.donation_site_totals as site
    where site.is_demo = (select private.shows_demo_money())
  );
end;
$$;

grant execute on function private.donation_site_totals() to anon, authenticated, service_role;

create function private.donation_trends(months integer default 12)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  this_month constant timestamp := date_trunc('month', private.today()::timestamp);
  first_month constant timestamp := this_month - make_interval(months => greatest(1, least(months, 60)) - 1);
  shows_demo constant boolean := private.shows_demo_money();
begin
  return (
    select jsonb_agg(
      jsonb_build_object(
        'month', to_char(span.month, 'YYYY-MM'),
        'monthName', to_char(span.month, 'FMMonth YYYY'),
        'total', coalesce(kept.total_amount, 0),
        'donationCount', coalesce(kept.donation_count, 0)
      )
      order by span.month
    )
    from generate_series(first_month, this_month, interval '1 month') as span (month)
    left join public.donation_month_totals as kept
      on kept.month = span.month::date and kept.is_demo = shows_demo
  );
end;
$$;

grant execute on function private.donation_trends(integer) to anon, authenticated, service_role;

create function private.recent_donors(row_limit integer default 10)
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
          'id', shown.id,
          'firstName', shown.first_name,
          'lastName', case shown.first_name
            when 'Anonymous' then '' else private.public_initial(shown.last_name)
          end,
          'amount', shown.net,
          'createdAt', shown.completed_at
        )
        order by shown.completed_at desc, shown.id desc
      ),
      '[]'::jsonb
    )
    from (
      select
        donation.id, donation.last_name, donation.completed_at,
        case
          when donation.is_anonymous then 'Anonymous' else private.public_first_name(donation.first_name)
        end as first_name,
        donation.amount - donation.adjusted_amount as net
      from public.donations as donation
      where donation.is_demo = (select private.shows_demo_money())
        and donation.completed_at is not null
        and donation.amount > donation.adjusted_amount
      order by donation.completed_at desc, donation.id desc
      limit greatest(0, least(row_limit, 100))
    ) as shown
  );
end;
$$;

grant execute on function private.recent_donors(integer) to anon, authenticated, service_role;

comment on function private.donation_site_totals() is
  'Public: total money, donations, donors, average per donor, and donations of the last 30 days.';
comment on function private.donation_trends(integer) is
  'Public: money by month, from the oldest to the current month. Months without donations have 0.';
comment on function private.recent_donors(integer) is
  'Public: latest donations with first name and last initial, or Anonymous.';
