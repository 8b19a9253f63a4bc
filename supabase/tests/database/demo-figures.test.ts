/**
 * Checks that the demo's figures agree with one another. Figures written in prose are parsed from the seed's text, so
 * that text and data can't drift apart.
 */
import { readFile, stat } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { homeContent } from "../../functions/_shared/contracts/home.ts";
import { computeShares, addUpAmounts } from "../../functions/_shared/rules/amounts.ts";
import { LAST_YEAR, sumReportRows } from "../../../web/scenes/papers/last-year.ts";
import { runAs, withRollback, sql, visitor } from "./connection.ts";

const QUARTERS_FILE = "supabase/demo-files/reports/5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a02.csv";
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  six: 6,
  fifteen: 15,
  "two dozen": 24,
  fifty: 50,
  "fifty-eight": 58,
  eighty: 80,
  "ninety-one": 91,
  "a hundred and fifty": 150,
  "three hundred": 300,
};

interface Delivery {
  readonly packages: number;
  readonly families: number;
  readonly veterans: number;
  readonly program: string;
  readonly city: string;
  readonly month: string;
  readonly isLastYear: boolean;
  readonly isPublic: boolean;
}

let home: ReturnType<typeof homeContent.parse>;
let deliveries: readonly Delivery[];
let demoText: string;

beforeAll(async () => {
  await withRollback(async (tx) => {
    const [row] = await runAs(tx, visitor, (savepoint) => savepoint`select private.home() as home`);
    home = homeContent.parse(row?.home);
    deliveries = await tx<Delivery[]>`
      select packages, families, veterans, program, city, to_char(delivered_on, 'YYYY-MM') as month,
        extract(year from delivered_on) = extract(year from private.today()) - 1 as "isLastYear",
        region is null or delivered_on < private.due_month() + interval '1 month' as "isPublic"
      from public.package_deliveries where delivered_on <= private.today()`;
    const rows = await tx<{ text: string }[]>`
      select title || E'\n' || content as text from public.blog_posts where is_published
      union all select content from public.section_content where content is not null
      union all select title || E'\n' || description from public.about_items where is_active
      union all select title || E'\n' || message from public.volunteer_highlights where is_published
      union all select core_message from public.hero_section
      union all select description from public.volunteer_shifts`;
    demoText = rows.map(({ text }) => text).join("\n");
  });
});

const toCents = (dollars: number) => Math.round(dollars * 100);
const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
const sumPackages = (rows: readonly { readonly packages: number }[]) =>
  sum(rows.map(({ packages }) => packages));
const listLastYearDeliveries = () => deliveries.filter(({ isLastYear }) => isLastYear);

/** Returns the number, in words or digits, that `pattern`'s first group captures in the demo texts. */
function findFigure(pattern: RegExp): number {
  const number = pattern.exec(demoText)?.[1]?.toLowerCase();
  const value = number === undefined ? undefined : (NUMBER_WORDS[number] ?? Number(number));
  if (value === undefined || Number.isNaN(value))
    throw new Error(`No text matches ${pattern}: ${number}`);
  return value;
}

const expectNear = (figure: number, otherFigure: number, share: number) =>
  expect(
    Math.abs(figure / otherFigure - 1),
    `${figure} compared with ${otherFigure}`,
  ).toBeLessThanOrEqual(share);

