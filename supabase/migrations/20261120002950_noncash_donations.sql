set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- We never state a value: the charity acknowledges what arrived, and the donor determines what it's worth (IRS
-- Publication 1771).
create table public.noncash_donations (
  id uuid primary key default gen_random_uuid(),
  donor_id uuid not null references public.donors (id),
  kind text not null check (kind in ('goods', 'stock')),
  description text not null
    check (private.is_text(description) and char_length(btrim(description)) between 1 and 500),
  shares numeric(14, 4) check (shares > 0),
  received_on date not null check (received_on between '1900-01-01' and '2199-12-31'),
  note text check (private.is_text(note) and char_length(note) <= 1000),
  is_demo boolean not null default false,
  sale_id uuid unique references public.donations (id),
  replaces_id uuid unique references public.noncash_donations (id),
  voided_at timestamptz,
  void_reason text check (private.is_line(void_reason) and char_length(void_reason) between 1 and 500),
  -- The current time instead of the start of the transaction, which may have waited for a merge. Undoing the merge
  -- moves the corrections that were made after it.
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  constraint noncash_donations_shares_check1 check ((kind = 'stock') = (shares is not null)),
  constraint noncash_donations_sale_id_check check (sale_id is null or (kind = 'stock' and voided_at is null)),
  constraint noncash_donations_void_reason_check1 check ((voided_at is null) = (void_reason is null))
);
create index noncash_donations_donor_idx on public.noncash_donations (donor_id, received_on desc);
create index noncash_donations_received_on_idx on public.noncash_donations (received_on desc, id desc);

comment on table public.noncash_donations is
  'Donated goods and shares. They don''t count as money, but the proceeds count once the shares are sold.';
comment on column public.noncash_donations.sale_id is 'The donation that records the proceeds of the shares.';
comment on column public.noncash_donations.replaces_id is 'The voided donation that this one corrects.';

select private.describe_table(
  'noncash_donations', area => 'giving', archived => true, audited => true,
  rows => '{area}',
  audited_on => 'insert or update',
  erasure => 'empty', erase_order => 12,
  reason => 'Dates and kinds stay in the ledger. Descriptions and notes are removed.'
);
select private.describe_columns('noncash_donations', '{description}', kind => 'personal', replacement => 'Erased');
select private.describe_columns('noncash_donations', '{note}', kind => 'personal', replacement => 'nothing');
select private.describe_columns(
  'noncash_donations', '{void_reason}',
  kind => 'personal', replacement => 'Erased if any'
);
select private.describe_columns('noncash_donations', '{kind}', kind => 'state');

alter table public.noncash_donations enable row level security;

create policy "Admins read noncash donations" on public.noncash_donations
  for select to authenticated
  using ((select private.may('giving')));

grant select on table public.noncash_donations to authenticated;
grant select on table public.noncash_donations to service_role;

create trigger set_updated_at
  before update on public.noncash_donations
  for each row execute function private.set_updated_at();
