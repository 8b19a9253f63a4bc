set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.check_deposit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  deposit_ids constant uuid[] := array[new.deposit_id, case when tg_op = 'UPDATE' then old.deposit_id end];
begin
  -- Locked, so that the deposit can't be closed while a donation is being added to it.
  perform 1 from public.deposits as deposit where deposit.id = any (deposit_ids) order by deposit.id for share;
  if exists (
    select 1 from public.deposits as deposit
    where deposit.id = any (deposit_ids)
      and (deposit.closed_at is not null or deposit.is_demo <> new.is_demo)
  ) and not exists (
    -- A correction stays in the deposit of the donation that it replaces.
    select 1 from public.donations as replaced
    where tg_op = 'INSERT' and replaced.id = new.replaces_id and replaced.deposit_id = new.deposit_id
  ) then
    raise exception 'the deposit is closed' using errcode = 'CP024';
  end if;
  return new;
end;
$$;

create trigger check_deposit_on_insert
  before insert on public.donations
  for each row when (new.deposit_id is not null)
  execute function private.check_deposit();

create trigger check_deposit_on_update
  before update of deposit_id on public.donations
  for each row when (old.deposit_id is distinct from new.deposit_id)
  execute function private.check_deposit();

comment on function private.check_deposit() is
  'Refuses to add donations to a closed deposit or to take them out, except for corrections.';

-- A deposit's donations, and their voids and corrections after the deposit was closed: a void subtracts the amount, and
-- a correction adds the right one. Both are separate entries, so that the books can always be compared with the slip.
-- Voiding a donation in an open deposit takes it out of the deposit. Therefore, a voided donation that is still in a
-- deposit was voided after the deposit was closed.
create function private.deposit_entries(deposit_id uuid)
returns table (
  donation_id uuid, donor_name text, method text, reference text, amount numeric, entered_on date,
  is_offsetting_entry boolean, reason text
)
language sql
stable
set search_path = ''
as $$
  with entries as (
    select
      donation.id, donation.first_name, donation.last_name, donation.method, donation.reference,
      donation.amount, donation.completed_at as charged_at,
      (
        select voided.created_at
        from public.donations as replaced
        join public.donation_adjustments as voided on voided.donation_id = replaced.id and voided.kind = 'void'
        where replaced.id = donation.replaces_id and replaced.deposit_id = donation.deposit_id
      ) as corrected_at,
      voided.created_at as voided_at,
      voided.reason
    from public.donations as donation
    left join public.donation_adjustments as voided on voided.donation_id = donation.id and voided.kind = 'void'
    where donation.deposit_id = deposit_entries.deposit_id
  )
  select
    entry.id, btrim(entry.first_name || ' ' || entry.last_name), entry.method, entry.reference, entry.amount,
    (coalesce(entry.corrected_at, entry.charged_at) at time zone private.time_zone())::date,
    entry.corrected_at is not null, null
  from entries as entry
  union all
  select
    entry.id, btrim(entry.first_name || ' ' || entry.last_name), entry.method, entry.reference, -entry.amount,
    (entry.voided_at at time zone private.time_zone())::date, true, entry.reason
  from entries as entry
  where entry.voided_at is not null;
$$;

create function private.deposit_sums(deposit_id uuid)
returns table (donation_count integer, deposited numeric, total numeric)
language sql
stable
set search_path = ''
as $$
  select
    (count(*) filter (where not entry.is_offsetting_entry))::integer,
    coalesce(sum(entry.amount) filter (where not entry.is_offsetting_entry), 0),
    coalesce(sum(entry.amount), 0)
  from private.deposit_entries(deposit_sums.deposit_id) as entry;
$$;

grant execute on function private.deposit_entries(uuid), private.deposit_sums(uuid) to authenticated, service_role;

create function private.deposit_record(deposit_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', deposit.id,
      'depositedOn', deposit.deposited_on,
      'slipTotal', deposit.slip_total,
      'reference', deposit.reference,
      'notes', deposit.notes,
      'isDemo', deposit.is_demo,
      'closedAt', deposit.closed_at,
      'createdAt', deposit.created_at,
      'updatedAt', deposit.updated_at,
      'donationCount', sums.donation_count,
      'deposited', sums.deposited,
      'total', sums.total,
      'entries', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'donationId', entry.donation_id,
              'donorName', entry.donor_name,
              'method', entry.method,
              'reference', entry.reference,
              'amount', entry.amount,
              'date', entry.entered_on,
              'isOffsettingEntry', entry.is_offsetting_entry,
              'reason', entry.reason
            )
            order by entry.is_offsetting_entry, entry.entered_on, entry.donor_name, entry.amount desc, entry.donation_id
          ),
          '[]'::jsonb
        )
        from private.deposit_entries(deposit.id) as entry
      )
    )
    from public.deposits as deposit
    cross join lateral private.deposit_sums(deposit.id) as sums
    where deposit.id = deposit_record.deposit_id
  );
end;
$$;

grant execute on function private.deposit_record(uuid) to authenticated;

create function private.close_deposit(deposit_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  target public.deposits;
  sums record;
  difference numeric;
begin
  perform private.require_area('giving');
  -- The lock waits for donations that are being added.
  select * into target from public.deposits as deposit where deposit.id = close_deposit.deposit_id for update;
  if target.id is null then
    raise exception 'no such deposit' using errcode = 'CP009', hint = 'We couldn''t find that deposit.';
  end if;
  if target.closed_at is not null then
    raise exception 'the deposit is closed' using errcode = 'CP024';
  end if;
  select * into sums from private.deposit_sums(target.id);
  difference := sums.deposited - target.slip_total;
  if difference <> 0 then
    raise exception 'the donations differ from the slip' using
      errcode = 'check_violation', table = 'deposits', constraint = 'deposits_slip_total_check',
      hint = format(
        'The donations add up to $%s, which is $%s %s than the slip.',
        to_char(sums.deposited, 'FM999,999,990.00'), to_char(abs(difference), 'FM999,999,990.00'),
        case when difference > 0 then 'more' else 'less' end
      );
  end if;
  update public.deposits as deposit set closed_at = now() where deposit.id = target.id;
end;
$$;

grant execute on function private.close_deposit(uuid) to authenticated;

create function private.move_to_deposit(donation_id uuid, deposit_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.require_area('giving');
  update public.donations as donation set deposit_id = move_to_deposit.deposit_id
  where donation.id = move_to_deposit.donation_id and donation.method <> 'online' and donation.status <> 'voided';
  if not found then
    raise exception 'no such donation' using errcode = 'CP009', hint = 'We couldn''t find that donation.';
  end if;
end;
$$;

grant execute on function private.move_to_deposit(uuid, uuid) to authenticated;

comment on function private.deposit_entries(uuid) is
  'Returns a deposit''s donations and, if the deposit is closed, its offsetting entries.';
comment on function private.deposit_sums(uuid) is
  'Returns the number of donations that were deposited, their total, and the total after offsetting entries.';
comment on function private.deposit_record(uuid) is 'Returns a deposit with its entries, or null if there is none.';
comment on function private.close_deposit(uuid) is
  'Closes a deposit if its donations add up to the bank''s slip; otherwise, the error states the difference.';
comment on function private.move_to_deposit(uuid, uuid) is
  'Puts a recorded donation into an open deposit or, given null, takes it out of its deposit.';
