set local lock_timeout = '1s';
set local statement_timeout = '60s';

-- Functions are in plpgsql if the landing page waits for them, because plpgsql caches plans for the session and SQL
-- functions don't.

create function private.impact_stats()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'packagesDelivered', coalesce(opening.packages_delivered, 0) + delivered.packages + mailed.packages,
      'familiesHelped', coalesce(opening.families_helped, 0) + delivered.families + mailed.families,
      'volunteerHours', coalesce(opening.volunteer_hours, 0) + round(worked.hours),
      'veteransServed', coalesce(opening.veterans_served, 0) + delivered.veterans + mailed.veterans,
      'since', opening.since,
      'lastUpdated', to_char(
        greatest(
          (greatest(opening.last_updated, delivered.latest) at time zone (select private.time_zone())),
          mailed.month + interval '1 month'
        ),
        'YYYY-MM'
      )
    )
    from (
      select
        coalesce(sum(delivery.packages), 0) as packages,
        coalesce(sum(delivery.families), 0) as families,
        coalesce(sum(delivery.veterans), 0) as veterans,
        max(delivery.created_at) as latest
      from private.stateside_deliveries as delivery
    ) as delivered
    cross join (
      select
        coalesce(sum(figure.packages), 0) as packages,
        coalesce(sum(figure.families), 0) as families,
        coalesce(sum(figure.veterans), 0) as veterans,
        max(figure.month) as month
      from private.published_figures as figure
      where figure.dimension = 'region'
    ) as mailed
    cross join (select (private.registration_totals() ->> 'totalHours')::numeric as hours) as worked
    left join public.impact_stats as opening on true
  );
end;
$$;

grant execute on function private.impact_stats() to anon, authenticated, service_role;

create function private.delivery_counts()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (with stateside as materialized (
    select * from private.stateside_deliveries
  ),
  mailed as materialized (
    select * from private.published_figures
  )
  select jsonb_build_object(
    'deliveriesSince', (
      select to_char(least((select min(month) filter (where has_trusted_day) from stateside), (select min(since) from mailed)), 'YYYY-MM')
    ),
    'branchCounts', coalesce((
      select jsonb_agg(
        jsonb_build_object('branch', branch.name, 'packages', branch.packages, 'families', branch.families)
        order by branch.packages desc, branch.name
      )
      from (
        select name, sum(packages) as packages, sum(families) as families
        from (
          select military_branch as name, packages, families from stateside
          union all
          select name, packages, families from mailed where dimension = 'branch'
        ) as counted
        group by name
      ) as branch
    ), '[]'::jsonb),
    'programCounts', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'program', program.name, 'packages', program.packages, 'families', program.families,
          'veterans', program.veterans
        )
        order by program.packages desc, program.name
      )
      from (
        select name, sum(packages) as packages, sum(families) as families, sum(veterans) as veterans
        from (
          select program as name, packages, families, veterans from stateside
          union all
          select name, packages, families, veterans from mailed where dimension = 'program'
        ) as counted
        group by name
      ) as program
    ), '[]'::jsonb),
    'mapPoints', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'city', place.city, 'state', place.state, 'latitude', place.latitude, 'longitude', place.longitude,
          'region', place.region, 'packages', place.packages, 'families', place.families
        )
        order by place.packages desc, place.city, place.state, place.region
      )
      from (
        select null as city, null as state, name as region, null as latitude, null as longitude, packages, families
        from mailed
        where dimension = 'region'
        union all
        select * from (
          select city, state, null as region, avg(latitude) as latitude, avg(longitude) as longitude,
            sum(packages) as packages, sum(families) as families
          from stateside
          group by city, state
          order by sum(packages) desc, city, state
          limit 200
        ) as town
      ) as place
    ), '[]'::jsonb)
  ));
end;
$$;

grant execute on function private.delivery_counts() to anon, authenticated, service_role;

create function private.given_this_month()
returns numeric
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(sum(kept.total_amount), 0)
  from public.donation_month_totals as kept
  where kept.is_demo = (select private.shows_demo_money())
    and kept.month = (select date_trunc('month', private.today()::timestamp)::date);
