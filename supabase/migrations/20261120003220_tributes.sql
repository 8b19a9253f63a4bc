set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- The same rules as in contracts/card-text.ts. Email clients turn not only URLs into links, but also domains, addresses,
-- network paths and phone numbers.
create function private.visible_text(value text)
returns text
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
  );
$$;

create function private.has_web_links(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.visible_text(value) ~* (
    '://|\\\\|www\.|\S@\S|\m(mailto|tel|sms|callto|skype|facetime):\S'
    || '|[^\s\u0021-\u002c\u002e\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e]'
    || '\.[^\s\u0021-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f\U0001f000-\U0001faff]{2}'
    || '|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}'
  );
$$;

create function private.has_phone_numbers(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select texts.numbers ~* (
      '\d{7}'
      || '|\d{3}\)?[-. /]{0,3}\d{3}[-. /]{0,3}\d{4}'
      || '|(?<!\d)\d{3}(?: ?[-.] ?\d{4}| (?!(?:18|19|20)\d\d)\d{4})(?!\d)'
      || '|\+[-. (]?\d(?:[-. ()]{0,3}\d){6}'
      || '|(?<!\d)(?:1[-. ]{0,2}\(?8(?:00|33|44|55|66|77|88)\)?[-. ]{0,2}|\(?8(?:00|33|44|55|66|77|88)(?:\) ?|[-.]))'
      || '[a-z\d](?:[-.]?[a-z\d]){6}'
      || '|\m(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|hundred)[-., ]{1,2}){6}'
      || '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\M'
    )
    or texts.numbers ~ '(?<!\d)\d{3}[-.](?:\d{3}[-.])?[A-Z]{4}(?![A-Za-z])|(?<!\d)\d{3}[-.][A-Z]{3}[-.]?[A-Z]{4}'
    or regexp_replace(texts.numbers, '(?<!\d)(?:18|19|20)\d\d(?!\d)', ',', 'g')
      ~ '(?<!\d)\(?0\d{1,4}\)?(?:[-. ]{1,2}\d{2,4}){2}|\d(?:[-. ()]{0,2}\d){9}'
  from (
    select regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            private.visible_text(value),
            '[\u058a\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\u00b7\u2022\u2219\u30fb_~]', '-', 'g'
          ),
          '\s', ' ', 'g'
        ),
        '[٠-٩۰-۹०-९০-৯๐-๙]', '5', 'g'
      ),
      '(?<!\d|\d[-. ])(?:[0-3]?\d([-./ ])[0-3]?\d\1(?:18|19|20)\d\d|(?:18|19|20)\d\d([-./])[01]?\d\2[0-3]?\d)(?!\d|[-. ]\d{3})',
      ',', 'g'
    ) as numbers
  ) as texts;
$$;

