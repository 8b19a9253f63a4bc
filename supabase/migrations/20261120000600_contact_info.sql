set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.contact_info (
  id uuid primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  organization_name text not null check (
    private.is_line(organization_name) and char_length(btrim(organization_name)) between 1 and 200
  ),
  tax_id text not null check (private.is_line(tax_id) and char_length(btrim(tax_id)) between 1 and 50),
  address text not null check (private.is_text(address) and char_length(btrim(address)) between 1 and 300),
  phone text not null check (private.is_line(phone) and char_length(btrim(phone)) between 1 and 50),
  email text not null
    check (private.is_line(email) and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email) <= 254),
  updated_at timestamptz not null default now()
);

comment on table public.contact_info is
  'The organization''s contact details; one row, shown in the footer and on receipts.';
comment on column public.contact_info.tax_id is 'The EIN that receipts must show.';

select private.describe_table(
  'contact_info', area => 'content', archived => true, audited => true,
  rows => '{all,area}', admins_write => '{insert,update}', on_site => true
);
select private.describe_columns('contact_info', '{address,email,organization_name,phone,tax_id}', kind => 'detail');

alter table public.contact_info enable row level security;

create policy "Visitors read contact information" on public.contact_info
  for select to anon
  using (true);

create policy "Signed-in people read contact information" on public.contact_info
  for select to authenticated
  using (true);

create policy "Admins add contact information" on public.contact_info
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change contact information" on public.contact_info
  for update to authenticated
  using ((select private.may('content')));

grant select (organization_name, tax_id, address, phone, email, updated_at) on table public.contact_info to anon, authenticated;
grant select on table public.contact_info to administrator;
grant insert (
  organization_name, tax_id, address, phone, email
) on table public.contact_info to authenticated;
grant update (
  organization_name, tax_id, address, phone, email
) on table public.contact_info to authenticated;
grant select, insert, update, delete on table public.contact_info to service_role;

create trigger set_updated_at
  before update on public.contact_info
  for each row execute function private.set_updated_at();