$$;

grant execute on function private.given_this_month() to anon, authenticated, service_role;

-- Runs as the caller, so policies and column grants decide what it contains. Figures computed from rows that visitors
-- can't read come from security definer functions, each of which returns only its figure: impact_stats,
-- delivery_counts, recent_donors, donation_site_totals, given_this_month and published_highlights.
create function private.home()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  counts jsonb := private.delivery_counts();
begin
  return counts || jsonb_build_object(
    'hero', (
      select jsonb_build_object(
        'headline', hero.headline, 'coreMessage', hero.core_message, 'imageUrl', hero.image_url, 'imageAlt', hero.image_alt
      )
      from public.hero_section as hero
    ),
    'contactInfo', (
      select jsonb_build_object(
        'organizationName', contact.organization_name, 'taxId', contact.tax_id, 'address', contact.address,
        'phone', contact.phone, 'email', contact.email
      )
      from public.contact_info as contact
    ),
    'impactStats', private.impact_stats(),
    'about', (
      select jsonb_build_object(
        'header', section.header,
        'content', section.content,
        'imageUrl', section.image_url,
        'imageAlt', section.image_alt,
        'items', coalesce((
          select jsonb_agg(
            jsonb_build_object('id', item.id, 'title', item.title, 'description', item.description, 'order', item."order")
            order by item."order", item.id
          )
          from public.about_items as item
        ), '[]'::jsonb)
      )
      from (select 1) as one
      left join public.section_content as section on section.section = 'about'
    ),
    'programCounts', coalesce((
      select jsonb_agg(
        counted.program || jsonb_build_object(
          'description', nullif(section.content, ''), 'imageUrl', section.image_url, 'imageAlt', section.image_alt,
          -- Each program counts only the people it serves.
          'families', case when counted.program ->> 'program' = 'Military Families' then counted.program -> 'families' else '0' end,
          'veterans', case when counted.program ->> 'program' = 'Veterans' then counted.program -> 'veterans' else '0' end
        )
        order by counted.place
      )
      from jsonb_array_elements(counts -> 'programCounts') with ordinality as counted (program, place)
      left join public.section_content as section
        on section.section = lower(replace(counted.program ->> 'program', ' ', '-'))
    ), '[]'::jsonb),
    'sections', (
      select jsonb_build_object(
        'volunteer', pictured.by_name -> 'volunteer', 'shareYourStory', pictured.by_name -> 'share-your-story',
        'thankYou', pictured.by_name -> 'thank-you'
      )
      from (
        select jsonb_object_agg(
          section.section, jsonb_build_object('imageUrl', section.image_url, 'imageAlt', section.image_alt)
        ) as by_name
        from public.section_content as section
        where section.image_url is not null
      ) as pictured
    ),
    'childrenLetters', coalesce((
      select jsonb_agg(
        jsonb_build_object('id', letter.id, 'text', letter.text, 'writer', letter.writer, 'order', letter."order")
        order by letter."order", letter.id
      )
      from (
        select id, text, writer, "order" from public.children_letters order by "order", id limit 4
      ) as letter
    ), '[]'::jsonb),
    'blogPosts', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', post.id, 'title', post.title, 'content', post.content, 'imageUrl', post.image_url,
          'imageAlt', post.image_alt, 'createdAt', post.created_at, 'publishedAt', post.published_at,
          'slug', post.slug, 'tags', post.tags
        )
        order by post.published_at desc, post.id desc
      )
      from (
        select id, title, content, image_url, image_alt, created_at, published_at, slug, tags from public.blog_posts
        order by published_at desc, id desc
        limit 3
      ) as post
    ), '[]'::jsonb),
    'testimonials', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', story.id, 'name', story.name, 'title', story.title, 'content', story.content,
          'imageUrl', story.image_url, 'imageAlt', story.image_alt, 'rating', story.rating, 'createdAt', story.created_at
        )
        order by story.created_at desc, story.id desc
      )
      from (
        select id, name, title, content, image_url, image_alt, rating, created_at from public.testimonials
        order by created_at desc, id desc
        limit 3
      ) as story
    ), '[]'::jsonb),
    'upcomingEvents', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', meeting.id, 'eventType', meeting.event_type, 'date', meeting.date, 'startTime', meeting.start_time,
          'endTime', meeting.end_time, 'endsNextDay', meeting.ends_next_day, 'address', meeting.address,
          'startsAt', meeting.starts_at, 'endsAt', meeting.ends_at, 'isFull', private.event_is_full(meeting.id)
        )
        order by meeting.starts_at, meeting.id
      )
      from (
        select id, event_type, date, start_time, end_time, ends_next_day, address, starts_at, ends_at
        from public.events
        where starts_at >= now()
        order by starts_at, id
        limit 3
      ) as meeting
    ), '[]'::jsonb),
    'recentEvents', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', meeting.id, 'eventType', meeting.event_type, 'date', meeting.date, 'startTime', meeting.start_time,
          'endTime', meeting.end_time, 'endsNextDay', meeting.ends_next_day, 'address', meeting.address,
          'startsAt', meeting.starts_at, 'endsAt', meeting.ends_at
        )
        order by meeting.ends_at desc, meeting.id
      )
      from (
        select id, event_type, date, start_time, end_time, ends_next_day, address, starts_at, ends_at
        from public.events
        where ends_at < now()
        order by ends_at desc, id
        limit 3
      ) as meeting
    ), '[]'::jsonb),
    'recentDonations', private.recent_donors(3),
    'donationTotals', private.donation_site_totals(),
    'highlights', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', highlight.id,
            'title', highlight.title,
            'message', highlight.message,
            'imageUrl', highlight.image_url,
            'imageAlt', highlight.image_alt,
            'volunteerName', highlight.volunteer_name,
            'volunteerSince', highlight.volunteer_since,
            'createdAt', highlight.created_at
          )
          order by highlight.created_at desc, highlight.id desc
        ),
        '[]'::jsonb
      )
      from (
        select *
        from private.published_highlights(array(
          select newest.id from public.volunteer_highlights as newest
          order by newest.created_at desc, newest.id desc
          limit 3
        ))
      ) as highlight
    ),
    'highlightCount', (select count(*) from public.volunteer_highlights),
    'monthlyProgress', jsonb_build_object(
      'monthlyGoal', coalesce(
        (select goal.monthly_goal from public.care_package_goals as goal), 500
      ),
      'monthName', to_char(private.today(), 'FMMonth YYYY'),
      'total', private.given_this_month()
    ),
    'settings', (
      select jsonb_build_object(
        'timeZone', setting.time_zone,
        'minDonation', setting.min_donation,
        'maxDonation', setting.max_donation,
        'packagePrice', setting.package_price,
        'giftLevels', setting.gift_levels,
        'packageCosts', setting.package_costs,
        'spendingYear', setting.spending_year,
        'spendingYearRaised', setting.spending_year_raised,
        'spending', setting.spending,
        'cardFeePercent', setting.card_fee_percent,
        'cardFeeFixed', setting.card_fee_fixed,
        'employerMatchUrl', setting.employer_match_url,
        'facebookUrl', setting.facebook_url,
        'instagramUrl', setting.instagram_url,
        'xUrl', setting.x_url,
        'youtubeUrl', setting.youtube_url
      )
      from public.settings as setting
    )
  );
end;
$$;

grant execute on function private.home() to anon, authenticated, service_role;

comment on function private.impact_stats() is 'Returns the opening totals plus deliveries and attended hours.';
comment on function private.delivery_counts() is
  'Returns the number of packages by branch, program and place, and the first month that they cover. Places are '
  'cities, states or regions.';
comment on function private.given_this_month() is 'Returns this month''s donations in dollars.';
comment on function private.home() is
  'Returns everything that the landing page needs and the caller may see, in one call. Full names are never included.';
