set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Emailed links that let donors see their donations without a password, and the sessions those links open.
create table public.donor_links (
  id uuid primary key default gen_random_uuid(),
  email_key text not null
    check (email_key ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(email_key) <= 254),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (expires_at > created_at)
);
create index donor_links_expires_at_idx on public.donor_links (expires_at);
create index donor_links_email_key_idx on public.donor_links (email_key, created_at desc);

comment on table public.donor_links is
  'Single-use links to a donor''s donations. The functions derive their tokens, which are never stored.';
comment on column public.donor_links.email_key is 'The donor''s address, as in donor_emails.';
comment on column public.donor_links.used_at is
  'When the link was used. The donor can see their donations for an hour after this time.';

select private.describe_table(
  'donor_links', archived => false, left_out => 'secrets', audited => false,
  erasure => 'delete', erase_order => 26,
  reason => 'Emailed links to donations.'
);
select private.describe_columns('donor_links', '{email_key}', kind => 'personal');

alter table public.donor_links enable row level security;

create policy "No API access to donor links" on public.donor_links
  for all to anon, authenticated
  using (false)
  with check (false);

create function private.create_donor_link(email text, valid_for interval default interval '24 hours')
returns uuid
language sql
volatile
security definer
set search_path = ''
as $$
  insert into public.donor_links (email_key, expires_at)
  values (lower(create_donor_link.email), now() + create_donor_link.valid_for)
  returning id;
$$;

grant execute on function private.create_donor_link(text, interval) to service_role;

create function private.renew_donor_link(link uuid)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  update public.donor_links as entry
  set created_at = now(), expires_at = now() + (entry.expires_at - entry.created_at)
  where entry.id = link and entry.used_at is null;
$$;

grant execute on function private.renew_donor_link(uuid) to service_role;

create function private.redeem_donor_link(link uuid)
returns timestamptz
language sql
volatile
security definer
set search_path = ''
as $$
  update public.donor_links as entry
  set used_at = now()
  where entry.id = link and entry.used_at is null and entry.expires_at > now()
  returning entry.used_at + interval '1 hour';
$$;

grant execute on function private.redeem_donor_link(uuid) to service_role;

-- The functions set this claim after they have verified the session's signature; no API token can contain it.
create function private.linked_email()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select entry.email_key from public.donor_links as entry
    where entry.id = ((select auth.jwt()) ->> 'donor_link')::uuid
      and entry.used_at > now() - interval '1 hour'
  );
end;
$$;

grant execute on function private.linked_email() to anon;

comment on function private.create_donor_link(text, interval) is 'Creates a single-use link for an email to the donor.';
comment on function private.renew_donor_link(uuid) is
  'Restarts an unused link''s lifetime when its email goes out, because the email may have been delayed.';
comment on function private.redeem_donor_link(uuid) is
  'Uses up the link. Returns when the donor''s access ends, or null if the link is unknown, used or expired.';
comment on function private.linked_email() is
  'Returns the email address that this transaction''s donor link was sent to; null once the donor session has '
  'expired.';
