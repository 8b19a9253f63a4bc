set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.email_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (private.is_line(name) and char_length(btrim(name)) between 1 and 100),
  subject text not null
    check (private.is_line(subject) and char_length(btrim(subject)) between 1 and 200),
  html_content text not null check (
    private.is_text(html_content) and char_length(html_content) between 10 and 100000
    and private.is_bounded_html(html_content)
  ),
  description text check (private.is_text(description) and char_length(description) <= 500),
  is_active boolean not null default true,
  version integer not null default 1,
  saved_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.email_templates is
  'Emails with placeholders such as {{name}}; inactive templates aren''t used.';
comment on column public.email_templates.version is 'Increases with every change of the text.';
comment on column public.email_templates.saved_by is 'The person who wrote this version, as named in the audit log.';

select private.describe_table(
  'email_templates', area => 'settings', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert,update,delete}',
  title => '{name}'
);
select private.describe_columns('email_templates', '{description,html_content,name,subject}', kind => 'content');
select private.describe_columns('email_templates', '{saved_by}', kind => 'username');

alter table public.email_templates enable row level security;

create policy "Admins manage email templates" on public.email_templates
  for all to authenticated
  using ((select private.may('settings')));

grant select on table public.email_templates to authenticated;
grant insert (
  name, subject, html_content, description, is_active
) on table public.email_templates to authenticated;
grant update (
  name, subject, html_content, description, is_active
) on table public.email_templates to authenticated;
grant delete on table public.email_templates to authenticated;
grant select, insert, update, delete on table public.email_templates to service_role;

-- Turning a template on or off doesn't make a new version of its text.
create trigger number_version
  before insert or update of name, subject, html_content, description on public.email_templates
  for each row execute function private.number_version();

create table public.email_template_versions (
  id uuid primary key default gen_random_uuid(),
  template_id uuid not null references public.email_templates (id) on delete cascade,
  version integer not null,
  name text not null,
  subject text not null,
  html_content text not null,
  description text,
  saved_by text not null,
  saved_at timestamptz not null,
  unique (template_id, version)
);

comment on table public.email_template_versions is
  'Earlier versions of email templates: the newest fifty per template, deleted with the template.';
comment on column public.email_template_versions.saved_by is 'The person who wrote this version, not the one who replaced it.';

select private.describe_table(
  'email_template_versions', area => 'settings', archived => true, audited => false,
  rows => '{area}',
  title => '{name}'
);
select private.describe_columns(
  'email_template_versions', '{description,html_content,name,subject}',
  kind => 'content'
);
select private.describe_columns('email_template_versions', '{saved_by}', kind => 'username');

alter table public.email_template_versions enable row level security;

create policy "Admins read earlier versions of email templates" on public.email_template_versions
  for select to authenticated
  using ((select private.may('settings')));

grant select on table public.email_template_versions to authenticated;
grant select on table public.email_template_versions to service_role;

create trigger keep_version
  after update on public.email_templates
  for each row when (old.version is distinct from new.version)
  execute function private.keep_version('email_template_versions', 'template_id');

create function private.mail_area(template_name text, is_test boolean)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when mail_area.is_test then 'settings'
    when mail_area.template_name in (
      'Annual Statement', 'Bank Debit Returned', 'Corrected Letter', 'Corrected Receipt', 'Corrected Statement',
      'Donation Confirmation', 'Fund Grant Received', 'Gift Link', 'Gift Refunded', 'Letter Voided',
      'Matching Gift Received', 'Memorial Card', 'Monthly Gift Canceled', 'Monthly Gift Started', 'Noncash Gift Received',
      'Payment Failed', 'Receipt Voided', 'Refund Failed', 'Tribute Card'
    ) then 'giving'
    when mail_area.template_name in (
      'Added to Shift', 'Added to Waiting List', 'Application Received', 'Confirm New Email', 'Email Changed',
      'Event Canceled', 'Event Changed', 'Event Details Changed', 'Event Reinstated', 'Event Reminder', 'Left Shift',
      'New Event', 'Removed from Shift', 'Removed from Waiting List', 'Shift Sign-Up', 'Volunteer Application Approved',
      'Volunteer Application Rejected', 'Volunteer Approved Without Login', 'Volunteer Left', 'Volunteers Left',
      'Volunteers to Call', 'Waitlist Promotion', 'Welcome Email'
    ) then 'volunteers'
    else 'owner'
  end;
