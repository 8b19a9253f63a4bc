/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, startVisit } from "./browser.ts";
import { openDashboard, openSection } from "./logging-in.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

const MAX_KEYS_PER_CHECK = 25;
const CHECK_COUNT = 4;
const KEY_NAMES: Readonly<Record<string, string>> = { "⏎": "Enter", "⇥": "Tab" };

let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  browser = await launchBrowser();
  ({ page, problems } = await startVisit(browser));
  await openDashboard(page, "admin", "/dashboard/donations");
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

it(
  "a treasurer enters checks by keyboard with at most 25 keys each, and closes the deposit once it matches the slip",
  { tags: [NIGHTLY] },
  async () => {
    const lastName = uniqueWord();
    await sql`insert into public.donations (first_name, last_name, email, amount, is_demo, status)
    values ('Ada', ${lastName}, ${`${lastName}@example.org`}, 5, true, 'completed')`;
    const closeDialog = async () => {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    const openDeposit = async () => {
      await openSection(page, "Donations");
      await page.getByRole("link", { name: "Deposits", exact: true }).click();
      await page.getByRole("row").filter({ hasText: lastName }).getByRole("link").click();
    };
    await page.getByRole("link", { name: "Deposits", exact: true }).click();
    await page.getByRole("button", { name: "Add deposit" }).click();
    await page.getByLabel("Total on the deposit slip").fill("210.25");
    await page.getByLabel("Slip number").fill(lastName);
    await page.getByRole("button", { name: "Add deposit" }).click();
    await page.getByRole("row").filter({ hasText: lastName }).getByRole("link").click();
    await page.getByText("The donations are $210.25 less than the slip.").waitFor();
    await page.getByRole("link", { name: "Add donations" }).click();
    const search = page.getByRole("combobox", { name: "Donor" });
    await search.waitFor();
    // Uses a date in an earlier year, because the void would lower this year's figures while other tests compare them.
    await page.getByLabel("Date of gift").fill("2025-03-14");
    await search.focus();

    /** Waits for the donor's name, as a person would before pressing Enter. */
    async function waitForDonor(): Promise<void> {
      const isSearching = (await search.count()) > 0;
      if (isSearching) await page.getByRole("option", { name: `Ada ${lastName}` }).waitFor();
    }
    for (let number = 0; number < CHECK_COUNT; number += 1) {
      const keys = `${lastName}⏎50⇥${1000 + number}⏎`.split("");
      expect(keys.length).toBeLessThanOrEqual(MAX_KEYS_PER_CHECK);
      await expect
        .poll(() => search.evaluate((input) => document.activeElement === input))
        .toBe(true);
      for (const key of keys) {
        if (key === "⏎") await waitForDonor();
        await page.keyboard.press(KEY_NAMES[key] ?? key);
      }
      await page.getByRole("heading", { name: `${number + 1} added, ` }).waitFor();
    }
    await page.getByRole("heading", { name: "4 added, $200.00 in all" }).waitFor();
    await page.getByText("$200.00 of $210.25").waitFor();
    expect(await findViolationsInAllModes(page)).toEqual([]);

    await page.getByRole("link", { name: "Back to the deposit" }).click();
    await page.getByText("The donations are $10.25 less than the slip.").waitFor();
    expect(await findViolationsInAllModes(page)).toEqual([]);

    const entry = page.getByRole("listitem").filter({ hasText: "Check 1003" });
    await entry.getByRole("link").click();
    const dialog = page.getByRole("dialog", { name: `Ada ${lastName}` });
    await dialog.getByRole("button", { name: "Correct" }).click();
    const correction = page.getByRole("dialog", { name: `Correct Ada ${lastName}'s donation` });
    await correction.getByLabel("What was wrong?").fill("The amount was misread");
    await correction.getByLabel("Amount in dollars").fill("60.25");
    expect(await findViolationsInAllModes(page)).toEqual([]);
    await correction.getByRole("button", { name: "Correct donation" }).click();
    await dialog.getByText("Corrects", { exact: true }).waitFor();

    await closeDialog();
    await openDeposit();
    await page.getByText("The donations match the slip.").waitFor();
    await page.getByRole("button", { name: "Close the deposit" }).click();
    await page.getByText(/^Closed on/).waitFor();

    await page.getByRole("listitem").filter({ hasText: "Check 1001" }).getByRole("link").click();
    await dialog.getByText("Check 1001").waitFor();
    await dialog.getByRole("button", { name: "Void" }).click();
    const voidDialog = page.getByRole("dialog", { name: `Void Ada ${lastName}'s donation` });
    await voidDialog.getByLabel("Reason").fill("Bounced");
    expect(await findViolationsInAllModes(page)).toEqual([]);
    await voidDialog.getByRole("button", { name: "Void donation" }).click();
    await dialog.getByText("Voided", { exact: true }).waitFor();
    await expect.poll(() => page.url()).not.toContain("void=");

    await dialog.getByRole("link", { name: "View this donor" }).click();
    await page.getByRole("heading", { level: 1, name: `Ada ${lastName}` }).waitFor();
    // The total includes the online donation and three checks, one of which was corrected.
    await page.getByText("$165.25").first().waitFor();
    await openDeposit();
    await page.getByText(/^Check 1001, .*: Bounced$/).waitFor();
    await page.getByText("$160.25").waitFor();
    await page.getByText("-$50.00").waitFor();
    expect(problems).toEqual([]);
  },
);

it("a link clicked just after a form closes opens its page", async () => {
  const reference = uniqueWord();
  await sql`insert into public.deposits (deposited_on, slip_total, reference, is_demo)
    values ('2025-03-14', 1, ${reference}, private.shows_demo_money())`;
  // Makes going back in the history as slow as on a busy machine.
  await page.addInitScript(() => {
    const goBack = history.back.bind(history);
    history.back = () => void setTimeout(goBack, 500);
  });
  await page.goto(`${facts.webUrl}/dashboard/donations/deposits`);
  await page.getByRole("button", { name: "Add deposit" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("row").filter({ hasText: reference }).getByRole("link").click();
  await page.getByText("The donations are $1.00 less than the slip.").waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});
