/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { addVolunteers, removeVolunteers } from "../../supabase/tests/contract/volunteers.ts";
import { findViolationsInBothThemes } from "./axe.ts";
import { launchBrowser, startVisit, measureOverflow, screens } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";
import { followLink } from "./panels.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";

const suffix = uniqueWord();
const EMAIL = `robin-${suffix}@example.org`;
const STORY_NAME = `Della ${suffix}`;
const EMAIL_DOMAIN = `lists-${suffix}.example.org`;
const EVENT_ADDRESS = `Long Hall ${suffix}`;

let browser: Browser;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
  // Uses a date in an earlier year, because deleting the donation would lower this year's figures while other tests
  // compare them.
  await sql`
    insert into public.donations (first_name, last_name, email, amount, status, completed_at, is_demo, in_honor_of)
    values ('Robin', ${suffix}, ${EMAIL}, 75.50, 'completed', '2025-03-01T18:00:00Z', true, 'Sgt. Cole')`;
});
afterAll(async () => {
  await browser.close();
  await sql`delete from public.donations where email = ${EMAIL}`;
  await sql`delete from public.testimonials where name = ${STORY_NAME}`;
  await sql`delete from public.events where address = ${EVENT_ADDRESS}`;
  await removeVolunteers(EMAIL_DOMAIN);
});

describe("the donations list on a phone", () => {
  it("ADON-06: the list shows each donation in two lines, and its email and receipt in a dialog", async () => {
    const { page, problems } = await startVisit(browser, { viewport: screens.phone });
    await openDashboard(page, "admin", `/dashboard/donations?q=${EMAIL}`);
    const row = page.getByRole("row", { name: suffix });
    await row.waitFor();
    expect((await row.boundingBox())?.height).toBeLessThan(80);
    expect(await row.innerText()).not.toContain(EMAIL);
    expect(await measureOverflow(page)).toBe(0);
    await row.click({ position: { x: 200, y: 40 } });
    const dialog = page.getByRole("dialog", { name: `Robin ${suffix}` });
    await dialog.getByText(EMAIL).first().waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    const downloadPromise = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download receipt" }).click();
    expect((await downloadPromise).suggestedFilename()).toMatch(
      /^receipt-R-\d{4}-\d+-[\w-]+\.pdf$/,
    );
    await page.reload();
    await dialog.getByText("Sgt. Cole").waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "hidden" });
    expect(new URL(page.url()).searchParams.get("q")).toBe(EMAIL);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** Returns the texts in which a middle dot begins or ends a line, or could do so because CSS adds the dot. */
const findDanglingDots = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector("main")!;
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const measureTextBox = (node: Node, start: number, end: number) => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return range.getBoundingClientRect();
    };
    const hasDotFromCss = (element: Element) =>
      ["::before", "::after"].some((part) => getComputedStyle(element, part).content.includes("·"));
    const danglingDots = [...main.querySelectorAll("*")]
      .filter(hasDotFromCss)
      .map(({ textContent }) => textContent);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const text = node.nodeValue ?? "";
      for (const { index } of text.matchAll(/·/g)) {
        const dot = measureTextBox(node, index, index + 1);
        const before = measureTextBox(node, Math.max(0, index - 2), index);
        const after = measureTextBox(node, index + 1, Math.min(text.length, index + 3));
        const isOnOtherLine = ({ width, bottom }: DOMRect) => width > 0 && bottom !== dot.bottom;
        if (dot.width > 0 && (isOnOtherLine(before) || isOnOtherLine(after)))
          danglingDots.push(text);
      }
    }
    return danglingDots;
  });

describe("the logs on a phone", () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await startVisit(browser, { viewport: screens.phone }));
    await openDashboard(page, "admin", "/dashboard/settings/delivery-log");
  });
  afterAll(() => page.context().close());

  it.each(["delivery-log", "audit-log"])(
    "no line of the %s begins or ends with a dot",
    async (log) => {
      await followLink(page, `/dashboard/settings/${log}`);
      await expect.poll(() => page.locator("[data-row]").count()).toBeGreaterThan(5);
      for (const width of [320, 400, 440, 360]) {
        await page.setViewportSize({ ...screens.phone, width });
        expect(await findDanglingDots(page), `${width} px`).toEqual([]);
        expect(await measureOverflow(page)).toBe(0);
      }
    },
  );

  it("the audit log's filters open in place and return the focus", async () => {
    const filterButton = page.getByRole("button", { name: "Filter", exact: true });
    await filterButton.press("Enter");
    await page.getByLabel("Action", { exact: true }).waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.getByLabel("Action", { exact: true }).selectOption("update");
    await page.getByRole("button", { name: "Filter (1)" }).press("Enter");
    await page.getByLabel("Action", { exact: true }).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "More for entries" }).press("Enter");
    const exportItem = page.getByRole("menuitem", { name: "Export" });
    await exportItem.waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await exportItem.press("Enter");
    await page.getByRole("dialog", { name: "Export entries" }).waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    expect(await measureOverflow(page)).toBe(0);
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("More for entries");
  });
});

