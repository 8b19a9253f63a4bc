/** @module-tag nightly */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";
import { displayModes, launchBrowser, measureOverflow, screens, startVisit } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.blog_posts where title like 'Quiet %'`;
  await sql`delete from public.blog_post_drafts where title like 'Quiet %'`;
  await browser.close();
});

const openEditor = async (page: Page): Promise<string> => {
  const title = `Quiet ${uniqueWord()}`;
  await openDashboard(page, "admin", "/dashboard/blogs/new");
  await page.getByLabel("Title", { exact: true }).fill(title);
  return title;
};

const findText = (page: Page) => page.getByRole("textbox", { name: "Content", exact: true });

/** Returns the opacities of everything that steps back. */
const readOpacities = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll("[data-steps-back]")].map(
        (element) => getComputedStyle(element).opacity,
      ),
    ),
  ]);

/** Returns where the form's and the page's parts are, without the text that grows. */
const readPlaces = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("header, main, h1, form, form label, [role=toolbar], .rich-text")]
      .map((element) => element.getBoundingClientRect())
      .map(({ x, y, width }) => [x, y, width]),
  );

const expectChrome = async (page: Page, opacity: "0" | "1") => {
  await expect.poll(() => readOpacities(page)).toEqual([opacity]);
};

describe.each(displayModes)("on a %s", (_, mode) => {
  it("the dashboard steps back while someone writes, nothing moves, and every way brings it back", async () => {
    const { page, problems } = await startVisit(browser, mode);
    await openEditor(page);
    const text = findText(page);
    await text.click();
    await page.mouse.move(200, 300);
    await expectChrome(page, "1");
    const places = await readPlaces(page);
    const write = async () => {
      await page.keyboard.type("boxes ");
      await expectChrome(page, "0");
      expect(await readPlaces(page)).toEqual(places);
    };

    await write();
    // Screen readers and the keyboard find what nobody sees.
    expect(await page.getByRole("toolbar", { name: "Formatting" }).ariaSnapshot()).toContain(
      "Bold",
    );
    expect(await page.getByRole("banner").first().ariaSnapshot()).toContain("Admin Dashboard");
    await page.keyboard.press("Shift+Tab");
    expect(await page.getByRole("button", { name: "Heading", exact: true }).isVisible()).toBe(true);
    await expectChrome(page, "1");
    expect(
      await page.evaluate(() => document.activeElement?.closest("[role=toolbar]") !== null),
    ).toBe(true);
    await page.keyboard.press("Tab");

    await write();
    await page.keyboard.press("Escape");
    await expectChrome(page, "1");
    await write();
    await page.mouse.move(230, 330);
    await expectChrome(page, "1");
    await write();
    await page.keyboard.press("Shift+Home");
    await expectChrome(page, "1");
    await page.keyboard.press("End");
    await write();
    await page.emulateMedia({ forcedColors: "active" });
    await expectChrome(page, "1");
    await page.emulateMedia({ forcedColors: "none" });
    await page.getByText(/^Draft saved at \d+:\d\d.[AP]M$/).waitFor();
    expect(await readPlaces(page)).toEqual(places);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** Draws a wide picture, as phones take them. */
const drawPicture = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1600, height: 900 });
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#8b2635";
    context.fillRect(0, 0, 1600, 900);
    context.fillStyle = "#f2ebdc";
    context.fillRect(200, 200, 700, 400);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg"));
    return [...new Uint8Array(await blob!.arrayBuffer())];
  });

const createJpeg = (name: string, bytes: number[]) => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.from(bytes),
});

const INSERTS: Readonly<Record<string, (page: Page, bytes: number[]) => Promise<void>>> = {
  pasted: (page, bytes) =>
    findText(page).evaluate((element, fileBytes) => {
      const clipboardData = new DataTransfer();
      const file = new File([new Uint8Array(fileBytes)], "pasted.jpg", { type: "image/jpeg" });
      clipboardData.items.add(file);
      element.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }, bytes),
  dropped: (page, bytes) =>
    findText(page).evaluate((element, fileBytes) => {
      const dataTransfer = new DataTransfer();
      const file = new File([new Uint8Array(fileBytes)], "dropped.jpg", { type: "image/jpeg" });
      dataTransfer.items.add(file);
      const { left, bottom } = element.lastElementChild!.getBoundingClientRect();
      const point = { clientX: left + 5, clientY: bottom - 5, bubbles: true, cancelable: true };
      element.dispatchEvent(new DragEvent("drop", { dataTransfer, ...point }));
    }, bytes),
  uploaded: async (page, bytes) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Picture", exact: true }).click();
    await (await chooser).setFiles(createJpeg("uploaded.jpg", bytes));
  },
};

/** Returns the picture's width as a share of its text's, and whether it has loaded and has its proportions. */
const measurePicture = (page: Page, root: string, alt: string) =>
  page
    .locator(root)
    .getByAltText(alt)
    .evaluate((image, selector) => {
      const { naturalWidth, clientWidth, clientHeight } = image as HTMLImageElement;
      const text = image.closest<HTMLElement>(selector)!;
      const { paddingLeft, paddingRight } = getComputedStyle(text);
      const textWidth =
        text.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return {
        isLoaded: naturalWidth > 0,
        fits: clientWidth <= textWidth + 1,
        share: Math.round((clientWidth / textWidth) * 10) / 10,
        proportions: Math.round((clientWidth / clientHeight) * 10) / 10,
      };
    }, root);

const FITTING = { isLoaded: true, fits: true, share: 1, proportions: 1.8 };

it("ABLOG-06: pictures that are pasted, dropped and uploaded on a phone fit the text, in the editor and on the site", async () => {
  const { page, problems } = await startVisit(browser, { viewport: screens.phone });
  const title = await openEditor(page);
  const text = findText(page);
  await text.click();
  await page.keyboard.type("Our year in three pictures.");
  const picture = await drawPicture(page);
  for (const [name, insert] of Object.entries(INSERTS)) {
    await insert(page, picture);
    const dialog = page.getByRole("dialog", { name: "Your picture" });
    await dialog.getByRole("textbox", { name: /Alt text/ }).fill(`A ${name} box`);
    await dialog.getByRole("textbox", { name: /Caption/ }).fill(`The box, ${name}`);
    const { x = -1, width = 999 } = (await dialog.boundingBox()) ?? {};
    expect([x >= 0, x + width <= screens.phone.width], name).toEqual([true, true]);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect
      .poll(() => measurePicture(page, "[contenteditable]", `A ${name} box`), { message: name })
      .toEqual(FITTING);
    expect(await measureOverflow(page), name).toBe(0);
  }
  await page.getByLabel(/^Upload Image/).setInputFiles(createJpeg("top.jpg", picture));
  await page.getByRole("textbox", { name: /Alt text/ }).fill("Two boxes");
  await page.getByText("Image Uploaded").first().waitFor();
  expect(await measureOverflow(page)).toBe(0);
  await page.getByRole("button", { name: "Publish Blog Post" }).click();
  await page.getByText("Blog post created successfully!").first().waitFor();

  const [post] = await sql<
    { id: string }[]
  >`select id from public.blog_posts where title = ${title}`;
  await page.goto(`${facts.webUrl}/news/quiet-${post?.id.slice(0, 8)}`);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  const alts = await page
    .locator(".prose-text img")
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).alt));
  expect(alts).toEqual(Object.keys(INSERTS).map((name) => `A ${name} box`));
  for (const name of Object.keys(INSERTS)) {
    const image = page.locator(".prose-text").getByAltText(`A ${name} box`);
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => measurePicture(page, ".prose-text", `A ${name} box`), { message: name })
      .toEqual(FITTING);
    await page.getByText(`The box, ${name}`, { exact: true }).waitFor();
  }
  await page.getByAltText("Two boxes").waitFor();
  expect(await measureOverflow(page)).toBe(0);
  expect(problems).toEqual([]);
  await page.context().close();
});
