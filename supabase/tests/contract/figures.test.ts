/**
 * Each public figure and list is compared with a statement that reads the rows directly, without the project's running
 * totals and views.
 */
import postgres, { type PendingQuery, type Row } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toDate, today, zone } from "./organization-days.ts";
import { request, sql } from "./stack.ts";

type RunStatement = () => PendingQuery<Row[]>;

const donations = sql`(
  select *, amount - adjusted_amount as net
  from public.donations
  where completed_at is not null
    and is_demo = (select not real_payments from public.settings)
    and amount > adjusted_amount
)`;
const statesideDeliveries = sql`(
  select * from public.package_deliveries
  where delivered_on <= ${today} and state not in ('AA', 'AE', 'AP')
)`;
/** The figures of the latest release step; supabase/tests/database/release.test.ts tests the steps themselves. */
const selectMilitaryMail = (dimension: string) => sql`(
  select name, sum(shown) filter (where measure = 'packages')::int as packages,
    sum(shown) filter (where measure = 'families')::int as families,
    sum(shown) filter (where measure = 'veterans')::int as veterans
  from public.released_figures
  where dimension = ${dimension} and month = (select max(month) from public.release_steps where is_released)
  group by name having sum(shown) > 0
)`;

// Adds rows that must not count and would change the figures if they did.
beforeAll(async () => {
  await sql`
    insert into public.package_deliveries (delivered_on, military_branch, program, city, state, region, latitude, longitude, packages, families, veterans)
    values (${today} + 2, 'Navy', 'Veterans', 'Tomorrowville', 'TX', null, 31, -97, 777, 77, 7),
      (${today} - 13, 'Navy', 'Veterans', 'Tomorrowville', 'AE', 'the Americas', null, null, 777, 77, 7),
      (${today} - 140, 'Navy', 'Veterans', 'Tomorrowville', 'AA', 'the Americas', null, null, 777, 77, 7)`;
  await sql`
    insert into public.events (event_type, date, start_time, end_time, address, is_active)
    values ('Fundraiser', ${today} + 1, '10:00', '11:00', '2 Hidden Road', false),
      ('Fundraiser', ${today}, '00:00', '23:59:59', '2 Hidden Road', true)`;
});
afterAll(async () => {
  await sql`delete from public.package_deliveries where city = 'Tomorrowville'`;
  await sql`delete from public.events where address = '2 Hidden Road'`;
});

const lists: readonly (readonly [string, string, string, RunStatement])[] = [
  [
    "BLOG-01: lists the latest three published posts",
    "/api/home",
    "blogPosts",
    () =>
      sql`select id from public.blog_posts where is_published and published_at <= now() order by published_at desc, id desc limit 3`,
  ],
  [
    "TEST-01: lists the latest three active stories",
    "/api/home",
    "testimonials",
    () =>
      sql`select id from public.testimonials where is_active order by created_at desc, id desc limit 3`,
  ],
  [
    "TEST-10: returns the latest three active stories",
    "/api/testimonials/latest?limit=3",
    "",
    () =>
      sql`select id from public.testimonials where is_active order by created_at desc, id desc limit 3`,
  ],
  [
    "EVT-01: lists the next three events",
    "/api/home",
    "upcomingEvents",
    () => sql`
      select id from public.events where is_active and starts_at >= now() order by starts_at limit 3`,
  ],
  [
    "EVT-02: lists the three events that ended last",
    "/api/home",
    "recentEvents",
    () => sql`
      select id from public.events where is_active and ends_at < now() order by ends_at desc limit 3`,
  ],
  [
    "VDASH-39: lists events that haven't started, soonest first",
    "/api/events?when=upcoming&sort=date",
    "",
    () =>
      sql`select id from public.events where is_active and starts_at >= now() order by starts_at`,
  ],
  [
    "HIGH-01: lists the first three published highlights",
    "/api/home",
    "highlights",
    () => sql`
      select id from public.volunteer_highlights where is_published order by created_at desc, id desc limit 3`,
  ],
  [
    "HOME-25: lists the donors of the latest three donations",
    "/api/home",
    "recentDonations",
    () => sql`select id from ${donations} as donation order by completed_at desc, id desc limit 3`,
  ],
  [
    "DON-53: lists the donors of the latest donations",
    "/api/recent-donations?limit=20",
    "",
    () => sql`select id from ${donations} as donation order by completed_at desc, id desc limit 20`,
  ],
];

