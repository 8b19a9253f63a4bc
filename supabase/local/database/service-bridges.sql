-- What @supabase/lite leaves out of the schemas `auth` and `storage`. Runs at each start, after lite has made them.

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- Seeded users name their instance, which real Auth demands; lite has no such column.
alter table auth.users add column if not exists instance_id uuid;
alter table auth.users add column if not exists is_super_admin boolean;

-- Hosted definitions: the claims in one JSON document count as well as lite's single ones.
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

grant usage on schema auth to anon, authenticated, service_role, postgres;
grant execute on all functions in schema auth to anon, authenticated, service_role, postgres;
grant all on all tables in schema auth to postgres with grant option;
grant all on all tables in schema auth to supabase_auth_admin;

grant usage, create on schema storage to supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, postgres;
grant execute on all functions in schema storage to anon, authenticated, service_role, postgres;
grant select, insert, update, delete on storage.objects, storage.buckets
  to anon, authenticated, service_role, postgres;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;

-- As in a Supabase project, the people of the API never see the history of the migrations.
revoke all on schema supabase_migrations from public;
grant usage, create on schema supabase_migrations to postgres;
grant all on all tables in schema supabase_migrations to postgres;
