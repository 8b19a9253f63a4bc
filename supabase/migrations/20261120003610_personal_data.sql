set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Finding, exporting and erasing a person's data all read the descriptions of tables and columns, so that none of them
-- misses any data. A test compares the descriptions with the schema.

create function private.ledger_years()
returns integer
language sql
stable
set search_path = ''
as $$
  select coalesce((select setting.ledger_years from public.privacy_settings as setting), 7);
$$;

comment on function private.ledger_years() is
  'How many years the law requires us to keep donation receipts and the details that identify each payment.';

create function private.replaced(replacement text, kept jsonb, column_name text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  value constant jsonb := kept -> column_name;
begin
  case replacement
    when 'nothing' then return 'null';
    when 'no' then return 'false';
    when 'yes' then return 'true';
    when 'empty text' then return '""';
    when 'empty list' then return '[]';
    when 'empty object' then return '{}';
    when 'Erased' then return '"Erased"';
    when 'Erased if any' then return case when value <> 'null' then '"Erased"'::jsonb else value end;
    when 'donor' then return '"donor"';
    when 'volunteer' then return '"volunteer"';
    when 'Erased volunteer' then return '"Erased volunteer"';
    when 'erased address' then return case when value <> 'null' then '"erased@erased.invalid"'::jsonb else value end;
    when 'own erased address' then return to_jsonb('erased-' || (kept ->> 'id') || '@erased.invalid');
    -- Refunds and disputes need these IDs.
    when 'kept for the ledger' then
      return case
        when (kept ->> 'created_at')::timestamptz > now() - make_interval(years => private.ledger_years()) then value
        else 'null'
      end;
    when 'time of erasure' then return case when value <> 'null' then value else to_jsonb(now()) end;
    -- A merge that was already undone can't be undone again.
    when 'end of undo' then
      return case when value <> 'null' or kept ->> 'undone_at' is not null then value else to_jsonb(now()) end;
    -- Otherwise, the application would wait for a decision.
    when 'rejected' then return case when value = '"pending"' then '"rejected"'::jsonb else value end;
    when 'all hours' then return kept -> 'total_hours';
  end case;
end;
$$;

create function private.erased_row(table_name text, kept jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select kept || jsonb_object_agg(known.name, private.replaced(known.replacement, kept, known.name))
  from private.columns as known
  where known.table_name = erased_row.table_name and known.replacement is not null;
$$;

create function private.personal_columns(table_name text)
returns text[]
language sql
stable
set search_path = ''
as $$
  select array_agg(known.name)
  from private.columns as known
  where known.table_name = personal_columns.table_name
    and (known.kind in ('personal', 'note') or known.replacement is not null);
$$;

create function private.primary_key(table_name text)
returns table (name text, type text)
language sql
stable
set search_path = ''
as $$
  select attribute.attname, format_type(attribute.atttypid, null)
  from pg_catalog.pg_index as index
  cross join unnest(index.indkey::smallint[]) with ordinality as part (number, position)
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = part.number
  where index.indrelid = format('public.%I', primary_key.table_name)::regclass and index.indisprimary
  order by part.position;
$$;

create function private.row_filter(table_name text)
returns text
language sql
stable
set search_path = ''
as $$
  -- Uses the type of a key with one column, so that the table's index is used.
  select case count(*)
    when 1 then min(format('entry.%I = any ($1::%s[])', key.name, key.type))
    else string_agg(format('entry.%I', key.name), ' || '':'' || ') || ' = any ($1)'
  end
  from private.primary_key(row_filter.table_name) as key;
$$;

comment on function private.replaced(text, jsonb, text) is
  'Returns what an erasure leaves in a column of a row, given the name of the replacement.';
comment on function private.erased_row(text, jsonb) is 'Returns the row as an erasure leaves it.';
comment on function private.personal_columns(text) is
  'Lists a table''s columns with personal data, and those that an erasure changes along with them. Generated columns '
  'change along with the columns that they are computed from.';
comment on function private.primary_key(text) is 'Returns the columns of a table''s primary key, in their order.';
-- The archive reads each table in the order of its key.
grant execute on function private.primary_key(text) to service_role;
comment on function private.row_filter(text) is
  'Returns the condition that finds the rows with the keys in $1, as person_rows() returns them: text and, if a key has '
  'several columns, joined by colons.';
