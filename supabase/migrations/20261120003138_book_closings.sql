set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Closed months: what was given in them, and what refunds, disputes and voids took away, doesn't change anymore. What is
-- entered or reported later counts as a change in the month in which it arrives.
create table public.book_closings (
  id uuid primary key default gen_random_uuid(),
  closed_through date not null check (closed_through between '1900-01-01' and '2199-12-31'),
  reason text check (private.is_line(reason) and char_length(btrim(reason)) between 1 and 500),
  closed_by text not null default private.actor_name(),
  -- The current time instead of the start of the transaction, which may have waited for another closing.
  created_at timestamptz not null default clock_timestamp(),
  constraint book_closings_closed_through_check1 check (extract(day from closed_through + 1) = 1)
);
create index book_closings_created_at_idx on public.book_closings (created_at desc, id desc);

comment on table public.book_closings is
  'Through which month the books are closed. The latest row counts; the others are its history.';
comment on column public.book_closings.closed_through is 'The last day of the last closed month.';
comment on column public.book_closings.reason is 'Why an owner opened closed months again.';

select private.describe_table(
  'book_closings', area => 'giving', archived => true, audited => true, rows => '{area}',
  title => 'Books closed through {closed_through}'
);
select private.describe_columns('book_closings', '{reason}', kind => 'content', logged => false);
select private.describe_columns('book_closings', '{closed_by}', kind => 'username');

alter table public.book_closings enable row level security;

create policy "Admins read book closings" on public.book_closings
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.book_closings to authenticated, service_role;

create table public.late_entries (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('donation', 'refund', 'dispute', 'return', 'void', 'noncash', 'deposit')),
  record_id uuid not null,
  day date not null,
  booked_on date not null,
  amount numeric(12, 2) not null default 0,
  is_demo boolean not null,
  reason text check (char_length(btrim(reason)) between 1 and 500),
  entered_by text not null default private.actor_name(),
  created_at timestamptz not null default clock_timestamp()
);
create index late_entries_created_at_idx on public.late_entries (created_at desc, id desc);
create index late_entries_day_idx on public.late_entries (day);
create index late_entries_booked_on_idx on public.late_entries (booked_on);

comment on table public.late_entries is
  'Changes that arrived after their month was closed. The closed month stays as it was, and the amount counts in the month '
  'of booked_on, so the months always add up to the donations.';
comment on column public.late_entries.record_id is
  'The donation, the noncash donation or the deposit. No foreign key, because an import that is undone takes its donations '
  'away, and the entries that say so stay.';
comment on column public.late_entries.day is 'The day on which the change would have counted if its month were open.';
comment on column public.late_entries.booked_on is 'The day on which it was entered or reported, and on which it counts.';
comment on column public.late_entries.amount is 'Negative if it takes money away. Zero for goods, shares and deposits.';
comment on column public.late_entries.reason is 'The owner''s reason. Null for what the payment provider reported.';

select private.describe_table(
  'late_entries', area => 'giving', archived => true, audited => false, rows => '{area}',
  title => 'Change to closed months of {booked_on}'
);
select private.describe_columns('late_entries', '{reason}', kind => 'content', logged => false);
select private.describe_columns('late_entries', '{entered_by}', kind => 'username');
select private.describe_columns('late_entries', '{record_id}', kind => 'reference');
select private.describe_columns('late_entries', '{kind}', kind => 'state');

alter table public.late_entries enable row level security;

create policy "Admins read late entries" on public.late_entries
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.late_entries to authenticated, service_role;

create function private.books_closed_through()
returns date
language sql
stable
set search_path = ''
as $$
  select closing.closed_through from public.book_closings as closing order by closing.created_at desc, closing.id desc limit 1;
$$;

grant execute on function private.books_closed_through() to authenticated, service_role;

create function private.close_books(closed_through date, reason text default null)
returns uuid
language plpgsql
security definer
set search_path = ''
-- A closing waits for what is being entered, and later entries wait behind it.
set lock_timeout = '5s'
as $$
declare
  through alias for closed_through;
  new_id uuid;
