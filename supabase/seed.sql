-- Demo content for an invented charity. Every person is invented and every email address ends in example.org.
-- Dates are relative to the day of seeding, so there is always something in the past, in progress and upcoming.
--
-- The figures add up (tests/contract/demo-figures.test.ts): 1,800 boxes a year at $50, of which $46.70 is contents,
-- packing and postage; about $7,500 donated a month, with a goal of 150 boxes; deliveries since January of last year,
-- and opening totals for 2011 through the year before last. Every year has the same deliveries, so that the reports in
-- demo-files always match last year.

do $$
begin
  if exists (select 1 from public.hero_section) or exists (select 1 from public.users) then
    raise exception 'The seed needs an empty database, but this one already has sample data or administrators.';
  end if;
end;
$$;

-- Demo logins (see the README). Their passwords are stored only here, as bcrypt hashes; never seed a real deployment.
insert into auth.users (
  id, aud, role, email, encrypted_password, email_confirmed_at,
  confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current,
  phone_change, phone_change_token, reauthentication_token,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at
)
select
  person.id::uuid, 'authenticated', 'authenticated', person.email, person.hash, now(),
  '', '', '', '', '', '', '', '',
  '{"provider": "email", "providers": ["email"]}'::jsonb, '{}'::jsonb,
  now() - make_interval(days => person.days), now()
from (
  values
    ('00000000-0000-4000-8000-000000000001', 'admin@example.org', '$2a$10$BTi3jgC6KD1qxaj2aPhGPuJfFsJ2iKhzWQLMzE87BDWOwmP7qKBz.', 900),
    ('00000000-0000-4000-8000-000000000002', 'volunteer@example.org', '$2a$10$DaNdLa2ofma4J4im0OKd.uTuct.4Obg2NSpZshIXxifICnExjk7ZG', 640),
    ('00000000-0000-4000-8000-000000000003', 'pending@example.org', '$2a$10$bPBaK.Y6mJDBmDSGPtMmsui7Y5970y.WXCiZMKOZpZeE9/xZIL6tK', 2),
    ('00000000-0000-4000-8000-000000000004', 'disabled@example.org', '$2a$10$p0hODHkOa88VQ8I9RNozreeEQo.mOoQO3vyQ7uNi0Ne8rcpaDEqBG', 500),
    ('00000000-0000-4000-8000-000000000005', 'treasurer@example.org', '$2a$10$BTi3jgC6KD1qxaj2aPhGPuJfFsJ2iKhzWQLMzE87BDWOwmP7qKBz.', 600),
    ('00000000-0000-4000-8000-000000000006', 'coordinator@example.org', '$2a$10$BTi3jgC6KD1qxaj2aPhGPuJfFsJ2iKhzWQLMzE87BDWOwmP7qKBz.', 540),
    ('00000000-0000-4000-8000-000000000007', 'editor@example.org', '$2a$10$BTi3jgC6KD1qxaj2aPhGPuJfFsJ2iKhzWQLMzE87BDWOwmP7qKBz.', 410),
    ('00000000-0000-4000-8000-000000000008', 'manager@example.org', '$2a$10$BTi3jgC6KD1qxaj2aPhGPuJfFsJ2iKhzWQLMzE87BDWOwmP7qKBz.', 300),
    ('00000000-0000-4000-8000-000000000011', 'marcus.whitfield@example.org', '', 820),
    ('00000000-0000-4000-8000-000000000012', 'elena.castellanos@example.org', '', 760),
    ('00000000-0000-4000-8000-000000000013', 'ruth.okafor@example.org', '', 700),
    ('00000000-0000-4000-8000-000000000014', 'tom.lindqvist@example.org', '', 610),
    ('00000000-0000-4000-8000-000000000015', 'priya.raman@example.org', '', 420),
    ('00000000-0000-4000-8000-000000000016', 'samuel.brandt@example.org', '', 330),
    ('00000000-0000-4000-8000-000000000017', 'grace.holloway@example.org', '', 250),
    ('00000000-0000-4000-8000-000000000018', 'diego.fuentes@example.org', '', 170),
    ('00000000-0000-4000-8000-000000000019', 'hannah.weiss@example.org', '', 120),
    ('00000000-0000-4000-8000-000000000020', 'leon.abernathy@example.org', '', 60),
    ('00000000-0000-4000-8000-000000000021', 'owen.tillman@example.org', '', 1),
    ('00000000-0000-4000-8000-000000000022', 'sofia.marchetti@example.org', '', 2),
    ('00000000-0000-4000-8000-000000000023', 'isaac.nguyen@example.org', '', 4),
    ('00000000-0000-4000-8000-000000000024', 'byron.keller@example.org', '', 45),
    ('00000000-0000-4000-8000-000000000025', 'yvonne.sallis@example.org', '', 80)
) as person (id, email, hash, days);

-- Hosted Auth needs its instance ID in every row; the embedded Auth may not have this column.
do $$
begin
  if exists (
    select 1 from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    execute $sql$
      update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'
      where id::text like '00000000-0000-4000-8000-%'
    $sql$;
  end if;
  if to_regclass('auth.identities') is not null then
    execute $sql$
      insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
      select gen_random_uuid(), 'email', account.id::text, account.id,
        jsonb_build_object('sub', account.id::text, 'email', account.email, 'email_verified', true),
        account.created_at, now()
      from auth.users as account
      where account.id::text like '00000000-0000-4000-8000-%'
    $sql$;
  end if;
end;
$$;

-- An owner, and one administrator for each area.
insert into public.users (id, username, user_type, areas, created_at)
values
  ('00000000-0000-4000-8000-000000000001', 'admin', 'admin', null, now() - interval '900 days'),
  ('00000000-0000-4000-8000-000000000005', 'treasurer', 'admin', '{giving}', now() - interval '600 days'),
  ('00000000-0000-4000-8000-000000000006', 'coordinator', 'admin', '{volunteers}', now() - interval '540 days'),
  ('00000000-0000-4000-8000-000000000007', 'editor', 'admin', '{content}', now() - interval '410 days'),
  ('00000000-0000-4000-8000-000000000008', 'manager', 'admin', '{settings}', now() - interval '300 days');

-- From this statement on, the audit log shows the demo administrator as the author.
select set_config('request.jwt.claim.sub', '00000000-0000-4000-8000-000000000001', true);
select set_config('request.jwt.claims', '{"sub": "00000000-0000-4000-8000-000000000001"}', true);

update public.settings
set
  paper_thanks = 'Thank you. Your gift puts a box into the hands of someone who is far from home.',
  signer_name = 'Denise Harlan', signer_title = 'Chair of the Board',
  time_zone = 'America/Chicago',
  gift_levels = '[
    {"amount": 25, "label": "Half a box"}, {"amount": 50, "label": "One box"},
    {"amount": 100, "label": "Two boxes"}, {"amount": 250, "label": "Five boxes"},
    {"amount": 500, "label": "Ten boxes"}
  ]',
  package_costs = '[
    {"label": "What''s in the box", "amount": 27.40}, {"label": "Postage and customs", "amount": 16.20},
    {"label": "Box and packing materials", "amount": 3.10}, {"label": "Warehouse and office", "amount": 3.30}
  ]',
  spending_year = extract(year from now())::integer - 1,
  spending_year_raised = 95210,
  spending = '[
    {"label": "Boxes and postage", "amount": 84060}, {"label": "Warehouse and office", "amount": 5940},
    {"label": "Fundraising", "amount": 2374}
  ]',
  employer_match_url = 'https://match.example.org/lamplight-care-packages',
  facebook_url = 'https://facebook.example.org/lamplightcare',
  instagram_url = 'https://instagram.example.org/lamplightcare',
  x_url = 'https://x.example.org/lamplightcare',
  youtube_url = 'https://youtube.example.org/lamplightcare',
  candid_url = 'https://candid.example.org/lamplight-care-packages',
  candid_seal_url = '/images/site/5ce4e000-0000-4000-8000-000000000027/240x240',
  charity_navigator_url = 'https://charity-navigator.example.org/00-0142536',
  charity_navigator_seal_url = '/images/site/5ce4e000-0000-4000-8000-000000000028/240x240',
  bbb_url = 'https://bbb.example.org/lamplight-care-packages',
  bbb_seal_url = '/images/site/5ce4e000-0000-4000-8000-000000000029/240x240';

insert into public.contact_info (organization_name, tax_id, address, phone, email)
values (
  'Lamplight Care Packages', '00-0142536', '410 Lantern Street, Suite 200, Fort Worth, TX 76102',
  '(817) 555-0142', 'hello@example.org'
);

-- The pictures are in supabase/demo-files, under the keys that uploads would have.
insert into public.hero_section (headline, core_message, image_url, image_alt)
values (
  'Care packages for service members, their families and veterans',
  'Fifty dollars fills and mails one box with a handwritten note inside: a light in the window, sent by mail.',
  '/images/site/5ce4e000-0000-4000-8000-000000000001/1600x900',
  'Night outside a lit tent: three service members sit around a care package that has just been opened'
);

insert into public.section_content (section, header, content, image_url, image_alt)
values (
  'about',
  'Why we pack boxes',
  'Lamplight began in 2011 at a kitchen table in Fort Worth, with six boxes for one platoon. Today volunteers in '
  || 'the corner of a warehouse pack about a hundred and fifty a month. We are a 501(c)(3) nonprofit where nobody '
  || 'draws a salary; ninety-one cents of every dollar spent last year went into boxes and postage. We ask units and '
  || 'families what they need before we pack, and we publish what we sent and what it cost.',
  '/images/site/5ce4e000-0000-4000-8000-000000000002/1440x960',
  'Four volunteers fill, tape and stack care packages at a long table in a warehouse'
);

