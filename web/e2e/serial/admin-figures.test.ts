import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { thisMonth, today, zone } from "../../../supabase/tests/contract/organization-days.ts";
import { clearRateLimits, sql } from "../../../supabase/tests/contract/stack.ts";
import {
  addEvent,
  addVolunteers,
  removeVolunteers,
} from "../../../supabase/tests/contract/volunteers.ts";
import { launchBrowser, startVisit } from "../browser.ts";
import { openDashboard, openSection } from "../logging-in.ts";

const EMAIL_DOMAIN = "follows.example.org";
const EVENT_ADDRESS = "9 Followers Way";

const deleteTestRows = async () => {
  await sql`delete from public.events where address = ${EVENT_ADDRESS}`;
  await sql`
    delete from public.donation_adjustments where donation_id in (
      select id from public.donations where email like ${`%@${EMAIL_DOMAIN}`}
    )`;
  await sql`delete from public.donations where email like ${`%@${EMAIL_DOMAIN}`}`;
  await sql`delete from public.volunteer_applications where email like ${`%@${EMAIL_DOMAIN}`}`;
  await sql`delete from public.testimonials where name = 'F. Ollows'`;
  await sql`delete from public.donor_tasks where text = 'F. Ollows'`;
  await removeVolunteers(EMAIL_DOMAIN);
  await sql`update public.care_package_goals set monthly_goal = ${goal} where is_active`;
};

let browser: Browser;
let goal = 0;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
  const [activeGoal] = await sql<[{ goal: number }]>`
    select monthly_goal as goal from public.care_package_goals where is_active`;
  goal = activeGoal.goal;
});
afterAll(async () => {
  await browser.close();
  await deleteTestRows();
});

/**
 * Adds donations by 25 donors in each of the last twelve months, so that every figure changes, including rounded
 * percentages.
 */
const addDonations = () => sql`
  insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at, created_at, fee_covered, in_honor_of)
  select 'F', 'Ollows', 'donor' || donor || ${`@${EMAIL_DOMAIN}`}, 7000 + donor * 111 + month * 10, true, 'completed',
    moment, moment, 10, 'A. Sailor'
  from generate_series(1, 25) as donor
  cross join generate_series(0, 11) as month
  cross join lateral (
    select case month when 0 then now() else ((${thisMonth} - make_interval(months => month))::date + time '00:10') at time zone ${zone} end as moment
  ) as donation_times`;

const addRefund = () => sql`
  insert into public.donation_adjustments (donation_id, kind, amount, status)
  select id, 'refund', 20, 'succeeded' from public.donations
  where email = ${`donor1@${EMAIL_DOMAIN}`} order by completed_at limit 1`;

/** Adds donations that no total may include, in an amount that would be noticeable in every sum. */
const addUnpaidDonations = () => sql`
  insert into public.donations (first_name, last_name, email, amount, is_demo, status)
  select 'F', 'Ollows', ${`donor1@${EMAIL_DOMAIN}`}, 11, true, status from unnest('{pending,failed}'::text[]) as status`;

const MINUTE_MS = 60_000;

const readMinutesSinceMidnight = async () => {
  const [row] = await sql<[{ minutes: number }]>`
    select extract(epoch from (now() at time zone ${zone})::time)::integer / 60 as minutes`;
  return row.minutes;
};

