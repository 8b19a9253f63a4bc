/** Temporary functions that return the rows, sums and facts at the end of a history. */
export const HISTORY_END = `
  -- Every sum that anyone is shown.
  create function pg_temp.sums() returns jsonb language plpgsql stable as $$
    declare
      person public.volunteers;
      sums jsonb := '{}';
    begin
      for person in select * from pg_temp.own_people() loop
        perform set_config('request.jwt.claim.sub', coalesce(person.account_id::text, ''), true),
          set_config('request.jwt.claims', coalesce((
            select jsonb_build_object('sub', person.account_id, 'role', 'authenticated', 'session_id', session.id)::text
            from auth.sessions as session where session.user_id = person.account_id limit 1
          ), ''), true);
        sums := sums || jsonb_build_object(person.id, jsonb_build_object(
          'directory', person.total_hours, 'packages', person.packages_helped,
          'certificate', private.hours_certificate(person.id, null),
          'dashboard', case when private.own_volunteer_id() = person.id then private.own_registration_totals() end,
          'months', private.volunteer_months(person)
        ));
      end loop;
      perform set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claims', '', true);
      return sums;
    end
  $$;

  -- The rows that all sums come from.
  create function pg_temp.rows() returns jsonb language sql stable as $$
    select jsonb_build_object(
      'people', (select jsonb_agg(person) from pg_temp.own_people() as person),
      'events', (
        select jsonb_agg(to_jsonb(meeting) || jsonb_build_object(
          'startsIn', extract(epoch from meeting.starts_at - now()) / 3600,
          'endsIn', extract(epoch from meeting.ends_at - now()) / 3600,
          'shift', (select to_jsonb(shift) from public.volunteer_shifts as shift where shift.event_id = meeting.id)
        )) from pg_temp.own_events() as meeting
      ),
      'registrations', (
        select coalesce(jsonb_agg(registration), '[]') from public.volunteer_event_registrations as registration
        where registration.event_id in (select id from pg_temp.own_events())
      ),
      'places', (
        select coalesce(jsonb_agg(to_jsonb(queue) || jsonb_build_object('event_id', shift.event_id)), '[]')
        from public.shift_waitlist as queue join public.volunteer_shifts as shift on shift.id = queue.shift_id
        where shift.event_id in (select id from pg_temp.own_events())
      ),
      'entries', (
        select coalesce(jsonb_agg(entry), '[]') from public.hour_entries as entry
        where entry.person_id in (select id from pg_temp.own_people())
      )
    )
  $$;

  -- The hours of other tests and of the sample data.
  create function pg_temp.other_hours(first_day date, last_day date) returns numeric language sql stable as $$
    select coalesce((
      select sum(counted.hours) from private.counted_shifts as counted
      where counted.date between first_day and last_day
        and counted.event_id <> all (current_setting('history.events')::uuid[])
    ), 0) + coalesce((
      select sum(counted.hours) from private.counted_entries as counted
      where counted.date between first_day and last_day
        and counted.person_id <> all (current_setting('history.people')::uuid[])
    ), 0)
  $$;

  -- In one statement, because other tests write meanwhile.
  create function pg_temp.finish(cells jsonb, admin_claims text) returns jsonb language plpgsql stable as $$
    declare
      first_day constant date := date_trunc('month', private.today());
      overview jsonb;
    begin
      perform set_config('request.jwt.claims', admin_claims, true),
        set_config('request.jwt.claim.sub', admin_claims::jsonb ->> 'sub', true);
      overview := private.overview();
      return jsonb_build_object(
        'today', private.today(), 'firstDay', first_day, 'rows', pg_temp.rows(), 'sums', pg_temp.sums(),
        'truths', (
          select jsonb_agg(pg_temp.truths(pg_temp.ids(cell -> 'people'), pg_temp.ids(cell -> 'events')) order by number)
          from jsonb_array_elements(cells) with ordinality as listed (cell, number)
        ),
        'siteHours', (private.registration_totals() ->> 'totalHours')::numeric - (
          select coalesce(sum(counted.hours), 0) from private.counted_shifts as counted
          where counted.event_id <> all (current_setting('history.events')::uuid[])
        ),
        'otherHours', pg_temp.other_hours(first_day, private.today()),
        'overview', overview
      );
    end
  $$;
`;
