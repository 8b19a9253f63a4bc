/** @module-tag nightly */
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, facts, request, sql } from "../../../supabase/tests/contract/stack.ts";
import { upload } from "../../../supabase/tests/contract/uploading.ts";
import { readTestPicture } from "../../../supabase/tests/pictures.ts";
import { findViolationsInAllModes } from "../axe.ts";
import { launchBrowser, startVisit, measureOverflow, screens } from "../browser.ts";
import { openDashboard, openSection, searchList } from "../logging-in.ts";
import { uniqueWord } from "../../../supabase/tests/unique-word.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.testimonials where name like 'Moderated %'`;
  await browser.close();
});

/** Posts a story as the home page's form does and returns the path of its picture. */
async function sendStory(name: string): Promise<string> {
  const { uploadURL } = await upload("/api/testimonials/upload", readTestPicture("jpg"));
  const { json } = await request("PUT", "/api/testimonials/image", {
    body: { testimonialImageURL: uploadURL },
  });
  const { status } = await request("POST", "/api/testimonials", {
    body: {
      name,
      title: "Army spouse",
      content: `The box of ${name} came on a Tuesday.`,
      imageUrl: json.objectPath,
      imageAlt: "A box on a cot",
    },
  });
  expect(status).toBe(201);
  return json.objectPath;
}

const isDrawn = (image: Locator) =>
  image.evaluate((element) => (element as HTMLImageElement).naturalWidth > 0);
const isReadable = async (path: string) => (await fetch(`${facts.webUrl}${path}`)).ok;

it("ATEST-12: a story is reviewed with its picture, approved, shown on the home page and unpublished", async () => {
  const name = `Moderated ${uniqueWord()}`;
  const picturePath = await sendStory(name);
  expect(await isReadable(picturePath)).toBe(false);
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  await openDashboard(page);
  await page.getByText(/stor(y|ies) to review$/).waitFor();
  await page.getByRole("link", { name: "Review stories" }).click();
  const card = page.getByRole("article", { name });
  const image = card.getByRole("img", { name: "A box on a cot" });
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => isDrawn(image)).toBe(true);
  expect(await findViolationsInAllModes(page)).toEqual([]);

  await card.getByRole("button", { name: /^Approve/ }).click();
  await page.getByText("Testimonial published").first().waitFor();
  await card.waitFor({ state: "detached" });
  expect(await isReadable(picturePath)).toBe(true);

  const publicVisit = await startVisit(browser, { viewport: screens.phone });
  await publicVisit.page.goto(facts.webUrl, { waitUntil: "networkidle" });
  const storyCard = publicVisit.page.getByRole("figure").filter({ hasText: name });
  await storyCard.scrollIntoViewIfNeeded();
  const storyPicture = storyCard.locator("..").getByRole("img", { name: "A box on a cot" });
  await expect.poll(() => isDrawn(storyPicture)).toBe(true);
  expect(publicVisit.problems).toEqual([]);
  await publicVisit.page.context().close();

  await openSection(page, "Testimonials");
  await page.getByRole("tab", { name: /^Published/ }).click();
  await searchList(page, name);
  await card.getByRole("button", { name: /^Unpublish/ }).click();
  await page.getByText("Testimonial unpublished").first().waitFor();
  expect(await isReadable(picturePath)).toBe(false);
  const readHome = async () => (await request("GET", "/api/home")).text;
  await expect.poll(readHome).not.toContain(name);
  expect(await measureOverflow(page)).toBe(0);
  expect(problems).toEqual([]);
  await page.context().close();
});
