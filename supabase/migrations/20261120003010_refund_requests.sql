set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.refund_requests (
  id uuid primary key,
  donation_id uuid not null references public.donations (id) on delete restrict,
  amount numeric(10, 2) not null check (amount >= 0.01 and amount <= 999999.99),
  reason text check (reason in ('requested_by_customer', 'duplicate', 'fraudulent')),
  requested_by uuid not null default auth.uid(),
  created_at timestamptz not null default now()
);
create index refund_requests_donation_idx on public.refund_requests (donation_id, created_at desc);

comment on table public.refund_requests is
  'Refunds that administrators requested. Their outcome is in donation_adjustments, as the provider reports it.';
comment on column public.refund_requests.id is 'Idempotency key of one refund request.';
comment on column public.refund_requests.requested_by is
  'auth.users id. No foreign key, because the history outlives user accounts.';

select private.describe_table('refund_requests', area => 'giving', archived => true, audited => true, rows => '{area}');
select private.describe_columns('refund_requests', '{requested_by}', kind => 'username');
select private.describe_columns('refund_requests', '{reason}', kind => 'state');

alter table public.refund_requests enable row level security;

create policy "Admins read refund requests" on public.refund_requests
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.refund_requests to authenticated;

create function private.request_refund(request_id uuid, donation_id uuid, amount numeric, reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  paid_donation public.donations;
  request public.refund_requests;
  remaining numeric;
begin
  perform private.require_area('giving');
  select * into paid_donation from public.donations as donation
  where donation.id = request_refund.donation_id for update;
  if not found then
    raise exception 'no such donation' using errcode = 'CP009',
      hint = 'We couldn''t find that donation. It may have been deleted.';
  end if;

  select * into request from public.refund_requests as earlier where earlier.id = request_id;
  if not found then
    select paid_donation.amount - paid_donation.adjusted_amount - coalesce(sum(adjustment.amount), 0) into remaining
    from public.donation_adjustments as adjustment
    where adjustment.donation_id = paid_donation.id and adjustment.kind = 'refund' and adjustment.status = 'pending';
    if paid_donation.completed_at is null or paid_donation.is_disputed or paid_donation.stripe_payment_intent_id is null
      or paid_donation.stripe_payment_intent_id like 'pi\_demo\_%' or remaining <= 0
      or coalesce(request_refund.amount, remaining) > remaining then
      raise exception 'not refundable, or more than the remaining amount' using errcode = 'CP017';
    end if;
    insert into public.refund_requests (id, donation_id, amount, reason)
    values (request_id, paid_donation.id, coalesce(request_refund.amount, remaining), request_refund.reason)
    returning * into request;
  elsif request.donation_id <> paid_donation.id or request.amount <> coalesce(request_refund.amount, request.amount)
    or request.reason is distinct from request_refund.reason then
    raise exception 'the request id was used for another refund' using errcode = 'CP001';
  end if;

  return jsonb_build_object(
    'paymentIntentId', paid_donation.stripe_payment_intent_id, 'amount', request.amount::text, 'reason', request.reason
  );
end;
$$;

grant execute on function private.request_refund(uuid, uuid, numeric, text) to authenticated;

comment on function private.request_refund(uuid, uuid, numeric, text) is
  'Records a refund request and who made it, once per id. If the amount is null, everything that is left is refunded. '
  'Raises CP017 if that much can''t be refunded.';
