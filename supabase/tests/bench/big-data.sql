-- Simulates an organization after years of work: 1,000,000 donations by 250,000 donors, 100,000 donors who haven't
-- donated yet, 100,000 applications, 10,000 volunteers, 5,000 events with 100,000 registrations, 50,000 hours outside
-- shifts, 50,000 stories, 50,000 highlights, 200,000 emails, 200,000 audit entries and 250,000 printed statements. For
-- speed, triggers are off, totals are computed at the end, and indexes are created after the rows.
select setseed(0.25);

create temporary table dropped_indexes on commit drop as
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
from pg_index
where indrelid = any (array[
    'public.donations', 'public.donor_totals', 'public.donors_without_donations', 'public.volunteer_applications',
    'public.statement_years', 'public.email_outbox', 'public.audit_log', 'public.testimonials', 'public.volunteer_highlights'
  ]::regclass[])
  and not exists (select 1 from pg_constraint where conindid = indexrelid);

do $$
declare
  index_name text;
begin
  for index_name in select name from dropped_indexes loop
    execute 'drop index ' || index_name;
  end loop;
end;
$$;

create function pg_temp.first_name(number integer) returns text language sql immutable as $$
  select (string_to_array('Ann Ben Cara Dan Eva Finn Grace Hugo Iris Jack Kate Liam Mia Noah Olga Paul Quinn Rosa Sam Tara '
    'Uma Vera Walt Xena Yara Zane Alma Boris Clara Doug Elsa Fred Gina Hank Inga Joel Kurt Lena Max Nora', ' '))[1 + number % 40];
$$;
create function pg_temp.last_name(number integer) returns text language sql immutable as $$
  select (string_to_array('Ander Brook Carl Dal East Fair Green Hay Iver Johan Kings Lind Mor North Os Peder Quil Rock Stan Thor', ' '))[1 + number % 20]
    || (string_to_array('son ton man berg wood field well shaw ley dale more hurst wick ford land', ' '))[1 + number / 20 % 15];
$$;

create function pg_temp.email_address(number integer) returns text language sql immutable as $$
  select lower(pg_temp.first_name(number) || '.' || pg_temp.last_name(number / 40)) || number
    || '@mail' || number % 7 || '.example.org';
$$;

create function pg_temp.donor_id(number integer) returns uuid language sql immutable as $$
  select md5('donor ' || number)::uuid;
$$;

insert into public.donors (id, email)
select pg_temp.donor_id(number), pg_temp.email_address(number) from generate_series(0, 249999) as number;
insert into public.donors (id, first_name, last_name, email, created_at)
select pg_temp.donor_id(number), pg_temp.first_name(number), pg_temp.last_name(number / 40), pg_temp.email_address(number),
  now() - random() * interval '5 years'
from generate_series(250000, 349999) as number;
insert into public.donor_emails (email_key, donor_id) select lower(email), id from public.donors where email is not null
on conflict do nothing;

alter table public.donations disable trigger user;
insert into public.donations (
  donor_id, first_name, last_name, email, amount, is_recurring, is_anonymous, status, adjusted_amount, is_disputed,
  completed_at, receipt_number, failed_at, created_at, given_on
)
select
  pg_temp.donor_id(donor), pg_temp.first_name(donor), pg_temp.last_name(donor / 40),
  pg_temp.email_address(donor), amount, donor % 5 = 0, donor % 11 = 0, status,
  case status when 'refunded' then amount when 'partially_refunded' then round(amount / 2, 2) else 0 end,
  status = 'disputed',
  case when status not in ('pending', 'failed') then moment + interval '5 seconds' end,
  case when status not in ('pending', 'failed') then to_char(moment, '"R-"YYYY-') || lpad(number::text, 7, '0') end,
  case when status = 'failed' then moment + interval '5 seconds' end,
  moment,
  (moment at time zone (select private.time_zone()))::date
from (
  select
    number,
    floor(random() ^ 1.3 * 250000)::integer as donor,
    (array[10, 25, 25, 50, 50, 50, 100, 250])[1 + floor(random() * 8)::integer]
      + (case when number % 4 = 0 then floor(random() * 10000) / 100 else 0 end)::numeric(10, 2) as amount,
    case
      when number % 1000 < 945 then 'completed'
      when number % 1000 < 975 then 'failed'
      when number % 1000 < 980 then 'pending'
      when number % 1000 < 990 then 'refunded'
      when number % 1000 < 997 then 'partially_refunded'
      else 'disputed'
    end as status,
    now() - random() * interval '5 years' as moment
  from generate_series(1, 1000000) as number
) as donation;
alter table public.donations enable trigger user;
update public.settings set real_payments = true;

