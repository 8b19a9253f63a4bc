/** @module-tag nightly */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, facts, request, sql } from "../../../supabase/tests/contract/stack.ts";
import { findViolationsInAllModes } from "../axe.ts";
import { launchBrowser, startVisit, screens } from "../browser.ts";
import { openDashboard } from "../logging-in.ts";
import { chooseInMenu } from "../row-menu.ts";
import { uniqueWord } from "../../../supabase/tests/unique-word.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.blog_posts where title like 'Written %'`;
  await browser.close();
});

it("ABLOG-18, ABLOG-19, threat 25: a post is published, shown to a visitor with its HTML as plain text, unpublished and deleted", async () => {
  const title = `Written ${uniqueWord()}`;
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  await openDashboard(page, "admin", "/dashboard/blogs");
  await page.getByRole("button", { name: "Create New Blog Post" }).click();
  await page.getByLabel("Title").fill(title);
  await page
    .getByLabel("Content")
    .fill("The **van** is here.\n\n<img src=x onerror=alert(1)>\n\n[Look](javascript:alert(2))");
  expect(await findViolationsInAllModes(page)).toEqual([]);
  await page.getByRole("button", { name: "Publish Blog Post" }).click();
  await page.getByText("Blog post created successfully!").first().waitFor();
  const card = page.getByRole("article", { name: title });
  await card.getByText("Published", { exact: true }).waitFor();

  const [post] = await sql<{ id: string }[]>`
      select id from public.blog_posts where title = ${title}`;
  const id = post?.id ?? "";
  const publicVisit = await startVisit(browser, { viewport: screens.phone });
  await publicVisit.page.goto(`${facts.webUrl}/news/written-${id.slice(0, 8)}`);
  await publicVisit.page.getByRole("heading", { level: 1, name: title }).waitFor();
  const plainText = publicVisit.page.getByText("<img src=x onerror=alert(1)>");
  await plainText.waitFor();
  expect(await publicVisit.page.locator("a[href^=javascript]").count()).toBe(0);
  expect(publicVisit.problems).toEqual([]);
  await publicVisit.page.context().close();

  await card.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Export as Draft" }).click();
  await page.getByRole("button", { name: "Save as draft" }).click();
  await page.getByText("Blog post updated successfully!").first().waitFor();
  await card.getByText("Draft", { exact: true }).waitFor();
  const readPublishedStatus = async () =>
    (await request("GET", `/api/blog-posts/published/${id}`)).status;
  await expect.poll(readPublishedStatus).toBe(404);

  await chooseInMenu(page, /^Delete /, { scope: card });
  await page.getByRole("button", { name: "Delete blog post" }).click();
  await page.getByText("Blog post deleted successfully!").first().waitFor();
  await card.waitFor({ state: "detached" });
  expect(problems).toEqual([]);
  await page.context().close();
});
