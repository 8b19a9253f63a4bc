set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- The schema that the API doesn't expose. Everything that has to bypass row-level security lives here and nowhere else.
--
-- Catalog of our own SQLSTATEs (class CP). The API maps each one to a status and a message.
--   CP001 attempt_mismatch       409  the attempt id was already used with other details
--   CP002 event_unavailable      404  the event doesn't exist, is hidden, or its shift is canceled
--   CP003 event_started          409  the event has started
--   CP004 already_joined         409  the volunteer is already registered or on the waiting list
--   CP005 volunteer_inactive     403  the caller doesn't have an active volunteer account
--   CP006 event_full             409  every spot is taken
--   CP007 not_joined             404  there is no registration to withdraw
--   CP008 already_reviewed       409  the application has already been decided
--   CP009 not_found              404  there is no row with that id
--   CP010 not_admin              401  the caller isn't signed in as an administrator
--   CP011 invalid_transition     409  the row's current state doesn't allow this change
--   CP012 append_only            403  the table is append-only
--   CP013 event_over             409  the event is over
--   CP014 amount_out_of_range    400  the amount is below the minimum or above the maximum donation
--   CP015 place_not_public       400  a public event can't be at a military mail address
--   CP016 region_missing         400  a military mail delivery has no region
--   CP017 not_refundable         409  the amount exceeds what is left to refund
--   CP018 event_not_started      409  attendance can't be confirmed before the event starts
--   CP019 key_reused             409  the idempotency key was already used with a different request
--   CP020 too_many_requests      429  the hourly limit has been reached
--   CP021 not_voidable           409  the donation was made online or is already voided
--   CP022 shares_sold            409  the shares were sold, so their entry can't change
--   CP024 deposit_closed         409  the deposit is closed, or would mix demo and real money
--   CP030 import_refused         409  the import's state doesn't allow this step
--   CP031 not_mergeable          409  one of the two was already merged, or has a soft credit for the other's donation
--   CP032 not_undoable           409  the merge can't be undone anymore, or can't be undone yet
--   CP040 card_closed            409  the card was sent or stopped
--   CP041 not_rejected           409  the application isn't rejected, so there is nothing to undo
--   CP042 refund_pending         409  the donation's refund is pending
--   CP043 card_sent              409  the card was already sent, and it is sent only once
--   CP044 area_required          403  the administrator doesn't have the area
--   CP045 last_owner             409  the site would be left without an owner
--   CP046 email_has_login        409  the invited email address already has a login
--   CP047 card_too_soon          409  the recipient got another card this week
--   CP048 already_announced      409  volunteers were already emailed about the event
--   CP049 not_announceable       409  the event is canceled or full, so volunteers aren't emailed about it
--   CP050 own_factor_missing     409  only an owner who uses two-step login may require it
--   CP051 invitation_closed      409  the invitation's link doesn't work anymore, so its email isn't sent
--   CP052 login_exists           409  the volunteer has a login or a link to set one up
--   CP053 on_shift               409  the volunteer is already signed up
--   CP057 no_volunteer_record    404  the volunteer's account has no entry in the directory
--   CP058 administrators_email   409  the login is also an administrator's, so its address can't be changed this way
--   CP060 person_erased          409  the person was erased, so no new data about them is stored
--   CP061 erasure_refused        409  something, such as a recurring donation, prevents the erasure
--   CP062 erasure_outdated       409  the data has changed since the erasure was previewed
--   CP064 emptied                409  a retention rule emptied the application or the email

-- Supabase grants API roles all privileges on new objects in `public`, and Postgres lets everyone execute new
-- functions. Revoke both defaults here. Later migrations grant each privilege explicitly.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- The role that the functions use for administrators: it can read what `authenticated` can, plus the columns that only
-- administrators may read. Policies still check the caller. PostgREST can't switch to it, because it isn't granted to
-- `authenticator`. Created only if missing, because roles survive a database reset.
do $$
begin
  if to_regrole('administrator') is null then
    create role administrator nologin;
  end if;
  if pg_has_role('administrator', 'authenticated', 'usage') then
    return;
  end if;
  if not pg_has_role(current_user, 'authenticated', 'member with admin option') then
    raise exception 'The role % can''t grant the role authenticated, because this project''s Postgres is from before '
      'June 2025. Upgrade it (Project Settings, Infrastructure), and apply the migrations again. On a server of your '
      'own, first run this as supabase_admin: grant authenticated to % with admin option', current_user, current_user
      using errcode = 'insufficient_privilege';
  end if;
  grant authenticated to administrator;
