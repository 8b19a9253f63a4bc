/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { clearRateLimits, sql } from "../../supabase/tests/contract/stack.ts";
import { findViolationsInBothThemes } from "./axe.ts";
import { launchBrowser, startVisit, measureOverflow, screens } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";

const title = `Previewed ${uniqueWord()}`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.blog_post_drafts where title = ${title}`;
  await browser.close();
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const expectNoProblems = async (page: Page) => {
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  expect(await measureOverflow(page)).toBe(0);
};

it("a draft's preview link opens without a login, doesn't leak its token, and stops working when it is turned off", async () => {
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  await openDashboard(page, "admin", "/dashboard/blogs");
  await press(page, "Create New Blog Post");
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByRole("textbox", { name: "Content" }).fill("Boxes for the whole ship.");
  await press(page, "Preview link");
  await press(page, "Create link");
  const dialog = page.getByRole("dialog", { name: "Preview link" });
  const url = (await dialog.getByText("/news-preview#token=").textContent()) ?? "";
  await expectNoProblems(page);

  const reader = await startVisit(browser, { viewport: screens.phone });
  const token = url.split("#token=")[1] ?? "";
  const leaks: string[] = [];
  reader.page.on("request", (request) => {
    const { referer } = request.headers();
    leaks.push(...[request.url(), referer ?? ""].filter((text) => text.includes(token)));
  });
  await reader.page.goto(url);
  await reader.page.getByRole("heading", { level: 1, name: title }).waitFor();
  await reader.page.getByText("Boxes for the whole ship.").waitFor();
  await reader.page
    .getByText("Preview of a draft. Only people with this link can see it.")
    .waitFor();
  await expectNoProblems(reader.page);
  // The page's own URL isn't a leak: Playwright reports it with its fragment, but browsers don't send the fragment.
  expect(leaks.filter((text) => text !== url)).toEqual([]);

  await press(page, "Turn off link");
  await page
    .getByRole("dialog", { name: "Turn off this preview link?" })
    .getByRole("button", { name: "Turn off link" })
    .click();
  await dialog.getByRole("button", { name: "Create link" }).waitFor();
  await reader.page.reload();
  await reader.page
    .getByRole("heading", { level: 1, name: "This preview link doesn't work anymore." })
    .waitFor();
  await expectNoProblems(reader.page);
  await reader.page.getByRole("link", { name: "Read our news" }).click();
  await reader.page.getByRole("heading", { level: 1, name: "News" }).waitFor();
  expect(problems).toEqual([]);
  // Chromium logs the 404.
  expect(reader.problems.filter((problem) => !problem.includes("404"))).toEqual([]);
  await Promise.all([page.context().close(), reader.page.context().close()]);
});
