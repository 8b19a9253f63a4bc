import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../../supabase/tests/contract/stack.ts";
import { pictureOf } from "../../../supabase/tests/pictures.ts";
import { violationsOf } from "../axe.ts";
import { launchBrowser, newVisit, screens } from "../browser.ts";
import { openDashboard } from "../logging-in.ts";

let browser: Browser;
let items: Record<string, unknown>[] = [];
let section: Record<string, unknown>[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  await clearRateLimits();
  items = await sql`select * from public.about_items`;
  section = await sql`select * from public.section_content where section = 'about'`;
});
afterAll(async () => {
  await browser.close();
  await sql`delete from public.about_items`;
  await sql`insert into public.about_items ${sql(items)}`;
  await sql`delete from public.section_content where section = 'about'`;
  await sql`insert into public.section_content ${sql(section)}`;
});

const titles = (page: Page) =>
  page.getByRole("list", { name: "Mission items" }).getByRole("heading").allTextContents();
const storedTitles = async () =>
  (await sql`select title from public.about_items where is_active order by "order"`).map(
    ({ title }) => String(title),
  );

it("ACONT-08, ABOUT-02, ABOUT-12, ABOUT-15, UPL-08: visitors see the uploaded picture in its sizes and the order set by mouse and keyboard", async () => {
  const { page, problems } = await newVisit(browser, { viewport: screens.phone });
  await openDashboard(page);
  await page.goto(`${facts.webUrl}/dashboard/content`);
  await page.getByRole("heading", { name: "About Management" }).click();
  const [first, second, third, ...others] = await storedTitles();
  await expect.poll(() => titles(page)).toEqual([first, second, third, ...others]);

  const handle = page.locator("li [aria-hidden].cursor-grab");
  await handle.nth(2).hover();
  await handle.nth(0).hover();
  await page.mouse.down();
  const [from, to] = [await handle.nth(0).boundingBox(), await handle.nth(1).boundingBox()];
  await page.mouse.move(to!.x + 10, from!.y + 40, { steps: 4 });
  await page.mouse.move(to!.x + 10, to!.y + 30, { steps: 8 });
  const makesRoom = page.getByRole("listitem").filter({ hasText: second! });
  await expect.poll(() => makesRoom.getAttribute("style")).toMatch(/translate3d\(0px, -\d/);
  await page.mouse.up();
  await expect.poll(() => titles(page)).toEqual([second, first, third, ...others]);
  await expect.poll(storedTitles).toEqual([second, first, third, ...others]);
  // dnd-kit swallows clicks for 50 ms after a drag.
  await page.waitForTimeout(100);
  const downButton = page.getByRole("button", { name: `Move ${first} down` });
  await downButton.press("Enter");
  await page.getByText(`${first} is now 3 of ${3 + others.length}.`).waitFor();
  expect(await downButton.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(storedTitles).toEqual([second, third, first, ...others]);
  expect(await violationsOf(page)).toEqual([]);

  const { bytes } = pictureOf(1800, 900);
  const panel = page.locator("details").filter({ has: page.getByText("About Management") });
  await panel.getByRole("button", { name: "Remove picture" }).click();
  await panel
    .getByLabel(/^Picture/)
    .setInputFiles({ name: "table.png", mimeType: "image/png", buffer: Buffer.from(bytes) });
  await panel.getByText("Picture added").waitFor();
  await panel.getByLabel(/^Alt text/).fill("A packing table");
  await page.getByRole("button", { name: "Update about section" }).click();
  await page.getByText("The about section was updated", { exact: true }).waitFor();
  const [saved] = await sql`select image_url from public.section_content where section = 'about'`;
  expect(saved!["image_url"]).toMatch(/^\/images\/site\/[\da-f-]{36}\/1600x800$/);

  const visitor = await newVisit(browser, { viewport: screens.phone });
  const picture = visitor.page.getByRole("img", { name: "A packing table" });
  await expect
    .poll(async () => {
      await visitor.page.goto(`${facts.webUrl}/#about`);
      return picture.count();
    })
    .toBe(1);
  await picture.scrollIntoViewIfNeeded();
  const loadedSource = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(loadedSource).toMatch(/\/480$/);
  expect([...problems, ...visitor.problems]).toEqual([]);
});
