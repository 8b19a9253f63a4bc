/** @module-tag nightly */
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, startVisit, measureOverflow, screens } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

it("an administrator imports a file from GiveWP, downloads the bad rows, and undoes the import", async () => {
  const word = uniqueWord();
  const sample = readFileSync("supabase/tests/sample-files/givewp.csv", "utf8");
  const text = sample.replaceAll("WORD", word).replaceAll(/^"(\d+)"/gm, `"${word}-$1"`);
  const { page, problems } = await startVisit(browser);
  await openDashboard(page, "admin", "/dashboard/settings/import-export");
  await page.getByLabel(/CSV file/).setInputFiles({
    name: `${word}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  await page.getByText("Recognized by its columns.").waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await page.getByRole("button", { name: "Check 8 rows" }).click();
  await page.getByText("3 donations, $1,300.00").waitFor();
  await page.getByText("Row 2 has the same ID. Delete one of them.").waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await page.setViewportSize(screens.phone);
  expect(await measureOverflow(page)).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download these rows" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8").split("\r\n")).toHaveLength(6);

  // The import stays in the list after the page is closed.
  await page.goto(`${facts.webUrl}/dashboard/settings/import-export`);
  await page.getByRole("link", { name: `${word}.csv` }).click();
  await page.getByLabel("Leave out 4 rows with problems").check();
  await page.getByRole("button", { name: "Import 3 donations" }).click();
  await page.getByText("3 donations were imported.").waitFor();
  const readStoredDonors = () => sql`select 1 from public.donors where email like ${`${word}%`}`;
  expect((await readStoredDonors()).length).toBe(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo the import" }).click();
  await page.getByText("This import was undone").waitFor();
  expect((await readStoredDonors()).length).toBe(0);
  expect(problems).toEqual([]);
  await page.context().close();
});
