set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Lines of a small public table: what something costs, or where money went, to the cent.
create function private.have_line_labels(parts jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case
    when jsonb_typeof(parts) = 'array' then not exists (
      select from jsonb_array_elements(parts) as part where not private.is_line(part ->> 'label')
    )
  end;
$$;

revoke all on function private.have_line_labels(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.have_line_labels(jsonb) to authenticated, service_role;

comment on function private.have_line_labels(jsonb) is 'Each part''s label is one line, where it has one.';

create function private.are_amounts(parts jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select jsonb_typeof(parts) = 'array'
    and private.have_line_labels(parts)
    and jsonb_array_length(parts) <= 8
    and not jsonb_path_exists(
      parts,
      '$[*] ? (
        !(@.amount.type() == "number" && @.amount > 0 && @.amount <= 1000000000
          && (@.amount * 100).floor() == @.amount * 100
          && @.label.type() == "string" && @.label like_regex "^.{1,60}$")
      )'
    );
$$;

revoke all on function private.are_amounts(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.are_amounts(jsonb) to authenticated, service_role;

create function private.sum_of_amounts(parts jsonb)
returns numeric
language sql
immutable
set search_path = ''
as $$
  select coalesce(sum((part ->> 'amount')::numeric), 0) from jsonb_array_elements(parts) as part;
$$;

revoke all on function private.sum_of_amounts(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.sum_of_amounts(jsonb) to authenticated, service_role;

-- One row: what the organisation decides once.
create table public.settings (
  id uuid primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  time_zone text not null default 'America/Chicago',
  real_payments boolean not null default false,
  min_donation numeric(10, 2) not null default 1 check (min_donation >= 0.50),
  max_donation numeric(10, 2) not null default 100000 check (max_donation <= 500000),
  package_price numeric(10, 2) not null default 50 check (package_price > 0),
  gift_levels jsonb not null default '[]' check (
    jsonb_typeof(gift_levels) = 'array'
    and private.have_line_labels(gift_levels)
    and jsonb_array_length(gift_levels) <= 6
    and not jsonb_path_exists(
      gift_levels,
      '$[*] ? (
        !(@.amount.type() == "number" && @.amount >= 1 && @.amount.floor() == @.amount
          && @.label.type() == "string" && @.label like_regex "^.{1,40}$")
      )'
    )
  ),
  package_costs jsonb not null default '[]' check (private.are_amounts(package_costs)),
  spending_year integer check (spending_year between 2000 and 2100),
  spending jsonb not null default '[]' check (private.are_amounts(spending)),
  card_fee_percent numeric(4, 2) not null default 2.9
    check (card_fee_percent between 0 and 10),
  card_fee_fixed numeric(4, 2) not null default 0.30 check (card_fee_fixed between 0 and 5),
  employer_match_url text
    check (
      private.is_line(employer_match_url)
      and employer_match_url ~ '^https://[^[:space:]<>"\\]+$'
      and char_length(employer_match_url) <= 1000
    ),
  facebook_url text
    check (
      private.is_line(facebook_url)
      and facebook_url ~ '^https://[^[:space:]<>"\\]+$'
      and char_length(facebook_url) <= 1000
    ),
  instagram_url text
    check (
      private.is_line(instagram_url)
      and instagram_url ~ '^https://[^[:space:]<>"\\]+$'
      and char_length(instagram_url) <= 1000
    ),
  x_url text
    check (private.is_line(x_url) and x_url ~ '^https://[^[:space:]<>"\\]+$' and char_length(x_url) <= 1000),
  youtube_url text
    check (
      private.is_line(youtube_url)
      and youtube_url ~ '^https://[^[:space:]<>"\\]+$'
      and char_length(youtube_url) <= 1000
    ),
  updated_at timestamptz not null default now(),
  constraint settings_max_donation_check1 check (min_donation < max_donation),
  constraint settings_package_costs_check1
    check (package_costs = '[]' or private.sum_of_amounts(package_costs) = package_price),
  constraint settings_spending_year_check1 check ((spending_year is null) = (spending = '[]'))
);

comment on table public.settings is 'The organisation''s settings, always exactly one row.';
comment on column public.settings.singleton is 'Holds the table to one row.';
comment on column public.settings.time_zone is
  'Decides today, months, upcoming and hours for the whole site.';
comment on column public.settings.package_price is 'Dollars that pack and ship one care package.';
comment on column public.settings.gift_levels is
  'Amounts offered to donors, in order: [{"amount": 50, "label": "One box"}]; empty, the built-in ones are.';
comment on column public.settings.package_costs is
  'Where the price of a package goes, in order: [{"label": "Postage", "amount": 16.20}]; together it is the price.';
comment on column public.settings.spending is
  'What was spent in spending_year, in order and dollars: [{"label": "Programs", "amount": 372645}].';
comment on column public.settings.card_fee_percent is
  'What the card processor keeps of a charge, in percent; a donor who covers the fee is charged that much more.';
comment on column public.settings.card_fee_fixed is 'What it keeps of every charge besides, in dollars.';
comment on column public.settings.employer_match_url is
  'Where donors look up whether their employer matches gifts; null, they are not asked to.';
comment on column public.settings.real_payments is
  'Real money has arrived: demo money is shown nowhere any more. Switched on by the first real gift, never off.';

insert into public.settings default values;

create function private.guard_settings()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select 1 from pg_catalog.pg_timezone_names where name = new.time_zone) then
    raise exception 'unknown time zone' using errcode = '22023';
  end if;
  if tg_op = 'UPDATE' and old.real_payments and not new.real_payments then
    raise exception 'real payments cannot be switched off again' using errcode = 'CP011';
  end if;
  return new;
end;
$$;

revoke all on function private.guard_settings() from public, anon, authenticated, service_role;

create trigger guard_settings
  before insert or update of time_zone, real_payments on public.settings
  for each row execute function private.guard_settings();

create function private.time_zone()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select time_zone from public.settings
  );
end;
$$;

revoke all on function private.time_zone() from public, anon, authenticated, service_role;
grant execute on function private.time_zone() to anon, authenticated, service_role;

create function private.today()
returns date
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select (now() at time zone private.time_zone())::date
  );
