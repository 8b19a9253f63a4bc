set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- The problems that owners have been emailed about. Those emails bypass the outbox, because nothing is sent from the
-- outbox if the scheduler has stopped.
create table public.health_alerts (
  only_row boolean primary key default true check (only_row),
  announced_problems jsonb not null default '[]' check (jsonb_typeof(announced_problems) = 'array'),
  announcement_count bigint not null default 0,
  claimed_at timestamptz not null default '-infinity'
);
insert into public.health_alerts default values;

comment on table public.health_alerts is 'One row with the problems that owners have been emailed about. Server only.';
comment on column public.health_alerts.announced_problems is
  'The kinds of problems in the last email, in alphabetical order; empty once owners were told that everything works again.';
comment on column public.health_alerts.announcement_count is
  'How many times owners were emailed. Part of the idempotency key sent to the provider, so that a retry doesn''t send '
  'a second email.';
comment on column public.health_alerts.claimed_at is
  'When a request last claimed a change, so that simultaneous requests send only one email, and changes in quick '
  'succession are reported together.';

select private.describe_table('health_alerts', archived => false, left_out => 'operation', audited => false);
select private.describe_columns('health_alerts', '{announced_problems}', kind => 'state');

alter table public.health_alerts enable row level security;

create policy "No API access to alerts" on public.health_alerts
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, update on table public.health_alerts to service_role;