insert into public.section_content (section, content, image_url, image_alt)
values
  (
    'deployed-service-members', 'Socks, coffee, batteries, a paperback and two handwritten notes, mailed to the unit that asked for them.',
    '/images/site/5ce4e000-0000-4000-8000-000000000003/1440x960', 'On her cot at night, a service member reads a letter by lantern light, an open box beside her'
  ),
  (
    'military-families', 'Groceries, school supplies and something just for fun, for those at home while a parent is away.',
    '/images/site/5ce4e000-0000-4000-8000-000000000004/1440x960', 'A volunteer hands a care package to a mother and her two children at a lit front door'
  ),
  (
    'veterans', 'A box brought in person each month, by someone who stays to talk.',
    '/images/site/5ce4e000-0000-4000-8000-000000000005/1440x960', 'An older man in an armchair, a quilt over his knees and a package on his lap, laughs with a visitor who holds a mug'
  ),
  (
    'volunteer', '',
    '/images/site/5ce4e000-0000-4000-8000-000000000017/1440x960', 'A new volunteer tapes her first box shut while an older one beside her laughs'
  ),
  (
    'share-your-story', '',
    '/images/site/5ce4e000-0000-4000-8000-000000000018/1440x960', 'A man writes at his kitchen table late in the evening, a care package beside him'
  ),
  (
    'thank-you', '',
    '/images/site/5ce4e000-0000-4000-8000-000000000019/1440x960', 'Three people wave from a hill under the stars, a child holds up a letter, and a lantern glows in front of them'
  );

insert into public.about_items (title, description, "order", is_active)
values
  ('Care packages overseas',
    'Socks, coffee, sunscreen, batteries, a good book and a note from someone at home. We send to APO, FPO and '
    || 'DPO addresses all year, and we answer every unit''s letter within two weeks.', 1, true),
  ('Families on the home front',
    'A parent deploys, a car breaks down, a birthday comes anyway. Our family boxes hold groceries, school '
    || 'supplies and something just for fun, delivered through family readiness groups at fifteen bases.', 2, true),
  ('Veterans, remembered',
    'Monthly boxes for veterans in nursing homes and transitional housing, brought in person by volunteers who '
    || 'stay to talk.', 3, true),
  ('Notes that get kept',
    'Schools, churches and offices write the letters. We read every one, and no box leaves without at least two.',
    4, true),
  ('Holiday drive-through', 'Replaced by the winter mailing; kept here for our records.', 5, false);

insert into public.children_letters (text, writer, "order")
values
  ('Be brave but also take naps.', 'Ava, 7', 1),
  ('Do you have a dog there? If not, you can think about ours. His name is Biscuit and he is not very smart.', 'Mateo, 8', 2),
  ('Sorry about the glitter. It was my idea and I would do it again.', 'Ruby, 5', 3),
  ('I asked if you can see the same moon and my teacher says yes. I will wave on Friday.', 'June, 6', 4),
  ('Thank you for your service. I am good at service too. I set the table.', 'Nora, 6', 5),
  ('I drew you a submarine with windows, so you can look out, and curtains, so the fish cannot look in.', 'Theo, 9', 6);

insert into public.team_members (name, role, is_board_member, image_url, image_alt, "order", about)
values
  ('Nell Garrison', 'Warehouse Manager', false, '/images/site/5ce4e000-0000-4000-8000-000000000021/480x480',
    'A woman with gray hair, glasses and an apron holds a checklist in front of stacked boxes', 1,
    'Knows where every carton is, and checks each box before it''s taped shut.'),
  ('Miriam Osei', 'Volunteer Coordinator', false, '/images/site/5ce4e000-0000-4000-8000-000000000022/480x480',
    'A woman with black curls laughs, her arms folded, in front of a patchwork quilt', 2,
    'Came to pack one Saturday when her brother was deployed, and now greets everyone else who does.'),
  ('Calvin Ito', 'Shipping and Customs', false, '/images/site/5ce4e000-0000-4000-8000-000000000023/480x480',
    'A man in a cap and a yellow vest carries a box on his shoulder at an open dock door at sunrise', 3,
    'Sorted mail in the Navy for 20 years, and fills in our customs forms from memory.'),
  ('Denise Harlan', 'Chair', true, '/images/site/5ce4e000-0000-4000-8000-000000000024/480x480',
    'A woman with her gray hair up rests her chin on her hand at a desk beside a window and a plant', 4,
    'A retired school principal who raised two Marines.'),
  ('Frank Ostrander', 'Treasurer', true, '/images/site/5ce4e000-0000-4000-8000-000000000025/480x480',
    'A bald man with glasses, a white mustache and a bow tie reads a ledger in front of full shelves', 5,
    'A CPA who signs off on every page of our financial reports.'),
  ('Teresa Montoya', 'Secretary', true, '/images/site/5ce4e000-0000-4000-8000-000000000026/480x480',
    'A woman with a ponytail holds up a child''s drawing of the sun, with more drawings behind her', 6,
    'Teaches third grade, where most of the drawings in our boxes come from.');

-- Totals from 2011 to the end of the year before last. The hours also include last year's 905 (the figure in last
-- year's annual report) and, at the same rate, this year's hours before the first event below.
insert into public.impact_stats (packages_delivered, families_helped, volunteer_hours, veterans_served, since)
select 1300 * before.years, 280 * before.years,
  900 * before.years + round(905 * (1 + (private.today() - 130 - date_trunc('year', private.today()::timestamp)::date) / 365.0)),
  240 * before.years, 2011
from (select extract(year from private.today())::integer - 2012 as years) as before;

insert into public.care_package_goals (monthly_goal, is_active) values (150, true);

insert into public.legal_content (key, content, updated_at)
values
(
  'privacy_policy',
  $html$<p>Lamplight Care Packages ("we") respects the people who give to us, volunteer with us and receive our boxes. This policy explains what we collect, why we collect it, and what you can ask us to do.</p>
<h2>Information we collect</h2>
<p>When you give, we receive your name, your email address, the amount and the date. Card details go straight to our payment processor; our servers never see them. When you apply to volunteer, we keep the name, email address, phone number, ZIP code, availability and interests you enter. When you send us a story, we keep its text, the name and role you sign it with, and any picture you add. Our servers keep short-lived technical logs without names.</p>
<h2>How we use it</h2>
<p>To send receipts and year-end statements, to schedule shifts, to answer you, to meet the record-keeping duties of a nonprofit, and to publish totals that don't identify anyone. Recent gifts on our home page show a first name and an initial only, or "Anonymous" if you prefer.</p>
<h2>Sharing</h2>
<p>We do not sell, rent or trade personal information. We share it only with the companies that process payments, deliver email and host this site for us, under contracts that bind them to this policy, and where the law requires it.</p>
<h2>Security</h2>
<p>Connections are encrypted, access is limited to the people who need it, and every change made in our dashboard is recorded. No system is perfect; if something happens that concerns you, we will tell you without delay.</p>
<h2>Your rights</h2>
<p>You may ask for a copy of what we hold about you, have it corrected, or have it deleted where the law does not require us to keep it (donation records are kept for seven years). Write to us and we will answer within thirty days.</p>
<h2>Cookies</h2>
<p>This site sets no advertising or tracking cookies. Volunteers and staff who log in keep a session in their browser until they log out.</p>
<h2>Children under 13</h2>
<p>We do not knowingly collect personal information from children under 13. Letters from schools are collected by teachers and carry first names only.</p>
<h2>Changes</h2>
<p>If we change this policy, we update the date at the top and announce important changes on the home page.</p>
<h2>Contact</h2>
<p>Lamplight Care Packages, 410 Lantern Street, Suite 200, Fort Worth, TX 76102. Email hello@example.org, phone (817) 555-0142, tax ID 00-0142536.</p>$html$,
  now() - interval '70 days'
),
(
  'terms_policy',
  $html$<p>These terms apply to everyone who uses the website of Lamplight Care Packages.</p>
<h2>Acceptance</h2>
<p>By using this site you accept these terms. If you do not accept them, please do not use the site; you can always reach us by mail or phone.</p>
<h2>What this site does</h2>
<p>It lets you give, apply to volunteer, join shifts, read our news and reports, and share a story. We may change or pause parts of it.</p>
<h2>Donations</h2>
<p>Gifts are voluntary and support our mission as a whole. Lamplight is recognized under section 501(c)(3) of the Internal Revenue Code; gifts are deductible to the extent the law allows, and no goods or services are given in return. If you made a mistake, write to us within thirty days and we will refund the gift. Monthly gifts can be changed or canceled at any time.</p>
<h2>Volunteers</h2>
<p>Applications are reviewed by our team. Volunteers follow the safety instructions on site, treat recipients' details as confidential, and give us notice if they cannot come.</p>
<h2>Conduct</h2>
<p>Do not post unlawful, hateful or misleading content, do not attempt to reach data that is not yours, and do not disrupt the service for others.</p>
<h2>Privacy</h2>
<p>Our <a href="/privacy-policy">privacy policy</a> describes how we handle personal information.</p>
<h2>Intellectual property</h2>
<p>Text, drawings and logos are ours or used with permission. Stories remain yours; by sending one you allow us to publish it on this site and in our reports, shortened where needed.</p>
<h2>Disclaimers</h2>
<p>The site is provided "as is." We work hard to keep it correct and available but cannot promise that it always will be. Nothing here is legal or tax advice, and no branch of the armed forces endorses us.</p>
<h2>Indemnification</h2>
<p>You agree to hold Lamplight harmless from claims that arise from your misuse of this site.</p>
<h2>Termination</h2>
<p>We may close an account that breaks these terms; you may close yours at any time by writing to us.</p>
<h2>Changes</h2>
<p>We may update these terms; the date at the top tells you when we last did.</p>
<h2>Governing law</h2>
<p>The laws of the State of Texas apply. Disputes are heard in the courts of Tarrant County, Texas.</p>
<h2>Contact</h2>
<p>Lamplight Care Packages, 410 Lantern Street, Suite 200, Fort Worth, TX 76102. Email hello@example.org, phone (817) 555-0142, tax ID 00-0142536.</p>$html$,
  now() - interval '70 days'
);

