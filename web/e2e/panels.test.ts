import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clearRateLimits } from "../../supabase/tests/contract/stack.ts";
import {
  listRegisteredSections,
  sectionSubpath,
  type AdminSection,
} from "../src/areas/admin/sections.ts";
import { findViolationsInAllModes, findViolationsInMode } from "./axe.ts";
import {
  displayModes,
  launchBrowser,
  measureLayout,
  startVisit,
  type Visit,
  zoomedScreen,
} from "./browser.ts";
import { describeFocus, pressWithKeyboard } from "./focus.ts";
import { openDashboard } from "./logging-in.ts";
import {
  followLink,
  hasPlaceholders,
  openPanel,
  readOtherPanelPaths,
  visitCollapsiblePanel,
} from "./panels.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

const SECTIONS = listRegisteredSections();

/** The labels of the documented sections, in the order of the navigation. */
const DOCUMENTED_LABELS = [
  "Overview",
  "Volunteers",
  "Events",
  "Highlights",
  "Donations",
  "Locations",
  "Content",
  "Blogs",
  "Testimonials",
  "Settings",
];

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
  visit = await startVisit(browser);
  await openDashboard(visit.page);
});
afterAll(async () => {
  await visit.page.context().close();
  await browser.close();
});

/** The height, in pixels, of two rows of 44-pixel controls with a gap between them. */
const TWO_ROWS_HEIGHT_PX = 105;
let checkedToolbarCount = 0;

/** Expects a list's search and filters to take at most two rows on a phone. */
const expectShortToolbars = async (page: Page, path: string) => {
  for (const search of await page.getByRole("searchbox").filter({ visible: true }).all()) {
    const toolbar = search.locator("xpath=ancestor::*[contains(@class, 'mb-4')][1]");
    // Settings → Privacy has a search field without a list.
    if ((await toolbar.count()) === 0) continue;
    checkedToolbarCount += 1;
    // While the list loads, its toolbar may be taller.
    await expect
      .poll(async () => (await toolbar.boundingBox())?.height, {
        message: `${path}: height of the toolbar`,
      })
      .toBeLessThan(TWO_ROWS_HEIGHT_PX);
  }
};

const checkedEditors: string[] = [];

/** Expects the panel's editor to focus its first field when it opens, and the focus not to be lost when it closes. */
const expectFocusInEditor = async (page: Page, path: string) => {
  // Skips buttons inside a form, because they add a line to one of the form's lists.
  const button = page
    .locator("button:not(form *)")
    .filter({ hasText: /^(Add|Create) /, visible: true });
  if ((await button.count()) === 0) return;
  const message = `${path}: focus of ${await button.first().textContent()}`;
  checkedEditors.push(message);
  await button.first().press("Enter");
  await expect
    .poll(() => describeFocus(page), { message })
    .toMatchObject({ kind: "field", isInForm: true });
  await page.keyboard.type("9");
  const discardButton = page.getByRole("button", { name: "Discard", exact: true });
  const form = page.getByRole("form", { name: /^Add / });
  await pressWithKeyboard(form, "Cancel");
  await expect
    .poll(async () => (await discardButton.isVisible()) || (await form.count()) === 0)
    .toBe(true);
  if (await discardButton.isVisible()) await pressWithKeyboard(page, "Discard");
  await expect.poll(() => form.count(), { message }).toBe(0);
  await expect.poll(async () => (await describeFocus(page)).kind, { message }).not.toBe("body");
};

/** Returns where the open panel is, relative to the section's navigation and the column that both share. */
const measurePanelPlace = (page: Page, section: string) =>
  page.getByRole("navigation", { name: section, exact: true }).evaluate((navigation) => {
    const sharedBox = navigation.parentElement!.getBoundingClientRect();
    const { right, top } = navigation.getBoundingClientRect();
    return [...navigation.parentElement!.children]
      .filter((child) => child !== navigation)
      .map((child) => child.getBoundingClientRect())
      .map((box) => ({
        isBesideNavigation: box.left >= right && Math.abs(box.top - top) < 1,
        isAsWideAsMain:
          Math.abs(box.right - sharedBox.right) < 1 && box.width > sharedBox.width / 2,
      }));
  });

/** Returns the names of tables that are wider than their container, so that their last column is cut off. */
const findTooWideTables = (page: Page) =>
  page
    .getByRole("table")
    .evaluateAll((tables) =>
      tables
        .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0))
        .map((table) => table.getAttribute("aria-label")),
    );