/** Adds eight events today with different lengths and attendance, and an upcoming event. */
async function addEvents() {
  // The longest event ends at 00:08, so a run that starts right after midnight waits until after that.
  await expect
    .poll(readMinutesSinceMidnight, { timeout: 10 * MINUTE_MS, interval: 1000 })
    .toBeGreaterThanOrEqual(9);
  const volunteers = await addVolunteers(18, EMAIL_DOMAIN);
  for (let number = 1; number <= 8; number += 1) {
    const eventId = await addEvent({ address: EVENT_ADDRESS });
    await sql`
      insert into public.volunteer_event_registrations (event_id, volunteer_id)
      select ${eventId}, id from unnest(${volunteers.slice(0, 9 + number).map(({ id }) => id)}::uuid[]) as id`;
    await sql`
      update public.events set date = ${today}, start_time = '00:00', end_time = ${`00:0${number}`}
      where id = ${eventId}`;
  }
  // Hours count once attendance is confirmed.
  await sql`select private.confirm_finished_attendance()`;
  const upcomingEventId = await addEvent({ days: 2, places: 9, address: EVENT_ADDRESS });
  await sql`
    insert into public.volunteer_event_registrations (event_id, volunteer_id)
    values (${upcomingEventId}, ${volunteers[0]!.id})`;
  await sql`
    update public.volunteers
    set created_at = ((${thisMonth} - interval '1 month')::date + time '00:10') at time zone ${zone}
    where email in (${`0@${EMAIL_DOMAIN}`}, ${`1@${EMAIL_DOMAIN}`})`;
}

const addApplications = () => sql`
  insert into public.volunteer_applications (first_name, last_name, email, availability, status, reviewed_at)
  select 'F', 'Ollows', number || ${`@${EMAIL_DOMAIN}`}, 'weekends', case when number > 3 then 'approved' else 'pending' end,
    case when number > 3 then now() end
  from generate_series(1, 14) as number`;

const addDueTask = () => sql`
  insert into public.donor_tasks (donor_id, text, due_on, created_by)
  select donor_id, 'F. Ollows', ${today}, 'admin' from public.donor_emails where email_key = ${`donor1@${EMAIL_DOMAIN}`}`;

const addCardToPrint = () => sql`
  insert into public.tributes (donation_id, recipient_name, recipient_address, send_on)
  select id, 'F. Ollows', '1 Main Street', ${today} from public.donations
  where email = ${`donor2@${EMAIL_DOMAIN}`} order by completed_at limit 1`;

const addLapsedWaiver = () => sql`
  insert into public.volunteer_qualifications (volunteer_id, kind, completed_on, expires_on)
  select id, 'waiver', ${today}::date - 400, ${today} from public.volunteers where email = ${`0@${EMAIL_DOMAIN}`}`;

const addFailedEmail = () => sql`
  insert into public.email_outbox (template_name, to_email, to_name, status)
  values ('Event Reminder', ${`late@${EMAIL_DOMAIN}`}, 'F', 'failed')`;

/**
 * Returns every text in the main area that contains a digit, except in tables, forms, headers and the card of the next
 * event, which doesn't add anything up.
 */
const readFigureTexts = (page: Page) =>
  page.locator("main").evaluate((main, ignored) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const texts = new Set<string>();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest(ignored)) continue;
      if (/\d/.test(node.textContent ?? "")) texts.add((parent.textContent ?? "").trim());
    }
    return [...texts];
  }, "table, form, option, header, [aria-hidden=true], [aria-labelledby=next-event]");

/** Returns whether the text is a date or fixed text and therefore not a figure. */
const isDateOrFixedText = (text: string) =>
  /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/.test(text) ||
  /^(per donor, )?(since )?[A-Z][a-z]+ \d{4}$/.test(text) ||
  /^in \d+ days?$/.test(text) ||
  /^as of \d{1,2}:\d\d [AP]M$/.test(text) ||
  text === "We promise an answer in 2-3 business days.";

const SCREENS = [
  ["Overview", "Completed Events", 25],
  ["Donations", "Monthly Trends", 20],
  ["Volunteers", "Hours This Month", 4],
] as const;