begin
  perform private.require_area('giving');
  if extract(day from through + 1) <> 1 or through >= private.today() then
    raise exception 'the month isn''t over' using
      errcode = 'check_violation', table = 'book_closings', constraint = 'book_closings_closed_through_check',
      hint = 'Choose the last day of a month that is over.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('books', 0));
  if through < private.books_closed_through() then
    if not private.may('owner') then
      raise exception 'only an owner opens closed months' using
        errcode = 'CP025', hint = 'Only an owner can open closed months again. Ask an owner.';
    end if;
    if coalesce(btrim(close_books.reason), '') = '' then
      raise exception 'no reason' using
        errcode = 'check_violation', table = 'book_closings', constraint = 'book_closings_reason_check',
        hint = 'Say why closed months are opened again.';
    end if;
  end if;
  insert into public.book_closings (closed_through, reason) values (through, nullif(btrim(close_books.reason), ''))
  returning id into new_id;
  return new_id;
end;
$$;

grant execute on function private.close_books(date, text) to authenticated;

create function private.require_open_books(day date, reason text, is_entered boolean)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  through date;
  named text;
begin
  -- Only months that are over can be closed, so what belongs to the current month never waits for a closing.
  if require_open_books.day is null or require_open_books.day >= date_trunc('month', private.today()::timestamp) then
    return false;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('books', 0));
  through := private.books_closed_through();
  if through is null or require_open_books.day > through then
    return false;
  end if;
  -- The server stores what the payment provider reports, however late.
  if not is_entered or not private.is_admin() then
    return true;
  end if;
  named := to_char(through, 'FMMonth FMDD, YYYY');
  if not private.may('owner') then
    raise exception 'the books are closed' using
      errcode = 'CP025', hint = format('The books are closed through %s. Ask an owner.', named);
  end if;
  if coalesce(btrim(require_open_books.reason), '') = '' then
    raise exception 'the books are closed, and there is no reason' using
      errcode = 'check_violation', table = 'late_entries', constraint = 'late_entries_late_reason_check',
      hint = format('The books are closed through %s. Say why this changes them.', named);
  end if;
  return true;
end;
$$;

create function private.stated_late_reason()
returns text
language sql
stable
set search_path = ''
as $$
  select nullif(btrim(current_setting('books.late_reason', true)), '');
$$;

create function private.write_late_entry(
  kind text,
  record_id uuid,
  day date,
  amount numeric,
  is_demo boolean,
  reason text default null
)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.late_entries (kind, record_id, day, booked_on, amount, is_demo, reason)
  values (
    write_late_entry.kind, write_late_entry.record_id, write_late_entry.day, private.today(), write_late_entry.amount,
    write_late_entry.is_demo, nullif(btrim(write_late_entry.reason), '')
  );
$$;

create function private.book_donation()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  stated_reason text := private.stated_late_reason();
begin
  if tg_op <> 'INSERT' and old.completed_at is not null then
    -- Only undoing an import deletes donations.
    if tg_op = 'DELETE' then
      stated_reason := coalesce(stated_reason, 'The import was undone.');
    end if;
    if private.require_open_books(old.given_on, stated_reason, old.method <> 'online') then
      perform private.write_late_entry('donation', old.id, old.given_on, -old.amount, old.is_demo, stated_reason);
    end if;
  end if;
  if tg_op <> 'DELETE' and new.completed_at is not null then
    -- A correction has one reason, which its void has.
    if new.replaces_id is not null then
      stated_reason := (
        select voided.reason from public.donation_adjustments as voided
        where voided.donation_id = new.replaces_id and voided.kind = 'void'
      );
    end if;
    if private.require_open_books(new.given_on, stated_reason, new.method <> 'online') then
      perform private.write_late_entry('donation', new.id, new.given_on, new.amount, new.is_demo, stated_reason);
    end if;
  end if;
  return null;
end;
$$;

create trigger book_donation_on_insert
  after insert on public.donations
  for each row when (new.completed_at is not null)
  execute function private.book_donation();

create trigger book_donation_on_update
  after update on public.donations
  for each row when (
    (old.completed_at is null) <> (new.completed_at is null)
    or (new.completed_at is not null and old.given_on <> new.given_on)
  )
  execute function private.book_donation();

create trigger book_donation_on_delete
  after delete on public.donations
  for each row when (old.completed_at is not null)
  execute function private.book_donation();

create function private.book_adjustment()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  adjustment public.donation_adjustments;
  donation public.donations;
  change record;
