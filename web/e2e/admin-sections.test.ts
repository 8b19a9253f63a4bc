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
import {
  registeredSections,
  sectionSubpath,
  type AdminSection,
} from "../src/areas/admin/sections.ts";
import { openDashboard } from "./logging-in.ts";
import { openPanel, panelsOf } from "./panels.ts";

let browser: Browser;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const SECTIONS = registeredSections();

/** The labels of the documented sections, in order. */
const DOCUMENTED_LABELS = [
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

const expectUsable = async (page: Page, path: string) => {
  expect(await violationsInAllModes(page), path).toEqual([]);
  await page.setViewportSize(zoomedScreen);
  expect(await measureLayout(page), path).toEqual({ horizontalOverflow: 0, coveredHeight: 0 });
  await page.setViewportSize(screens.phone);
};

/** Returns where the open panel is, relative to the section's navigation and the column that both share. */
const measurePanelPlace = (page: Page, section: string) =>
  page.getByRole("navigation", { name: section, exact: true }).evaluate((navigation) => {
    const shared = navigation.parentElement!.getBoundingClientRect();
    const { right, top } = navigation.getBoundingClientRect();
    return [...navigation.parentElement!.children]
      .filter((child) => child !== navigation)
      .map((child) => child.getBoundingClientRect())
      .map((box) => ({
        isBesideNavigation: box.left >= right && Math.abs(box.top - top) < 1,
        isAsWideAsMain: Math.abs(box.right - shared.right) < 1 && box.width > shared.width / 2,
      }));
  });

/** Returns the names of tables that are wider than their box, and so cut off their last column. */
const tooWideTables = (page: Page) =>
  page
    .getByRole("table")
    .evaluateAll((tables) =>
      tables
        .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0))
        .map((table) => table.getAttribute("aria-label")),
    );

/** Expects tables to fit on a desktop, and a panel beside side navigation to fill the rest of the width. */
const expectDesktopLayout = async (page: Page, section: AdminSection, path: string) => {
  await page.setViewportSize(screens.desktop);
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await tooWideTables(page), path).toEqual([]);
  if (section.panels[0].group) {
    expect(await measurePanelPlace(page, section.label), path).toEqual([
      { isBesideNavigation: true, isAsWideAsMain: true },
    ]);
  }
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
    "$label has no accessibility violations, cuts nothing off at 400% zoom or on a desktop, and logs no errors",
    async ({ name, ...section }) => {
      const { label } = section;
      const { page, problems } = visit;
      problems.length = 0;
      const sectionPath = `/dashboard/${sectionSubpath(name)}`;
      await openPanel(page, sectionPath);
      await expectUsable(page, sectionPath);
      await expectDesktopLayout(page, section, sectionPath);
      for (const panelPath of await panelsOf(page, label)) {
        await openPanel(page, panelPath);
        await expectUsable(page, panelPath);
        await expectDesktopLayout(page, section, panelPath);
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
    expect(labels.filter((label) => DOCUMENTED_LABELS.includes(label))).toEqual(DOCUMENTED_LABELS);
    for (const { name, label } of SECTIONS) {
      await links.filter({ hasText: label }).click();
      await page.getByRole("heading", { level: 1, name: label }).waitFor();
      const path = sectionSubpath(name);
      expect(new URL(page.url()).pathname).toBe(path ? `/dashboard/${path}` : "/dashboard");
    }
    await page.context().close();
  });

  it("doesn't cut off descenders of the organization's name", async () => {
    const { page } = await newVisit(browser);
    await openDashboard(page);
    const nameLink = page.getByRole("link", { name: /, overview$/ });
    await nameLink.getByText(" ").waitFor();
    const hiddenHeight = await nameLink.evaluate((link) => link.scrollHeight - link.clientHeight);
    expect(hiddenHeight).toBe(0);
    await page.context().close();
  });

  it("accepts a date typed in From and filters once it is complete", async () => {
    const { page } = await newVisit(browser);
    await openDashboard(page);
    await openPanel(page, "/dashboard/donations");
    const fromField = page.getByLabel("From", { exact: true });
    await fromField.focus();
    for (const key of "1120202") await page.keyboard.press(key);
    expect(new URL(page.url()).searchParams.has("from")).toBe(false);
    const shownValues: string[] = [];
    await page.exposeFunction("recordValue", (value: string) => shownValues.push(value));
    await fromField.evaluate((field: HTMLInputElement) => {
      const { recordValue } = window as unknown as { recordValue: (value: string) => void };
      const recordEachFrame = () => {
        recordValue(field.value);
        requestAnimationFrame(recordEachFrame);
      };
      field.addEventListener("input", recordEachFrame, { once: true });
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
    // Simulates a first visit with an existing session and an empty cache.
    const page = await visit.page.context().newPage();
    await (await page.context().newCDPSession(page)).send("Network.clearBrowserCache");
    const bodyPromises: Promise<Buffer>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") bodyPromises.push(response.body());
    });
    await openPanel(page, "/dashboard");
    const bodies = await Promise.all(bodyPromises);
    const kilobytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
    console.log(`JavaScript of the dashboard: ${kilobytes.toFixed(1)} KB gzip`);
    expect(kilobytes).toBeGreaterThan(100);
    expect(kilobytes).toBeLessThanOrEqual(250);
    await page.context().close();
  });
});
