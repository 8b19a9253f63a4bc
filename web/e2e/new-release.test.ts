import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getRoundCount } from "../../supabase/tests/random.ts";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { launchBrowser, screens, startVisit } from "./browser.ts";
import { deployBehind } from "./new-release.ts";

const { webUrl } = readStackFacts();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const getDialogTitle = (page: Page): Locator => page.getByRole("dialog").getByRole("heading");
const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).first().click();
const countLoads = (page: Page): (() => number) => {
  let count = 0;
  page.on("domcontentloaded", () => {
    count += 1;
  });
  return () => count;
};

it("a page that stays open after an upgrade reloads once and does what was asked, then it asks", async () => {
  const { page } = await startVisit(browser, { viewport: screens.phone });
  const site = await deployBehind(page);
  await page.goto(webUrl);
  await page.getByLabel("Custom amount").fill("41");
  const getLoadCount = countLoads(page);

  site.deploy("404");
  await press(page, /^Donate \$41/);
  expect(await getDialogTitle(page).first().innerText()).toBe("Your gift: $41");
  expect(getLoadCount()).toBe(1);
  await page.keyboard.press("Escape");

  site.deploy("404");
  await press(page, "Administrator login");
  const alert = page.getByRole("alert").filter({ hasText: "site" });
  await alert.getByText("We've updated this site. Reload the page to continue.").waitFor();
  const reload = alert.getByRole("button", { name: "Reload" });
  expect(await reload.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  expect(await getDialogTitle(page).first().innerText()).toBe("Administrator Login");
  expect(getLoadCount()).toBe(2);
});