/** Opens a screen and returns its figures after all data has loaded. */
async function readFigures(page: Page, name: (typeof SCREENS)[number][0], lastText: string) {
  await openSection(page, name);
  await page.reload({ waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByText(lastText, { exact: true }).waitFor();
  // On a busy machine, the network may be idle before the sections request their data.
  await expect.poll(() => page.locator("main .skeleton, main [aria-busy=true]").count()).toBe(0);
  return readFigureTexts(page);
}

/** One rate may become what another one was, so each is compared by its label. */
const RATES = ["Package Goal", "Repeat Donors", "Attendance", "Shift Spots Filled"];
const isRate = (text: string) => /^\d+%$/.test(text);

/** Finds the chart's bars by attribute, because the chart is decorative and has no accessible name. */
const countBars = (page: Page) => page.locator("[data-month]").count();

const readValueText = (page: Page, label: string) =>
  page
    .locator("main")
    .getByText(label, { exact: true })
    .locator("xpath=following-sibling::*[1]")
    .textContent();

const readValue = async (page: Page, label: string) =>
  Number((await readValueText(page, label))?.replaceAll(/[^\d.]/g, ""));

it(
  "AOVER-10, AOVER-11, ADON-02, ADON-08, AVOL-02: every figure on the dashboard changes with the data",
  async () => {
    const { page } = await startVisit(browser, { viewport: { width: 1280, height: 900 } });
    await openDashboard(page);
    const figuresBefore = new Map<string, readonly string[]>();
    const valuesBefore = new Map<string, number>();
    const ratesBefore = new Map<string, number>();
    const labels = {
      Overview: ["Total Donations", "Active Volunteers"],
      Donations: ["Total This Month", "Total Donors"],
      Volunteers: ["Active", "Hours This Month", "New Applications"],
    } as const;
    for (const [name, lastText, minFigureCount] of SCREENS) {
      const figures = await readFigures(page, name, lastText);
      expect(figures.length, `${name}: ${figures.join(" | ")}`).toBeGreaterThanOrEqual(
        minFigureCount,
      );
      figuresBefore.set(name, figures);
      for (const label of labels[name]) valuesBefore.set(label, await readValue(page, label));
      if (name !== "Overview") continue;
      for (const label of RATES) ratesBefore.set(label, await readValue(page, label));
    }

    await addDonations();
    await addRefund();
    await addUnpaidDonations();
    await addEvents();
    await addApplications();
    await addDueTask();
    await addCardToPrint();
    await addLapsedWaiver();
    await addFailedEmail();
    await sql`update public.care_package_goals set monthly_goal = ${goal + 7} where is_active`;
    await sql`
    insert into public.testimonials (name, title, content, rating, is_active)
    values ('F. Ollows', 'Sailor', 'Came.', 5, false)`;

    await sql`
    insert into public.volunteer_highlights (volunteer_id, title, message)
    select id, 'Ollows', 'Came.' from public.volunteer_accounts where email = ${`0@${EMAIL_DOMAIN}`}`;

    const increases: Record<string, number> = {};
    for (const [name, lastText] of SCREENS) {
      const figuresAfter = await readFigures(page, name, lastText);
      const unchangedFigures = figuresAfter.filter(
        (text) =>
          figuresBefore.get(name)?.includes(text) &&
          !isDateOrFixedText(text) &&
          !(name === "Overview" && isRate(text)),
      );
      expect(unchangedFigures, `${name} still shows`).toEqual([]);
      if (name === "Overview") {
        for (const label of RATES)
          expect(await readValue(page, label), label).not.toBe(ratesBefore.get(label));
      }
      if (name === "Donations") await expect.poll(() => countBars(page)).toBe(12);
      for (const label of labels[name]) {
        increases[label] = (await readValue(page, label)) - (valuesBefore.get(label) ?? Number.NaN);
      }
    }
    // The 300 donations add up to 12 × 25 × 7000 + 12 × 111 × (1 + … + 25) + 25 × 10 × (0 + … + 11), less the refund,
    // and this month's donations to 25 × 7000 + 111 × 325.
    expect(increases).toEqual({
      "Total Donations": expect.closeTo(2_549_380, 2),
      "Active Volunteers": 18,
      "Total This Month": expect.closeTo(211_075, 2),
      "Total Donors": 25,
      Active: 18,
      // The events add 1 × 10 + 2 × 11 + … + 8 × 17 minutes. Each event is rounded to hundredths of an hour, and the
      // total to tenths.
      "Hours This Month": expect.closeTo(8.8, 1),
      "New Applications": 3,
    });
  },
  12 * MINUTE_MS,
);
