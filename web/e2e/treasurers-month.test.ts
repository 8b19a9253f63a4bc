import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { findViolationsInAllModes, findViolations } from "./axe.ts";
import { launchBrowser, startVisit } from "./browser.ts";
import { openDashboard, openSection } from "./logging-in.ts";
import { chooseInMenu } from "./row-menu.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

const lastName = uniqueWord();
const EMAIL = `${lastName}@example.org`;

/**
 * Adds a donation collected by Stripe. It's dated in an earlier year, so that this year's figures don't change while
 * other tests compare them.
 */
const addOnlineDonation = () => sql`
  insert into public.donations (first_name, last_name, email, amount, is_demo, status, completed_at, created_at)
  values ('Ada', ${lastName}, ${EMAIL}, 25, true, 'completed', '2025-03-02 12:00Z', '2025-03-02 12:00Z')`;

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const clickLink = (page: Page, name: string) =>
  page.getByRole("link", { name, exact: true }).click();
const openDeposits = async (page: Page) => {
  await openSection(page, "Donations");
  await clickLink(page, "Deposits");
};
const openDeposit = async (page: Page) => {
  await openDeposits(page);
  await page.getByRole("row").filter({ hasText: lastName }).getByRole("link").click();
};

async function addDeposit(page: Page): Promise<void> {
  await openDeposits(page);
  await press(page, "Add deposit");
  await page.getByLabel("Total on the deposit slip").fill("150");
  await page.getByLabel("Slip number").fill(lastName);
  await press(page, "Add deposit");
  await page.getByRole("row").filter({ hasText: lastName }).getByRole("link").click();
  await page.getByText("The donations are $150.00 less than the slip.").waitFor();
}

interface Check {
  /** The first name as the treasurer reads it on the check. */
  readonly firstName: string;
  readonly option: string | RegExp;
  readonly amount: string;
  readonly number: string;
}

async function enterCheck(page: Page, { firstName, option, amount, number }: Check) {
  await page.getByRole("combobox", { name: "Donor" }).fill(`${firstName} ${lastName}`);
  await page.getByRole("option", { name: option }).click();
  await page.getByLabel("Amount in dollars").fill(amount);
  await page.getByLabel("Check number").fill(number);
  await page.getByLabel("Date of gift").fill("2025-03-14");
  await press(page, "Save and add another");
}

const readTemplateNames = async () => {
  const rows = await sql<{ name: string }[]>`
    select template_name as name from public.email_outbox where to_email = ${EMAIL} order by created_at, id`;
  return rows.map(({ name }) => name);
};

/** Returns the rows of the downloaded file as objects, with the names in its first line as keys. */
async function downloadDonations(page: Page): Promise<readonly Record<string, string>[]> {
  await page.goto(`${facts.webUrl}/dashboard/donations?q=${lastName}`);
  // The figures above the list move it while they load, so a click could miss the button.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: /^Export/ }).click();
  await page.getByLabel("Add totals at the end").check();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const text = await readFile(await (await download).path(), "utf8");
  const [names = [], ...rows] = text
    .replace(/^\uFEFF/, "")
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(",").map((cell) => cell.replaceAll('"', "")));
  return rows.map((cells) =>
    Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""])),
  );
}

