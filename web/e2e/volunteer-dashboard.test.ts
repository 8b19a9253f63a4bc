import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { findViolationsInBothThemes } from "./axe.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";
import { launchBrowser, measureLayout, startVisit, screens, zoomedScreen } from "./browser.ts";
import { addTestVolunteer, openVolunteerDashboard } from "./logging-in.ts";
import { findShift } from "./volunteer-shifts.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";

const PASSWORD = "Shifts!2026";
const ADDRESS_SUFFIX = "Dashboard Lane";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
// The page first shows only the next shifts, so one test's events would hide another's.
const deleteEvents = () =>
  sql`delete from public.events where address like ${`%${ADDRESS_SUFFIX}`}`;
afterAll(async () => {
  await browser.close();
  await sql`delete from auth.users where email like 'dashboard-%@example.org'`;
});

async function addVolunteer() {
  const login = { email: `dashboard-${randomUUID()}@example.org`, password: PASSWORD };
  return { ...login, id: await addTestVolunteer(login, ["Nora", "Fielding"]) };
}

/**
 * Adds an event with a unique address on the given date, or the given number of days from today in the organization's
 * time zone.
 */
async function addEvent(dateOrOffset: number | string, startTime = "09:00", endTime = "12:30") {
  const address = `${uniqueWord()} ${ADDRESS_SUFFIX}`;
  const date =
    typeof dateOrOffset === "string" ? dateOrOffset : sql`private.today() + ${dateOrOffset}::int`;
  const [event] = await sql<[{ id: string; day: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', ${date}, ${startTime}, ${endTime}, ${address})
    returning id, to_char(date, 'FMDay, FMMonth FMDD, YYYY') as day`;
  return { ...event, address };
}

/** Adds shifts on the two nights of next year when clocks change and signs the volunteer up for them. */
const registerForClockChanges = async ({ id }: { readonly id: string }) => {
  const year = new Date().getFullYear() + 1;
  const findFirstSunday = (month: string, earliestDay: number) => {
    const firstDay = new Date(`${year}-${month}-0${earliestDay}T00:00:00Z`);
    return `${year}-${month}-${String(earliestDay + ((7 - firstDay.getUTCDay()) % 7)).padStart(2, "0")}`;
  };
  const shifts = [
    [await addEvent(findFirstSunday("03", 8), "01:30", "03:30"), /^1:30 AM CST – 3:30 AM CDT/],
    [await addEvent(findFirstSunday("11", 1), "00:30", "03:30"), /^12:30 AM CDT – 3:30 AM CST/],
  ] as const;
  await sql`
    insert into public.volunteer_event_registrations (volunteer_id, event_id)
    select ${id}, id from unnest(${shifts.map(([shift]) => shift.id)}::uuid[]) as id`;
  return shifts;
};

const limitSpots = (eventId: string, spotCount: number) => sql`
  insert into public.volunteer_shifts (event_id, title, max_volunteers)
  values (${eventId}, 'A place', ${spotCount})`;

const findShiftRow = (page: Page, { address }: { readonly address: string }) =>
  findShift(page, address);

const waitForText = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor();

const readFocusedButton = (page: Page) =>
  page.evaluate(() => document.querySelector("button:focus")?.textContent);

describe("a volunteer's dashboard", () => {
  afterEach(deleteEvents);

  it(
    "VDASH-50: the question about a shift at the same time has no accessibility violations and returns the focus",
    { tags: [NIGHTLY] },
    async () => {
      const volunteer = await addVolunteer();
      const [joined, event] = [await addEvent(1), await addEvent(1)];
      await sql`
        insert into public.volunteer_event_registrations (volunteer_id, event_id)
        values (${volunteer.id}, ${joined.id})`;
      const { page } = await startVisit(browser);
      await openVolunteerDashboard(page, volunteer);
      await findShiftRow(page, event).getByRole("button", { name: "Join Shift" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "Error joining event" });
      await dialog.getByRole("button", { name: "Join anyway" }).waitFor();
      expect(await findViolationsInBothThemes(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect.poll(() => readFocusedButton(page)).toBe("Join Shift");
      await page.context().close();
    },
  );

  it("VDASH-35, VDASH-36, VDASH-38, VDASH-49, VDASH-51: the dashboard lets a volunteer join and leave a shift by keyboard", async () => {
    const volunteer = await addVolunteer();
    const event = await addEvent(1);
    await limitSpots(event.id, 2);
    const { page, problems } = await startVisit(browser);
    await openVolunteerDashboard(page, volunteer);
    await page.setViewportSize(screens.phone);
    const row = findShiftRow(page, event);
    await row.getByText(event.day).waitFor();
    await row.getByText("2 spots left").waitFor();
    await page
      .getByRole("heading", { name: "We're glad to have you. Here's what comes next" })
      .waitFor();

    await row.getByRole("button", { name: "Join Shift" }).focus();
    await page.keyboard.press("Enter");
    await waitForText(page, "Successfully joined event!");
    await row.getByText("You're signed up").waitFor();
    await expect.poll(() => readFocusedButton(page)).toBe("Cancel");
    const downloadPromise = page.waitForEvent("download");
    await row.getByRole("button", { name: "Add to calendar" }).click();
    expect((await downloadPromise).suggestedFilename()).toMatch(/\.ics$/);
    expect(await findViolationsInBothThemes(page)).toEqual([]);

    // Even without saved scroll positions, closing the dialog must not scroll the page.
    await page.evaluate(() => sessionStorage.clear());
    await row.getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Enter");
    const cancelDialog = page.getByRole("dialog", { name: "Cancel your shift?" });
    await cancelDialog.waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await waitForText(page, "Left event");
    await row.getByText("2 spots left").waitFor();
    await page.waitForFunction(() => !("dialogEntry" in history.state));
    await expect.poll(() => readFocusedButton(page)).toBe("Join Shift");
    await page.setViewportSize(zoomedScreen);
    expect(await measureLayout(page)).toEqual({ horizontalOverflow: 0, coveredHeight: 0 });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("VDASH-35: in other time zones, the dashboard shows a late shift on the organization's date and the right hours when clocks change", async () => {
    const volunteer = await addVolunteer();
    const event = await addEvent(1, "23:45", "23:59");
    const clockChangeShifts = await registerForClockChanges(volunteer);
    const { page } = await startVisit(browser);
    const session = await page.context().newCDPSession(page);
    await openVolunteerDashboard(page, volunteer);
    // The next shift also has a card above the list.
    const row = findShiftRow(page, event).last();
    for (const [timezoneId, expectedLocalTime] of [
      ["America/Chicago", undefined],
      ["America/New_York", expect.stringContaining("12:45 AM – 12:59 AM")],
      ["America/Los_Angeles", "9:45 PM – 9:59 PM your time"],
      // Japan has no daylight saving time, so the hour there depends on whether the organization's zone is observing it.
      ["Asia/Tokyo", expect.stringMatching(/[12]:45 PM – [12]:59 PM your time/)],
    ]) {
      await session.send("Emulation.setTimezoneOverride", { timezoneId });
      // Leaves the list of shifts and returns to it, so that the shifts are rendered again.
      await page.getByRole("link", { name: "Your details", exact: true }).click();
      await row.waitFor({ state: "detached" });
      await page.goBack();
      await row.getByText(event.day).waitFor();
      await row.getByText(/^11:45 PM – 11:59 PM/).waitFor();
      expect((await row.innerText()).match(/.* your time/)?.[0], timezoneId).toEqual(
        expectedLocalTime,
      );
      for (const [shift, times] of clockChangeShifts) {
        const shiftRow = findShiftRow(page, shift).last();
        await shiftRow.getByText(shift.day).waitFor();
        await shiftRow.getByText(times).waitFor();
      }
    }
    await page.context().close();
  });

  it("VDASH-31, VDASH-34, VDASH-43: the dashboard shows hours and activity, and prints a certificate on US Letter; a new calendar URL replaces the old one", async () => {
    const volunteer = await addVolunteer();
    const event = await addEvent(-2);
    await sql`
      insert into public.volunteer_event_registrations (volunteer_id, event_id, attendance)
      values (${volunteer.id}, ${event.id}, 'confirmed')`;
    const { page, problems } = await startVisit(browser);
    await openVolunteerDashboard(page, volunteer);
    const card = page.getByRole("region", { name: "Shifts in your calendar" });
    await card.waitFor();
    // Cards above this one grow while loading and would move the button between press and release.
    await expect.poll(() => page.locator(".skeleton").count()).toBe(0);
    const turnOffButton = card.getByRole("button", { name: "Turn off calendar link" });
    const readUrl = async () =>
      (await card.getByRole("link", { name: "Open in my calendar" }).getAttribute("href")) ?? "";
    const fetchStatus = async (url: string) =>
      (await fetch(url.replace("webcal:", "http:"))).status;
    await card.getByRole("button", { name: "Get my calendar link" }).waitFor();
    expect(await turnOffButton.count()).toBe(0);
    await card.getByRole("button", { name: "Get my calendar link" }).click();
    const firstUrl = await readUrl();
    expect(firstUrl).toMatch(/^webcal:\/\//);
    expect(await fetchStatus(firstUrl)).toBe(200);
    await card.getByRole("button", { name: "Get a new calendar link" }).click();
    await page.getByRole("button", { name: "Get the link" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    const secondUrl = await readUrl();
    expect([await fetchStatus(firstUrl), await fetchStatus(secondUrl)]).toEqual([404, 200]);
    await turnOffButton.click();
    await page.getByRole("button", { name: "Turn off link" }).click();
    await waitForText(page, "Calendar link turned off");
    expect(await fetchStatus(secondUrl)).toBe(404);
    await turnOffButton.waitFor({ state: "detached" });

    await page.setViewportSize(screens.phone);
    await page.getByRole("region", { name: "Recent Activity" }).getByText("3.5 hours").waitFor();
    await page.getByRole("link", { name: "Certificate of hours" }).click();
    const certificate = page.getByRole("article");
    await certificate.getByText(event.address).waitFor();
    await certificate.getByText("Nora Fielding", { exact: true }).waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Logout" }).isVisible()).toBe(false);
    expect(await page.getByLabel("Year").isVisible()).toBe(false);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/MediaBox *\[[^\]]*\]/g)).toEqual(["MediaBox [0 0 612 792]"]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe("a volunteer without a shift", () => {
  let volunteer: Awaited<ReturnType<typeof addVolunteer>>;
  let fullEvent: Awaited<ReturnType<typeof addEvent>>;
  let joinedEvent: typeof fullEvent;
  let missedEvent: typeof fullEvent;
  let page: Page;
  const readJoinedEvents = async () => {
    const rows = await sql<{ id: string }[]>`
      select event_id as id from public.volunteer_event_registrations where volunteer_id = ${volunteer.id}`;
    return rows.map(({ id }) => id);
  };
  beforeAll(async () => {
    volunteer = await addVolunteer();
    [fullEvent, joinedEvent, missedEvent] = [
      await addEvent(1),
      await addEvent(1),
      await addEvent(1),
    ];
    await limitSpots(fullEvent.id, 1);
    await sql`
      insert into public.volunteer_event_registrations (volunteer_id, event_id)
      values (${(await addVolunteer()).id}, ${fullEvent.id})`;
    ({ page } = await startVisit(browser));
    await openVolunteerDashboard(page, volunteer);
  });
  afterAll(async () => {
    await page.context().close();
    await deleteEvents();
  });

  it("a volunteer joins the waiting list of a full shift and leaves it again", async () => {
    const row = findShiftRow(page, fullEvent);
    // At first, a volunteer without a shift sees only shifts with open spots.
    await page
      .getByRole("button", { name: /^Show all/ })
      .first()
      .click();
    await row.getByText("Full, but you can join the waiting list").waitFor();
    await row.getByRole("button", { name: "Join Waiting List" }).click();
    await row.getByText("You're number 1 on the waiting list").waitFor();
    await row.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Leave the list" }).click();
    await waitForText(page, "Left waiting list");
    await row.getByText("Full, but you can join the waiting list").waitFor();
    expect(await readJoinedEvents()).toEqual([]);
  });

  it("VDASH-50: a volunteer still sees the shifts offline, reads that joining failed and joins on the next click after reconnecting", async () => {
    const row = findShiftRow(page, joinedEvent);
    await row.waitFor();
    await page.context().setOffline(true);
    await page.getByText("You're offline").waitFor();
    await row.getByRole("button", { name: "Join Shift" }).click();
    await waitForText(page, "Unable to join this event at the moment.");
    await row.getByText(joinedEvent.day).waitFor();
    await page.context().setOffline(false);
    await page.getByText("You're offline").waitFor({ state: "hidden" });
    await row.getByRole("button", { name: "Join Shift" }).click();
    await row.getByText("You're signed up").waitFor();
    expect(await readJoinedEvents()).toEqual([joinedEvent.id]);
  });

  it("threat 10: a volunteer is redirected home on the next click after the account is disabled", async () => {
    await sql`update public.volunteer_accounts set is_active = false where id = ${volunteer.id}`;
    await findShiftRow(page, missedEvent).getByRole("button", { name: "Join Shift" }).click();
    await page.waitForURL(`${facts.webUrl}/`);
    await waitForText(page, "Access Denied");
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("access_token");
    expect(await readJoinedEvents()).not.toContain(missedEvent.id);
  });
});
