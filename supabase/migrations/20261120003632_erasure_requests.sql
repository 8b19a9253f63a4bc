set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.erasure_obstacles(person jsonb, rows jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with ids as (
    select private.json_ids(person -> 'donors') as donors, private.json_ids(person -> 'logins') as logins
  ),
  obstacles (sentence) as (
    select 'This person was already erased.'
    where exists (
      select from jsonb_array_elements(private.records_of(person)) as record
      -- The location may have a different contact person now.
      where record ->> 'kind' <> 'location' and private.is_erased(record ->> 'kind', (record ->> 'id')::uuid)
    )
    union all
    select format('%s is an administrator. Remove them under Settings, Team first.', administrator.username)
    from ids, public.users as administrator
    where administrator.id = any (ids.logins) and administrator.user_type = 'admin'
    union all
    select format('%s of %s a month %s still active. Cancel %s first, so that nothing more is charged.',
      private.count_with_noun(count(*), 'recurring donation', 'recurring donations'),
      '$' || to_char(sum(subscription.amount), 'FM999,999,990.00'),
      case when count(*) = 1 then 'is' else 'are' end, case when count(*) = 1 then 'it' else 'them' end)
    from ids, public.subscriptions as subscription
    where subscription.donor_id = any (ids.donors)
      and (
        subscription.status in ('active', 'past_due', 'paused')
        or subscription.status = 'incomplete' and subscription.created_at > now() - interval '1 hour'
      )
    having count(*) > 0
    union all
    select 'A donation is being paid right now. Wait until it has gone through or failed.'
    where exists (
      select from ids, public.donations as donation
      where donation.donor_id = any (ids.donors) and donation.status = 'pending'
        and (donation.processing_at is not null or donation.created_at > now() - interval '1 hour')
    )
    union all
    select 'An import with rows of this person is underway. Finish or discard it first.'
    where exists (
      select from public.imports as entry
      join jsonb_array_elements_text(rows -> 'import_rows') as staged (key) on staged.key like entry.id || ':%'
      where entry.state in ('checking', 'importing', 'undoing')
    )
  )
  select coalesce(jsonb_agg(obstacles.sentence), '[]') from obstacles;
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
  return title;
end;
$$;

create function private.mentions_of(words text[], rows jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  known record;
  found jsonb;
  hits jsonb := '[]';
begin
  for known in
    select described.name, described.title, string_agg(format('entry.%I', part.name), ', ') as texts
    from private.tables as described
    join private.columns as part on part.table_name = described.name and part.kind in ('content', 'note')
    group by described.name
    order by described.name
  loop
    execute format(
      'select jsonb_agg(jsonb_build_object(''table'', %1$L, ''id'', hit.id, ''title'', hit.title))
        from (
          select entry.id, private.row_title(%2$L, to_jsonb(entry)) as title
          from public.%1$I as entry
          where lower(concat_ws('' '', %3$s)) like any ($1) and not coalesce($2 ? entry.id::text, false)
          order by title, entry.id
          limit $3
        ) as hit',
      known.name, known.title, known.texts
    ) into found using private.patterns_of(words), rows -> known.name, 100 - jsonb_array_length(hits);
    hits := hits || coalesce(found, '[]');
  end loop;
  return hits;
end;
$$;

comment on function private.row_title(text, jsonb) is
  'Returns a row''s title, such as "Letter of 2026-11-03", given its table''s title with names of columns in braces.';
comment on function private.erasure_obstacles(jsonb, jsonb) is 'Returns why a person can''t be erased now, one sentence for each reason.';
comment on function private.mentions_of(text[], jsonb) is
  'Returns up to 100 pieces of content and notes about other people that contain one of these texts. Leaves out the '
  'person''s own rows.';