end
$$;
grant administrator to postgres with inherit false, set true;

create schema if not exists private;
comment on schema private is
  'Not exposed by the API: permission checks, triggers and functions that bypass row-level security.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists pgcrypto with schema extensions;

create function private.set_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Times in JSON are only precise to the millisecond, so changes to a row must be at least a millisecond apart to have
  -- different versions.
  new.updated_at := greatest(
    date_trunc('milliseconds', now()),
    date_trunc('milliseconds', old.updated_at) + interval '1 millisecond'
  );
  return new;
end;
$$;

create function private.is_same_version(one timestamptz, other timestamptz)
returns boolean
language sql
stable
set search_path = ''
as $$
  -- Times in JSON are only precise to the millisecond, so anything finer is ignored.
  select date_trunc('milliseconds', one) = date_trunc('milliseconds', other);
$$;

-- Functions that policies and triggers call for every statement are in plpgsql, which plans a function once per
-- connection. A function in SQL with a search_path is planned again for every statement.
create function private.session_id()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
begin
  return nullif(auth.jwt() ->> 'session_id', '')::uuid;
end;
$$;

grant execute on function private.session_id() to anon, authenticated, service_role;

create function private.began_with_password(session_id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1
    from auth.mfa_amr_claims as claim
    where claim.session_id = began_with_password.session_id and claim.authentication_method = 'password'
  );
end;
$$;

create function private.has_live_session()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select exists (
      select 1
      from auth.sessions as session
      where session.id = (select private.session_id())
        and session.user_id = (select auth.uid())
        and (session.not_after is null or session.not_after > now())
        and private.began_with_password(session.id)
    )
  );
end;
$$;

grant execute on function private.has_live_session() to anon, authenticated, service_role;

create function private.is_api_caller()
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(current_setting('role', true), 'none') in ('anon', 'authenticated', 'administrator');
end;
$$;

grant execute on function private.is_api_caller() to anon, authenticated, service_role;

-- These functions apply the same rules as `text` and `line` in the API's contracts, because clients can also write
-- through REST. Both return null for null, which a check constraint accepts.
create function private.is_text(value text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]';
end;
$$;

create function private.is_line(value text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return value !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]';
end;
$$;

grant execute on function private.is_text(text), private.is_line(text) to anon, authenticated, service_role;

create function private.is_image_path(path text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return path ~ (
    '^/images/(site|stories|highlights/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})/'
    || '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/[1-9][0-9]{0,4}x[1-9][0-9]{0,4}(-single)?)?$'
  );
end;
$$;

grant execute on function private.is_image_path(text) to anon, authenticated, service_role;

comment on function private.set_updated_at() is
  'Sets updated_at to a later time with each change, so that it can serve as the row''s version.';
comment on function private.is_image_path(text) is
  'Returns whether a path points to a picture uploaded to this site, using the same pattern as the contract. Used in '
  'check constraints.';
comment on function private.is_same_version(timestamptz, timestamptz) is
  'Returns whether both times identify the same version of a row; null if either time is null.';
comment on function private.session_id() is 'The session id from the verified token.';
comment on function private.began_with_password(uuid) is
  'Returns whether the session was started with a password. A session started by an emailed link or code may only set '
  'a password.';
comment on function private.has_live_session() is
  'Returns whether the token''s session was started with a password and still exists, so that logging out takes effect '
  'at once.';
comment on function private.is_text(text) is
  'Returns whether the text has no control characters except tabs and line breaks.';
comment on function private.is_line(text) is
  'Returns whether the text is a single line, without control characters or characters that change the text direction.';
comment on function private.is_api_caller() is
  'True for visitors and signed-in people, false for the server itself. Reads the role setting because inside security '
  'definer functions, current_user is the function''s owner.';
