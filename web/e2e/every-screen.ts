import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { clearRateLimits, facts } from "../../supabase/tests/contract/stack.ts";
import { waitForLayout, startVisit } from "./browser.ts";
import { logInAdmin, logInVolunteer } from "./logging-in.ts";

/** The folder for the screenshots that are taken for visual review. */
export const screenshotFolder = "supabase/.temp/screenshots";
export const heightByWidth = { 360: 740, 768: 1024, 1280: 800, 1920: 1080 } as const;
export const themes = ["light", "dark"] as const;

type Capture = (name: string, isFullPage?: boolean) => Promise<void>;

const PAGE_PATHS = [
  "",
  "donate",
  "news",
  "financial-reports",
  "privacy-policy",
  "terms-of-service",
  "manage-gift",
  "nowhere",
] as const;

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();

const donateInDemo = async (page: Page): Promise<void> => {
  await press(/^Donate \$/)(page);
  await page.getByLabel("Email for receipt").fill("robin+approved@example.org");
  await page.getByLabel("Name on card").fill("Robin Seen");
  await page.getByLabel("Card number").pressSequentially("4242424242424242");
  await page.getByLabel("Expiration").pressSequentially("1231");
  await page.getByLabel("CVV").fill("123");
  await page.getByLabel("ZIP code").fill("76102");
  await press(/^Give \$/)(page);
  await page.getByRole("heading", { name: "Thank You!" }).waitFor();
};

const DIALOG_OPENERS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  give: press(/^Donate \$/),
  "give-refused": async (page) => {
    await press(/^Donate \$/)(page);
    await press(/^Give \$/)(page);
  },
  "thank-you": donateInDemo,
  hero: press("Become a volunteer"),
  volunteer: press("Apply to volunteer"),
  story: press("Write your story"),
  post: (page) => page.locator("#programs article button, #programs article a").first().click(),
  "all-news": (page) => page.getByRole("button", { name: "Browse all posts" }).click(),
  "all-stories": press("Read all stories"),
  highlights: press("Older highlights"),
  administrator: press("Administrator login"),
  "volunteer-login": press("Access Full Dashboard"),
  menu: press("Open menu"),
};

const openPath = async (page: Page, path: string) => {
  await page.goto(`${facts.webUrl}/${path}`, { waitUntil: "networkidle" });
};

/** Scrolls through the page, because lazy images load only near the viewport. */
async function scrollThrough(page: Page): Promise<void> {
  await waitForLayout(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(60);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await page.waitForLoadState("networkidle");
}

async function captureDialog(
  page: Page,
  name: string,
  openDialog: () => Promise<void>,
  capture: Capture,
): Promise<void> {
  try {
    await openDialog();
    await page.getByRole("dialog").first().waitFor();
    await page.waitForTimeout(700);
    await capture(name);
  } catch (error) {
    console.log(`${name}: ${(error as Error).message.split("\n")[0]}`);
  }
}

async function capturePublic(page: Page, capture: Capture): Promise<void> {
  for (const path of PAGE_PATHS) {
    await openPath(page, path);
    await scrollThrough(page);
    await capture(`public-${path || "home"}`, true);
  }
  await openPath(page, "news");
  const postPath = await page
    .locator("main a[href^='/news/']:not([href*='/tag/'])")
    .first()
    .getAttribute("href");
  await openPath(page, (postPath ?? "/news").slice(1));
  await scrollThrough(page);
  await capture("public-post", true);
  await clearRateLimits();
  for (const [name, openDialog] of Object.entries(DIALOG_OPENERS)) {
    await openPath(page, "");
    await captureDialog(page, `dialog-${name}`, () => openDialog(page), capture);
  }
}

async function capturePanels(page: Page, capture: Capture): Promise<void> {
  await openPath(page, "dashboard");
  const paths = new Set(["/dashboard"]);
  for (const path of paths) {
    await openPath(page, path.slice(1));
    await page.waitForTimeout(500);
    const name = `admin${path.replace("/dashboard", "").replaceAll("/", "-") || "-overview"}`;
    await capture(name, true);
    const addButton = page
      .locator("main")
      .getByRole("button", { name: /^(New|Add|Create|Upload) / });
    if (await addButton.first().isVisible()) {
      await addButton.first().click();
      await page.waitForTimeout(700);
      await capture(`${name}-form`, true);
    }
    const linkPaths = await page
      .locator("nav a[href^='/dashboard']")
      .evaluateAll((elements) =>
        elements.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      );
    for (const linkPath of linkPaths) paths.add(linkPath);
  }
}

/**
 * Captures every page, panel and dialog at four widths and in both themes. If prefixes are given, captures only the
 * parts whose names start with one of them.
 */
export async function captureEveryScreen(
  browser: Browser,
  partPrefixes: readonly string[],
): Promise<void> {
  mkdirSync(screenshotFolder, { recursive: true });
  const isPartSelected = (name: string) =>
    partPrefixes.length === 0 || partPrefixes.some((prefix) => name.startsWith(prefix));
  for (const colorScheme of themes) {
    for (const [width, height] of Object.entries(heightByWidth)) {
      const parts: readonly [string, (page: Page) => Promise<void>, typeof capturePublic][] = [
        ["public", () => Promise.resolve(), capturePublic],
        [
          "volunteer",
          logInVolunteer,
          async (page, capture) => {
            await page.getByRole("heading", { level: 1 }).waitFor();
            await scrollThrough(page);
            await capture("volunteer-dashboard", true);
            await page.getByRole("link", { name: "Your details", exact: true }).click();
            await page.getByLabel("First name").waitFor();
            await capture("volunteer-details", true);
          },
        ],
        ["admin", logInAdmin, capturePanels],
      ];
      for (const [part, logIn, captureAll] of parts) {
        if (!isPartSelected(part)) continue;
        const viewport = { width: Number(width), height };
        const { page } = await startVisit(browser, { viewport, colorScheme });
        page.setDefaultTimeout(4000);
        await logIn(page);
        await captureAll(page, async (name, isFullPage = false) => {
          const path = `${screenshotFolder}/${name}-${width}-${colorScheme}.jpg`;
          await page.screenshot({ type: "jpeg", quality: 80, path, fullPage: isFullPage });
        });
        await page.context().close();
      }
    }
  }
}
