import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clearRateLimits, request, sql } from "../../../supabase/tests/contract/stack.ts";
import { launchBrowser, newVisit } from "../browser.ts";
import { openDashboard, openSection, logOutAdmin } from "../logging-in.ts";

const mark = randomUUID().slice(0, 8);
const EMAIL = `day-${mark}@example.org`;
const STORYTELLER = `Della ${mark}`;
const HALL = `Dawn Hall ${mark}, Fort Worth, TX`;
const DOCK = `Dock ${mark}`;
const DONOR = `Dora${mark}`;

let browser: Browser;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await sql`delete from public.testimonials where name = ${STORYTELLER}`;
  await sql`delete from public.events where address = ${HALL}`;
  await sql`delete from public.package_deliveries where notes = ${DOCK}`;
  await sql`delete from public.locations where name = ${DOCK}`;
  await sql`delete from public.donations where first_name = ${DONOR}`;
  await sql`delete from auth.users where email = ${EMAIL}`;
});

const fillInbox = async () => {
  const application = await request("POST", "/api/volunteer-applications", {
    body: {
      firstName: "Dayana",
      lastName: mark,
      email: EMAIL,
      availability: "weekends",
      password: "Morning!2026",
    },
  });
  const story = await request("POST", "/api/testimonials", {
    body: { name: STORYTELLER, title: "Sergeant", content: "The box came on a Tuesday." },
  });
  expect([application.status, story.status]).toEqual([201, 201]);
  await sql`
    insert into public.donations (first_name, last_name, email, amount, status, completed_at, is_demo)
    select ${DONOR}, 'Day', 'dora@example.org', gift.amount, 'completed', now(), true
    from (values (25.00), (75.50)) as gift (amount)`;
  await sql`
    insert into public.locations (name, address, city, state, contact_person_name)
    values (${DOCK}, '7 Dock Road', 'Fort Worth', 'TX', 'Sgt. Cole')`;
};

const expectToast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const openSearch = async (page: Page, section: string, search: string) => {
  await openSection(page, section);
  await page.getByRole("searchbox").fill(search);
  await page.waitForURL((url) => url.searchParams.get("q") === search);
};

const approve = async (page: Page) => {
  await openSearch(page, "Volunteers", EMAIL);
  await press(page, `Approve Dayana ${mark}`);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expectToast(page, "Application approved");
};

const createEvent = async (page: Page, day: string) => {
  await openSection(page, "Events");
  await press(page, "Add event");
  const form = page.getByRole("form", { name: "Add event" });
  await form.getByLabel("Type").selectOption("Care Package Assembly");
  await form.getByLabel("Date").fill(day);
  await form.getByLabel("Start").fill("09:00");
  await form.getByLabel("End").fill("12:00");
  await form.getByLabel("Location").selectOption("Other address");
  await form.getByLabel("Address").fill(HALL);
  await form.getByRole("button", { name: "Add event" }).click();
  await expectToast(page, "The event was added");
};

const publishStory = async (page: Page) => {
  await openSection(page, "Testimonials");
  await page.getByRole("tab", { name: /^Pending Review/ }).click();
  await page.getByRole("searchbox").fill(STORYTELLER);
  const card = page.getByRole("article", { name: STORYTELLER });
  await card.getByRole("button", { name: /^Approve/ }).click();
  await expectToast(page, "Testimonial published");
};

const exportDonations = async (page: Page): Promise<string> => {
  await openSearch(page, "Donations", DONOR);
  await expect.poll(() => page.getByRole("row", { name: DONOR }).count()).toBe(2);
  const file = page.waitForEvent("download");
  await press(page, "Export");
  return readFile(await (await file).path(), "utf8");
};

const logDelivery = async (page: Page, day: string) => {
  await openSearch(page, "Locations", DOCK);
  await press(page, `Log delivery to ${DOCK}`);
  const form = page.getByRole("dialog").getByRole("form");
  await form.getByLabel("Delivered on").fill(day);
  await form.getByLabel("Program").selectOption({ index: 1 });
  await form.getByLabel("Packages").fill("12");
  await form.getByLabel("Branch").selectOption("Army");
  await form.getByLabel("Notes").fill(DOCK);
  await form.getByRole("button", { name: "Add delivery" }).click();
  await expectToast(page, "The delivery was added");
};

it("an administrator reviews applications, creates an event, publishes, exports and checks the audit log", async () => {
  await fillInbox();
  const [{ today, tomorrow }] = await sql<[{ today: string; tomorrow: string }]>`
    select private.today()::text as today, (private.today() + 1)::text as tomorrow`;
  const { page, problems } = await newVisit(browser, { acceptDownloads: true });
  await openDashboard(page);
  const [{ begun }] = await sql<[{ begun: string }]>`
    select coalesce(max(id), 0)::text as begun from public.audit_log`;

  await approve(page);
  await createEvent(page, tomorrow);
  await publishStory(page);
  const csv = await exportDonations(page);
  expect(csv.split("\r\n").filter((line) => line.includes(DONOR))).toHaveLength(2);
  expect(csv).toContain("100.50");
  await logDelivery(page, today);
  await logOutAdmin(page);

  expect((await request("GET", "/api/home")).text).toContain(STORYTELLER);
  const auditedChanges = await sql<{ tableName: string }[]>`
    select distinct table_name as "tableName" from public.audit_log
    where id > ${begun} and actor_name = 'admin' order by 1`;
  expect(auditedChanges.map(({ tableName }) => tableName)).toEqual([
    "events",
    "package_deliveries",
    "testimonials",
    "volunteer_accounts",
    "volunteer_applications",
    "volunteers",
  ]);
  expect(problems).toEqual([]);
  await page.context().close();
});
