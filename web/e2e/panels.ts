import type { Page } from "playwright-core";
import { expect } from "vitest";
import { facts } from "../../supabase/tests/contract/stack.ts";

/** Opens a panel of the dashboard by its address and waits until it is loaded. */
export const openPanel = async (page: Page, path: string) => {
  await page.goto(`${facts.webUrl}${path}`, { waitUntil: "domcontentloaded" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await waitUntilLoaded(page);
};

/**
 * Opens a panel by its link in the navigation, which takes less time than loading the page. On a phone, the navigation
 * is a drawer.
 */
export const followLink = async (page: Page, path: string) => {
  await page.locator(`nav a[href="${path}"]`).first().dispatchEvent("click");
  await page
    .locator(`nav a[href="${path}"][aria-current=page]`)
    .first()
    .waitFor({ state: "attached" });
  await waitUntilLoaded(page);
};

/** What stands where something is still loading. A panel that isn't shown yet has `data-loading`. */
const PLACEHOLDERS = "[aria-busy=true], output > .loading, [data-loading]";

export const hasPlaceholders = async (page: Page): Promise<boolean> =>
  (await page.locator(PLACEHOLDERS).count()) > 0;

export const waitUntilLoaded = async (page: Page) => {
  await expect
    .poll(async () => {
      // Some sections load when they scroll into view.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return hasPlaceholders(page);
    })
    .toBe(false);
};

/** Opens a collapsible panel, calls `visitPanel` and closes the panel. */
export const visitCollapsiblePanel = async (
  page: Page,
  title: string,
  visitPanel: () => Promise<void>,
) => {
  const panel = page.locator("details", {
    has: page.locator("summary").getByRole("heading", { name: title, exact: true }),
  });
  await panel.evaluate((details: HTMLDetailsElement) => (details.open = true));
  await waitUntilLoaded(page);
  await visitPanel();
  await panel.evaluate((details: HTMLDetailsElement) => (details.open = false));
};

/** Returns the paths of the other panels of the open section. */
export const readOtherPanelPaths = async (page: Page, section: string): Promise<string[]> => {
  const links = page.getByRole("navigation", { name: section, exact: true }).getByRole("link");
  const paths = await links.evaluateAll((elements) =>
    elements.map((link) => link.getAttribute("href")),
  );
  return paths.slice(1).map(String);
};