/** The buttons that requirements name for a row. All others but one are in the row's menu. */
const DOCUMENTED_BUTTONS = [
  /^(Approve|Reject) /,
  /^(Enable|Disable) /,
  /^(Edit|Preview) /,
  /^(Move|Drag) /,
];

let checkedRowCount = 0;

/** Returns the visible buttons of each row that has more of them than a menu, one other and the documented ones. */
const findCrowdedRows = async (page: Page) => {
  const rows = await page
    .locator("[data-row]")
    .filter({ visible: true })
    .evaluateAll((elements) =>
      elements.map((row) =>
        [...row.querySelectorAll<HTMLElement>(".btn")]
          .filter(
            (button) => button.offsetParent !== null && button.closest("form, dialog") === null,
          )
          .filter((button) => button.getAttribute("aria-haspopup") !== "menu")
          .map((button) => ({
            name: button.getAttribute("aria-label") ?? button.textContent,
            isRed: button.matches(".btn-error, .text-error"),
          })),
      ),
    );
  checkedRowCount += rows.length;
  return rows.filter(
    (buttons) =>
      buttons.some(({ isRed }) => isRed) ||
      buttons.filter(({ name }) => !DOCUMENTED_BUTTONS.some((pattern) => pattern.test(name)))
        .length > 1,
  );
};

/** Expects tables to fit on a desktop, and a panel next to side navigation to fill the rest of the width. */
const expectDesktopLayout = async (page: Page, section: AdminSection, path: string) => {
  await page.evaluate(() => window.scrollTo(0, 0));
  expect.soft(await findCrowdedRows(page), `${path}: rows with too many buttons`).toEqual([]);
  expect.soft(await findTooWideTables(page), `${path}: tables that are too wide`).toEqual([]);
  if (!section.panels[0].group) return;
  expect
    .soft(await measurePanelPlace(page, section.label), `${path}: place of the panel`)
    .toEqual([{ isBesideNavigation: true, isAsWideAsMain: true }]);
};

const [phone, desktop] = displayModes;

/**
 * Runs all checks of a panel in one visit, because opening a panel and changing the screen take longer than most
 * checks.
 */
const expectUsable = async (page: Page, section: AdminSection, path: string) => {
  expect.soft(await findViolationsInMode(page, phone), path).toEqual([]);
  await expectShortToolbars(page, path);
  await page.setViewportSize(zoomedScreen);
  expect
    .soft(await measureLayout(page), `${path} at 400% zoom`)
    .toEqual({ horizontalOverflow: 0, coveredHeight: 0 });
  expect.soft(await findViolationsInMode(page, desktop), path).toEqual([]);
  await expectDesktopLayout(page, section, path);
  await expectFocusInEditor(page, path);
};

const expectUsableCollapsiblePanels = async (page: Page, section: AdminSection, path: string) => {
  for (const [name, title] of Object.entries(section.collapsiblePanels ?? {})) {
    await visitCollapsiblePanel(page, title, async () => {
      await page.setViewportSize(phone[1].viewport);
      await expectShortToolbars(page, `${path}?panel=${name}`);
      await page.setViewportSize(desktop[1].viewport);
      await expectFocusInEditor(page, `${path}?panel=${name}`);
    });
  }
};

it("AOVER-03: the dashboard's navigation has the ten documented sections in their order", async () => {
  const links = visit.page.getByRole("navigation", { name: "Sections" }).getByRole("link");
  const labels = await links.allTextContents();
  expect(labels).toEqual(SECTIONS.map(({ label }) => label));
  expect(labels.filter((label) => DOCUMENTED_LABELS.includes(label))).toEqual(DOCUMENTED_LABELS);
});

it("the dashboard doesn't cut off descenders of the organization's name", async () => {
  const nameLink = visit.page.getByRole("link", { name: /, overview$/ });
  await nameLink.getByText(" ").waitFor();
  const hiddenHeight = await nameLink.evaluate((link) => link.scrollHeight - link.clientHeight);
  expect(hiddenHeight).toBe(0);
});

