set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Rules for how long personal data is kept. A job applies the ones that are on.
create table public.retention_rules (
  id uuid primary key default gen_random_uuid(),
  name text not null unique
    check (name in ('rejected_applications', 'email_texts', 'unconfirmed_addresses', 'expired_links')),
  is_on boolean not null default false,
  keep_days integer not null check (keep_days between 1 and 3650),
  ran_at timestamptz,
  affected_at timestamptz,
  affected_count integer not null default 0 check (affected_count >= 0),
  total_count bigint not null default 0 check (total_count >= 0),
  updated_at timestamptz not null default now()
);

comment on table public.retention_rules is
  'How long personal data is kept, one row per rule. Applied by a scheduled job.';
comment on column public.retention_rules.is_on is
  'Rules for data that administrators may miss are off until an owner turns them on.';
comment on column public.retention_rules.ran_at is 'When the rule was last applied, even if nothing was due.';
comment on column public.retention_rules.affected_at is 'When the last run that found something began.';
comment on column public.retention_rules.affected_count is
  'The number of records that the last such run emptied or deleted.';
comment on column public.retention_rules.total_count is 'The number of records that all runs emptied or deleted.';

insert into public.retention_rules (name, is_on, keep_days) values
  ('rejected_applications', false, 730),
  ('email_texts', false, 730),
  ('unconfirmed_addresses', false, 180),
  ('expired_links', true, 1);

select private.describe_table(
  'retention_rules', area => 'owner', archived => true, audited => true,
  rows => '{area}', admins_write => '{update}',
  uncounted => '{ran_at,affected_at,affected_count,total_count}',
  versioned_on => 'update of is_on, keep_days'
);
select private.describe_columns('retention_rules', '{name}', kind => 'state');

alter table public.retention_rules enable row level security;

create policy "Owners read retention rules" on public.retention_rules
  for select to authenticated
  using ((select private.may('owner')));

create policy "Owners change retention rules" on public.retention_rules
  for update to authenticated
  using ((select private.may('owner')));

grant select on table public.retention_rules to authenticated;
grant update (is_on, keep_days) on table public.retention_rules to authenticated;
grant select on table public.retention_rules to service_role;

-- Doesn't fire on every update, because a run of the job must not make an owner's open form stale.
create function private.must_keep_login(login uuid, cutoff timestamptz)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.is_proven_login(login)
    or exists (select 1 from public.volunteer_accounts as account where account.id = login)
    or exists (
      select 1 from public.volunteer_applications as application
      where application.user_id = login and application.emptied_at is null
        and not (application.status = 'rejected' and application.reviewed_at <= cutoff)
    );
$$;

comment on function private.must_keep_login(uuid, timestamptz) is
  'Returns whether the login of a rejected application is still needed, for an account or for another application that '
  'stays.';

create function private.is_known_volunteer(email text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.volunteers as person
    where lower(person.email) = lower(is_known_volunteer.email)
      and (
        person.total_hours > 0 or person.packages_helped > 0 or person.import_id is not null
        or person.merged_into_id is not null
        or exists (
          select 1 from public.volunteer_merges as merge where merge.kept_id = person.id or merge.merged_id = person.id
        )
        or exists (
          select 1 from public.volunteer_qualifications as qualification where qualification.volunteer_id = person.id
        )
        or exists (
          select 1 from public.volunteer_event_registrations as registration
          where registration.person_id = person.id
        )
        or exists (
          select 1 from public.hour_entries as entry where entry.person_id = person.id
        )
      )
  ) or exists (
    select 1 from public.volunteer_accounts as account
    where lower(account.email) = lower(is_known_volunteer.email) and account.activated_at is not null
  ) or exists (
    select 1 from public.volunteer_applications as application
    where lower(application.email) = lower(is_known_volunteer.email)
      and (application.status = 'pending' or application.is_entered)
  );
$$;

comment on function private.is_known_volunteer(text) is
  'Returns whether the address belongs to a known volunteer, even if it was never confirmed: someone with hours, '
  'packages, a shift, a qualification, a merged record, an open account or a pending application, or someone who was '
  'imported or entered by an administrator.';

create function private.waiting_links()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select link.id
  from public.email_outbox as mail
  cross join lateral unnest(array[
    mail.data ->> 'giftLinkId', mail.data ->> 'activationLinkId', mail.data ->> 'invitationLinkId',
    mail.data ->> 'emailChangeLinkId'
  ]) as link (id)
  where mail.status in ('queued', 'sending', 'held') and link.id is not null;
$$;

comment on function private.waiting_links() is
  'Returns the links in emails that haven''t gone out. These links stay, because a link is renewed when its email goes out.';

