set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.queue_annual_statements(as_of date default private.today())
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended_year constant integer := extract(year from as_of)::integer - 1;
  donor record;
  cause text;
  queued integer := 0;
begin
  -- A two-week window, so that no one is missed if the scheduler is down for a while.
  if to_char(as_of, 'MM-DD') not between '01-31' and '02-13' then
    return 0;
  end if;

  for donor in
    select person.id
    from public.donations as donation
    join public.donors as person on person.id = donation.donor_id
    where not donation.is_demo
      and donation.is_receipted
      and donation.receipt_number is not null
      and person.email is not null
      and donation.given_on between make_date(ended_year, 1, 1) and make_date(ended_year, 12, 31)
      and donation.adjusted_amount < donation.amount
    group by person.id
    -- The order in which donations lock the donors' years of statements.
    order by person.id
  loop
    cause := 'statement:' || ended_year || ':' || donor.id;
    continue when exists (select 1 from public.email_outbox as mail where mail.dedupe_key = cause);
    perform private.queue_email(
      'Annual Statement',
      recipient.email,
      recipient.name,
      jsonb_build_object(
        'name', recipient.salutation,
        'donorId', donor.id,
        'year', ended_year,
        'giftLinkId', private.create_donor_link(recipient.email, interval '7 days')
      ),
      cause
    )
    from private.donor_recipient(donor.id) as recipient;
    queued := queued + 1;
  end loop;
  return queued;
end;
$$;

grant execute on function private.queue_annual_statements(date) to service_role;

comment on function private.queue_annual_statements(date) is
  'Scheduled: starting on January 31, sends one email to each donor with real donations last year that weren''t fully '
  'refunded. Imported donations without our receipts are in the statement but don''t trigger an email, because the other '
  'system has sent its own.';

create function private.month_of_books(month date)
returns table (
  given numeric, refunded numeric, disputed numeric, returned numeric, voided numeric, late numeric, is_closed boolean
)
language sql
stable
set search_path = ''
as $$
  select
    coalesce((
      select kept.total_amount from public.donation_month_totals as kept
      where kept.is_demo = shown.is_demo and kept.month = month_of_books.month
    ), 0) + coalesce((
      select sum(donation.adjusted_amount) from public.donations as donation
      where donation.is_demo = shown.is_demo
        and donation.status in ('refunded', 'partially_refunded', 'disputed', 'returned', 'voided')
        and donation.given_on >= month_of_books.month
        and donation.given_on < month_of_books.month + interval '1 month'
    ), 0) - late.donated,
    coalesce(sum(reduction.amount) filter (where reduction.kind = 'refund'), 0) - late.refunded,
    coalesce(sum(reduction.amount) filter (where reduction.kind = 'dispute'), 0) - late.disputed,
    coalesce(sum(reduction.amount) filter (where reduction.kind = 'return'), 0) - late.returned,
    coalesce(sum(reduction.amount) filter (where reduction.kind = 'void'), 0) - late.voided,
    (
      select coalesce(sum(entry.amount), 0) from public.late_entries as entry
      where entry.is_demo = shown.is_demo
        and entry.booked_on >= month_of_books.month
        and entry.booked_on < month_of_books.month + interval '1 month'
    ),
    coalesce(month_of_books.month <= private.books_closed_through(), false)
  from (select private.shows_demo_money() as is_demo) as shown
  left join private.donation_reductions as reduction
    on reduction.is_demo = shown.is_demo
    and reduction.counted_on >= month_of_books.month
    and reduction.counted_on < month_of_books.month + interval '1 month'
  -- What arrived after the month was closed is in the month in which it arrived.
  cross join lateral (
    select
      coalesce(sum(entry.amount) filter (where entry.kind = 'donation'), 0) as donated,
      coalesce(sum(entry.amount) filter (where entry.kind = 'refund'), 0) as refunded,
      coalesce(sum(entry.amount) filter (where entry.kind = 'dispute'), 0) as disputed,
      coalesce(sum(entry.amount) filter (where entry.kind = 'return'), 0) as returned,
      coalesce(sum(entry.amount) filter (where entry.kind = 'void'), 0) as voided
    from public.late_entries as entry
    where entry.is_demo = shown.is_demo
      and entry.day >= month_of_books.month
      and entry.day < month_of_books.month + interval '1 month'
  ) as late
  group by shown.is_demo, late.donated, late.refunded, late.disputed, late.returned, late.voided;
$$;

grant execute on function private.month_of_books(date) to authenticated, service_role;

comment on function private.month_of_books(date) is
  'Returns what was given in a month, before refunds, and what refunds, lost disputes, returned debits and voids took away '
  'in that month, whenever the money was given. A closed month is as it was when it was closed, and late is what changed closed months in '
  'this month.';

