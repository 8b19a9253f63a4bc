set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.rows_by_table(person jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(entry.table_name, entry.keys), '{}')
  from (
    select found.table_name, jsonb_agg(found.row_key order by found.row_key) as keys
    from private.person_rows(person) as found
    group by found.table_name
  ) as entry;
$$;

create function private.erased_files(person jsonb, rows jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with shown (folder) as (
    select private.picture_folder(story.image_url) from public.testimonials as story
      where story.id = any (private.json_ids(rows -> 'testimonials'))
    union select private.picture_folder(highlight.image_url) from public.volunteer_highlights as highlight
      where highlight.id = any (private.json_ids(rows -> 'volunteer_highlights'))
    union select private.picture_folder(member.image_url) from public.team_members as member
      where member.id = any (private.json_ids(rows -> 'team_members'))
  ),
  own as (
    select shown.folder from shown
    where shown.folder is not null
      -- Posts and pages may also show a team member's picture.
      and not exists (
        select from (
          select story.image_url as shown_in from public.testimonials as story
            where story.id <> all (private.json_ids(rows -> 'testimonials'))
          union all select member.image_url from public.team_members as member
            where member.id <> all (private.json_ids(rows -> 'team_members'))
          union all select concat_ws(' ', post.image_url, post.content) from public.blog_posts as post
          union all select concat_ws(' ', draft.image_url, draft.content) from public.blog_post_drafts as draft
          union all select concat_ws(' ', section.image_url, section.content) from public.section_content as section
          union all select hero.image_url from public.hero_section as hero
        ) as other
        where position(shown.folder in other.shown_in) > 0
      )
  )
  select coalesce(jsonb_agg(jsonb_build_object('bucket', file.bucket_id, 'name', file.name) order by file.name), '[]')
  from storage.objects as file
  where file.bucket_id in ('images', 'uploads')
    and (
      private.picture_folder(file.name) in (select own.folder from own)
      or split_part(regexp_replace(file.name, '^waiting/', ''), '/', 1) = 'highlights'
        and split_part(regexp_replace(file.name, '^waiting/', ''), '/', 2)
          in (select login.id from jsonb_array_elements_text(person -> 'logins') as login (id))
    );
$$;

create function private.erase_history(rows jsonb, mailboxes text[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  patterns constant text[] := private.patterns_of(mailboxes);
  word_patterns constant text[] := private.word_patterns_of(mailboxes);
  changed integer;
begin
  with affected (id, is_own) as (
    select known.key::bigint, false from jsonb_array_elements_text(rows -> 'audit_log') as known (key)
    union all
    select entry.id, true
    from jsonb_each(rows) as listed
    cross join jsonb_array_elements_text(listed.value) as known (key)
    join public.audit_log as entry on entry.table_name = listed.key and entry.row_id = known.key
  ),
  own as (
    select entry.id,
      array(
        select unnest(private.personal_columns(entry.table_name)) where bool_or(affected.is_own)
        -- Every value that mentions one of the person's addresses is erased, too.
        union select field.key from jsonb_each_text(entry.before) as field
          where private.mentions(field.value, patterns, word_patterns)
        union select field.key from jsonb_each_text(entry.after) as field
          where private.mentions(field.value, patterns, word_patterns)
      ) as columns
    from affected
    join public.audit_log as entry on entry.id = affected.id
    group by entry.id
  )
  update public.audit_log as entry
  set before = private.erase_values(entry.before, own.columns), after = private.erase_values(entry.after, own.columns)
  from own
  where entry.id = own.id
    and (entry.before, entry.after)
      is distinct from (private.erase_values(entry.before, own.columns), private.erase_values(entry.after, own.columns));
  get diagnostics changed = row_count;
  return changed;
end;
$$;

create function private.past_registrations(rows jsonb)
returns table (event_id uuid, joined integer, absent integer)
language sql
stable
set search_path = ''
as $$
  select meeting.id, count(*)::integer, (count(*) filter (where registration.attendance = 'absent'))::integer
  from public.volunteer_event_registrations as registration
  join public.events as meeting on meeting.id = registration.event_id
  where registration.id = any (private.json_ids(rows -> 'volunteer_event_registrations')) and meeting.ends_at < now()
  group by meeting.id;
$$;

create function private.erase_table(known_table text, action text, keys text[], erased_before timestamptz)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  changed integer;
  condition text := private.row_filter(known_table);
  columns constant text := (
    select string_agg(format('%I', known.name), ', ')
    from private.columns as known where known.table_name = known_table and known.replacement is not null
  );
begin
  if known_table = 'locations' then
    -- The location may have a different contact person now.
    condition := condition || ' and entry.updated_at <= $2';
  elsif exists (
    select from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', known_table)::regclass and attribute.attname = 'created_at'
  ) then
    condition := condition || ' and entry.created_at <= $2';
  end if;
  if action = 'delete' then
    execute format('delete from public.%I as entry where %s', known_table, condition) using keys, erased_before;
  else
    execute format(
      'update public.%1$I as entry
        set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, private.erased_row(%1$L, to_jsonb(entry))))
        where %3$s and to_jsonb(entry) <> private.erased_row(%1$L, to_jsonb(entry))',
      known_table, columns, condition
    ) using keys, erased_before;
  end if;
  get diagnostics changed = row_count;
  return changed;
end;
$$;

create function private.erase_rows(rows jsonb, mailboxes text[], erased_before timestamptz default 'infinity')
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  known record;
  changed integer;
  deleted integer := 0;
  emptied integer := 0;
  past constant jsonb := (select jsonb_agg(to_jsonb(entry)) from private.past_registrations(rows) as entry);
begin
  perform set_config('private.erasing', 'on', true);
  for known in
    select * from private.tables as entry
    where entry.erasure is not null and entry.name <> 'audit_log' and rows ? entry.name
    order by entry.erase_order
  loop
    changed := private.erase_table(known.name, known.erasure, private.json_texts(rows -> known.name), erased_before);
    deleted := deleted + case when known.erasure = 'delete' then changed else 0 end;
    emptied := emptied + case when known.erasure = 'empty' then changed else 0 end;
  end loop;
  update public.events as meeting
  set registered_volunteers = meeting.registered_volunteers + kept.joined,
    absent_volunteers = meeting.absent_volunteers + kept.absent
  from jsonb_to_recordset(past) as kept (event_id uuid, joined integer, absent integer)
  where meeting.id = kept.event_id;
  update public.volunteer_shifts as shift set signed_up_volunteers = shift.signed_up_volunteers + kept.joined
  from jsonb_to_recordset(past) as kept (event_id uuid, joined integer)
  where shift.event_id = kept.event_id;
  -- The history comes last, because deleting and emptying rows adds entries to it.
  emptied := emptied + private.erase_history(rows, mailboxes);
  perform set_config('private.erasing', '', true);
  return jsonb_build_object('deleted', deleted, 'emptied', emptied);
end;
$$;

create function private.lock_person(person jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  donor_ids constant uuid[] := private.json_ids(person -> 'donors');
begin
  perform private.await_other_merges('donor');
  perform private.await_other_merges('volunteer');
  perform private.await_administrator_changes();
  -- Tables are locked in the order of donor_references().
  perform from public.subscriptions as entry where entry.donor_id = any (donor_ids) order by entry.id for no key update;
  perform from public.donations as entry where entry.donor_id = any (donor_ids) order by entry.id for no key update;
  perform from public.noncash_donations as entry where entry.donor_id = any (donor_ids) order by entry.id for no key update;
  perform from public.donors as entry where entry.id = any (donor_ids) order by entry.id for update;
end;
$$;

comment on function private.rows_by_table(jsonb) is 'Returns the keys of all rows of a person, by table.';
comment on function private.erased_files(jsonb, jsonb) is
  'Returns a person''s files: the pictures in their rows that nothing else shows, and everything in their folders.';
comment on function private.erase_history(jsonb, text[]) is
  'In the audit log, replaces the personal values of these rows, and all values that mention the addresses, with '
  '"erased".';
comment on function private.past_registrations(jsonb) is
  'Counts a person''s registrations for past events, so that the events'' figures stay the same when the '
  'registrations are deleted.';
comment on function private.erase_table(text, text, text[], timestamptz) is
  'Deletes or empties rows of one table, unless they are newer than the given time. Returns the number of rows.';
comment on function private.erase_rows(jsonb, text[], timestamptz) is
  'Erases these rows in all tables. Erasing them again changes nothing.';
comment on function private.lock_person(jsonb) is
  'Waits until running merges, payments by the person and changes to administrators have finished, and blocks new '
  'ones.';
