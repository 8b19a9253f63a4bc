import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearRateLimits, facts } from "../../supabase/tests/contract/stack.ts";
import { registeredSections, SECTION_NAMES } from "../src/areas/admin/sections.ts";
import { violationsOf } from "./axe.ts";
import { launchBrowser, newVisit, screens, type Visit } from "./browser.ts";
import { logInAdmin } from "./logging-in.ts";

let browser: Browser;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const panels = registeredSections().flatMap((section) =>
  section.panels.map(({ name, label }, index) => ({
    section: section.label,
    panel: label,
    address: index === 0 ? section.name : `${section.name}/${name}`,
  })),
);

const openPanel = async (page: Page, address: string) => {
  await page.goto(`${facts.webUrl}/dashboard/${address}`, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  // What loads when it is seen.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
};

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// Colours do not hang on the width: each panel is seen once in either look.
describe.each([
  ["phone", "dark"],
  ["desktop", "light"],
] as const)("on a %s, %s", (screen, colorScheme) => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await newVisit(browser, { viewport: screens[screen], colorScheme });
    await logInAdmin(visit.page);
  });
  afterAll(() => visit.page.context().close());

  it.each(panels)(
    "$section, $panel: axe finds nothing, nothing is cut off, nothing fails",
    async ({ address }) => {
      const { page, problems } = visit;
      problems.length = 0;
      await openPanel(page, address);
      expect(await violationsOf(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      expect(problems).toEqual([]);
    },
  );
});

describe("the dashboard", () => {
  it("AOVER-01, AOVER-03: its navigation leads to the ten sections, each at its own address", async () => {
    const { page } = await newVisit(browser);
    await logInAdmin(page);
    const links = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
    const targets = await links.evaluateAll((all) =>
      all.map((link) => [link.textContent, link.getAttribute("href")]),
    );
    expect(targets.map(([, href]) => href)).toEqual(
      SECTION_NAMES.map((name) => (name === "overview" ? "/dashboard" : `/dashboard/${name}`)),
    );
    for (const [label, href] of targets) {
      await page.goto(`${facts.webUrl}${href}`);
      await page.getByRole("heading", { level: 1, name: label ?? "" }).waitFor();
    }
    await page.context().close();
  });

  it("its first load takes at most 250 KB of JavaScript, gzip (design §12)", async () => {
    const { page } = await newVisit(browser);
    await logInAdmin(page);
    const scripts: Promise<Buffer>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") scripts.push(response.body());
    });
    // As the first visit with this browser, whose session is there already.
    await (await page.context().newCDPSession(page)).send("Network.clearBrowserCache");
    await openPanel(page, "");
    const bodies = await Promise.all(scripts);
    const kilobytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
    console.log(`JavaScript of the dashboard: ${kilobytes.toFixed(1)} KB gzip`);
    expect(kilobytes).toBeGreaterThan(100);
    expect(kilobytes).toBeLessThanOrEqual(250);
    await page.context().close();
  });
});
