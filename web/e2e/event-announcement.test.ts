/** @module-tag nightly */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, sql } from "../../supabase/tests/contract/stack.ts";
import { logins } from "../../supabase/tests/demo-logins.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { findViolationsInBothThemes } from "./axe.ts";
import { launchBrowser, startVisit, measureOverflow, screens } from "./browser.ts";
import { openDashboard, searchList } from "./logging-in.ts";
import { chooseInMenu } from "./row-menu.ts";

let browser: Browser;
const address = `Depot ${uniqueWord()}`;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.email_outbox where data ->> 'address' = ${address}`;
  await sql`delete from public.events where address = ${address}`;
  await browser.close();
});

it("an administrator can use a phone to email volunteers about a new event, but only once per event", async () => {
  await sql`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', private.today() + 40, '09:00', '12:00', ${address})`;
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  await openDashboard(page, "coordinator", "/dashboard/events");
  await searchList(page, address);
  const row = page.getByRole("row").filter({ hasText: address });
  const openDialog = async () => {
    await chooseInMenu(page, /^Email volunteers /, { scope: row });
    return page.getByRole("dialog");
  };
  const dialog = await openDialog();
  await dialog.getByText(/volunteers will get an email/).waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  expect(await measureOverflow(page)).toBe(0);
  await dialog.getByRole("button", { name: /^Email \d+ volunteers$/ }).click();
  await page.getByText("The emails are on their way").first().waitFor();
  const emails = await sql`
    select template_name from public.email_outbox
    where data ->> 'address' = ${address} and to_email = ${logins.volunteer.email}`;
  expect(Array.from(emails, ({ template_name: name }) => name as string)).toEqual(["New Event"]);

  const secondDialog = await openDialog();
  await secondDialog.getByText(/^Volunteers were already emailed about this event/).waitFor();
  expect(await secondDialog.getByRole("button", { name: /^Email/ }).count()).toBe(0);
  expect(problems).toEqual([]);
});
