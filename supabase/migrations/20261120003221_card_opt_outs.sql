set local lock_timeout = '1s';
set local statement_timeout = '60s';

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
volatile
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
