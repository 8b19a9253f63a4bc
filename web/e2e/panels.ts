import type { Page } from "playwright-core";
import { expect } from "vitest";
import { facts } from "../../supabase/tests/contract/stack.ts";
import { registeredSections, sectionSubpath } from "../src/areas/admin/sections.ts";

/** Opens a panel of the dashboard by its address and waits until it is loaded. */
export const openPanel = async (page: Page, path: string) => {
  await page.goto(`${facts.webUrl}${path}`, { waitUntil: "domcontentloaded" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await waitUntilLoaded(page);
};

/** Opens a panel by the link in the navigation, which is a drawer on a phone. This is cheaper than loading the page. */
const followLink = async (page: Page, path: string) => {
  await page.locator(`nav a[href="${path}"]`).first().dispatchEvent("click");
  await page
    .locator(`nav a[href="${path}"][aria-current=page]`)
    .first()
    .waitFor({ state: "attached" });
  await waitUntilLoaded(page);
};

async function waitUntilLoaded(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      // Some sections load when they scroll into view.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return page.locator("[aria-busy=true], output > .loading").count();
    })
    .toBe(0);
}

/** Returns the paths of the other panels of the open section. */
export const panelsOf = async (page: Page, section: string): Promise<string[]> => {
  const links = page.getByRole("navigation", { name: section, exact: true }).getByRole("link");
  const paths = await links.evaluateAll((elements) =>
    elements.map((link) => link.getAttribute("href")),
  );
  return paths.slice(1).map(String);
};

/** Opens every panel of the dashboard, including the collapsible ones, and calls `visitPanel` for each. */
export async function visitEveryPanel(
  page: Page,
  visitPanel: (path: string) => Promise<void>,
): Promise<void> {
  for (const { name, label, collapsiblePanels } of registeredSections()) {
    const sectionPath = `/dashboard/${sectionSubpath(name)}`;
    await openPanel(page, sectionPath);
    const linkedPanels = await panelsOf(page, label);
    await visitPanel(sectionPath);
    for (const path of linkedPanels) {
      await followLink(page, path);
      await visitPanel(path);
    }
    for (const panel of Object.keys(collapsiblePanels ?? {})) {
      const path = `${sectionPath}?panel=${panel}`;
      await openPanel(page, path);
      await visitPanel(path);
    }
  }
}
