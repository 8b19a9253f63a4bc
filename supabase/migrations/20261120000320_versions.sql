set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Triggers for tables whose earlier versions are kept, such as blog_posts, whose versions are in blog_post_versions.
-- Each of these tables has the columns version and saved_by.
create function private.number_version()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.saved_by := private.actor_name();
  elsif new is distinct from old then
    new.saved_by := private.actor_name();
    new.version := old.version + 1;
  end if;
  return new;
end;
$$;

create function private.keep_version()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format(
    'insert into public.%I select * from jsonb_populate_record(null::public.%1$I, $1)', tg_argv[0]
  ) using to_jsonb(old) || jsonb_build_object(
    'id', gen_random_uuid(), tg_argv[1], old.id, 'saved_at', old.updated_at
  );
  execute format('delete from public.%I where %I = $1 and version <= $2', tg_argv[0], tg_argv[1])
  using old.id, old.version - 50;
  return null;
end;
$$;

comment on function private.number_version() is
  'Increments the version with every change and records who made the change.';
comment on function private.keep_version() is
  'Keeps the version that a change replaced, up to fifty per record. The arguments are the table of earlier versions '
  'and its column with the record''s id.';
