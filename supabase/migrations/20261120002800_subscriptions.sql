set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(last_name) <= 100),
  email text not null
    check (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 254),
  amount numeric(10, 2) not null check (amount >= 0.01 and amount <= 999999.99),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  status text not null default 'incomplete' check (
    status in ('incomplete', 'active', 'past_due', 'paused', 'cancelled')
  ),
  stripe_customer_id text check (char_length(stripe_customer_id) <= 255),
  stripe_subscription_id text unique check (char_length(stripe_subscription_id) <= 255),
  is_demo boolean not null default false,
  current_period_end timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index subscriptions_email_idx on public.subscriptions (lower(email));
create index subscriptions_status_idx on public.subscriptions (status, created_at desc, id desc);

comment on table public.subscriptions is 'Monthly gifts; each paid invoice becomes a donation.';
comment on column public.subscriptions.is_demo is
  'Not real money: the demo provider or Stripe''s test mode.';

alter table public.subscriptions enable row level security;

create policy "Admins read subscriptions" on public.subscriptions
  for select to authenticated
  using ((select private.is_admin()));

revoke all on table public.subscriptions from public, anon, authenticated, service_role;
grant select on table public.subscriptions to authenticated;
grant select, insert, update, delete on table public.subscriptions to service_role;

create trigger set_updated_at
  before update on public.subscriptions
  for each row execute function private.set_updated_at();