create function private.has_statement_left(donor_id uuid, year integer)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    with recursive person as (
      select has_statement_left.donor_id as id
      union
      select merged.id from person join public.donors as merged on merged.merged_into_id = person.id
    )
    select from person
    join public.email_outbox as mail on mail.dedupe_key = 'statement:' || has_statement_left.year || ':' || person.id
    where mail.status = 'sent'
  ) or exists (
    select from public.printed_papers as paper
    where paper.donor_id = has_statement_left.donor_id and paper.kind = 'statements'
      and paper.year = has_statement_left.year
  );
end;
$$;

create function private.queue_corrected_statement(donor_id uuid, year integer)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  recipient constant private.recipient := private.donor_recipient(queue_corrected_statement.donor_id);
  cause text;
begin
  if recipient.email is null or not private.has_statement_left(recipient.donor_id, queue_corrected_statement.year) then
    return;
  end if;
  -- The email links to the statement as it then is, so one that is still waiting also covers this change.
  select format(
    'corrected-statement:%s:%s:%s', queue_corrected_statement.year, recipient.donor_id,
    1 + count(*) filter (where mail.status not in ('queued', 'sending', 'held'))
  )
  into cause
  from public.email_outbox as mail
  where mail.dedupe_key like format('corrected-statement:%s:%s:%%', queue_corrected_statement.year, recipient.donor_id);
  if exists (select from public.email_outbox as mail where mail.dedupe_key = cause) then
    return;
  end if;
  perform private.queue_email(
    'Corrected Statement',
    recipient.email,
    recipient.name,
    jsonb_build_object(
      'name', recipient.salutation,
      'donorId', recipient.donor_id,
      'year', queue_corrected_statement.year,
      'giftLinkId', private.create_donor_link(lower(recipient.email), interval '7 days')
    ),
    cause
  );
end;
$$;

create function private.correct_sent_statement()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_year constant integer := extract(year from private.today());
  given_year integer;
begin
  if current_setting('private.corrects_statements', true) = 'off' then
    return null;
  end if;
  foreach given_year in array array[
    extract(year from new.given_on)::integer,
    case when tg_op = 'UPDATE' and old.completed_at is not null then extract(year from old.given_on)::integer end
  ] loop
    if given_year < this_year then
      perform private.queue_corrected_statement(new.donor_id, given_year);
    end if;
  end loop;
  return null;
end;
$$;

comment on function private.has_statement_left(uuid, integer) is
  'Returns whether the donor''s statement for the year was printed or emailed, also to a donor who was merged into this one.';
comment on function private.queue_corrected_statement(uuid, integer) is
  'Emails the donor that the statement for a year has changed, if it has left. One email that is waiting is enough.';
comment on function private.correct_sent_statement() is
  'Tells the donor if a donation is added to, changed in or taken out of a year whose statement has left, unless an '
  'administrator chose not to email them.';

-- An import emails nothing: the other system has sent its own receipts and statements.
create trigger correct_sent_statement_on_insert
  after insert on public.donations
  for each row when (
    new.completed_at is not null and new.is_receipted and not new.is_demo and new.import_id is null
  )
  execute function private.correct_sent_statement();

create trigger correct_sent_statement_on_update
  after update on public.donations
  for each row when (
    new.completed_at is not null and new.is_receipted and not new.is_demo
    and (old.completed_at is null, old.adjusted_amount, old.given_on)
      is distinct from (new.completed_at is null, new.adjusted_amount, new.given_on)
  )
  execute function private.correct_sent_statement();

create table public.donor_tasks (
  id uuid primary key default gen_random_uuid(),
  donor_id uuid not null references public.donors (id),
  text text not null check (private.is_line(text) and char_length(btrim(text)) between 1 and 200),
  due_on date not null check (due_on between '1900-01-01' and '2199-12-31'),
  is_call boolean not null default false,
  is_done boolean not null default false,
  is_demo boolean not null default false,
  done_at timestamptz,
  done_by text,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint donor_tasks_done_at_check check ((done_at is not null) = is_done),
  constraint donor_tasks_done_by_check check ((done_by is not null) = is_done)
);
create index donor_tasks_donor_idx on public.donor_tasks (donor_id, due_on);
create index donor_tasks_due_idx on public.donor_tasks (due_on, id) where not is_done;

comment on table public.donor_tasks is
  'Tasks that administrators plan to do for a donor, and the thank-you calls that they made.';
comment on column public.donor_tasks.is_call is
  'Whether the task is a thank-you call. A call is recorded after it was made, so its task is always done.';