describe("the public figures of the demo content", () => {
  test("HOME-16: the counters are the opening totals since 2011 plus the recorded deliveries", async () => {
    const [openingTotals] = await sql`
      select packages_delivered as packages, families_helped as families, veterans_served as veterans,
        volunteer_hours as hours, since
      from public.impact_stats`;
    const publicDeliveries = deliveries.filter(({ isPublic }) => isPublic);
    expect(home.impactStats).toMatchObject({
      packagesDelivered: openingTotals?.packages + sumPackages(publicDeliveries),
      veteransServed:
        openingTotals?.veterans + sum(publicDeliveries.map(({ veterans }) => veterans)),
      since: openingTotals?.since,
    });
    expect(home.impactStats.familiesHelped).toBe(
      openingTotals?.families + sum(publicDeliveries.map(({ families }) => families)),
    );
    expect(home.impactStats.since).toBe(findFigure(/began in (\d{4})/));
    // Packages per year before and after the first recorded delivery are similar.
    const years = Number(home.deliveriesSince?.slice(0, 4)) - openingTotals?.since;
    expect(home.deliveriesSince).toBe(`${home.settings.spendingYear}-01`);
    expectNear(openingTotals?.packages / years, sumPackages(listLastYearDeliveries()), 0.4);
    expectNear(openingTotals?.families / years, LAST_YEAR.families, 0.4);
    expectNear(openingTotals?.veterans / years, LAST_YEAR.veterans, 0.4);
    const [time] = await sql<[{ years: number; hours: number }]>`
      select (private.today() - make_date(${openingTotals?.since}, 1, 1)) / 365.25::float as years,
        (private.registration_totals() ->> 'totalHours')::float as hours`;
    // The average number of hours a year is close to the one in the annual report.
    expectNear(home.impactStats.volunteerHours / time.years, LAST_YEAR.hours, 0.05);
    expect(home.impactStats.volunteerHours).toBe(openingTotals?.hours + Math.round(time.hours));
  });

  test("HOME-28: each program counts only the people it serves, and they add up to the counters", () => {
    const peopleByProgram = new Map(
      home.programCounts.map(({ program, families, veterans }) => [
        program,
        { families, veterans },
      ]),
    );
    const publicDeliveries = deliveries.filter(({ isPublic }) => isPublic);
    expect(peopleByProgram).toEqual(
      new Map([
        ["Deployed Service Members", { families: 0, veterans: 0 }],
        [
          "Military Families",
          { families: sum(publicDeliveries.map(({ families }) => families)), veterans: 0 },
        ],
        [
          "Veterans",
          { families: 0, veterans: sum(publicDeliveries.map(({ veterans }) => veterans)) },
        ],
      ]),
    );
    // In every program, the average person got more than one package.
    for (const { packages, families, veterans } of home.programCounts) {
      expect(packages).toBeGreaterThan(families + veterans);
    }
    expect(sum(home.mapPoints.map(({ families }) => families))).toBe(
      peopleByProgram.get("Military Families")?.families,
    );
  });

  test("HOME-27: nearly all packages belong to a named branch", () => {
    const others = home.branchCounts.filter(({ branch }) => branch === "Other");
    expect(sumPackages(others)).toBeLessThan(0.05 * sumPackages(home.branchCounts));
  });

  test("HOME-21, HOME-27, HOME-28: branches, programs and the map count the same packages", () => {
    const recordedPackages = sumPackages(deliveries.filter(({ isPublic }) => isPublic));
    expect(sumPackages(home.branchCounts)).toBe(recordedPackages);
    expect(sumPackages(home.programCounts)).toBe(recordedPackages);
    expect(sumPackages(home.mapPoints)).toBe(recordedPackages);
  });

  test("FIN-02, FIN-03, FIN-04: the total, the number of donors and the average follow from the donations", async () => {
    const [row] = await sql`select private.donation_site_totals() as totals`;
    const [donations] = await sql<[{ total: number; donors: number; gifts: number }]>`
      select sum(amount - adjusted_amount)::float as total, count(distinct donor_id)::int as donors,
        count(*)::int as gifts
      from public.donations where completed_at is not null and amount > adjusted_amount`;
    expect(home.donationTotals).toEqual({
      totalAmount: donations.total,
      donorCount: donations.donors,
      donationCount: donations.gifts,
    });
    expect(Number(row?.totals.averageDonation)).toBe(
      Math.round((donations.total / donations.donors) * 100) / 100,
    );
    // Twelve months of donations cover a year of packages and fundraising.
    expectNear(donations.total, addUpAmounts(home.settings.spending), 0.1);
  });

  test("HOME-30: this month's goal equals a typical month's donations and is within reach", async () => {
    const { monthlyProgress, settings } = home;
    const [month] = await sql<[{ donated: number; day: number }]>`
      select coalesce(sum(amount - adjusted_amount), 0)::float as donated,
        extract(day from private.today())::int as day
      from public.donations
      where date_trunc('month', completed_at at time zone private.time_zone())
        = date_trunc('month', private.today()::timestamp)`;
    expect(monthlyProgress.total).toBe(month.donated);
    const share = month.donated / settings.packagePrice / monthlyProgress.monthlyGoal;
    expect(share).toBeLessThan(1);
    if (month.day > 2) expect(share).toBeGreaterThan(0.15);
    expect(monthlyProgress.monthlyGoal).toBe(findFigure(/pack about (.+?) a month/));
    expectNear(sumPackages(listLastYearDeliveries()) / 12, monthlyProgress.monthlyGoal, 0.05);
  });

  test("the cost of a package equals the sum of its parts, in the settings and in the post", () => {
    const { packageCosts, packagePrice } = home.settings;
    expect(sum(packageCosts.map(({ amount }) => toCents(amount)))).toBe(toCents(packagePrice));
    const costsInPost = [...demoText.matchAll(/^\| [a-z ,]+ \| \$([\d.]+) \|$/gm)].map(([, cost]) =>
      Number(cost),
    );
    const boxCosts = packageCosts.map(({ amount }) => amount);
    expect(new Set(costsInPost)).toEqual(new Set(boxCosts));
    expect(findFigure(/one gift of (\w+) dollars, one box/)).toBe(packagePrice);
    expect(findFigure(/(\w+) dollars fills and mails one box/i)).toBe(packagePrice);
  });

  test("last year's spending on packages is their number times the cost of one, and ninety-one cents of every dollar spent", () => {
    const { packageCosts, spending } = home.settings;
    const boxes = sumPackages(listLastYearDeliveries());
    const overheadCosts = packageCosts.filter(({ label }) => label === "Warehouse and office");
    const shippedCosts = packageCosts.filter((cost) => !overheadCosts.includes(cost));
    const centsByLabel = new Map(spending.map(({ label, amount }) => [label, toCents(amount)]));
    expect(centsByLabel.get("Boxes and postage")).toBe(boxes * toCents(addUpAmounts(shippedCosts)));
    expect(centsByLabel.get("Warehouse and office")).toBe(
      boxes * toCents(addUpAmounts(overheadCosts)),
    );
    const shares = computeShares(spending);
    expect(sum(shares)).toBe(100);
    expect(shares[0]).toBe(findFigure(/([\w-]+) cents of every dollar/));
  });

  test("the published quarterly table adds up to last year's deliveries", async () => {
    const quarters = [0, 1, 2, 3].map((quarter) =>
      sumPackages(
        listLastYearDeliveries().filter(
          ({ month }) => Math.floor((Number(month.slice(5)) - 1) / 3) === quarter,
        ),
      ),
    );
    const [, ...rows] = (await readFile(QUARTERS_FILE, "utf8")).trim().split("\n");
    const figures = rows.map((row) => row.split(",").slice(1).map(Number));
    expect(figures.map(([boxes]) => boxes)).toEqual([...quarters, sum(quarters)]);
    for (const [
      boxes = 0,
      contents = 0,
      packing = 0,
      postage = 0,
      office = 0,
      total,
      price,
    ] of figures) {
      expect(toCents(contents + packing + postage + office)).toBe(toCents(total ?? 0));
      expect(price).toBe(home.settings.packagePrice);
      expect(total).toBe(boxes * home.settings.packagePrice);
    }
  });

  test("the printed reports match the settings and the deliveries", async () => {
    const labelsAndAmounts = home.settings.spending.map(({ label, amount }) => [label, amount]);
    expect(labelsAndAmounts).toEqual(LAST_YEAR.spending);
    expect(sumReportRows(LAST_YEAR.expenses)).toBe(sumReportRows(LAST_YEAR.spending));
    expect(LAST_YEAR).toMatchObject({
      boxes: sumPackages(listLastYearDeliveries()),
      families: sum(listLastYearDeliveries().map(({ families }) => families)),
      veterans: sum(listLastYearDeliveries().map(({ veterans }) => veterans)),
    });
    const reports = await sql<{ path: string; size: number }[]>`
      select file_url as path, file_size as size from public.financial_reports`;
    for (const { path, size } of reports) {
      expect((await stat(`supabase/demo-files${path}`)).size, path).toBe(size);
    }
  });

  test("the packages packed at events match the monthly goal, and the stated record is the maximum", async () => {
    const [packedCounts] = await sql<[{ month: number; most: number; evening: number }]>`
      select sum(packages_packed) filter (where date > private.today() - 30)::int as month,
        max(packages_packed) as most,
        max(packages_packed) filter (where start_time >= '18:00') as evening
      from public.events where ends_at < now()`;
    expectNear(packedCounts.month, home.monthlyProgress.monthlyGoal, 0.15);
    expect(packedCounts.most).toBe(findFigure(/^([\w-]+) in one morning$/m));
    expect(2 * packedCounts.evening).toBeLessThanOrEqual(
      findFigure(/(\w+) notes keep one packing evening going/i),
    );
    expect(findFigure(/(\w+ hundred) keep us going for a month/i)).toBe(
      2 * home.monthlyProgress.monthlyGoal,
    );
  });

  test("the demo text has the right numbers of bases and of packages for veterans", () => {
    const cities = deliveries
      .filter(({ program }) => program === "Military Families")
      .map(({ city }) => city);
    expect(new Set(cities).size).toBe(findFigure(/groups at (\w+) bases/));
    const visits = deliveries.filter(
      ({ program, city }) => program === "Veterans" && city === "Fort Worth",
    );
    expect(new Set(visits.map(({ packages }) => packages))).toEqual(
      new Set([findFigure(/a van with (\w+ \w+) boxes/)]),
    );
    expect(findFigure(/^(\w+ \w+) boxes and two hours/m)).toBe(visits[0]?.packages);
  });
});

