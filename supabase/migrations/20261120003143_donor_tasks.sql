set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.donor_tasks (
  id uuid primary key default gen_random_uuid(),
  donor_id uuid not null references public.donors (id),
  text text not null check (private.is_line(text) and char_length(btrim(text)) between 1 and 200),
  due_on date not null check (due_on between '1900-01-01' and '2199-12-31'),
  is_call boolean not null default false,
  is_done boolean not null default false,
  done_at timestamptz,
  done_by text,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint donor_tasks_done_at_check check ((done_at is not null) = is_done),
  constraint donor_tasks_done_by_check check ((done_by is not null) = is_done)
);
create index donor_tasks_donor_idx on public.donor_tasks (donor_id, due_on);
create index donor_tasks_due_idx on public.donor_tasks (due_on, id) where not is_done;

comment on table public.donor_tasks is
  'Tasks that administrators plan to do for a donor, and the thank-you calls that they made.';
comment on column public.donor_tasks.is_call is
  'Whether the task is a thank-you call. A call is recorded after it was made, so its task is always done.';
comment on column public.donor_tasks.due_on is 'The day on which the task appears under "Needs attention".';

select private.describe_table(
  'donor_tasks', area => 'giving', archived => true, audited => true, title => 'Task due on {due_on}',
  rows => '{area}', admins_write => '{insert,update,delete}',
  uncounted => '{donor_id}',
  erasure => 'delete', erase_order => 14,
  reason => 'Tasks and notes about calls.'
);
select private.describe_columns('donor_tasks', '{text}', kind => 'note');
select private.describe_columns('donor_tasks', '{created_by,done_by}', kind => 'username');

alter table public.donor_tasks enable row level security;

create policy "Admins read donor tasks" on public.donor_tasks
  for select to authenticated
  using ((select private.may('giving')));

create policy "Admins add donor tasks" on public.donor_tasks
  for insert to authenticated
  with check ((select private.may('giving')));

create policy "Admins change donor tasks" on public.donor_tasks
  for update to authenticated
  using ((select private.may('giving')));

create policy "Admins delete donor tasks" on public.donor_tasks
  for delete to authenticated
  using ((select private.may('giving')));

grant select, delete on table public.donor_tasks to authenticated;
grant insert (donor_id, text, due_on) on table public.donor_tasks to authenticated;
grant update (text, due_on, is_done) on table public.donor_tasks to authenticated;
grant select on table public.donor_tasks to service_role;

create function private.sign_donor_task()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.is_call and not new.is_done then
    raise exception 'a call is always done' using
      errcode = 'check_violation', table = 'donor_tasks', constraint = 'donor_tasks_is_done_check',
      hint = 'A call can''t be reopened. Delete it if it wasn''t made.';
  end if;
  new.created_by := coalesce(new.created_by, private.actor_name());
  new.done_at := case when new.is_done then coalesce(new.done_at, now()) end;
  new.done_by := case when new.is_done then coalesce(new.done_by, private.actor_name()) end;
  return new;
end;
$$;

create trigger set_updated_at
  before update on public.donor_tasks
  for each row execute function private.set_updated_at();

create trigger sign_donor_task
  before insert or update on public.donor_tasks
  for each row execute function private.sign_donor_task();

comment on function private.sign_donor_task() is
  'Stores who added a task, and who marked it as done and when. Only the first person to mark it as done is stored.';
