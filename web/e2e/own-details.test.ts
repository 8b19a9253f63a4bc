/** @module-tag nightly */
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { signEmailChange } from "../../supabase/tests/contract/link-tokens.ts";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { findViolationsInAllModes } from "./axe.ts";
import {
  launchBrowser,
  measureLayout,
  startVisit,
  measureOverflow,
  screens,
  solveMath,
} from "./browser.ts";
import { addTestVolunteer, openVolunteerDashboard } from "./logging-in.ts";

const PASSWORD = "MyOwnPage!2026";
const DOMAIN = "own-page.example.org";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await browser.close();
  await sql`delete from public.volunteers where email like ${`%@${DOMAIN}`}`;
  await sql`delete from public.email_outbox where to_email like ${`%@${DOMAIN}`}`;
  await sql`delete from auth.users where email like ${`%@${DOMAIN}`}`;
});

async function addVolunteer() {
  const login = { email: `${randomUUID()}@${DOMAIN}`, password: PASSWORD };
  const id = await addTestVolunteer(login, ["Nora", "Fielding"]);
  await sql`update public.volunteers set notes = 'Canary notes' where account_id = ${id}`;
  return { ...login, id };
}

/** Returns the path of the emailed link, with its token. */
async function readConfirmationPath(accountId: string): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    select id from public.email_changes where account_id = ${accountId} and used_at is null and revoked_at is null`;
  return `/confirm-email#token=${await signEmailChange(id)}`;
}

const waitForText = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor();

it("a volunteer changes her details on a phone and confirms a new email address on another device, which logs out the first device", async () => {
  const volunteer = await addVolunteer();
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  await openVolunteerDashboard(page, volunteer);
  expect(await measureOverflow(page)).toBe(0);
  await page.getByRole("link", { name: "Your details", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Your details" }).waitFor();
  await page.getByLabel("First name").waitFor();
  expect(await measureOverflow(page)).toBe(0);
  expect(await findViolationsInAllModes(page)).toEqual([]);

  await page.getByLabel("First name").fill("Eleonora");
  await page.getByLabel("ZIP code").fill("76102");
  await expect.poll(() => page.getByLabel("City").inputValue()).toBe("Fort Worth");
  await page.getByLabel("Availability").selectOption("Weekends");
  await page.getByLabel("Contact's name").fill("Sam Fielding");
  await page.getByLabel("Contact's phone").fill("817-555-0199");
  await page.getByRole("button", { name: "Save details" }).click();
  await waitForText(page, "Your details are saved");
  const [row] = await sql`
    select name, zip_code, state, availability, emergency_contact_name as contact, notes
    from public.volunteers where account_id = ${volunteer.id}`;
  expect(row).toEqual({
    name: "Eleonora Fielding",
    zip_code: "76102",
    state: "TX",
    availability: "weekends",
    contact: "Sam Fielding",
    notes: "Canary notes",
  });
  expect(await page.content()).not.toContain("Canary notes");

  const newEmail = `${randomUUID()}@${DOMAIN}`;
  await page.getByRole("button", { name: "Change Email" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Email" });
  await dialog.getByLabel("New email").fill(newEmail);
  await dialog.getByLabel("Current password", { exact: true }).fill(PASSWORD);
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send the link" }).click();
  await waitForText(page, "Your new email isn't confirmed yet");
  expect(await measureOverflow(page)).toBe(0);
  expect(await findViolationsInAllModes(page)).toEqual([]);

  await page.getByRole("link", { name: "Back to your dashboard" }).click();
  await page.getByRole("heading", { name: "Welcome back, Eleonora!" }).waitFor();
  expect(problems).toEqual([]);

  // People often open the emailed link on another device.
  const otherVisit = await startVisit(browser, { viewport: screens.phone });
  await otherVisit.page.goto(facts.webUrl + (await readConfirmationPath(volunteer.id)));
  await otherVisit.page.getByRole("button", { name: "Confirm my new email" }).click();
  await otherVisit.page.getByRole("heading", { name: "Your email has been changed" }).waitFor();
  expect(await findViolationsInAllModes(otherVisit.page)).toEqual([]);
  expect(await measureLayout(otherVisit.page)).toMatchObject({ horizontalOverflow: 0 });
  await otherVisit.page.getByRole("button", { name: "Volunteer login" }).click();
  const login = otherVisit.page.getByRole("dialog", { name: "Volunteer Login" });
  await login.getByLabel("Email").fill(newEmail);
  await login.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await solveMath(otherVisit.page);
  await login.getByRole("button", { name: "Log in", exact: true }).click();
  await otherVisit.page.getByRole("heading", { name: "Welcome back, Eleonora!" }).waitFor();
  expect(otherVisit.problems).toEqual([]);

  // The first device was logged out.
  await page.getByRole("link", { name: "Your details", exact: true }).click();
  await waitForText(page, "Access Denied");
  for (const visit of [page, otherVisit.page]) await visit.context().close();
});
