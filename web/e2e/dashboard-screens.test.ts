/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearRateLimits, facts } from "../../supabase/tests/contract/stack.ts";
import { launchBrowser, screens, startFirstVisit } from "./browser.ts";
import { storeAdminSession } from "./logging-in.ts";
import { waitUntilLoaded } from "./panels.ts";

let browser: Browser;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const MAX_LAYOUT_SHIFT = 0.02;

/** Adds up the layout shifts of a page, as browsers report them to site owners. */
const measureShifts = () => {
  Object.assign(window, { layoutShift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as Record<string, number>;
      if (!hadRecentInput) (window as unknown as Record<string, number>)["layoutShift"]! += value!;
    }
  }).observe({ type: "layout-shift", buffered: true });
};

const readShift = (page: Page) =>
  page.evaluate(() => (window as unknown as Record<string, number>)["layoutShift"]!);

/** Pages of one kind differ only in their ids and values, so one of them is enough. */
const describeKind = (href: string): string => {
  const { pathname, searchParams } = new URL(href, facts.webUrl);
  const path = pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ":id");
  return [path, ...[...searchParams.keys()].toSorted()].join(" ");
};

const findDashboardLinks = (page: Page): Promise<string[]> =>
  page
    .locator("a[href^='/dashboard']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));

/** Says what is wrong with a page that a link has opened. */
const findFault = async (page: Page): Promise<string | null> => {
  const text = await page.locator("main").innerText();
  return (
    /You don't have access to .*|Page Not Found|We couldn't (?:load|find|show) .*/.exec(
      text,
    )?.[0] ?? null
  );
};

/** Opens every kind of page that links of the dashboard lead to, from the overview on. */
async function visitEveryScreen(page: Page, visitScreen: (href: string) => Promise<void>) {
  const kinds = new Map([["/dashboard", "/dashboard"]]);
  for (const href of kinds.values()) {
    await page.goto(facts.webUrl + href, { waitUntil: "domcontentloaded" });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    await visitScreen(href);
    await waitUntilLoaded(page);
    for (const link of await findDashboardLinks(page)) {
      const kind = describeKind(link);
      if (!kinds.has(kind)) kinds.set(kind, link);
    }
  }
  return kinds.size;
}

/** The longest way, in pixels, from a section's title to its first row on a phone. */
const MAX_WAY_TO_ROWS = 200;
/** Panels that begin with something else. The page of one record does, too. */
const REPORTS = new Set(["/dashboard/donations/refunds"]);

/** Returns the way from the title to the first row of the page's list. Null if the page isn't a list. */
const measureWayToRows = (page: Page, href: string) =>
  page.evaluate(
    (isReport) => {
      const titleBox = document.querySelector("h1")!.getBoundingClientRect();
      const lists = document.querySelectorAll("[data-list]");
      const row = lists[0]?.querySelector("[data-row]");
      if (isReport || lists.length !== 1 || !row) return null;
      return Math.round(row.getBoundingClientRect().top - titleBox.bottom);
    },
    REPORTS.has(href) || /\?|[\da-f]{8}-/v.test(href),
  );

describe("every screen of the dashboard", () => {
  it.each(["admin", "treasurer", "coordinator", "editor", "manager"] as const)(
    "every link that %s sees opens a page of their own areas",
    async (name) => {
      const { page } = await startFirstVisit(browser);
      await storeAdminSession(page, name);
      const count = await visitEveryScreen(page, async (href) => {
        expect.soft(await findFault(page), href).toBeNull();
      });
      expect(count).toBeGreaterThan(5);
      await page.context().close();
    },
    600_000,
  );

  it.each(Object.entries(screens))(
    "on a %s, nothing moves while a screen loads, and a phone shows the first rows of a list at once",
    async (_, viewport) => {
      const { page } = await startFirstVisit(browser, { viewport });
      await page.addInitScript(measureShifts);
      await storeAdminSession(page);
      const shifts: Record<string, number> = {};
      const waysToRows: Record<string, number> = {};
      await visitEveryScreen(page, async (href) => {
        const shift = await readShift(page);
        shifts[describeKind(href)] = shift;
        expect.soft(shift, href).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
        const wayToRows = viewport === screens.phone ? await measureWayToRows(page, href) : null;
        if (wayToRows === null) return;
        waysToRows[href] = wayToRows;
        expect
          .soft(wayToRows, `${href}: from the title to the first row`)
          .toBeLessThanOrEqual(MAX_WAY_TO_ROWS);
      });
      console.table(shifts);
      console.table(waysToRows);
      if (viewport === screens.phone) expect(Object.keys(waysToRows).length).toBeGreaterThan(8);
      await page.context().close();
    },
    600_000,
  );
});
