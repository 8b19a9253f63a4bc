set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.children_letters (
  id uuid primary key default gen_random_uuid(),
  text text not null check (private.is_line(text) and char_length(btrim(text)) between 1 and 280),
  writer text not null check (
    private.is_line(writer) and char_length(writer) <= 40 and writer ~ '^[^[:space:],[:digit:]]+, [0-9]{1,2}$'
  ),
  "order" integer not null default 0 check ("order" >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index children_letters_order_idx on public.children_letters (is_active, "order", created_at);

comment on table public.children_letters is 'Quotes from letters that children put into the boxes.';
comment on column public.children_letters.writer is
  'First name and age only, such as "Ava, 7": never a surname, a school or an address that could identify a child.';
comment on column public.children_letters.is_active is 'False means removed from the page; the row can be restored.';

select private.describe_table(
  'children_letters', area => 'content', archived => true, audited => true, title => 'Letter of {created_at}',
  rows => '{published,area}', published_by => 'is_active', admins_write => '{insert,update,delete}', on_site => true,
  erasure => 'delete', erase_order => 41,
  reason => 'Letters.'
);
select private.describe_columns('children_letters', '{writer}', kind => 'personal');
select private.describe_columns('children_letters', '{text}', kind => 'note');

alter table public.children_letters enable row level security;

create policy "Visitors read children's letters" on public.children_letters
  for select to anon
  using (is_active);

create policy "Signed-in people read children's letters" on public.children_letters
  for select to authenticated
  using (is_active or (select private.may('content')));

create policy "Admins add children's letters" on public.children_letters
  for insert to authenticated
  with check ((select private.may('content')));

create policy "Admins change children's letters" on public.children_letters
  for update to authenticated
  using ((select private.may('content')));

create policy "Admins delete children's letters" on public.children_letters
  for delete to authenticated
  using ((select private.may('content')));

grant select (id, text, writer, "order") on table public.children_letters to anon, authenticated;
grant select on table public.children_letters to administrator;
grant insert (text, writer, "order", is_active) on table public.children_letters to authenticated;
grant update (text, writer, "order", is_active) on table public.children_letters to authenticated;
grant delete on table public.children_letters to authenticated;
grant select, insert, update, delete on table public.children_letters to service_role;

-- Moving other letters changes "order" without editing this one, so "order" doesn't update the version.
create trigger set_updated_at
  before update of text, writer, is_active on public.children_letters
  for each row execute function private.set_updated_at();