it("in a month, a treasurer enters checks, closes a deposit, corrects a receipt, records donated stock, merges two donors and exports donations that agree with the bank and with Stripe", async () => {
  await addOnlineDonation();
  const { page, problems } = await startVisit(browser);
  await openDashboard(page, "treasurer", "/dashboard/donations");
  await addDeposit(page);

  await page.getByRole("link", { name: "Add donations" }).click();
  const knownDonor = { firstName: "Ada", option: new RegExp(`^Ada ${lastName}`) };
  await enterCheck(page, { ...knownDonor, amount: "50", number: "101" });
  await page.getByRole("heading", { name: "1 added, " }).waitFor();
  await enterCheck(page, { ...knownDonor, amount: "75", number: "102" });
  await page.getByRole("heading", { name: "2 added, " }).waitFor();
  // The handwriting is hard to read, so nobody noticed that Adah is Ada.
  await enterCheck(page, { firstName: "Adah", option: /^Add /, amount: "30", number: "103" });
  await page.getByRole("heading", { name: "3 added, " }).waitFor();

  await openDeposit(page);
  await page.getByText("The donations are $5.00 more than the slip.").waitFor();
  // The receipts go out within a minute.
  await sql`
    update public.email_outbox set status = 'sent', sent_at = now() where to_email = ${EMAIL} and status = 'queued'`;
  await page.getByRole("listitem").filter({ hasText: "Check 102" }).getByRole("link").click();
  const dialog = page.getByRole("dialog", { name: `Ada ${lastName}` });
  await dialog.getByRole("button", { name: "Correct" }).click();
  const correction = page.getByRole("dialog", { name: /^Correct/ });
  await correction.getByLabel("What was wrong?").fill("The amount was misread");
  await correction.getByLabel("Amount in dollars").fill("70");
  await correction.getByRole("button", { name: "Correct donation" }).click();
  await dialog.getByText("Corrects", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await openDeposit(page);
  await page.getByText("The donations match the slip.").waitFor();
  await press(page, "Close the deposit");
  await page.getByText(/^Closed on/).waitFor();

  await page.goto(`${facts.webUrl}/dashboard/donations/noncash?add=new`);
  const noncashForm = page.getByRole("form", { name: "Add gift" });
  await noncashForm.getByLabel("Kind").selectOption("stock");
  await noncashForm.getByRole("combobox", { name: "Donor" }).fill(`Ada ${lastName}`);
  await noncashForm.getByRole("option", { name: knownDonor.option }).click();
  await noncashForm.getByLabel("Shares", { exact: true }).fill("40");
  await noncashForm.getByLabel("Stock", { exact: true }).fill("Apple Inc. (AAPL)");
  await noncashForm.getByLabel("Date of gift").fill("2025-03-20");
  await noncashForm.getByRole("button", { name: /^Add/ }).click();
  await page
    .getByRole("row")
    .filter({ hasText: lastName })
    .getByText(/^40 shares/)
    .first()
    .waitFor();
  expect(await readTemplateNames()).toEqual([
    "Donation Confirmation",
    "Donation Confirmation",
    "Corrected Receipt",
    "Noncash Gift Received",
  ]);

  await page.goto(`${facts.webUrl}/dashboard/donations/donors?q=${lastName}`);
  await page.getByRole("link", { name: `Ada ${lastName}` }).click();
  await page.getByRole("heading", { level: 1, name: `Ada ${lastName}` }).waitFor();
  await chooseInMenu(page, "Merge", { name: `Ada ${lastName}` });
  const mergeDialog = page.getByRole("dialog", {
    name: `Merge another donor into Ada ${lastName}`,
  });
  await mergeDialog.getByRole("combobox", { name: "Other donor" }).fill(lastName);
  await mergeDialog.getByRole("option", { name: `Adah ${lastName}` }).click();
  await mergeDialog.getByText("1 donation ($30)").waitFor();
  expect(await mergeDialog.getByLabel("Name").inputValue()).toBe("kept");
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await mergeDialog.getByRole("button", { name: "Merge donors" }).click();
  await page.getByText("The donors were merged").first().waitFor();
  await page.getByText("$175", { exact: true }).first().waitFor();
  const mergeRegion = page.getByRole("region", { name: "Merged" });
  await mergeRegion.getByText(`Adah ${lastName}`).waitFor();
  expect(await findViolations(page)).toEqual([]);

  // Undoes the merge and then repeats it, because Adah is the same person after all.
  await mergeRegion.getByRole("button", { name: "Undo" }).click();
  await press(page, "Undo the merge");
  await page.getByText("$145", { exact: true }).first().waitFor();
  await chooseInMenu(page, "Merge", { name: `Ada ${lastName}` });
  await mergeDialog.getByRole("combobox", { name: "Other donor" }).fill(lastName);
  await mergeDialog.getByRole("option", { name: `Adah ${lastName}` }).click();
  await mergeDialog.getByRole("button", { name: "Merge donors" }).click();
  await page.getByText("$175", { exact: true }).first().waitFor();
  // A closing dialog goes back in the history, which would undo loading another page.
  await page.waitForFunction(() => {
    const state = history.state as { readonly usr?: { readonly opened?: string } | null } | null;
    return state?.usr?.opened === undefined;
  });

  const rows = await downloadDonations(page);
  const sumDonations = (method: string) =>
    rows
      .filter((row) => row["Method"] === method)
      .reduce((sum, row) => sum + Number(row["After refunds"]), 0);
  // The sums equal the total on the deposit slip and the amount that Stripe reported.
  expect([sumDonations("check"), sumDonations("online")]).toEqual([150, 25]);
  // The file still has the voided check, with a separate total.
  const totals = rows.filter((row) => row["ID"] === "");
  expect(totals.map((row) => [row["Date"], row["Amount"], row["After refunds"]])).toEqual([
    ["Total of 4 completed", "175.00", "175.00"],
    ["Voided: 1", "75.00", "0.00"],
  ]);
  expect(problems).toEqual([]);
  await page.context().close();
});
