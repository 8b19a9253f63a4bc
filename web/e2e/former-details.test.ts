/** @module-tag nightly */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, sql } from "../../supabase/tests/contract/stack.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, startVisit } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

it("a treasurer corrects a donor's address and phone number, and erases the former details by keyboard", async () => {
  const lastName = uniqueWord();
  const [donor] = await sql<[{ id: string }]>`
    insert into public.donors (first_name, last_name, email, phone, address)
    values (
      'Ada', ${lastName}, ${`${lastName}@example.org`}, '817 555 0100',
      ${`Unit ${"4".repeat(60)}, 1 Main Street\nFort Worth, TX 76102`}
    ) returning id`;
  const { page, problems } = await startVisit(browser);
  await openDashboard(page, "treasurer", `/dashboard/donations/donors/${donor.id}`);
  const contact = page.getByRole("region", { name: "Contact" });
  await contact.getByRole("button", { name: "Edit" }).click();
  await contact.getByLabel("Phone").fill("817 555 0111");
  await contact.getByRole("textbox", { name: /^Address\b/ }).fill("2 Oak Road\nAustin, TX 78702");
  await contact.getByRole("button", { name: "Save donor" }).click();

  const summary = contact.getByText("Former details (2)");
  await summary.focus();
  await page.keyboard.press("Enter");
  await contact.getByText("817 555 0100").waitFor();
  await expect.poll(() => contact.getByText(/^Changed by treasurer on/).count()).toBe(2);
  expect(await findViolationsInAllModes(page)).toEqual([]);

  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Erase former details?" });
  await dialog.getByText(/will be gone for good/).waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  // When the dialog opens, its Cancel button, which is the last one, has the focus.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByText("The former details were erased").first().waitFor();
  await summary.waitFor({ state: "detached" });
  await expect
    .poll(() => contact.evaluate((section) => document.activeElement === section))
    .toBe(true);
  await contact.getByText("2 Oak Road").waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
  await sql`delete from public.donors where id = ${donor.id}`;
});
