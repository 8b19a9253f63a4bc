set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Shared by merges of donors and of volunteers. `noun` is 'donor' or 'volunteer', and determines the table names.
create function private.await_other_merges(noun text)
returns void
language sql
volatile
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended(noun || ' merges', 0));
$$;

create function private.await_volunteer_merges()
returns void
language sql
volatile
set search_path = ''
as $$
  select pg_advisory_xact_lock_shared(hashtextextended('volunteer merges', 0));
$$;

create function private.require_unmerged(noun text, kept_id uuid, merged_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  found_count integer;
  merged_count integer;
begin
  if kept_id = merged_id then
    raise exception 'both are the same' using
      errcode = 'check_violation', table = noun || '_merges', constraint = noun || '_merges_merged_id_check',
      hint = format('Choose another %s.', noun);
  end if;
  execute format('select count(*), count(entry.merged_into_id) from public.%I as entry where entry.id in ($1, $2)', noun || 's')
  into found_count, merged_count
  using kept_id, merged_id;
  if found_count < 2 then
    raise exception 'one of them doesn''t exist' using
      errcode = 'CP009', hint = format('We couldn''t find that %s.', noun);
  end if;
  if merged_count > 0 then
    raise exception 'already merged' using
      errcode = 'CP031',
      hint = format('One of these %ss has already been merged. Reload the page to see the result.', noun);
  end if;
end;
$$;

create function private.joined_tags(tags jsonb, more_tags jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(known.tag order by known.position), '[]'::jsonb)
  from (
    select distinct on (lower(entry.tag)) entry.tag, entry.position
    from jsonb_array_elements_text(tags || more_tags) with ordinality as entry (tag, position)
    order by lower(entry.tag), entry.position
  ) as known;
$$;

create function private.joined_fields(noun text, kept_fields jsonb, merged_fields jsonb, choices jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  notes constant text := nullif(concat_ws(E'\n\n', kept_fields ->> 'notes', merged_fields ->> 'notes'), '');
  tags constant jsonb := private.joined_tags(kept_fields -> 'tags', merged_fields -> 'tags');
  fields jsonb := '{}';
begin
  if choices ->> 'notes' = 'both' then
    if char_length(notes) > 5000 then
      raise exception 'the notes are too long' using
        errcode = 'check_violation', table = noun || '_merges', constraint = noun || '_merges_notes_check',
        hint = 'Together, the notes are longer than 5,000 characters. Choose one of them.';
    end if;
    fields := fields || jsonb_build_object('notes', notes);
  end if;
  if choices ->> 'tags' = 'both' then
    if jsonb_array_length(tags) > 10 then
      raise exception 'there are too many tags' using
        errcode = 'check_violation', table = noun || '_merges', constraint = noun || '_merges_tags_check',
        hint = format('Together, they have more than 10 tags. Choose one %s''s tags.', noun);
    end if;
    fields := fields || jsonb_build_object('tags', tags);
  end if;
  return fields;
end;
$$;

create function private.require_latest_merge(noun text, merge_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  merge record;
begin
  execute format(
    'select entry.erased_at, entry.undo_until, kept.merged_into_id, (
      select coalesce(later.merged_name, %3$L)
      from public.%1$I as later
      where later.kept_id = entry.kept_id and later.merged_at > entry.merged_at
        and later.undone_at is null and later.erased_at is null
      order by later.merged_at desc
      limit 1
    ) as later_name
    from public.%1$I as entry
    join public.%2$I as kept on kept.id = entry.kept_id
    where entry.id = $1',
    noun || '_merges', noun || 's', 'another ' || noun
  ) into merge using merge_id;
  if merge.erased_at is not null then
    raise exception 'the merge is permanent' using
      errcode = 'CP032', hint = 'This merge is permanent, so it can''t be undone.';
  end if;
  if merge.undo_until <= now() then
    raise exception 'the merge is too old' using
      errcode = 'CP032', hint = 'This merge is more than 30 days old, so it can''t be undone.';
  end if;
  if merge.merged_into_id is not null then
    raise exception 'the one who was kept was merged' using
      errcode = 'CP032', hint = format('This %s was merged into another one afterward. Undo that merge first.', noun);
  end if;
  if merge.later_name is not null then
    raise exception 'there is a later merge' using
      errcode = 'CP032', hint = format('Undo the later merge with %s first.', merge.later_name);
  end if;
end;
$$;

comment on function private.await_other_merges(text) is
  'Makes merges run one at a time, because they could otherwise deadlock.';
comment on function private.await_volunteer_merges() is
  'Waits until no merge is running and blocks new ones, because a merge changes which record an address leads to.';
comment on function private.require_unmerged(text, uuid, uuid) is
  'Refuses to merge a record with itself, with one that doesn''t exist, or with one that was already merged, and says '
  'why.';
comment on function private.joined_tags(jsonb, jsonb) is 'Combines both lists of tags, without duplicates.';
comment on function private.joined_fields(text, jsonb, jsonb, jsonb) is
  'Combines the notes or tags of both records if the administrator chose both. Refuses if the notes are too long or '
  'there are too many tags.';
comment on function private.require_latest_merge(text, uuid) is
  'Refuses to undo a merge that is permanent, too old, or not the latest one, and says why.';