describe("a list of cards", () => {
  it("ATEST-06: a list of cards is as tall as its content, and scrolls only when it doesn't fit on the screen", async () => {
    await sql`
      insert into public.testimonials (name, title, content, rating, is_active)
      values (${STORY_NAME}, 'Sailor', 'It came on a Tuesday.', 5, true)`;
    const { page } = await startVisit(browser, { viewport: { width: 1280, height: 1080 } });
    await openDashboard(page, "admin", `/dashboard/testimonials?isActive=true&q=${suffix}`);
    const list = page.getByRole("region", { name: "testimonials" });
    await list.getByRole("article", { name: STORY_NAME }).waitFor();
    expect((await list.boundingBox())?.height).toBeLessThan(300);
    await page.goto(`${facts.webUrl}/dashboard/testimonials?isActive=true`);
    await expect.poll(() => list.getByRole("article").count()).toBeGreaterThan(5);
    const readHeight = async () => (await list.boundingBox())?.height;
    // The list's maximum height is that of the window, 1080 pixels, minus nine rem.
    await expect.poll(readHeight).toBeCloseTo(936, 0);
    await page.setViewportSize({ width: 1280, height: 500 });
    await expect.poll(readHeight).toBeCloseTo(600, 0);
    await page.context().close();
  });
});

describe("a roster on a phone", () => {
  it("a roster begins with its search and Add volunteer and has a menu that can be used by keyboard alone", async () => {
    const [event] = await sql<[{ id: string }]>`
      insert into public.events (event_type, date, start_time, end_time, address)
      values ('Food Drive', private.today(), '00:00', '23:59:59', ${EVENT_ADDRESS}) returning id`;
    const volunteers = await addVolunteers(3, EMAIL_DOMAIN);
    for (const [index, firstName] of ["Ada", "Bea", "Cyd"].entries()) {
      await sql`
        update public.volunteer_accounts set first_name = ${firstName}, last_name = ${suffix}
        where id = ${volunteers[index]?.id ?? ""}`;
    }
    await sql`
      insert into public.volunteer_event_registrations (event_id, volunteer_id)
      select ${event.id}, id from unnest(${volunteers.map(({ id }) => id)}::uuid[]) as id`;
    const { page, problems } = await startVisit(browser, { viewport: screens.phone });
    await openDashboard(page, "admin", `/dashboard/events?roster=${event.id}`);
    const firstName = page.getByText(`Ada ${suffix}`, { exact: true });
    await firstName.waitFor();
    // On a busy machine, the page's font may arrive after the names.
    const addButton = page.getByRole("button", { name: "Add volunteer" });
    await expect.poll(async () => (await addButton.boundingBox())?.y).toBeLessThan(460);
    await expect.poll(async () => (await firstName.boundingBox())?.y).toBeLessThan(600);
    await page.getByRole("button", { name: `More for Ada ${suffix}` }).press("Enter");
    const removeItem = page.getByRole("menuitem", { name: `Remove Ada ${suffix}` });
    await expect
      .poll(() => removeItem.evaluate((item) => item === document.activeElement))
      .toBe(true);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Remove", exact: true })
      .press("Enter");
    await page.getByText(`Ada ${suffix} was removed`).first().waitFor();
    await firstName.waitFor({ state: "hidden" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("[data-row]") !== null))
      .toBe(true);
    await page.getByRole("link", { name: "Sign-in sheet" }).click();
    await page.getByRole("heading", { name: "Sign-in sheet" }).waitFor();
    await page.getByText(`Bea ${suffix}`, { exact: true }).waitFor();
    expect(await page.getByRole("navigation").count()).toBe(0);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    expect(await measureOverflow(page)).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