create function private.has_links(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.has_web_links(value) or private.has_phone_numbers(value);
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

-- Only changes by signed-in administrators are logged, not changes by donors or by the job.
create trigger write_audit
  after insert or update on public.tributes
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

comment on function private.visible_text(text) is
  'Returns a text as its reader sees it: without invisible characters, and with compatible characters unified.';
comment on function private.has_web_links(text) is
  'Returns whether an email client could turn part of this text into a URL, a domain, an email address or a network path.';
comment on function private.has_phone_numbers(text) is
  'Returns whether this text has a phone number, in letters, too. A date isn''t one.';
comment on function private.has_links(text) is
  'Returns whether this text leads anywhere. Used in check constraints.';
comment on function private.mailbox_of(text) is
  'Returns the mailbox that an address leads to: in lowercase, without a +tag and, at Gmail, without dots.';
comment on function private.check_tribute(uuid, date) is
  'Refuses a card if its donation honors no one, if a name on it contains a link, or if its day isn''t within the next year.';
comment on function private.card_day(date) is
  'Returns the first day on which a card may be sent: the chosen day, or today if no day was chosen or the chosen day '
  'was yesterday.';
comment on function private.set_pending_tribute(uuid, boolean, jsonb) is
  'Adds the card of a new donation, if it has one. For a repeated attempt, raises CP001 if the card differs.';

-- Mailboxes whose owners don't want any more cards.
create table public.card_opt_outs (
  mailbox text primary key check (char_length(mailbox) <= 254 and mailbox = private.mailbox_of(mailbox)),
  created_at timestamptz not null default now()
);

comment on table public.card_opt_outs is
  'Mailboxes whose owners asked not to get any more cards, in the format of tributes.mailbox. Other emails, such as '
  'receipts, aren''t affected.';

select private.describe_table(
  'card_opt_outs', area => 'giving', archived => true, audited => false,
  rows => '{area}',
  erasure => 'delete', erase_order => 22,
  reason => 'The request to stop sending cards, because it contains the email address.'
);
select private.describe_columns('card_opt_outs', '{mailbox}', kind => 'personal');

alter table public.card_opt_outs enable row level security;

create policy "Admins read card opt-outs" on public.card_opt_outs
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.card_opt_outs to authenticated;
grant select on table public.card_opt_outs to service_role;

create function private.opt_out_of_cards(token uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  owner text;
begin
  select tribute.mailbox into owner from public.tributes as tribute where tribute.stop_token = token;
  if owner is null then
    return false;
  end if;
  insert into public.card_opt_outs (mailbox) values (owner) on conflict do nothing;
  update public.tributes as tribute
  set status = 'stopped', stop_reason = 'opted_out'
  where tribute.mailbox = owner and tribute.status = 'waiting';
  return true;
end;
$$;

grant execute on function private.opt_out_of_cards(uuid) to service_role;

comment on function private.opt_out_of_cards(uuid) is
  'Stops all cards to the mailbox that got the link. Repeated calls have no further effect. Returns whether the link '
  'is known.';

-- The state of each card. It follows from the stored step, the donation and the email, so the order in which refunds,
-- disputes and deliveries are reported doesn't matter.
create view private.tribute_records
with (security_invoker = true)
as
select
  found.*,
  case
    when found.state <> 'stopped' then null
    when found.stored_reason is not null then found.stored_reason
    when found.donation_status in ('refunded', 'voided') then 'refunded'
    when found.donation_status in ('disputed', 'returned') then found.donation_status
    when exists (select from public.card_opt_outs as opt_out where opt_out.mailbox = found.mailbox) then 'opted_out'
    when found.is_demo then 'demo'
    -- The email was canceled during a dispute that is over now.
    else 'disputed'
  end as stop_reason
from (
  select
    tribute.id,
    tribute.donation_id,
    donation.donor_id,
    donation.is_demo,
    donation.status as donation_status,
    donation.completed_at,
    donation.processing_at,
    case when donation.is_anonymous then null else btrim(donation.first_name || ' ' || donation.last_name) end
      as donor_name,
    btrim(donation.first_name || ' ' || donation.last_name) as given_by,
    donation.in_honor_of as honoree,
    donation.is_memorial,
    tribute.recipient_name,
    tribute.recipient_email,
    tribute.recipient_address,
    tribute.message,
    tribute.send_on,
    tribute.mailbox,
    tribute.stop_reason as stored_reason,
    tribute.left_at,
    tribute.created_at,
    tribute.updated_at,
    case
      when tribute.status = 'waiting' and donation.status in ('refunded', 'disputed', 'returned', 'voided') then 'stopped'
      when tribute.status = 'waiting' and donation.completed_at is null then 'unpaid'
      when tribute.status <> 'queued' then tribute.status
      when mail.status = 'canceled' then 'stopped'
      when mail.status in ('held', 'failed') then 'failed'
      when mail.status in ('queued', 'sending') then 'leaving'
      else 'sent'
    end as state
  from public.tributes as tribute
  join public.donations as donation on donation.id = tribute.donation_id
  left join public.email_outbox as mail on mail.id = tribute.email_id
) as found;

grant select on private.tribute_records to authenticated, service_role;

create function private.announced_card(donation_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'recipientName', waiting.recipient_name,
    'isPostal', waiting.recipient_address is not null,
    -- A card by email leaves an hour after the donation, which may be tomorrow.
    'day', greatest(
      waiting.send_on,
      case
        when waiting.recipient_address is null then ((now() + interval '1 hour') at time zone private.time_zone())::date
        else private.today()
      end
    ),
    'today', private.today()
  )
  from private.tribute_records as waiting
  where waiting.donation_id = announced_card.donation_id and waiting.state = 'waiting';
$$;

grant execute on function private.announced_card(uuid) to service_role;

create function private.is_being_refunded(donation_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.donation_adjustments as refund
    where refund.donation_id = is_being_refunded.donation_id and refund.kind = 'refund' and refund.status = 'pending'
  );
$$;

grant execute on function private.is_being_refunded(uuid) to service_role;

-- Cards are sent between 9 a.m. and midnight, at least an hour after the donation, so that the donor can still correct
-- them. A donor can send three cards a day, and a mailbox gets one card in seven days. Other cards wait for their turn,
-- for at most four weeks. Days are in the organization's time zone.
create function private.queue_tributes(as_of timestamptz default now())
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  zone constant text := private.time_zone();
  today constant date := (as_of at time zone zone)::date;
  due record;
  sent integer := 0;
begin
  if (as_of at time zone zone)::time < time '09:00' then
    return 0;
  end if;
  -- Without the lock, two simultaneous runs could both see that a recipient hasn't gotten a card this week.
  perform pg_advisory_xact_lock(hashtextextended('queue tributes', 0));
  for due in
    select tribute.*, donation.donor_id, donation.email as donor_email, donation.in_honor_of, donation.is_memorial, donation.is_demo,
      donation.is_anonymous,
      case when donation.is_anonymous then 'Someone' else giver.donor_name end as donor_name
    from public.tributes as tribute
    join public.donations as donation on donation.id = tribute.donation_id
    cross join lateral private.giver_recipient(donation.donor_id, donation.first_name, donation.last_name) as giver
    where tribute.status = 'waiting'
      and tribute.recipient_email is not null
      and tribute.send_on <= today
      and donation.status in ('completed', 'partially_refunded')
      and donation.completed_at <= as_of - interval '1 hour'
      -- A recorded donation is usually entered days after its date.
      and (donation.method = 'online' or tribute.created_at <= as_of - interval '1 hour')
      and donation.is_demo = (select private.shows_demo_money())
      and not private.is_being_refunded(donation.id)
    order by tribute.send_on, tribute.created_at, tribute.id
    for update of tribute skip locked
  loop
    if exists (select from public.card_opt_outs as opt_out where opt_out.mailbox = due.mailbox) then
      update public.tributes set status = 'stopped', stop_reason = 'opted_out' where id = due.id;
    elsif today > due.send_on + 28 then
      update public.tributes set status = 'stopped', stop_reason = 'late' where id = due.id;
    elsif private.may_send_tribute(due.donor_id, private.mailbox_of(due.donor_email), due.mailbox, today) then
      update public.tributes
      set
        status = 'queued',
        left_at = as_of,
        email_id = private.queue_email(
          case when due.is_memorial then 'Memorial Card' else 'Tribute Card' end,
          due.recipient_email,
          due.recipient_name,
          jsonb_build_object(
            'name', due.recipient_name,
            'donorName', due.donor_name,
            'isAnonymous', due.is_anonymous,
            'honoree', due.in_honor_of,
            'message', due.message,
            'tributeId', due.id,
            'isDemo', due.is_demo
          ),
          'tribute:' || due.id
        )
      where id = due.id;
      sent := sent + 1;
    end if;
  end loop;
  return sent;
end;
$$;

grant execute on function private.queue_tributes(timestamptz) to service_role;

create function private.blocks_other_cards(mail_status text, left_at timestamptz, today date)
returns boolean
language sql
stable
set search_path = ''
as $$
  -- An email with one of these statuses may still be sent at any moment.
  select coalesce(blocks_other_cards.mail_status in ('queued', 'sending', 'held'), false)
    or (blocks_other_cards.left_at at time zone private.time_zone())::date > blocks_other_cards.today - 7;
$$;

comment on function private.blocks_other_cards(text, timestamptz, date) is
  'Returns whether a card blocks other cards to its recipient, because it went out within the last week or may still '
  'go out.';

create function private.may_send_tribute(donor uuid, donor_mailbox text, mailbox text, today date)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    not exists (
      select from public.tributes as other
      left join public.email_outbox as mail on mail.id = other.email_id
      where other.mailbox = may_send_tribute.mailbox
        and other.status = 'queued'
        and private.blocks_other_cards(mail.status, coalesce(mail.sent_at, other.left_at), today)
    )
    and (
      select count(*) < 3
      from public.tributes as other
      join public.donations as donation on donation.id = other.donation_id
      where other.status = 'queued'
        and other.left_at >= today::timestamp at time zone private.time_zone()
        and other.left_at < (today + 1)::timestamp at time zone private.time_zone()
        and (donation.donor_id = donor or private.mailbox_of(donation.email) = donor_mailbox)
    );
$$;

create function private.has_other_card(email_id uuid, counts_failed boolean)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.tributes as own
    join public.tributes as other on other.mailbox = own.mailbox and other.id <> own.id and other.status = 'queued'
    left join public.email_outbox as mail on mail.id = other.email_id
    where own.email_id = has_other_card.email_id
      and case
        when mail.status = 'failed' then has_other_card.counts_failed
        else private.blocks_other_cards(mail.status, coalesce(mail.sent_at, other.left_at), private.today())
      end
  );
$$;

comment on function private.has_other_card(uuid, boolean) is
  'Returns whether the recipient of this card''s email has another card that went out this week or may still go out. '
  'If two cards to the same recipient failed, "resend all" skips both, so that an administrator can choose one.';

create function private.stop_tribute(tribute_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_area('giving');
  perform private.require_waiting_tribute(tribute_id, null);
  update public.tributes set status = 'stopped', stop_reason = 'admin' where id = tribute_id;
end;
$$;

grant execute on function private.stop_tribute(uuid) to authenticated;

create function private.mark_tribute_printed(tribute_id uuid, version timestamptz)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_area('giving');
  perform private.require_waiting_tribute(tribute_id, version);
  if not exists (
    select from private.tribute_records as record
    where record.id = tribute_id and record.state = 'waiting' and record.recipient_address is not null
  ) then
    raise exception 'the card can''t be printed' using errcode = 'CP040';
  end if;
  if (
    select private.is_being_refunded(tribute.donation_id) from public.tributes as tribute where tribute.id = tribute_id
  ) then
    raise exception 'the donation is being refunded' using errcode = 'CP042';
  end if;
  update public.tributes set status = 'printed', left_at = now() where id = tribute_id;
end;
$$;

grant execute on function private.mark_tribute_printed(uuid, timestamptz) to authenticated;

-- The lock keeps the job from sending a card while it is being changed.
create function private.require_waiting_tribute(tribute_id uuid, version timestamptz)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  current_state text;
  current_version timestamptz;
begin
  perform from public.tributes as tribute where tribute.id = tribute_id for update;
  select record.state, record.updated_at into current_state, current_version
  from private.tribute_records as record
  where record.id = tribute_id;
  if current_state is null then
    raise exception 'no such card' using errcode = 'CP009', hint = 'We couldn''t find that card.';
  end if;
  if current_state not in ('waiting', 'unpaid') then
    raise exception 'the card was sent or stopped' using errcode = 'CP040';
  end if;
  if not private.is_same_version(current_version, version) then
    raise exception 'the card was changed meanwhile' using errcode = 'CP011';
  end if;
end;
$$;

comment on function private.announced_card(uuid) is
  'Returns what a receipt says about the card of its donation, or null if none is waiting to be sent.';
comment on view private.tribute_records is
  'Cards with their donor and state. donor_name is null if the donor gave anonymously.';
comment on function private.queue_tributes(timestamptz) is
  'Scheduled: queues the emails for the cards that may be sent. Returns how many.';
comment on function private.is_being_refunded(uuid) is
  'Returns whether a refund of the donation is pending. Its card waits, because the refund may fail.';
comment on function private.may_send_tribute(uuid, text, text, date) is
  'Returns whether a card may be sent today. The limits are three cards a day from each donor and from each donor''s '
  'mailbox, and one card in seven days to each recipient''s mailbox.';
comment on function private.stop_tribute(uuid) is 'Stops a card that hasn''t been sent. Administrators only.';
comment on function private.mark_tribute_printed(uuid, timestamptz) is
  'Marks a card to a postal address as printed if the donation is paid. Raises CP011 if the card has a different '
  'version, and CP042 while a refund is pending. Administrators only.';
comment on function private.require_waiting_tribute(uuid, timestamptz) is
  'Locks a card until the transaction ends, and refuses a card that was sent or stopped, or that has a different '
  'version.';

-- Donors see, change and stop the cards of their own donations. Visitors can't call functions that write, so the server
-- changes a card after my_tribute() has found it for the donor.
create function private.tribute_view(record private.tribute_records)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', record.id,
    'donationId', record.donation_id,
    'donorName', record.donor_name,
    'honoree', record.honoree,
    'isMemorial', record.is_memorial,
    'recipientName', record.recipient_name,
    'recipientEmail', record.recipient_email,
    'recipientAddress', record.recipient_address,
    'message', record.message,
    'sendOn', record.send_on,
    'state', record.state,
    'stopReason', record.stop_reason,
    'leftAt', record.left_at,
    'updatedAt', record.updated_at
  );
$$;

grant execute on function private.tribute_view(private.tribute_records) to service_role;

-- Cards of donations that were never paid aren't listed, except for bank debits that are pending.
create function private.my_tributes()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.tribute_view(record) order by record.created_at desc, record.id), '[]'::jsonb)
    from private.tribute_records as record
    where record.donor_id = private.linked_donor()
      and record.is_demo = (select private.shows_demo_money())
      and coalesce(record.completed_at, record.processing_at) is not null
  );
