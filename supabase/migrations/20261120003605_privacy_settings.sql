set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.privacy_settings (
  id uuid primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  ledger_years integer not null default 7 check (ledger_years between 1 and 99),
  updated_at timestamptz not null default now()
);
insert into public.privacy_settings default values;

comment on table public.privacy_settings is 'One row with the owners'' settings for requests about personal data.';
comment on column public.privacy_settings.ledger_years is
  'How many years the law requires us to keep what identifies a payment, such as Stripe''s IDs, after its donor is erased.';

select private.describe_table(
  'privacy_settings', area => 'owner', archived => true, audited => true,
  rows => '{area}', admins_write => '{update}'
);

alter table public.privacy_settings enable row level security;

create policy "Owners read the privacy settings" on public.privacy_settings
  for select to authenticated
  using ((select private.may('owner')));

create policy "Owners change the privacy settings" on public.privacy_settings
  for update to authenticated
  using ((select private.may('owner')));

grant select on table public.privacy_settings to authenticated;
grant update (ledger_years) on table public.privacy_settings to authenticated;
grant select on table public.privacy_settings to service_role;

create trigger set_updated_at
  before update on public.privacy_settings
  for each row execute function private.set_updated_at();
