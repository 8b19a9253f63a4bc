/** @module-tag nightly */
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { launchBrowser, startVisit } from "./browser.ts";
import { describeFocus, pressWithKeyboard } from "./focus.ts";
import { openDashboard } from "./logging-in.ts";
import { followLink } from "./panels.ts";

const LAST_NAME = "Focus Lane";
/** Lists only this test's rows, because other tests add rows at the same time. */
const SEARCH = encodeURIComponent(LAST_NAME);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.testimonials where name like ${`%${LAST_NAME}`}`;
  await sql`delete from public.locations where name like ${`%${LAST_NAME}`}`;
  await sql`delete from public.volunteer_applications where last_name = ${LAST_NAME}`;
  await browser.close();
});

/** Opens the editor of the list's first row. In some lists, Edit is the first action of the row's menu. */
const openRowEditor = async (page: Page): Promise<void> => {
  const buttons = page.getByRole("button", { name: /^(Edit|More for) / });
  const label = await buttons.first().getAttribute("aria-label");
  await buttons.first().press("Enter");
  if (label?.startsWith("More for "))
    await page.getByRole("menuitem", { name: /^Edit / }).press("Enter");
};

const PUBLIC_DIALOGS: readonly (readonly [string, string | RegExp, "field" | "heading"])[] = [
  ["the donation", /^Donate \$/, "field"],
  ["the application", "Become a volunteer", "field"],
  ["the section's application", "Apply to volunteer", "field"],
  ["the story", "Write your story", "field"],
  ["all stories", "Read all stories", "heading"],
  ["older highlights", "Older highlights", "heading"],
  ["the administrator login", "Administrator login", "field"],
  ["the volunteer login", "Access Full Dashboard", "field"],
];

it("every public dialog focuses its first field or heading and returns the focus when it closes", async () => {
  const { page } = await startVisit(browser);
  await page.goto(facts.webUrl, { waitUntil: "networkidle" });
  for (const [dialogName, buttonName, kind] of PUBLIC_DIALOGS) {
    await pressWithKeyboard(page, buttonName);
    await expect
      .poll(() => describeFocus(page), { message: dialogName })
      .toMatchObject({ kind, isInDialog: true });
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect
      .poll(() => describeFocus(page), { message: dialogName })
      .toMatchObject({ kind: "button" });
  }
  await page.context().close();
});

it("the administrator login opens and accepts a username by keyboard alone", async () => {
  const { page } = await startVisit(browser);
  await page.goto(`${facts.webUrl}/privacy-policy`, { waitUntil: "networkidle" });
  await pressWithKeyboard(page, "Administrator login");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("admin");
  expect(await page.getByLabel("Username").inputValue()).toBe("admin");
  await page.context().close();
});

const LIST_PATHS = [
  "events",
  "locations",
  "locations/deliveries",
  "blogs",
  "settings/email-templates",
];

describe("on the dashboard", () => {
  it("a row's editor focuses its first field and doesn't lose the focus when it closes", async () => {
    const { page } = await startVisit(browser);
    await openDashboard(page);
    for (const path of LIST_PATHS) {
      const [section = path] = path.split("/");
      await followLink(page, `/dashboard/${section}`);
      if (path !== section) await followLink(page, `/dashboard/${path}`);
      await openRowEditor(page);
      await expect
        .poll(() => describeFocus(page), { message: path })
        .toMatchObject({ kind: "field", isInForm: true });
      await pressWithKeyboard(page, "Cancel");
      await expect
        .poll(() => page.getByRole("button", { name: "Cancel", exact: true }).count())
        .toBe(0);
      await expect
        .poll(async () => (await describeFocus(page)).kind, { message: path })
        .not.toBe("body");
    }
    await page.context().close();
  });

  it("after an action on a row, the focus is on the next row", async () => {
    for (const name of ["First", "Second", "Third"]) {
      await sql`
        insert into public.testimonials (name, title, content, rating, is_active)
        values (${`${name} ${LAST_NAME}`}, 'Army spouse', 'The box came on a Tuesday.', 5, false)`;
      await sql`
        insert into public.locations (name, address, city, state)
        values (${`${name} ${LAST_NAME}`}, '7 Dock Road', 'Fort Worth', 'TX')`;
      await sql`
        insert into public.volunteer_applications (first_name, last_name, email, phone, zip_code, availability)
        values (${name}, ${LAST_NAME}, ${`focus-${randomUUID()}@example.org`}, '', '', 'weekends')`;
    }
    const { page } = await startVisit(browser);

    await openDashboard(page, "admin", `/dashboard/testimonials?isActive=false&q=${SEARCH}`);
    const [, nextStoryId] = await readRowIds(page, `Approve the story from`);
    await pressWithKeyboard(page, /^Approve the story from /);
    await expect.poll(async () => (await describeFocus(page)).row).toBe(nextStoryId);

    await page.goto(`${facts.webUrl}/dashboard/volunteers?status=pending&q=${SEARCH}`);
    const [, nextApplicationId] = await readRowIds(page, "Reject");
    await pressWithKeyboard(page, /^Reject /);
    await pressWithKeyboard(page, "Reject application");
    await expect.poll(async () => (await describeFocus(page)).row).toBe(nextApplicationId);
    // The closed dialog's history entry is removed a moment later, which would abort the next navigation.
    await page.waitForFunction(() => !history.state?.usr?.opened);

    await page.goto(`${facts.webUrl}/dashboard/locations?q=${SEARCH}`);
    const [, nextLocationId] = await readRowIds(page, "More for");
    await pressWithKeyboard(page.getByRole("table"), /^More for /);
    await page.getByRole("menuitem", { name: /^Delete / }).press("Enter");
    await pressWithKeyboard(page, "Delete location");
    await expect.poll(async () => (await describeFocus(page)).row).toBe(nextLocationId);
    await page.context().close();
  });
});

const readRowIds = async (page: Page, buttonName: string) => {
  const buttons = page.getByRole("button", { name: new RegExp(`^${buttonName}`) });
  await expect.poll(() => buttons.count()).toBeGreaterThan(1);
  return buttons.evaluateAll((elements) =>
    elements.map((button) => button.closest<HTMLElement>("[data-row]")?.dataset["row"]),
  );
};