$$;

grant execute on function private.mail_area(text, boolean) to authenticated, service_role;

comment on function private.mail_area(text, boolean) is
  'Returns the area whose administrators see an email. Only owners see warnings and emails from the organization''s '
  'own templates.';

-- Outgoing emails. Each is added in the transaction that causes it, and delivered later.
create table public.email_outbox (
  id uuid primary key default gen_random_uuid(),
  template_name text not null check (char_length(template_name) between 1 and 100),
  to_email text not null
    check (
      to_email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'
      and char_length(to_email) <= 254
    ),
  to_name text not null default '' check (char_length(to_name) <= 200 and to_name !~ '[[:cntrl:]]'),
  data jsonb not null default '{}'::jsonb check (jsonb_typeof(data) = 'object'),
  tested jsonb check (jsonb_typeof(tested) = 'object'),
  subject text,
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'held', 'failed', 'canceled')),
  attempts integer not null default 0 check (attempts >= 0),
  resends integer not null default 0 check (resends >= 0),
  next_attempt_at timestamptz not null default now(),
  locked_at timestamptz,
  refused_at timestamptz,
  keeps_address boolean not null default false,
  last_error text check (char_length(last_error) <= 1000),
  dedupe_key text unique check (char_length(dedupe_key) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_at timestamptz,
  emptied_at timestamptz,
  search_text text not null
    generated always as (private.search_text(to_name || ' ' || to_email || ' ' || template_name)) stored,
  check ((status = 'sent') = (sent_at is not null)),
  check (emptied_at is null or status in ('sent', 'failed', 'canceled'))
);
create index email_outbox_due_idx on public.email_outbox (next_attempt_at) where status in ('queued', 'sending');
create index email_outbox_created_at_idx on public.email_outbox (created_at desc, id desc);
create index email_outbox_area_idx
  on public.email_outbox (private.mail_area(template_name, tested is not null), created_at desc, id desc);
create index email_outbox_status_idx on public.email_outbox (status, created_at desc, id desc);
create index email_outbox_template_idx on public.email_outbox (template_name, created_at desc, id desc);
create index email_outbox_statements_idx on public.email_outbox (split_part(dedupe_key, ':', 2), split_part(dedupe_key, ':', 3))
  where dedupe_key like 'statement:%';
create index email_outbox_to_email_idx on public.email_outbox (lower(to_email), created_at desc, id desc);
create index email_outbox_sent_at_idx on public.email_outbox (sent_at);
create index email_outbox_texts_idx on public.email_outbox (coalesce(sent_at, updated_at))
  where status in ('sent', 'failed', 'canceled') and emptied_at is null;
-- Finds a person's emails about a shift, and emails that have to wait for an earlier one to the same person.
create index email_outbox_shift_idx on public.email_outbox ((data ->> 'volunteerId'), (data ->> 'eventId'))
  where data ->> 'volunteerId' is not null;
create index email_outbox_search_idx on public.email_outbox using gin (search_text extensions.gin_trgm_ops);

comment on table public.email_outbox is 'Emails to deliver, and a log of those delivered.';
comment on column public.email_outbox.data is 'Values for the template''s placeholders.';
comment on column public.email_outbox.tested is
  'Only for test emails: the text to send with sample values, instead of the stored template''s.';
comment on column public.email_outbox.subject is 'The subject with which the email was last sent.';
comment on column public.email_outbox.dedupe_key is
  'Identifies what caused the email, so that the same cause never leads to two emails.';
comment on column public.email_outbox.status is
  'held: can''t be rendered (last_error says why); failed: delivery was refused or abandoned.';
comment on column public.email_outbox.keeps_address is
  'Whether an administrator chose this address. All other emails to donors go to the donor''s address at the time they are '
  'sent.';
comment on column public.email_outbox.resends is
  'Part of the idempotency key sent to the provider, so that a resend isn''t dropped as a duplicate.';
