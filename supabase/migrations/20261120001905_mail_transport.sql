set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Whether emails can leave. While the transport is paused, one email at a time tries it, and the others wait.
create table public.mail_transport (
  only_row boolean primary key default true check (only_row),
  pause text check (pause in ('limit', 'outage')),
  paused_at timestamptz,
  paused_until timestamptz,
  refusals integer not null default 0 check (refusals >= 0),
  check (num_nonnulls(pause, paused_at, paused_until) in (0, 3))
);
insert into public.mail_transport default values;

comment on table public.mail_transport is 'One row that says whether emails can leave. Server only.';
comment on column public.mail_transport.pause is
  'Why emails wait. limit: the provider takes no more emails for now; outage: the provider can''t be reached, or refuses '
  'every email.';
comment on column public.mail_transport.paused_at is 'When the pause began.';
comment on column public.mail_transport.paused_until is 'When the next email tries whether the transport works again.';
comment on column public.mail_transport.refusals is 'How often in a row the transport has failed.';

select private.describe_table('mail_transport', archived => false, left_out => 'operation', audited => false);
select private.describe_columns('mail_transport', '{pause}', kind => 'state');

alter table public.mail_transport enable row level security;

create policy "No API access to the mail transport" on public.mail_transport
  for all to anon, authenticated
  using (false)
  with check (false);

grant select, update on table public.mail_transport to service_role;

create function private.mail_allowance()
returns table (daily_limit integer, emails integer, mass_emails integer)
language sql
stable
security definer
set search_path = ''
as $$
  select settings.emails_per_day,
    floor(settings.emails_per_day * 0.95)::integer - used.count,
    floor(settings.emails_per_day * 0.8)::integer - used.count
  from public.settings as settings
  cross join lateral (
    select count(*)::integer as count from public.email_outbox as mail
    where mail.sent_at > now() - interval '24 hours'
      or (mail.status = 'sending' and mail.next_attempt_at > now())
  ) as used
  where settings.emails_per_day is not null;
$$;

-- Several workers may call this at once; each claims different emails.
create function private.take_emails(batch_size integer, urgent_templates text[], mass_templates text[])
returns setof public.email_outbox
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  transport public.mail_transport;
  allowance record;
  is_paused boolean;
begin
  -- The lock makes workers wait for each other, so that together they stay within the daily limit, and only one of them
  -- tries a paused transport.
  select * into transport from public.mail_transport for update;
  is_paused := transport.pause is not null;
  if transport.paused_until > now() or is_paused and exists (
    select 1 from public.email_outbox as mail where mail.status = 'sending' and mail.next_attempt_at > now()
  ) then
    return;
  end if;
  select * into allowance from private.mail_allowance();
  return query
  with due as (
    select mail.id,
      case
        when mail.tested is not null or mail.template_name = any (urgent_templates) then 1
        when mail.template_name = any (mass_templates) then 3
        else 2
      end as place
    from public.email_outbox as mail
    where mail.status in ('queued', 'sending') and mail.next_attempt_at <= now()
      and (
        coalesce(allowance.mass_emails > 0, true)
        or mail.tested is not null or mail.template_name <> all (mass_templates)
      )
    -- A paused transport is tried with an email that it hasn't refused yet, in case a single email causes the failures.
    order by case when is_paused then mail.refused_at end nulls first, place, mail.next_attempt_at
    limit greatest(0, least(case when is_paused then 1 else batch_size end, allowance.emails))
    for update skip locked
  ),
  counted as (
    select due.id, due.place, row_number() over (order by due.place) as number from due
  )
  update public.email_outbox as mail
  set status = 'sending', attempts = mail.attempts + 1, locked_at = now(),
    next_attempt_at = now() + interval '5 minutes'
  from counted
  where mail.id = counted.id and (counted.place < 3 or coalesce(counted.number <= allowance.mass_emails, true))
  returning mail.*;
end;
$$;

grant execute on function private.take_emails(integer, text[], text[]) to service_role;

create function private.pause_mail(reason text, retry_after_seconds integer)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  is_limit constant boolean := pause_mail.reason = 'limit';
  transport public.mail_transport;
  backoff interval;
