set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Mentions of a person in rows that an erasure of the person keeps: other people's rows, the organization's own texts and
-- the history. They are found in every described column. An owner who erases the person may replace the person's words
-- in them by "erased", and nothing else.

create function private.word_pattern(word text)
returns text
language sql
immutable
set search_path = ''
as $$
  -- A name in stored HTML or JSON may have entities, line breaks or escaped quotation marks.
  select replace(replace(replace(
    regexp_replace(
      regexp_replace(btrim(word), '([^[:alnum:][:space:]@])', '\\\1', 'g'),
      '[[:space:]]+', '([[:space:]]|&nbsp;|\\\\n)+', 'g'
    ),
    '\''', '(''|’|&#39;|&#x27;|&apos;)'), '\"', '(\\?"|&quot;)'), '\&', '(&|&amp;)');
$$;

create function private.name_pattern(full_name text)
returns text
language sql
immutable
set search_path = ''
as $$
  -- Also finds "Example, Erin", but not the Erin Example of "Erin Example-Hill".
  select '(?<![[:alnum:]])(' || private.word_pattern(full_name) || '|'
    || private.word_pattern(regexp_replace(btrim(full_name), '^(.*)[[:space:]]([^[:space:]]+)$', '\2, \1'))
    || ')(?![[:alnum:]]|-[[:alnum:]])';
$$;

create function private.address_pattern(address text)
returns text
language sql
immutable
set search_path = ''
as $$
  -- The same limits as private.word_patterns_of().
  select '(?<![[:alnum:]._%+-])' || private.word_pattern(address) || '(?![[:alnum:]]|[.-][[:alnum:]])';
$$;

create function private.phone_pattern(digits text)
returns text
language sql
immutable
set search_path = ''
as $$
  select '(?<![0-9])([+]?1[ .-]?)?[(]?' || regexp_replace(left(digits, -4), '([0-9])', '\1[^0-9[:alpha:]]{0,3}', 'g')
    || right(digits, 4) || '(?![0-9])';
$$;

comment on function private.word_pattern(text) is
  'Returns the regular expression that finds a text, with any space between its words.';
comment on function private.name_pattern(text) is
  'Returns the regular expression that finds a full name, but not as part of a longer one.';
comment on function private.address_pattern(text) is
  'Returns the regular expression that finds an email address, but not as part of a longer one.';
comment on function private.phone_pattern(text) is
  'Returns the regular expression that finds a phone number, however it is written.';

create function private.phones_of(person jsonb)
returns text[]
language sql
stable
set search_path = ''
as $$
  with known (phone) as (
    select donor.phone from public.donors as donor where donor.id = any (private.json_ids(person -> 'donors'))
    union select detail.value from public.former_donor_details as detail
      where detail.field = 'phone' and detail.donor_id = any (private.json_ids(person -> 'donors'))
    union select volunteer.phone from public.volunteers as volunteer
      where volunteer.id = any (private.json_ids(person -> 'volunteers'))
    union select entry.phone from public.volunteer_applications as entry
      where entry.id = any (private.json_ids(person -> 'applications'))
  )
  -- A shorter number could be part of an amount or a date.
  select coalesce(array_agg(distinct private.national_digits(known.phone)), '{}')
  from known where length(private.national_digits(known.phone)) between 7 and 15;
$$;

create function private.streets_of(person jsonb)
returns text[]
language sql
stable
set search_path = ''
as $$
  with known (address) as (
    select donor.address from public.donors as donor where donor.id = any (private.json_ids(person -> 'donors'))
    union select detail.value from public.former_donor_details as detail
      where detail.field = 'address' and detail.donor_id = any (private.json_ids(person -> 'donors'))
    union select tribute.recipient_address from public.tributes as tribute
      where tribute.id = any (private.json_ids(person -> 'tributes'))
  )
  select coalesce(array_agg(distinct btrim(part.line)), '{}')
  from known
  cross join lateral regexp_split_to_table(known.address, '[,\n]') as part (line)
  -- The line with a house number, not the one with the state and the ZIP code.
  where part.line ~ '[0-9]' and part.line ~ '[[:alpha:]]{3}' and length(btrim(part.line)) >= 6
    and part.line !~ '[A-Z]{2}[[:space:]]+[0-9]{5}';
$$;

create function private.last_names_of(person jsonb)
returns text[]
language sql
stable
set search_path = ''
as $$
  with ids as materialized (
    select private.json_ids(person -> 'donors') as donors, private.json_ids(person -> 'logins') as logins,
      private.json_ids(person -> 'volunteers') as volunteers, private.json_ids(person -> 'applications') as applications
  ),
  own (name) as materialized (
    select distinct substring(given.name from '([^[:space:]]+)$')
    from unnest(private.full_names(private.names_of(person))) as given (name)
  ),
  others (name) as (
    select donor.last_name from ids, public.donors as donor where donor.id <> all (ids.donors)
    union all select donation.last_name from ids, public.donations as donation where donation.donor_id <> all (ids.donors)
    union all select entry.last_name from ids, public.subscriptions as entry where entry.donor_id <> all (ids.donors)
    union all select volunteer.name from ids, public.volunteers as volunteer where volunteer.id <> all (ids.volunteers)
    union all select account.last_name from ids, public.volunteer_accounts as account where account.id <> all (ids.logins)
    union all select entry.last_name from ids, public.volunteer_applications as entry
      where entry.id <> all (ids.applications)
    union all select entry.username from ids, public.users as entry where entry.id <> all (ids.logins)
    union all select member.name from public.team_members as member
      where member.id <> all (private.json_ids(person -> 'members'))
  )
  select coalesce(array_agg(own.name), '{}')
  from own
  where char_length(own.name) >= 3 and own.name ~ '^[[:upper:]]' and not exists (
    select from others
    where others.name is not null and position(lower(own.name) in lower(others.name)) > 0
      and others.name ~* ('(?<![[:alnum:]])' || private.word_pattern(own.name) || '(?![[:alnum:]])')
  );
$$;

create function private.words_of(person jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with given as materialized (
    select private.full_names(private.names_of(person)) as names, private.phones_of(person) as phones,
      private.json_texts(person -> 'addresses') || private.json_texts(person -> 'mailboxes') as addresses,
      private.streets_of(person) as streets, private.last_names_of(person) as last_names
  ),
  patterns (pattern) as (
    select private.name_pattern(name) from given, unnest(given.names || given.streets) as name
    union select private.address_pattern(address) from given, unnest(given.addresses) as address
    union select private.phone_pattern(digits) from given, unnest(given.phones) as digits
  )
  select jsonb_build_object(
    'anyCase', (select string_agg(patterns.pattern, '|') from patterns),
    -- A last name may also be a word, such as Hope.
    'exact', (
      select string_agg(
        '(?<![[:alnum:]])(' || private.word_pattern(name) || '|' || private.word_pattern(upper(name)) || ')(?![[:alnum:]])', '|'
      )
      from given, unnest(given.last_names) as name
    ),
    -- Every text with one of the words contains one of these, which is faster to find.
    'needles', (
      select coalesce(jsonb_agg(needle), '[]')
      from (
        select distinct (
          select '%' || lower(part) || '%' from regexp_split_to_table(word, '[^[:alnum:]]+') as part
          order by length(part) desc, part limit 1
        ) as needle
        from given, unnest(given.names || given.streets || given.last_names) as word
        union select unnest(private.patterns_of(given.addresses)) from given
        union select '%' || right(digits, 4) || '%' from given, unnest(given.phones) as digits
      ) as known
    )
  );
$$;

create function private.blank_text(value text, words jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  if words ->> 'anyCase' is not null then
    value := regexp_replace(value, words ->> 'anyCase', 'erased', 'gi');
  end if;
  if words ->> 'exact' is not null then
    value := regexp_replace(value, words ->> 'exact', 'erased', 'g');
  end if;
  return value;
end;
$$;

create function private.blank_value(value jsonb, words jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  case jsonb_typeof(value)
    when 'string' then return to_jsonb(private.blank_text(value #>> '{}', words));
    when 'array' then return (
      select coalesce(jsonb_agg(private.blank_value(part.value, words) order by part.position), '[]')
      from jsonb_array_elements(value) with ordinality as part (value, position)
    );
    when 'object' then return (
      select coalesce(jsonb_object_agg(part.key, private.blank_value(part.value, words)), '{}')
      from jsonb_each(value) as part
    );
    else return value;
  end case;
end;
$$;

comment on function private.phones_of(jsonb) is 'Returns the digits of the phone numbers in a person''s records.';
comment on function private.streets_of(jsonb) is 'Returns the streets, with the house number, in a person''s records.';
comment on function private.last_names_of(jsonb) is 'Returns a person''s last names that nobody else has.';
comment on function private.words_of(jsonb) is
  'Returns what a person is mentioned by: full names, email addresses, phone numbers, streets and last names that nobody '
  'else has. anyCase and exact are regular expressions; needles are patterns for LIKE.';
comment on function private.blank_text(text, jsonb) is
  'Replaces the words of a person (private.words_of()) by "erased". The rest of the text stays.';
comment on function private.blank_value(jsonb, jsonb) is
  'Replaces the words of a person by "erased" in every text of a JSON value.';

create function private.may_blank_table(known private.tables)
returns boolean
language sql
immutable
set search_path = ''
as $$
  -- Owners' own tables say what administrators did, except for those whose rows are about people of all areas.
  select known.area is distinct from 'owner' or 'area of row' = any (known.readable_rows);
$$;

create function private.breaks_rule(table_name text, changed jsonb, column_name text)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  relation constant regclass := format('public.%I', table_name)::regclass;
  rule text;
  fits boolean;
begin
  if exists (
    select from pg_catalog.pg_index as index
    where index.indrelid = relation and index.indisunique
      and pg_catalog.pg_get_indexdef(index.indexrelid) ~ ('\m' || column_name || '\M')
  ) then
    return true;
  end if;
  for rule in
    select pg_catalog.pg_get_expr(entry.conbin, entry.conrelid)
    from pg_catalog.pg_constraint as entry
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = entry.conrelid and attribute.attnum = any (entry.conkey)
    where entry.conrelid = relation and entry.contype = 'c' and attribute.attname = column_name
  loop
    execute format('select coalesce((%s), true) from jsonb_populate_record(null::%s, $1) as entry', rule, relation)
    into fits using changed;
    if not fits then
      return true;
    end if;
  end loop;
  return false;
end;
$$;

create function private.why_mention_stays(known private.tables, part private.columns, described jsonb, words jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when not private.may_blank_table(known) then 'What administrators did stays.'
    when part.kind = 'username' then 'Who made a change stays.'
    when part.kind in ('reference', 'state') then 'This identifies a record or says its state.'
    when part.kind = 'detail' then 'This is one of the organization''s own details. Edit it yourself.'
    when not part.is_blankable then 'This says who another person is. Edit it on that person''s page.'
    when part.table_name <> 'audit_log' and private.breaks_rule(
      part.table_name,
      described || jsonb_build_object(part.name, private.blank_value(described -> part.name, words)), part.name
    ) then 'This can''t be replaced by a word. Edit it yourself.'
  end;
$$;

create function private.page_of(table_name text, described jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  -- The record whose page shows the row: another one only if the row has no page of its own.
  select jsonb_build_object('table', page.name, 'id', page.id)
  from (
    select reference.confrelid::regclass::text as name, described ->> attribute.attname as id
    from pg_catalog.pg_constraint as reference
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = reference.conrelid and attribute.attnum = reference.conkey[1]
    where reference.contype = 'f' and reference.conrelid = format('public.%I', table_name)::regclass
  ) as named
  cross join lateral (select replace(named.name, 'public.', '') as name, named.id) as page
  where page.id is not null and page.name in (
    'donors', 'volunteers', 'donations', 'events', 'blog_posts', 'email_templates', 'imports', 'legal_content'
  )
  order by page.name in ('donors', 'volunteers') desc, page.name
  limit 1;
$$;

create function private.excerpt_of(value jsonb, words jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select btrim(coalesce(
    regexp_substr(leaf.text, '.{0,60}(' || (words ->> 'anyCase') || ').{0,60}', 1, 1, 'i'),
    regexp_substr(leaf.text, '.{0,60}(' || (words ->> 'exact') || ').{0,60}')
  ))
  from (
    -- Without the tags of stored HTML.
    select regexp_replace(part #>> '{}', '</?[a-z][^>]*>', ' ', 'gi') as text
    from jsonb_path_query(value, 'strict $.**') as part
    where jsonb_typeof(part) = 'string'
  ) as leaf
  where private.blank_text(leaf.text, words) <> leaf.text
  limit 1;
$$;

create function private.row_title(title text, described jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  column_name text;
begin
  for column_name in select part[1] from regexp_matches(title, '\{(\w+)\}', 'g') as part loop
    -- Of a time, only the day is shown.
    title := replace(title, '{' || column_name || '}', coalesce(
      regexp_replace(described ->> column_name, '^(\d{4}-\d\d-\d\d)T.*', '\1'), ''
    ));
  end loop;
  return nullif(btrim(title), '');
end;
$$;

create function private.mentions_in(known private.tables, words jsonb, rows jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  texts text;
  parts text;
  found jsonb;
begin
  select string_agg(format('entry.%I', part.name), ', ' order by part.name),
    string_agg(
      format(
        '(%L, hit.described -> %L, %L::boolean)', part.name, part.name,
        -- An erasure deletes the person's own rows, or empties these columns.
        known.erasure is not distinct from 'delete' or part.replacement is not null
      ), ', ' order by part.name
    )
  into texts, parts
  from private.columns as part
  join pg_catalog.pg_attribute as attribute
    on attribute.attrelid = format('public.%I', part.table_name)::regclass and attribute.attname = part.name
  where part.table_name = known.name and part.kind <> 'computed'
    and attribute.atttypid in ('text'::regtype, 'jsonb'::regtype);
  if texts is null then
    return '[]';
  end if;
  execute format(
    'select jsonb_agg(
        jsonb_build_object(
          ''table'', %1$L, ''id'', hit.id, ''column'', part.name, ''title'', private.row_title(%2$L, hit.described),
          ''page'', private.page_of(%1$L, hit.described), ''excerpt'', private.excerpt_of(part.value, $1),
          ''stays'', case
            -- What was blanked is remembered by keys, which must not have the words, either.
            when private.blank_text(hit.id, $1) <> hit.id then ''These words identify a record.''
            else private.why_mention_stays($2, info, hit.described, $1)
          end
        )
        order by part.name, hit.id
      )
      from (
        select %3$s as id, to_jsonb(entry) as described
        from public.%1$I as entry
        cross join lateral (select concat_ws('' '', %4$s) as text) as joined
        -- In this order, because the regular expressions are much slower.
        where case
          when lower(joined.text) like any ($3) then
            coalesce(joined.text ~* ($1 ->> ''anyCase''), false) or coalesce(joined.text ~ ($1 ->> ''exact''), false)
        end
      ) as hit
      cross join lateral (
        select value.name, value.value from (values %5$s) as value (name, value, is_erased)
        where not (value.is_erased and coalesce($4 ? hit.id, false))
      ) as part
      join private.columns as info on info.table_name = %1$L and info.name = part.name
      where private.blank_value(part.value, $1) <> part.value',
    known.name, known.title,
    (
      select string_agg(format('entry.%I::text', key.name), ' || '':'' || ') from private.primary_key(known.name) as key
    ),
    texts, parts
  ) into found using words, known, private.json_texts(words -> 'needles'), rows -> known.name;
  return coalesce(found, '[]');
end;
$$;

create function private.mentions_in_history(words jsonb, rows jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  needles constant text[] := private.json_texts(words -> 'needles');
  found jsonb;
begin
  with hits as materialized (
    select entry.*
    from public.audit_log as entry
    where case
      when lower(concat_ws(' ', entry.before, entry.after)) like any (needles) then
        coalesce(concat_ws(' ', entry.before, entry.after) ~* (words ->> 'anyCase'), false)
        or coalesce(concat_ws(' ', entry.before, entry.after) ~ (words ->> 'exact'), false)
    end
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'table', 'audit_log', 'id', hit.id::text, 'column', field.key,
      'title', upper(left(hit.table_name, 1)) || replace(substr(hit.table_name, 2), '_', ' ') || ' of ' || to_char(hit.occurred_at at time zone private.time_zone(), 'YYYY-MM-DD'),
      'page', jsonb_build_object('table', 'audit_log', 'id', hit.row_id),
      'excerpt', coalesce(private.excerpt_of(hit.before -> field.key, words), private.excerpt_of(hit.after -> field.key, words)),
      'stays', case
        when described.name is null then 'What administrators did stays.'
        else private.why_mention_stays(known, described, '{}', words)
      end
    )
    order by hit.id, field.key
  ), '[]') into found
  from hits as hit
  cross join lateral (
    select key from jsonb_object_keys(coalesce(hit.before, '{}')) as key
    union select key from jsonb_object_keys(coalesce(hit.after, '{}')) as key
  ) as field
  left join private.tables as known on known.name = hit.table_name
  left join private.columns as described on described.table_name = hit.table_name and described.name = field.key
  where (
      private.blank_value(hit.before -> field.key, words) <> hit.before -> field.key
      or private.blank_value(hit.after -> field.key, words) <> hit.after -> field.key
    )
    -- An erasure replaces these values in the person's own history.
    and not (
      coalesce(rows -> hit.table_name ? hit.row_id, false)
      and coalesce(field.key = any (private.personal_columns(hit.table_name)), false)
    );
  return found;
end;
$$;

create function private.mentions_of(words jsonb, rows jsonb, only_tables text[] default null)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  known private.tables;
  hits jsonb := '[]';
begin
  if words -> 'needles' = '[]' then
    return hits;
  end if;
  for known in
    select * from private.tables as entry
    where only_tables is null or entry.name = any (only_tables)
    order by entry.name = 'audit_log', entry.name
  loop
    hits := hits || case
      when known.name = 'audit_log' then private.mentions_in_history(words, rows)
      else private.mentions_in(known, words, rows)
    end;
  end loop;
  return hits;
end;
$$;

comment on function private.may_blank_table(private.tables) is
  'Returns whether mentions may be blanked in a table''s rows and in their history.';
comment on function private.breaks_rule(text, jsonb, text) is
  'Returns whether a row with a changed column would violate a check of that column, or a unique index has the column.';
comment on function private.why_mention_stays(private.tables, private.columns, jsonb, jsonb) is
  'Returns why a mention can''t be blanked; null if it can.';
comment on function private.page_of(text, jsonb) is
  'Returns the table and ID of the record that a row belongs to, such as a note''s donor; null if there is none.';
comment on function private.excerpt_of(jsonb, jsonb) is 'Returns the first of a person''s words in a value, with the text around it.';
comment on function private.row_title(text, jsonb) is
  'Returns a row''s title, such as "Letter of 2026-11-03", given its table''s title with names of columns in braces.';
comment on function private.mentions_in(private.tables, jsonb, jsonb) is
  'Returns the mentions in one table. Leaves out what an erasure removes from the person''s own rows.';
comment on function private.mentions_in_history(jsonb, jsonb) is
  'Returns the mentions in the audit log. The column of a mention is that of the changed row.';
comment on function private.mentions_of(jsonb, jsonb, text[]) is
  'Returns everything, or everything in some tables, that mentions a person by one of these words and that erasing the '
  'person''s own rows keeps.';

create function private.only_blanks(table_name text, kept jsonb, blanked jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select (kept is null) = (blanked is null) and not exists (
    select from jsonb_each(kept) as former
    full join jsonb_each(blanked) as new on new.key = former.key
    where new.value is distinct from former.value and not (
      new.value is not distinct from private.blank_value(former.value, private.blanked_words())
      and exists (
        select from private.columns as described
        join private.tables as known on known.name = described.table_name
        where described.table_name = only_blanks.table_name and described.name = former.key
          and described.is_blankable and private.may_blank_table(known)
      )
    )
  );
$$;

create function private.blank_columns(described jsonb, columns text[], words jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select described || coalesce(jsonb_object_agg(name, private.blank_value(described -> name, words)), '{}')
  from unnest(columns) as name
  where described -> name is not null;
$$;

create function private.blank_row(table_name text, row_key text, columns text[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  words constant jsonb := private.blanked_words();
begin
  if table_name = 'audit_log' then
    update public.audit_log as entry
    set before = private.blank_columns(entry.before, columns, words), after = private.blank_columns(entry.after, columns, words)
    where entry.id = row_key::bigint;
  else
    execute format(
      'update public.%1$I as entry
        set (%2$s) = (
          select %2$s from jsonb_populate_record(null::public.%1$I, private.blank_columns(to_jsonb(entry), $2, $3))
        )
        where %3$s',
      table_name, (select string_agg(format('%I', name), ', ') from unnest(columns) as name),
      private.row_filter(table_name)
    ) using array[row_key], columns, words;
  end if;
  insert into public.audit_log (actor_id, actor_name, action, table_name, row_id, after)
  values (
    auth.uid(), private.actor_name(), 'update', 'blanked_mentions', row_key,
    jsonb_build_object('table', blank_row.table_name, 'fields', to_jsonb(columns))
  );
end;
$$;

create function private.blank_mentions(chosen jsonb, words jsonb, rows jsonb)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  chosen_tables constant text[] := array(select distinct part ->> 'table' from jsonb_array_elements(chosen) as part);
  target record;
  counted integer := 0;
begin
  perform set_config('private.erasing', 'on', true);
  perform set_config('private.blanked_words', words::text, true);
  for target in
    select found.value ->> 'table' as name, found.value ->> 'id' as row_key,
      array_agg(found.value ->> 'column' order by found.value ->> 'column') as columns
    from jsonb_array_elements(private.mentions_of(words, rows, chosen_tables)) as found
    join private.tables as known on known.name = found.value ->> 'table'
    where found.value -> 'stays' = 'null' and exists (
      select from jsonb_array_elements(chosen) as part
      where part ->> 'table' = found.value ->> 'table' and part ->> 'column' = found.value ->> 'column'
        and part -> 'ids' ? (found.value ->> 'id')
    )
    group by found.value ->> 'table', found.value ->> 'id', known.erase_order
    -- The order in which all functions lock rows.
    order by known.erase_order nulls last, found.value ->> 'table', found.value ->> 'id'
  loop
    perform private.blank_row(target.name, target.row_key, target.columns);
    counted := counted + cardinality(target.columns);
  end loop;
  perform set_config('private.blanked_words', '', true);
  perform set_config('private.erasing', '', true);
  return counted;
end;
$$;

create function private.count_chosen(chosen jsonb)
returns integer
language sql
immutable
set search_path = ''
as $$
  select count(distinct (part ->> 'table', part ->> 'column', id))::integer
  from jsonb_array_elements(chosen) as part
  cross join lateral jsonb_array_elements_text(part -> 'ids') as id;
$$;

comment on function private.only_blanks(text, jsonb, jsonb) is
  'Returns whether the second value equals the first, except for the words of the person who is being erased, in columns '
  'in which they may be blanked.';
comment on function private.blank_columns(jsonb, text[], jsonb) is 'Returns a row without a person''s words in these columns.';
comment on function private.blank_row(text, text, text[]) is
  'Blanks the words of the person who is being erased in one row, or in one entry of the audit log, and logs it.';
comment on function private.blank_mentions(jsonb, jsonb, jsonb) is
  'Blanks those of the chosen mentions in which it finds the person''s words itself. Returns how many. chosen has '
  'objects with table, column and ids.';
comment on function private.count_chosen(jsonb) is 'Returns the number of chosen mentions.';
