import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { violationsInBothThemes } from "./axe.ts";
import { launchBrowser, measureLayout, newVisit, screens, zoomedScreen } from "./browser.ts";
import { addTestVolunteer, openVolunteerDashboard } from "./logging-in.ts";

const PASSWORD = "Shifts!2026";
const MARK = "Dashboard Lane";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
// The page first shows only the next shifts, so one test's events would hide another's.
afterEach(() => sql`delete from public.events where address like ${`%${MARK}`}`);
afterAll(async () => {
  await browser.close();
  await sql`delete from auth.users where email like 'dashboard-%@example.org'`;
});

async function addNora() {
  const login = { email: `dashboard-${randomUUID()}@example.org`, password: PASSWORD };
  return { ...login, id: await addTestVolunteer(login, ["Nora", "Fielding"]) };
}

/**
 * Adds an event on that date, or that many days from today, in the organization's time zone, with a unique address.
 */
async function addEvent(dateOrOffset: number | string, startTime = "09:00", endTime = "12:30") {
  const address = `${randomUUID().slice(0, 8)} ${MARK}`;
  const date =
    typeof dateOrOffset === "string" ? dateOrOffset : sql`private.today() + ${dateOrOffset}::int`;
  const [event] = await sql<[{ id: string; day: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', ${date}, ${startTime}, ${endTime}, ${address})
    returning id, to_char(date, 'FMDay, FMMonth FMDD, YYYY') as day`;
  return { ...event, address };
}

/** Signs the volunteer up for next year's two nights when clocks change: spring, then fall. */
const joinChangingNights = async ({ id }: { readonly id: string }) => {
  const year = new Date().getFullYear() + 1;
  const sundayOf = (month: string, from: number) => {
    const firstDay = new Date(`${year}-${month}-0${from}T00:00:00Z`);
    return `${year}-${month}-${String(from + ((7 - firstDay.getUTCDay()) % 7)).padStart(2, "0")}`;
  };
  const nights = [
    [await addEvent(sundayOf("03", 8), "01:30", "03:30"), /^1:30 AM CST – 3:30 AM CDT/],
    [await addEvent(sundayOf("11", 1), "00:30", "03:30"), /^12:30 AM CDT – 3:30 AM CST/],
  ] as const;
  await sql`
    insert into public.volunteer_event_registrations (volunteer_id, event_id)
    select ${id}, id from unnest(${nights.map(([night]) => night.id)}::uuid[]) as id`;
  return nights;
};

const limit = (eventId: string, places: number) => sql`
  insert into public.volunteer_shifts (event_id, title, max_volunteers)
  values (${eventId}, 'A place', ${places})`;

const rowOf = (page: Page, { address }: { readonly address: string }) =>
  page
    .getByRole("region", { name: "Upcoming Shifts" })
    .getByRole("listitem")
    .filter({ hasText: address });

const waitForText = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor();

const focusedButton = (page: Page) =>
  page.evaluate(() => document.querySelector("button:focus")?.textContent);

describe("a volunteer's dashboard", () => {
  it("VDASH-35, VDASH-36, VDASH-38, VDASH-49, VDASH-51: joins and leaves a shift by keyboard", async () => {
    const volunteer = await addNora();
    const event = await addEvent(1);
    await limit(event.id, 2);
    const { page, problems } = await newVisit(browser);
    await openVolunteerDashboard(page, volunteer);
    await page.setViewportSize(screens.phone);
    const row = rowOf(page, event);
    await row.getByText(event.day).waitFor();
    await row.getByText("2 spots left").waitFor();
    await page
      .getByRole("heading", { name: "We’re glad to have you. Here’s what comes next" })
      .waitFor();

    await row.getByRole("button", { name: "Join Shift" }).focus();
    await page.keyboard.press("Enter");
    await waitForText(page, "Successfully joined event!");
    await row.getByText("You're signed up").waitFor();
    await expect.poll(() => focusedButton(page)).toBe("Cancel");
    const file = page.waitForEvent("download");
    await row.getByRole("button", { name: "Add to calendar" }).click();
    expect((await file).suggestedFilename()).toMatch(/\.ics$/);
    expect(await violationsInBothThemes(page)).toEqual([]);

    // Forgets saved scroll positions: closing the dialog must not scroll the page.
    await page.evaluate(() => sessionStorage.clear());
    await row.getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Enter");
    const cancelDialog = page.getByRole("dialog", { name: "Cancel your shift?" });
    await cancelDialog.waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await waitForText(page, "Left event");
    await row.getByText("2 spots left").waitFor();
    await page.waitForFunction(() => !("dialogEntry" in history.state));
    await expect.poll(() => focusedButton(page)).toBe("Join Shift");
    await page.setViewportSize(zoomedScreen);
    expect(await measureLayout(page)).toEqual({ sideways: 0, covered: 0 });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("offers the waiting list of a full shift, with its own wording for leaving", async () => {
    const [first, second] = [await addNora(), await addNora()];
    const event = await addEvent(1);
    await limit(event.id, 1);
    await sql`
      insert into public.volunteer_event_registrations (volunteer_id, event_id)
      values (${first.id}, ${event.id})`;
    const { page, problems } = await newVisit(browser);
    await openVolunteerDashboard(page, second);
    const row = rowOf(page, event);
    // A volunteer without a shift sees shifts with free places first.
    await page
      .getByRole("button", { name: /^Show all/ })
      .first()
      .click();
    await row.getByText("Full, but you can join the waiting list").waitFor();
    await row.getByRole("button", { name: "Join Waiting List" }).click();
    await row.getByText("You're number 1 on the waiting list").waitFor();
    await row.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Leave the list" }).click();
    await waitForText(page, "Left event");
    await row.getByText("Full, but you can join the waiting list").waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("VDASH-50: offline, keeps the shifts and shows the failure, and the next click joins", async () => {
    const volunteer = await addNora();
    const event = await addEvent(1);
    const { page } = await newVisit(browser);
    await openVolunteerDashboard(page, volunteer);
    const row = rowOf(page, event);
    await row.waitFor();
    await page.context().setOffline(true);
    await page.getByText("You're offline").waitFor();
    await row.getByRole("button", { name: "Join Shift" }).click();
    await waitForText(page, "Unable to join this event at the moment.");
    await row.getByText(event.day).waitFor();
    await page.context().setOffline(false);
    await page.getByText("You're offline").waitFor({ state: "hidden" });
    await row.getByRole("button", { name: "Join Shift" }).click();
    await row.getByText("You're signed up").waitFor();
    const registrations = await sql`
      select from public.volunteer_event_registrations where volunteer_id = ${volunteer.id}`;
    expect(registrations).toHaveLength(1);
    await page.context().close();
  });

  it.each([
    ["America/Chicago", undefined],
    ["America/New_York", expect.stringContaining("12:45 AM – 12:59 AM")],
    ["America/Los_Angeles", "9:45 PM – 9:59 PM your time"],
    // An hour earlier during daylight saving time.
    ["Asia/Tokyo", expect.stringMatching(/[12]:45 PM – [12]:59 PM your time/)],
  ])(
    "VDASH-35: in a browser in %s, shows a late shift on the organization's date and the right hours when clocks change",
    async (timezoneId, expectedLocalTime) => {
      const volunteer = await addNora();
      const event = await addEvent(1, "23:45", "23:59");
      const changingNights = await joinChangingNights(volunteer);
      const { page } = await newVisit(browser, { timezoneId });
      await openVolunteerDashboard(page, volunteer);
      const row = rowOf(page, event);
      await row.getByText(event.day).waitFor();
      await row.getByText(/^11:45 PM – 11:59 PM/).waitFor();
      expect((await row.innerText()).match(/.* your time/)?.[0]).toEqual(expectedLocalTime);
      for (const [night, times] of changingNights) {
        const shift = rowOf(page, night);
        await shift.getByText(night.day).waitFor();
        await shift.getByText(times).waitFor();
      }
      await page.context().close();
    },
  );

  it("threat 10: after the account is disabled, the next click leads to the login", async () => {
    const volunteer = await addNora();
    const event = await addEvent(1);
    const { page } = await newVisit(browser);
    await openVolunteerDashboard(page, volunteer);
    await rowOf(page, event).waitFor();
    await sql`update public.volunteer_accounts set is_active = false where id = ${volunteer.id}`;
    await rowOf(page, event).getByRole("button", { name: "Join Shift" }).click();
    await page.waitForURL(`${facts.webUrl}/`);
    await waitForText(page, "Access Denied");
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("access_token");
    const registrations = await sql`
      select from public.volunteer_event_registrations where volunteer_id = ${volunteer.id}`;
    expect(registrations).toHaveLength(0);
    await page.context().close();
  });

  it("VDASH-31, VDASH-34, VDASH-43: shows hours and activity, and prints a certificate on US Letter", async () => {
    const volunteer = await addNora();
    const event = await addEvent(-2);
    await sql`
      insert into public.volunteer_event_registrations (volunteer_id, event_id, attendance)
      values (${volunteer.id}, ${event.id}, 'confirmed')`;
    const { page, problems } = await newVisit(browser);
    await openVolunteerDashboard(page, volunteer);
    await page.setViewportSize(screens.phone);
    await page.getByRole("region", { name: "Recent Activity" }).getByText("3.5 hours").waitFor();
    await page.getByRole("link", { name: "Certificate of hours" }).click();
    const paper = page.getByRole("article");
    await paper.getByText(event.address).waitFor();
    await paper.getByText("Nora Fielding", { exact: true }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Logout" }).isVisible()).toBe(false);
    expect(await page.getByLabel("Year").isVisible()).toBe(false);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/MediaBox *\[[^\]]*\]/g)).toEqual(["MediaBox [0 0 612 792]"]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("offers a calendar URL for all shifts, and a new one replaces the old", async () => {
    const volunteer = await addNora();
    const { page, problems } = await newVisit(browser);
    await openVolunteerDashboard(page, volunteer);
    const card = page.getByRole("region", { name: "Shifts in your calendar" });
    await card.waitFor();
    // Cards above it grow while loading and would move its button between press and release.
    await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
    const getAddress = async (button: string) => {
      await card.getByRole("button", { name: button }).click();
      await page.getByRole("button", { name: "Get the link" }).click();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      const link = card.getByRole("link", { name: "Open in my calendar" });
      return (await link.getAttribute("href")) ?? "";
    };
    const statusOf = async (address: string) =>
      (await fetch(address.replace("webcal:", "http:"))).status;
    const firstUrl = await getAddress("Get my calendar link");
    expect(firstUrl).toMatch(/^webcal:\/\//);
    expect(await statusOf(firstUrl)).toBe(200);
    const second = await getAddress("Get a new calendar link");
    expect([await statusOf(firstUrl), await statusOf(second)]).toEqual([404, 200]);
    await card.getByRole("button", { name: "Turn off calendar link" }).click();
    await page.getByRole("button", { name: "Turn off link" }).click();
    await waitForText(page, "Calendar link turned off");
    expect(await statusOf(second)).toBe(404);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
