import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readStackFacts } from "../../../supabase/tests/stack-facts.ts";
import { startFirstVisit, waitForLayout, launchBrowser, startVisit, screens } from "../browser.ts";

const { webUrl } = readStackFacts();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("the home page is at most ten phone screens long, with small and distinct pictures", async () => {
  const { page } = await startFirstVisit(browser, {
    viewport: screens.phone,
    deviceScaleFactor: 2,
  });
  const imageSizes: number[] = [];
  page.on("response", async (response) => {
    if (new URL(response.url()).pathname.startsWith("/images/")) {
      imageSizes.push((await response.body()).length);
    }
  });
  await page.goto(webUrl, { waitUntil: "networkidle" });
  await waitForLayout(page);
  await page
    .getByRole("heading", { name: "Branches served" })
    .evaluate((element) => element.scrollIntoView());
  await page.getByRole("group", { name: /^Map of deliveries/ }).waitFor();
  // Pictures in a carousel load only when they scroll into view.
  await page.evaluate(() => {
    for (const image of document.images) image.loading = "eager";
  });

  const findUnloadedImages = () =>
    page.evaluate(() =>
      [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src),
    );
  await expect.poll(findUnloadedImages).toEqual([]);
  const imageUrls = await page.evaluate(() => [...document.images].map(({ src }) => src));
  expect(new Set(imageUrls).size).toBeGreaterThanOrEqual(10);
  expect(new Set(imageUrls).size).toBe(imageUrls.length);
  expect(Math.max(...imageSizes)).toBeLessThanOrEqual(40_000);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  console.log(`The home page at 360 px: ${height} px`);
  expect(height).toBeLessThanOrEqual(7400);

  const letterList = page.getByRole("list", { name: "Letters from children" });
  await letterList.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => letterList.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await page.context().close();
});

it("the home page is at most eight desktop screens long, with a quotation within the first four", async () => {
  const { page } = await startVisit(browser, { viewport: screens.desktop });
  await page.goto(webUrl, { waitUntil: "networkidle" });
  await waitForLayout(page);
  await page
    .getByRole("heading", { name: "Branches served" })
    .evaluate((element) => element.scrollIntoView());
  await page.getByRole("group", { name: /^Map of deliveries/ }).waitFor();
  const quotation = page.getByRole("region", { name: "Our mission" }).locator("blockquote");
  const bottomOfQuotation = await quotation.evaluate(
    (element) => element.getBoundingClientRect().bottom + scrollY,
  );
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  console.log(`The home page at 1280 px: ${height} px, first quotation: ${bottomOfQuotation} px`);
  expect(height).toBeLessThanOrEqual(8 * screens.desktop.height);
  expect(bottomOfQuotation).toBeLessThanOrEqual(4 * screens.desktop.height);
  await page.context().close();
});