insert into public.blog_posts (
  title, content, is_published, published_at, created_at, updated_at, tags, image_url, image_alt
)
select post.title, post.content, post.published, case when post.published then now() - post.age end,
  now() - post.age, now() - post.age, post.tags::jsonb, post.image_url, post.image_alt
from (
  values
  (
    'What goes into a winter box',
    $md$The winter mailing has a deadline that does not move. For boxes to arrive before the holidays, they have to be in the military mail system by the first week of December, and every year we start packing in October and still tape the last ones at midnight.

## We ask before we pack

In September we write to every unit and family readiness group on our list with one question: *what would actually help?* This year the answers were wonderfully plain. Warm socks, always. Instant coffee that tastes like coffee. Phone cables, because they break. Hand warmers for a unit in Europe, electrolyte powder for one in Africa. Paperbacks, "anything but war novels."

## The list

A winter box weighs just under nine pounds and holds:

- two pairs of wool socks and a knit hat
- coffee, cocoa and a tin of shortbread
- lip balm, sunscreen and hand warmers
- a charging cable and a pack of batteries
- a paperback and a deck of cards
- at least two handwritten notes

The box, its contents, the postage and a small share of the rent come to exactly fifty dollars. That is where our number comes from: **one gift of fifty dollars, one box.**

## What we leave out

No pork or alcohol, because of local customs rules. No chocolate to hot places between April and October. No perfume, ever; it leaks. And no glitter in the envelopes, please. We love the kindergarten class that sent it, but one platoon is still finding it.

## How to help this week

Packing shifts run on Tuesday and Thursday evenings and on Saturday mornings. Nobody needs experience, and there is a table for those who prefer to sit. If you would rather write than pack, we will gladly take your notes: short, cheerful, and signed with a first name.$md$,
    true, interval '3 days', '["Packing", "Winter mailing"]', '/images/site/5ce4e000-0000-4000-8000-000000000006/1440x960-share',
    'An open box with a book, cocoa, socks, a hat and a handwritten note; snow falls outside the window'
  ),
  (
    'Four hundred notes from Polytechnic Heights',
    $md$On a Wednesday in late October two boxes arrived at our door, each heavier than it looked. Inside were four hundred and twelve letters from an elementary school on the east side of Fort Worth.

The project began with one fourth-grader whose aunt serves on a ship in the Pacific. She asked her teacher whether the class could write. The class asked the other classes, and soon the whole school was writing.

## Reading every letter

We read every note that goes into a box. It takes time, and it is the best job in the building. Some children ask practical questions: *Do you have a dog there? Is the food good? Can you see the same moon?* Others give advice. One second-grader recommends "being brave but also naps."

We take out last names and addresses, and we put aside the few that need a second look. Everything else goes out as it came.

## What comes back

Sometimes we get a reply. Last spring a chief petty officer wrote to a class in Arlington that their letters had hung in the galley for the whole deployment, and that the crew had voted for a favorite: a drawing of a submarine with windows and curtains.

If your class, office or congregation would like to write, we have a one-page guide with ideas and a few rules. Eighty notes keep one packing evening going. Three hundred keep us going for a month.$md$,
    true, interval '12 days', '["Letters", "Schools"]', '/images/site/5ce4e000-0000-4000-8000-000000000007/1440x960-share',
    'Three children write and draw letters at a classroom table, a pile of envelopes beside them'
  ),
  (
    'Where your fifty dollars went this summer',
    $md$We promised to show our work. Here is the summer in plain numbers.

Between June and August we sent boxes to bases in the United States and to APO and FPO addresses on three continents. Postage rose by four percent in July. A long-time supplier of socks gave us a better price in August, which just about made up for it.

## An average box

| item | cost |
|---|---|
| contents | $27.40 |
| box, padding, tape | $3.10 |
| postage and customs | $16.20 |
| everything else | $3.30 |

"Everything else" is rent for the corner of the warehouse, insurance, the website you are reading and the accountant who checks it all.

## What we learned

Family boxes cost less to ship and more to fill, because groceries are heavy and bases are close. From now on we pack them at the bases' own family centers, with food bought nearby. The first two trials saved us six dollars a box.

We also sent eleven boxes to a unit that had already moved on. They came back, a little battered, in September. We now confirm each address the week we pack, not the month before.

The full figures are in the quarterly report on our financial reports page. If something in it is unclear, write to us. Someone who knows the answer will write back.$md$,
    true, interval '33 days', '["Where gifts go"]', '/images/site/5ce4e000-0000-4000-8000-000000000008/1440x960-share',
    'A packed box on a scale; one volunteer reads the weight and another writes it down'
  ),
  (
    'A Saturday at the veterans'' home',
    $md$Once a month a small group of volunteers loads a van with two dozen boxes and drives to a veterans' home on the south side. The boxes are the reason to come. They are not the point.

Mr. Alvarez was a radio operator. He likes the crossword books and returns last month's with the clues he considers unfair marked in red. Mrs. Dunne, a Navy nurse, does not want a box at all, thank you, but she will take the chair by the window and thirty minutes of someone's time.

## How it works

Boxes for veterans are different from the ones we mail. Large-print books, hand cream, slippers with good soles, sugar-free candy, a framed photograph if the family sends one. Volunteers visit in pairs and stay for about two hours. We ask for a commitment of three visits, because familiar faces are what people look forward to.

## Join us

You need patience, a background check that we pay for, and no particular skill at crosswords. The next visits are in our list of events. Drivers with room for ten boxes are especially welcome.$md$,
    true, interval '58 days', '["Veterans", "Volunteers"]', '/images/site/5ce4e000-0000-4000-8000-000000000009/1440x960-share',
    'An older man with a red pencil and a woman bend over a crossword by lamplight; snow falls outside the window'
  ),
  (
    'From a kitchen table to two long rows',
    $md$In 2011 six people packed six boxes at a kitchen table. This month we added a second row of tables in the warehouse on Lantern Street, and we could not be happier about something so ordinary.

More room means that two teams can pack at once: one for the boxes that go by air and one for the boxes that go by road. It means a quiet corner for writing notes. It means that a scout troop of twenty can come without anyone packing on the stairs.

Thank you to the local carpenters who built the tables for the cost of the wood, to everyone who gives monthly, and to the neighbor who lends us his forklift and asks for nothing but coffee.

Come and see it. The door is open on packing evenings, and there is always one more thing to put into a box.$md$,
    true, interval '96 days', '["Packing", "Volunteers"]', '/images/site/5ce4e000-0000-4000-8000-000000000010/1440x960-share',
    'Volunteers and a carpenter around a new table; the sun rises beyond the open warehouse door'
  ),
  (
    'Draft: spring letter-writing guide',
    $md$Working notes for the guide we send to schools.

- length: half a page is plenty
- first names only, no addresses
- questions are welcome; they get answered more often
- no politics, no glitter$md$,
    false, interval '1 day', '["Letters", "Schools"]', null, null
  )
) as post (title, content, published, age, tags, image_url, image_alt);

insert into public.testimonials (name, title, content, rating, is_active, created_at, image_url, image_alt)
select story.name, story.title, story.content, story.rating, story.active, now() - story.age, story.image_url, story.image_alt
from (
  values
  ('Staff Sergeant Nolan R.', 'Army, deployed in Europe',
    'Twelve of us shared the coffee and read the letters out loud. A seven-year-old told us to be brave but also take '
    || 'naps. Somebody taped that one to the wall of the tent, where it still is. The wool hat with the stripe went to '
    || 'our cook.', 5, true, interval '5 days',
    '/images/stories/5ce4e000-0000-4000-8000-000000000011/1440x960',
    'Four service members with coffee around a crate in a tent; one reads a letter out loud under children''s drawings'),
  ('Camila Ortega', 'Navy spouse, Norfolk',
    'A family box was at our door the week after our second child was born. Somebody had thought of all three of us. '
    || 'Everything was in it: diapers, dinner, a coloring book for our oldest. My husband was at sea, and I cried in the hall.',
    5, true, interval '15 days',
    '/images/stories/5ce4e000-0000-4000-8000-000000000012/1440x960',
    'A mother holds a newborn in a patchwork blanket; a girl in pajamas kneels by an open box and shows a coloring book'),
  ('Walter Dunne', 'Air Force veteran',
    'I did not ask for a box. A young woman brought it anyway and asked what I used to fix, so we talked about old '
    || 'radios. Afterward she stayed until they closed the doors. She has come every month since.', 5, true, interval '27 days',
    '/images/stories/5ce4e000-0000-4000-8000-000000000013/1440x960',
    'An older man with a screwdriver and a young woman with a lamp bend over the open back of a radio at dusk'),
  ('Lance Corporal Iris T.', 'Marine Corps, in the Pacific',
    'Practical things, nothing silly: cables, batteries, decent socks. And a paperback that has now been read by '
    || 'my entire section, in order of rank.', 5, true, interval '44 days', null, null),
  ('Dana Whitlock', 'Family readiness volunteer',
    'They ask what is needed and then send exactly that. You would be surprised how rare that is.', 5, true, interval '60 days', null, null),
  ('Chief Petty Officer Amos B.', 'Coast Guard, Kodiak',
    'We are a small station a long way from anywhere. Mail day with a Lamplight box is a good day.', 4, true, interval '85 days', null, null),
  ('Renee Calloway', 'Gold Star mother',
    'Packing on Thursdays gave me people to be with. I came for the boxes and stayed for the company.', 5, true, interval '120 days', null, null),
  ('Jordan Pike', 'Army veteran',
    'Found a note in my box in 2014 and kept it. Now I write them myself.', 5, false, interval '9 hours', null, null),
  ('Mei Sutherland', 'Space Force spouse',
    'Our son asks every week whether the box people are coming again. Thank you from all of us in Colorado Springs.', 5, false, interval '2 days', null, null)
) as story (name, title, content, rating, active, age, image_url, image_alt);

