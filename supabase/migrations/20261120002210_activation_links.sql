set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Emailed links that let approved applicants verify their email address and choose a password.
create table public.activation_links (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null unique references public.volunteer_applications (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  claimed_until timestamptz,
  used_at timestamptz,
  check (expires_at > created_at)
);

comment on table public.activation_links is
  'Single-use links in approval emails. The functions derive their tokens, which are never stored.';
comment on column public.activation_links.claimed_until is
  'Until this time, no other attempt to open the account can start. After this time, an interrupted attempt can be '
  'retried.';
comment on column public.activation_links.used_at is
  'When the applicant verified the email address and the account was opened.';

select private.describe_table(
  'activation_links', archived => false, left_out => 'secrets', audited => false,
  erasure => 'delete', erase_order => 35,
  reason => 'Emailed links to set up the account.'
);

alter table public.activation_links enable row level security;

create policy "No API access to activation links" on public.activation_links
  for all to anon, authenticated
  using (false)
  with check (false);

grant select on table public.activation_links to service_role;

create function private.create_activation_link(application_id uuid)
returns uuid
language sql
volatile
security definer
set search_path = ''
as $$
  insert into public.activation_links (application_id, expires_at)
  values (create_activation_link.application_id, now() + interval '7 days')
  returning id;
$$;

create function private.renew_activation_link(link uuid)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  update public.activation_links as entry
  set created_at = now(), expires_at = now() + interval '7 days'
  where entry.id = link and entry.used_at is null;
$$;

grant execute on function private.renew_activation_link(uuid) to service_role;

create function private.claim_activation_link(link uuid)
returns table (email text, former_user_id uuid)
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  entry public.activation_links;
  application public.volunteer_applications;
begin
  select * into entry from public.activation_links as candidate
  where candidate.id = link and candidate.used_at is null and candidate.expires_at > now()
  for update;
  if not found then
    return;
  end if;
  if entry.claimed_until > now() then
    raise exception 'the account is being opened' using errcode = '55P03';
  end if;
  select * into application from public.volunteer_applications as candidate
  where candidate.id = entry.application_id;
  if exists (
    select 1 from public.volunteers as person
    where person.id = private.volunteer_of(application.email)
      and (
        not person.is_active
        -- Someone whose record was merged may already have the kept volunteer's login.
        or (person.account_id is not null and lower(person.email) <> lower(application.email))
      )
  ) or exists (
    select 1 from public.volunteer_accounts as account
    where (account.id = application.user_id or account.email = application.email)
      and account.activated_at is not null
  ) or exists (select 1 from public.users as person where person.id = application.user_id) then
    return;
  end if;

  update public.activation_links set claimed_until = now() + interval '2 minutes' where id = link;
  return query
  select application.email, (
    select login.id
    from (select coalesce(application.user_id, private.login_of(application.email)) as id) as login
    where not private.is_proven_login(login.id)
  );
end;
$$;

grant execute on function private.claim_activation_link(uuid) to service_role;

create function private.release_activation_link(link uuid)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  update public.activation_links set claimed_until = null where id = link;
$$;

grant execute on function private.release_activation_link(uuid) to service_role;

create function private.redeem_activation_link(link uuid, user_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  application public.volunteer_applications;
  person public.volunteers;
begin
  perform private.await_volunteer_merges();
  update public.activation_links as entry set used_at = now(), claimed_until = null
  where entry.id = link and entry.used_at is null;
  if not found then
    raise exception 'the link was already used' using errcode = 'CP011';
  end if;
  update public.volunteer_applications as candidate set user_id = redeem_activation_link.user_id
  from public.activation_links as entry
  where entry.id = link and candidate.id = entry.application_id
  returning candidate.* into application;
  update public.volunteer_applications as other set user_id = redeem_activation_link.user_id
  where lower(other.email) = lower(application.email) and other.user_id is null;
  select * into person from public.volunteers as known
  where known.id = private.volunteer_of(application.email) for update;
  if person.account_id is not null and lower(person.email) <> lower(application.email) then
    raise exception 'merged with someone who has a login' using errcode = 'CP011';
  end if;
  insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at, is_active)
  values (
    application.user_id, application.email, application.first_name, application.last_name, now(),
    coalesce(person.is_active, true)
  );
  perform private.use_volunteer_address(person.id, application.email);
  update public.volunteers as known set account_id = application.user_id where known.id = person.id;
  perform private.queue_email(
    'Welcome Email', application.email, btrim(application.first_name || ' ' || application.last_name),
    jsonb_build_object('name', application.first_name), 'welcome:' || application.user_id
  );
end;
$$;

grant execute on function private.redeem_activation_link(uuid, uuid) to service_role;

create function private.resend_approval(application_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.require_area('volunteers');
  if not exists (
    select 1 from public.activation_links as link
    where link.application_id = resend_approval.application_id and link.used_at is null
  ) then
    raise exception 'nothing to activate' using errcode = 'CP009',
      hint = 'This application has no account waiting to be set up.';
  end if;
  perform private.resend_email(mail.id) from public.email_outbox as mail
  where mail.dedupe_key = 'application:' || resend_approval.application_id || ':approved';
end;
$$;

grant execute on function private.resend_approval(uuid) to authenticated;

comment on function private.create_activation_link(uuid) is
  'Creates the link for the approval email, or restarts the lifetime of an existing link. The lifetime also restarts '
  'when the email goes out.';
comment on function private.renew_activation_link(uuid) is
  'Restarts an unused link''s seven days each time its email goes out.';
comment on function private.claim_activation_link(uuid) is
  'Returns the person whose account the link opens, and the Auth user to replace; no row if the link is unknown, used, '
  'expired or void.';
comment on function private.release_activation_link(uuid) is
  'Releases the claim after a failed attempt, so that the link can be used again at once.';
comment on function private.redeem_activation_link(uuid, uuid) is
  'Called after the email address is verified. Moves the application, account and directory entry to the new Auth user '
  'and uses up the link.';
comment on function private.resend_approval(uuid) is
  'Resends the approval email to someone who hasn''t opened their account yet. Administrators only.';
