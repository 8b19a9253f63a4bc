import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { facts, sql } from "../../supabase/tests/contract/stack.ts";
import { launchBrowser, startVisit } from "./browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await sql`delete from public.blog_posts where title = 'Printed'`;
  await browser.close();
});

const COLUMNS = Array.from({ length: 12 }, (_, index) => `Month ${index + 1} of the year`);
const CONTENT = [
  "Our year in numbers.",
  [COLUMNS, COLUMNS.map(() => "---"), COLUMNS.map(() => "12,345 boxes")]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n"),
  `\`\`\`\n${"a long line of code ".repeat(12)}\n\`\`\``,
].join("\n\n");

/** US letter paper, without its margins. */
const PAPER_WIDTH = 672;

/** Returns what is cut off at the edge of the paper. */
const findCutOff = (page: Page) =>
  page.evaluate((paperWidth) => {
    const elements = [...document.querySelectorAll("main *, dialog *")];
    return elements
      .filter(
        (element) =>
          element.getBoundingClientRect().right > paperWidth + 1 ||
          (element.scrollWidth > element.clientWidth + 1 &&
            getComputedStyle(element).overflowX !== "visible"),
      )
      .map(({ nodeName }) => nodeName);
  }, PAPER_WIDTH);

it("a printed post has its whole text and wide tables in dark letters, but no buttons or links to other posts", async () => {
  const [post] = await sql<[{ id: string }]>`
    insert into public.blog_posts (title, content, tags, is_published, published_at)
    values ('Printed', ${CONTENT}, '["boxes"]', true, now()) returning id`;
  const { page, problems } = await startVisit(browser, {
    viewport: { width: PAPER_WIDTH, height: 912 },
  });
  await page.goto(`${facts.webUrl}/news/printed-${post.id.slice(0, 8)}`);
  await page.getByRole("button", { name: "Share" }).waitFor();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await findCutOff(page)).toEqual([]);
  expect(await page.getByRole("cell").count()).toBe(12);
  const shownControls = await page
    .locator("a, button, summary, input")
    .filter({ visible: true })
    .allTextContents();
  expect(shownControls).toEqual([]);
  expect((await page.locator("body").innerText()).split(/\n+/).slice(0, 3)).toEqual([
    "Printed",
    expect.stringMatching(/min read$/),
    "Our year in numbers.",
  ]);
  const getColor = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).color);
  expect(await getColor("main h1")).toBe("rgb(26, 39, 64)");
  expect(await getColor("main .prose-text")).toBe("rgb(26, 39, 64)");
  expect(problems).toEqual([]);
  await page.context().close();
});

it("printing while a post is open in a dialog prints the whole post and not the page behind it", async () => {
  const lines = Array.from({ length: 120 }, (_, index) => `Paragraph ${index + 1}.`);
  await sql`
    insert into public.blog_posts (title, content, tags, is_published, published_at)
    values ('Printed', ${lines.join("\n\n")}, '["boxes"]', true, now())`;
  const { page, problems } = await startVisit(browser, {
    viewport: { width: PAPER_WIDTH, height: 912 },
  });
  await page.goto(facts.webUrl);
  await page
    .getByRole("button", { name: /Printed/ })
    .first()
    .click();
  await page.getByRole("dialog").getByText("Paragraph 120.").waitFor();
  const fileOnScreen = await page.pdf({ format: "letter" });
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("heading", { level: 1 }).filter({ visible: true }).count()).toBe(0);
  const shownControls = page.locator("a, button, input").filter({ visible: true });
  expect(await shownControls.allTextContents()).toEqual([]);
  expect(await findCutOff(page)).toEqual([]);
  const box = await page.getByRole("dialog").boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0 });
  expect(box!.height).toBeGreaterThan(2000);
  expect(fileOnScreen.toString("latin1").match(/\/Type\s*\/Page\b/gv)?.length).toBeGreaterThan(2);
  expect(problems).toEqual([]);
  await page.context().close();
});
