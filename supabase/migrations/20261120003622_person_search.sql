set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.month_of(moment timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select to_char(moment at time zone private.time_zone(), 'FMMonth YYYY');
$$;

create function private.count_with_noun(number bigint, one text, many text)
returns text
language sql
immutable
set search_path = ''
as $$
  select to_char(number, 'FM999,999,999,990') || ' ' || case when number = 1 then one else many end;
$$;

create function private.found_donors(pattern text)
returns table (kind text, id text, name text, email text, details text, created_at timestamptz)
language sql
stable
set search_path = ''
as $$
  with hits as (
    select donor.id from public.donors as donor
    where lower(donor.first_name || ' ' || donor.last_name) like pattern or lower(donor.email) like pattern
    union select entry.donor_id from public.donor_emails as entry where entry.email_key like pattern
    union select donation.donor_id from public.donations as donation where donation.search_text like pattern
    union select entry.donor_id from public.subscriptions as entry
      where lower(entry.first_name || ' ' || entry.last_name || ' ' || entry.email) like pattern
    union select merge.merged_id from public.donor_merges as merge where lower(merge.merged_name) like pattern
  )
  select 'donor', donor.id::text, btrim(known.first_name || ' ' || known.last_name),
    coalesce(donor.email, (
      select min(entry.email_key) from public.donor_emails as entry where entry.donor_id = donor.id
    )),
    'Donor, ' || private.count_with_noun(given.count, 'donation', 'donations')
      || coalesce(', the last in ' || private.month_of(given.last), '')
      || case when donor.merged_into_id is null then '' else ', merged into another donor' end,
    donor.created_at
  from (select hits.id from hits limit 60) as hit
  join public.donors as donor on donor.id = hit.id
  cross join lateral private.donor_name(donor.id) as known
  cross join lateral (
    select count(*) as count, max(donation.created_at) as last
    from public.donations as donation where donation.donor_id = donor.id
  ) as given;
$$;

create function private.found_volunteers(pattern text)
returns table (kind text, id text, name text, email text, details text, created_at timestamptz)
language sql
stable
set search_path = ''
as $$
  (
    select 'volunteer', volunteer.id::text, volunteer.name, volunteer.email,
      'Volunteer, ' || to_char(volunteer.total_hours, 'FM999,990.##') || ' hours', volunteer.created_at
    from public.volunteers as volunteer where volunteer.search_text like pattern limit 60
  )
  union all
  (
    select 'volunteer_account', account.id::text, btrim(account.first_name || ' ' || account.last_name), account.email,
      'Volunteer''s login' || coalesce(', last used in ' || private.month_of(account.last_login_at), ''), account.created_at
    from public.volunteer_accounts as account where account.search_text like pattern limit 60
  )
  union all
  (
    select 'volunteer_application', entry.id::text, btrim(entry.first_name || ' ' || entry.last_name), entry.email,
      'Application from ' || private.month_of(entry.created_at) || ', ' || entry.status, entry.created_at
    from public.volunteer_applications as entry where entry.search_text like pattern limit 60
  )
  union all
  (
    select case when person.user_type = 'admin' then 'administrator' else 'login' end, login.id::text,
      coalesce(person.username, ''), login.email::text,
      case
        when person.user_type = 'admin' then 'Administrator'
        when person.id is not null then 'Former administrator'
        else 'Login without an account'
      end, login.created_at
    from auth.users as login
    left join public.users as person on person.id = login.id
    where (lower(login.email) like pattern or lower(person.username) like pattern)
      and login.email <> private.sign_in_email('')
      and not exists (select from public.volunteer_accounts as account where account.id = login.id and person.id is null)
    limit 60
  )
  union all
  (
    select 'admin_invitation', entry.id::text, '', entry.email,
      'Invitation to the team from ' || private.month_of(entry.created_at), entry.created_at
    from public.admin_invitations as entry where entry.email like pattern limit 60
  );
$$;

create function private.found_content(pattern text)
returns table (kind text, id text, name text, email text, details text, created_at timestamptz)
language sql
stable
set search_path = ''
as $$
  (
    select 'testimonial', story.id::text, story.name, null::text, 'Story: ' || left(story.title, 60), story.created_at
    from public.testimonials as story where story.search_text like pattern limit 60
  )
  union all
  (
    select 'children_letter', letter.id::text, letter.writer, null, 'Letter: ' || left(letter.text, 60), letter.created_at
    from public.children_letters as letter where lower(letter.writer || ' ' || letter.text) like pattern limit 60
  )
  union all
  (
    select 'team_member', member.id::text, member.name, null, 'Team page: ' || member.role, member.created_at
    from public.team_members as member where lower(member.name) like pattern limit 60
  )
  union all
  (
    select 'location', place.id::text, place.contact_person_name, null, 'Contact at ' || place.name, place.created_at
    from public.locations as place where lower(place.contact_person_name) like pattern limit 60
  )
  union all
  (
    select 'tribute', tribute.id::text, tribute.recipient_name, tribute.recipient_email,
      'Recipient of a card in ' || private.month_of(tribute.created_at), tribute.created_at
    from public.tributes as tribute
    where lower(concat_ws(' ', tribute.recipient_name, tribute.recipient_email)) like pattern limit 60
  )
  union all
  (
    select 'mailbox', lower(mail.to_email), max(mail.to_name), lower(mail.to_email),
      private.count_with_noun(count(*), 'email', 'emails') || ', the last in ' || private.month_of(max(mail.created_at)),
      min(mail.created_at)
    from public.email_outbox as mail
    where mail.search_text like pattern and lower(mail.to_name || ' ' || mail.to_email) like pattern
      and mail.to_email not like '%@erased.invalid'
    group by lower(mail.to_email)
    limit 60
  );
$$;

create function private.find_people(search text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_area('owner');
  return (
    with found as (
      select * from private.found_donors((private.patterns_of(array[search]))[1])
      union all select * from private.found_volunteers((private.patterns_of(array[search]))[1])
      union all select * from private.found_content((private.patterns_of(array[search]))[1])
    ),
    shown as (
      select * from found
      -- Exact matches come first.
      order by lower(coalesce(found.email, '')) <> lower(search) and lower(coalesce(found.name, '')) <> lower(search),
        lower(coalesce(found.name, '')), found.kind, found.id
      limit 100
    )
    select jsonb_build_object(
      'records', coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', shown.kind, 'id', shown.id, 'name', coalesce(shown.name, ''), 'email', shown.email,
          'details', shown.details, 'createdAt', shown.created_at,
          'sharesEmailWith', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', other.kind, 'id', other.id)), '[]')
            from shown as other
            where lower(other.email) = lower(shown.email) and (other.kind, other.id) <> (shown.kind, shown.id)
          )
        )
        order by lower(coalesce(shown.name, '')), shown.kind, shown.id
      ), '[]'),
      'hasMore', (select count(*) > 100 from found)
    )
    from shown
  );
end;
$$;

grant execute on function private.find_people(text) to authenticated;

comment on function private.month_of(timestamptz) is 'Returns a month as text, such as May 2026.';
comment on function private.count_with_noun(bigint, text, text) is
  'Returns a number with the singular or plural form of a noun.';
comment on function private.found_donors(text) is
  'Returns donors whose name or email address matches the pattern, or who have a donation with a matching name or '
  'email address.';
comment on function private.found_volunteers(text) is 'Returns volunteers, applications and logins that match the pattern.';
comment on function private.found_content(text) is
  'Returns people who appear on pages, on cards or in the delivery log and match the pattern.';
comment on function private.find_people(text) is
  'Returns the records of people whose name or email address contains this text, up to 100. For owners.';