it.each(SECTIONS)(
  "AOVER-01, AOVER-03: $label has its own URL, and its panels have no accessibility violations, cut nothing off at 400% zoom or on a desktop, have one button per row besides its menu, have toolbars of at most two rows on a phone, keep the focus in editors, and log no errors",
  async ({ name, ...section }) => {
    const { page, problems } = visit;
    problems.length = 0;
    const subpath = sectionSubpath(name);
    const sectionPath = subpath ? `/dashboard/${subpath}` : "/dashboard";
    await followLink(page, sectionPath);
    await page.getByRole("heading", { level: 1, name: section.label }).waitFor();
    expect(new URL(page.url()).pathname).toBe(sectionPath);

    await expectUsable(page, section, sectionPath);
    await expectUsableCollapsiblePanels(page, section, sectionPath);
    for (const path of await readOtherPanelPaths(page, section.label)) {
      await followLink(page, path);
      await expectUsable(page, section, path);
    }
    expect(problems).toEqual([]);
  },
);

it("more than ten toolbars, fifty rows and seven editors were checked", () => {
  expect(checkedRowCount).toBeGreaterThan(50);
  expect(checkedToolbarCount).toBeGreaterThan(10);
  expect(checkedEditors.length, checkedEditors.join("\n")).toBeGreaterThan(7);
});

const EVENTS = "/dashboard/events?q=Lamplight";
const PAST_EVENTS = `${EVENTS}&when=past`;
const APPLICATIONS = "/dashboard/volunteers?q=Holloway";
const DIRECTORY = "/dashboard/volunteers/directory?q=";
const toRoster = ["link", /^Roster for/] as const;
const toGrace = ["link", "Grace Holloway"] as const;
const toMenu = ["button", /^More for [A-Z]/] as const;

type Step = readonly [role: "link" | "button" | "menuitem", name: string | RegExp];

/** What opens from a panel: its path, and what to press one after another. The people are the demo's. */
const OPENED_SCREENS: [string, string, Step[]][] = [
  ["a roster", PAST_EVENTS, [toRoster]],
  ["adding someone to a roster", PAST_EVENTS, [toRoster, ["button", "Add volunteer"]]],
  ["hours on a roster", PAST_EVENTS, [toRoster, ["button", /(Set|\d) hours: /]]],
  ["removing from a roster", PAST_EVENTS, [toRoster, toMenu, ["menuitem", /^Remove /]]],
  ["a sign-in sheet", PAST_EVENTS, [toRoster, ["link", "Sign-in sheet"]]],
  ["an event's form", EVENTS, [toMenu, ["menuitem", /^Edit /]]],
  ["canceling an event", EVENTS, [toMenu, ["menuitem", /^Cancel /]]],
  ["an application from a shared mailbox", APPLICATIONS, [["link", "Ben Holloway"]]],
  ["approving it", APPLICATIONS, [["button", "Approve Ben Holloway"]]],
  ["a volunteer's page", `${DIRECTORY}Holloway`, [toGrace]],
  [
    "putting a volunteer on a shift",
    `${DIRECTORY}Holloway`,
    [toGrace, ["button", "Add to a shift"]],
  ],
  [
    "hours outside shifts",
    `${DIRECTORY}Holloway`,
    [toGrace, ["button", "Add hours outside shifts"]],
  ],
  ["adding a volunteer", DIRECTORY, [["link", "Add volunteer"]]],
  ["disabling a login", `${DIRECTORY}Holloway`, [toMenu, ["menuitem", "Disable Grace Holloway"]]],
  [
    "making someone inactive",
    `${DIRECTORY}Haines`,
    [toMenu, ["menuitem", "Make inactive: Walter Haines"]],
  ],
  ["exporting attendance", "/dashboard/volunteers/reports", [["button", "Export attendance"]]],
];

it.each(OPENED_SCREENS)(
  "%s opens by keyboard from %s, has no accessibility violations, and doesn't lose the focus when it closes",
  { tags: [NIGHTLY] },
  async (_, path, steps) => {
    const { page, problems } = visit;
    problems.length = 0;
    await openPanel(page, path);
    for (const [role, name] of steps) {
      await page.getByRole(role, { name, exact: true }).last().press("Enter");
    }
    // Until the code of a page has loaded, the page before it stays. Then it has no heading until its data has loaded.
    await page.waitForLoadState("networkidle");
    await page.locator("h1").waitFor();
    await expect.poll(() => hasPlaceholders(page)).toBe(false);
    expect(await findViolationsInAllModes(page)).toEqual([]);
    if ((await page.getByRole("dialog").count()) > 0) {
      await page.keyboard.press("Escape");
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      await expect.poll(async () => (await describeFocus(page)).kind).not.toBe("body");
    }
    expect(problems).toEqual([]);
  },
);