comment on column public.email_outbox.emptied_at is
  'When a retention rule deleted the email''s text. The email can''t be resent after that.';
comment on column public.email_outbox.next_attempt_at is
  'When to send the email; while it is being sent, when to retry if the worker never reports back.';
comment on column public.email_outbox.locked_at is 'When a worker last claimed the email.';
comment on column public.email_outbox.refused_at is
  'When the email last failed because the mail transport was down or over its limit, which uses up no attempt.';

select private.describe_table(
  'email_outbox', area => 'owner', archived => true, audited => true,
  rows => '{area of row}',
  audited_on => null, title => '{template_name} to {to_name}',
  erasure => 'delete', erase_order => 70,
  reason => 'Emails, including those that are waiting to be sent.'
);
select private.describe_columns('email_outbox', '{to_email,to_name,subject,last_error}', kind => 'personal');
select private.describe_columns('email_outbox', '{data}', kind => 'personal', archived => false);
select private.describe_columns('email_outbox', '{tested}', kind => 'personal', logged => true);
select private.describe_columns('email_outbox', '{dedupe_key}', kind => 'personal', archived => false, logged => true);
select private.describe_columns('email_outbox', '{status,template_name}', kind => 'state');

alter table public.email_outbox enable row level security;

create policy "Admins read the mail log of their areas" on public.email_outbox
  for select to authenticated
  using (private.mail_area(template_name, tested is not null) = any ((select private.admin_areas())::text[]));

grant select on table public.email_outbox to authenticated;
grant select, insert, update, delete on table public.email_outbox to service_role;

-- Only changes by signed-in administrators are logged, not the workers' steps.
create trigger write_audit
  after update on public.email_outbox
  for each row when (auth.uid() is not null) execute function private.write_audit('{attempts,locked_at,refused_at}');

-- Only new test emails and reissued receipts are logged. Every other email was caused by a change that is already in the
-- audit log.
create trigger write_audit_of_new_email
  after insert on public.email_outbox
  for each row when (new.tested is not null or new.data ->> 'replacedReceiptDate' is not null)
  execute function private.write_audit();

create function private.drop_erased_email()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  return null;
end;
$$;

create trigger drop_erased_email
  before insert on public.email_outbox
  for each row when (new.to_email like '%@erased.invalid')
  execute function private.drop_erased_email();

comment on function private.drop_erased_email() is
  'Drops emails to people who were erased, such as one about the refund of a donation that stays in the ledger.';

create function private.queue_email(
  template_name text,
  to_email text,
  to_name text,
  data jsonb default '{}'::jsonb,
  dedupe_key text default null
)
returns uuid
language sql
security definer
set search_path = ''
as $$
  insert into public.email_outbox (template_name, to_email, to_name, data, dedupe_key)
  select
    queue_email.template_name,
    queue_email.to_email,
    queue_email.to_name,
    queue_email.data,
    queue_email.dedupe_key
  where queue_email.to_email is not null
  on conflict (dedupe_key) do nothing
  returning id;
$$;

grant execute on function private.queue_email(text, text, text, jsonb, text) to service_role;

create function private.cancel_email(dedupe_key text)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.email_outbox as mail set status = 'canceled'
  where mail.dedupe_key = cancel_email.dedupe_key and mail.status in ('queued', 'held', 'failed');
$$;

