set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.donation_adjustments (
  id uuid primary key default gen_random_uuid(),
  donation_id uuid not null references public.donations (id) on delete restrict,
  kind text not null check (kind in ('refund', 'dispute', 'void')),
  amount numeric(10, 2) not null check (amount >= 0.01 and amount <= 999999.99),
  status text not null,
  stripe_id text unique check (char_length(stripe_id) <= 255),
  reason text check (char_length(reason) <= 500),
  reported_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint donation_adjustments_status_check check (
    (kind = 'refund' and status in ('pending', 'succeeded', 'failed', 'canceled'))
    or (kind = 'dispute' and status in ('open', 'won', 'lost'))
    or (kind = 'void' and status = 'succeeded')
  )
);
create index donation_adjustments_donation_idx on public.donation_adjustments (donation_id);
create index donation_adjustments_created_at_idx on public.donation_adjustments (created_at desc, id desc);

comment on table public.donation_adjustments is
  'Refunds, disputes and voids. Succeeded refunds, lost disputes and voids reduce the donation.';
comment on column public.donation_adjustments.stripe_id is
  'Refund or dispute id, so that repeated events update the same row.';
comment on column public.donation_adjustments.reported_at is
  'The time of the provider''s report that set the status; if two reports conflict, the later one counts.';

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
  set adjusted_amount = least(donation.amount, total.taken), is_disputed = total.disputed, is_voided = total.voided
  from (
    select
      coalesce(sum(adjustment.amount) filter (where adjustment.status in ('succeeded', 'lost')), 0) as taken,
      coalesce(bool_or(adjustment.status in ('open', 'lost')), false) as disputed,
      coalesce(bool_or(adjustment.kind = 'void'), false) as voided
    from public.donation_adjustments as adjustment
    where adjustment.donation_id = target
  ) as total
  where donation.id = target
    and (donation.adjusted_amount, donation.is_disputed, donation.is_voided)
      is distinct from (least(donation.amount, total.taken), total.disputed, total.voided);
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

create trigger set_updated_at
  before update on public.donation_adjustments
  for each row execute function private.set_updated_at();

create function private.queue_refund_mail(refund_id text)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  select private.queue_email(
    'Gift Refunded',
    donation.email,
    btrim(donation.first_name || ' ' || donation.last_name),
    jsonb_build_object(
      'name', donation.first_name,
      'refundAmount', refund.amount,
      'donationAmount', donation.amount,
      'donationDate', (donation.completed_at at time zone private.time_zone())::date,
      'isDemo', donation.is_demo
    ),
    'refund:' || refund.stripe_id
  )
  from public.donation_adjustments as refund
  join public.donations as donation on donation.id = refund.donation_id
  where refund.stripe_id = refund_id and refund.kind = 'refund' and refund.status = 'succeeded';
$$;

grant execute on function private.queue_refund_mail(text) to service_role;

comment on function private.queue_refund_mail(text) is 'Sends one email per refund once the money has been returned.';