const figures: readonly (readonly [string, string, string, RunStatement])[] = [
  [
    "HOME-15: returns the hero texts",
    "/api/home",
    "hero",
    () => sql`select headline, core_message, image_url, image_alt from public.hero_section`,
  ],
  [
    "HOME-38: returns the contact details",
    "/api/home",
    "contactInfo",
    () => sql`select organization_name, tax_id, address, phone, email from public.contact_info`,
  ],
  [
    "HOME-16: returns the impact numbers",
    "/api/home",
    "impactStats",
    () => sql`
      select opening.since,
        opening.packages_delivered + sum(packages)::int as packages_delivered,
        opening.families_helped + sum(families)::int as families_helped,
        opening.veterans_served + sum(veterans)::int as veterans_served,
        to_char(
          greatest(
            (greatest(opening.last_updated, max(stated_at)) at time zone ${zone}),
            (select max(month) + interval '1 month' from public.release_steps where is_released)
          ),
          'YYYY-MM'
        ) as last_updated,
        opening.volunteer_hours + (
          select round(sum(extract(epoch from ends_at - starts_at)) / 3600)::int
          from public.volunteer_event_registrations join public.events on events.id = event_id
          where ends_at < now() and attendance = 'confirmed'
        ) as volunteer_hours
      from (
        select packages, families, veterans, created_at as stated_at from ${statesideDeliveries} as delivery
        union all
        select packages, families, veterans, null from ${selectMilitaryMail("region")} as region
      ) as figure
      cross join public.impact_stats as opening
      group by opening.id`,
  ],
  [
    "FIN-02, FIN-03, FIN-04, FIN-05: returns total, donors, average and recent donations",
    "/api/donors-consolidated",
    "0",
    () => sql`
      select
        sum(net)::text as total_amount,
        count(distinct donor_id)::int as donor_count,
        count(*)::int as donation_count,
        to_char(min(${toDate("completed_at")}), 'YYYY-MM') as since,
        round(sum(net) / count(distinct donor_id), 2)::float as average_donation,
        (count(*) filter (where ${toDate("completed_at")} > ${today} - 30))::int as recent_donation_count
      from ${donations} as donation`,
  ],
  [
    "returns the totals on the home page",
    "/api/home",
    "donationTotals",
    () => sql`
      select sum(net)::float as total_amount, count(distinct donor_id)::int as donor_count,
        count(*)::int as donation_count
      from ${donations} as donation`,
  ],
  [
    "HOME-30: returns this month's progress",
    "/api/home",
    "monthlyProgress",
    () => sql`
      select to_char(${today}, 'FMMonth YYYY') as month_name,
        (select monthly_goal from public.care_package_goals where is_active) as monthly_goal,
        coalesce(sum(net), 0)::float as total
      from ${donations} as donation
      where date_trunc('month', ${toDate("completed_at")}) = date_trunc('month', ${today})`,
  ],
  [
    "EVT-05: returns registrations and hours",
    "/api/volunteer-event-registrations",
    "",
    () => sql`
      select count(*)::int as total_registrations,
        round(
          sum(extract(epoch from ends_at - starts_at) / 3600)
            filter (where ends_at < now() and attendance = 'confirmed'), 2
        )::float as total_hours
      from public.volunteer_event_registrations join public.events on events.id = event_id`,
  ],
  [
    "AVOL-11: counts volunteers",
    "/api/volunteers",
    "0",
    () => sql`
      select count(*)::int as volunteer_count, count(nullif(is_active, false))::int as active_count
      from public.volunteers`,
  ],
];

