set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.queue_annual_statements(as_of date default private.today())
returns integer
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  ended_year constant integer := extract(year from as_of)::integer - 1;
  zone constant text := private.time_zone();
  donor record;
  cause text;
  queued integer := 0;
begin
  -- A two-week window, so that no one is missed if the scheduler is down for a while.
  if to_char(as_of, 'MM-DD') not between '01-31' and '02-13' then
    return 0;
  end if;

  for donor in
    select person.id, lower(person.email) as email_key,
      coalesce(person.first_name, (array_agg(donation.first_name order by donation.completed_at desc, donation.id))[1]) as first_name,
      coalesce(person.last_name, (array_agg(donation.last_name order by donation.completed_at desc, donation.id))[1]) as last_name
    from public.donations as donation
    join public.donors as person on person.id = donation.donor_id
    where not donation.is_demo
      and donation.is_receipted
      and donation.import_id is null
      and person.email is not null
      and donation.completed_at >= make_timestamptz(ended_year, 1, 1, 0, 0, 0, zone)
      and donation.completed_at < make_timestamptz(ended_year + 1, 1, 1, 0, 0, 0, zone)
      and donation.adjusted_amount < donation.amount
    group by person.id
  loop
    cause := 'statement:' || ended_year || ':' || md5(donor.email_key);
    continue when exists (select 1 from public.email_outbox as mail where mail.dedupe_key = cause);
    perform private.queue_email(
      'Annual Statement',
      donor.email_key,
      btrim(donor.first_name || ' ' || donor.last_name),
      jsonb_build_object(
        'name', donor.first_name,
        'year', ended_year,
        'giftLinkId', private.create_donor_link(donor.email_key, interval '7 days')
      ),
      cause
    );
    queued := queued + 1;
  end loop;
  return queued;
end;
$$;

grant execute on function private.queue_annual_statements(date) to service_role;

comment on function private.queue_annual_statements(date) is
  'Scheduled: starting on January 31, sends one email to each donor with real donations last year that weren''t fully '
  'refunded. Imported donations are in the statement but don''t trigger an email, because the other system has sent '
  'its own.';
