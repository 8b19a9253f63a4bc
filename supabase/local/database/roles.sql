-- The roles, schemas and privileges that every Supabase project starts with. This script runs at each start, before the
-- migrations. `postgres`, which applies them, gets no more here than on a hosted project
-- (supabase/tests/database/hosted-rights.test.ts).
do $$
begin
  if to_regrole('anon') is null then create role anon nologin noinherit; end if;
  if to_regrole('authenticated') is null then create role authenticated nologin noinherit; end if;
  if to_regrole('service_role') is null then create role service_role nologin noinherit bypassrls; end if;
  if to_regrole('authenticator') is null then create role authenticator noinherit; end if;
  if to_regrole('supabase_auth_admin') is null then create role supabase_auth_admin nologin noinherit; end if;
  if to_regrole('supabase_storage_admin') is null then create role supabase_storage_admin nologin noinherit createrole; end if;
  -- This role isn't a superuser, so that migrations that run here also run on Supabase.
  if to_regrole('postgres') is null then
    create role postgres login createrole createdb replication bypassrls;
    -- Supabase grants these default privileges, and the first migration revokes them.
    alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
  end if;
end
$$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, authenticator to postgres with admin option;

alter database postgres owner to postgres;
grant usage on schema public to anon, authenticated, service_role;

create schema if not exists extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;
alter database postgres set search_path to "$user", public, extensions;
-- The advisors read the exposed schemas from this setting.
alter role authenticator set pgrst.db_schemas to 'public';
alter role anon set statement_timeout to '3s';
alter role authenticated set statement_timeout to '8s';
