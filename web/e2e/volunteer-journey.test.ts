import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { launchBrowser, startVisit, screens } from "./browser.ts";
import { enterVolunteerPassword, logInVolunteer, openDashboard, searchList } from "./logging-in.ts";
import { findShift } from "./volunteer-shifts.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address like 'Journey %'`;
  await sql`delete from auth.users where email like 'journey-%@example.org'`;
  await browser.close();
});

const PASSWORD = "Journey!2026";

const addEvent = async (address: string) => {
  const [row] = await sql<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', private.today() + 2, '09:00', '12:30', ${address})
    returning id`;
  return row;
};

/** Moves the event into the past, then runs the hourly job. */
const finishEvent = async (id: string) => {
  await sql`update public.events set date = private.today() - 1 where id = ${id}`;
  await sql`select private.confirm_finished_attendance()`;
};

const submitApplication = async (page: Page, email: string) => {
  await page.goto(facts.webUrl, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Apply to volunteer" }).click();
  const form = page.getByRole("form", { name: "Volunteer application" });
  await form.getByLabel("Full name").fill("Journey Walker");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("ZIP code (optional)").fill("96350");
  await form.getByText("AP").waitFor();
  await form.getByLabel("Availability").selectOption("weekends");
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Apply to volunteer" }).click();
  await page.getByText("Application Submitted!").first().waitFor();
};

describe("a volunteer's journey", () => {
  it("on a phone, a volunteer gets from the application to confirmed hours", async () => {
    const email = `journey-${uniqueWord()}@example.org`;
    const address = `Journey Hall ${uniqueWord()}`;
    const event = await addEvent(address);

    const volunteerVisit = await startVisit(browser, { viewport: screens.phone });
    await submitApplication(volunteerVisit.page, email);

    await enterVolunteerPassword(volunteerVisit.page, { email, password: PASSWORD });
    await volunteerVisit.page
      .getByText(/Your application is still being reviewed/)
      .first()
      .waitFor();

    const adminVisit = await startVisit(browser);
    await openDashboard(adminVisit.page, "admin", "/dashboard/volunteers");
    await searchList(adminVisit.page, email);
    await adminVisit.page.getByRole("button", { name: "Approve Journey Walker" }).click();
    await adminVisit.page
      .getByRole("dialog")
      .getByRole("button", { name: /^Approve/ })
      .click();
    await adminVisit.page.getByText("Application approved").first().waitFor();

    const { page, problems } = volunteerVisit;
    problems.length = 0;
    await logInVolunteer(page, { email, password: PASSWORD });
    const row = findShift(page, address);
    await row.getByRole("button", { name: "Join Shift" }).click();
    await page.getByText("Successfully joined event!").first().waitFor();
    await row.getByRole("button", { name: "Cancel" }).waitFor();
    const [registration] = await sql`
      select attendance from public.volunteer_event_registrations where event_id = ${event.id}`;
    expect(registration).toEqual({ attendance: "expected" });

    await finishEvent(event.id);
    await page.reload();
    await expect
      .poll(() => page.getByRole("main").textContent())
      .toMatch(/Total Hours\s*4.*Shifts Completed\s*1/s);
    await page.getByRole("region", { name: "Recent Activity" }).getByText("3.5 hours").waitFor();
    await page.getByRole("link", { name: "Certificate of hours" }).click();
    await page.getByRole("article").getByText(address).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
    await adminVisit.page.context().close();
  });
});
