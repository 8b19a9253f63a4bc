import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, sql } from "../../supabase/tests/contract/stack.ts";
import { addPerson, removePeople } from "../../supabase/tests/contract/volunteer-people.ts";
import { addEvent } from "../../supabase/tests/contract/volunteers.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, startVisit } from "./browser.ts";
import { openDashboard, openSection, searchList } from "./logging-in.ts";

let browser: Browser;
const word = uniqueWord();
const domain = `${word}.example.org`;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await browser.close();
  await sql`delete from public.events where address = ${word}`;
  await removePeople(domain);
});

const readDay = async (daysFromToday: number) => {
  const [row] = await sql<
    [{ day: string }]
  >`select (private.today() + ${daysFromToday}::int)::text as day`;
  return row.day;
};

it("in a week, a coordinator adds a volunteer who applied on paper, corrects an email address, records a background check that expires soon and fills a shift, without seeing donors", async () => {
  const lena = await addPerson(domain);
  await addEvent({ places: 3, address: word });
  await sql`
    insert into public.donors (first_name, last_name, email) values ('Lena', 'Marsh', ${lena.email})`;
  const { page, problems } = await startVisit(browser);
  await openDashboard(page, "coordinator", "/dashboard/volunteers");
  const openDirectory = async () => {
    await openSection(page, "Volunteers");
    await page.getByRole("link", { name: "Directory", exact: true }).click();
  };

  // On Monday, the coordinator enters an application that came by mail.
  await openDirectory();
  await page.getByRole("link", { name: "Add volunteer" }).click();
  const form = page.getByRole("form", { name: "Add volunteer" });
  await form.getByLabel("First name").fill("Pat");
  await form.getByLabel("Last name").fill("Paper");
  await form.getByLabel("Email (optional)", { exact: true }).fill(lena.email);
  await form.getByRole("link", { name: "Lena Marsh" }).waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await form.getByLabel("Email (optional)", { exact: true }).fill(`pat@${domain}`);
  await form.getByLabel("Availability").selectOption("Weekends");
  await form.getByLabel("ZIP code").fill("76102");
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("input[name=city]")?.value === "Fort Worth",
  );
  await form.getByLabel("Email a link to set up a login").check();
  await form.getByRole("button", { name: "Add volunteer" }).click();
  await page.getByRole("heading", { level: 1, name: "Pat Paper" }).waitFor();
  await page.getByRole("region", { name: "Login" }).getByText("Not set up yet").waitFor();
  await page.getByText(/^Entered by coordinator on/).waitFor();

  // On Tuesday, the coordinator corrects a volunteer's email address.
  await openDirectory();
  await searchList(page, lena.email);
  await page.getByRole("link", { name: "Lena Marsh" }).click();
  const contact = page.getByRole("region", { name: "Contact" });
  await contact.getByRole("button", { name: "Edit" }).click();
  await contact.getByLabel("Email (optional)", { exact: true }).fill(`lena@${domain}`);
  await contact.getByLabel("Tags").fill("drives a van");
  await contact.getByLabel("Tags").press("Enter");
  await contact.getByRole("button", { name: "Save volunteer" }).click();
  await contact.getByText("Former emails").waitFor();
  await contact.getByText("drives a van").waitFor();
  await page.getByText("Email Changed").waitFor();

  // On Wednesday, the coordinator records a background check.
  const checks = page.getByRole("region", { name: "Waivers and training" });
  await checks.getByRole("button", { name: "Add a waiver or training" }).click();
  await checks.getByLabel("Kind").selectOption("Background check");
  await checks.getByLabel("Date signed or passed").fill(await readDay(-700));
  await checks.getByLabel("Expires on").fill(await readDay(9));
  await checks.getByRole("button", { name: "Add qualification" }).click();
  await checks.getByText("Expires soon").waitFor();

  // On Thursday, a volunteer calls, and the coordinator adds her to a shift.
  const shifts = page.getByRole("region", { name: "Shifts" });
  await shifts.getByRole("button", { name: "Add to a shift" }).click();
  const dialog = page.getByRole("dialog", { name: "Put Lena Marsh on a shift" });
  await dialog.getByLabel("Event or place").fill(word);
  const shiftItem = dialog.getByRole("listitem").filter({ hasText: word });
  await shiftItem.getByRole("button", { name: /^Add to shift: Food Drive/ }).click();
  await page
    .getByText(/Lena Marsh was added to Food Drive/)
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await shifts.getByRole("link", { name: "Food Drive" }).waitFor();
  await page.getByText("Added to Shift").waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  expect(await page.locator("main").innerText()).not.toMatch(/donor|donation/i);

  // On Friday, the coordinator opens the list of volunteers that the overview links to.
  await openSection(page, "Overview");
  await page.getByRole("link", { name: "Show these volunteers" }).click();
  await searchList(page, domain);
  await page.getByRole("link", { name: "Lena Marsh" }).waitFor();
  expect(problems).toEqual([]);
});
