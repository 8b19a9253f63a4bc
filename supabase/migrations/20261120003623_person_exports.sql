set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.without_secrets(exported jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select exported - '{search_text,email_key,duplicate_key,stop_token,token_hash,code_hashes,dedupe_key,request_hash}'::text[]
    || (
      -- Links and tokens in emails and stored responses are left out, because anyone who reads the export could use
      -- them.
      select coalesce(jsonb_object_agg(part.name, (
        select coalesce(jsonb_object_agg(field.key, field.value), '{}')
        from jsonb_each(exported -> part.name) as field where field.key !~* '(link|token|secret|url)'
      )), '{}')
      from (values ('data'), ('response')) as part (name)
      where jsonb_typeof(exported -> part.name) = 'object'
    );
$$;

create function private.export_person(records jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  person jsonb;
  rows jsonb;
  known record;
  found jsonb;
  tables jsonb := '[]';
begin
  perform private.require_area('owner');
  person := private.person_of(records);
  rows := private.rows_by_table(person);
  -- Record in the audit log who exported a person's data, and when.
  insert into public.audit_log (actor_id, actor_name, action, table_name, row_id, after)
  values (
    auth.uid(), private.actor_name(), 'insert', 'person_exports', gen_random_uuid()::text,
    jsonb_build_object('records', private.records_of(person))
  );
  for known in
    select * from private.tables as entry where entry.erasure is not null and rows ? entry.name order by entry.erase_order
  loop
    execute format(
      'select jsonb_agg(private.without_secrets(to_jsonb(entry)) %s) from public.%I as entry where %s',
      case when known.name in ('donor_emails', 'donor_links') then
        '|| jsonb_build_object(''email_key'', entry.email_key)'
      end,
      known.name, private.row_filter(known.name)
    ) into found using private.json_texts(rows -> known.name);
    tables := tables || jsonb_build_array(jsonb_build_object('table', known.name, 'rows', found));
  end loop;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', login.id, 'email', login.email, 'created_at', login.created_at, 'last_sign_in_at', login.last_sign_in_at
  )), '[]') into found
  from auth.users as login where login.id = any (private.json_ids(person -> 'logins'));
  return jsonb_build_object(
    'tables', tables || case when found = '[]' then '[]' else jsonb_build_array(jsonb_build_object('table', 'logins', 'rows', found)) end,
    'files', private.erased_files(person, rows),
    'names', to_jsonb(private.names_of(person)),
    'addresses', person -> 'addresses'
  );
end;
$$;

grant execute on function private.export_person(jsonb) to authenticated;

comment on function private.without_secrets(jsonb) is 'Removes secrets and computed columns from a row.';
comment on function private.export_person(jsonb) is 'Returns everything about a person, table by table. For owners.';
