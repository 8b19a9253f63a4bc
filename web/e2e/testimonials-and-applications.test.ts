import { randomUUID } from "node:crypto";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, sql } from "../../supabase/tests/contract/stack.ts";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { findViolationsInBothThemes } from "./axe.ts";
import { launchBrowser, startVisit, screens } from "./browser.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

const { webUrl } = readStackFacts();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(() => browser.close());

const visitHome = async (options = {}) => {
  const { page, problems } = await startVisit(browser, options);
  await page.goto(webUrl, { waitUntil: "networkidle" });
  return { page, problems };
};

const isTextShown = async (page: Page, text: string): Promise<boolean> => {
  const message = page.getByText(text).first();
  await message.waitFor();
  return message.isVisible();
};

/** Draws a picture so large that the browser must shrink it before the upload. */
const createPicture = async (page: Page): Promise<Buffer> => {
  const dataUrl = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 2400, height: 1600 });
    const context = canvas.getContext("2d")!;
    for (let line = 0; line < 1600; line += 1) {
      context.fillStyle = `hsl(${line % 360} 60% ${30 + (line % 40)}%)`;
      context.fillRect(0, line, 2400, 1);
    }
    return canvas.toDataURL("image/jpeg", 0.95);
  });
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
};

const openStoryForm = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: "Write your story" }).click();
  return page.getByRole("form", { name: "Share your story" });
};

