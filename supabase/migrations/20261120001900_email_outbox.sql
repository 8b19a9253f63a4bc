set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Mail is written in the transaction of its cause and delivered later.
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
    check (status in ('queued', 'sending', 'sent', 'held', 'failed', 'cancelled')),
  attempts integer not null default 0 check (attempts >= 0),
  resends integer not null default 0 check (resends >= 0),
  next_attempt_at timestamptz not null default now(),
  locked_at timestamptz,
  last_error text check (char_length(last_error) <= 1000),
  dedupe_key text unique check (char_length(dedupe_key) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_at timestamptz,
  search_text text not null
    generated always as (lower(to_name || ' ' || to_email || ' ' || template_name)) stored,
  check ((status = 'sent') = (sent_at is not null))
);
create index email_outbox_due_idx on public.email_outbox (next_attempt_at) where status in ('queued', 'sending');
create index email_outbox_created_at_idx on public.email_outbox (created_at desc, id desc);
create index email_outbox_status_idx on public.email_outbox (status, created_at desc, id desc);
create index email_outbox_search_idx on public.email_outbox using gin (search_text extensions.gin_trgm_ops);

comment on table public.email_outbox is 'Mails to deliver and the log of delivered ones.';
comment on column public.email_outbox.data is 'Values of the template''s placeholders.';
comment on column public.email_outbox.tested is
  'Of a test alone: the text that is sent with invented values, whatever the template of that name says.';
comment on column public.email_outbox.subject is 'As it was sent last.';
comment on column public.email_outbox.dedupe_key is
  'Names the cause, so that one cause never sends two mails.';
comment on column public.email_outbox.status is
  'held: it cannot be written as it is, and last_error says why; failed: nobody takes it.';
comment on column public.email_outbox.resends is
  'Part of what names the mail to the provider, who drops the second of one name.';
comment on column public.email_outbox.next_attempt_at is
  'When it is taken; while it is being sent, when a lost worker''s mail is taken again.';
comment on column public.email_outbox.locked_at is 'When a worker took the mail last.';

alter table public.email_outbox enable row level security;

create policy "Admins read the mail log" on public.email_outbox
  for select to authenticated
  using ((select private.is_admin()));

revoke all on table public.email_outbox from public, anon, authenticated, service_role;
grant select on table public.email_outbox to authenticated;
grant select, insert, update, delete on table public.email_outbox to service_role;

create trigger set_updated_at
  before update on public.email_outbox
  for each row execute function private.set_updated_at();

-- The workers' steps are no history; only what a signed-in administrator does is.
create trigger write_audit
  after update on public.email_outbox
  for each row when (auth.uid() is not null) execute function private.write_audit('{attempts,locked_at}', '{to_email,to_name,data,subject,last_error}');

-- All other mails have a cause that is history itself.
create trigger write_audit_of_test
  after insert on public.email_outbox
  for each row when (new.tested is not null) execute function private.write_audit('{}', '{to_email,to_name,data,subject,last_error}');

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

revoke all on function private.queue_email(text, text, text, jsonb, text)
  from public, anon, authenticated, service_role;
grant execute on function private.queue_email(text, text, text, jsonb, text) to service_role;

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
  perform private.require_admin();
  insert into public.email_outbox (template_name, to_email, tested)
  values (queue_test_email.template_name, recipient, queue_test_email.tested);
  return recipient;
end;
$$;

revoke all on function private.queue_test_email(text, jsonb, text) from public, anon, authenticated, service_role;
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
begin
  perform private.require_admin();
  select status into mail_status from public.email_outbox where id = email_id for update;
  if not found then
    raise exception 'no such mail' using errcode = 'CP009',
      hint = 'We couldn''t find that email. It may have been deleted.';
  end if;
  if mail_status not in ('sent', 'held', 'failed', 'cancelled') then
    raise exception 'the mail is on its way' using errcode = 'CP011';
  end if;
  update public.email_outbox
  set status = 'queued', attempts = 0, resends = resends + 1, next_attempt_at = now(), last_error = null,
    locked_at = null, sent_at = null
  where id = email_id;
end;
$$;

revoke all on function private.resend_email(uuid) from public, anon, authenticated, service_role;
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
  update public.email_outbox
  set status = 'queued', attempts = 0, resends = resends + 1, next_attempt_at = now(), last_error = null,
    locked_at = null
  where status = 'failed';
  get diagnostics resent = row_count;
  return resent;
end;
$$;

revoke all on function private.resend_failed_emails() from public, anon, authenticated, service_role;
grant execute on function private.resend_failed_emails() to authenticated;

-- Several workers may ask at once: each gets mails of its own.
create function private.take_emails(batch_size integer)
returns setof public.email_outbox
language sql
volatile
security definer
set search_path = ''
as $$
  with due as (
    select id from public.email_outbox
    where status in ('queued', 'sending') and next_attempt_at <= now()
    order by next_attempt_at
    limit batch_size
    for update skip locked
  )
  update public.email_outbox as mail
  set status = 'sending', attempts = mail.attempts + 1, locked_at = now(),
    next_attempt_at = now() + interval '5 minutes'
  from due
  where mail.id = due.id
  returning mail.*;
$$;

revoke all on function private.take_emails(integer) from public, anon, authenticated, service_role;
grant execute on function private.take_emails(integer) to service_role;

comment on function private.take_emails(integer) is
  'Mails that are due, for the worker who asks; what becomes of them is to be said within five minutes.';
comment on function private.queue_email(text, text, text, jsonb, text) is
  'Adds a mail; answers null when the cause has its mail already.';
comment on function private.queue_test_email(text, jsonb, text) is
  'Admins send the text of a template to an address, or to themselves; answers the address.';
comment on function private.resend_failed_emails() is
  'Admins send again, after an outage, every mail that nobody took; answers how many.';
comment on function private.resend_email(uuid) is
  'Admins send a mail again that has come to its end, one way or the other.';
