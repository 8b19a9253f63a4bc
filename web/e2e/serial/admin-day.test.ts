import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clearRateLimits, request, sql } from "../../../supabase/tests/contract/stack.ts";
import { launchBrowser, startVisit } from "../browser.ts";
import { logOutAdmin, openDashboard, openSection, searchList } from "../logging-in.ts";
import { uniqueWord } from "../../../supabase/tests/unique-word.ts";

const suffix = uniqueWord();
const APPLICANT_EMAIL = `day-${suffix}@example.org`;
const STORYTELLER_NAME = `Della ${suffix}`;
const EVENT_ADDRESS = `Dawn Hall ${suffix}, Fort Worth, TX`;
const LOCATION_NAME = `Dock ${suffix}`;
const DONOR_FIRST_NAME = `Dora${suffix}`;

let browser: Browser;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await sql`delete from public.testimonials where name = ${STORYTELLER_NAME}`;
  await sql`delete from public.events where address = ${EVENT_ADDRESS}`;
  await sql`delete from public.package_deliveries where notes = ${LOCATION_NAME}`;
  await sql`delete from public.locations where name = ${LOCATION_NAME}`;
  await sql`delete from public.donations where first_name = ${DONOR_FIRST_NAME}`;
  await sql`delete from auth.users where email = ${APPLICANT_EMAIL}`;
});

const addTestData = async () => {
  const application = await request("POST", "/api/volunteer-applications", {
    body: {
      firstName: "Dayana",
      lastName: suffix,
      email: APPLICANT_EMAIL,
      availability: "weekends",
      password: "Morning!2026",
    },
  });
  const story = await request("POST", "/api/testimonials", {
    body: { name: STORYTELLER_NAME, title: "Sergeant", content: "The box came on a Tuesday." },
  });
  expect([application.status, story.status]).toEqual([201, 201]);
  await sql`
    insert into public.donations (first_name, last_name, email, amount, status, completed_at, is_demo)
    select ${DONOR_FIRST_NAME}, 'Day', 'dora@example.org', gift.amount, 'completed', now(), true
    from (values (25.00), (75.50)) as gift (amount)`;
  await sql`
    insert into public.locations (name, address, city, state, contact_person_name)
    values (${LOCATION_NAME}, '7 Dock Road', 'Fort Worth', 'TX', 'Sgt. Cole')`;
};

const expectToast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const searchSection = async (page: Page, section: string, search: string) => {
  await openSection(page, section);
  await searchList(page, search);
};

const approveApplication = async (page: Page) => {
  await searchSection(page, "Volunteers", APPLICANT_EMAIL);
  await press(page, `Approve Dayana ${suffix}`);
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
  await form.getByLabel(/^End\b/).fill("12:00");
  await form.getByLabel("Location").selectOption("Other address");
  await form.getByLabel("Address").fill(EVENT_ADDRESS);
  await form.getByRole("button", { name: "Add event" }).click();
  await expectToast(page, "The event was added");
};

const publishStory = async (page: Page) => {
  await openSection(page, "Testimonials");
  await page.getByRole("tab", { name: /^Pending Review/ }).click();
  await searchList(page, STORYTELLER_NAME);
  const card = page.getByRole("article", { name: STORYTELLER_NAME });
  await card.getByRole("button", { name: /^Approve/ }).click();
  await expectToast(page, "Testimonial published");
};

const exportDonations = async (page: Page): Promise<string> => {
  await searchSection(page, "Donations", DONOR_FIRST_NAME);
  await expect.poll(() => page.getByRole("row", { name: DONOR_FIRST_NAME }).count()).toBe(2);
  await press(page, "Export");
  await page.getByLabel("Add totals at the end").check();
  const downloadPromise = page.waitForEvent("download");
  await press(page, "Download");
  return readFile(await (await downloadPromise).path(), "utf8");
};

const logDelivery = async (page: Page, day: string) => {
  await searchSection(page, "Locations", LOCATION_NAME);
  await press(page, `Log delivery to ${LOCATION_NAME}`);
  const form = page.getByRole("dialog").getByRole("form");
  await form.getByLabel("Delivered on").fill(day);
  await form.getByLabel("Program").selectOption({ index: 1 });
  await form.getByLabel("Packages").fill("12");
  await form.getByLabel("Branch").selectOption("Army");
  await form.getByLabel("Notes").fill(LOCATION_NAME);
  await form.getByRole("button", { name: "Add delivery" }).click();
  await expectToast(page, "The delivery was added");
};

it("an administrator approves an application, creates an event, publishes a story, exports donations and logs a delivery, with audit entries", async () => {
  await addTestData();
  const [{ today, tomorrow }] = await sql<[{ today: string; tomorrow: string }]>`
    select private.today()::text as today, (private.today() + 1)::text as tomorrow`;
  const { page, problems } = await startVisit(browser);
  await openDashboard(page);
  const [{ lastEntryId }] = await sql<[{ lastEntryId: string }]>`
    select coalesce(max(id), 0)::text as "lastEntryId" from public.audit_log`;

  await approveApplication(page);
  await createEvent(page, tomorrow);
  await publishStory(page);
  const csv = await exportDonations(page);
  expect(csv.split("\r\n").filter((line) => line.includes(DONOR_FIRST_NAME))).toHaveLength(2);
  expect(csv).toContain("100.50");
  await logDelivery(page, today);
  await logOutAdmin(page);

  expect((await request("GET", "/api/home")).text).toContain(STORYTELLER_NAME);
  const changedTables = await sql<{ tableName: string }[]>`
    select distinct table_name as "tableName" from public.audit_log
    where id > ${lastEntryId} and actor_name = 'admin' order by 1`;
  expect(changedTables.map(({ tableName }) => tableName)).toEqual([
    "events",
    "exports",
    "package_deliveries",
    "testimonials",
    "volunteer_accounts",
    "volunteer_applications",
    "volunteers",
  ]);
  expect(problems).toEqual([]);
  await page.context().close();
});