test("a demo donor is charged on the same day of each month, and the next charge is a month after the latest", async () => {
  const charges = await sql<{ isOwnDay: boolean; isNext: boolean }[]>`
    select charge.day = (latest.day - make_interval(months => charge.back))::date as "isOwnDay",
      (monthly.current_period_end at time zone private.time_zone())::date = (latest.day + interval '1 month')::date as "isNext"
    from public.subscriptions as monthly
    cross join lateral (
      select (completed_at at time zone private.time_zone())::date as day,
        row_number() over (order by completed_at desc)::int - 1 as back
      from public.donations where subscription_id = monthly.id
    ) as charge
    join lateral (
      select (max(completed_at) at time zone private.time_zone())::date as day
      from public.donations where subscription_id = monthly.id
    ) as latest on true
    where monthly.id in (
      select subscription_id from public.donations where stripe_payment_intent_id like 'pi\\_demo\\_seed\\_monthly\\_%'
    )`;
  expect(charges.length).toBeGreaterThan(40);
  expect(charges.filter(({ isOwnDay, isNext }) => !isOwnDay || !isNext)).toEqual([]);
});

test("the demo has a shared mailbox, an application from another one, a shift past midnight, and a canceled one that the demo volunteer sees", async () => {
  const [row] = await sql`
    select
      exists (
        select from public.volunteers as person
        join public.volunteers as owner on lower(owner.email) = lower(person.contact_email)
      ) as "isSharedMailbox",
      exists (
        select from public.volunteer_applications as application
        where application.status = 'pending' and private.is_shared_mailbox(application.email)
      ) as "isSharedApplication",
      exists (
        select from public.events where ends_next_day and starts_at > now() and registered_volunteers > 0
      ) as "isOvernight",
      exists (
        select from public.events as meeting
        join public.volunteer_event_registrations as registration on registration.event_id = meeting.id
        join public.volunteer_accounts as account on account.id = registration.volunteer_id
        where meeting.canceled_at is not null and meeting.starts_at > now() and account.email = 'volunteer@example.org'
      ) as "isCanceled"`;
  expect(row).toEqual({
    isSharedMailbox: true,
    isSharedApplication: true,
    isOvernight: true,
    isCanceled: true,
  });
});
