import { gzipSync } from "node:zlib";
import type { Browser, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NIGHTLY } from "../../supabase/tests/results.ts";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import {
  isHydrated,
  startFirstVisit,
  launchBrowser,
  startVisit,
  screens,
  type Visit,
} from "./browser.ts";

const { webUrl } = readStackFacts();

let browser: Browser;
let postPath = "";
beforeAll(async () => {
  browser = await launchBrowser();
  const [newestPost] = (await (await fetch(`${webUrl}/api/blog-posts/published`)).json()) as {
    readonly id: string;
  }[];
  // The post's short URL redirects to its full one.
  postPath = new URL((await fetch(`${webUrl}/news/${newestPost?.id.slice(0, 8)}`)).url).pathname;
});
afterAll(() => browser.close());

interface TextPageVisit extends Visit {
  readonly scripts: Response[];
  /** Returns the sum of all layout shifts so far. */
  readonly readLayoutShift: () => Promise<number>;
}

/** Opens a text page as a first-time visitor, and records its scripts and layout shifts. */
const openTextPage = async (path: string): Promise<TextPageVisit> => {
  const visit = await startFirstVisit(browser);
  const scripts: Response[] = [];
  visit.page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  await visit.page.addInitScript(() => {
    const windowWithShift = window as unknown as { shift: number };
    windowWithShift.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        windowWithShift.shift += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await visit.page.goto(webUrl + path, { waitUntil: "networkidle" });
  const readLayoutShift = () =>
    visit.page.evaluate(() => (window as unknown as { shift: number }).shift);
  return { ...visit, scripts, readLayoutShift };
};

describe("a text page", () => {
  it.each(["a post", "the news"])(
    "a text page loads at most 5 KB of JavaScript: %s",
    async (pageName) => {
      const { page, scripts, problems } = await openTextPage(
        pageName === "a post" ? postPath : "/news",
      );
      const bodies = await Promise.all(scripts.map((response) => response.body()));
      const kilobytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
      console.log(`JavaScript on ${pageName}: ${kilobytes.toFixed(2)} KB gzip`);
      expect(kilobytes).toBeGreaterThan(0);
      expect(kilobytes).toBeLessThanOrEqual(5);
      await page.mouse.wheel(0, 600);
      await page
        .getByRole("article")
        .or(page.getByRole("main"))
        .first()
        .click({ position: { x: 5, y: 5 } });
      expect(await isHydrated(page)).toBe(false);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it("BLOG-09: a text page hydrates on the first click, and the Share button copies the link", async () => {
    const { page, problems, readLayoutShift } = await openTextPage(postPath);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const dialogTextPromise = new Promise<string>((resolve) => {
      page.on("dialog", (dialog) => {
        resolve(dialog.message());
        void dialog.dismiss();
      });
    });
    await page.evaluate(() => delete (Navigator.prototype as { share?: unknown }).share);
    await page.getByRole("button", { name: "Share" }).click();
    expect(await dialogTextPromise).toBe("Link copied to clipboard!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(webUrl + postPath);
    expect(await readLayoutShift()).toBeLessThan(0.01);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it(
    "a text page opens the menu on a phone and a login by keyboard without losing the scroll position",
    { tags: [NIGHTLY] },
    async () => {
      const phoneVisit = await startVisit(browser, { viewport: screens.phone });
      await phoneVisit.page.goto(webUrl + postPath);
      await phoneVisit.page.getByRole("button", { name: "Open menu" }).click();
      await phoneVisit.page.getByRole("dialog", { name: "Menu" }).waitFor();
      expect(phoneVisit.problems).toEqual([]);
      await phoneVisit.page.context().close();

      const { page, problems } = await startVisit(browser);
      await page.goto(`${webUrl}${postPath}#content`, { waitUntil: "networkidle" });
      await page.mouse.wheel(0, 400);
      await page.waitForFunction(() => scrollY > 100);
      const scrollPosition = await page.evaluate(() => scrollY);
      await page
        .getByRole("button", { name: "Share" })
        .evaluate((button) => button.focus({ preventScroll: true }));
      await expect.poll(() => isHydrated(page)).toBe(true);
      expect(await page.evaluate(() => scrollY)).toBe(scrollPosition);
      await page
        .getByRole("banner")
        .getByRole("button", { name: "Volunteer Login" })
        .press("Enter");
      await page.getByRole("dialog", { name: /Volunteer Login/ }).waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it("threat 50: a text page replays a click made before any script had loaded", async () => {
    const { page, problems } = await startVisit(browser, { viewport: screens.phone });
    const { promise: scriptRelease, resolve: releaseScripts } = Promise.withResolvers<void>();
    await page.route("**/assets/hydrate-on-interaction-*.js", (route) =>
      scriptRelease.then(() => route.continue()),
    );
    const scriptRequest = page.waitForRequest("**/assets/hydrate-on-interaction-*.js");
    await page.goto(webUrl + postPath, { waitUntil: "commit" });
    await scriptRequest;
    await page.getByRole("button", { name: "Open menu" }).click();
    releaseScripts();
    await page.getByRole("dialog", { name: "Menu" }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
