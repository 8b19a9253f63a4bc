set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.warn_of_failed_logins(account text)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  select private.queue_email(
    'Failed Logins',
    owner.email,
    owner.name,
    jsonb_build_object('name', owner.name, 'account', tried.name),
    'failed-logins:' || tried.id || ':' || owner.id || ':' || private.today()
  )
  from (
    select person.id, person.username as name
    from public.users as person
    where lower(person.username) = lower(warn_of_failed_logins.account) and person.user_type = 'admin'
    union
    select volunteer.id, btrim(volunteer.first_name || ' ' || volunteer.last_name)
    from public.volunteer_accounts as volunteer
    where lower(volunteer.email) = lower(warn_of_failed_logins.account)
  ) as tried
  cross join private.owner_addresses() as owner;
$$;

grant execute on function private.warn_of_failed_logins(text) to service_role;

comment on function private.warn_of_failed_logins(text) is
  'Warns all owners by email, at most once a day for each account, that someone is guessing the account''s password. '
  'Does nothing if the account is unknown. The argument is a username or a volunteer''s email address. Server only.';
