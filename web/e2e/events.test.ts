import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, logins, sql } from "../../supabase/tests/contract/stack.ts";
import { violationsInBothThemes } from "./axe.ts";
import { launchBrowser, newVisit, screens } from "./browser.ts";
import { openDashboard, openVolunteerDashboard, openSection } from "./logging-in.ts";

let browser: Browser;
const mark = `Fairground ${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.email_outbox where data ->> 'address' like ${`${mark}%`}`;
  await sql`delete from public.events where address like ${`${mark}%`}`;
  await browser.close();
});

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const addEvent = async (address: string) => {
  const [row] = await sql<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', private.today() + 3, '09:00', '12:00', ${address})
    returning id`;
  return row.id;
};
const joinDemoVolunteer = (event: string) => sql`
  insert into public.volunteer_event_registrations (volunteer_id, event_id)
  select id, ${event} from public.volunteer_accounts where email = ${logins.volunteer.email}`;
const hours = async () => {
  const [row] = await sql<[{ hours: number }]>`
    select total_hours::float as hours from public.volunteers where email = ${logins.volunteer.email}`;
  return row.hours;
};
const openEvents = async (page: Page) => {
  await openDashboard(page);
  await openSection(page, "Events");
  await page.getByRole("table", { name: "events" }).waitFor();
};

describe("an administrator's events", () => {
  it("AEVT-04, AEVT-02: creates an event on a laptop and, after a volunteer joined, records attendance on a phone", async () => {
    const address = `${mark}, Gate 1`;
    const [{ day }] = await sql<[{ day: string }]>`select (private.today() + 2)::text as day`;
    const { page, problems } = await newVisit(browser);
    await openEvents(page);
    await page.getByRole("button", { name: "Add event" }).click();
    const form = page.getByRole("form", { name: "Add event" });
    await form.getByLabel("Type").selectOption("Food Drive");
    await form.getByLabel("Date").fill(day);
    await form.getByLabel("Start").fill("00:00");
    await form.getByLabel("End").fill("23:30");
    await form.getByLabel("Location").selectOption("other");
    await form.getByLabel("Address").fill(address);
    await form.getByLabel("Spots for volunteers").fill("5");
    expect(await violationsInBothThemes(page)).toEqual([]);
    await form.getByRole("button", { name: "Add event" }).click();
    await page.getByText("The event was added").first().waitFor();
    await page.getByRole("searchbox").fill(mark);
    const row = page.getByRole("row").filter({ hasText: address });
    await row.getByText("0 of 5").waitFor();

    const volunteer = await newVisit(browser, { viewport: screens.phone });
    await openVolunteerDashboard(volunteer.page);
    const shift = volunteer.page.getByRole("listitem").filter({ hasText: address });
    await shift.getByRole("button", { name: "Join Shift" }).click();
    await shift.getByRole("button", { name: "Cancel" }).waitFor();
    await volunteer.page.context().close();

    const hoursBefore = await hours();
    // Moves the event to today, at any time of day.
    await sql`
      update public.events set date = private.today(), end_time = '23:59:59' where address = ${address}`;
    const door = await newVisit(browser, { viewport: screens.phone });
    await openEvents(door.page);
    await door.page
      .getByRole("region", { name: "Ongoing Events" })
      .getByRole("listitem")
      .filter({ hasText: address })
      .getByRole("link")
      .click();
    const came = door.page.getByRole("button", { name: /: Present$/ });
    const box = await came.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
    expect(await overflow(door.page)).toBe(0);
    await came.click();
    await door.page.locator('[aria-pressed="true"]').waitFor();
    expect(await violationsInBothThemes(door.page)).toEqual([]);
    expect(await hours()).toBeCloseTo(hoursBefore + 24, 1);
    await door.page.getByRole("link", { name: "All events" }).click();
    await door.page.getByRole("table", { name: "events" }).waitFor();
    expect(await overflow(door.page)).toBe(0);
    expect([...problems, ...door.problems]).toEqual([]);
    await page.context().close();
    await door.page.context().close();
  });

  it("canceling with a reason queues an email to registered volunteers, and undoing it reopens the event", async () => {
    const address = `${mark}, Gate 2`;
    const event = await addEvent(address);
    await joinDemoVolunteer(event);
    const { page, problems } = await newVisit(browser, { viewport: screens.phone });
    await openEvents(page);
    await page.getByRole("searchbox").fill(address);
    const row = page.getByRole("row").filter({ hasText: address });
    await row.getByRole("button", { name: /^Cancel / }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^We'll email the 1 person signed up/).waitFor();
    await dialog.getByLabel("Reason").fill("A storm is coming.");
    expect(await violationsInBothThemes(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel event" }).click();
    await row.getByText("Canceled", { exact: true }).waitFor();
    const mails = await sql`
      select template_name as template, to_email as to, data ->> 'reason' as reason
      from public.email_outbox where data ->> 'address' = ${address}`;
    expect([...mails]).toEqual([
      { template: "Event Cancelled", to: logins.volunteer.email, reason: "A storm is coming." },
    ]);
    await row.getByRole("button", { name: /^Reinstate / }).click();
    await page.getByRole("button", { name: "Reinstate event" }).click();
    await row.getByRole("button", { name: /^Cancel / }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("AEVT-03: of three ongoing events, shows two and scrolls to the third", async () => {
    for (const gate of [3, 4, 5]) await addEvent(`${mark}, Gate ${gate}`);
    await sql`
      update public.events set date = private.today(), start_time = '00:00', end_time = '23:59:59'
      where address similar to ${`${mark}, Gate (3|4|5)`}`;
    const { page } = await newVisit(browser, { viewport: screens.phone });
    await openEvents(page);
    const box = page.getByRole("region", { name: "All ongoing events" });
    await box.waitFor();
    const itemVisibility = await box.evaluate((element) => {
      const bottom = element.getBoundingClientRect().bottom;
      return Array.from(
        element.querySelectorAll("li"),
        (item) => item.getBoundingClientRect().bottom <= bottom + 1,
      );
    });
    expect(itemVisibility.slice(0, 3)).toEqual([true, true, false]);
    await box.focus();
    await page.keyboard.press("End");
    await expect.poll(() => box.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    await page.context().close();
  });
});
