set local lock_timeout = '1s';
set local statement_timeout = '60s';

create table public.volunteer_qualifications (
  id uuid primary key default gen_random_uuid(),
  volunteer_id uuid not null references public.volunteers (id) on delete cascade,
  kind text not null check (kind in ('waiver', 'background-check', 'training', 'other')),
  label text,
  completed_on date not null check (completed_on between '1900-01-01' and '2199-12-31'),
  expires_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint volunteer_qualifications_label_check check (
    private.is_line(label) and char_length(btrim(label)) between 1 and 100
    and (kind <> 'other' or label is not null)
  ),
  constraint volunteer_qualifications_expires_on_check check (
    expires_on > completed_on and expires_on <= '2199-12-31'
  )
);
create index volunteer_qualifications_volunteer_idx
  on public.volunteer_qualifications (volunteer_id, completed_on desc, id);
create index volunteer_qualifications_expiry_idx
  on public.volunteer_qualifications (expires_on, id) where expires_on is not null;

comment on table public.volunteer_qualifications is
  'The waivers that volunteers signed, the background checks that they passed and the training that they completed.';
comment on column public.volunteer_qualifications.label is
  'The exact name, such as "First aid". Required if the kind is other.';
comment on column public.volunteer_qualifications.expires_on is
  'The first day on which the qualification is no longer valid; null if it doesn''t expire.';

select private.describe_table(
  'volunteer_qualifications', area => 'volunteers', archived => true, audited => true,
  rows => '{area}', admins_write => '{insert,update,delete}',
  erasure => 'delete', erase_order => 28,
  reason => 'Waivers, background checks and training.'
);
select private.describe_columns('volunteer_qualifications', '{label}', kind => 'personal');
select private.describe_columns('volunteer_qualifications', '{kind}', kind => 'state');

alter table public.volunteer_qualifications enable row level security;

create policy "Admins read volunteer qualifications" on public.volunteer_qualifications
  for select to authenticated
  using ((select private.may('volunteers')));

create policy "Admins add volunteer qualifications" on public.volunteer_qualifications
  for insert to authenticated
  with check ((select private.may('volunteers')));

create policy "Admins change volunteer qualifications" on public.volunteer_qualifications
  for update to authenticated
  using ((select private.may('volunteers')));

create policy "Admins delete volunteer qualifications" on public.volunteer_qualifications
  for delete to authenticated
  using ((select private.may('volunteers')));

grant select, delete on table public.volunteer_qualifications to authenticated;
grant insert (volunteer_id, kind, label, completed_on, expires_on) on table public.volunteer_qualifications
  to authenticated;
grant update (kind, label, completed_on, expires_on) on table public.volunteer_qualifications to authenticated;
grant select on table public.volunteer_qualifications to service_role;

create trigger set_updated_at
  before update on public.volunteer_qualifications
  for each row execute function private.set_updated_at();

create function private.is_lapsing(qualification public.volunteer_qualifications)
returns boolean
language sql
stable
set search_path = ''
as $$
  select qualification.expires_on is not null and qualification.expires_on <= private.today() + 30
    and not exists (
      select 1 from public.volunteer_qualifications as renewal
      where renewal.volunteer_id = qualification.volunteer_id and renewal.kind = qualification.kind
        and lower(coalesce(renewal.label, '')) = lower(coalesce(qualification.label, ''))
        and renewal.completed_on > qualification.completed_on
    );
$$;

create function private.lapsing_volunteers()
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select distinct qualification.volunteer_id
  from public.volunteer_qualifications as qualification
  where qualification.expires_on <= private.today() + 30 and private.is_lapsing(qualification);
$$;

grant execute on function private.is_lapsing(public.volunteer_qualifications), private.lapsing_volunteers()
  to authenticated, service_role;

comment on function private.is_lapsing(public.volunteer_qualifications) is
  'Returns whether a qualification has expired or expires within 30 days, and there is no newer one of the same kind '
  'and label.';
comment on function private.lapsing_volunteers() is
  'Returns the volunteers with a qualification that has expired or is about to.';