create function private.due_for_retention(rule text, cutoff timestamptz, row_limit integer)
returns table (source text, row_id uuid)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if rule = 'rejected_applications' then
    return query
    select 'volunteer_applications', application.id
    from public.volunteer_applications as application
    where application.status = 'rejected' and application.emptied_at is null and application.reviewed_at <= cutoff
    order by application.reviewed_at
    limit row_limit;
  elsif rule = 'email_texts' then
    return query
    select 'email_outbox', mail.id
    from public.email_outbox as mail
    where mail.status in ('sent', 'failed', 'canceled') and mail.emptied_at is null
      and coalesce(mail.sent_at, mail.updated_at) <= cutoff
      -- The approval can be resent until its link is used, so its email stays.
      and not exists (
        select 1 from public.activation_links as link
        where link.used_at is null and mail.dedupe_key = 'application:' || link.application_id || ':approved'
      )
    order by coalesce(mail.sent_at, mail.updated_at)
    limit row_limit;
  elsif rule = 'unconfirmed_addresses' then
    return query
    (
      select 'activation_links', link.id
      from public.activation_links as link
      join public.volunteer_applications as application on application.id = link.application_id
      where link.used_at is null and link.expires_at <= cutoff
        and link.id::text not in (select private.waiting_links())
        and not private.is_known_volunteer(application.email)
      order by link.expires_at
      limit row_limit
    )
    union all
    (
      select 'auth.users', login.id
      from auth.users as login
      where login.created_at <= cutoff and login.email <> private.sign_in_email('')
        and not exists (select 1 from public.users as person where person.id = login.id)
        and not exists (select 1 from public.volunteer_accounts as account where account.id = login.id)
        and not exists (
          select 1 from public.volunteer_applications as application where application.user_id = login.id
        )
      order by login.created_at
      limit row_limit
    )
    limit row_limit;
  elsif rule = 'expired_links' then
    return query
    (
      select 'donor_links', link.id from public.donor_links as link
      where link.expires_at <= cutoff and link.id::text not in (select private.waiting_links())
      order by link.expires_at
      limit row_limit
    )
    union all
    (
      select 'activation_links', link.id from public.activation_links as link
      where link.used_at <= cutoff
      order by link.used_at
      limit row_limit
    )
    union all
    (
      select 'admin_invitations', invitation.id from public.admin_invitations as invitation
      where coalesce(invitation.used_at, invitation.revoked_at, invitation.expires_at) <= cutoff
        and invitation.id::text not in (select private.waiting_links())
      limit row_limit
    )
    union all
    (
      select 'email_changes', change.id from public.email_changes as change
      where coalesce(change.used_at, change.revoked_at, change.expires_at) <= cutoff
        and change.id::text not in (select private.waiting_links())
        and coalesce(change.claimed_until <= now(), true)
      limit row_limit
    )
    limit row_limit;
  end if;
end;
$$;

comment on function private.due_for_retention(text, timestamptz, integer) is
  'Returns the rows that a rule empties or deletes next, oldest first.';

create function private.retention_cutoff(keep_days integer)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  -- Counted in hours, because a day on which clocks change doesn't have 24 hours.
  select now() - make_interval(hours => 24 * retention_cutoff.keep_days);
$$;

comment on function private.retention_cutoff(integer) is
  'Returns a rule''s cutoff. Records that were closed before this time are due.';

create function private.count_due_for_retention(rule text, keep_days integer)
returns integer
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  counted constant integer := 10001;
begin
  perform private.require_area('owner');
  return (
    select count(*)
    from private.due_for_retention(rule, private.retention_cutoff(keep_days), counted)
  );
end;
$$;

grant execute on function private.count_due_for_retention(text, integer) to authenticated;

comment on function private.count_due_for_retention(text, integer) is
  'Returns how many rows a rule would empty or delete now, up to 10,001. For owners.';

create function private.logins_due_for_retention(rule text, row_limit integer)
returns table (user_id uuid, is_unused boolean)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  cutoff timestamptz;
begin
  select private.retention_cutoff(entry.keep_days) into cutoff
  from public.retention_rules as entry
  where entry.name = rule and entry.is_on;
  return query
  select application.user_id, false
  from private.due_for_retention(rule, cutoff, row_limit) as due
  left join public.activation_links as link on due.source = 'activation_links' and link.id = due.row_id
  join public.volunteer_applications as application
    on application.id = case due.source when 'volunteer_applications' then due.row_id else link.application_id end
  where application.user_id is not null
    and case rule
      when 'rejected_applications' then not private.must_keep_login(application.user_id, cutoff)
      when 'unconfirmed_addresses' then not private.is_proven_login(application.user_id)
      else false
    end
  group by application.user_id
  union all
  select due.row_id, true
  from private.due_for_retention(rule, cutoff, row_limit) as due
  where due.source = 'auth.users';
