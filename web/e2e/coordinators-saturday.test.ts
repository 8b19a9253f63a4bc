import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, request, sql } from "../../supabase/tests/contract/stack.ts";
import {
  addPerson,
  PASSWORD,
  removePeople,
} from "../../supabase/tests/contract/volunteer-people.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, measureOverflow, screens, startVisit } from "./browser.ts";
import { openDashboard, openSection, openVolunteerDashboard, searchList } from "./logging-in.ts";
import { chooseInMenu } from "./row-menu.ts";

let browser: Browser;
const word = uniqueWord();
const domain = `${word}.example.org`;
const mailbox = `rivera@${domain}`;
const [packing, loading] = [`${word} Hall`, `${word} Dock`];
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await browser.close();
  await sql`delete from public.email_outbox where data ->> 'address' in (${packing}, ${loading})`;
  await sql`delete from public.events where address in (${packing}, ${loading})`;
  await removePeople(domain);
  await sql`delete from public.volunteers where name = ${`Pat ${word}`}`;
});

/** Adds a shift of four hours that starts in half an hour, whatever the time is. */
const addShift = async (address: string): Promise<string> => {
  const [row] = await sql<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, ends_next_day, address)
    select 'Food Drive', start::date, start::time, (start + interval '4 hours')::time,
      (start + interval '4 hours')::date > start::date, ${address}
    from date_trunc('minute', now() at time zone private.time_zone() + interval '30 minutes') as start
    returning id`;
  return row.id;
};

/** Instead of waiting, moves a shift and what was written down about it into the past. */
const letTimePass = (eventId: string, time: string) =>
  sql.begin(async (tx) => {
    await tx`
      update public.events as shift
      set date = start::date, start_time = start::time, end_time = (start + interval '4 hours')::time,
        ends_next_day = (start + interval '4 hours')::date > start::date
      from (
        select known.id, known.date + known.start_time - ${time}::interval as start
        from public.events as known where known.id = ${eventId}
      ) as moved
      where shift.id = moved.id`;
    await tx`
      update public.volunteer_event_registrations
      set checked_in = checked_in - ${time}::interval, checked_out = checked_out - ${time}::interval
      where event_id = ${eventId} and num_nonnulls(checked_in, checked_out) > 0`;
  });

/** Returns the time on the clock this long after a shift's start, as a time field takes it. */
const timeAfterStart = async (eventId: string, time: string): Promise<string> => {
  const [row] = await sql<[{ time: string }]>`
    select to_char(start_time + ${time}::interval, 'HH24:MI') as time from public.events where id = ${eventId}`;
  return row.time;
};

const apply = (firstName: string) =>
  request("POST", "/api/volunteer-applications", {
    body: {
      firstName,
      lastName: word,
      email: mailbox,
      availability: "weekends",
      city: "Waco",
      state: "TX",
      interests: "Packing",
      password: "Applying!2026",
    },
  });

const expectWellMade = async (page: Page) => {
  expect(await measureOverflow(page)).toBe(0);
  expect(await findViolationsInAllModes(page)).toEqual([]);
};

/** On a phone, a menu replaces the section's tabs. */
const openDirectory = async (page: Page) => {
  await openSection(page, "Volunteers");
  await page.getByRole("navigation", { name: "Volunteers" }).getByRole("button").click();
  await page.getByRole("link", { name: "Directory", exact: true }).click();
};

const openRoster = async (page: Page, address: string) => {
  await openSection(page, "Events");
  await page.getByRole("table", { name: "events" }).waitFor();
  await searchList(page, address);
  const row = page.getByRole("row").filter({ hasText: address });
  await row.getByRole("link", { name: /^Roster for/ }).click();
  await page.getByRole("link", { name: "Sign-in sheet" }).waitFor();
};

const addToRoster = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Add volunteer" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a volunteer" });
  await dialog.getByLabel("Name or email").fill(name);
  await dialog.getByRole("button", { name: `Add ${name}` }).click();
  await page.getByText(`${name} was added`).first().waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("group", { name: `Attendance for ${name}` }).waitFor();
};

/** Opens the person's hours on the roster, writes down a time, and expects the hours that follow from it. */
const writeTime = async (
  page: Page,
  name: string,
  [label, time]: readonly ["Check-in" | "Check-out", string],
  hours: string,
) => {
  await page.getByRole("button", { name: `Set hours: ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Hours of ${name}` });
  await dialog.getByLabel(label).fill(time);
  await dialog.getByRole("button", { name: "Save hours" }).click();
  const button = page.getByRole("button", { name: `${hours} hours: ${name}` });
  await button.waitFor();
  await expect
    .poll(() => button.evaluate((element) => element === document.activeElement))
    .toBe(true);
};

const readTotals = async () => {
  const rows = await sql<{ name: string; hours: number }[]>`
    select split_part(name, ' ', 1) as name, total_hours::float as hours from public.volunteers
    where email like ${`%@${domain}`} or contact_email like ${`%@${domain}`} or name = ${`Pat ${word}`}`;
  return Object.fromEntries(rows.map(({ name, hours }) => [name, hours]));
};

it(
  "on a Saturday with a phone, a coordinator checks in a couple with one mailbox, someone late, someone who leaves early and someone without a login, cancels a shift, and by the evening everyone's hours and certificate are right",
  { tags: [NIGHTLY], timeout: 120_000 },
  async () => {
    const [jane, john, pat, lena] = [`Jane ${word}`, `John ${word}`, `Pat ${word}`, "Lena Marsh"];
    const early = await addPerson(domain);
    const [packingId, loadingId] = [await addShift(packing), await addShift(loading)];
    await sql`
      insert into public.volunteer_event_registrations (person_id, event_id)
      values (${early.id}, ${packingId}), (${early.id}, ${loadingId})`;
    for (const name of ["Jane", "John"]) expect((await apply(name)).status).toBe(201);
    const { page, problems } = await startVisit(browser, { viewport: screens.phone });
    await openDashboard(page, "coordinator", "/dashboard/volunteers");

    // At breakfast: a couple applied from one mailbox. Both come; Jane gets the login.
    await searchList(page, word);
    for (const [name, kind] of [
      [jane, "The one who logs in with this email"],
      [john, "Someone who shares this mailbox"],
    ] as const) {
      await page.getByRole("button", { name: `Approve ${name}` }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(`Who is ${name}?`).selectOption(kind);
      if (name === john) await expectWellMade(page);
      await dialog.getByRole("button", { name: "Approve application" }).click();
      await dialog.waitFor({ state: "hidden" });
    }

    // The dock is closed today, so the coordinator cancels that shift.
    await openSection(page, "Events");
    await searchList(page, loading);
    const dock = page.getByRole("row").filter({ hasText: loading });
    await chooseInMenu(page, /^Cancel /, { scope: dock });
    const cancellation = page.getByRole("dialog");
    await cancellation.getByLabel("Email the 1 person who signed up").waitFor();
    await cancellation.getByLabel("Reason").fill("The dock is closed.");
    await cancellation.getByRole("button", { name: "Cancel event" }).click();
    await dock.getByText("Canceled", { exact: true }).waitFor();

    // At the door, half an hour before the start: the couple signs the sheet, and Jane is checked in.
    await openRoster(page, packing);
    await addToRoster(page, jane);
    await addToRoster(page, john);
    await page.getByRole("link", { name: "Sign-in sheet" }).click();
    const sheet = page.getByRole("article");
    for (const name of [jane, john, lena]) {
      await sheet.getByRole("cell", { name, exact: true }).waitFor();
    }
    await expectWellMade(page);
    await page.getByRole("link", { name: "Back to the roster" }).click();
    const janeButton = page.getByRole("button", { name: `${jane}: Present` });
    await janeButton.click();
    await page.locator('[aria-pressed="true"]').waitFor();
    await expectWellMade(page);

    const emails = await sql`
      select template_name as template, to_email as to, data ->> 'name' as name from public.email_outbox
      where data ->> 'address' in (${packing}, ${loading}) order by template_name, name`;
    expect([...emails]).toEqual([
      { template: "Added to Shift", to: mailbox, name: "Jane" },
      { template: "Added to Shift", to: mailbox, name: "John" },
      { template: "Event Canceled", to: early.email, name: "Lena" },
    ]);

    // Two hours into the shift: John came an hour late, Lena left after an hour and a half, and Pat, who has neither a
    // login nor an email address, came along.
    await letTimePass(packingId, "2 hours 30 minutes");
    await openDirectory(page);
    await page.getByRole("link", { name: "Add volunteer" }).click();
    const form = page.getByRole("form", { name: "Add volunteer" });
    await form.getByLabel("First name").fill("Pat");
    await form.getByLabel("Last name").fill(word);
    await form.getByLabel("Phone (optional)", { exact: true }).fill("(254) 555-0142");
    await form.getByLabel("Availability").selectOption("Weekends");
    await form.getByRole("button", { name: "Add volunteer" }).click();
    await page.getByRole("heading", { level: 1, name: pat }).waitFor();
    await openRoster(page, packing);
    await addToRoster(page, pat);
    await writeTime(page, john, ["Check-in", await timeAfterStart(packingId, "1 hour")], "3.00");
    await writeTime(
      page,
      lena,
      ["Check-out", await timeAfterStart(packingId, "90 minutes")],
      "1.50",
    );
    await page.getByRole("button", { name: "Mark everyone present" }).click();
    await page.getByText(/^1 person hasn't been marked yet/).waitFor();
    await page.getByRole("button", { name: "Mark all present" }).click();
    await page.getByRole("button", { name: `4.00 hours: ${pat}` }).waitFor();
    await expectWellMade(page);
    expect(await readTotals()).toEqual({ Jane: 0, John: 0, Lena: 0, Pat: 0 });

    // In the evening, everyone's hours are those that they were there.
    await letTimePass(packingId, "2 hours");
    await letTimePass(loadingId, "4 hours 30 minutes");
    await sql`select private.confirm_finished_attendance()`;
    expect(await readTotals()).toEqual({ Jane: 4, John: 3, Lena: 1.5, Pat: 4 });
    await openDirectory(page);
    await searchList(page, john);
    await page.getByRole("link", { name: john }).click();
    const shifts = page.getByRole("region", { name: "Shifts" });
    await shifts.getByText("3.00 hours").waitFor();
    await expectWellMade(page);

    // Lena prints her certificate.
    const lenaVisit = await startVisit(browser, { viewport: screens.phone });
    await openVolunteerDashboard(lenaVisit.page, { email: early.email, password: PASSWORD });
    await lenaVisit.page.getByRole("link", { name: "Certificate of hours" }).click();
    const certificate = lenaVisit.page.getByRole("article");
    await certificate.getByText(/Lena Marsh volunteered 1\.50 hours in 1 shift/).waitFor();
    expect(await certificate.getByText(packing).count()).toBe(1);
    expect(await certificate.getByText(loading).count()).toBe(0);
    await expectWellMade(lenaVisit.page);
    expect([...problems, ...lenaVisit.problems]).toEqual([]);
  },
);
