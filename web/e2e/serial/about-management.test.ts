/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../../supabase/tests/contract/stack.ts";
import { createPicture } from "../../../supabase/tests/pictures.ts";
import { findViolations } from "../axe.ts";
import { launchBrowser, startVisit, screens } from "../browser.ts";
import { openDashboard } from "../logging-in.ts";

let browser: Browser;
let itemRows: Record<string, unknown>[] = [];
let sectionRows: Record<string, unknown>[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  await clearRateLimits();
  itemRows = await sql`select * from public.about_items`;
  sectionRows = await sql`select * from public.section_content where section = 'about'`;
});
afterAll(async () => {
  await browser.close();
  await sql`delete from public.about_items`;
  await sql`insert into public.about_items ${sql(itemRows)}`;
  await sql`delete from public.section_content where section = 'about'`;
  await sql`insert into public.section_content ${sql(sectionRows)}`;
});

const readTitles = (page: Page) =>
  page.getByRole("list", { name: "Mission items" }).getByRole("heading").allTextContents();
const readStoredTitles = async () =>
  (await sql`select title from public.about_items where is_active order by "order"`).map(
    ({ title }) => String(title),
  );

it("ACONT-08, ABOUT-02, ABOUT-12, ABOUT-15, UPL-08: an administrator reorders mission items by mouse and keyboard and uploads a picture, which visitors see in a suitable size", async () => {
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  await openDashboard(page, "admin", "/dashboard/content");
  await page.getByRole("heading", { name: "About Management" }).click();
  const [firstTitle, secondTitle, thirdTitle, ...otherTitles] = await readStoredTitles();
  await expect
    .poll(() => readTitles(page))
    .toEqual([firstTitle, secondTitle, thirdTitle, ...otherTitles]);

  const handles = page.locator("li [aria-hidden].cursor-grab");
  await handles.nth(2).hover();
  await handles.nth(0).hover();
  await page.mouse.down();
  const [firstBox, secondBox] = [
    await handles.nth(0).boundingBox(),
    await handles.nth(1).boundingBox(),
  ];
  await page.mouse.move(secondBox!.x + 10, firstBox!.y + 40, { steps: 4 });
  await page.mouse.move(secondBox!.x + 10, secondBox!.y + 30, { steps: 8 });
  const secondItem = page.getByRole("listitem").filter({ hasText: secondTitle! });
  await expect.poll(() => secondItem.getAttribute("style")).toMatch(/translate3d\(0px, -\d/);
  await page.mouse.up();
  await expect
    .poll(() => readTitles(page))
    .toEqual([secondTitle, firstTitle, thirdTitle, ...otherTitles]);
  await expect
    .poll(readStoredTitles)
    .toEqual([secondTitle, firstTitle, thirdTitle, ...otherTitles]);
  // dnd-kit swallows clicks for 50 ms after a drag.
  await page.waitForTimeout(100);
  const downButton = page.getByRole("button", { name: `Move ${firstTitle} down` });
  await downButton.press("Enter");
  await page.getByText(`${firstTitle} is now 3 of ${3 + otherTitles.length}.`).waitFor();
  expect(await downButton.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect
    .poll(readStoredTitles)
    .toEqual([secondTitle, thirdTitle, firstTitle, ...otherTitles]);
  expect(await findViolations(page)).toEqual([]);

  const { bytes } = createPicture(1800, 900);
  const panel = page.locator("details").filter({ has: page.getByText("About Management") });
  await panel.getByRole("button", { name: "Remove picture" }).click();
  await panel
    .getByLabel(/^Picture/)
    .setInputFiles({ name: "table.png", mimeType: "image/png", buffer: Buffer.from(bytes) });
  await panel.getByText("Picture added").waitFor();
  await panel.getByLabel(/^Alt text/).fill("A packing table");
  await page.getByRole("button", { name: "Update about section" }).click();
  await page.getByText("The about section was updated", { exact: true }).waitFor();
  const [row] = await sql`select image_url from public.section_content where section = 'about'`;
  expect(row!["image_url"]).toMatch(/^\/images\/site\/[\da-f-]{36}\/1600x800$/);

  const publicVisit = await startVisit(browser, { viewport: screens.phone });
  const picture = publicVisit.page.getByRole("img", { name: "A packing table" });
  await expect
    .poll(async () => {
      await publicVisit.page.goto(`${facts.webUrl}/#about`);
      return picture.count();
    })
    .toBe(1);
  await picture.scrollIntoViewIfNeeded();
  const readSource = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(readSource).toMatch(/\/480$/);
  expect([...problems, ...publicVisit.problems]).toEqual([]);
});
