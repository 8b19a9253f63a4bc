set local lock_timeout = '1s';
set local statement_timeout = '60s';

create function private.erasure_obstacles(person jsonb, rows jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with ids as (
    select private.json_ids(person -> 'donors') as donors, private.json_ids(person -> 'logins') as logins
  ),
  obstacles (sentence) as (
    select 'This person was already erased.'
    where exists (
      select from jsonb_array_elements(private.records_of(person)) as record
      -- The location may have a different contact person now.
      where record ->> 'kind' <> 'location' and private.is_erased(record ->> 'kind', (record ->> 'id')::uuid)
    )
    union all
    select format('%s is an administrator. Remove them under Settings, Team first.', administrator.username)
    from ids, public.users as administrator
    where administrator.id = any (ids.logins) and administrator.user_type = 'admin'
    union all
    select format('%s of %s a month %s still active. Cancel %s first, so that nothing more is charged.',
      private.count_with_noun(count(*), 'recurring donation', 'recurring donations'),
      '$' || to_char(sum(subscription.amount), 'FM999,999,990.00'),
      case when count(*) = 1 then 'is' else 'are' end, case when count(*) = 1 then 'it' else 'them' end)
    from ids, public.subscriptions as subscription
    where subscription.donor_id = any (ids.donors)
      and (
        subscription.status in ('active', 'past_due', 'paused')
        or subscription.status = 'incomplete' and subscription.created_at > now() - interval '1 hour'
      )
    having count(*) > 0
    union all
    select 'A donation is being paid right now. Wait until it has gone through or failed.'
    where exists (
      select from ids, public.donations as donation
      where donation.donor_id = any (ids.donors) and donation.status = 'pending'
        and (donation.processing_at is not null or donation.created_at > now() - interval '1 hour')
    )
    union all
    select 'An import with rows of this person is underway. Finish or discard it first.'
    where exists (
      select from public.imports as entry
      join jsonb_array_elements_text(rows -> 'import_rows') as staged (key) on staged.key like entry.id || ':%'
      where entry.state in ('checking', 'importing', 'undoing')
    )
  )
  select coalesce(jsonb_agg(obstacles.sentence), '[]') from obstacles;
$$;

create function private.mentions_of(words text[], rows jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with places (table_name, id, title, words) as (
    select 'blog_posts', post.id, post.title, concat_ws(' ', post.title, post.content, post.image_alt, post.search_title,
      post.search_description, post.tags) from public.blog_posts as post
    union all select 'blog_post_drafts', draft.id, draft.title, concat_ws(' ', draft.title, draft.content, draft.image_alt,
      draft.search_title, draft.search_description, draft.tags) from public.blog_post_drafts as draft
    union all select 'blog_post_versions', entry.id, entry.title, concat_ws(' ', entry.title, entry.content, entry.image_alt,
      entry.search_title, entry.search_description, entry.tags) from public.blog_post_versions as entry
    union all select 'section_content', entry.id, entry.section, concat_ws(' ', entry.header, entry.content, entry.image_alt)
      from public.section_content as entry
    union all select 'hero_section', entry.id, entry.headline, concat_ws(' ', entry.headline, entry.core_message, entry.image_alt)
      from public.hero_section as entry
    union all select 'about_items', entry.id, entry.title, concat_ws(' ', entry.title, entry.description)
      from public.about_items as entry
    union all select 'legal_content', entry.id, entry.key, entry.content from public.legal_content as entry
    union all select 'legal_content_versions', entry.id, 'Version of ' || entry.saved_at::date, entry.content
      from public.legal_content_versions as entry
    union all select 'financial_reports', entry.id, entry.description, concat_ws(' ', entry.description, entry.cover_alt)
      from public.financial_reports as entry
    union all select 'email_templates', entry.id, entry.name,
      concat_ws(' ', entry.name, entry.subject, entry.html_content, entry.description) from public.email_templates as entry
    union all select 'email_template_versions', entry.id, entry.name,
      concat_ws(' ', entry.name, entry.subject, entry.html_content, entry.description) from public.email_template_versions as entry
    union all select 'testimonials', story.id, story.title, concat_ws(' ', story.name, story.title, story.content)
      from public.testimonials as story
    union all select 'children_letters', letter.id, 'Letter of ' || letter.created_at::date, letter.text
      from public.children_letters as letter
    union all select 'volunteer_highlights', highlight.id, highlight.title, concat_ws(' ', highlight.title, highlight.message)
      from public.volunteer_highlights as highlight
    union all select 'events', meeting.id, meeting.event_type || ', ' || meeting.date,
      concat_ws(' ', meeting.note, meeting.cancellation_reason) from public.events as meeting
    union all select 'volunteer_shifts', shift.id, shift.title, concat_ws(' ', shift.title, shift.description, shift.location)
      from public.volunteer_shifts as shift
    union all select 'deposits', entry.id, 'Deposit of ' || entry.deposited_on, concat_ws(' ', entry.reference, entry.notes)
      from public.deposits as entry
    union all select 'package_deliveries', entry.id, 'Delivery of ' || entry.delivered_on, entry.notes
      from public.package_deliveries as entry
    union all select 'locations', place.id, place.name, concat_ws(' ', place.name, place.address, place.description)
      from public.locations as place
    union all select 'volunteers', person.id, 'Notes about a volunteer', person.notes
      from public.volunteers as person where person.notes is not null
    union all select 'donors', donor.id, 'Notes about a donor', donor.notes from public.donors as donor where donor.notes is not null
    union all select 'donor_tasks', task.id, 'Task due on ' || task.due_on, task.text from public.donor_tasks as task
    union all select 'donations', donation.id, 'Donation of ' || donation.created_at::date,
      concat_ws(' ', donation.in_honor_of, donation.note)
      from public.donations as donation where donation.in_honor_of is not null or donation.note is not null
  )
  select coalesce(jsonb_agg(jsonb_build_object('table', hit.table_name, 'id', hit.id, 'title', hit.title)), '[]')
  from (
    select places.table_name, places.id, places.title from places
    where lower(places.words) like any ((select private.patterns_of(mentions_of.words))::text[])
      and not coalesce(rows -> places.table_name ? places.id::text, false)
    order by places.table_name, places.title, places.id
    limit 100
  ) as hit;
$$;

comment on function private.erasure_obstacles(jsonb, jsonb) is 'Returns why a person can''t be erased now, one sentence for each reason.';
comment on function private.mentions_of(text[], jsonb) is
  'Returns up to 100 pieces of content and notes about other people that contain one of these texts. Leaves out the '
  'person''s own rows.';
