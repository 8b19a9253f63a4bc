set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
volatile
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

grant execute on function private.change_tribute(uuid, timestamptz, text, text, text, text, date) to service_role;

create function private.withdraw_tribute(tribute_id uuid)
returns void
language plpgsql
volatile
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
comment on function private.withdraw_tribute(uuid) is 'Stops a card for its donor until it''s sent. Server only.';
