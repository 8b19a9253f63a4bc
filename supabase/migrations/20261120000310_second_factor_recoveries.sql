set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Lets administrators who lost their second factor log in again, with a recovery code or another administrator's help.
create table public.second_factor_recoveries (
  user_id uuid primary key references public.users (id) on delete cascade,
  code_hashes text[] not null check (cardinality(code_hashes) between 1 and 10),
  created_at timestamptz not null default now()
);

comment on table public.second_factor_recoveries is
  'Recovery codes for a second factor, one row per administrator. Using one removes the factor and all other codes.';
comment on column public.second_factor_recoveries.code_hashes is
  'SHA-256 hashes, computed by the functions. They don''t depend on a key, so codes still work after keys are rotated. '
  'The codes themselves are shown once and never stored.';

select private.describe_table(
  'second_factor_recoveries', archived => false, left_out => 'secrets', audited => false,
  erasure => 'delete', erase_order => 51,
  reason => 'Recovery codes.'
);
select private.describe_columns('second_factor_recoveries', '{code_hashes}', kind => 'personal');

alter table public.second_factor_recoveries enable row level security;

create policy "No API access to recovery codes" on public.second_factor_recoveries
  for all to anon, authenticated
  using (false)
  with check (false);

-- Factors live in Auth, outside the audit triggers, so changes to them are logged here.
create function private.audit_second_factor(person uuid, action text, change jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_name, action, table_name, row_id, before, after)
  select
    auth.uid(),
    coalesce((select writer.username from public.users as writer where writer.id = auth.uid()), 'server'),
    audit_second_factor.action,
    'second_factors',
    person::text,
    case when audit_second_factor.action = 'delete' then owner.facts || change end,
    case when audit_second_factor.action = 'insert' then owner.facts || change end
  from (
    select jsonb_build_object('username', entry.username) as facts
    from public.users as entry where entry.id = person
  ) as owner;
$$;

create function private.set_recovery_codes(code_hashes jsonb)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  hashes text[] := array(select jsonb_array_elements_text(code_hashes));
begin
  perform private.require_admin();
  if not private.has_second_factor(auth.uid()) then
    raise exception 'no second factor is enrolled' using errcode = 'CP011';
  end if;
  insert into public.second_factor_recoveries as recovery (user_id, code_hashes)
  values (auth.uid(), hashes)
  on conflict (user_id) do update set code_hashes = excluded.code_hashes, created_at = now();
  perform private.audit_second_factor(
    auth.uid(), 'insert', jsonb_build_object('recoveryCodes', cardinality(hashes))
  );
end;
$$;

grant execute on function private.set_recovery_codes(jsonb) to authenticated;

create function private.recovery_codes(person uuid)
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select recovery.code_hashes
    from public.second_factor_recoveries as recovery
    where recovery.user_id = person
      and exists (
        select 1
        from auth.mfa_factors as factor
        where factor.user_id = person and factor.status = 'verified'
          and factor.created_at <= recovery.created_at
      )
  );
end;
$$;

create function private.use_recovery_code(code_hash text)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  delete from public.second_factor_recoveries as recovery
  where recovery.user_id = auth.uid()
    and private.has_live_session()
    and code_hash = any (private.recovery_codes(recovery.user_id));
  if not found then
    return false;
  end if;
  perform private.audit_second_factor(auth.uid(), 'delete', '{"by": "recovery code"}');
  return true;
end;
$$;

grant execute on function private.use_recovery_code(text) to authenticated;

create function private.release_second_factor(person uuid)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.require_area('owner');
  if person = auth.uid() then
    raise exception 'administrators can''t release their own second factor' using errcode = '42501';
  end if;
  if not exists (
    select 1 from public.users as entry where entry.id = person and entry.user_type = 'admin'
  ) then
    raise exception 'no such administrator' using errcode = 'CP009',
      hint = 'We couldn''t find that administrator. They may have been removed.';
  end if;
  delete from public.second_factor_recoveries as recovery where recovery.user_id = person;
  if not private.has_second_factor(person) then
    return false;
  end if;
  perform private.audit_second_factor(person, 'delete', '{"by": "another administrator"}');
  return true;
end;
$$;

grant execute on function private.release_second_factor(uuid) to authenticated;

create function private.own_second_factor()
returns table (has_second_factor boolean, recovery_codes integer)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select from private.admin_session() as session where session.state <> 'unconfirmed') then
    perform private.require_admin();
  end if;
  return query
  select private.has_second_factor(auth.uid()), coalesce(cardinality(private.recovery_codes(auth.uid())), 0);
end;
$$;

grant execute on function private.own_second_factor() to authenticated;

comment on function private.set_recovery_codes(jsonb) is
  'Replaces the caller''s recovery codes; requires a second factor.';
comment on function private.recovery_codes(uuid) is
  'Returns the hashes of the codes that still work: those made for the current second factor, not for one that has '
  'been removed.';
comment on function private.use_recovery_code(text) is
  'Uses up one of the caller''s codes and discards the others; the calling function then removes the factor in Auth.';
comment on function private.release_second_factor(uuid) is
  'Deletes another administrator''s codes. Returns true if they have a factor, which the calling function then '
  'removes in Auth.';
comment on function private.own_second_factor() is
  'Returns whether the caller has a second factor, and how many recovery codes are left. Also works for an '
  'administrator who has yet to set up the required second factor.';