insert into public.financial_reports (
  description, filename, file_url, file_size, published, created_at, cover_url, cover_alt
)
values
  ('Annual report: what came in last year and where it went', 'annual-report.pdf', '/reports/5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a01.pdf', 58705, true, now() - interval '30 days',
    '/images/site/5ce4e000-0000-4000-8000-000000000031/720x932', 'First page of the annual report: 1,800 boxes sent, a bar showing the spending, and two tables'),
  ('Last year by quarter: boxes, postage and what each box cost', 'quarterly-figures.csv', '/reports/5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a02.csv', 377, true, now() - interval '190 days', null, null),
  ('Form 990, public copy', 'form-990-public-copy.pdf', '/reports/5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a03.pdf', 35223, true, now() - interval '175 days',
    '/images/site/5ce4e000-0000-4000-8000-000000000032/720x932', 'First page of the Form 990: a summary of revenue, expenses and net assets'),
  ('Draft budget for next year', 'draft-budget.csv', '/reports/5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a04.csv', 155, false, now() - interval '6 days', null, null);

insert into public.locations (contact_person_name, military_branch, name, address, city, state, zip_code, description, is_active)
values
  ('Lorna Beck', 'Multiple Branches', 'Lamplight Warehouse', '410 Lantern Street', 'Fort Worth', 'TX', '76102', 'Packing lines, storage and the letter desk.', true),
  ('Capt. Dale Mercer', 'Navy', 'Joint Reserve Base Family Center', '1510 Chennault Avenue', 'Fort Worth', 'TX', '76127', 'Family boxes are packed here in March and September.', true),
  ('Irma Delgado', 'Air Force', 'Lackland Family Support Annex', '2000 Kenly Avenue', 'San Antonio', 'TX', '78236', null, true),
  ('Sgt. Paul Yates', 'Army', 'Central Texas Readiness Center', '36000 Darnall Loop', 'Killeen', 'TX', '76544', 'Ask at the north gate for the loading dock.', true),
  ('Beth Arnold', 'Multiple Branches', 'South Side Veterans'' Home', '1200 Magnolia Avenue', 'Fort Worth', 'TX', '76104', 'Visits in pairs; sign in at the desk.', true),
  ('Gwen Stroud', 'Marines', 'Former depot on Vickery', '88 Vickery Boulevard', 'Fort Worth', 'TX', '76104', 'Closed; kept for our records.', false);

insert into public.package_deliveries (
  delivered_on, location_id, military_branch, program, city, state, region, latitude, longitude, packages, families,
  veterans, notes
)
select
  (place.month + make_interval(days => place.day - 1))::date,
  case when place.state = 'TX' then (
    select location.id from public.locations as location
    where location.city = place.city and location.is_active order by location.name limit 1
  ) end,
  place.branch, place.program, place.city, place.state, place.region, place.latitude, place.longitude, place.packages,
  -- Some families are large enough for two boxes, and a few boxes for veterans are shared in the common room.
  case place.program when 'Military Families' then place.packages - place.packages / 4 else 0 end,
  case place.program when 'Veterans' then place.packages - place.packages / 12 else 0 end,
  null
from (
  select plan.*, calendar.month,
    plan.boxes + case
      when plan.region is null then 0
      -- Overseas deliveries vary a little, and winter ones are larger.
      else (calendar.number * 7 + length(plan.region)) % 3 + case when calendar.number > 10 then 6 else 0 end
    end as packages
  from (
    values
      -- Day of the month, interval in months, first month.
      (4, 2, 1, 'Army', 'Deployed Service Members', 'APO', 'AE', 'Europe', null, null, 24),
      (19, 2, 2, 'Army', 'Deployed Service Members', 'APO', 'AE', 'Europe', null, null, 23),
      (6, 2, 1, 'Army', 'Deployed Service Members', 'APO', 'AP', 'Asia and the Pacific', null, null, 20),
      (13, 2, 1, 'Navy', 'Deployed Service Members', 'FPO', 'AE', 'the Middle East', null, null, 20),
      (17, 2, 2, 'Marines', 'Deployed Service Members', 'FPO', 'AP', 'Asia and the Pacific', null, null, 21),
      (21, 2, 2, 'Air Force', 'Deployed Service Members', 'APO', 'AE', 'the Middle East', null, null, 20),
      (26, 4, 3, 'Navy', 'Deployed Service Members', 'FPO', 'AP', 'a ship at sea', null, null, 20),
      (24, 4, 4, 'Air Force', 'Deployed Service Members', 'APO', 'AE', 'Africa', null, null, 10),
      (8, 3, 1, 'Army', 'Military Families', 'Killeen', 'TX', null, 31.11700, -97.72800, 12),
      (11, 3, 2, 'Air Force', 'Military Families', 'San Antonio', 'TX', null, 29.42400, -98.49400, 11),
      (5, 3, 3, 'Navy', 'Military Families', 'Fort Worth', 'TX', null, 32.75500, -97.33100, 9),
      (15, 3, 1, 'Navy', 'Military Families', 'Norfolk', 'VA', null, 36.85100, -76.28600, 10),
      (19, 3, 2, 'Navy', 'Military Families', 'San Diego', 'CA', null, 32.71600, -117.16100, 9),
      (23, 3, 3, 'Marines', 'Military Families', 'Oceanside', 'CA', null, 33.19600, -117.37900, 8),
      (27, 3, 1, 'Marines', 'Military Families', 'Jacksonville', 'NC', null, 34.75400, -77.43000, 7),
      (14, 3, 2, 'Army', 'Military Families', 'Fayetteville', 'NC', null, 35.05300, -78.87900, 10),
      (21, 3, 3, 'Army', 'Military Families', 'Clarksville', 'TN', null, 36.53000, -87.35900, 7),
      (25, 3, 1, 'Army', 'Military Families', 'Tacoma', 'WA', null, 47.25300, -122.44400, 7),
      (9, 3, 2, 'Space Force', 'Military Families', 'Colorado Springs', 'CO', null, 38.83400, -104.82100, 7),
      (3, 3, 3, 'Space Force', 'Military Families', 'Cape Canaveral', 'FL', null, 28.40600, -80.60500, 6),
      (7, 3, 3, 'Coast Guard', 'Military Families', 'Kodiak', 'AK', null, 57.79000, -152.40700, 6),
      (16, 3, 1, 'Coast Guard', 'Military Families', 'Elizabeth City', 'NC', null, 36.29500, -76.22500, 6),
      (22, 3, 2, 'Multiple Branches', 'Military Families', 'Honolulu', 'HI', null, 21.30700, -157.85800, 8),
      (10, 1, 1, 'Multiple Branches', 'Veterans', 'Fort Worth', 'TX', null, 32.75500, -97.33100, 24),
      (16, 4, 2, 'Multiple Branches', 'Veterans', 'Phoenix', 'AZ', null, 33.44800, -112.07400, 12),
      (22, 4, 4, 'Multiple Branches', 'Veterans', 'Cleveland', 'OH', null, 41.49900, -81.69400, 12)
  ) as plan (day, every, first, branch, program, city, state, region, latitude, longitude, boxes)
  join (
    select month, extract(month from month)::integer as number
    from generate_series(
      date_trunc('year', private.today()::timestamp) - interval '1 year', private.today()::timestamp, '1 month'
    ) as month
  ) as calendar on calendar.number % plan.every = plan.first % plan.every
) as place
where place.month + make_interval(days => place.day - 1) <= private.today();

-- Release military mail month by month, as the scheduled job would have done.
select private.release_deliveries(month::date)
from generate_series(
  date_trunc('year', private.today()::timestamp) - interval '1 year', private.due_month()::timestamp, '1 month'
) as month;

insert into public.email_templates (name, subject, html_content, description, is_active)
values
(
  'Donation Confirmation', 'Thank you, {{firstName}}, for your gift of {{donationAmount}}',
  '<p>Dear {{firstName}},</p><p>Thank you. Your {{giftKind}} of <strong>{{donationAmount}}</strong> is going into boxes: '
  || 'snacks, socks, paperbacks and handwritten notes. Someone far from home will open it and know they aren''t '
  || 'forgotten.</p><p>With gratitude,<br>Everyone at {{organizationName}}</p>',
  'Donation Receipt Email', true
),
(
  'Volunteer Application Approved', 'Welcome aboard, {{firstName}}',
  '<p>Dear {{firstName}},</p><p>Your application has been approved. Pick your first shift in your volunteer '
  || 'dashboard; Saturday mornings are a good way to start.</p><p>See you at the tables,<br>{{organizationName}}</p>',
  'Volunteer Approval Email', true
),
(
  'Volunteer Application Rejected', 'Your application to {{organizationName}}',
  '<p>Dear {{firstName}},</p><p>Thank you for offering your time. We can''t offer you a volunteer spot right now. You are '
  || 'welcome to write notes for our boxes, and to apply again.</p><p>Warm regards,<br>{{organizationName}}</p>',
  'Volunteer Rejection Email', true
),
(
  'Welcome Email', 'Good to have you with us, {{firstName}}',
  '<p>Dear {{firstName}},</p><p>Here is what to know for your first shift: wear closed-toe shoes, park behind the '
  || 'warehouse, and come five minutes early for the coffee.</p><p>{{organizationName}}</p>',
  'Welcome Email', true
),
(
  'Spring newsletter', 'What spring looks like at {{organizationName}}',
  '<p>Dear {{firstName}},</p><p>Seeds, socks and a new packing line: here is what happened since winter.</p>',
  'Custom, not in use yet', false
);

