set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.thank_you_calls()
returns table (donor_id uuid, first_name text, last_name text, phone text, amount numeric, date date)
language sql
stable
security definer
set search_path = ''
as $$
  with recent as (
    select
      -- For money from a fund or an employer, thank the person behind it.
      coalesce(donation.soft_credit_donor_id, donation.donor_id) as donor_id,
      donation.amount - donation.adjusted_amount as amount,
      donation.completed_at,
      -- The time of a donation that was recorded today is noon, which may be in the future.
      case
        when donation.method = 'online' then donation.completed_at
        else least(donation.completed_at, donation.created_at)
      end as since,
      donation.soft_credit_donor_id is null and donation.completed_at = totals.first_donation_at as is_first
    from public.donations as donation
    left join public.donor_totals as totals on totals.is_demo = donation.is_demo and totals.id = donation.donor_id
    where donation.is_demo = (select private.shows_demo_money())
      and donation.completed_at >= (private.today() - 30)::timestamp at time zone private.time_zone()
      and donation.status in ('completed', 'partially_refunded')
  ),
  latest as (
    select distinct on (donor.id) donor.id, donor.phone, recent.amount, recent.completed_at
    from recent
    join public.donors as donor on donor.id = recent.donor_id
    where (recent.amount >= 250 or recent.is_first)
      and donor.merged_into_id is null
      and btrim(donor.phone) <> ''
      and not exists (
        select from public.donor_tasks as call
        where call.donor_id = donor.id and call.is_call and call.done_at >= recent.since
      )
    order by donor.id, recent.completed_at desc
  )
  select latest.id, named.first_name, named.last_name, latest.phone, latest.amount,
    (latest.completed_at at time zone private.time_zone())::date
  from latest
  cross join lateral private.donor_name(latest.id) as named
  order by latest.completed_at, latest.id;
$$;

grant execute on function private.thank_you_calls() to service_role;

create function private.record_thank_you_call(donor_id uuid)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  called_id constant uuid := private.kept_donor(record_thank_you_call.donor_id);
  call_id uuid;
begin
  perform private.require_area('giving');
  -- Someone else may be recording the same call at this moment.
  perform from public.donors as donor where donor.id = called_id for no key update;
  if exists (select from private.thank_you_calls() as listed where listed.donor_id = called_id) then
    insert into public.donor_tasks (donor_id, is_call, text, due_on, is_done)
    values (called_id, true, 'Thank-you call', private.today(), true)
    returning id into call_id;
    return call_id;
  end if;
  select call.id into call_id
  from public.donor_tasks as call
  where call.donor_id = called_id and call.is_call
  order by call.done_at desc, call.id
  limit 1;
  if call_id is null then
    raise exception 'no such call' using
      errcode = 'CP009', hint = 'This donor isn''t on the list of calls anymore. Reload the page.';
  end if;
  return call_id;
end;
$$;

grant execute on function private.record_thank_you_call(uuid) to authenticated;

comment on function private.thank_you_calls() is
  'Returns donors with a phone number who first gave in the last 30 days, or gave at least $250 at once, and haven''t '
  'been called since. Each donor is returned with their latest such donation. The donors who have waited longest come '
  'first.';
comment on function private.record_thank_you_call(uuid) is
  'Records that a donor was called, or returns the call if it was already recorded.';