comment on column public.donor_tasks.is_demo is
  'Whether the task was added for a donor with demo or test money before real payments started. Then nobody has to do it '
  'anymore.';
comment on column public.donor_tasks.due_on is 'The day on which the task appears under "Needs attention".';

select private.describe_table(
  'donor_tasks', area => 'giving', archived => true, audited => true, title => 'Task due on {due_on}',
  rows => '{area}', admins_write => '{insert,update,delete}',
  uncounted => '{donor_id}',
  erasure => 'delete', erase_order => 14,
  reason => 'Tasks and notes about calls.'
);
select private.describe_columns('donor_tasks', '{text}', kind => 'note');
select private.describe_columns('donor_tasks', '{created_by,done_by}', kind => 'username');

alter table public.donor_tasks enable row level security;

create policy "Admins manage donor tasks" on public.donor_tasks
  for all to authenticated
  using ((select private.may('giving')));

grant select, delete on table public.donor_tasks to authenticated;
grant insert (donor_id, text, due_on) on table public.donor_tasks to authenticated;
grant update (text, due_on, is_done) on table public.donor_tasks to authenticated;
grant select on table public.donor_tasks to service_role;

create function private.has_shown_money(donor_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  with money as (
    select donation.is_demo from public.donations as donation where donation.donor_id = has_shown_money.donor_id
    union all
    select noncash.is_demo from public.noncash_donations as noncash where noncash.donor_id = has_shown_money.donor_id
  )
  select coalesce(bool_or(money.is_demo = private.shows_demo_money()), true) from money;
$$;

grant execute on function private.has_shown_money(uuid) to authenticated, service_role;

comment on function private.has_shown_money(uuid) is
  'False for a donor who is known only from demo and test money once real payments have started. Lists of work to do '
  'leave these donors out.';

create function private.is_demo_mail(data jsonb)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    case
      when data ->> 'isDemo' = 'true' then true
      when data ? 'donationId' then (
        select donation.is_demo from public.donations as donation where donation.id = about.id
      )
      when data ? 'subscriptionId' then (
        select monthly.is_demo from public.subscriptions as monthly where monthly.id = about.id
      )
      when data ? 'noncashDonationId' then (
        select noncash.is_demo from public.noncash_donations as noncash where noncash.id = about.id
      )
      when data ? 'donorId' then (
        select bool_and(money.is_demo)
        from (
          select donation.is_demo from public.donations as donation where donation.donor_id = about.id
          union all
          select monthly.is_demo from public.subscriptions as monthly where monthly.donor_id = about.id
          union all
          select noncash.is_demo from public.noncash_donations as noncash where noncash.donor_id = about.id
        ) as money
      )
    end,
    false
  )
  from (
    select coalesce(
      data ->> 'donationId', data ->> 'subscriptionId', data ->> 'noncashDonationId', data ->> 'donorId'
    ) as text
  ) as named
  cross join lateral (
    select case when pg_input_is_valid(named.text, 'uuid') then named.text::uuid end as id
  ) as about;
$$;

create function private.is_former_demo_mail(data jsonb)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select not private.shows_demo_money() and private.is_demo_mail(data);
$$;

grant execute on function private.is_former_demo_mail(jsonb) to service_role;

create function private.is_strangers_demo_mail(mail public.email_outbox)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.is_demo_mail(mail.data) and not exists (
    select from public.users as person
    join auth.users as account on account.id = person.id
    where person.user_type = 'admin' and lower(account.email) = lower(mail.to_email)
  );
$$;

grant execute on function private.is_strangers_demo_mail(public.email_outbox) to service_role;

comment on function private.is_demo_mail(jsonb) is
  'Returns whether an email is about demo or test money, or goes to a donor who is known only from it.';
comment on function private.is_strangers_demo_mail(public.email_outbox) is
  'Returns whether an email about demo or test money goes to someone who isn''t an administrator. Anyone could otherwise '
  'email anyone for free.';
comment on function private.is_former_demo_mail(jsonb) is
  'Returns whether an email is about demo or test money although real payments have started. Nobody has to do anything '
  'about such an email.';

create function private.has_demo_money(donor_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.donations as donation where donation.donor_id = has_demo_money.donor_id and donation.is_demo
    union all
    select from public.noncash_donations as noncash where noncash.donor_id = has_demo_money.donor_id and noncash.is_demo
    union all
    select from public.subscriptions as monthly where monthly.donor_id = has_demo_money.donor_id and monthly.is_demo
  );
$$;

comment on function private.has_demo_money(uuid) is
  'Returns whether the donor gave, or tried to give, demo or test money.';

