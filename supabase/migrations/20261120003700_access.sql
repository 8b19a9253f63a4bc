set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.list_access()
returns table (name text, access text)
language sql
stable
security definer
-- Types and tables then have their schema in the text of the policies.
set search_path = ''
as $$
  with role as (
    select 0 as oid, 'public' collate "C" as name
    union all
    select oid::bigint, rolname::text collate "C" from pg_catalog.pg_roles
    where rolname in ('anon', 'authenticated', 'administrator', 'service_role')
  ),
  relation as (
    select class.oid, namespace.nspname || '.' || class.relname as name, class.relacl, class.relkind,
      class.relrowsecurity, array_to_string(class.reloptions, ' ') as options
    from pg_class as class
    join pg_namespace as namespace on namespace.oid = class.relnamespace
    where namespace.nspname in ('public', 'private') and class.relkind in ('r', 'p', 'v', 'm')
  ),
  granted as (
    select relation.oid, role.name as role, lower(entry.privilege_type) as privilege, '' as column_name
    from relation, aclexplode(relation.relacl) as entry
    join role on role.oid = entry.grantee::bigint
    union all
    select relation.oid, role.name, lower(entry.privilege_type), attribute.attname
    from relation
    join pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attnum > 0
    cross join aclexplode(attribute.attacl) as entry
    join role on role.oid = entry.grantee::bigint
  ),
  per_privilege as (
    select oid, role, privilege || case
        when bool_or(column_name = '') then ''
        else '(' || string_agg(column_name, ' ' order by column_name collate "C") || ')'
      end as text
    from granted
    -- Supabase's default privileges differ in what concerns only owners.
    where privilege in ('select', 'insert', 'update', 'delete', 'truncate')
    group by oid, role, privilege
  ),
  per_role as (
    select oid, role || ' ' || string_agg(text, ', ' order by text collate "C") as text from per_privilege group by oid, role
  ),
  routine as (
    select namespace.nspname || '.' || routine.proname || '(' || pg_get_function_identity_arguments(routine.oid) || ')'
      as name, string_agg(distinct role.name, ', ' order by role.name) as roles
    from pg_proc as routine
    join pg_namespace as namespace on namespace.oid = routine.pronamespace
    cross join aclexplode(coalesce(routine.proacl, acldefault('f', routine.proowner))) as entry
    join role on role.oid = entry.grantee::bigint and role.name <> 'service_role'
    where namespace.nspname in ('public', 'private') and routine.prorettype <> 'trigger'::regtype
    group by routine.oid, namespace.nspname, routine.proname
  )
  select everything.name, everything.access from (
  select 'table ' || relation.name as name, concat_ws('; ',
    case
      when relation.relkind in ('r', 'p') then
        'row-level security ' || case when relation.relrowsecurity then 'on' else 'off' end
      else coalesce(nullif(relation.options, ''), 'no options')
    end,
    (select string_agg(per_role.text, '; ' order by per_role.text collate "C") from per_role where per_role.oid = relation.oid),
    (
      select 'policies ' || count(*) || ', ' || left(md5(string_agg(
        concat_ws('|', policy.polname, policy.polcmd, policy.polpermissive, (
          select string_agg(coalesce(role.name, member.oid::text), ',' order by role.name)
          from unnest(policy.polroles) as member (oid) left join role on role.oid = member.oid::bigint
        ), pg_get_expr(policy.polqual, policy.polrelid), pg_get_expr(policy.polwithcheck, policy.polrelid)),
        chr(10) order by policy.polname collate "C"
      )), 8)
      from pg_policy as policy where policy.polrelid = relation.oid having count(*) > 0
    )
  ) as access
  from relation
  union all
  select 'function ' || routine.name, routine.roles from routine
  union all
  select 'bucket ' || bucket.id, case when bucket.public then 'public' else 'private' end from storage.buckets as bucket
  ) as everything
  order by everything.name collate "C";
$$;

grant execute on function private.list_access() to service_role;

comment on function private.list_access() is
  'Returns who may do what: for each table and view its row-level security, its grants and a fingerprint of its policies; '
  'which functions visitors and volunteers may call; and which buckets are public. `npm run check:deployment` compares it '
  'with what the migrations create.';
