-- Adds what @supabase/lite omits from the schemas `auth` and `storage`. This script runs at each start, after lite has created
-- the schemas.

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- Seeded users have an instance_id, which hosted Auth requires; lite has no such column.
alter table auth.users add column if not exists instance_id uuid;
alter table auth.users add column if not exists is_super_admin boolean;

-- These are Supabase's definitions, which read the claims both from the separate settings that lite uses and from one
-- JSON document.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )::text
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )::text
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

-- Tables for second factors, as in Auth's own migrations; lite doesn't support them.
do $$
begin
  if to_regtype('auth.factor_type') is null then
    create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
    create type auth.factor_status as enum ('unverified', 'verified');
  end if;
end
$$;
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz unique
);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null
);
create table if not exists auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  unique (session_id, authentication_method)
);
-- Auth's own audit log, which lite doesn't write. It contains people's email addresses, so an erasure deletes rows from
-- it.
create table if not exists auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key,
  payload json,
  created_at timestamptz,
  ip_address varchar(64) not null default ''
);

grant usage on schema auth to anon, authenticated, service_role, postgres;
grant execute on all functions in schema auth to anon, authenticated, service_role, postgres;
grant all on all tables in schema auth to postgres;
grant all on all tables in schema auth to supabase_auth_admin;

grant usage, create on schema storage to supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, postgres;
grant execute on all functions in schema storage to anon, authenticated, service_role, postgres;
grant select, insert, update, delete on storage.objects, storage.buckets
  to anon, authenticated, service_role, postgres;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;

-- As on Supabase, API roles can't read the migration history.
revoke all on schema supabase_migrations from public;
grant usage, create on schema supabase_migrations to postgres;
grant all on all tables in schema supabase_migrations to postgres;

-- The embedded Auth's rate limits by IP address. Hosted Auth keeps them in memory, so a start forgets them.
create schema if not exists local_auth;
drop table if exists local_auth.attempts;
create unlogged table local_auth.attempts (
  bucket text not null,
  address text not null,
  tries_left double precision not null,
  started_at timestamptz not null default clock_timestamp(),
  counted_at timestamptz not null default clock_timestamp(),
  primary key (bucket, address)
);
-- The time steps whose codes have already been used for a factor.
create table if not exists local_auth.used_codes (
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  step bigint not null,
  primary key (factor_id, step)
);
grant usage on schema local_auth to postgres;
grant select, update, delete on local_auth.attempts to postgres;
