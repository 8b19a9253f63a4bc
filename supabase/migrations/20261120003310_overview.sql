set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Figures for the dashboard by month in the organization's time zone, with last month's figures up to the same day.
-- Money and donors come from the stored totals, and registrations and hours from the events' counters.
create function private.overview(as_of timestamptz default now())
returns jsonb
language plpgsql
stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  zone constant text := private.time_zone();
  today constant date := (as_of at time zone zone)::date;
  this_month constant date := date_trunc('month', today::timestamp);
  last_month constant date := this_month - interval '1 month';
  same_day constant date := least(last_month + (today - this_month), this_month - 1);
  month_begin constant timestamptz := this_month::timestamp at time zone zone;
  last_begin constant timestamptz := last_month::timestamp at time zone zone;
  same_end constant timestamptz := (same_day + 1)::timestamp at time zone zone;
  shows_demo constant boolean := private.shows_demo_money();
  own_areas constant text[] := private.admin_areas();
  -- Sets the figures of areas that the administrator doesn't have to null.
  withheld constant jsonb := '{}'::jsonb
    || case when 'giving' = any (own_areas) then '{}' else '{"gifts": null, "packages": null, "donors": null}' end::jsonb
    || case
      when 'volunteers' = any (own_areas) then '{}'
      else '{"newVolunteers": null, "volunteerHours": null, "attendance": null, "places": null, "completedEvents": null}'
    end::jsonb
    || case when 'settings' = any (own_areas) then '{}' else '{"setup": null}' end::jsonb;
begin
  return (
    select jsonb_build_object(
      'monthName', to_char(today, 'FMMonth'),
      'lastMonthName', to_char(last_month, 'FMMonth'),
      'daysCompared', same_day - last_month + 1,
      'gifts', jsonb_build_object(
        'thisMonth', money.given, 'lastMonth', money.given_before, 'lastMonthSoFar', money.given_so_far
      ),
      'packages', jsonb_build_object(
        'thisMonth', floor(money.given / setting.package_price),
        'lastMonth', floor(money.given_before / setting.package_price),
        'lastMonthSoFar', floor(money.given_so_far / setting.package_price)
      ),
      'newVolunteers', (
        select jsonb_build_object(
          'thisMonth', count(*) filter (where person.created_at >= month_begin),
          'lastMonth', count(*) filter (where person.created_at < month_begin),
          'lastMonthSoFar', count(*) filter (where person.created_at < same_end)
        )
        from public.volunteers as person
        where person.created_at >= last_begin and person.is_active and person.merged_into_id is null
      ),
      'isGoalSet', exists (select from public.care_package_goals as goal where goal.is_active),
      'monthlyGoal', coalesce((select goal.monthly_goal from public.care_package_goals as goal where goal.is_active), 500),
      'donors', (
        select jsonb_build_object('all', site.donor_count, 'returning', site.returning_donor_count)
        from public.donation_site_totals as site where site.is_demo = shows_demo
      ),
      'volunteerHours', held.hours,
      'attendance', jsonb_build_object('expected', held.expected, 'came', held.came),
      'places', (
        select jsonb_build_object(
          'taken', coalesce(sum(least(shift.signed_up_volunteers, shift.max_volunteers)), 0),
          'offered', coalesce(sum(shift.max_volunteers), 0)
        )
        from public.events as meeting
        join public.volunteer_shifts as shift on shift.event_id = meeting.id
        where meeting.starts_at between as_of and as_of + interval '30 days'
          and meeting.is_active and shift.status = 'active'
      ),
      'setup', jsonb_build_object(
        'hasContactInfo', exists (select from public.contact_info),
        'hasTaxId', exists (
          select from public.contact_info as organization where btrim(organization.tax_id) ~ '^\d{2}-?\d{7}$'
        ),
        'isTimeZoneConfirmed', setting.is_time_zone_confirmed,
        'isGivingConfirmed', setting.is_giving_confirmed,
        'hasEvent', exists (select from public.events)
      ),
      'completedEvents', (
        select coalesce(jsonb_agg(completed order by completed.ends_at desc, completed.id), '[]')
        from (
          select meeting.id, meeting.event_type as "eventType", meeting.date, meeting.ends_at,
            meeting.registered_volunteers - meeting.absent_volunteers as volunteers,
            round((select counted.hours from private.counted_events as counted where counted.id = meeting.id), 1) as hours
          from public.events as meeting
          left join public.volunteer_shifts as shift on shift.event_id = meeting.id
          where meeting.ends_at < as_of and meeting.is_active and shift.status is distinct from 'canceled'
          order by meeting.ends_at desc, meeting.id desc
          limit 8
        ) as completed
      )
    )
    from public.settings as setting
    cross join (
      select
        coalesce(sum(kept.total_amount) filter (where kept.day >= this_month), 0) as given,
        coalesce(sum(kept.total_amount) filter (where kept.day < this_month), 0) as given_before,
        coalesce(sum(kept.total_amount) filter (where kept.day <= same_day), 0) as given_so_far
      from public.donation_day_totals as kept
      where kept.is_demo = shows_demo and kept.day >= last_month
    ) as money
    cross join (
      select
        (
          select coalesce(round(sum(counted.hours), 1), 0)
          from (
            select counted.date, counted.hours from private.counted_events as counted
            union all
            select entry.date, entry.hours from private.counted_entries as entry
          ) as counted
          where counted.date between this_month and today
        ) as hours,
        coalesce(sum(meeting.registered_volunteers) filter (where meeting.ends_at >= as_of - interval '30 days'), 0)
          as expected,
        coalesce(sum(
          meeting.registered_volunteers - meeting.absent_volunteers
        ) filter (where meeting.ends_at >= as_of - interval '30 days'), 0) as came
      from public.events as meeting
      left join public.volunteer_shifts as shift on shift.event_id = meeting.id
      where meeting.ends_at < as_of and meeting.ends_at >= least(month_begin, as_of - interval '30 days')
        and meeting.is_active and shift.status is distinct from 'canceled'
    ) as held
  ) || withheld;
end;
$$;

grant execute on function private.overview(timestamptz) to service_role;

comment on function private.overview(timestamptz) is
  'Returns a comparison of this month with last month, the shifts of the last and next thirty days, the latest eight '
  'events, and which steps of setting up the site are done. Figures of areas that the calling administrator doesn''t '
  'have are null.';