insert into public.volunteer_accounts (id, email, first_name, last_name, is_active, activated_at, created_at, last_login_at)
select account.id, account.email, person.first_name, person.last_name, person.active,
  account.created_at + interval '2 days', account.created_at + interval '2 days',
  case when person.login_hours is not null then now() - make_interval(hours => person.login_hours) end
from (
  values
    ('volunteer@example.org', 'Maria', 'Gutierrez', true, 30),
    ('disabled@example.org', 'Curtis', 'Vance', false, 2200),
    ('marcus.whitfield@example.org', 'Marcus', 'Whitfield', true, 20),
    ('elena.castellanos@example.org', 'Elena', 'Castellanos', true, 75),
    ('ruth.okafor@example.org', 'Ruth', 'Okafor', true, 52),
    ('tom.lindqvist@example.org', 'Tom', 'Lindqvist', true, 190),
    ('priya.raman@example.org', 'Priya', 'Raman', true, 44),
    ('samuel.brandt@example.org', 'Samuel', 'Brandt', true, 310),
    ('grace.holloway@example.org', 'Grace', 'Holloway', true, 96),
    ('diego.fuentes@example.org', 'Diego', 'Fuentes', true, 61),
    ('hannah.weiss@example.org', 'Hannah', 'Weiss', true, 15),
    ('leon.abernathy@example.org', 'Leon', 'Abernathy', true, null)
) as person (email, first_name, last_name, active, login_hours)
join auth.users as account on account.email = person.email;

insert into public.volunteers (id, account_id, name, email, phone, zip_code, city, state, availability, is_active, created_at)
select
  case account.email when 'tom.lindqvist@example.org' then '00000000-0000-4000-8000-000000000601' else gen_random_uuid() end,
  account.id, account.first_name || ' ' || account.last_name, account.email,
  '(817) 555-01' || lpad((row_number() over (order by account.email) + 10)::text, 2, '0'),
  '761' || lpad((row_number() over (order by account.email) + 1)::text, 2, '0'), 'Fort Worth', 'TX',
  (array['weekends', 'weekday-evenings', 'flexible'])[1 + row_number() over (order by account.email) % 3],
  account.is_active, account.created_at
from public.volunteer_accounts as account;

insert into public.volunteer_applications (
  user_id, person_id, first_name, last_name, email, phone, zip_code, city, state, availability, interests, status,
  reviewed_by, reviewed_at, review_notes, created_at
)
select account.id, volunteer.id, account.first_name, account.last_name, account.email, volunteer.phone, volunteer.zip_code,
  volunteer.city, volunteer.state, volunteer.availability, 'Packing and letters', 'approved',
  '00000000-0000-4000-8000-000000000001'::uuid, account.created_at, 'Met at the open house.',
  account.created_at - interval '2 days'
from public.volunteer_accounts as account
join public.volunteers as volunteer on volunteer.account_id = account.id;

update public.volunteers as volunteer set
  interests = 'Packing and letters', tags = detail.tags, notes = detail.notes,
  emergency_contact_name = detail.contact, emergency_contact_phone = detail.phone
from (
  values
    ('tom.lindqvist@example.org', '["drives a van", "lifts boxes"]'::jsonb, 'Has the key to the storage unit.', 'Karin Lindqvist (wife)', '(817) 555-0179'),
    ('grace.holloway@example.org', '["CPR"]', 'Retired nurse. Asks for mornings.', 'Ben Holloway (son)', '(817) 555-0143'),
    ('ruth.okafor@example.org', '["speaks Spanish"]', null, null, null)
) as detail (email, tags, notes, contact, phone)
where volunteer.email = detail.email;

insert into public.volunteer_qualifications (volunteer_id, kind, label, completed_on, expires_on)
select volunteer.id, held.kind, held.label, private.today() - held.days_ago, private.today() + held.days_left
from (
  values
    ('tom.lindqvist@example.org', 'waiver', null, 700, null::int),
    ('tom.lindqvist@example.org', 'background-check', null, 710, 20),
    ('tom.lindqvist@example.org', 'training', 'Driving the van', 400, null),
    ('grace.holloway@example.org', 'training', 'CPR', 740, -9),
    ('grace.holloway@example.org', 'waiver', null, 300, 430),
    ('samuel.brandt@example.org', 'waiver', null, 200, 165)
) as held (email, kind, label, days_ago, days_left)
join public.volunteers as volunteer on volunteer.email = held.email;

insert into public.volunteer_applications (
  user_id, first_name, last_name, email, phone, zip_code, city, state, availability, interests, status,
  reviewed_by, reviewed_at, review_notes, created_at
)
select
  (select account.id from auth.users as account where account.email = person.email),
  person.first_name, person.last_name, person.email, person.phone, person.zip_code, person.city, person.state,
  person.availability, person.interests, person.status,
  case when person.status = 'rejected' then '00000000-0000-4000-8000-000000000001'::uuid end,
  case when person.status = 'rejected' then now() - person.age + interval '3 days' end,
  person.notes, now() - person.age
from (
  values
    ('Nadia', 'Perrin', 'pending@example.org', '(817) 555-0171', '76107', 'Fort Worth', 'TX', 'weekends', 'Packing on Saturdays', 'pending', null, interval '2 days'),
    ('Owen', 'Tillman', 'owen.tillman@example.org', '(682) 555-0172', '76010', 'Arlington', 'TX', 'weekday-evenings', 'Driving boxes to bases', 'pending', null, interval '7 hours'),
    ('Sofia', 'Marchetti', 'sofia.marchetti@example.org', '(214) 555-0173', '75201', 'Dallas', 'TX', 'flexible', 'Reading and sorting letters', 'pending', null, interval '31 hours'),
    ('Isaac', 'Nguyen', 'isaac.nguyen@example.org', '', '', 'Unknown', 'Unknown', 'weekends', null, 'pending', null, interval '4 days'),
    ('Byron', 'Keller', 'byron.keller@example.org', '(817) 555-0174', '76116', 'Fort Worth', 'TX', 'flexible', 'Bulk mail', 'rejected', 'Looking for paid work; we pointed him to the job board.', interval '45 days'),
    ('Yvonne', 'Sallis', 'yvonne.sallis@example.org', '(940) 555-0175', '76201', 'Denton', 'TX', 'weekends', 'Events', 'rejected', 'Below the minimum age for the warehouse; may write notes.', interval '80 days')
) as person (first_name, last_name, email, phone, zip_code, city, state, availability, interests, status, notes, age);

-- Grace's son applied from her mailbox, so her login isn't his.
insert into public.volunteer_applications (
  first_name, last_name, email, phone, zip_code, city, state, availability, interests, created_at
)
values (
  'Ben', 'Holloway', 'grace.holloway@example.org', '(817) 555-0143', '76104', 'Fort Worth', 'TX', 'weekends',
  'Carrying boxes', now() - interval '9 hours'
);

insert into public.events (event_type, date, start_time, end_time, address, packages_packed)
select meeting.event_type, private.today() + meeting.days, meeting.start_time::time, meeting.end_time::time,
  meeting.address, meeting.packages
from (
  values
    ('Care Package Assembly', 4, '09:00', '12:00', 'Lamplight Warehouse, 410 Lantern Street, Fort Worth, TX 76102', 0),
    ('Outreach Event', 7, '10:00', '12:30', 'South Side Veterans'' Home, 1200 Magnolia Avenue, Fort Worth, TX 76104', 0),
    ('Care Package Assembly', 11, '18:00', '20:30', 'Lamplight Warehouse, 410 Lantern Street, Fort Worth, TX 76102', 0),
    ('Food Drive', 16, '08:30', '13:00', 'Joint Reserve Base Family Center, 1510 Chennault Avenue, Fort Worth, TX 76127', 0),
    ('Fundraiser', 24, '17:30', '21:00', 'Trinity River Pavilion, 300 Riverfront Drive, Fort Worth, TX 76102', 0),
    ('Community Outreach', 38, '10:00', '14:00', 'Central Texas Readiness Center, 36000 Darnall Loop, Killeen, TX 76544', 0),
    ('Care Package Assembly', -3, '09:00', '12:00', 'Lamplight Warehouse, 410 Lantern Street, Fort Worth, TX 76102', 42),
    ('Care Package Assembly', -8, '18:00', '20:30', 'Lamplight Warehouse, 410 Lantern Street, Fort Worth, TX 76102', 34),
    ('Outreach Event', -14, '10:00', '12:30', 'South Side Veterans'' Home, 1200 Magnolia Avenue, Fort Worth, TX 76104', 0),
    ('Food Drive', -21, '08:30', '13:00', 'Joint Reserve Base Family Center, 1510 Chennault Avenue, Fort Worth, TX 76127', 12),
    ('Care Package Assembly', -29, '09:00', '12:30', 'Lamplight Warehouse, 410 Lantern Street, Fort Worth, TX 76102', 58),
    ('Community Outreach', -43, '11:00', '15:00', 'Lackland Family Support Annex, 2000 Kenly Avenue, San Antonio, TX 78236', 0),
    ('Care Package Assembly', -57, '18:00', '20:30', 'Lamplight Warehouse, 410 Lantern Street, Fort Worth, TX 76102', 37),
    ('Fundraiser', -76, '17:30', '21:30', 'Trinity River Pavilion, 300 Riverfront Drive, Fort Worth, TX 76102', 0),
    ('Care Package Assembly', -99, '09:00', '12:00', 'Lamplight Warehouse, 410 Lantern Street, Fort Worth, TX 76102', 45),
    ('Outreach Event', -130, '10:00', '12:30', 'South Side Veterans'' Home, 1200 Magnolia Avenue, Fort Worth, TX 76104', 0)
) as meeting (event_type, days, start_time, end_time, address, packages);