end;
$$;

revoke all on function private.today() from public, anon, authenticated, service_role;
grant execute on function private.today() to anon, authenticated, service_role;

create function private.shows_demo_money()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select not real_payments from public.settings
  );
end;
$$;

revoke all on function private.shows_demo_money() from public, anon, authenticated, service_role;
grant execute on function private.shows_demo_money() to anon, authenticated, service_role;

comment on function private.today() is 'The date at the organisation.';
comment on function private.shows_demo_money() is
  'Totals show demo gifts until the first real one, then real ones only; never a mixture.';

alter table public.settings enable row level security;

create policy "Visitors read settings" on public.settings
  for select to anon
  using (true);

create policy "Signed-in people read settings" on public.settings
  for select to authenticated
  using (true);

create policy "Admins change settings" on public.settings
  for update to authenticated
  using ((select private.is_admin()));

revoke all on table public.settings from public, anon, authenticated, service_role;
grant select (
  time_zone, min_donation, max_donation, package_price, gift_levels, card_fee_percent,
  card_fee_fixed, employer_match_url, facebook_url, instagram_url, x_url, youtube_url, package_costs,
  spending_year, spending
) on table public.settings to anon, authenticated;
grant select on table public.settings to administrator;
grant update (
  time_zone, min_donation, max_donation, package_price, gift_levels, card_fee_percent,
  card_fee_fixed, employer_match_url, facebook_url, instagram_url, x_url, youtube_url, package_costs,
  spending_year, spending
) on table public.settings to authenticated;
grant select, update on table public.settings to service_role;

create trigger set_updated_at
  before update on public.settings
  for each row execute function private.set_updated_at();

create trigger write_audit
  after insert or update or delete on public.settings
  for each row execute function private.write_audit();
