/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, request, sql } from "../../../supabase/tests/contract/stack.ts";
import { findViolationsInBothThemes } from "../axe.ts";
import { launchBrowser, startVisit, screens } from "../browser.ts";
import { openDashboard } from "../logging-in.ts";
import { uniqueWord } from "../../../supabase/tests/unique-word.ts";

const title = `Planned ${uniqueWord()}`;
const DAY_MS = 24 * 60 * 60 * 1000;

let browser: Browser;
let postId = "";
let phone: Awaited<ReturnType<typeof openBlogs>>;
beforeAll(async () => {
  browser = await launchBrowser();
  phone = await openBlogs(screens.phone);
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.blog_posts where title like 'Planned %'`;
  await browser.close();
});

const openBlogs = async (viewport: (typeof screens)[keyof typeof screens]) => {
  const { page, problems } = await startVisit(browser, { viewport });
  await openDashboard(page, "admin", "/dashboard/blogs");
  return { page, problems, titleField: page.getByLabel("Title", { exact: true }) };
};
const openEditor = (page: Page) => page.getByRole("button", { name: `Edit ${title}` }).click();
const readPublishedStatus = async () =>
  (await request("GET", `/api/blog-posts/published/${postId}`)).status;

it("a post scheduled in the organization's time zone is published when due", async () => {
  const { page, problems, titleField } = phone;
  await page.getByRole("button", { name: "Create New Blog Post" }).click();
  await titleField.fill(title);
  await page.getByRole("button", { name: "Edit the Markdown" }).click();
  await page.getByRole("textbox", { name: "Content" }).fill("Socks for everybody.");
  await page.getByText("At a set date and time").click();
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  await page.getByLabel("Date and time", { exact: true }).fill(`${tomorrow}T06:30`);
  await page.getByRole("combobox", { name: /^Tags/ }).fill("Socks");
  await page.getByRole("combobox", { name: /^Tags/ }).press("Enter");
  await page.getByRole("button", { name: "Search and sharing" }).click();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByRole("button", { name: "Publish Blog Post" }).click();
  const card = page.getByRole("article", { name: title });
  await card.getByText("Scheduled", { exact: true }).waitFor();

  const [post] = await sql<{ id: string; localTime: string }[]>`
    select blog_posts.id, to_char(published_at at time zone time_zone, 'YYYY-MM-DD"T"HH24:MI') as "localTime"
    from public.blog_posts, public.settings where title = ${title}`;
  postId = post?.id ?? "";
  expect(post?.localTime).toBe(`${tomorrow}T06:30`);
  expect(await readPublishedStatus()).toBe(404);
  await sql`update public.blog_posts set published_at = now() + interval '1 second' where id = ${postId}`;
  await expect.poll(readPublishedStatus).toBe(200);
  await page.reload();
  await card.getByText("Published", { exact: true }).waitFor();
  expect(problems).toEqual([]);
});

it("the second of two people who edit a post sees the conflict, and no changes are lost", async () => {
  const [firstEditor, secondEditor] = [await openBlogs(screens.desktop), phone];
  await Promise.all([openEditor(firstEditor.page), openEditor(secondEditor.page)]);
  await firstEditor.titleField.fill(`${title} by the first`);
  await firstEditor.page.getByRole("button", { name: "Remove tag Socks" }).click();
  await firstEditor.page.getByRole("button", { name: "Update & Publish" }).click();
  await firstEditor.page.getByText("Blog post updated successfully!").first().waitFor();

  await secondEditor.titleField.fill(`${title} by the second`);
  await secondEditor.page.getByRole("button", { name: "Update & Publish" }).click();
  const conflictPanel = secondEditor.page.getByRole("alert", { name: "Saved by someone else" });
  await conflictPanel.getByText(/saved this blog post on/).waitFor();
  await conflictPanel.locator("del", { hasText: `${title} by the first` }).waitFor();
  expect(await findViolationsInBothThemes(secondEditor.page)).toEqual([]);
  await conflictPanel.getByRole("button", { name: "Keep mine" }).click();
  expect(await secondEditor.titleField.inputValue()).toBe(`${title} by the second`);
  await secondEditor.page.getByRole("button", { name: "Update & Publish" }).click();
  await secondEditor.page.getByText("Blog post updated successfully!").first().waitFor();
  const [post] = await sql`select title, tags from public.blog_posts where id = ${postId}`;
  expect(post).toEqual({ title: `${title} by the second`, tags: [] });

  await openEditor(secondEditor.page);
  await secondEditor.page.getByRole("button", { name: "Earlier versions" }).click();
  await secondEditor.page
    .getByRole("button", { name: /^View version/ })
    .first()
    .click();
  await secondEditor.page.getByText(`${title} by the first`).last().waitFor();
  expect(await findViolationsInBothThemes(secondEditor.page)).toEqual([]);
  await secondEditor.page.getByRole("button", { name: "Restore this version" }).click();
  expect(await secondEditor.titleField.inputValue()).toBe(`${title} by the first`);
  // Chromium logs the refused save.
  expect(secondEditor.problems.filter((problem) => !problem.includes("409"))).toEqual([]);
  await Promise.all([firstEditor.page.context().close(), secondEditor.page.context().close()]);
});
