/** @module-tag nightly */
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, facts } from "../../supabase/tests/contract/stack.ts";
import { getRoundCount } from "../../supabase/tests/random.ts";
import { launchBrowser, screens, startVisit } from "./browser.ts";
import { LAZY_OPENERS } from "./lazy-openers.ts";
import { deployBehind, type OldFileResponse, type Site } from "./new-release.ts";

const { webUrl } = facts;
const UPDATED_TEXT = "We've updated this site. Reload the page to continue.";
const OFFLINE_TEXT = "You appear to be offline. Check your connection and try again.";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

interface OpenVisit {
  readonly page: Page;
  readonly site: Site;
  /** The message that code couldn't be loaded. */
  readonly failure: Locator;
  readonly getLoadCount: () => number;
}

/** Starts a visit during which the site is upgraded. `open` opens the page that the upgrade finds open. */
const startLongVisit = async (
  open: (page: Page) => Promise<unknown>,
  options: BrowserContextOptions = {},
): Promise<OpenVisit> => {
  const { page } = await startVisit(browser, options);
  const site = await deployBehind(page);
  await open(page);
  let loadCount = 0;
  page.on("domcontentloaded", () => {
    loadCount += 1;
  });
  return {
    page,
    site,
    failure: page.locator(":is(body, dialog) > [role=alert]"),
    getLoadCount: () => loadCount,
  };
};

const getFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

it("an open page reloads once by itself after an upgrade, keeps what was typed, and does what was asked", async () => {
  const { page, site, getLoadCount } = await startLongVisit(
    (newPage) => newPage.goto(webUrl, { waitUntil: "networkidle" }),
    { viewport: screens.phone },
  );
  await page.getByLabel("Custom amount").fill("41");
  site.deploy("404");
  await page.getByRole("button", { name: /^Donate \$41/ }).click();
  await page.getByRole("dialog").getByText("Your gift: $41").waitFor();
  expect(getLoadCount()).toBe(1);
});

it("an open page says that it is offline, and that a reload didn't help", async () => {
  const { page, site, failure, getLoadCount } = await startLongVisit((newPage) =>
    newPage.goto(webUrl, { waitUntil: "networkidle" }),
  );
  const press = () => page.getByRole("button", { name: "Administrator login" }).click();
  site.breakOtherFiles();
  site.connect(false);
  await press();
  await failure.getByText(OFFLINE_TEXT).waitFor();
  expect(await getFocusedText(page)).toBe("Try again");
  site.connect(true);
  await page.keyboard.press("Enter");
  // The reloaded page presses the button again, but the file is still missing.
  await failure.getByText("Reloading didn't help. Please try again later.").waitFor();
  expect(await getFocusedText(page)).toBe("Reload");
  expect(getLoadCount()).toBe(1);
});

const OLD_FILE_RESPONSES: readonly OldFileResponse[] = ["404", "a page", "503", "no response"];
/** `npm test` tries none of these, and `npm run test:all` all of them. */
const openers = LAZY_OPENERS.slice(0, getRoundCount(0, LAZY_OPENERS.length));
const IN_PLACE_TEXT = "We couldn't load this part of the page";
const results: string[] = [];
afterAll(() => console.log(results.toSorted().join("\n")));

it.each(
  openers.flatMap((opener) =>
    OLD_FILE_RESPONSES.slice(0, opener.isTypical ? 4 : 1).map((response) => ({ opener, response })),
  ),
)(
  "$opener.name works or says why not if old files get: $response",
  async ({ opener, response }) => {
    const { page, site, failure, getLoadCount } = await startLongVisit(opener.open, opener.options);
    site.deploy(response);
    await opener.act(page);
    if (opener.isInPlace) {
      await page.getByText(IN_PLACE_TEXT).waitFor();
      expect(getLoadCount()).toBe(0);
      await page.getByRole("button", { name: "Try again" }).click();
    }
    await expect.poll(async () => getLoadCount() > 0 || (await failure.isVisible())).toBe(true);
    let result = opener.isInPlace ? "said so in its place" : "reloaded by itself";
    if (await failure.isVisible()) {
      result = await failure.innerText();
      expect(result).toContain(UPDATED_TEXT);
      expect(getLoadCount()).toBe(0);
      await failure.getByRole("button", { name: "Reload" }).click();
      await expect.poll(getLoadCount).toBe(1);
    } else if (opener.isReplayed) await opener.find(page).first().waitFor({ timeout: 15_000 });
    results.push(`${opener.name} | ${response} | ${result.replaceAll("\n", " ")}`);
    expect(getLoadCount()).toBe(1);
    await expect.poll(() => failure.isVisible()).toBe(false);
  },
);

it.each(openers)("$name says so without a connection, and works afterward", async (opener) => {
  const { page, site, failure, getLoadCount } = await startLongVisit(opener.open, opener.options);
  site.connect(false);
  await opener.act(page);
  if (opener.isInPlace) await page.getByRole("button", { name: "Try again" }).click();
  for (const _ of [1, 2]) {
    await failure.getByText(OFFLINE_TEXT).waitFor({ timeout: 15_000 });
    await failure.getByRole("button", { name: "Try again" }).click();
  }
  await failure.getByText(OFFLINE_TEXT).waitFor({ timeout: 15_000 });
  expect(getLoadCount()).toBe(0);
  site.connect(true);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect.poll(getLoadCount).toBe(1);
  if (opener.isReplayed) await opener.find(page).first().waitFor({ timeout: 15_000 });
  await expect.poll(() => failure.isVisible()).toBe(false);
  results.push(`${opener.name} | offline | said so, then reloaded on Try again`);
});

it.each(["404", "a page", "503"].slice(0, getRoundCount(0, 3)) as OldFileResponse[])(
  "doesn't reload into a release whose scripts are missing, too (%s)",
  async (response) => {
    const { page, site, failure, getLoadCount } = await startLongVisit((newPage) =>
      newPage.goto(webUrl, { waitUntil: "networkidle" }),
    );
    site.deploy(response);
    site.breakRelease();
    await page.getByRole("button", { name: "Volunteer Login", exact: true }).click();
    await failure
      .getByText("We couldn't load this part of the site. Please try again later.")
      .waitFor();
    expect(getLoadCount()).toBe(0);
  },
);
