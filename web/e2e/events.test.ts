import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logins } from "../../supabase/tests/demo-logins.ts";
import { clearRateLimits, sql } from "../../supabase/tests/contract/stack.ts";
import { findViolationsInBothThemes } from "./axe.ts";
import { launchBrowser, startVisit, measureOverflow, screens, type Visit } from "./browser.ts";
import { openDashboard, openSection, openVolunteerDashboard, searchList } from "./logging-in.ts";
import { findShift } from "./volunteer-shifts.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";
import { chooseInMenu } from "./row-menu.ts";

let browser: Browser;
const addressPrefix = `Fairground ${uniqueWord()}`;
/** A coordinator's visit on a phone, which all tests in this file share. */
let phone: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
  phone = await startVisit(browser, { viewport: screens.phone });
  await openDashboard(phone.page, "coordinator");
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.email_outbox where data ->> 'address' like ${`${addressPrefix}%`}`;
  await sql`delete from public.events where address like ${`${addressPrefix}%`}`;
  await browser.close();
});

const addEvent = async (address: string) => {
  const [row] = await sql<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', private.today() + 3, '09:00', '12:00', ${address})
    returning id`;
  return row.id;
};
const registerDemoVolunteer = (eventId: string) => sql`
  insert into public.volunteer_event_registrations (volunteer_id, event_id)
  select id, ${eventId} from public.volunteer_accounts where email = ${logins.volunteer.email}`;
const readHours = async () => {
  const [row] = await sql<[{ hours: number }]>`
    select total_hours::float as hours from public.volunteers where email = ${logins.volunteer.email}`;
  return row.hours;
};
const openEvents = async (page: Page) => {
  await openSection(page, "Events");
  await page.getByRole("table", { name: "events" }).waitFor();
};

describe("managing events", () => {
  it(
    "AEVT-04, AEVT-02: an administrator creates an event on a laptop and, after a volunteer has joined, records attendance on a phone",
    { tags: [NIGHTLY] },
    async () => {
      const address = `${addressPrefix}, Gate 1`;
      const [{ day }] = await sql<[{ day: string }]>`select (private.today() + 2)::text as day`;
      const { page, problems } = await startVisit(browser);
      await openDashboard(page, "coordinator", "/dashboard/events");
      await openEvents(page);
      await page.getByRole("button", { name: "Add event" }).click();
      const form = page.getByRole("form", { name: "Add event" });
      await form.getByLabel("Type").selectOption("Food Drive");
      await form.getByLabel("Date").fill(day);
      await form.getByLabel("Start").fill("00:00");
      await form.getByLabel(/^End\b/).fill("23:30");
      await form.getByLabel("Location").selectOption("other");
      await form.getByLabel("Address").fill(address);
      await form.getByLabel("Spots for volunteers").fill("5");
      expect(await findViolationsInBothThemes(page)).toEqual([]);
      await form.getByRole("button", { name: "Add event" }).click();
      await page.getByText("The event was added").first().waitFor();
      await searchList(page, addressPrefix);
      const row = page.getByRole("row").filter({ hasText: address });
      await row.getByText("0 of 5").waitFor();

      const volunteerVisit = await startVisit(browser, { viewport: screens.phone });
      await openVolunteerDashboard(volunteerVisit.page);
      const shift = findShift(volunteerVisit.page, address);
      await shift.getByRole("button", { name: "Join Shift" }).click();
      await shift.getByRole("button", { name: "Cancel" }).waitFor();
      await volunteerVisit.page.context().close();

      const hoursBefore = await readHours();
      // Moves the event to today and its end to midnight, so that it's ongoing whenever the test runs.
      await sql`
      update public.events set date = private.today(), end_time = '23:59:59' where address = ${address}`;
      await openEvents(phone.page);
      await phone.page
        .getByRole("region", { name: "Ongoing Events" })
        .getByRole("listitem")
        .filter({ hasText: address })
        .getByRole("link")
        .click();
      const presentButton = phone.page.getByRole("button", { name: /: Present$/ });
      const box = await presentButton.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(48);
      expect(await measureOverflow(phone.page)).toBe(0);
      await presentButton.click();
      await phone.page.locator('[aria-pressed="true"]').waitFor();
      expect(await findViolationsInBothThemes(phone.page)).toEqual([]);
      // Hours count once the event is over.
      expect(await readHours()).toBe(hoursBefore);
      await sql`update public.events set date = private.today() - 1 where address = ${address}`;
      expect(await readHours()).toBeCloseTo(hoursBefore + 24, 1);
      await phone.page.getByRole("link", { name: "All events" }).click();
      await phone.page.getByRole("table", { name: "events" }).waitFor();
      expect(await measureOverflow(phone.page)).toBe(0);
      expect([...problems, ...phone.problems]).toEqual([]);
      await page.context().close();
    },
  );

  it("canceling an event with a reason queues an email to registered volunteers, and reinstating reopens the event", async () => {
    const address = `${addressPrefix}, Gate 2`;
    const eventId = await addEvent(address);
    await registerDemoVolunteer(eventId);
    const { page, problems } = phone;
    await openEvents(page);
    await searchList(page, address);
    const row = page.getByRole("row").filter({ hasText: address });
    await chooseInMenu(page, /^Cancel event /, { scope: row });
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email the 1 person who signed up").waitFor();
    await dialog.getByLabel("Reason").fill("A storm is coming.");
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel event" }).click();
    await row.getByText("Canceled", { exact: true }).waitFor();
    const emails = await sql`
      select template_name as template, to_email as to, data ->> 'reason' as reason
      from public.email_outbox where data ->> 'address' = ${address}`;
    expect([...emails]).toEqual([
      { template: "Event Canceled", to: logins.volunteer.email, reason: "A storm is coming." },
    ]);
    await chooseInMenu(page, /^Reinstate /, { scope: row });
    await page.getByRole("button", { name: "Reinstate event" }).click();
    await row.getByText("Canceled", { exact: true }).waitFor({ state: "hidden" });
    expect(problems).toEqual([]);
  });

  it("AEVT-03: the list of three ongoing events shows two and scrolls to the third", async () => {
    for (const gate of [3, 4, 5]) await addEvent(`${addressPrefix}, Gate ${gate}`);
    await sql`
      update public.events set date = private.today(), start_time = '00:00', end_time = '23:59:59'
      where address similar to ${`${addressPrefix}, Gate (3|4|5)`}`;
    const { page } = phone;
    await openEvents(page);
    await page.reload();
    const eventList = page.getByRole("region", { name: "All ongoing events" });
    await eventList.waitFor();
    const itemVisibility = await eventList.evaluate((element) => {
      const bottom = element.getBoundingClientRect().bottom;
      return Array.from(
        element.querySelectorAll("li"),
        (item) => item.getBoundingClientRect().bottom <= bottom + 1,
      );
    });
    expect(itemVisibility.slice(0, 3)).toEqual([true, true, false]);
    await eventList.focus();
    await page.keyboard.press("End");
    await expect.poll(() => eventList.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  });
});
