/** @module-tag nightly */
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, facts, request, sql } from "../../../supabase/tests/contract/stack.ts";
import { findViolationsInBothThemes } from "../axe.ts";
import { launchBrowser, startVisit, screens } from "../browser.ts";
import { openDashboard, openSection } from "../logging-in.ts";
import { uniqueWord } from "../../../supabase/tests/unique-word.ts";
import { NIGHTLY } from "../../../supabase/tests/results.ts";

const title = `Drafted ${uniqueWord()}`;

const openBlogs = async (viewport: (typeof screens)[keyof typeof screens]) => {
  const { page, problems } = await startVisit(browser, { viewport });
  await openDashboard(page, "admin", "/dashboard/blogs");
  return { page, problems, titleField: page.getByLabel("Title", { exact: true }) };
};

let browser: Browser;
let phone: Awaited<ReturnType<typeof openBlogs>>;
let laptop: Awaited<ReturnType<typeof openBlogs>>;
beforeAll(async () => {
  browser = await launchBrowser();
  [phone, laptop] = await Promise.all([openBlogs(screens.phone), openBlogs(screens.desktop)]);
});
beforeEach(async () => {
  await clearRateLimits();
  for (const { problems } of [phone, laptop]) problems.length = 0;
});
afterAll(async () => {
  await sql`delete from public.blog_posts where title like 'Drafted %'`;
  await sql`delete from public.blog_post_drafts where title like 'Drafted %'`;
  await browser.close();
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const waitForSave = (page: Page) => page.getByText(/^Draft saved at/).waitFor();
const findContentField = (page: Page) => page.getByRole("textbox", { name: "Content" });
/** Returns whether the entire button is in the window. */
const isInViewport = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).evaluate((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

it("ABLOG-09, ABLOG-10, ABLOG-20: a post is written on a page of its own, continued on another device, published, and changed without visitors seeing the draft", async () => {
  await press(phone.page, "Create New Blog Post");
  await phone.page.waitForURL(/\/dashboard\/blogs\/new\?draft=/);
  await phone.titleField.fill(title);
  await waitForSave(phone.page);
  for (const y of [0, 400, 10_000]) {
    await phone.page.evaluate((top) => scrollTo(0, top), y);
    await expect
      .poll(() => isInViewport(phone.page, "Publish Blog Post"), { message: `${y}` })
      .toBe(true);
  }
  expect(await findViolationsInBothThemes(phone.page)).toEqual([]);
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(
    0,
  );

  await laptop.page.reload();
  await laptop.page.getByRole("link", { name: `Continue “${title}”` }).click();
  await expect.poll(() => laptop.titleField.inputValue()).toBe(title);
  await findContentField(laptop.page).fill("Written on a laptop.");
  await waitForSave(laptop.page);
  await press(laptop.page, "Publish Blog Post");
  const toastLink = laptop.page.getByRole("link", { name: "View post", exact: true }).first();
  await toastLink.waitFor();
  expect(new URL(laptop.page.url()).pathname).toBe("/dashboard/blogs");
  const card = laptop.page.getByRole("article", { name: title });
  await card.getByText(/Published [A-Z]/).waitFor();
  const [post] = await sql<{ id: string }[]>`
    select id from public.blog_posts where title = ${title}`;
  const id = post?.id ?? "";
  await card.getByRole("button", { name: `More for ${title}` }).click();
  expect(await toastLink.getAttribute("href")).toBe(
    await laptop.page.getByRole("menuitem", { name: `View post ${title}` }).getAttribute("href"),
  );
  await laptop.page.keyboard.press("Escape");

  await card.getByRole("button", { name: `Edit ${title}` }).click();
  await laptop.page.waitForURL(`${facts.webUrl}/dashboard/blogs/${id}`);
  await findContentField(laptop.page).fill("Not for visitors yet.");
  await waitForSave(laptop.page);
  const readPost = async () =>
    (await request("GET", `/api/blog-posts/published/${id}`)).json.content as string;
  expect(await readPost()).toBe("Written on a laptop.");
  await laptop.page.getByRole("link", { name: "All Blog Posts" }).click();
  await laptop.page.getByRole("link", { name: `Continue “${title}”` }).click();
  await findContentField(laptop.page).getByText("Not for visitors yet.").waitFor();
  await press(laptop.page, "Update & Publish");
  await card.waitFor();
  await expect.poll(readPost).toBe("Not for visitors yet.");
  expect(await sql`select id from public.blog_post_drafts where title = ${title}`).toEqual([]);
  expect([...phone.problems, ...laptop.problems]).toEqual([]);
});

it(
  "the second of two people who write the same draft sees the conflict before saving over the first",
  { tags: [NIGHTLY] },
  async () => {
    const sharedTitle = `Drafted ${uniqueWord()} together`;
    const id = randomUUID();
    await sql`insert into public.blog_post_drafts (id, session, title) values (${id}, 'start', ${sharedTitle})`;
    const [first, second] = [laptop, phone];
    for (const { page, titleField } of [first, second]) {
      await page.goto(`${facts.webUrl}/dashboard/blogs/new?draft=${id}`);
      await expect.poll(() => titleField.inputValue()).toBe(sharedTitle);
    }
    await first.titleField.fill(`${sharedTitle} by the first`);
    await waitForSave(first.page);
    await second.titleField.fill(`${sharedTitle} by the second`);
    const panel = second.page.getByRole("alert", { name: "Saved by someone else" });
    await panel.getByText(/saved this draft on/).waitFor();
    await panel.locator("del", { hasText: `${sharedTitle} by the first` }).waitFor();
    expect(await findViolationsInBothThemes(second.page)).toEqual([]);
    await panel.getByRole("button", { name: "Keep mine" }).click();
    await waitForSave(second.page);
    const [draft] = await sql`select title from public.blog_post_drafts where id = ${id}`;
    expect(draft).toEqual({ title: `${sharedTitle} by the second` });
    // Chromium logs the refused save.
    expect(second.problems.filter((problem) => !problem.includes("409"))).toEqual([]);
  },
);

it(
  "a save whose response was lost in a reload isn't mistaken for someone else's",
  { tags: [NIGHTLY] },
  async () => {
    const title = `Drafted ${uniqueWord()} once`;
    const { page, titleField } = laptop;
    await openSection(page, "Blogs");
    await page.getByRole("button", { name: "Create New Blog Post" }).click();
    await page.route("**/api/blog-post-drafts/*", async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      await route.fetch();
      return route.abort();
    });
    await titleField.fill(title);
    const readTitles = async () => {
      const rows = await sql<{ title: string }[]>`
      select title from public.blog_post_drafts where title like ${`${title}%`}`;
      return rows.map((row) => row.title);
    };
    await expect.poll(readTitles).toEqual([title]);
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await titleField.fill(`${title} more`);
    await waitForSave(page);
    expect(await readTitles()).toEqual([`${title} more`]);
  },
);