begin
  if tg_op = 'DELETE' then
    adjustment := old;
  else
    adjustment := new;
  end if;
  select * into donation from public.donations as entry where entry.id = adjustment.donation_id;
  -- A void counts today, but it takes away what a closed month contains.
  if tg_op = 'INSERT' and new.kind = 'void' then
    if private.require_open_books(donation.given_on, new.reason, true) then
      perform private.write_late_entry('void', donation.id, new.lowered_on, -new.amount, donation.is_demo, new.reason);
    end if;
    return null;
  end if;
  -- A report may also change an earlier one: it takes back what a closed month contains, and books it anew.
  for change in
    select effect.day, sum(effect.amount) as amount
    from (
      select old.lowered_on, old.amount where tg_op <> 'INSERT'
      union all
      select old.restored_on, -old.amount where tg_op <> 'INSERT'
      union all
      select new.lowered_on, -new.amount where tg_op <> 'DELETE'
      union all
      select new.restored_on, new.amount where tg_op <> 'DELETE'
    ) as effect (day, amount)
    group by effect.day
    having sum(effect.amount) <> 0
  loop
    if private.require_open_books(change.day, null, false) then
      perform private.write_late_entry(adjustment.kind, donation.id, change.day, change.amount, donation.is_demo);
    end if;
  end loop;
  return null;
end;
$$;

create trigger book_adjustment
  after insert or update or delete on public.donation_adjustments
  for each row execute function private.book_adjustment();

create function private.book_noncash_donation()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  stated_reason constant text := case
    when tg_op = 'UPDATE' and new.voided_at is null then private.stated_late_reason()
    else coalesce(
      new.void_reason,
      (select replaced.void_reason from public.noncash_donations as replaced where replaced.id = new.replaces_id),
      private.stated_late_reason()
    )
  end;
begin
  if private.require_open_books(new.received_on, stated_reason, true) then
    perform private.write_late_entry('noncash', new.id, new.received_on, 0, new.is_demo, stated_reason);
  end if;
  return null;
end;
$$;

create trigger book_noncash_donation_on_insert
  after insert on public.noncash_donations
  for each row execute function private.book_noncash_donation();

create trigger book_noncash_donation_on_void
  after update on public.noncash_donations
  for each row when (old.voided_at is null and new.voided_at is not null)
  execute function private.book_noncash_donation();

-- Our estimate is what the books and Form 990 say that the goods or shares of a month were worth.
create trigger book_noncash_donation_on_estimate
  after update on public.noncash_donations
  for each row when (new.voided_at is null and old.estimated_value is distinct from new.estimated_value)
  execute function private.book_noncash_donation();

create function private.book_deposit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  deposit public.deposits;
  stated_reason constant text :=
    coalesce(private.stated_late_reason(), case when tg_op = 'DELETE' then 'The deposit was deleted.' end);
  changed_day date;
begin
  if tg_op = 'DELETE' then
    deposit := old;
  else
    deposit := new;
  end if;
  -- The day that it had, too: a deposit can't leave a closed month unnoticed.
  changed_day := case when tg_op = 'UPDATE' then least(old.deposited_on, new.deposited_on) else deposit.deposited_on end;
  if private.require_open_books(changed_day, stated_reason, true) then
    perform private.write_late_entry('deposit', deposit.id, changed_day, 0, deposit.is_demo, stated_reason);
  end if;
  return null;
end;
$$;

create trigger book_deposit
  after insert or delete on public.deposits
  for each row execute function private.book_deposit();

create trigger book_deposit_on_update
  after update on public.deposits
  for each row when ((old.deposited_on, old.slip_total) is distinct from (new.deposited_on, new.slip_total))
  execute function private.book_deposit();

comment on function private.books_closed_through() is
  'Returns the last day of the last closed month, or null if no month is closed.';
comment on function private.close_books(date, text) is
  'Closes the books through the last day of a month. Only an owner, with a reason, opens closed months again. What was '
  'entered while they were closed stays booked in the month in which it was entered.';
comment on function private.require_open_books(date, text, boolean) is
  'Returns whether the day is in a closed month. What a person enters into one needs an owner and a reason; what the server '
  'stores doesn''t.';
comment on function private.stated_late_reason() is
  'Returns the reason that the request states for changing a closed month.';
comment on function private.write_late_entry(text, uuid, date, numeric, boolean, text) is
  'Books a change to a closed month on the day it arrives.';
comment on function private.book_donation() is
  'Books a donation that arrives after its month was closed. If a person enters it, that needs an owner and a reason.';
comment on function private.book_adjustment() is
  'Books refunds, disputes and voids that change a closed month. Voids need an owner.';
comment on function private.book_noncash_donation() is
  'Lets only an owner with a reason enter, revalue or void goods and shares in a closed month.';
comment on function private.book_deposit() is
  'Lets only an owner with a reason add, change or delete deposits in a closed month.';