update public.events as meeting
set note = advice.note
from (
  values
    (4, 'Closed-toe shoes, please, and a sweater: the dock doors stay open. Coffee is ready at 8:45.'),
    (7, 'We go in pairs. Bring a photo ID for the front desk, and a story.'),
    (16, 'Closed-toe shoes, please; some lifting. We have gloves.'),
    (24, 'White shirt if you have one. Park in the north lot.')
) as advice (days, note)
where meeting.date = private.today() + advice.days;

-- One event ends after midnight, and one is canceled.
insert into public.events (event_type, date, start_time, end_time, ends_next_day, address, note, is_active, cancellation_reason)
values
  (
    'Outreach Event', private.today() + 19, '22:00', '01:00', true,
    'Joint Reserve Base Passenger Terminal, 1510 Chennault Avenue, Fort Worth, TX 76127',
    'A homecoming flight lands at 11:40 PM. Bring a photo ID for the gate, and gloves: we wait outside.', true, null
  ),
  (
    'Community Outreach', private.today() + 13, '11:00', '14:00', false,
    'Trinity River Pavilion, 300 Riverfront Drive, Fort Worth, TX 76102', null, false,
    'The river is too high. We''ll be back in spring.'
  );

-- One event is in progress at the time of seeding.
insert into public.events (event_type, date, start_time, end_time, address, packages_packed)
select 'Care Package Assembly', clock.day::date,
  greatest(clock.day, date_trunc('hour', clock.an_hour_ago))::time,
  least(clock.day + interval '23 hours 59 minutes', date_trunc('hour', clock.in_four_hours))::time,
  'Lamplight Warehouse, 410 Lantern Street, Fort Worth, TX 76102', 0
from (
  -- Adds the hours before converting to local time, so that the result is never a time that the clocks skip in spring.
  select (now() - interval '1 hour') at time zone private.time_zone() as an_hour_ago,
    (now() + interval '4 hours') at time zone private.time_zone() as in_four_hours,
    date_trunc('day', now() at time zone private.time_zone()) as day
) as clock;

insert into public.volunteer_shifts (event_id, volunteer_id, title, description, max_volunteers)
select meeting.id, lead.id, slot.title, slot.description, slot.places
from (
  values
    (4, 'Saturday packing line', 'Two lines, one for boxes that go by air and one for boxes that go by road.', 12),
    (7, 'Visit in pairs', 'Two dozen boxes and two hours of company.', 4),
    (16, 'Sorting and loading', 'Closed-toe shoes, please; some lifting.', 20)
) as slot (days, title, description, places)
join public.events as meeting on meeting.date = private.today() + slot.days
join public.volunteer_accounts as lead on lead.email = 'ruth.okafor@example.org';

-- Registrations follow a fixed pattern, so the demo looks the same on every machine.
insert into public.volunteer_event_registrations (volunteer_id, event_id, registered_at)
select account.id, meeting.id, least(now() - interval '1 hour', meeting.starts_at - interval '6 days')
from (
  select account.*, row_number() over (order by account.created_at) as number
  from public.volunteer_accounts as account
  where account.is_active
) as account
cross join (
  select meeting.*, row_number() over (order by meeting.starts_at) as number from public.events as meeting
) as meeting
where (
    meeting.ends_at < now()
    and meeting.starts_at > account.created_at
    and (account.number * 5 + meeting.number * 3) % 4 <> 0
  )
  or (meeting.starts_at <= now() and meeting.ends_at >= now() and account.number % 2 = 0)
  or (meeting.date = private.today() + 4 and account.number % 3 <> 1)
  or (meeting.date = private.today() + 7 and account.number in (3, 4, 5, 6))
  or (meeting.date = private.today() + 16 and account.number % 4 = 1);

insert into public.volunteer_event_registrations (volunteer_id, event_id)
select account.id, meeting.id
from public.volunteer_accounts as account
join public.events as meeting on meeting.date = private.today() + 4
where account.email = 'volunteer@example.org'
on conflict do nothing;

insert into public.volunteer_event_registrations (volunteer_id, event_id)
select account.id, meeting.id
from public.volunteer_accounts as account
join public.events as meeting on meeting.date in (private.today() + 13, private.today() + 19)
where account.email in ('volunteer@example.org', 'grace.holloway@example.org', 'leon.abernathy@example.org');

insert into public.shift_waitlist (shift_id, volunteer_id)
select slot.id, account.id
from public.volunteer_shifts as slot
join public.events as meeting on meeting.id = slot.event_id and meeting.date = private.today() + 7
join public.volunteer_accounts as account
  on account.email in ('hannah.weiss@example.org', 'leon.abernathy@example.org')
where slot.signed_up_volunteers >= slot.max_volunteers
  and not exists (
    select 1 from public.volunteer_event_registrations as registration
    where registration.event_id = meeting.id and registration.volunteer_id = account.id
  );

-- Tom's wife shares his mailbox, so she has no login.
insert into public.volunteers (name, contact_email, phone, zip_code, city, state, availability, started_on)
values (
  'Karin Lindqvist', 'tom.lindqvist@example.org', '(817) 555-0179', '76112', 'Fort Worth', 'TX', 'weekends',
  private.today() - 60
);

-- Someone who came without a login, an email address or a sign-up.
insert into public.volunteers (name, phone, zip_code, city, state, started_on, notes)
values ('Walter Haines', '(817) 555-0178', '76107', 'Fort Worth', 'TX', private.today() - 400, 'Calls on Fridays to ask for a shift.');

insert into public.volunteer_event_registrations (person_id, event_id, registered_at)
select person.id, meeting.id, meeting.starts_at - interval '1 day'
from public.volunteers as person
cross join (
  select meeting.id, meeting.starts_at from public.events as meeting
  where meeting.ends_at < now() order by meeting.starts_at desc limit 2
) as meeting
where person.name = 'Walter Haines';

insert into public.hour_entries (person_id, date, hours, activity, status, is_beside_shift, entered_by, reviewed_by, reviewed_at)
select person.id, private.today() - entry.days, entry.hours, entry.activity, entry.status, true, entry.entered_by,
  case when entry.status = 'approved' then 'coordinator' end,
  case when entry.status = 'approved' then now() - interval '2 days' end
from (
  values
    ('volunteer@example.org', 3, 1.75, 'Wrote letters at home', 'pending', null),
    ('volunteer@example.org', 24, 2.5, 'Drove boxes to the post office', 'approved', null),
    ('ruth.okafor@example.org', 10, 4.5, 'Planned the packing day', 'approved', 'coordinator')
) as entry (email, days, hours, activity, status, entered_by)
join public.volunteers as person on person.email = entry.email;

update public.volunteer_event_registrations as registration
set attendance = 'absent'
from public.events as meeting, public.volunteer_accounts as account
where meeting.id = registration.event_id
  and account.id = registration.volunteer_id
  and meeting.ends_at < now()
  and account.email = 'tom.lindqvist@example.org'
  and meeting.event_type = 'Food Drive';

select private.confirm_finished_attendance();

insert into public.volunteer_highlights (volunteer_id, title, message, is_published, created_at, image_url, image_alt)
select account.id, moment.title, moment.message, moment.published, now() - moment.age,
  '/images/highlights/' || account.id || '/' || moment.image, moment.image_alt
from (
  values
    ('volunteer@example.org', 'My first box came back as a letter',
      'Eight months after my first shift a letter arrived at the warehouse. A corporal had found my note in a box, '
      || 'carried it through two countries and wanted to say that the socks were excellent. I have it framed.', true, interval '6 days',
      '5ce4e000-0000-4000-8000-000000000014/1440x960', 'Two volunteers in aprons hang a framed letter on the warehouse wall; a pair of socks lies on the boxes below'),
    ('marcus.whitfield@example.org', 'The forklift exam',
      'Passed at sixty-one. My grandson filmed it. I can now move a pallet of coffee without frightening anyone.', true, interval '13 days',
      '5ce4e000-0000-4000-8000-000000000015/1440x960', 'A white-bearded man drives a forklift with a pallet of boxes; a boy films him with a phone'),
    ('ruth.okafor@example.org', 'Fifty-eight in one morning',
      'Our record for a Saturday. Twenty people, two lines, one broken tape gun, and we were done before lunch.', true, interval '28 days',
      '5ce4e000-0000-4000-8000-000000000016/1440x960', 'Six volunteers at two tables laugh, clap and cheer in front of a wall of boxes; a girl holds a sheet that says 58, a woman a broken tape gun in two pieces'),
    ('elena.castellanos@example.org', 'Crosswords with Mr. Alvarez',
      'He marks the unfair clues in red. Last month he marked one of mine as fair. I consider that a medal.', true, interval '41 days', null, null),
    ('priya.raman@example.org', 'Letters in four languages',
      'My book club writes in English, Spanish, Tamil and German now. Every box gets two; some get four.', true, interval '66 days', null, null),
    ('grace.holloway@example.org', 'From receiving to packing',
      'I got a Lamplight box on my second deployment, in 2012. Standing on the other side of the tape gun feels right.', true, interval '90 days', null, null),
    ('volunteer@example.org', 'Teaching the scouts to fold boxes',
      'Twenty scouts, two hundred boxes, three minutes of silence. I will not say which was hardest.', false, interval '1 day', null, null),
    ('hannah.weiss@example.org', 'First evening',
      'I came for an hour and stayed for three. Someone hands you a sock and suddenly you are part of it.', false, interval '3 days', null, null)
) as moment (email, title, message, published, age, image, image_alt)
join public.volunteer_accounts as account on account.email = moment.email;

