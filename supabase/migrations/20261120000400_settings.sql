set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.are_entries(entries jsonb, count_limit integer, fields jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case
    when jsonb_typeof(entries) = 'array' then jsonb_array_length(entries) <= count_limit and not exists (
      select from jsonb_array_elements(entries) as entry
      where case
        when jsonb_typeof(entry) = 'object'
        then entry - array(select jsonb_object_keys(fields)) <> '{}' or exists (
          select from jsonb_each(fields) as field (name, rule)
          where not coalesce(
            case
              when jsonb_typeof(rule) = 'number' and jsonb_typeof(entry -> name) = 'string'
              then private.is_line(entry ->> name) and btrim(entry ->> name) <> ''
                and char_length(entry ->> name) <= rule::integer
              when jsonb_typeof(rule) = 'array' and jsonb_typeof(entry -> name) = 'number'
              then (entry ->> name)::numeric between (rule ->> 0)::numeric and (rule ->> 1)::numeric
                and mod((entry ->> name)::numeric, (rule ->> 2)::numeric) = 0
            end,
            false
          )
        )
        else true
      end
    )
    else false
  end;
$$;

grant execute on function private.are_entries(jsonb, integer, jsonb) to authenticated, service_role;

comment on function private.are_entries(jsonb, integer, jsonb) is
  'Returns whether every entry of the list is an object with exactly these fields. A field is a text with a maximum '
  'length, or a number with a minimum, a maximum and a step: {"label": 40, "amount": [0.01, 1000, 0.01]}.';

create function private.sum_of_amounts(parts jsonb)
returns numeric
language sql
immutable
set search_path = ''
as $$
  select coalesce(sum((part ->> 'amount')::numeric), 0) from jsonb_array_elements(parts) as part;
$$;

grant execute on function private.sum_of_amounts(jsonb) to authenticated, service_role;

create table public.settings (
  id uuid primary key default gen_random_uuid(),
  singleton boolean not null default true unique check (singleton),
  time_zone text not null default 'America/Chicago',
  real_payments boolean not null default false,
  min_donation numeric(10, 2) not null default 1 check (min_donation >= 0.50),
  max_donation numeric(10, 2) not null default 100000 check (max_donation <= 500000),
  package_price numeric(10, 2) not null default 50 check (package_price > 0),
  gift_levels jsonb not null default '[]'
    check (private.are_entries(gift_levels, 6, '{"label": 40, "amount": [1, 1000000000, 1]}')),
  package_costs jsonb not null default '[]'
    check (private.are_entries(package_costs, 8, '{"label": 60, "amount": [0.01, 1000000000, 0.01]}')),
  spending_year integer check (spending_year between 2000 and 2100),
  spending_year_raised numeric(12, 2) check (spending_year_raised >= 0),
  spending jsonb not null default '[]'
    check (private.are_entries(spending, 8, '{"label": 60, "amount": [0.01, 1000000000, 0.01]}')),
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
  candid_url text
    check (
      private.is_line(candid_url)
      and candid_url ~ '^https://[^[:space:]<>"\\]+$'
      and char_length(candid_url) <= 1000
    ),
  candid_seal_url text check (private.is_image_path(candid_seal_url)),
  charity_navigator_url text
    check (
      private.is_line(charity_navigator_url)
      and charity_navigator_url ~ '^https://[^[:space:]<>"\\]+$'
      and char_length(charity_navigator_url) <= 1000
    ),
  charity_navigator_seal_url text check (private.is_image_path(charity_navigator_seal_url)),
  bbb_url text
    check (
      private.is_line(bbb_url)
      and bbb_url ~ '^https://[^[:space:]<>"\\]+$'
      and char_length(bbb_url) <= 1000
    ),
  bbb_seal_url text check (private.is_image_path(bbb_seal_url)),
  paper_thanks text check (private.is_line(paper_thanks) and char_length(btrim(paper_thanks)) between 1 and 300),
  signer_name text check (private.is_line(signer_name) and char_length(btrim(signer_name)) between 1 and 100),
  signer_title text check (private.is_line(signer_title) and char_length(btrim(signer_title)) between 1 and 100),
  signature_url text check (signature_url ~ '^/signatures/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  emails_per_day integer check (emails_per_day between 10 and 1000000),
  promotion_hours integer not null default 12 check (promotion_hours between 0 and 168),
  requires_second_factor boolean not null default false,
  is_time_zone_confirmed boolean not null default false,
  is_giving_confirmed boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint settings_max_donation_check1 check (min_donation < max_donation),
  constraint settings_package_costs_check1
    check (package_costs = '[]' or private.sum_of_amounts(package_costs) = package_price),
  constraint settings_spending_year_check1 check ((spending_year is null) = (spending = '[]'))
);

comment on table public.settings is 'The organization''s settings; always exactly one row.';
comment on column public.settings.time_zone is
  'Determines what counts as today, this month and upcoming across the whole site.';
comment on column public.settings.package_price is 'The cost of packing and shipping one care package, in dollars.';
comment on column public.settings.gift_levels is
  'Amounts offered to donors, in order: [{"amount": 50, "label": "One box"}]. If empty, the built-in amounts are '
  'offered.';
comment on column public.settings.package_costs is
  'The costs that make up the price of a package, in order: [{"label": "Postage", "amount": 16.20}]. The amounts add up to '
  'the price.';
comment on column public.settings.spending is
  'The spending in spending_year, in dollars and in order: [{"label": "Programs", "amount": 372645}].';
comment on column public.settings.spending_year_raised is
  'What was raised in spending_year, in dollars. The books may include money that this site has never seen.';
comment on column public.settings.card_fee_percent is
  'Percentage of a charge that the card processor keeps. Donors who cover the fee are charged that much more.';
comment on column public.settings.card_fee_fixed is
  'Fixed amount, in dollars, that the card processor keeps of every charge.';
comment on column public.settings.employer_match_url is
  'The page where donors can check whether their employer matches donations. If null, the site doesn''t mention it.';
comment on column public.settings.candid_url is
  'Our page at Candid. Its seal appears in the checkout once the page and the picture are set. Charity Navigator and '
  'BBB work the same way.';
comment on column public.settings.promotion_hours is
  'How many hours before a shift spots stop going to the waiting list by themselves, because people might not notice.';
comment on column public.settings.emails_per_day is
  'How many emails our email provider sends in 24 hours, including those that Auth sends. If null, there is no limit.';
comment on column public.settings.paper_thanks is
  'The sentence of thanks on receipts, statements and letters. If null, the built-in one is used.';
comment on column public.settings.signer_name is
  'Who signs receipts, statements and letters. If null, the organization''s name is under them.';
comment on column public.settings.signature_url is
  'The picture of the signature, a JPEG in the private bucket of uploads. Only papers show it.';
comment on column public.settings.real_payments is
  'Set by the first real donation and never unset. From then on, demo money is no longer shown.';
comment on column public.settings.requires_second_factor is
  'Whether administrators must set up two-step login before they can use their permissions. Owners change it through a '
  'function.';
comment on column public.settings.is_time_zone_confirmed is
  'Whether anyone has ever saved the time zone, even unchanged, which confirms the default.';
comment on column public.settings.is_giving_confirmed is
  'Whether anyone has ever saved the giving settings, even unchanged.';

insert into public.settings default values;

create function private.guard_settings()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Checks the zone only when it changes, because pg_timezone_names reads a file for each of its 600 zones.
  if (tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone)
    and not exists (select 1 from pg_catalog.pg_timezone_names where name = new.time_zone) then
    raise exception 'unknown time zone' using errcode = '22023';
  end if;
  if tg_op = 'UPDATE' and old.real_payments and not new.real_payments then
    raise exception 'real payments cannot be switched off again' using errcode = 'CP011';
  end if;
  return new;
end;
$$;

comment on function private.guard_settings() is
  'Refuses an unknown time zone, and turning real payments off again.';

create trigger guard_settings
  before insert or update of time_zone, real_payments on public.settings
  for each row execute function private.guard_settings();

create function private.confirm_settings()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_argv[0] = 'time_zone' then
    new.is_time_zone_confirmed := true;
  else
    new.is_giving_confirmed := true;
  end if;
  return new;
end;
$$;

comment on function private.confirm_settings() is
  'Records that someone has saved the settings that the trigger''s argument names. The triggers fire whenever an '
  'update sets one of these columns, even if its value stays the same.';

create trigger confirm_time_zone
  before update of time_zone on public.settings
  for each row execute function private.confirm_settings('time_zone');

create trigger confirm_giving
  before update of
    min_donation, max_donation, package_price, gift_levels, package_costs, card_fee_percent, card_fee_fixed,
    employer_match_url
  on public.settings
  for each row execute function private.confirm_settings('giving');

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

grant execute on function private.shows_demo_money() to anon, authenticated, service_role;

comment on function private.today() is 'Today''s date in the organization''s time zone.';
comment on function private.shows_demo_money() is
  'Totals show demo donations until the first real one arrives, then only real ones; never both.';

select private.describe_table(
  'settings', area => 'settings', archived => true, audited => true, title => 'Settings',
  rows => '{all,area}', admins_write => '{update}', on_site => true
);
select private.describe_columns(
  'settings', '{bbb_seal_url,bbb_url,candid_seal_url,candid_url,charity_navigator_seal_url,charity_navigator_url,employer_match_url,facebook_url,gift_levels,instagram_url,package_costs,signature_url,spending,time_zone,x_url,youtube_url}',
  kind => 'detail'
);
select private.describe_columns(
  'settings', '{paper_thanks,signer_name,signer_title}', kind => 'content', logged => false
);

alter table public.settings enable row level security;

create policy "Visitors read settings" on public.settings
  for select to anon
  using (true);

create policy "Signed-in people read settings" on public.settings
  for select to authenticated
  using (true);

create policy "Admins change settings" on public.settings
  for update to authenticated
  using ((select private.may('settings')));

grant select (
  time_zone, min_donation, max_donation, package_price, gift_levels, card_fee_percent,
  card_fee_fixed, employer_match_url, facebook_url, instagram_url, x_url, youtube_url, package_costs,
  spending_year, spending_year_raised, spending, candid_url, candid_seal_url, charity_navigator_url, charity_navigator_seal_url,
  bbb_url, bbb_seal_url
) on table public.settings to anon, authenticated;
grant select on table public.settings to administrator;
grant update (
  time_zone, min_donation, max_donation, package_price, gift_levels, card_fee_percent,
  card_fee_fixed, employer_match_url, facebook_url, instagram_url, x_url, youtube_url, package_costs,
  spending_year, spending_year_raised, spending, candid_url, candid_seal_url, charity_navigator_url, charity_navigator_seal_url,
  bbb_url, bbb_seal_url, emails_per_day, promotion_hours, paper_thanks, signer_name, signer_title, signature_url
) on table public.settings to authenticated;
grant select, update on table public.settings to service_role;