create function private.sign_donor_task()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.is_call and not new.is_done then
    raise exception 'a call is always done' using
      errcode = 'check_violation', table = 'donor_tasks', constraint = 'donor_tasks_is_done_check',
      hint = 'A call can''t be reopened. Delete it if it wasn''t made.';
  end if;
  if tg_op = 'INSERT' and private.shows_demo_money() then
    new.is_demo := private.has_demo_money(new.donor_id);
  end if;
  new.created_by := coalesce(new.created_by, private.actor_name());
  new.done_at := case when new.is_done then coalesce(new.done_at, now()) end;
  new.done_by := case when new.is_done then coalesce(new.done_by, private.actor_name()) end;
  return new;
end;
$$;

create trigger sign_donor_task
  before insert or update on public.donor_tasks
  for each row execute function private.sign_donor_task();

comment on function private.sign_donor_task() is
  'Stores who added a task and whether it is about demo money, and who marked it as done and when. Only the first person to mark it as done is stored.';

create function private.add_provider_task(donor_id uuid, is_demo boolean, task text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Once real payments have started, administrators don't have to do anything about test payments.
  if add_provider_task.is_demo <> private.shows_demo_money() or private.is_erased('donor', add_provider_task.donor_id) then
    return;
  end if;
  insert into public.donor_tasks (donor_id, text, due_on, created_by)
  values (add_provider_task.donor_id, task, private.today(), 'the payment provider');
end;
$$;

comment on function private.add_provider_task(uuid, boolean, text) is
  'Adds a task for a donor because of something that the payment provider reported.';

create function private.thank_you_calls()
returns table (donor_id uuid, first_name text, last_name text, phone text, amount numeric, date date)
language sql
stable
security definer
set search_path = ''
as $$
  with recent as (
    select
      -- For money from a fund or an employer, thank the person behind it.
      coalesce(donation.soft_credit_donor_id, donation.donor_id) as donor_id,
      donation.amount - donation.adjusted_amount as amount,
      donation.given_on,
      donation.completed_at,
      -- The time of a donation that was recorded today is noon, which may be in the future.
      case
        when donation.method = 'online' then donation.completed_at
        else least(donation.completed_at, donation.created_at)
      end as since,
      donation.soft_credit_donor_id is null and donation.completed_at = totals.first_donation_at as is_first
    from public.donations as donation
    left join public.donor_totals as totals on totals.is_demo = donation.is_demo and totals.id = donation.donor_id
    where donation.is_demo = (select private.shows_demo_money())
      and donation.given_on >= private.today() - 30
      and donation.status in ('completed', 'partially_refunded')
  ),
  latest as (
    select distinct on (donor.id) donor.id, donor.phone, recent.amount, recent.given_on, recent.completed_at
    from recent
    join public.donors as donor on donor.id = recent.donor_id
    where (recent.amount >= 250 or recent.is_first)
      and donor.merged_into_id is null
      and btrim(donor.phone) <> ''
      and not exists (
        select from public.donor_tasks as call
        where call.donor_id = donor.id and call.is_call and call.done_at >= recent.since
      )
    order by donor.id, recent.completed_at desc
  )
  select latest.id, named.first_name, named.last_name, latest.phone, latest.amount,
    latest.given_on
  from latest
  cross join lateral private.donor_name(latest.id) as named
  order by latest.completed_at, latest.id;
$$;

grant execute on function private.thank_you_calls() to service_role;

create function private.record_thank_you_call(donor_id uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  called_id constant uuid := private.kept_donor(record_thank_you_call.donor_id);
  call_id uuid;
begin
  perform private.require_area('giving');
  -- Someone else may be recording the same call at this moment.
  perform from public.donors as donor where donor.id = called_id for no key update;
  if exists (select from private.thank_you_calls() as listed where listed.donor_id = called_id) then
    insert into public.donor_tasks (donor_id, is_call, text, due_on, is_done)
    values (called_id, true, 'Thank-you call', private.today(), true)
    returning id into call_id;
    return call_id;
  end if;
  select call.id into call_id
  from public.donor_tasks as call
  where call.donor_id = called_id and call.is_call
  order by call.done_at desc, call.id
  limit 1;
  if call_id is null then
    raise exception 'no such call' using
      errcode = 'CP009', hint = 'This donor isn''t on the list of calls anymore. Reload the page.';
  end if;
  return call_id;
end;
$$;

grant execute on function private.record_thank_you_call(uuid) to authenticated;

comment on function private.thank_you_calls() is
  'Returns donors with a phone number who first gave in the last 30 days, or gave at least $250 at once, and haven''t '
  'been called since. Each donor is returned with their latest such donation. The donors who have waited longest come '
  'first.';
comment on function private.record_thank_you_call(uuid) is
  'Records that a donor was called, or returns the call if it was already recorded.';
