set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.empty_applications(applications uuid[])
returns integer
language sql
volatile
security definer
set search_path = ''
as $$
  with emptied as (
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
  'Removes everything about the person from applications. The applications still count, and their decisions stay.';

create function private.empty_due_applications(cutoff timestamptz, row_limit integer)
returns integer
language plpgsql
volatile
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
volatile
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
volatile
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
volatile
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
volatile
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
