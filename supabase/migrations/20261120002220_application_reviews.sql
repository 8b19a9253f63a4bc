set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.review_application(
  application_id uuid,
  decision text,
  notes text default null,
  require_activation boolean default true
)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  application public.volunteer_applications;
  full_name text;
  login uuid;
  link uuid;
  kept public.volunteers;
begin
  perform private.require_area('volunteers');
  perform private.await_volunteer_merges();
  if decision is null or decision not in ('approved', 'rejected') then
    raise exception 'decision must be approved or rejected' using errcode = '22023';
  end if;

  select * into application from public.volunteer_applications where id = application_id;
  if not found then
    raise exception 'no such application' using errcode = 'CP009',
      hint = 'We couldn''t find that application. It may have been deleted.';
  end if;
  -- Lock all applications from this address in a fixed order, so that concurrent reviews wait instead of deadlocking.
  perform 1 from public.volunteer_applications as other
  where lower(other.email) = lower(application.email)
  order by other.id
  for update;
  select * into application from public.volunteer_applications where id = application_id;
  if application.status <> 'pending' then
    raise exception 'the application was already reviewed' using errcode = 'CP008';
  end if;

  login := coalesce(application.user_id, private.login_of(application.email));
  update public.volunteer_applications
  set status = decision, user_id = login, reviewed_by = auth.uid(), reviewed_at = now(), review_notes = notes
  where id = application_id;

  full_name := btrim(application.first_name || ' ' || application.last_name);
  if decision = 'approved' then
    update public.volunteer_applications as other
    set status = 'rejected', reviewed_by = auth.uid(), reviewed_at = now(), closed_by = application_id
    where lower(other.email) = lower(application.email) and other.status = 'pending';

    -- The kept volunteer if the address is that of a merged record; otherwise null.
    select person.* into kept from public.volunteers as person
    where person.id = private.volunteer_of(application.email) and lower(person.email) <> lower(application.email)
    for update;

    -- Without a login there is no password, so the emailed link lets the applicant choose one. A login with a verified
    -- mailbox is never replaced.
    if kept.account_id is null and (
      login is null or (require_activation and not private.is_proven_login(login))
    ) then
      link := private.create_activation_link(application_id);
    end if;
    if kept.account_id is not null then
      -- Reopen the account that this person already has, because each person has only one.
      update public.volunteer_accounts as account set is_active = true where account.id = kept.account_id;
    elsif login is not null then
      insert into public.volunteer_accounts as account (id, email, first_name, last_name, activated_at)
      values (
        login,
        application.email,
        application.first_name,
        application.last_name,
        case when link is null then now() end
      )
      on conflict (id) do update set
        is_active = true, activated_at = coalesce(account.activated_at, excluded.activated_at);
    end if;
    if kept.id is null then
      insert into public.volunteers as person (
        account_id, name, email, phone, zip_code, city, state, availability, interests
      )
      values (
        login, full_name, application.email, application.phone, application.zip_code,
        application.city, application.state, application.availability, application.interests
      )
      on conflict (email) do update set
        account_id = coalesce(excluded.account_id, person.account_id), is_active = true;
    else
      if kept.account_id is null and login is not null then
        -- Emails go to the address that the volunteer logs in with.
        perform private.use_volunteer_address(kept.id, application.email);
      end if;
      update public.volunteers as person
      set account_id = coalesce(kept.account_id, login), is_active = true
      where person.id = kept.id;
    end if;
  end if;

  perform private.queue_email(
    case decision
      when 'approved' then 'Volunteer Application Approved'
      else 'Volunteer Application Rejected'
    end,
    application.email,
    full_name,
    jsonb_build_object(
      'name', full_name, 'firstName', application.first_name, 'activationLinkId', link
    ),
    'application:' || application_id || ':' || decision
  );

  return jsonb_build_object('id', application_id, 'status', decision, 'userId', login);
end;
$$;

grant execute on function private.review_application(uuid, text, text, boolean) to authenticated;

create function private.undo_rejection(application_id uuid)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  application public.volunteer_applications;
begin
  perform private.require_area('volunteers');
  select * into application from public.volunteer_applications where id = application_id for update;
  if not found then
    raise exception 'no such application' using errcode = 'CP009',
      hint = 'We couldn''t find that application. It may have been deleted.';
  end if;
  if application.email like '%@erased.invalid' then
    raise exception 'the application was emptied' using errcode = 'CP064',
      hint = 'The applicant''s details were deleted, so the rejection can''t be undone.';
  end if;
  -- If an application was closed because another one was approved, undoing that could open a second account for the
  -- same address.
  if application.status <> 'rejected' or application.closed_by is not null then
    raise exception 'the application isn''t rejected' using errcode = 'CP041';
  end if;
  update public.volunteer_applications
  set status = 'pending', reviewed_by = null, reviewed_at = null
  where id = application_id;
  -- Free the deduplication key, so that a later rejection can send another email.
  update public.email_outbox
  set
    status = case when status in ('queued', 'held') then 'canceled' else status end,
    dedupe_key = dedupe_key || ':undone:' || id
  where dedupe_key = 'application:' || application_id || ':rejected';
end;
$$;

grant execute on function private.undo_rejection(uuid) to authenticated;

comment on function private.review_application(uuid, text, text, boolean) is
  'Approves or rejects an application once. The account, directory entry and email are created in the same '
  'transaction. Approving an application closes other pending applications from the same address.';
comment on function private.undo_rejection(uuid) is
  'Makes a rejected application pending again, and cancels its email if that is still queued. Administrators only.';