const breakdowns: readonly (readonly [string, string, string, RunStatement])[] = [
  [
    "HOME-27: sums packages and families by branch",
    "/api/home",
    "branchCounts",
    () => sql`
      select branch, sum(packages)::int as packages, sum(families)::int as families
      from (
        select military_branch as branch, packages, families from ${statesideDeliveries} as delivery
        union all
        select name, packages, families from ${selectMilitaryMail("branch")} as military_mail
      ) as figure
      group by 1 order by 2 desc, 1`,
  ],
  [
    "HOME-28: sums packages by program, with the families or veterans that the program is for",
    "/api/home",
    "programCounts",
    () => sql`
      select program, sum(packages)::int as packages,
        coalesce(sum(families) filter (where program = 'Military Families'), 0)::int as families,
        coalesce(sum(veterans) filter (where program = 'Veterans'), 0)::int as veterans,
        content as description, image_url, image_alt
      from (
        select program, packages, families, veterans from ${statesideDeliveries} as delivery
        union all
        select name, packages, families, veterans from ${selectMilitaryMail("program")} as military_mail
      ) as figure
      left join public.section_content on section = lower(replace(program, ' ', '-'))
      group by program, section_content.id order by 2 desc, 1`,
  ],
  [
    "HOME-21: sums packages and families by place, or by region for military mail",
    "/api/home",
    "mapPoints",
    () => sql`
      select case when latitude is not null then city end as city, state, null as region,
        avg(latitude)::float as latitude, avg(longitude)::float as longitude,
        sum(packages)::int as packages, sum(families)::int as families
      from ${statesideDeliveries} as delivery
      group by 1, state
      union all
      select null, null, name, null, null, packages, families from ${selectMilitaryMail("region")} as military_mail
      order by packages desc, city, state, region`,
  ],
  [
    "DON-54: sums donations of the last twelve months, oldest first",
    "/api/donation-trends",
    "",
    () => sql`
      select to_char(month, 'YYYY-MM') as month, to_char(month, 'FMMonth YYYY') as month_name,
        coalesce(sum(net), 0)::float as total
      from generate_series(
        date_trunc('month', ${today}) - interval '11 months', date_trunc('month', ${today}), '1 month'
      ) as month
      left join ${donations} as donation on date_trunc('month', ${toDate("completed_at")}) = month
      group by month order by month`,
  ],
  [
    "AVOL-12: counts applications by status",
    "/api/volunteer-applications",
    "",
    () => sql`
      select status, count(*)::int as application_count from public.volunteer_applications
      group by status order by array_position(array['pending', 'approved', 'rejected'], status)`,
  ],
];

const readFigures = async (statement: RunStatement) =>
  (await statement()).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [postgres.toCamel(name), value as unknown]),
    ),
  );

/** Returns the whole response or, if `property` isn't empty, only that property. */
async function readResponse(path: string, property: string) {
  const { status, json } = await request("GET", path);
  expect(status).toBe(200);
  return property === "" ? json : json[property];
}

describe("a public endpoint", () => {
  it.each(lists)("%s", async (_, path, property, statement) => {
    const expected = (await readFigures(statement)).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(2);
    const items = (await readResponse(path, property)) as readonly { readonly id: string }[];
    expect(items.map(({ id }) => id)).toEqual(expected);
  });

  it.each(figures)("%s", async (_, path, property, statement) => {
    const [expected] = await readFigures(statement);
    expect(await readResponse(path, property)).toMatchObject(expected ?? {});
  });

  it.each(breakdowns)("%s", async (_, path, property, statement) => {
    const expected = await readFigures(statement);
    expect(expected.length).toBeGreaterThan(2);
    expect(await readResponse(path, property)).toEqual(expected);
  });
});
