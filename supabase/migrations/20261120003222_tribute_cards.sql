set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
    when found.donation_status = 'disputed' then 'disputed'
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
      when tribute.status = 'waiting' and donation.status in ('refunded', 'disputed', 'voided') then 'stopped'
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
volatile
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
      case when donation.is_anonymous then 'Someone' else btrim(donation.first_name || ' ' || donation.last_name) end
        as donor_name
    from public.tributes as tribute
    join public.donations as donation on donation.id = tribute.donation_id
    where tribute.status = 'waiting'
      and tribute.recipient_email is not null
      and tribute.send_on <= today
      and donation.status in ('completed', 'partially_refunded')
      and donation.completed_at <= as_of - interval '1 hour'
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
volatile
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
volatile
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
volatile
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
