import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logins } from "../../supabase/tests/demo-logins.ts";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { findViolationsInAllModes } from "./axe.ts";
import { launchBrowser, startVisit, screens } from "./browser.ts";
import {
  enterAdminPassword,
  expireSession,
  openDashboard,
  logOutAdmin,
  searchList,
} from "./logging-in.ts";
import { chooseInMenu } from "./row-menu.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(async () => {
  await clearRateLimits();
  await sql`delete from public.locations where name like 'Pier %'`;
});
afterAll(async () => {
  await browser.close();
  await sql`delete from public.locations where name like 'Pier %'`;
});

const fillPierForm = async (page: Page) => {
  await page.getByRole("button", { name: "Add location" }).click();
  const form = page.getByRole("form", { name: "Add location" });
  await form.getByLabel("Location name").fill("Pier 7");
  await form.getByLabel("Contact person").fill("Sgt. Cole");
  await form.getByLabel("Address").fill("7 Dock Road");
  await form.getByLabel("ZIP code").fill("76102");
  await expect.poll(() => form.getByLabel("City").inputValue()).toBe("Fort Worth");
  return form;
};

describe("on a phone", () => {
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    ({ page, problems } = await startVisit(browser, { viewport: screens.phone }));
    await openDashboard(page, "admin", "/dashboard/locations");
  });
  afterAll(() => page.context().close());

  it("LOC-01, LOC-02, LOC-04, LOC-09: an administrator adds, edits and deletes a location, and the audit log contains each change", async () => {
    const form = await fillPierForm(page);
    expect(await findViolationsInAllModes(page)).toEqual([]);
    await form.getByRole("button", { name: "Add location" }).click();
    await chooseInMenu(page, "Edit Pier 7", { name: "Pier 7" });
    await page
      .getByRole("form", { name: "Save location" })
      .getByLabel("Location name")
      .fill("Pier 8");
    await page.getByRole("button", { name: "Save location" }).click();

    await searchList(page, "pier");
    await chooseInMenu(page, "Delete Pier 8", { name: "Pier 8" });
    await page.getByRole("button", { name: "Delete location" }).click();
    await page.getByText("Nothing matches “pier”").waitFor();
    expect(await findViolationsInAllModes(page)).toEqual([]);

    const entries = await sql`
      select action, before ->> 'name' as before, after ->> 'name' as after
      from public.audit_log
      where table_name = 'locations' and coalesce(after, before) ->> 'name' like 'Pier %'
      order by id desc limit 3`;
    expect(entries.toReversed()).toEqual([
      { action: "insert", before: null, after: "Pier 7" },
      { action: "update", before: "Pier 7", after: "Pier 8" },
      { action: "delete", before: "Pier 8", after: null },
    ]);
    expect(problems).toEqual([]);
  });

  it(
    "the second of two people who edit the same location sees a conflict and keeps what was typed",
    { tags: [NIGHTLY] },
    async () => {
      const form = await fillPierForm(page);
      await form.getByRole("button", { name: "Add location" }).click();
      await chooseInMenu(page, "Edit Pier 7", { name: "Pier 7" });
      const editForm = page.getByRole("form", { name: "Save location" });
      await editForm.getByLabel("Location name").fill("Pier 7 East");
      await sql`
      update public.locations set name = 'Pier 7 West', city = 'Waco' where name = 'Pier 7'`;
      await editForm.getByRole("button", { name: "Save location" }).click();

      const conflictPanel = page.getByRole("alert", { name: "Saved by someone else" });
      await conflictPanel.getByText("Pier 7 West").waitFor();
      expect(await findViolationsInAllModes(page)).toEqual([]);
      await conflictPanel.getByRole("button", { name: "Keep mine" }).click();
      await expect.poll(() => editForm.getByLabel("City").inputValue()).toBe("Waco");
      await editForm.getByRole("button", { name: "Save location" }).click();
      await page.getByRole("button", { name: "More for Pier 7 East", exact: true }).waitFor();
      const [row] = await sql`select name, city from public.locations where name like 'Pier 7%'`;
      expect(row).toEqual({ name: "Pier 7 East", city: "Waco" });
      // The browser logs the 409 response.
      expect(problems.filter((problem) => !problem.includes("409"))).toEqual([]);
    },
  );

  it("LOC-14: a location is created only once if the form is sent again after a lost response", async () => {
    const form = await fillPierForm(page);
    await page.route("**/api/locations", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await form.getByRole("button", { name: "Add location" }).click();
    // The toast appears twice: on the screen and in its announcement.
    await page.getByText("Add Failed").first().waitFor();
    await page
      .getByText("Failed to add location\nYou appear to be offline. We kept what you typed.")
      .first()
      .waitFor();
    await page.unroute("**/api/locations");
    await form.getByRole("button", { name: "Add location" }).click();
    await page.getByRole("button", { name: "More for Pier 7", exact: true }).waitFor();
    const [row] = await sql`
      select count(*)::int as rows from public.locations where name = 'Pier 7'`;
    expect(row?.["rows"]).toBe(1);
  });
});

const readFocusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element instanceof HTMLInputElement) return element.labels?.[0]?.textContent ?? "";
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });

/** Presses Tab until the element has the focus. Throws after 150 presses, which is more than the page has tab stops. */
const tabTo = async (page: Page, name: string) => {
  for (let pressCount = 0; pressCount < 150; pressCount += 1) {
    if ((await readFocusedName(page)).startsWith(name)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} was not reached by Tab`);
};
const typeInto = async (page: Page, fieldName: string, text: string) => {
  await tabTo(page, fieldName);
  await page.keyboard.type(text);
};

describe("on a desktop", () => {
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    ({ page, problems } = await startVisit(browser));
    await openDashboard(page);
  });
  afterAll(() => page.context().close());

  it(
    "a location can be added, found and deleted by keyboard alone without losing the focus",
    { tags: [NIGHTLY] },
    async () => {
      await page.keyboard.press("Control+K");
      await page.getByRole("dialog", { name: "Go to" }).waitFor();
      await page.keyboard.type("locat");
      await page.getByRole("option", { name: "Locations", exact: true }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Locations" }).waitFor();

      await tabTo(page, "Add location");
      await page.keyboard.press("Enter");
      await typeInto(page, "Location name", "Pier 9");
      await typeInto(page, "Contact person", "Sgt. Cole");
      await typeInto(page, "Address", "9 Dock Road");
      await page.keyboard.press("Enter");
      await page.getByText("The location was added").first().waitFor();

      await typeInto(page, "Search", "Pier 9");
      await page.getByRole("button", { name: "More for Pier 9", exact: true }).waitFor();
      await tabTo(page, "More for Pier 9");
      await page.keyboard.press("Enter");
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await tabTo(page, "Delete location");
      await page.keyboard.press("Enter");
      await page.getByText("Pier 9 was deleted").first().waitFor();
      await expect
        .poll(() => page.evaluate(() => document.activeElement !== document.body))
        .toBe(true);
      expect(problems).toEqual([]);
    },
  );

  it("threat 50, ALOGIN-08: an expired session keeps unsaved input, and the next login returns to it", async () => {
    await page.goto(`${facts.webUrl}/dashboard/locations?q=Pier%209`);
    const form = await fillPierForm(page);
    await expireSession(page);
    await form.getByRole("button", { name: "Add location" }).click();
    await page
      .getByText("Your session has expired. Please log in again.", { exact: true })
      .waitFor();
    await page.waitForURL(facts.webUrl + "/");

    await enterAdminPassword(page, logins.admin);
    // The parameters come in either order, because the search field waits until the typing pauses.
    await page.waitForURL(
      ({ pathname, searchParams }) =>
        pathname === "/dashboard/locations" &&
        searchParams.get("q") === "Pier 9" &&
        searchParams.get("edit") === "new",
    );
    await page.getByText("We restored what you typed earlier.").waitFor();
    expect(await page.getByLabel("Location name").inputValue()).toBe("Pier 7");
    expect(await page.getByLabel("City").inputValue()).toBe("Fort Worth");
    await logOutAdmin(page);
    const storedKeys = await page.evaluate(() => Object.keys(sessionStorage));
    expect(storedKeys.filter((key) => key.startsWith("draft:"))).toEqual([]);
  });
});