alter table public.volunteer_applications disable trigger user;
insert into public.volunteer_applications (
  first_name, last_name, email, phone, city, state, availability, status, reviewed_at, created_at
)
select
  pg_temp.first_name(number), pg_temp.last_name(number / 40), pg_temp.email_address(number), '555-0100',
  'Fort Worth', 'TX', 'weekends', status, case when status <> 'pending' then moment + interval '1 day' end, moment
from (
  select number, now() - random() * interval '5 years' as moment,
    case when number % 200 = 0 then 'pending' when number % 10 = 0 then 'rejected' else 'approved' end as status
  from generate_series(1, 100000) as number
) as application;
alter table public.volunteer_applications enable trigger user;

create temporary table newcomer on commit drop as
select number, gen_random_uuid() as id, pg_temp.email_address(number) as email,
  now() - random() * interval '5 years' as moment
from generate_series(1, 10000) as number;
insert into auth.users (id, email) select id, email from newcomer;

alter table public.volunteer_accounts disable trigger user;
alter table public.volunteers disable trigger user;
insert into public.volunteer_accounts (
  id, email, first_name, last_name, is_active, activated_at, created_at, last_login_at
)
select id, email, pg_temp.first_name(number), pg_temp.last_name(number / 40), number % 20 <> 0, moment, moment,
  case when number % 10 <> 0 then moment + random() * (now() - moment) end
from newcomer;
insert into public.volunteers (account_id, name, email, city, state, availability, is_active, created_at, started_on)
select id, pg_temp.first_name(number) || ' ' || pg_temp.last_name(number / 40), email, 'Fort Worth', 'TX', 'flexible',
  number % 20 <> 0, moment, moment::date
from newcomer;

alter table public.testimonials disable trigger user;
insert into public.testimonials (name, title, content, is_active, created_at)
select
  pg_temp.first_name(number) || ' ' || number, 'Army spouse',
  case when number % 200 = 0 then 'The chaplain handed it out. ' else '' end
    || repeat('The package came on the day he needed it, and the children have read the letter every evening since. ', 8),
  number % 500 <> 0, now() - random() * interval '5 years'
from generate_series(1, 50000) as number;
alter table public.testimonials enable trigger user;
alter table public.volunteer_highlights disable trigger user;
insert into public.volunteer_highlights (volunteer_id, title, message, is_published, created_at)
select
  newcomer.id, 'Evening ' || pg_temp.first_name(entry) || ' ' || entry,
  case when entry % 200 = 0 then 'The chaplain came by. ' else '' end
    || repeat('We packed package after package until the last table was empty and everybody had a letter to add. ', 4),
  entry % 500 <> 0, now() - random() * interval '5 years'
from generate_series(1, 50000) as entry
join newcomer on newcomer.number = 1 + entry % 10000;
alter table public.volunteer_highlights enable trigger user;

alter table public.events disable trigger user;
alter table public.events enable trigger set_event_instants;
create temporary table meeting on commit drop as
select number, case when number = 3000 then '5b1f0c6e-3000-4000-8000-000000003000' else gen_random_uuid() end as id
from generate_series(1, 5000) as number;
insert into public.events (
  id, event_type, date, start_time, end_time, address, packages_packed, is_active, totals_written
)
select
  id,
  (array['Care Package Assembly', 'Outreach Event', 'Food Drive', 'Fundraiser', 'Community Outreach'])[1 + number % 5],
  private.today() + 90 - number / 3, '10:00'::time + number % 8 * interval '1 hour', '19:00',
  number || ' ' || pg_temp.last_name(number) || ' Street, Fort Worth, TX', 40, number % 50 <> 0,
  -- A trigger keeps this only for events that are over.
  true
from meeting;

alter table public.volunteer_event_registrations disable trigger user;
insert into public.volunteer_event_registrations (person_id, volunteer_id, event_id, attendance, confirmed_at)
select volunteers.id, newcomer.id, meeting.id, case when meeting.number < 270 then 'expected' else 'confirmed' end,
  case when meeting.number >= 270 then now() end
