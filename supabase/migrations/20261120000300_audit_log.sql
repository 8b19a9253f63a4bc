set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.audit_log (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  area text not null default 'owner',
  row_id text not null,
  before jsonb,
  after jsonb,
  search_text text not null
    generated always as (' ' || lower(actor_name || ' ' || table_name || ' ' || row_id)) stored
);
create index audit_log_occurred_at_idx on public.audit_log (occurred_at desc, id desc)
  include (table_name, action, actor_id);
create index audit_log_area_idx on public.audit_log (area, occurred_at desc, id desc);
create index audit_log_area_actor_idx on public.audit_log (area, actor_id);
create index audit_log_search_idx on public.audit_log using gin (search_text extensions.gin_trgm_ops);
create index audit_log_row_idx on public.audit_log (table_name, row_id, id desc);
create index audit_log_actor_idx on public.audit_log (actor_id, id desc);

comment on table public.audit_log is 'Append-only history of every write to a table that administrators can change.';
comment on column public.audit_log.actor_id is
  'auth.users id of the writer. No foreign key, because the history outlives user accounts.';
comment on column public.audit_log.actor_name is 'Username, or the database role if no one was signed in.';
comment on column public.audit_log.area is
  'The area whose administrators see the entry: that of its table, or owner if the table doesn''t belong to one area.';

create function private.set_audit_area()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.area := coalesce((select known.area from private.tables as known where known.name = new.table_name), 'owner');
  return new;
end;
$$;

comment on function private.set_audit_area() is
  'Sets the area whose administrators may read the entry.';

create trigger set_area
  before insert on public.audit_log
  for each row execute function private.set_audit_area();

create function private.erase_values(kept jsonb, columns text[])
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  if kept is null or columns = '{}' then
    return kept;
  end if;
  return kept || coalesce(
    (
      select jsonb_object_agg(erasable, 'erased')
      from unnest(columns) as erasable
      where jsonb_typeof(kept -> erasable) <> 'null'
    ),
    '{}'
  );
end;
$$;

comment on function private.erase_values(jsonb, text[]) is
  'Prepares a row for the history by replacing the values of these columns with "erased".';

create function private.actor_name()
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce(
    (select person.username from public.users as person where person.id = auth.uid()),
    nullif(current_setting('role', true), 'none'),
    session_user
  );
end;
$$;

comment on function private.actor_name() is
  'The writer''s name in the history: the username, or the database role if no one is signed in.';

create function private.refuse_change()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'CP012';
end;
$$;

comment on function private.refuse_change() is
  'Refuses every change.';

create function private.only_erases(kept jsonb, erased jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select erased is not distinct from private.erase_values(
    kept, array(select entry.key from jsonb_each(kept) as entry where entry.value is distinct from erased -> entry.key)
  );
$$;

comment on function private.only_erases(jsonb, jsonb) is
  'Returns whether the second value equals the first, except for values that were replaced by "erased".';

create function private.keep_history()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- The transaction that erases a person turns on private.erasing. Even then, the only change allowed is to erase
  -- values. search_text isn't compared, because it is computed after this trigger.
  if tg_op = 'UPDATE' and current_setting('private.erasing', true) = 'on'
    and to_jsonb(new) - '{before,after,search_text}'::text[] = to_jsonb(old) - '{before,after,search_text}'::text[]
    and private.only_erases(old.before, new.before) and private.only_erases(old.after, new.after) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'CP012';
end;
$$;

comment on function private.keep_history() is
  'Refuses every change, except that an erasure may erase values.';

create trigger refuse_change
  before update or delete on public.audit_log
  for each row execute function private.keep_history();

create trigger refuse_truncate
  before truncate on public.audit_log
  for each statement execute function private.refuse_change();

select private.describe_table(
  'audit_log', archived => true, audited => false,
  rows => '{area of row}',
  erasure => 'empty', erase_order => 90,
  reason => 'The audit log keeps what happened and who did it. The values that were entered are removed.'
);
select private.describe_columns('audit_log', '{before,after}', kind => 'personal');
select private.describe_columns('audit_log', '{actor_id,actor_name}', kind => 'username');
select private.describe_columns('audit_log', '{row_id}', kind => 'reference');
select private.describe_columns('audit_log', '{action,table_name,area}', kind => 'state');

alter table public.audit_log enable row level security;

create policy "Admins read the audit log of their areas" on public.audit_log
  for select to authenticated
  using (area = any ((select private.admin_areas())::text[]));

grant select on table public.audit_log to authenticated;
grant select on table public.audit_log to service_role;

create function private.audit_actors()
returns table (id uuid, username text)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  own_areas text[] := private.admin_areas();
begin
  perform private.require_admin();
  return query
  select person.id, person.username
  from public.users as person
  where person.user_type = 'admin'
    and (
      'owner' = any (own_areas)
      or person.id = auth.uid()
      or exists (
        select from public.audit_log as entry
        where entry.area = any (own_areas) and entry.actor_id = person.id
      )
    )
  order by lower(person.username);
end;
$$;

grant execute on function private.audit_actors() to authenticated;

comment on function private.audit_actors() is
  'Returns the administrators whose changes the caller may see in the audit log, including the caller. For an owner, '
  'returns all of them.';
