import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearRateLimits, facts } from "../../supabase/tests/contract/stack.ts";
import { violationsInEveryLook } from "./axe.ts";
import { launchBrowser, lostOn, newVisit, screens, type Visit, zoomed } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";

let browser: Browser;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** In the documented order. */
const SECTIONS = [
  "Overview",
  "Donations",
  "Content",
  "Blogs",
  "Events",
  "Locations",
  "Testimonials",
  "Volunteers",
  "Highlights",
  "Settings",
] as const;

const addressOf = (section: string) => (section === "Overview" ? "" : section.toLowerCase());

const openPanel = async (page: Page, address: string) => {
  await page.goto(`${facts.webUrl}${address}`, { waitUntil: "domcontentloaded" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect
    .poll(async () => {
      // Some sections load when they scroll into view.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return page.locator("[aria-busy=true], output > .loading").count();
    })
    .toBe(0);
};

/** Returns the URLs of the other panels of the open section. */
const panelsOf = async (page: Page, section: string): Promise<string[]> => {
  const links = page.getByRole("navigation", { name: section, exact: true }).getByRole("link");
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  return addresses.slice(1).map(String);
};

const expectUsable = async (page: Page, address: string) => {
  expect(await violationsInEveryLook(page), address).toEqual([]);
  await page.setViewportSize(zoomed);
  expect(await lostOn(page), address).toEqual({ sideways: 0, covered: 0 });
  await page.setViewportSize(screens.phone);
};

describe("on a phone and a desktop", () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await newVisit(browser, { viewport: screens.phone });
    await openDashboard(visit.page);
  });
  afterAll(() => visit.page.context().close());

  it.each(SECTIONS)(
    "%s: axe finds no violations, nothing is cut off, even at 400% zoom, and nothing fails",
    async (section) => {
      const { page, problems } = visit;
      problems.length = 0;
      const first = `/dashboard/${addressOf(section)}`;
      await openPanel(page, first);
      await expectUsable(page, first);
      for (const address of await panelsOf(page, section)) {
        await openPanel(page, address);
        await expectUsable(page, address);
      }
      expect(problems).toEqual([]);
    },
  );
});

describe("the dashboard", () => {
  it("AOVER-01, AOVER-03: navigates to ten sections, each with its own URL", async () => {
    const { page } = await newVisit(browser);
    await openDashboard(page);
    const links = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
    expect(await links.allTextContents()).toEqual(SECTIONS);
    for (const section of SECTIONS) {
      await links.filter({ hasText: section }).click();
      await page.getByRole("heading", { level: 1, name: section }).waitFor();
      const address = addressOf(section);
      expect(new URL(page.url()).pathname).toBe(address ? `/dashboard/${address}` : "/dashboard");
    }
    await page.context().close();
  });

  it("doesn't cut off descenders of the organization's name", async () => {
    const { page } = await newVisit(browser);
    await openDashboard(page);
    const name = page.getByRole("link", { name: /, overview$/ });
    await name.getByText(" ").waitFor();
    const hidden = await name.evaluate((link) => link.scrollHeight - link.clientHeight);
    expect(hidden).toBe(0);
    await page.context().close();
  });

  it("accepts a date typed in From and filters once it is complete", async () => {
    const { page } = await newVisit(browser);
    await openDashboard(page);
    await openPanel(page, "/dashboard/donations");
    const from = page.getByLabel("From", { exact: true });
    await from.focus();
    for (const key of "1120202") await page.keyboard.press(key);
    expect(new URL(page.url()).searchParams.has("from")).toBe(false);
    const shown: string[] = [];
    await page.exposeFunction("noteShown", (value: string) => shown.push(value));
    await from.evaluate((field: HTMLInputElement) => {
      const { noteShown } = window as unknown as { noteShown: (value: string) => void };
      const note = () => {
        noteShown(field.value);
        requestAnimationFrame(note);
      };
      field.addEventListener("input", note, { once: true });
    });
    await page.keyboard.press("6");
    await page.waitForURL(/from=2026-11-20/);
    await page.getByRole("button", { name: "Export" }).waitFor();
    await expect.poll(() => shown.length).toBeGreaterThan(20);
    expect(new Set(shown)).toEqual(new Set(["2026-11-20"]));
    await page.context().close();
  });

  it("loads at most 250 KB of gzipped JavaScript on the first visit", async () => {
    const visit = await newVisit(browser);
    await openDashboard(visit.page);
    // A first visit with an existing session and an empty cache.
    const page = await visit.page.context().newPage();
    await (await page.context().newCDPSession(page)).send("Network.clearBrowserCache");
    const scripts: Promise<Buffer>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") scripts.push(response.body());
    });
    await openPanel(page, "/dashboard");
    const bodies = await Promise.all(scripts);
    const kilobytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
    console.log(`JavaScript of the dashboard: ${kilobytes.toFixed(1)} KB gzip`);
    expect(kilobytes).toBeGreaterThan(100);
    expect(kilobytes).toBeLessThanOrEqual(250);
    await page.context().close();
  });
});
