set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- The schema that the API does not expose: permission questions, triggers and reading functions.
-- Everything that must see past row-level security lives here and nowhere else.
--
-- Catalogue of our own SQLSTATEs (class CP); the API maps them to a status and a sentence.
--   CP001 attempt_mismatch       409  the attempt id was used before with another amount
--   CP002 event_unavailable      404  the event does not exist, is hidden or its shift is cancelled
--   CP003 event_started          409  the event has started
--   CP004 already_joined         409  this volunteer is registered or waitlisted already
--   CP005 volunteer_inactive     403  no active volunteer account
--   CP006 event_full             409  every place is taken
--   CP007 not_joined             404  there is no registration to withdraw
--   CP008 already_reviewed       409  the application has been decided before
--   CP009 not_found              404  no row with that id
--   CP010 not_admin              403  an administrator's live session is required
--   CP011 invalid_transition     409  the state machine of the row forbids the change
--   CP012 append_only            403  the audit log can only grow
--   CP013 event_over             409  the event is over
--   CP014 amount_out_of_range    400  below the smallest or above the largest gift
--   CP015 place_not_public       400  a public event cannot be at a military mail address
--   CP016 region_missing         400  a delivery by military mail has no region
--   CP017 not_refundable         409  so much of a gift cannot be given back
--   CP018 event_not_started      409  nobody can have come to an event that has not started
--   CP019 key_reused             409  the idempotency key was used before with another request
--   CP020 too_many_requests      429  more of it within an hour than anybody needs

-- Projects begin with rights for everybody on whatever is made in `public`. Here each right is granted by name.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Administrators through the functions. It has what `authenticated` has and the columns that are for administrators
-- alone; policies still ask who it is. PostgREST cannot take it, because it is not granted to `authenticator`. Roles
-- outlive a database that is reset.
do $$
begin
  if to_regrole('administrator') is null then
    create role administrator nologin;
  end if;
end
$$;
grant authenticated to administrator;
grant administrator to postgres with inherit false, set true;

create schema if not exists private;
comment on schema private is
  'Not exposed by the API: permission questions, triggers, reading functions.';
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
  -- JSON carries milliseconds, and two changes of one row must not share a version.
  new.updated_at := greatest(
    date_trunc('milliseconds', now()),
    date_trunc('milliseconds', old.updated_at) + interval '1 millisecond'
  );
  return new;
end;
$$;

revoke all on function private.set_updated_at() from public, anon, authenticated, service_role;

create function private.session_id()
returns uuid
language sql
stable
set search_path = ''
as $$
  select nullif((select auth.jwt()) ->> 'session_id', '')::uuid;
$$;

revoke all on function private.session_id() from public, anon, authenticated, service_role;
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

revoke all on function private.began_with_password(uuid) from public, anon, authenticated, service_role;

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
      where session.id = private.session_id()
        and session.user_id = (select auth.uid())
        and (session.not_after is null or session.not_after > now())
        and private.began_with_password(session.id)
    )
  );
end;
$$;

revoke all on function private.has_live_session() from public, anon, authenticated, service_role;
grant execute on function private.has_live_session() to anon, authenticated, service_role;

create function private.is_api_caller()
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(current_setting('role', true), 'none') in ('anon', 'authenticated', 'administrator');
$$;

revoke all on function private.is_api_caller() from public, anon, authenticated, service_role;
grant execute on function private.is_api_caller() to anon, authenticated, service_role;

-- What the API's `text` and `line` take; people can write by REST as well. Null is neither.
create function private.is_text(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]';
$$;

create function private.is_line(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select value !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]';
$$;

revoke all on function private.is_text(text), private.is_line(text) from public, anon, authenticated, service_role;
grant execute on function private.is_text(text), private.is_line(text) to anon, authenticated, service_role;

create function private.is_image_path(path text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select path ~ (
    '^/images/(site|stories|highlights/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})/'
    || '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/[1-9][0-9]{0,4}x[1-9][0-9]{0,4}(-single)?)?$'
  );
$$;

revoke all on function private.is_image_path(text) from public, anon, authenticated, service_role;
grant execute on function private.is_image_path(text) to anon, authenticated, service_role;

comment on function private.set_updated_at() is
  'Every change gets a later updated_at than the one before, so that it serves as the version of its row.';
comment on function private.is_image_path(text) is
  'Checks of tables ask it: a picture of a page is one that was uploaded here, as in the contract.';
comment on function private.session_id() is 'The session named by the verified token.';
comment on function private.began_with_password(uuid) is
  'Whether Auth notes a password among the ways that session signed in. One that a mailed link or code began sets a '
  'password and does nothing else.';
comment on function private.has_live_session() is
  'The token''s session exists, so that logging out ends it at once, and a password began it.';
comment on function private.is_text(text) is 'No control characters but tabs and line breaks.';
comment on function private.is_line(text) is
  'One line: no control characters, and none that turn the direction of what follows.';
comment on function private.is_api_caller() is
  'True for visitors and signed-in people, false for the server itself. Reads the role setting because '
  'current_user is the owner inside security definer functions.';
