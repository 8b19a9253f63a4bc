/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { chooseInMenu } from "./row-menu.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, facts } from "../../supabase/tests/contract/stack.ts";
import { findViolationsInBothThemes } from "./axe.ts";
import { launchBrowser, startVisit, screens } from "./browser.ts";
import { logInAdmin, openSection } from "./logging-in.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).last().click();

/** Opens a form on the home page and submits it empty, so that a toast names the missing fields. */
const submitPublicForm =
  (openerName: string | RegExp, submitLabel: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: openerName, exact: true }).first().click();
    await page.getByRole("dialog").waitFor();
    await press(page, submitLabel);
  };

const submitAdminForm =
  (section: string, openerName: string, submitName: string) =>
  async (page: Page): Promise<void> => {
    await openSection(page, section);
    await page.getByRole("button", { name: openerName, exact: true }).first().click();
    await page.getByRole("form", { name: /^Add / }).waitFor();
    await press(page, submitName);
  };

/** Actions that each show a toast. They run one after another on one page, and the first leads to the home page. */
const PUBLIC_TOASTS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "refused visit": async (page) => {
    await page.goto(`${facts.webUrl}/volunteer-dashboard`);
    await page.waitForURL(`${facts.webUrl}/`);
  },
  donation: submitPublicForm(/^Donate \$/, /^Give \$/),
  application: submitPublicForm("Become a volunteer", "Submit application"),
  "section's application": submitPublicForm("Apply to volunteer", "Apply to volunteer"),
  login: submitPublicForm("Administrator login", "Log in"),
};

const ADMIN_TOASTS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  event: submitAdminForm("Events", "Add event", "Add event"),
  post: submitAdminForm("Blogs", "Create New Blog Post", "Publish Blog Post"),
  location: async (page) => {
    await page.route("**/api/locations/*", (route) => route.fulfill({ status: 503 }));
    await openSection(page, "Locations");
    await chooseInMenu(page, /^Delete /, { scope: page.getByRole("table") });
    await press(page, "Delete location");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },
};

const findOpenToast = (page: Page) => page.locator("[role='region'] li[data-state='open']");

/** Returns the controls, except for the link that shares a phone's title bar with toasts, and dialog titles that it covers. */
const findCoveredElements = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector("[role='region'] li[data-state='open']");
    if (!toast) return undefined;
    const box = toast.getBoundingClientRect();
    const scope = document.querySelector("dialog:modal") ?? document;
    const selector =
      "a[href], button, input, select, textarea, summary, [contenteditable], dialog h2";
    return [...scope.querySelectorAll(selector)]
      .filter((control) => !toast.contains(control) && control.checkVisibility())
      .filter((control) => !control.closest("[data-toast-strip='phone']"))
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        return (
          width > 1 && left < box.right && right > box.left && top < box.bottom && bottom > box.top
        );
      })
      .map((control) => control.textContent || control.outerHTML.slice(0, 80));
  });

/** Returns by how many pixels the page or its dialog has been moved. */
const measureMove = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector("#root")!.getBoundingClientRect().top + scrollY;
    const dialog = document.querySelector<HTMLElement>("dialog:modal");
    return root + Number.parseFloat(dialog?.style.top || "0");
  });

/** Returns whether the toast is fully on the screen. */
const isFullyVisible = async (page: Page): Promise<boolean> => {
  const box = (await findOpenToast(page).boundingBox())!;
  const { width, height } = page.viewportSize()!;
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
};

/** Expects the page's toast to have enough contrast in light and dark mode. */
const expectContrast = async (page: Page, title: string) => {
  const toast = findOpenToast(page).filter({ hasText: title });
  // The focus pauses the toast's timer. The pointer would, too, but the toast moves away from it while the page loads.
  const pauseTimer = () => toast.getByRole("button").focus();
  await pauseTimer();
  // On a busy machine, the toast may appear before the page, and then the page's heading takes the focus.
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await pauseTimer();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  expect(await toast.isVisible()).toBe(true);
};

describe.each(Object.entries(screens))("a toast on a %s", (_, viewport) => {
  it("NOTE-04: a toast doesn't cover any control or dialog title on a public page", async () => {
    const { page } = await startVisit(browser, { viewport });
    for (const [name, showToast] of Object.entries(PUBLIC_TOASTS)) {
      await showToast(page);
      await expect.poll(() => findCoveredElements(page), { message: name }).toEqual([]);
      await expect.poll(() => isFullyVisible(page), { message: name }).toBe(true);
      expect(await measureMove(page), name).toBe(0);
      await page.getByRole("button", { name: "Dismiss notification" }).click();
      await expect.poll(() => findOpenToast(page).count()).toBe(0);
      if ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    }
    await page.context().close();
  });

  it("NOTE-04, NOTE-07: a toast doesn't cover any control on the dashboard, and has enough contrast after a success", async () => {
    const { page } = await startVisit(browser, { viewport });
    await logInAdmin(page);
    await expect.poll(() => findCoveredElements(page)).toEqual([]);
    await expectContrast(page, "Login Successful");
    for (const [name, showToast] of Object.entries(ADMIN_TOASTS)) {
      await showToast(page);
      await expect.poll(() => findCoveredElements(page), { message: name }).toEqual([]);
      await expect.poll(() => isFullyVisible(page), { message: name }).toBe(true);
      expect(await measureMove(page), name).toBe(0);
    }
    await page.context().close();
  });
});

it("NOTE-07: a toast disappears on Back, stays across a redirect, and has enough contrast after a failure", async () => {
  const { page } = await startVisit(browser, { viewport: screens.phone });
  await page.goto(facts.webUrl, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Apply to volunteer", exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await press(page, "Apply to volunteer");
  await page.getByText("Please fill required fields").first().waitFor();
  await page.goBack();
  await expect.poll(() => findCoveredElements(page)).toBeUndefined();
  await page.goto(`${facts.webUrl}/volunteer-dashboard`);
  await page.waitForURL(`${facts.webUrl}/`);
  await expectContrast(page, "Access Denied");
  await page.context().close();
});
