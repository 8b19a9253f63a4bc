import { gzipSync } from "node:zlib";
import type { Browser, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { isHydrated, launchBrowser, newVisit, screens, type Visit } from "./browser.ts";

const { webUrl } = readStackFacts();

let browser: Browser;
let post = "";
beforeAll(async () => {
  browser = await launchBrowser();
  const [newest] = (await (await fetch(`${webUrl}/api/blog-posts/published`)).json()) as {
    readonly id: string;
  }[];
  // Its short URL, which redirects.
  post = new URL((await fetch(`${webUrl}/news/${newest?.id.slice(0, 8)}`)).url).pathname;
});
afterAll(() => browser.close());

interface TextPageVisit extends Visit {
  readonly scripts: Response[];
  /** Returns the cumulative layout shift as browsers measure it. */
  readonly shift: () => Promise<number>;
}

const openTextPage = async (
  path: string,
  viewport = screens.desktop as typeof screens.phone | typeof screens.desktop,
): Promise<TextPageVisit> => {
  const visit = await newVisit(browser, { viewport });
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
  const shift = () => visit.page.evaluate(() => (window as unknown as { shift: number }).shift);
  return { ...visit, scripts, shift };
};

describe("a text page", () => {
  it.each(["a post", "the news"])("%s loads at most 5 KB of JavaScript", async (what) => {
    const { page, scripts, problems } = await openTextPage(what === "a post" ? post : "/news");
    const bodies = await Promise.all(scripts.map((response) => response.body()));
    const kilobytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
    console.log(`JavaScript on ${what}: ${kilobytes.toFixed(2)} KB gzip`);
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
  });

  it("BLOG-09: the first click takes effect: sharing copies the link", async () => {
    const { page, problems, shift } = await openTextPage(post);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const dialogText = new Promise<string>((resolve) => {
      page.on("dialog", (dialog) => {
        resolve(dialog.message());
        void dialog.dismiss();
      });
    });
    await page.evaluate(() => delete (Navigator.prototype as { share?: unknown }).share);
    await page.getByRole("button", { name: "Share" }).click();
    expect(await dialogText).toBe("Link copied to clipboard!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(webUrl + post);
    expect(await shift()).toBeLessThan(0.01);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("opens the menu by touch and a login by keyboard without losing the scroll position", async () => {
    const phone = await openTextPage(post, screens.phone);
    await phone.page.getByRole("button", { name: "Open menu" }).click();
    await phone.page.getByRole("dialog", { name: "Menu" }).waitFor();
    expect(phone.problems).toEqual([]);
    await phone.page.context().close();

    const { page, problems } = await openTextPage(`${post}#content`);
    await page.mouse.wheel(0, 400);
    await page.waitForFunction(() => scrollY > 100);
    const scrollPosition = await page.evaluate(() => scrollY);
    await page
      .getByRole("button", { name: "Share" })
      .evaluate((button) => button.focus({ preventScroll: true }));
    await expect.poll(() => isHydrated(page)).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(scrollPosition);
    await page.getByRole("banner").getByRole("button", { name: "Volunteer Login" }).press("Enter");
    await page.getByRole("dialog", { name: /Volunteer Login/ }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("threat 50: a click before any script has loaded takes effect afterwards", async () => {
    const { page, problems } = await newVisit(browser, { viewport: screens.phone });
    const { promise: releasePromise, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/assets/hydrate-on-interaction-*.js", (route) =>
      releasePromise.then(() => route.continue()),
    );
    const scriptRequest = page.waitForRequest("**/assets/hydrate-on-interaction-*.js");
    await page.goto(webUrl + post, { waitUntil: "commit" });
    await scriptRequest;
    await page.getByRole("button", { name: "Open menu" }).click();
    release();
    await page.getByRole("dialog", { name: "Menu" }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