from (
  select 1 + entry % 5000 as event_number, 1 + (entry * 7 + entry / 5000) % 10000 as volunteer_number
  from generate_series(1, 100000) as entry
  -- One roster is long.
  union select 3000, entry from generate_series(1, 400) as entry
) as sign_up
join meeting on meeting.number = sign_up.event_number
join newcomer on newcomer.number = sign_up.volunteer_number
join public.volunteers on volunteers.account_id = newcomer.id;
alter table public.volunteer_event_registrations enable trigger user;

update public.events as event
set registered_volunteers = counted.registrations, present_hours = counted.hours
from (
  select registration.event_id, count(*) as registrations,
    sum(private.present_hours(registration, meeting)) as hours
  from public.volunteer_event_registrations as registration
  join public.events as meeting on meeting.id = registration.event_id
  group by registration.event_id
) as counted
where counted.event_id = event.id;
alter table public.events enable trigger user;

alter table public.hour_entries disable trigger user;
insert into public.hour_entries (person_id, date, hours, activity, status, is_beside_shift, created_at)
select person.id, entry.moment::date, 1 + entry.number % 12 * 0.25,
  (array['Thank-you letters', 'Warehouse', 'Driving boxes', 'Phone calls', 'Sewing'])[1 + entry.number % 5],
  case when entry.number % 100 = 0 then 'pending' when entry.number % 25 = 0 then 'rejected' else 'approved' end,
  entry.number % 3 = 0, entry.moment
from (select number, now() - random() * interval '4 years' as moment from generate_series(1, 50000) as number) as entry
join newcomer on newcomer.number = 1 + entry.number % 10000
join public.volunteers as person on person.account_id = newcomer.id;
alter table public.hour_entries enable trigger user;
analyze public.events, public.volunteers, public.volunteer_event_registrations, public.hour_entries;
select private.refresh_volunteer_totals(id) from public.volunteers;
select private.keep_volunteer_months();
alter table public.volunteers enable trigger user;
alter table public.volunteer_accounts enable trigger user;

alter table public.email_outbox disable trigger user;
insert into public.email_outbox (template_name, to_email, to_name, status, sent_at, created_at)
select
  (array['Donation Confirmation', 'Volunteer Application Approved', 'Event Reminder'])[1 + number % 3],
  pg_temp.email_address(number), pg_temp.first_name(number) || ' ' || pg_temp.last_name(number / 40), status,
  case when status = 'sent' then moment end, moment
from (
  select number, now() - random() * interval '5 years' as moment,
    case when number % 500 = 0 then 'failed' when number % 700 = 0 then 'queued' else 'sent' end as status
  from generate_series(1, 200000) as number
) as mail;
alter table public.email_outbox enable trigger user;
insert into public.audit_log (occurred_at, actor_id, actor_name, action, table_name, area, row_id)
select
  now() - (200000 - number) * interval '13 minutes', writer.id, writer.username,
  (array['insert', 'update', 'update', 'delete'])[1 + number % 4],
  described.name, described.area, gen_random_uuid()
from generate_series(1, 200000) as number
join private.tables as described on described.name =
  case when number % 300 = 0 then 'settings' else (array['events', 'volunteers', 'blog_posts'])[1 + number % 3] end
cross join (select id, username from public.users where user_type = 'admin' limit 1) as writer;

do $$
declare
  index_definition text;
begin
  for index_definition in select definition from dropped_indexes where name like '%donations_donor_idx%' loop
    execute index_definition;
  end loop;
end;
$$;
-- For 2024, one donor in a thousand still has no statement.
alter table public.printed_papers disable trigger user;
insert into public.printed_papers (kind, donor_id, year)
select 'statements', pg_temp.donor_id(number), 2024 from generate_series(0, 249999) as number where number % 1000 <> 0;
alter table public.printed_papers enable trigger user;
analyze public.donations, public.donors, public.donor_emails, public.printed_papers;
select private.recompute_donation_totals();
do $$
declare
  index_definition text;
begin
  for index_definition in select definition from dropped_indexes where name not like '%donations_donor_idx%' loop
    execute index_definition;
  end loop;
end;
$$;