-- Donations come from the demo provider, not from the administrator.
select set_config('request.jwt.claim.sub', '', true);
select set_config('request.jwt.claims', '', true);

-- Each donor is charged on the same day of every month, in the organization's time zone. The next charge is a month after
-- the latest one.
with donor as (
  select named.*, lower(named.first_name || '.' || named.last_name) || '@example.org' as email,
    (now() - make_interval(hours => named.hours)) at time zone private.time_zone() as charged_at
  from (
    values ('Harold', 'Jennings', 50, 30), ('Beatrice', 'Lowell', 25, 31), ('Omar', 'Haddad', 100, 32),
      ('Colleen', 'Draper', 50, 33)
  ) as named (first_name, last_name, amount, hours)
),
monthly as (
  insert into public.subscriptions (
    first_name, last_name, email, amount, status, is_demo, created_at, current_period_end
  )
  select first_name, last_name, email, amount, 'active', true,
    (charged_at - interval '11 months 1 hour') at time zone private.time_zone(),
    (charged_at + interval '1 month') at time zone private.time_zone()
  from donor
  returning id, email
)
insert into public.donations (
  attempt_id, first_name, last_name, email, amount, is_recurring, is_anonymous, is_demo,
  stripe_payment_intent_id, subscription_id, status, completed_at, created_at
)
select
  gen_random_uuid(), donor.first_name, donor.last_name, donor.email, donor.amount, true, false, true,
  'pi_demo_seed_monthly_' || row_number() over (), monthly.id, 'completed', charge.at, charge.at
from donor
join monthly on monthly.email = donor.email
cross join lateral (
  select (donor.charged_at - make_interval(months => back)) at time zone private.time_zone() as at
  from generate_series(0, 11) as back
) as charge
-- Not before the month in which the donations below begin.
where charge.at >= (date_trunc('month', private.today()::timestamp) - interval '11 months') at time zone private.time_zone()
order by charge.at;

-- About 150 boxes' worth of donations a month, more toward the holidays and mostly in the first half of a month. The
-- current month has donations only up to now. Names and amounts follow a fixed formula.
insert into public.donations (
  attempt_id, first_name, last_name, email, amount, is_anonymous, in_honor_of, is_memorial, source, is_demo,
  stripe_payment_intent_id, status, completed_at, created_at
)
select
  gen_random_uuid(),
  names.first[1 + donation.seed % 30], names.last[1 + (donation.seed / 7) % 34],
  lower(names.first[1 + donation.seed % 30] || '.' || names.last[1 + (donation.seed / 7) % 34]) || '@example.org',
  (array[50, 25, 100, 50, 250, 25, 75, 50, 150, 25, 500, 50, 100, 75, 200])[1 + (donation.number * 7 + donation.back) % 15],
  donation.seed % 11 = 0,
  case when donation.seed % 17 = 0 then (array['Sgt. Daniel Reyes', 'my grandfather', 'the 4th Platoon', 'Capt. Laura Finch'])[1 + donation.seed % 4] end,
  donation.seed % 17 = 0 and donation.seed % 4 = 1,
  case donation.seed % 13 when 0 then 'newsletter' when 4 then 'rotary-club' when 9 then 'holiday-flyer' end,
  true, 'pi_demo_seed_' || donation.back || '_' || donation.number, 'completed', donation.at, donation.at
from (
  select
    month.back, entry.number,
    (month.back * 7919 + entry.number * 104729 + 31) % 99991 as seed,
    month.begins + (month.ends - month.begins) * power((entry.number - 0.5) / month.donation_count, 2) as at
  from (
    select
      back,
      (date_trunc('month', private.today()::timestamp) - make_interval(months => back)) at time zone private.time_zone() as begins,
      (date_trunc('month', private.today()::timestamp) - make_interval(months => back - 1)) at time zone private.time_zone() as ends,
      -- About 67 donations a month, of $115 on average, not counting recurring donations and the recent donations
      -- below.
      round(67 * case back when 0 then 0.85 else
        (array[1.0, 0.93, 0.9, 0.92, 0.95, 0.97, 0.94, 0.96, 1.0, 1.05, 1.12, 1.26])[
          extract(month from date_trunc('month', private.today()::timestamp) - make_interval(months => back))::integer
        ]
      end - 2)::integer as donation_count
    from generate_series(0, 11) as back
  ) as month
  cross join lateral generate_series(1, month.donation_count) as entry (number)
) as donation
cross join (
  select
    array['Alice', 'Bernard', 'Carla', 'Dennis', 'Esther', 'Frank', 'Gloria', 'Henry', 'Irene', 'Jacob', 'Karen', 'Louis',
      'Martha', 'Nathan', 'Olivia', 'Patrick', 'Quinn', 'Rosa', 'Stephen', 'Teresa', 'Ulrich', 'Vera', 'Walter', 'Ximena',
      'Yolanda', 'Zachary', 'Andre', 'Brenda', 'Calvin', 'Doris'] as first,
    array['Abbott', 'Barnes', 'Chambers', 'Donovan', 'Ellison', 'Foster', 'Garza', 'Harmon', 'Ingram', 'Jacobs', 'Kowalski',
      'Lambert', 'Morales', 'Norwood', 'Osborne', 'Patterson', 'Quintero', 'Ramsey', 'Sawyer', 'Thornton', 'Underwood',
      'Vasquez', 'Wheeler', 'Yamada', 'Zimmerman', 'Ashford', 'Bellamy', 'Crawford', 'Delaney', 'Everett', 'Fitzgerald',
      'Goodwin', 'Hensley', 'Ibarra'] as last
) as names
where donation.at < now() - interval '2 hours'
order by donation.at;

insert into public.donations (
  attempt_id, first_name, last_name, email, amount, is_recurring, is_anonymous, in_honor_of, is_demo,
  stripe_payment_intent_id, status, failure_code, failure_reason, failures, completed_at, failed_at, created_at
)
values
  (gen_random_uuid(), 'Rosalind', 'Achterberg', 'rosalind.achterberg@example.org', 100, false, false, null, true,
    'pi_demo_seed_latest_1', 'completed', null, null, '{}', now() - interval '12 minutes', null, now() - interval '12 minutes'),
  (gen_random_uuid(), 'Desmond', 'Pryor', 'desmond.pryor@example.org', 50, false, true, 'my sister, a sailor', true,
    'pi_demo_seed_latest_2', 'completed', null, null, '{}', now() - interval '47 minutes', null, now() - interval '47 minutes'),
  (gen_random_uuid(), 'Juniper', 'Castellan', 'juniper.castellan@example.org', 250, false, false, null, true,
    'pi_demo_seed_latest_3', 'completed', null, null, '{}', now() - interval '95 minutes', null, now() - interval '95 minutes'),
  (gen_random_uuid(), 'Tarrant County', 'Rotary', 'rotary@example.org', 2500, false, false, null, true,
    'pi_demo_seed_rotary', 'completed', null, null, '{}', now() - interval '40 days', null, now() - interval '40 days'),
  (gen_random_uuid(), 'Felix', 'Moreau', 'felix.moreau@example.org', 75, false, false, null, true,
    'pi_demo_seed_failed', 'failed', 'card_declined', 'The card was declined.', '{pi_demo_seed_failed}', null, now() - interval '26 hours', now() - interval '26 hours'),
  (gen_random_uuid(), 'Greta', 'Sandoval', 'greta.sandoval@example.org', 50, false, false, null, true,
    'pi_demo_seed_pending', 'pending', null, null, '{}', null, null, now() - interval '20 minutes'),
  (gen_random_uuid(), 'Hugo', 'Barlow', 'hugo.barlow@example.org', 200, false, false, null, true,
    'pi_demo_seed_refunded', 'completed', null, null, '{}', now() - interval '18 days', null, now() - interval '18 days'),
  (gen_random_uuid(), 'Imogen', 'Stark', 'imogen.stark@example.org', 500, false, false, null, true,
    'pi_demo_seed_partly', 'completed', null, null, '{}', now() - interval '52 days', null, now() - interval '52 days');

insert into public.donation_adjustments (donation_id, kind, amount, status, reason, created_at)
select donation.id, 'refund', given.amount, 'succeeded', given.reason, donation.completed_at + interval '2 days'
from (
  values
    ('pi_demo_seed_refunded', 200, 'Donated twice by mistake'),
    ('pi_demo_seed_partly', 250, 'Meant to give half')
) as given (intent, amount, reason)
join public.donations as donation on donation.stripe_payment_intent_id = given.intent;
-- A refund that failed after we said it was made. The money came back.
insert into public.donation_adjustments (donation_id, kind, amount, status, reason, created_at, lowered_on, restored_on)
select donation.id, 'refund', 500, 'failed', 'The card was closed', donation.completed_at + interval '3 days',
  donation.given_on + 3, donation.given_on + 9
from public.donations as donation where donation.stripe_payment_intent_id = 'pi_demo_seed_rotary';

