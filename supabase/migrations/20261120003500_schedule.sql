set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.fail_abandoned_donations()
returns integer
language sql
volatile
security definer
set search_path = ''
as $$
  with swept as (
    update public.donations
    set status = 'failed', failed_at = now(), failure_code = 'abandoned'
    where status = 'pending' and is_demo and created_at < now() - interval '24 hours'
    returning 1
  )
  select count(*)::integer from swept;
$$;

revoke all on function private.fail_abandoned_donations()
  from public, anon, authenticated, service_role;
grant execute on function private.fail_abandoned_donations() to service_role;

comment on function private.fail_abandoned_donations() is
  'Scheduled: demo gifts nobody finished within a day. Real ones are settled by asking the provider.';

-- Hosted projects have pg_cron; where it is missing the local stack calls the same functions itself.
do $$
begin
  if exists (select 1 from pg_catalog.pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
    perform cron.schedule('confirm-finished-attendance', '7 * * * *', 'select private.confirm_finished_attendance()');
    perform cron.schedule('fail-abandoned-donations', '17 * * * *', 'select private.fail_abandoned_donations()');
    perform cron.schedule('sweep-rate-limits', '27 * * * *', 'select private.sweep_rate_limits()');
  end if;
end;
$$;
