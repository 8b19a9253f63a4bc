/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { facts } from "../../supabase/tests/contract/stack.ts";
import { PLATFORM_REFUSALS, type PlatformRefusal } from "../../supabase/tests/platform-refusals.ts";
import { getRoundCount } from "../../supabase/tests/random.ts";
import { listPageNames, SITE_PAGES } from "../../supabase/functions/_shared/rules/site-pages.ts";
import { launchBrowser, startVisit } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Answers every call of our functions, Auth and Storage in their place. */
const refuseCalls = async (page: Page, { status, type, body }: PlatformRefusal) => {
  for (const pattern of [`${facts.webUrl}/api/**`, `${facts.apiUrl}/**`]) {
    await page.route(pattern, (route) =>
      route.fulfill({
        status,
        contentType: type,
        body,
        // The gateway allows every origin. Otherwise the browser would report a lost connection.
        headers: { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" },
      }),
    );
  }
};

const expectNoWords = async (page: Page, { words }: PlatformRefusal) => {
  await page.getByRole("main").waitFor();
  const loading = page.locator("[aria-busy=true], output > .loading");
  await expect
    .poll(async () => {
      // The map loads when it scrolls into view.
      await loading.evaluateAll(([element]) => element?.scrollIntoView());
      return loading.count();
    })
    .toBe(0);
  expect(await page.locator("body").innerText()).not.toMatch(words);
};

/** `npm run test:all` opens every public page, and every section of the dashboard, with every refusal. */
const isLong = getRoundCount(1) > 1;
const [, missingToken] = PLATFORM_REFUSALS;
const PUBLIC_PATHS = isLong
  ? listPageNames(SITE_PAGES)
      .map((name) =>
        SITE_PAGES[name].replace(":post", "a-post-00000000-0000-4000-8000-000000000001"),
      )
      .filter((path) => !/dashboard|admin/.test(path))
  : ["/news-preview#token=abc"];

it.each(isLong ? PLATFORM_REFUSALS : [missingToken!])(
  "threat 49: an administrator stays logged in while every call gets the refusal of $name ($status)",
  async (refusal) => {
    const { page } = await startVisit(browser);
    await openDashboard(page, "admin", "/dashboard/locations");
    await refuseCalls(page, refusal);
    await page.reload();
    await page.getByText("We couldn't load the locations").waitFor();
    const sections = page.getByRole("navigation", { name: "Sections" }).first().getByRole("link");
    for (const link of isLong ? await sections.all() : []) {
      await link.click();
      await expectNoWords(page, refusal);
    }
    await expectNoWords(page, refusal);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(`${facts.webUrl}/dashboard/locations`);
    await page.getByRole("heading", { level: 1, name: "Locations" }).waitFor();
    await expect.poll(() => page.getByText("We couldn't load the locations").count()).toBe(0);

    await refuseCalls(page, refusal);
    for (const path of PUBLIC_PATHS) {
      await page.goto(facts.webUrl + path);
      await expectNoWords(page, refusal);
    }
    await page.context().close();
  },
);