create function private.queue_test_email(template_name text, tested jsonb, to_email text default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  recipient text := coalesce(
    queue_test_email.to_email, (select account.email from auth.users as account where account.id = auth.uid())
  );
begin
  perform private.require_area('settings');
  insert into public.email_outbox (template_name, to_email, tested)
  values (queue_test_email.template_name, recipient, queue_test_email.tested);
  return recipient;
end;
$$;

grant execute on function private.queue_test_email(text, jsonb, text) to authenticated;

create function private.resend_email(email_id uuid, to_email text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  mail_status text;
  template text;
  invitation_problem text;
  is_emptied boolean;
  former_address text;
  current_address text;
begin
  perform private.require_admin();
  select mail.status, mail.template_name, mail.emptied_at is not null,
    private.invitation_mail_problem(mail.template_name, mail.data), mail.to_email,
    coalesce((private.mail_recipient(mail.data)).email, mail.to_email)
  into mail_status, template, is_emptied, invitation_problem, former_address, current_address
  from public.email_outbox as mail
  where mail.id = email_id and private.may(private.mail_area(mail.template_name, mail.tested is not null))
  for update;
  if not found then
    raise exception 'no such email' using errcode = 'CP009',
      hint = 'We couldn''t find that email. It may have been deleted.';
  end if;
  if is_emptied then
    raise exception 'the email was emptied' using errcode = 'CP064',
      hint = 'The text of this email was deleted by a retention rule, so it can''t be resent.';
  end if;
  if mail_status not in ('sent', 'held', 'failed', 'canceled') then
    raise exception 'the email is being sent' using errcode = 'CP011';
  end if;
  if mail_status = 'sent' and template in ('Tribute Card', 'Memorial Card') then
    raise exception 'the card was sent' using errcode = 'CP043';
  end if;
  if invitation_problem is not null then
    raise exception 'the invitation is closed' using errcode = 'CP051', hint = invitation_problem;
  end if;
  if private.has_other_card(email_id, counts_failed => false) then
    raise exception 'the recipient got another card this week' using errcode = 'CP047';
  end if;
  if lower(resend_email.to_email) not in (lower(former_address), lower(current_address)) then
    raise exception 'the address isn''t the recipient''s' using
      errcode = 'check_violation', table = 'email_outbox', constraint = 'email_outbox_to_email_check',
      hint = 'Choose one of the recipient''s addresses.';
  end if;
  update public.email_outbox as mail
  set status = 'queued', attempts = 0, resends = resends + 1, next_attempt_at = now(), last_error = null,
    locked_at = null, refused_at = null, sent_at = null,
    keeps_address = coalesce(lower(resend_email.to_email) <> lower(current_address), false)
  where mail.id = email_id;
end;
$$;

grant execute on function private.resend_email(uuid, text) to authenticated;

create function private.resend_failed_emails()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  resent integer;
begin
  perform private.require_admin();
  update public.email_outbox as mail
  set status = 'queued', attempts = 0, resends = resends + 1, next_attempt_at = now(), last_error = null,
    locked_at = null, refused_at = null
  where mail.status = 'failed' and mail.emptied_at is null
    and private.may(private.mail_area(mail.template_name, mail.tested is not null))
    and not private.has_other_card(mail.id, counts_failed => true)
    and not private.is_former_demo_mail(mail.data)
    and private.invitation_mail_problem(mail.template_name, mail.data) is null;
  get diagnostics resent = row_count;
  return resent;
end;
$$;

grant execute on function private.resend_failed_emails() to authenticated;

comment on function private.queue_email(text, text, text, jsonb, text) is
  'Queues an email. Returns null if one was already queued for the same cause, or if there is no address. The data of an '
  'email to a donor says whom it is about, so that it goes to the donor''s address and name when it is sent.';
comment on function private.queue_test_email(text, jsonb, text) is
  'Queues a test email with a template''s text, to the given address or to the calling administrator''s. Returns the '
  'address.';
comment on function private.resend_failed_emails() is
  'Requeues every failed email in the administrator''s areas, such as after an outage, unless it is about demo money that '
  'no longer counts. Returns the number of emails.';
comment on function private.cancel_email(text) is 'Cancels an email that hasn''t gone out. Called by other functions.';
comment on function private.resend_email(uuid, text) is
  'Requeues an email that was sent, held, failed or canceled. For administrators who have its area. By default, it goes to '
  'the recipient''s address now; the address that it was sent to has to be chosen.';

-- Whether emails can leave. While the transport is paused, one email at a time tries it, and the others wait.
create table public.mail_transport (
  only_row boolean primary key default true check (only_row),
  pause text check (pause in ('limit', 'outage')),
  paused_at timestamptz,
  paused_until timestamptz,
  refusals integer not null default 0 check (refusals >= 0),
  failing_since timestamptz,
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
comment on column public.mail_transport.failing_since is
  'When the first attempt failed, for whatever reason, since an email was last accepted.';

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
  if exists (
    select from public.email_outbox as mail where mail.status = 'sending' and mail.next_attempt_at <= now()
  ) then
    update public.mail_transport set failing_since = now() where failing_since is null;
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
      -- One person's emails about shifts leave in order: none overtakes one that is due, on its way or being retried.
      and (
        mail.data ->> 'volunteerId' is null or mail.template_name = any (mass_templates) or not exists (
          select from public.email_outbox as earlier
          where earlier.data ->> 'volunteerId' = mail.data ->> 'volunteerId'
            and earlier.status in ('queued', 'sending') and (earlier.attempts > 0 or earlier.next_attempt_at <= now())
            and (earlier.created_at, earlier.id) < (mail.created_at, mail.id)
            and earlier.template_name <> all (mass_templates)
        )
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
    next_attempt_at = now() + interval '5 minutes', to_email = addressed.to_email, to_name = addressed.to_name,
    data = addressed.data, last_error = case
      when mail.status = 'sending' then 'The function stopped before it recorded whether this email was sent.'
      else mail.last_error
    end
  from counted cross join lateral private.addressed_email(counted.id) as addressed
  where mail.id = counted.id and (counted.place < 3 or coalesce(counted.number <= allowance.mass_emails, true))
  returning mail.*;
end;
$$;

grant execute on function private.take_emails(integer, text[], text[]) to service_role;

create function private.pause_mail(reason text, retry_after_seconds integer)
returns void
language plpgsql
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
    transport.pause := pause_mail.reason;
    transport.paused_at := now();
    transport.paused_until := now();
    transport.refusals := 0;
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

create function private.is_mail_stalled()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  with waiting as (
    select mail.* from public.email_outbox as mail where mail.status in ('queued', 'sending')
  ),
  failing as (
    select transport.pause, transport.failing_since,
      (select max(mail.sent_at) from public.email_outbox as mail) as last_accepted_at
    from public.mail_transport as transport
    where transport.failing_since <= now() - interval '15 minutes'
  )
  select exists (
    select from failing
    where failing.pause = 'outage' and exists (
        select from waiting where waiting.next_attempt_at <= now() or waiting.attempts > 0
      )
      -- A function that stops during an email can't report a failure.
      or exists (select from waiting where waiting.status = 'sending' and waiting.last_error like 'The function stopped%')
      -- One mailbox, or two, may be full or gone. An email that others have overtaken says nothing about the provider.
      or (
        select count(distinct lower(mail.to_email)) >= 3 from public.email_outbox as mail
        where mail.status in ('queued', 'sending') and mail.attempts > 0
            and (mail.attempts = 1 or failing.last_accepted_at is null or mail.created_at > failing.last_accepted_at)
          or mail.status = 'failed' and mail.next_attempt_at >= failing.failing_since
      )
  ) or exists (
    -- Emails that no one has tried to send. One person's emails about shifts wait for each other.
    select from waiting
    where waiting.next_attempt_at <= now() - interval '15 minutes' and not exists (
      select from waiting as earlier
      where earlier.data ->> 'volunteerId' = waiting.data ->> 'volunteerId' and earlier.attempts > 0
    )
  );
$$;

grant execute on function private.is_mail_stalled() to service_role;

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
  'emails last. One person''s emails about shifts leave in order. While the transport is paused, returns nothing until the pause is over, and then a single email. Emails to '
  'donors get the donor''s address and name as they are now.';
comment on function private.pause_mail(text, integer) is
  'Pauses the mail transport until the time that the provider named (at most a day at a limit, and an hour in an outage), '
  'or longer each time: up to an hour at a limit, and up to 15 minutes in an outage.';
comment on function private.mail_pause(text[]) is
  'Returns why emails are waiting, since when and until when, and whether only mass emails are; no row if no email has to wait.';
comment on function private.is_mail_stalled() is
  'Returns whether the provider has accepted no email for 15 minutes although some are due. It goes by what happened to '
  'emails, whatever the reason, and leaves out what single mailboxes refuse.';
comment on function private.try_mail_again() is
  'Lets an email try the transport when someone saves the daily limit, because the provider may take more now.';
