/** @module-tag nightly */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startAiMode } from "../../supabase/tests/ai/ai-mode.ts";
import { facts, sql } from "../../supabase/tests/contract/stack.ts";
import { routeToAiDouble } from "./ai-routing.ts";
import { launchBrowser, startVisit, screens } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";

let browser: Browser;
let ai: Awaited<ReturnType<typeof startAiMode>>;
beforeAll(async () => {
  [browser, ai] = await Promise.all([launchBrowser(), startAiMode(["api"])]);
});
afterAll(async () => {
  await sql`delete from public.blog_posts where title like 'Written by the double%'`;
  await Promise.all([browser.close(), ai.stop()]);
});

it("ABLOG-03, ABLOG-05, ABLOG-07: on a phone, AI writes a post that can be saved, and a failed generation changes nothing", async () => {
  const title = "Written by the double";
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  await routeToAiDouble(page, ai);
  await openDashboard(page, "admin", "/dashboard/blogs");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const titleField = page.getByLabel("Title", { exact: true });

  await press("Create New Blog Post");
  await titleField.fill("By hand");
  await page.getByLabel("Keyword").fill("holiday");
  ai.double.queueFaults({ text: `"${title}"` });
  await press("Generate Title with AI");
  await page.getByText("Blog title generated successfully!").first().waitFor();
  expect(await titleField.inputValue()).toBe(title);
  await press("Undo generated title");
  expect(await titleField.inputValue()).toBe("By hand");
  await press("Redo generated title");

  ai.double.queueFaults({ text: "## Socks\n\nWarm **feet**.<script>alert(1)</script>" });
  await press("Generate Full Blog Post");
  await page.getByText("Blog content generated successfully!").first().waitFor();

  await press("Generate Image with AI");
  await page.getByText("Blog image generated successfully!").first().waitFor();
  await page.getByLabel(/^Alt text/).fill("Socks in a box");

  ai.double.queueFaults({ status: 429, code: "insufficient_quota", type: "insufficient_quota" });
  await press("Generate Title with AI");
  await page
    .getByText("AI service quota exceeded. Please enter description manually.")
    .first()
    .waitFor();
  expect(await titleField.inputValue()).toBe(title);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await press("Export as Draft");
  await page.getByText("Blog post created successfully!").first().waitFor();
  const [post] = await sql<{ content: string; imageUrl: string; imageAlt: string }[]>`
      select content, image_url as "imageUrl", image_alt as "imageAlt"
      from public.blog_posts where title = ${title}`;
  expect(post).toMatchObject({
    content: "## Socks\n\nWarm **feet**.",
    imageAlt: "Socks in a box",
  });
  const picture = await page.request.get(`${facts.webUrl}${post?.imageUrl}`);
  expect(picture.headers()["content-type"]).toBe("image/webp");
  expect(problems.filter((problem) => !/503|failed$/.test(problem))).toEqual([]);
  await page.context().close();
});