end;
$$;

grant execute on function private.my_tributes() to anon;

create function private.my_tribute(tribute_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select private.tribute_view(record)
    from private.tribute_records as record
    where record.id = tribute_id and record.donor_id = private.linked_donor()
  );
end;
$$;

grant execute on function private.my_tribute(uuid) to anon;

create function private.change_tribute(
  tribute_id uuid,
  version timestamptz,
  recipient_name text,
  recipient_email text,
  recipient_address text,
  message text,
  send_on date
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  stored public.tributes;
  chosen date;
  is_stored boolean;
begin
  select * into stored from public.tributes as tribute where tribute.id = tribute_id for update;
  -- A card that is waiting for its turn keeps its day. For any other day, card_day() allows for the visitor's time
  -- zone.
  chosen := case
    when change_tribute.send_on = stored.send_on then stored.send_on
    else private.card_day(change_tribute.send_on)
  end;
  -- True if the change was already stored, but its response was lost.
  is_stored := (stored.recipient_name, stored.message, stored.send_on, stored.recipient_email, stored.recipient_address)
    is not distinct from (
      change_tribute.recipient_name, change_tribute.message, chosen, change_tribute.recipient_email,
      change_tribute.recipient_address
    );
  perform private.require_waiting_tribute(tribute_id, case when not is_stored then version end);
  if is_stored then
    return;
  end if;
  if stored.send_on <> chosen then
    perform private.check_tribute(stored.donation_id, chosen);
  end if;
  update public.tributes as tribute
  set
    recipient_name = change_tribute.recipient_name,
    recipient_email = change_tribute.recipient_email,
    recipient_address = change_tribute.recipient_address,
    message = change_tribute.message,
    send_on = chosen
  where tribute.id = tribute_id;
end;
$$;

create function private.set_recorded_tribute(donation_id uuid, replaces_id uuid, tribute jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  stored public.tributes;
  is_removed constant boolean := coalesce(jsonb_typeof(tribute) = 'null', false);
begin
  select * into stored from public.tributes as entry
  where entry.donation_id = set_recorded_tribute.replaces_id
  for update;
  if stored.id is null then
    if not is_removed and tribute is not null then
      perform private.set_pending_tribute(set_recorded_tribute.donation_id, true, tribute);
    end if;
    return;
  end if;

  if stored.status = 'queued' then
    -- An email that hasn't gone out is queued again with the corrected names.
    delete from public.email_outbox as mail
    where mail.id = stored.email_id and mail.status in ('queued', 'held', 'failed');
    if found then
      update public.tributes as entry set status = 'waiting', left_at = null, email_id = null
      where entry.id = stored.id
      returning * into stored;
    end if;
  end if;

  if stored.status = 'waiting' and is_removed then
    update public.tributes as entry set status = 'stopped', stop_reason = 'admin' where entry.id = stored.id;
  elsif stored.status = 'waiting' then
    -- The honored person or the donor may have changed. The card's day may have passed while the card waited.
    perform private.check_tribute(set_recorded_tribute.donation_id, greatest(stored.send_on, private.today()));
  end if;
  -- If the corrected donation isn't dedicated to anyone, a card that was sent stays with the voided donation.
  update public.tributes as entry set donation_id = donation.id
  from public.donations as donation
  where entry.id = stored.id and donation.id = set_recorded_tribute.donation_id and donation.in_honor_of is not null;
  if not is_removed and tribute is not null then
    perform private.change_tribute(
      tribute_id => stored.id,
      version => null,
      recipient_name => tribute ->> 'recipientName',
      recipient_email => tribute ->> 'recipientEmail',
      recipient_address => tribute ->> 'recipientAddress',
      message => tribute ->> 'message',
      send_on => (tribute ->> 'sendOn')::date
    );
  end if;
end;
$$;

grant execute on function private.change_tribute(uuid, timestamptz, text, text, text, text, date) to service_role;

create function private.withdraw_tribute(tribute_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_waiting_tribute(tribute_id, null);
  update public.tributes set status = 'stopped', stop_reason = 'donor' where id = tribute_id;
end;
$$;

grant execute on function private.withdraw_tribute(uuid) to service_role;

comment on function private.tribute_view(private.tribute_records) is 'Returns what a donor can see of a card.';
comment on function private.my_tributes() is 'Returns the cards of the transaction''s donor, latest first.';
comment on function private.my_tribute(uuid) is
  'Returns a card if it belongs to the transaction''s donor, and null otherwise.';
comment on function private.change_tribute(uuid, timestamptz, text, text, text, text, date) is
  'Changes a card for its donor until it''s sent; without a day, it''s sent as soon as possible. Raises CP011 if the '
  'card has a different version, unless it already has the requested values. Server only.';
comment on function private.set_recorded_tribute(uuid, uuid, jsonb) is
  'Adds the card of a recorded donation. A corrected donation takes over the card of the donation that it replaces, '
  'without a change if `tribute` is null. JSON null stops the card.';
comment on function private.withdraw_tribute(uuid) is 'Stops a card for its donor until it''s sent. Server only.';
