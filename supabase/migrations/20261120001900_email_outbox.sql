set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.mail_area(template_name text, is_test boolean)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when mail_area.is_test then 'settings'
    when mail_area.template_name in (
      'Annual Statement', 'Corrected Letter', 'Corrected Receipt', 'Donation Confirmation', 'Fund Grant Received',
      'Gift Link', 'Gift Refunded', 'Letter Voided', 'Matching Gift Received', 'Memorial Card', 'Monthly Gift Canceled',
      'Monthly Gift Started', 'Noncash Gift Received', 'Payment Failed', 'Receipt Voided', 'Tribute Card'
    ) then 'giving'
    when mail_area.template_name in (
      'Added to Shift', 'Application Received', 'Confirm New Email', 'Email Changed', 'Event Canceled', 'Event Changed',
      'Event Reinstated', 'Event Reminder', 'New Event', 'Volunteer Application Approved',
      'Volunteer Application Rejected', 'Waitlist Promotion', 'Welcome Email'
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
  last_error text check (char_length(last_error) <= 1000),
  dedupe_key text unique check (char_length(dedupe_key) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_at timestamptz,
  emptied_at timestamptz,
  search_text text not null
    generated always as (lower(to_name || ' ' || to_email || ' ' || template_name)) stored,
  check ((status = 'sent') = (sent_at is not null)),
  check (emptied_at is null or status in ('sent', 'failed', 'canceled'))
);
create index email_outbox_due_idx on public.email_outbox (next_attempt_at) where status in ('queued', 'sending');
create index email_outbox_created_at_idx on public.email_outbox (created_at desc, id desc);
create index email_outbox_area_idx
  on public.email_outbox (private.mail_area(template_name, tested is not null), created_at desc, id desc);
create index email_outbox_status_idx on public.email_outbox (status, created_at desc, id desc);
create index email_outbox_to_email_idx on public.email_outbox (lower(to_email), created_at desc, id desc);
create index email_outbox_sent_at_idx on public.email_outbox (sent_at);
create index email_outbox_texts_idx on public.email_outbox (coalesce(sent_at, updated_at))
  where status in ('sent', 'failed', 'canceled') and emptied_at is null;
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
  audited_on => null,
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

create trigger set_updated_at
  before update on public.email_outbox
  for each row execute function private.set_updated_at();

-- Only changes by signed-in administrators are logged, not the workers' steps.
create trigger write_audit
  after update on public.email_outbox
  for each row when (auth.uid() is not null) execute function private.write_audit('{attempts,locked_at,refused_at}');

-- Only new test emails are logged. Every other email was caused by a change that is already in the audit log.
create trigger write_audit_of_test
  after insert on public.email_outbox
  for each row when (new.tested is not null) execute function private.write_audit();

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
volatile
security definer
set search_path = ''
as $$
  insert into public.email_outbox (template_name, to_email, to_name, data, dedupe_key)
  values (
    queue_email.template_name,
    queue_email.to_email,
    queue_email.to_name,
    queue_email.data,
    queue_email.dedupe_key
  )
  on conflict (dedupe_key) do nothing
  returning id;
$$;

grant execute on function private.queue_email(text, text, text, jsonb, text) to service_role;

create function private.cancel_email(dedupe_key text)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  update public.email_outbox as mail set status = 'canceled'
  where mail.dedupe_key = cancel_email.dedupe_key and mail.status in ('queued', 'held', 'failed');
$$;

create function private.queue_test_email(template_name text, tested jsonb, to_email text default null)
returns text
language plpgsql
volatile
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

create function private.resend_email(email_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  mail_status text;
  template text;
  invitation_problem text;
  is_emptied boolean;
begin
  perform private.require_admin();
  select mail.status, mail.template_name, mail.emptied_at is not null,
    private.invitation_mail_problem(mail.template_name, mail.data)
  into mail_status, template, is_emptied, invitation_problem
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
  update public.email_outbox
  set status = 'queued', attempts = 0, resends = resends + 1, next_attempt_at = now(), last_error = null,
    locked_at = null, refused_at = null, sent_at = null
  where id = email_id;
end;
$$;

grant execute on function private.resend_email(uuid) to authenticated;

create function private.resend_failed_emails()
returns integer
language plpgsql
volatile
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
    and private.invitation_mail_problem(mail.template_name, mail.data) is null;
  get diagnostics resent = row_count;
  return resent;
end;
$$;

grant execute on function private.resend_failed_emails() to authenticated;

comment on function private.queue_email(text, text, text, jsonb, text) is
  'Queues an email. Returns null if one was already queued for the same cause.';
comment on function private.queue_test_email(text, jsonb, text) is
  'Queues a test email with a template''s text, to the given address or to the calling administrator''s. Returns the '
  'address.';
comment on function private.resend_failed_emails() is
  'Requeues every failed email in the administrator''s areas, such as after an outage. Returns the number of emails.';
comment on function private.cancel_email(text) is 'Cancels an email that hasn''t gone out. Called by other functions.';
comment on function private.resend_email(uuid) is
  'Requeues an email that was sent, held, failed or canceled. For administrators who have its area.';