end;
$$;

grant execute on function private.logins_due_for_retention(text, integer) to service_role;

comment on function private.logins_due_for_retention(text, integer) is
  'Returns the logins in Auth to delete before a rule''s next rows are emptied, so that an interrupted run doesn''t '
  'leave any login behind. Scheduled.';

create function private.has_other_records(address text, applications uuid[])
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select from private.people_with_addresses(array[address]) as other
    where other.id <> all (applications)
      -- The applicants' own logins are deleted along with their applications.
      and not (other.kind = 'login' and exists (
        select from public.volunteer_applications as application
        where application.id = any (applications) and application.user_id = other.id
      ))
  );
end;
$$;

comment on function private.has_other_records(text, uuid[]) is
  'Returns whether anyone but these applications'' applicants has an email address.';

create function private.empty_applications(applications uuid[])
returns integer
language sql
security definer
set search_path = ''
as $$
  with former as materialized (
    select application.id::text as id, lower(application.email) as address,
      private.has_other_records(lower(application.email), applications) as is_shared
    from public.volunteer_applications as application
    where application.id = any (applications) and application.emptied_at is null
  ),
  mails as materialized (
    -- Emails to someone else with the same address stay.
    select mail.id from former join public.email_outbox as mail on lower(mail.to_email) = former.address
      where not former.is_shared
    union select mail.id from former join public.email_outbox as mail on split_part(mail.dedupe_key, ':', 2) = former.id
    union select mail.id from former join public.email_outbox as mail on split_part(mail.dedupe_key, ':', 3) = former.id
  ),
  -- The delivery log shows only that there were emails, and not to whom, except for those to administrators.
  emptied_mails as (
    update public.email_outbox as mail
    set data = '{}', subject = null, last_error = null, emptied_at = now(),
      to_name = case when own.is_to_applicant then 'Erased' else mail.to_name end,
      to_email = case when own.is_to_applicant then 'erased@erased.invalid' else mail.to_email end
    from mails
    cross join lateral (
      select exists (select from former where former.address = lower(known.to_email)) as is_to_applicant
      from public.email_outbox as known where known.id = mails.id
    ) as own
    where mail.id = mails.id and mail.status in ('sent', 'failed', 'canceled')
  ),
  emptied as (
    update public.volunteer_applications as application
    set
      first_name = 'Erased', last_name = 'applicant', email = application.id || '@erased.invalid', phone = '',
      zip_code = '', city = null, state = null, interests = null, review_notes = null, user_id = null,
      emptied_at = now()
    where application.id = any (applications) and application.emptied_at is null
    returning 1
  )
  select count(*)::integer from emptied;
$$;

comment on function private.empty_applications(uuid[]) is
  'Removes everything about the person from applications, and from the delivery log. The applications still count, and '
  'their decisions stay.';

create function private.empty_due_applications(cutoff timestamptz, row_limit integer)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  locked uuid[];
begin
  select array_agg(batch.id) into locked
  from (
    select application.id
    from public.volunteer_applications as application
    where application.id in (
        select due.row_id from private.due_for_retention('rejected_applications', cutoff, row_limit) as due
      )
      -- Checked again, because an administrator may have just undone the rejection.
      and application.status = 'rejected' and application.reviewed_at <= cutoff
      -- If a login has just been created, it is deleted before the next batch.
      and (application.user_id is null or private.must_keep_login(application.user_id, cutoff))
    for update skip locked
  ) as batch;
  return private.empty_applications(locked);
end;
$$;

comment on function private.empty_due_applications(timestamptz, integer) is
  'Applies the rule for rejected applications to some rows. Returns the number of rows.';

create function private.empty_due_emails(cutoff timestamptz, row_limit integer)
returns integer
language sql
security definer
set search_path = ''
as $$
  with due as (
    select mail.id
    from public.email_outbox as mail
    where mail.id in (select batch.row_id from private.due_for_retention('email_texts', cutoff, row_limit) as batch)
      -- Checked again, because an administrator may have just resent the email.
      and mail.status in ('sent', 'failed', 'canceled')
    for update skip locked
  ),
  emptied as (
    update public.email_outbox as mail
    set data = '{}', subject = null, last_error = null, emptied_at = now(),
      -- Which administrators see an email depends on whether it was a test, so the text of a test email becomes empty
      -- instead of null.
      tested = case when mail.tested is not null then '{}'::jsonb end
    from due
    where mail.id = due.id
    returning 1
  )
  select count(*)::integer from emptied;
$$;