insert into public.email_outbox (template_name, to_email, to_name, data, status, attempts, dedupe_key, created_at, sent_at, last_error)
select 'Donation Confirmation', donation.email, donation.first_name || ' ' || donation.last_name,
  jsonb_build_object(
    'name', donation.first_name, 'donationId', donation.id, 'receiptNumber', donation.receipt_number,
    'donationAmount', donation.amount,
    'donationDate', (donation.completed_at at time zone private.time_zone())::date
  ),
  'sent', 1, 'receipt:' || donation.id, donation.completed_at, donation.completed_at + interval '1 minute', null
from public.donations as donation
where donation.completed_at > now() - interval '7 days';

-- Cards of the latest dedicated donations: two waiting, one emailed, one printed and one stopped by its donor.
insert into public.tributes (
  donation_id, recipient_name, recipient_email, recipient_address, message, send_on, status, stop_reason, left_at
)
select donation.id, card.name, card.email, card.address, card.message,
  private.today() + coalesce(card.days, least(0, donation.days + 1)),
  card.status, card.stop_reason, case when card.status in ('queued', 'printed') then donation.completed_at + interval '1 day' end
from (
  values
    (1, 'Nora Reyes', 'nora.reyes@example.org', null, 'Thinking of you on his birthday.', 12, 'waiting', null),
    (2, 'Grandma June', null, E'12 Pecan Street\nWeatherford, TX 76086', 'He would have packed the socks himself.', 0, 'waiting', null),
    (3, 'Laura Finch', 'laura.finch@example.org', null, 'Come home safe, Captain.', null, 'queued', null),
    (4, 'The Hale family', null, E'4011 Bryce Avenue\nFort Worth, TX 76107', '', null, 'printed', null),
    (5, 'Walt Sawyer', 'walt.sawyer@example.org', null, '', null, 'stopped', 'donor')
) as card (number, name, email, address, message, days, status, stop_reason)
join (
  select id, completed_at, (completed_at at time zone private.time_zone())::date - private.today() as days,
    row_number() over (order by completed_at desc) as number
  from public.donations
  where in_honor_of is not null and completed_at < now() - interval '2 days'
) as donation on donation.number = card.number;

insert into public.email_outbox (template_name, to_email, to_name, data, status, attempts, dedupe_key, created_at, sent_at)
select case when donation.is_memorial then 'Memorial Card' else 'Tribute Card' end, card.recipient_email, card.recipient_name,
  jsonb_build_object(
    'name', card.recipient_name, 'donorName', card.donor_name, 'honoree', donation.in_honor_of, 'message', card.message,
    'tributeId', card.id, 'isDemo', true
  ),
  'sent', 1, 'tribute:' || card.id, card.left_at, card.left_at + interval '1 minute'
from (
  select tribute.*, coalesce(record.donor_name, 'Someone') as donor_name
  from public.tributes as tribute
  join private.tribute_records as record on record.id = tribute.id
) as card
join public.donations as donation on donation.id = card.donation_id
where card.status = 'queued';
update public.tributes as card set email_id = mail.id
from public.email_outbox as mail
where mail.dedupe_key = 'tribute:' || card.id;

-- Donations that came by mail: a deposit that matches its slip, a deposit that doesn't match yet, a grant from a fund,
-- shares and goods.
insert into public.donors (id, first_name, last_name, phone)
values
  (default, 'Vera', 'Lindqvist', '(817) 555-0171'), (default, 'Booker', 'Hale', null),
  (default, 'Saint Brendan''s', 'Parish', '(817) 555-0188'), (default, 'Bluebonnet Giving Fund', '', null),
  ('00000000-0000-4000-8000-000000000501', 'Hensley Hardware', '', '(817) 555-0112');

-- People who asked about giving at the fall fair.
insert into public.donors (first_name, last_name, email, phone, tags)
values
  ('Corinne', 'Ashby', 'corinne.ashby@example.org', '(817) 555-0143', '["fall fair"]'),
  ('Delmar', 'Stroud', 'delmar.stroud@example.org', null, '["fall fair"]'),
  ('Fern Hollow Baptist Church', '', 'office@fernhollow.example.org', '(817) 555-0176', '["fall fair", "church"]'),
  ('Gwen', 'Tamayo', null, '(682) 555-0119', '["fall fair"]');

insert into public.deposits (deposited_on, slip_total, reference, notes, is_demo)
values
  (private.today() - 33, 225, 'Slip 0417', null, true),
  (private.today() - 2, 340, 'Slip 0418', 'Fall fair, counted by Booker and Irene.', true);

insert into public.donations (
  donor_id, first_name, last_name, amount, method, reference, deposit_id, soft_credit_donor_id, is_demo, status,
  completed_at, created_at
)
select donor.id, donor.first_name, donor.last_name, paper.amount, paper.method, paper.reference, deposit.id, person.id, true,
  'completed', paper.at, paper.at
from (
  values
    ('Vera', 75, 'check', '2208', 'Slip 0417', null, 35), ('Booker', 150, 'check', '871', 'Slip 0417', null, 34),
    ('Vera', 75, 'check', '2219', 'Slip 0418', null, 4), ('Saint Brendan''s', 240, 'cash', null, 'Slip 0418', null, 3),
    ('Bluebonnet Giving Fund', 1000, 'donor_advised_fund', 'G-55012', null, 'rotary@example.org', 50)
) as entry (name, amount, method, reference, slip, person, days)
cross join lateral (
  select entry.*, ((private.today() - entry.days) + time '12:00') at time zone private.time_zone() as at
) as paper
join public.donors as donor on donor.first_name = paper.name
left join public.deposits as deposit on deposit.reference = paper.slip
left join public.donors as person on person.email = paper.person
order by paper.at;

update public.deposits set closed_at = now() - interval '32 days' where reference = 'Slip 0417';

insert into public.noncash_donations (donor_id, kind, description, shares, received_on, is_demo)
select donor.id, gift.kind, gift.description, gift.shares, private.today() - gift.days, true
from (
  values
    ('Booker', 'stock', 'Lockheed Martin (LMT)', 4, 12), ('Hensley Hardware', 'goods', '12 cases of wool socks', null, 8),
    ('Saint Brendan''s', 'goods', '300 handwritten cards', null, 26), ('Vera', 'goods', '40 paperbacks', null, 41)
) as gift (name, kind, description, shares, days)
join public.donors as donor on donor.first_name = gift.name;

insert into public.donor_tasks (donor_id, text, due_on, is_done, done_at, created_by, done_by)
select donor.id, task.text, private.today() + task.days, task.done_days is not null,
  now() - make_interval(days => task.done_days), 'admin', case when task.done_days is not null then 'admin' end
from (
  values
    ('Booker', 'Send him the letter about his shares', -3, null), ('Hensley Hardware', 'Ask about socks for spring', 0, null),
    ('Vera', 'Call about the spring drive', 95, null), ('Saint Brendan''s', 'Invite the parish to a packing day', 20, null),
    ('Saint Brendan''s', 'Write to thank them for the cards', -24, 22), ('Vera', 'Confirm her new address', -40, 41)
) as task (name, text, days, done_days)
join public.donors as donor on donor.first_name = task.name;

-- Vera also gave online, so she is on the list of donors twice.
insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at, created_at)
values (
  'Vera', 'Lindqvist', 'vera.lindqvist@example.org', 60, true, 'completed', now() - interval '75 days',
  now() - interval '75 days'
);
update public.donors as donor
set first_name = 'Vera', last_name = 'Lindqvist', address = E'88 Alder Court\nFort Worth, TX 76109'
where donor.first_name = 'Vera' or donor.email = 'vera.lindqvist@example.org';

update public.donors as donor
set address = home.address
from (
  values
    ('Booker', E'1204 Pecan Hollow Drive\nApartment 12B\nFort Worth, TX 76102'),
    ('Saint Brendan''s', E'77 Chapel Road\nWeatherford, TX 76086'),
    ('Hensley Hardware', E'310 Main Street\nSuite 4\nGranbury, TX 76048')
) as home (name, address)
where donor.first_name = home.name;

insert into public.letter_templates (id, name, body, created_at)
values
  (
    '00000000-0000-4000-8000-000000000601', 'Year-end thanks',
    E'Thank you for your gift of {{lastGift}}. Your gifts in {{year}} come to {{yearTotal}}, and every one of them went into '
    || E'boxes that someone opened far from home.\n\nThe packing tables are full again this month. If you''d like to see what '
    || 'a Tuesday evening looks like, come by. There is coffee, and a roll of tape with your name on it.',
    now() - interval '40 days'
  ),
  (
    default, 'Invitation to a packing day',
    E'We''d like to show you what your gifts do. On the second Saturday of next month, we pack all day, and there is a place at '
    || E'the table for you and your family.\n\nNo experience is needed. Someone will show you what to do when you get here.',
    now() - interval '12 days'
  );

insert into public.former_donor_details (donor_id, field, value, replaced_at, replaced_by)
select donor.id, former.field, former.value, now() - make_interval(days => former.days), former.who
from (
  values
    ('address', E'412 Pecan Street\nFort Worth, TX 76103', 41, 'treasurer'), ('phone', '(817) 555-0142', 41, 'treasurer'),
    ('name', 'Vera Lindquist', 120, 'admin'), ('address', E'9 Elm Row\nWeatherford, TX 76086', 300, 'admin')
) as former (field, value, days, who)
join public.donors as donor on donor.first_name = 'Vera' and donor.email is distinct from 'vera.lindqvist@example.org';

insert into public.email_outbox (template_name, to_email, to_name, data, status, attempts, dedupe_key, created_at, last_error)
values (
  'Volunteer Application Rejected', 'byron.keller@example.org', 'Byron Keller', '{"name": "Byron Keller"}', 'failed', 5,
  'application:demo:rejected', now() - interval '42 days', 'The mailbox does not exist.'
);
