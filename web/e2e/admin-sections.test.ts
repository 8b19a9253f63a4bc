import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearRateLimits } from "../../supabase/tests/contract/stack.ts";
import { violationsInAllModes } from "./axe.ts";
import {
  launchBrowser,
  measureLayout,
  newVisit,
  screens,
  type Visit,
  zoomedScreen,
} from "./browser.ts";
import { registeredSections, sectionAddress } from "../src/areas/admin/sections.ts";
import { openDashboard } from "./logging-in.ts";
import { openPanel, panelsOf } from "./panels.ts";

let browser: Browser;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const SECTIONS = registeredSections();

/** The sections in their documented order. */
const DOCUMENTED = [
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
];

const expectUsable = async (page: Page, address: string) => {
  expect(await violationsInAllModes(page), address).toEqual([]);
  await page.setViewportSize(zoomedScreen);
  expect(await measureLayout(page), address).toEqual({ sideways: 0, covered: 0 });
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
    "$label: axe finds no violations, nothing is cut off, even at 400% zoom, and there are no errors",
    async ({ name, label }) => {
      const { page, problems } = visit;
      problems.length = 0;
      const sectionPath = `/dashboard/${sectionAddress(name)}`;
      await openPanel(page, sectionPath);
      await expectUsable(page, sectionPath);
      for (const address of await panelsOf(page, label)) {
        await openPanel(page, address);
        await expectUsable(page, address);
      }
      expect(problems).toEqual([]);
    },
  );
});

describe("the dashboard", () => {
  it("AOVER-01, AOVER-03: navigates to the ten documented sections in their order, each with its own URL", async () => {
    const { page } = await newVisit(browser);
    await openDashboard(page);
    const links = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
    const labels = await links.allTextContents();
    expect(labels).toEqual(SECTIONS.map(({ label }) => label));
    expect(labels.filter((label) => DOCUMENTED.includes(label))).toEqual(DOCUMENTED);
    for (const { name, label } of SECTIONS) {
      await links.filter({ hasText: label }).click();
      await page.getByRole("heading", { level: 1, name: label }).waitFor();
      const address = sectionAddress(name);
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
    const shownValues: string[] = [];
    await page.exposeFunction("noteShown", (value: string) => shownValues.push(value));
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
    await expect.poll(() => shownValues.length).toBeGreaterThan(20);
    expect(new Set(shownValues)).toEqual(new Set(["2026-11-20"]));
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
