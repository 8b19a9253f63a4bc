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
  our_schema as (select oid from pg_namespace where nspname in ('public', 'private')),
  relation as (
    select class.oid, namespace.nspname || '.' || class.relname as name, class.relacl, class.relkind,
      class.relrowsecurity, array_to_string(class.reloptions, ' ') as options,
      namespace.nspname in ('public', 'private') as is_ours
    from pg_class as class
    join pg_namespace as namespace on namespace.oid = class.relnamespace
    where class.relkind in ('r', 'p', 'v', 'm')
      and (
        namespace.nspname in ('public', 'private')
        or namespace.nspname = 'auth' and class.relname = 'users'
        or namespace.nspname = 'storage' and class.relname in ('buckets', 'objects')
      )
  ),
  -- What each table consists of, one row per part.
  part as (
    select attribute.attrelid as oid, 'columns' as kind, attribute.attname::text as name, concat_ws('|',
      format_type(attribute.atttypid, attribute.atttypmod), attribute.attnotnull, attribute.attidentity,
      attribute.attgenerated, pg_get_expr(value.adbin, value.adrelid)
    ) as definition
    from pg_attribute as attribute
    join relation on relation.oid = attribute.attrelid and relation.is_ours and relation.relkind in ('r', 'p')
    left join pg_attrdef as value on value.adrelid = attribute.attrelid and value.adnum = attribute.attnum
    where attribute.attnum > 0 and not attribute.attisdropped
    union all
    select relation.oid, 'constraints', entry.conname::text, pg_get_constraintdef(entry.oid)
    from pg_constraint as entry
    join relation on relation.oid = entry.conrelid and relation.is_ours
    -- Newer versions of Postgres also list columns that aren't null.
    where entry.contype <> 'n'
    union all
    select relation.oid, 'unique indexes', class.relname::text, pg_get_indexdef(class.oid)
    from pg_index as index
    join pg_class as class on class.oid = index.indexrelid
    join relation on relation.oid = index.indrelid and relation.is_ours
    where index.indisunique
    union all
    select relation.oid, 'triggers', entry.tgname::text, entry.tgenabled::text || pg_get_triggerdef(entry.oid)
    from pg_trigger as entry
    join relation on relation.oid = entry.tgrelid
    join pg_proc as routine on routine.oid = entry.tgfoid
    where not entry.tgisinternal and (relation.is_ours or routine.pronamespace in (select oid from our_schema))
    union all
    select relation.oid, 'policies', policy.polname::text, concat_ws('|',
      policy.polcmd, policy.polpermissive, (
        select string_agg(coalesce(role.name, member.oid::text), ',' order by role.name)
        from unnest(policy.polroles) as member (oid) left join role on role.oid = member.oid::bigint
      ), pg_get_expr(policy.polqual, policy.polrelid), pg_get_expr(policy.polwithcheck, policy.polrelid)
    )
    from pg_policy as policy
    join relation on relation.oid = policy.polrelid
    union all
    select relation.oid, 'definition', '', pg_get_viewdef(relation.oid)
    from relation where relation.relkind in ('v', 'm')
  ),
  per_kind as (
    select part.oid, format('%s %s, %s', part.kind, count(*), left(md5(string_agg(
      part.name || '|' || part.definition, chr(10) order by part.name collate "C"
    )), 8)) as text
    from part group by part.oid, part.kind
  ),
  switched_off as (
    select entry.tgrelid as oid, 'switched off: ' || string_agg(distinct
      case when entry.tgisinternal then 'foreign keys' else 'trigger ' || entry.tgname end, ', '
    ) as text
    from pg_trigger as entry
    where entry.tgenabled not in ('O', 'A')
    group by entry.tgrelid
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
      as name, (
        select string_agg(distinct role.name, ', ' order by role.name)
        from aclexplode(coalesce(routine.proacl, acldefault('f', routine.proowner))) as entry
        join role on role.oid = entry.grantee::bigint and role.name <> 'service_role'
        where routine.prorettype <> 'trigger'::regtype
      ) as roles,
      left(md5(concat_ws('|',
        routine.prosrc, routine.prosecdef, routine.provolatile, routine.proisstrict, array_to_string(routine.proconfig, ','),
        pg_get_function_result(routine.oid)
      )), 8) as code
    from pg_proc as routine
    join pg_namespace as namespace on namespace.oid = routine.pronamespace
    where namespace.oid in (select oid from our_schema)
  )
  select everything.name, everything.access from (
  select 'table ' || relation.name as name, concat_ws('; ',
    case
      when not relation.is_ours then null
      when relation.relkind in ('r', 'p') then
        'row-level security ' || case when relation.relrowsecurity then 'on' else 'off' end
      else coalesce(nullif(relation.options, ''), 'no options')
    end,
    (
      select string_agg(per_role.text, '; ' order by per_role.text collate "C")
      from per_role where per_role.oid = relation.oid and relation.is_ours
    ),
    (
      select string_agg(per_kind.text, '; ' order by per_kind.text collate "C")
      from per_kind where per_kind.oid = relation.oid
    ),
    (select switched_off.text from switched_off where switched_off.oid = relation.oid)
  ) as access
  from relation
  union all
  select 'function ' || routine.name, concat_ws('; ', routine.roles, 'code ' || routine.code) from routine
  union all
  select 'bucket ' || bucket.id, concat_ws('; ',
    case when bucket.public then 'public' else 'private' end,
    'at most ' || bucket.file_size_limit || ' bytes', array_to_string(bucket.allowed_mime_types, ' ')
  )
  from storage.buckets as bucket
  union all
  select 'schema ' || namespace.nspname, coalesce((
    select string_agg(role.name || ' ' || lower(entry.privilege_type), '; ' order by role.name, entry.privilege_type)
    from aclexplode(namespace.nspacl) as entry
    join role on role.oid = entry.grantee::bigint
  ), 'nobody')
  from pg_namespace as namespace where namespace.nspname = 'private'
  union all
  select 'migration ' || migration.version, 'applied' from supabase_migrations.schema_migrations as migration
  ) as everything
  where everything.access <> ''
  order by everything.name collate "C";
$$;

grant execute on function private.list_access() to service_role;

comment on function private.list_access() is
  'Returns what the migrations made: for each table and view its row-level security and grants, with fingerprints of its '
  'policies, columns, constraints, unique indexes and triggers; which functions visitors and volunteers may call, with '
  'fingerprints of their code; buckets with their limits; and which migrations were applied. `npm run check:deployment` '
  'compares it with what this checkout''s migrations create.';
