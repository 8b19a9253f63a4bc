set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.fail_abandoned_donations()
returns integer
language sql
security definer
set search_path = ''
as $$
  with swept as (
    update public.donations
    set status = 'failed', failed_at = now(), failure_code = 'abandoned'
    where status = 'pending' and created_at < now() - interval '1 hour'
      and (stripe_payment_intent_id is null or stripe_payment_intent_id like 'pi\_demo\_%')
    returning 1
  )
  select count(*)::integer from swept;
$$;

grant execute on function private.fail_abandoned_donations() to service_role;

comment on function private.fail_abandoned_donations() is
  'Scheduled: marks donations as failed if they still have no payment at Stripe after an hour, such as after an '
  'outage. If the payment succeeds later, it still counts. Pending donations with a payment at Stripe are resolved by '
  'asking Stripe.';

create table public.job_runs (
  name text primary key check (char_length(name) between 1 and 100),
  ran_at timestamptz,
  added_at timestamptz not null default now()
);

comment on table public.job_runs is
  'When each scheduled job last succeeded, which reveals a scheduler that has stopped. Server only.';
comment on column public.job_runs.added_at is
  'When the job was added, so that a job that has never run is noticed, too.';

select private.describe_table('job_runs', archived => false, left_out => 'operation', audited => false);
select private.describe_columns('job_runs', '{name}', kind => 'state');

alter table public.job_runs enable row level security;

create policy "No API access to job runs" on public.job_runs
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, insert, update on table public.job_runs to service_role;

create function private.record_job_run(job_name text)
returns void
language sql
set search_path = ''
as $$
  insert into public.job_runs (name, ran_at) values (job_name, now())
  on conflict (name) do update set ran_at = now();
$$;

grant execute on function private.record_job_run(text) to service_role;

create function private.sweep_cron_log()
returns void
language plpgsql
set search_path = ''
as $$
begin
  if to_regclass('cron.job_run_details') is not null then
    execute 'delete from cron.job_run_details where end_time < now() - interval ''7 days''';
  end if;
end;
$$;

comment on function private.sweep_cron_log() is
  'Scheduled: deletes rows of pg_cron''s log that are more than a week old. The log grows by thousands of rows a day, '
  'and pg_cron never deletes any. Does nothing where there is no pg_cron.';

-- The only list of scheduled jobs (times are in UTC). pg_cron runs them on hosted projects; locally, the stack does.
create function private.scheduled_jobs()
returns table (name text, schedule text, statement text, function_path text)
language sql
immutable
set search_path = ''
as $$
  select job.name, job.schedule, job.statement || format('; select private.record_job_run(%L)', job.name),
    job.function_path
  from (values
    ('apply-retention-rules', '47 * * * *', null, '/api/retention-rules/apply'),
    ('call-build-hook', '* * * * *', null, '/api/site-builds/call'),
    ('continue-erasures', '* * * * *', null, '/api/erasures/continue'),
    ('confirm-finished-attendance', '7 * * * *', 'select private.confirm_finished_attendance()', null),
    ('fail-abandoned-donations', '17 * * * *', 'select private.fail_abandoned_donations()', null),
    ('queue-annual-statements', '23 15 * * *', 'select private.queue_annual_statements()', null),
    ('queue-event-reminders', '3,33 * * * *', 'select private.queue_event_reminders()', null),
    ('queue-tributes', '*/5 * * * *', 'select private.queue_tributes()', null),
    ('reconcile-payments', '*/15 * * * *', null, '/payments/payments/reconcile'),
    ('release-deliveries', '11 * * * *', 'select private.release_deliveries()', null),
    ('send-emails', '* * * * *', null, '/send-emails/send-emails'),
    ('sweep-cron-log', '7 5 * * *', 'select private.sweep_cron_log()', null),
    ('sweep-idempotency-keys', '57 * * * *', 'select private.sweep_idempotency_keys()', null),
    ('sweep-imports', '13 * * * *', 'select private.sweep_imports()', null),
    ('sweep-merges', '12 6 * * *', 'select private.sweep_merges()', null),
    ('sweep-rate-limits', '27 * * * *', 'select private.sweep_rate_limits()', null),
    ('sweep-stripe-events', '47 4 * * *', 'select private.sweep_stripe_events()', null),
    ('sweep-uploads', '37 * * * *', null, '/api/uploads/sweep')
  ) as job (name, schedule, statement, function_path);
$$;