comment on function private.empty_due_emails(timestamptz, integer) is
  'Applies the rule for old emails to some rows: removes the text, but keeps the recipient, the kind and the time for '
  'the delivery log. Returns the number of rows.';

create function private.delete_due_addresses(cutoff timestamptz, row_limit integer)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  applications uuid[];
  addresses text[];
begin
  with deleted as (
    delete from public.activation_links as link
    using public.volunteer_applications as application
    where link.id in (
        select due.row_id
        from private.due_for_retention('unconfirmed_addresses', cutoff, row_limit) as due
        where due.source = 'activation_links'
      )
      and application.id = link.application_id
      -- Checked again, because the approval may have just been resent.
      and link.used_at is null and link.expires_at <= cutoff and coalesce(link.claimed_until <= now(), true)
      and (application.user_id is null or private.is_proven_login(application.user_id))
    returning application.id, lower(application.email) as address
  )
  select array_agg(id), array_agg(address) into applications, addresses from deleted;
  delete from public.volunteers as person
  where lower(person.email) = any (addresses) and person.account_id is null;
  perform private.empty_applications(applications);
  return coalesce(cardinality(applications), 0);
end;
$$;

comment on function private.delete_due_addresses(timestamptz, integer) is
  'Applies the unconfirmed-address rule to some approved applications, whose logins are already gone: the directory '
  'entry and the link are deleted, and the application is emptied. Returns the number of applications.';

create function private.delete_due_links(cutoff timestamptz, row_limit integer)
returns integer
language sql
security definer
set search_path = ''
as $$
  with due as (
    select batch.source, batch.row_id from private.due_for_retention('expired_links', cutoff, row_limit) as batch
  ),
  gift_links as (
    -- Checked again, because an email with the link may have just gone out, which renews the link.
    delete from public.donor_links as link
    using due where due.source = 'donor_links' and link.id = due.row_id and link.expires_at <= cutoff
    returning 1
  ),
  activations as (
    delete from public.activation_links as link
    using due where due.source = 'activation_links' and link.id = due.row_id
    returning 1
  ),
  invitations as (
    delete from public.admin_invitations as invitation
    using due
    where due.source = 'admin_invitations' and invitation.id = due.row_id
      and coalesce(invitation.used_at, invitation.revoked_at, invitation.expires_at) <= cutoff
    returning 1
  ),
  address_changes as (
    delete from public.email_changes as change
    using due
    where due.source = 'email_changes' and change.id = due.row_id
      and coalesce(change.used_at, change.revoked_at, change.expires_at) <= cutoff
      and coalesce(change.claimed_until <= now(), true)
    returning 1
  )
  select (
    (select count(*) from gift_links) + (select count(*) from activations) + (select count(*) from invitations)
    + (select count(*) from address_changes)
  )::integer;
$$;

comment on function private.delete_due_links(timestamptz, integer) is
  'Applies the rule for expired links: donors'' links, used activation links, invitations to become an administrator, '
  'and links to confirm a new address. Unused activation links stay, so that an approval can be resent. Returns the '
  'number of links.';

create function private.apply_retention_rule(
  rule text, row_limit integer, run_started_at timestamptz, deleted_logins integer default 0
)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry public.retention_rules;
  cutoff timestamptz;
  affected integer;
begin
  -- With the lock, a second run has to wait, and so does an owner who saves the rule.
  select * into entry from public.retention_rules as candidate where candidate.name = rule for update;
  if not found or not entry.is_on then
    return 0;
  end if;
  cutoff := private.retention_cutoff(entry.keep_days);
  affected := case rule
    when 'rejected_applications' then private.empty_due_applications(cutoff, row_limit)
    when 'email_texts' then private.empty_due_emails(cutoff, row_limit)
    when 'unconfirmed_addresses' then private.delete_due_addresses(cutoff, row_limit)
    when 'expired_links' then private.delete_due_links(cutoff, row_limit)
  end + deleted_logins;
  update public.retention_rules as applied
  set
    ran_at = now(),
    affected_count = case
      when affected = 0 then applied.affected_count
      when applied.affected_at = run_started_at then applied.affected_count + affected
      else affected
    end,
    affected_at = case when affected = 0 then applied.affected_at else run_started_at end,
    total_count = applied.total_count + affected
  where applied.id = entry.id;
  return affected;
end;
$$;

grant execute on function private.apply_retention_rule(text, integer, timestamptz, integer) to service_role;

comment on function private.apply_retention_rule(text, integer, timestamptz, integer) is
  'Applies a rule to its next rows if it''s on, and records the run. Returns how many rows were emptied or deleted; 0 '
  'means that nothing is left. Scheduled.';
