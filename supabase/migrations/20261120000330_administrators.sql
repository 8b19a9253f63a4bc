set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.owners()
returns table (username text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select person.username from public.users as person
  where person.user_type = 'admin' and person.areas is null
  order by lower(person.username);
end;
$$;

grant execute on function private.owners() to authenticated;

comment on function private.owners() is 'Returns the owners, whom any administrator can ask for more areas.';