grant execute on function private.scheduled_jobs() to service_role;

insert into public.job_runs (name) select name from private.scheduled_jobs();

create function private.call_function(function_path text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  functions_url text;
  secret_key text;
begin
  select decrypted_secret into functions_url from vault.decrypted_secrets where name = 'functions_url';
  select decrypted_secret into secret_key from vault.decrypted_secrets where name = 'functions_secret_key';
  if functions_url is null or secret_key is null then
    raise exception 'the vault has no functions_url or functions_secret_key (docs/operate/go-live.md, step 5)';
  end if;
  perform net.http_post(
    url := functions_url || function_path,
    headers := jsonb_build_object(
      'Content-Type', 'application/json', 'apikey', secret_key, 'Authorization', 'Bearer ' || secret_key
    ),
    body := '{}'::jsonb,
    timeout_milliseconds := 30000
  );
end;
$$;

create function private.connect_scheduled_jobs(functions_url text, secret_key text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  given record;
  stored_id uuid;
begin
  if functions_url !~ '^https?://[^/[:space:]]+/functions/v1$' then
    raise exception 'the URL must look like https://<ref>.supabase.co/functions/v1';
  end if;
  if secret_key !~ '^sb_secret_[A-Za-z0-9_-]+$' then
    raise exception 'the key must be a secret key of the project (sb_secret_...)';
  end if;
  for given in
    select * from (values ('functions_url', functions_url), ('functions_secret_key', secret_key)) as entry (name, value)
  loop
    select id into stored_id from vault.secrets where name = given.name;
    if stored_id is null then
      perform vault.create_secret(given.value, given.name);
    else
      perform vault.update_secret(stored_id, given.value);
    end if;
  end loop;
  return 'Scheduled jobs now call ' || functions_url;
end;
$$;

comment on function private.connect_scheduled_jobs(text, text) is
  'Stores or replaces, in the vault, the URL and the key that scheduled jobs use, such as after the key was rotated. '
  'For the person who deploys the project.';
comment on function private.scheduled_jobs() is
  'Lists the jobs. Each job is either a SQL statement or a call to the functions with the service key. Both kinds '
  'record their runs.';
comment on function private.call_function(text) is
  'Calls one of the functions, for pg_cron on hosted projects. The URL and the key come from the vault.';

do $$
declare
  job record;
begin
  if exists (select 1 from pg_catalog.pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
    create extension if not exists pg_net with schema extensions;
    for job in select * from private.scheduled_jobs() loop
      perform cron.schedule(
        job.name, job.schedule,
        coalesce(job.statement, format('select private.call_function(%L)', job.function_path))
      );
    end loop;
  end if;
end;
$$;

-- The problems that owners have been emailed about. Those emails bypass the outbox, because nothing is sent from the
-- outbox if the scheduler has stopped.
create table public.health_alerts (
  only_row boolean primary key default true check (only_row),
  announced_problems jsonb not null default '[]' check (jsonb_typeof(announced_problems) = 'array'),
  untold_problems jsonb not null default '[]' check (jsonb_typeof(untold_problems) = 'array'),
  announcement_count bigint not null default 0,
  claimed_at timestamptz not null default '-infinity',
  checked_at timestamptz not null default '-infinity'
);
insert into public.health_alerts default values;

comment on table public.health_alerts is 'One row with the problems that owners have been emailed about. Server only.';
comment on column public.health_alerts.announced_problems is
  'The kinds of problems in the last email, in alphabetical order; empty once owners were told that everything works again.';
comment on column public.health_alerts.untold_problems is
  'The kinds of problems that owners should have been emailed about since then, such as while no email could leave.';
comment on column public.health_alerts.announcement_count is
  'How many times owners were emailed. Part of the idempotency key sent to the provider, so that a retry doesn''t send '
  'a second email.';
comment on column public.health_alerts.claimed_at is
  'When a request last claimed a change, so that simultaneous requests send only one email, and changes in quick '
  'succession are reported together.';

comment on column public.health_alerts.checked_at is
  'When a request last claimed the checks of the payment provider. Claiming also shows whether the database can be written.';

select private.describe_table('health_alerts', archived => false, left_out => 'operation', audited => false);
select private.describe_columns('health_alerts', '{announced_problems,untold_problems}', kind => 'state');

alter table public.health_alerts enable row level security;

create policy "No API access to alerts" on public.health_alerts
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, update on table public.health_alerts to service_role;
