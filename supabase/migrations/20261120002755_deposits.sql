set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.deposits (
  id uuid primary key default gen_random_uuid(),
  deposited_on date not null check (deposited_on between '1900-01-01' and '2199-12-31'),
  slip_total numeric(10, 2) not null check (slip_total >= 0.01),
  reference text check (private.is_line(reference) and char_length(reference) <= 50),
  notes text check (private.is_text(notes) and char_length(notes) <= 1000),
  is_demo boolean not null default false,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index deposits_deposited_on_idx on public.deposits (deposited_on desc, id desc);

comment on table public.deposits is
  'Trips to the bank. A deposit is closed once its donations add up to the total on the slip. From then on, it changes '
  'only by offsetting entries, which are added when its donations are voided or corrected.';
comment on column public.deposits.slip_total is 'The total on the deposit slip.';
comment on column public.deposits.reference is 'The number on the slip.';

select private.describe_table(
  'deposits', area => 'giving', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert,update,delete}',
  title => 'Deposit of {deposited_on}'
);
select private.describe_columns('deposits', '{notes,reference}', kind => 'content', logged => false);

alter table public.deposits enable row level security;

create policy "Admins read deposits" on public.deposits
  for select to authenticated
  using ((select private.may('giving')));

create policy "Admins add deposits" on public.deposits
  for insert to authenticated
  with check ((select private.may('giving')));

create policy "Admins change open deposits" on public.deposits
  for update to authenticated
  using ((select private.may('giving')) and closed_at is null);

create policy "Admins delete open deposits" on public.deposits
  for delete to authenticated
  using ((select private.may('giving')) and closed_at is null);

grant select, delete on table public.deposits to authenticated;
grant insert (deposited_on, slip_total, reference, notes, is_demo) on table public.deposits to authenticated;
grant update (deposited_on, slip_total, reference, notes) on table public.deposits to authenticated;
grant select, insert, update, delete on table public.deposits to service_role;

create trigger set_updated_at
  before update on public.deposits
  for each row execute function private.set_updated_at();
