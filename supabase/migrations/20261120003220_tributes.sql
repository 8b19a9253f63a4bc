set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- The same rule as `hasLinks` in contracts/card-text.ts. Email clients turn not only URLs into links, but also domains,
-- addresses, network paths and phone numbers.
create function private.has_links(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select translate(
    regexp_replace(
      normalize(value, NFKC),
      '[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'
    ),
    '。', '.'
  ) ~* (
    '://|\\\\|www\.|\S@\S|\m(mailto|tel|sms|callto|skype|facetime):\S'
    || '|[^\s\u0021-\u002c\u002e\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e]'
    || '\.[^\s\u0021-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f\U0001f000-\U0001faff]{2}'
    || '|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}'
    || '|\d{3}\)?[\s.-]{0,2}\d{3}[\s.-]{0,2}\d{4}|\+\d[\d\s().-]{7}'
  );
$$;

-- The same mailbox can be written in many ways.
create function private.mailbox_of(address text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when split_part(given, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(regexp_replace(split_part(given, '@', 1), '\+.*$', ''), '.', '') || '@gmail.com'
    else regexp_replace(given, '\+[^@]*@', '@')
  end
  from (values (lower(address))) as one (given);
$$;

create table public.tributes (
  id uuid primary key default gen_random_uuid(),
  donation_id uuid not null unique references public.donations (id) on delete cascade,
  recipient_name text not null check (
    private.is_line(recipient_name) and char_length(btrim(recipient_name)) between 1 and 100
    and not private.has_links(recipient_name)
  ),
  recipient_email text check (
    private.is_line(recipient_email) and recipient_email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'
    and char_length(recipient_email) <= 254
  ),
  recipient_address text check (
    private.is_text(recipient_address) and char_length(btrim(recipient_address)) between 1 and 500
  ),
  message text not null default '' check (
    private.is_text(message) and char_length(message) <= 500 and not private.has_links(message)
  ),
  send_on date not null,
  status text not null default 'waiting' check (status in ('waiting', 'queued', 'printed', 'stopped')),
  stop_reason text check (stop_reason in ('donor', 'admin', 'opted_out', 'late')),
  left_at timestamptz,
  email_id uuid unique references public.email_outbox (id) on delete set null,
  mailbox text generated always as (private.mailbox_of(recipient_email)) stored,
  stop_token uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tributes_recipient_email_check1 check ((recipient_email is null) <> (recipient_address is null)),
  constraint tributes_stop_reason_check1 check ((status = 'stopped') = (stop_reason is not null)),
  constraint tributes_left_at_check check ((status in ('queued', 'printed')) = (left_at is not null))
);
create index tributes_waiting_idx on public.tributes (send_on, created_at, id) where status = 'waiting';
create index tributes_mailbox_idx on public.tributes (mailbox, left_at desc);
create index tributes_left_at_idx on public.tributes (left_at) where status = 'queued';
create index tributes_send_on_idx on public.tributes (send_on desc, id desc);

comment on table public.tributes is
  'Cards in honor or in memory of someone, at most one for each donation. The honored person''s name is stored in the '
  'donation.';
comment on column public.tributes.message is 'Plain text from the donor. It must not contain links (see has_links()).';
comment on column public.tributes.send_on is
  'The first day on which the card may be sent, in the organization''s time zone.';
comment on column public.tributes.status is
  'Only the stored step. tribute_records adds the state that follows from the donation and the email.';
comment on column public.tributes.left_at is 'When the email was queued or the card was marked as printed.';
comment on column public.tributes.mailbox is
  'The recipient''s address without tags, so that different spellings count as one mailbox.';
comment on column public.tributes.stop_token is
  'For the emailed link that stops all cards to this mailbox. The key is random and never expires, so the link works '
  'no matter how old the email is.';

select private.describe_table(
  'tributes', area => 'giving', archived => true, audited => true,
  rows => '{area}',
  audited_on => null,
  erasure => 'delete', erase_order => 21,
  reason => 'Cards with their messages and recipients.'
);
select private.describe_columns(
  'tributes', '{recipient_name,recipient_email,recipient_address,message}',
  kind => 'personal'
);
select private.describe_columns('tributes', '{stop_token}', kind => 'reference', archived => false);
select private.describe_columns('tributes', '{status,stop_reason}', kind => 'state');

alter table public.tributes enable row level security;

create policy "Admins read tributes" on public.tributes
  for select to authenticated
  using ((select private.may('giving')));

grant select (
  id, donation_id, recipient_name, recipient_email, recipient_address, message, send_on, status, stop_reason, left_at,
  email_id, mailbox, created_at, updated_at
) on table public.tributes to authenticated;
grant select, update on table public.tributes to service_role;

create trigger set_updated_at
  before update on public.tributes
  for each row execute function private.set_updated_at();

-- Only changes by signed-in administrators are logged, not changes by donors or by the job.
create trigger write_audit
  after update on public.tributes
  for each row when (auth.uid() is not null)
  execute function private.write_audit();

create function private.check_tribute(donation_id uuid, send_on date)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  donation public.donations;
begin
  select * into donation from public.donations as entry where entry.id = check_tribute.donation_id;
  if donation.in_honor_of is null then
    raise exception 'the donation isn''t dedicated to anyone' using
      errcode = 'check_violation', table = 'tributes', constraint = 'tributes_in_honor_of_check',
      hint = 'Enter the name of the person you''re honoring.';
  end if;
  if private.has_links(donation.in_honor_of)
    or not donation.is_anonymous and private.has_links(donation.first_name || ' ' || donation.last_name) then
    raise exception 'a name on the card has a link' using
      errcode = 'check_violation', table = 'tributes', constraint = 'tributes_in_honor_of_check',
      hint = 'Names on the card can''t contain links.';
  end if;
  if send_on not between private.today() and (private.today() + interval '1 year')::date then
    raise exception 'the day is out of range' using
      errcode = 'check_violation', table = 'tributes', constraint = 'tributes_send_on_check',
      hint = 'Choose a day within the next year.';
  end if;
end;
$$;

create function private.card_day(chosen date)
returns date
language sql
stable
set search_path = ''
as $$
  -- In the visitor's time zone, it may still be the day before.
  select coalesce(nullif(chosen, private.today() - 1), private.today());
$$;

create function private.set_pending_tribute(donation_id uuid, is_new boolean, tribute jsonb)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  stored public.tributes;
  chosen date := (tribute ->> 'sendOn')::date;
begin
  if is_new and tribute is not null then
    chosen := private.card_day(chosen);
    perform private.check_tribute(set_pending_tribute.donation_id, chosen);
    insert into public.tributes (donation_id, recipient_name, recipient_email, recipient_address, message, send_on)
    values (
      set_pending_tribute.donation_id, tribute ->> 'recipientName', tribute ->> 'recipientEmail',
      tribute ->> 'recipientAddress', tribute ->> 'message', chosen
    );
    return;
  end if;

  select * into stored from public.tributes as entry where entry.donation_id = set_pending_tribute.donation_id;
  if (stored.id is null) <> (tribute is null)
    or tribute is not null and (
      stored.recipient_name <> tribute ->> 'recipientName'
      or stored.recipient_email is distinct from tribute ->> 'recipientEmail'
      or stored.recipient_address is distinct from tribute ->> 'recipientAddress'
      or stored.message <> tribute ->> 'message'
      -- card_day() may have stored the day after the chosen one.
      or chosen is not null and stored.send_on not in (chosen, chosen + 1)
    ) then
    raise exception 'the attempt id was used for another donation' using errcode = 'CP001';
  end if;
end;
$$;

grant execute on function private.set_pending_tribute(uuid, boolean, jsonb) to service_role;

comment on function private.has_links(text) is
  'Returns whether an email client could turn part of this text into a link. Used in check constraints.';
comment on function private.mailbox_of(text) is
  'Returns the mailbox that an address leads to: in lowercase, without a +tag and, at Gmail, without dots.';
comment on function private.check_tribute(uuid, date) is
  'Refuses a card if its donation honors no one, if a name on it contains a link, or if its day isn''t within the next year.';
comment on function private.card_day(date) is
  'Returns the first day on which a card may be sent: the chosen day, or today if no day was chosen or the chosen day '
  'was yesterday.';
comment on function private.set_pending_tribute(uuid, boolean, jsonb) is
  'Adds the card of a new donation, if it has one. For a repeated attempt, raises CP001 if the card differs.';
