/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../../supabase/tests/contract/stack.ts";
import { findViolationsInAllModes } from "../axe.ts";
import { launchBrowser, startVisit, measureOverflow, screens } from "../browser.ts";
import { openDashboard } from "../logging-in.ts";
import { uniqueWord } from "../../../supabase/tests/unique-word.ts";

let browser: Browser;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
});
afterAll(async () => {
  await sql`delete from public.blog_posts where title like 'Drawn %'`;
  await sql`delete from public.blog_post_drafts where title like 'Drawn %'`;
  await browser.close();
});

const WORD_HTML = `<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>From Word</b> <a href="https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Fa&data=ann%40example.org">here</a><o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Gloves</p>
<p class=MsoNormal><span onclick="ran()" style='color:red'>red</span><script>window.ran = true</script></p>`;

const findEditor = (page: Page) => page.getByRole("textbox", { name: "Content" });

const pasteHtml = (page: Page, html: string) =>
  findEditor(page).evaluate((element, clipboardHtml) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", clipboardHtml);
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, html);

/** Draws a picture and drops it at the end of the text. */
const dropPicture = (page: Page) =>
  findEditor(page).evaluate(async (element) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 180 });
    canvas.getContext("2d")?.fillRect(0, 0, 200, 100);
    const pictureBlob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([pictureBlob ?? ""], "boxes.png", { type: "image/png" }));
    const { left, bottom } = element.lastElementChild?.getBoundingClientRect() ?? new DOMRect();
    const dropPoint = { clientX: left + 5, clientY: bottom - 5, bubbles: true, cancelable: true };
    element.dispatchEvent(new DragEvent("drop", { dataTransfer, ...dropPoint }));
  });

/** Returns the elements with their text and their link URL or alt text. */
const describeContent = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((root) =>
      [...root.querySelectorAll("h2, h3, p, li, strong, em, blockquote, td, th, a, img[src]")]
        .filter(
          (element) =>
            element.textContent.trim() !== "" || /<img [^>]*src=/.test(element.outerHTML),
        )
        .filter((element) => !(element.nodeName === "P" && element.closest("li, td, th")))
        .map((element) => [
          element.nodeName,
          element.textContent.trim(),
          element.getAttribute("href") ?? element.getAttribute("alt"),
        ]),
    );

/**
 * Returns how much of the text scrolls inside the field, and how far below the dashboard's header the toolbar sticks.
 */
const measureEditorLayout = (page: Page) =>
  findEditor(page).evaluate((editor) => {
    editor.lastElementChild?.scrollIntoView({ block: "center", behavior: "instant" });
    const getBox = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
    const { scrollHeight, clientHeight } = editor.parentElement!;
    return {
      hiddenHeight: scrollHeight - clientHeight,
      // A toolbar less than half a pixel too high would round to -0, which isn't equal to 0.
      toolbarOffset: Math.abs(Math.round(getBox("[role=toolbar]").top - getBox("header").bottom)),
    };
  });

it("ABLOG-04, threat 50: a post written without Markdown, with a picture, survives a reload and is published as it looked in the editor", async () => {
  const title = `Drawn ${uniqueWord()}`;
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  await openDashboard(page, "admin", "/dashboard/blogs");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await press("Create New Blog Post");
  await page.getByLabel("Title", { exact: true }).fill(title);
  const editor = findEditor(page);
  await editor.click();
  await press("Heading");
  await page.keyboard.type("Our year");
  await page.keyboard.press("Enter");
  await page.keyboard.type("See https://example.org/boxes for 2 * 3 [boxes]. ");
  await press("Bold");
  await page.keyboard.type("Thank you");
  await press("Bold");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/numb");
  await page.getByRole("option", { name: "Numbered list" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Socks");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Coffee");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await pasteHtml(page, WORD_HTML);
  await editor.getByText("Gloves").waitFor();
  await dropPicture(page);
  await page.getByRole("textbox", { name: /Alt text/ }).fill("Two boxes");
  await press("Save");
  await editor.getByAltText("Two boxes").waitFor();
  expect(await findViolationsInAllModes(page)).toEqual([]);
  // The picture grows as it loads, so the page may scroll again.
  await expect.poll(() => measureEditorLayout(page)).toEqual({ hiddenHeight: 0, toolbarOffset: 0 });
  const toolbar = page.getByRole("toolbar", { name: "Formatting" });
  // The toolbar is one row of 44-pixel buttons.
  expect((await toolbar.boundingBox())?.height).toBeLessThan(60);
  expect(await toolbar.evaluate((bar) => bar.scrollWidth > bar.clientWidth)).toBe(true);
  expect(await measureOverflow(page)).toBe(0);

  const editorContent = await describeContent(page, "[contenteditable]");
  expect(editorContent).toEqual([
    ["H2", "Our year", null],
    ["P", "See https://example.org/boxes for 2 * 3 [boxes]. Thank you", null],
    ["A", "https://example.org/boxes", "https://example.org/boxes"],
    ["STRONG", "Thank you", null],
    ["LI", "Socks", null],
    ["LI", "Coffee", null],
    ["P", "From Word here", null],
    ["STRONG", "From Word", null],
    ["A", "here", "https://example.org/a"],
    ["LI", "Gloves", null],
    ["P", "red", null],
    ["P", "", null],
    ["IMG", "", "Two boxes"],
  ]);
  await page.reload();
  await editor.getByAltText("Two boxes").waitFor();
  expect(await describeContent(page, "[contenteditable]")).toEqual(editorContent);

  await press("Publish Blog Post");
  await page.getByText("Blog post created successfully!").first().waitFor();
  const [post] = await sql<{ id: string; content: string }[]>`
      select id, content from public.blog_posts where title = ${title}`;
  const publicVisit = await startVisit(browser, { viewport: screens.phone });
  await publicVisit.page.goto(`${facts.webUrl}/news/drawn-${post?.id.slice(0, 8)}`);
  await publicVisit.page.getByRole("heading", { level: 1, name: title }).waitFor();
  expect(await describeContent(publicVisit.page, ".prose-text")).toEqual(editorContent);
  expect(await publicVisit.page.evaluate(() => "ran" in window)).toBe(false);
  expect([...problems, ...publicVisit.problems]).toEqual([]);
  await Promise.all([page.context().close(), publicVisit.page.context().close()]);
});