describe("sharing a story", () => {
  it("TEST-04, TEST-08, TEST-09, UPL-02, UPL-03, UPL-04: a story with a picture is sent and waits for review", async () => {
    const { page, problems } = await visitHome();
    const name = `Teller ${randomUUID()}`;
    const form = await openStoryForm(page);
    await form.getByLabel("Your name").fill(name);
    await form.getByLabel("Title or role").fill("Army spouse");
    await form.getByLabel("Your story").fill("The box came on a Tuesday.\nIt smelled of coffee.");
    await form.getByText("4 stars").check({ force: true });

    // Holds back the upload until `releaseUpload` is called, so that the progress is visible.
    let releaseUpload: () => void = () => undefined;
    const uploadRelease = new Promise<void>((resolve) => (releaseUpload = resolve));
    await page.route("**/storage/v1/object/upload/**", async (route) => {
      await uploadRelease;
      await route.continue();
    });
    const buffer = await createPicture(page);
    await form
      .getByLabel(/Add a picture/)
      .setInputFiles({ name: "box.jpg", mimeType: "image/jpeg", buffer });
    await form.getByRole("progressbar", { name: "Uploading the picture" }).waitFor();
    await form.getByText(/Uploading… \d+%/).waitFor();
    releaseUpload();
    await form.getByText("Picture added").waitFor();
    await form.getByLabel("Alt text").fill("A box on a cot");

    await form.getByRole("button", { name: "Share your story" }).click();
    await page.getByText(/It will appear here once our team has reviewed it/).waitFor();
    const rows = await sql<{ isActive: boolean; rating: number; imageUrl: string | null }[]>`
      select is_active as "isActive", rating, image_url as "imageUrl", image_alt as "imageAlt"
      from public.testimonials where name = ${name}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ isActive: false, rating: 4, imageAlt: "A box on a cot" });
    expect(rows[0]?.imageUrl).toMatch(/^\/images\/stories\/[\da-f-]{36}\/1600x1067$/);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

const openApplication = async (page: Page) => {
  await page.getByRole("button", { name: "Become a volunteer" }).click();
  const dialog = page.getByRole("dialog", { name: "Volunteer with us" });
  await dialog.waitFor();
  return dialog;
};

const fillApplication = async (dialog: Locator, email: string) => {
  await dialog.getByLabel("First name").fill("Grace");
  await dialog.getByLabel("Last name").fill("Turner");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Phone").fill("(817) 555-0142");
  await dialog.getByLabel("Password", { exact: true }).fill("Boxes!2026");
  await dialog.getByLabel("ZIP code").fill("76102");
  await dialog.getByLabel("Availability").selectOption("weekends");
  await expect.poll(() => dialog.getByLabel("City").inputValue()).toBe("Fort Worth");
};

describe("applying to volunteer", () => {
  it("VAPP-05, VAPP-15, VAPP-19, VAPP-25, NOTE-04: the ZIP code fills in the city and state, the application is stored, and on a phone the toast doesn't cover the confirmation or its picture", async () => {
    const { page, problems } = await visitHome();
    const email = `applicant-${randomUUID()}@example.org`;
    const dialog = await openApplication(page);
    await fillApplication(dialog, email);
    expect(await dialog.getByLabel("State").inputValue()).toBe("TX");
    await page.setViewportSize(screens.phone);
    await dialog.getByRole("button", { name: "Submit application" }).click();
    const toast = page.locator("[role='region'] li").filter({ hasText: "Application Submitted!" });
    await toast.waitFor();
    const measureToastBottom = async () => {
      const box = await toast.boundingBox();
      return box ? box.y + box.height : Infinity;
    };
    const measureTop = async (target: Locator) => (await target.boundingBox())?.y ?? 0;
    const title = dialog.getByRole("heading", { name: "Volunteer with us" });
    await expect
      .poll(async () => (await measureTop(title)) - (await measureToastBottom()))
      .toBeGreaterThan(0);
    expect(await measureTop(dialog.getByRole("img"))).toBeGreaterThan(await measureTop(title));
    await dialog.getByText(/2-3 business days/).waitFor();
    const rows = await sql`
      select city, state, availability, status
      from public.volunteer_applications where email = ${email}`;
    expect([...rows]).toEqual([
      { city: "Fort Worth", state: "TX", availability: "weekends", status: "pending" },
    ]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it(
    "VAPP-16, VAPP-20, NOTE-16: on a phone whose requests fail, the form keeps its input and Try Again succeeds",
    { tags: [NIGHTLY] },
    async () => {
      const { page } = await visitHome({ viewport: screens.phone });
      const email = `applicant-${randomUUID()}@example.org`;
      const dialog = await openApplication(page);
      await page.route("**/api/zip-lookup/**", (route) => route.abort());
      await dialog.getByLabel("First name").fill("Grace");
      await dialog.getByLabel("Last name").fill("Turner");
      await dialog.getByLabel("Email").fill("grace@example");
      await dialog.getByLabel("Phone").fill("(817) 555-0142");
      await dialog.getByLabel("Password", { exact: true }).fill("Boxes!2026");
      await dialog.getByLabel("ZIP code").fill("7610");
      await dialog.getByLabel("Availability").selectOption("flexible");
      const submitButton = dialog.getByRole("button", { name: "Submit application" });
      await submitButton.click();
      await dialog.getByText("Enter a valid email address.").waitFor();
      await dialog.getByText("Enter a ZIP code such as 76102.").waitFor();

      await dialog.getByLabel("Email").fill(email);
      await dialog.getByLabel("ZIP code").fill("76102");
      await dialog.getByText(/Please enter your city and state/).waitFor();
      await dialog.getByLabel("City").fill("Waco");
      await dialog.getByLabel("State").fill("TX");
      await page.route("**/api/volunteer-applications", (route) => route.abort(), { times: 1 });
      await submitButton.click();
      await dialog.getByText("Unable to submit your application. Please try again.").waitFor();
      await dialog.getByRole("button", { name: "Try Again" }).click();
      expect(await dialog.getByLabel("First name").inputValue()).toBe("Grace");
      expect(await dialog.getByLabel("Password", { exact: true }).inputValue()).toBe("Boxes!2026");
      expect(await dialog.getByLabel("City").inputValue()).toBe("Waco");
      await submitButton.click();
      await dialog.getByText(/2-3 business days/).waitFor();
      const rows = await sql`
      select city, state, zip_code as zip from public.volunteer_applications where email = ${email}`;
      expect([...rows]).toEqual([{ city: "Waco", state: "TX", zip: "76102" }]);
      await page.context().close();
    },
  );
});

describe("the phone menu", () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await visitHome({ viewport: screens.phone }));
  });
  afterAll(() => page.context().close());

  it("HOME-09: the phone menu opens the login every time, and Back closes the login", async () => {
    const loginDialog = page.getByRole("dialog", { name: "Volunteer Login" });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await page.getByRole("button", { name: "Open menu" }).click();
      const menu = page.getByRole("dialog", { name: "Menu" });
      await menu.getByRole("button", { name: "Volunteer Login" }).click();
      await loginDialog.waitFor();
      await page.waitForTimeout(300);
      expect(await loginDialog.isVisible()).toBe(true);
      await page.goBack();
      await loginDialog.waitFor({ state: "detached" });
    }
    expect(page.url()).toBe(`${webUrl}/`);
  });

  it("HOME-10: the phone menu contains the section links, which a large screen shows in the header", async () => {
    const linkNames = ["Home", "About", "Programs", "Volunteer", "Impact"];
    const header = page.getByRole("banner");
    const readVisibility = async (container: Locator) =>
      Promise.all(
        linkNames.map((name) => container.getByRole("link", { name, exact: true }).isVisible()),
      );
    const allVisible = linkNames.map(() => true);
    const noneVisible = linkNames.map(() => false);
    const menuButton = header.getByRole("button", { name: "Open menu" });
    const menu = page.getByRole("dialog", { name: "Menu" });
    expect(await readVisibility(header)).toEqual(noneVisible);
    await menuButton.click();
    await menu.waitFor();
    expect(await readVisibility(menu)).toEqual(allVisible);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await page.setViewportSize(screens.desktop);
    expect(await readVisibility(header)).toEqual(allVisible);
    expect(await menuButton.isVisible()).toBe(false);
  });
});

const HOME_PAGE_DIALOGS = [
  ["HOME-41", "Become a volunteer", "Volunteer with us"],
  ["HOME-41", "Read all stories", "All stories"],
  ["HOME-41", "Older highlights", "Older volunteer highlights"],
  ["HOME-41, VDASH-03", "Access Full Dashboard", "Volunteer Login"],
] as const;

describe("one visit to the home page", () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await visitHome());
  });
  afterAll(() => page.context().close());

  it.each(HOME_PAGE_DIALOGS)(
    "%s: %s opens a dialog that is accessible in light and dark mode",
    async (_, openerName, title) => {
      const opener = page.getByRole("button", { name: openerName });
      await opener.click();
      const dialog = page.getByRole("dialog", { name: title });
      await dialog.waitFor();
      await page.waitForLoadState("networkidle");
      expect(await findViolationsInBothThemes(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    },
  );

  it("BLOG-05, BLOG-07: the news list opens, and a post opens on top of it", async () => {
    await page.getByRole("button", { name: "Browse all posts" }).click();
    const list = page.getByRole("dialog", { name: "All news" });
    await list.getByRole("article").first().waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await list.getByRole("article").first().getByRole("button").click();
    await page.getByRole("dialog").nth(1).waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
    expect(await list.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
  });

  it("TEST-05, HOME-21, HOME-29: the map and the story form have no accessibility violations, and a message names the form's missing fields", async () => {
    // Scrolls with the DOM's own method, because Playwright would wait for lazy content to stop shifting the page.
    await page
      .getByRole("heading", { name: "Branches served" })
      .evaluate((element) => element.scrollIntoView());
    await page.getByRole("group", { name: /^Map of deliveries/ }).waitFor();
    const form = await openStoryForm(page);
    await form.waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await form.getByRole("button", { name: "Share your story" }).click();
    expect(await isTextShown(page, "Name, title, and story content are required.")).toBe(true);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  });

  it("VAPP-07, VAPP-09: a message names the application's missing fields, in the dialog and in the section", async () => {
    const dialog = await openApplication(page);
    await dialog.getByRole("button", { name: "Submit application" }).click();
    expect(
      await isTextShown(page, "Please fill in all required fields, including your password."),
    ).toBe(true);
    await dialog.getByRole("button", { name: "Close" }).click();

    await page.getByRole("button", { name: "Apply to volunteer" }).click();
    const form = page.getByRole("form", { name: "Volunteer application" });
    await form.getByRole("button", { name: "Apply to volunteer" }).click();
    expect(await isTextShown(page, "Name, email, availability, and password are required.")).toBe(
      true,
    );
  });
});