begin
  select * into transport from public.mail_transport for update;
  if transport.pause is distinct from pause_mail.reason then
    transport := row(true, pause_mail.reason, now(), now(), 0);
  end if;
  -- Emails that were sent at the same time count as one failure.
  if transport.refusals = 0 or transport.paused_until <= now() then
    backoff := least(
      interval '1 minute' * 2 ^ least(transport.refusals, 6),
      case when is_limit then interval '1 hour' else interval '15 minutes' end
    );
    transport.refusals := transport.refusals + 1;
  end if;
  update public.mail_transport
  set pause = transport.pause, paused_at = transport.paused_at, refusals = transport.refusals,
    paused_until = greatest(
      transport.paused_until,
      now() + backoff,
      now() + least(
        make_interval(secs => pause_mail.retry_after_seconds),
        case when is_limit then interval '1 day' else interval '1 hour' end
      )
    );
end;
$$;

grant execute on function private.pause_mail(text, integer) to service_role;

create function private.mail_pause(mass_templates text[])
returns table (reason text, since timestamptz, until timestamptz, concerns_mass_only boolean, daily_limit integer)
language sql
stable
security definer
set search_path = ''
as $$
  with waiting as (
    select mail.tested is null and mail.template_name = any (mail_pause.mass_templates) as is_mass, mail.next_attempt_at,
      mail.created_at
    from public.email_outbox as mail
    where mail.status = 'queued' and mail.next_attempt_at <= now()
  ),
  limited as (
    select allowance.daily_limit, allowance.emails > 0 as concerns_mass_only,
      -- The emails that have to become older than a day before another one may leave.
      case when allowance.emails > 0 then -allowance.mass_emails else -allowance.emails end as excess
    from private.mail_allowance() as allowance
    where allowance.emails <= 0
      or allowance.mass_emails <= 0 and exists (select 1 from waiting where waiting.is_mass)
  )
  select
    case transport.pause when 'limit' then 'provider_limit' when 'outage' then 'outage' else 'daily_limit' end,
    case
      when transport.pause is null then (
        select min(waiting.next_attempt_at) from waiting where not waiting.is_mass or limited.concerns_mass_only
      )
      -- Without emails, nothing tries a paused transport.
      else greatest(transport.paused_at, (select min(waiting.created_at) from waiting))
    end,
    greatest(
      transport.paused_until,
      (
        select mail.sent_at + interval '24 hours' from public.email_outbox as mail
        where mail.sent_at > now() - interval '24 hours' and limited.excess is not null
        order by mail.sent_at
        offset greatest(0, limited.excess) limit 1
      ),
      now()
    ),
    transport.pause is null and limited.concerns_mass_only,
    (select settings.emails_per_day from public.settings as settings)
  from public.mail_transport as transport
  left join limited on true
  where (transport.pause is not null or limited.excess is not null) and exists (select 1 from waiting);
$$;

grant execute on function private.mail_pause(text[]) to service_role;

create function private.try_mail_again()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.mail_transport set paused_until = now() where pause = 'limit';
  return null;
end;
$$;

create trigger try_mail_again
  after update of emails_per_day on public.settings
  for each row execute function private.try_mail_again();

comment on function private.mail_allowance() is
  'Returns the limit on emails per day and how many more emails, and how many more mass emails, may leave now; no row '
  'without a limit. Counts the last 24 hours, which is safe whenever the provider''s day begins. Mass emails leave 20% '
  'of the limit free, and all others 5%, because the recovery emails that Auth sends count too.';
comment on function private.take_emails(integer, text[], text[]) is
  'Claims due emails for the calling worker, which must report the outcome within five minutes: urgent ones first, mass '
  'emails last. While the transport is paused, returns nothing until the pause is over, and then a single email.';
comment on function private.pause_mail(text, integer) is
  'Pauses the mail transport until the time that the provider named (at most a day at a limit, and an hour in an outage), '
  'or longer each time: up to an hour at a limit, and up to 15 minutes in an outage.';
comment on function private.mail_pause(text[]) is
  'Returns why emails are waiting, since when and until when, and whether only mass emails are; no row if no email has to wait.';
comment on function private.try_mail_again() is
  'Lets an email try the transport when someone saves the daily limit, because the provider may take more now.';
