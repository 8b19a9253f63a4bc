set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.stripe_events (
  id text primary key check (char_length(id) <= 255),
  type text not null check (char_length(type) <= 100),
  livemode boolean not null,
  api_version text check (char_length(api_version) <= 100),
  object_id text check (char_length(object_id) <= 255),
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index stripe_events_received_at_idx on public.stripe_events (received_at desc);
create index stripe_events_object_idx on public.stripe_events (object_id);

comment on table public.stripe_events is
  'Processed webhook events by id. Each row is written in the same transaction as the event''s effect, so that the '
  'event is applied only once. Server only.';
comment on column public.stripe_events.created_at is 'When Stripe created the event.';
comment on column public.stripe_events.api_version is
  'API version of the event''s objects, which should be the version pinned in the code.';

select private.describe_table('stripe_events', archived => false, left_out => 'operation', audited => false);
select private.describe_columns('stripe_events', '{id,object_id}', kind => 'reference');
select private.describe_columns('stripe_events', '{api_version,type}', kind => 'state');

alter table public.stripe_events enable row level security;

create policy "No API access to Stripe events" on public.stripe_events
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, insert on table public.stripe_events to service_role;

create function private.sweep_stripe_events()
returns integer
language sql
volatile
security definer
set search_path = ''
as $$
  with swept as (
    delete from public.stripe_events
    where received_at < now() - interval '90 days'
      and id <> (select event.id from public.stripe_events as event order by event.received_at desc limit 1)
    returning 1
  )
  select count(*)::integer from swept;
$$;

grant execute on function private.sweep_stripe_events() to service_role;

comment on function private.sweep_stripe_events() is
  'Scheduled: deletes events after 90 days, because Stripe retries for days, not months. Keeps the latest event, to '
  'show when it arrived.';

create table public.stripe_reconciliations (
  is_demo boolean primary key,
  complete_until timestamptz,
  current_run jsonb check (jsonb_typeof(current_run) = 'object'),
  refused text[] not null default '{}',
  finished_at timestamptz,
  last_miss_found_at timestamptz
);

comment on table public.stripe_reconciliations is
  'The progress of reconciling the ledger with Stripe, which applies what webhooks missed. One row for test mode and '
  'one for real money. Server only.';
comment on column public.stripe_reconciliations.complete_until is
  'When the last complete run started. A complete run reads all lists and applies every object in them.';
comment on column public.stripe_reconciliations.refused is
  'Lists that our key wasn''t allowed to read in the last run; the runbook names the permissions.';
comment on column public.stripe_reconciliations.current_run is 'Where to resume an unfinished run; null between runs.';
comment on column public.stripe_reconciliations.last_miss_found_at is
  'When a run last found something that a webhook event should have reported.';

select private.describe_table('stripe_reconciliations', archived => false, left_out => 'operation', audited => false);
select private.describe_columns('stripe_reconciliations', '{refused}', kind => 'reference');
select private.describe_columns('stripe_reconciliations', '{current_run}', kind => 'state');

alter table public.stripe_reconciliations enable row level security;

create policy "No API access to reconciliations" on public.stripe_reconciliations
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, insert, update on table public.stripe_reconciliations to service_role;
