set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.stripe_events (
  id text primary key check (char_length(id) <= 255),
  type text not null check (char_length(type) <= 100),
  livemode boolean not null,
  object_id text check (char_length(object_id) <= 255),
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 1 check (attempts > 0),
  last_error text check (char_length(last_error) <= 500)
);
create index stripe_events_received_at_idx on public.stripe_events (received_at desc);
create index stripe_events_object_idx on public.stripe_events (object_id);

comment on table public.stripe_events is
  'Webhook events by id, so that each has its effect once. The server only.';
comment on column public.stripe_events.created_at is 'When Stripe made the event.';

alter table public.stripe_events enable row level security;

create policy "Nobody reaches Stripe events through the API" on public.stripe_events
  for all to anon, authenticated
  using (false)
  with check (false);

revoke all on table public.stripe_events from public, anon, authenticated, service_role;
grant select, insert, update on table public.stripe_events to service_role;
