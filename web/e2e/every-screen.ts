import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { facts } from "../../supabase/tests/contract/stack.ts";
import { newVisit } from "./browser.ts";
import { logInAdmin, logInVolunteer } from "./logging-in.ts";

/** Every page, panel and dialog, for somebody to look through. */
export const folder = "supabase/.temp/screenshots";
const widths = { 360: 740, 768: 1024, 1280: 800, 1920: 1080 } as const;
const themes = ["light", "dark"] as const;

type Take = (name: string, isWhole?: boolean) => Promise<void>;

const PAGES = [
  "",
  "donate",
  "news",
  "financial-reports",
  "privacy-policy",
  "terms-of-service",
  "manage-gift",
  "nowhere",
] as const;

const DIALOGS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  give: (page) => page.getByRole("button", { name: /^Donate \$/ }).click(),
  apply: (page) => page.getByRole("button", { name: "Become a volunteer" }).click(),
  story: (page) => page.getByRole("button", { name: "Share your story" }).click(),
  post: (page) => page.locator("#programs article button").first().click(),
  "all-news": (page) => page.getByRole("link", { name: "All news" }).first().click(),
  "all-stories": (page) => page.getByRole("button", { name: "Read all stories" }).click(),
  highlights: (page) => page.getByRole("button", { name: "Older highlights" }).click(),
  administrator: (page) => page.getByRole("button", { name: "Administrator login" }).click(),
  volunteer: (page) => page.getByRole("button", { name: "Access Full Dashboard" }).click(),
};

const open = async (page: Page, path: string) => {
  await page.goto(`${facts.webUrl}/${path}`, { waitUntil: "networkidle" });
};

/** Lower pictures load once they are near. */
async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(60);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await page.waitForLoadState("networkidle");
}

async function takePublic(page: Page, take: Take): Promise<void> {
  for (const path of PAGES) {
    await open(page, path);
    await scrollThrough(page);
    await take(`public-${path || "home"}`, true);
  }
  await open(page, "news");
  const post = await page.locator("main a[href^='/news/']").first().getAttribute("href");
  await open(page, (post ?? "/news").slice(1));
  await take("public-post", true);
  for (const [name, press] of Object.entries(DIALOGS)) {
    await open(page, "");
    const failed = await press(page).then(
      () => undefined,
      (error: Error) => error.message.split("\n")[0],
    );
    if (failed === undefined) {
      await page.getByRole("dialog").waitFor();
      await page.waitForTimeout(700);
      await take(`dialog-${name}`);
    } else {
      console.log(`dialog-${name}: ${failed}`);
    }
  }
}

async function takePanels(page: Page, take: Take): Promise<void> {
  await open(page, "dashboard");
  const paths = new Set(["/dashboard"]);
  for (const path of paths) {
    await open(page, path.slice(1));
    await page.waitForTimeout(500);
    await take(`admin${path.replace("/dashboard", "").replaceAll("/", "-") || "-overview"}`, true);
    const links = await page
      .locator("nav a[href^='/dashboard']")
      .evaluateAll((found) =>
        found.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      );
    for (const link of links) paths.add(link);
  }
}

/** Takes all of them at four widths and in both themes; `only` keeps those whose name begins so. */
export async function takeEveryScreen(browser: Browser, only: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const isWanted = (name: string) => only.length === 0 || only.some((one) => name.startsWith(one));
  for (const colorScheme of themes) {
    for (const [width, height] of Object.entries(widths)) {
      const parts: readonly [string, (page: Page) => Promise<void>, typeof takePublic][] = [
        ["public", () => Promise.resolve(), takePublic],
        [
          "volunteer",
          logInVolunteer,
          async (page, take) => {
            await page.waitForLoadState("networkidle");
            await take("volunteer-dashboard", true);
          },
        ],
        ["admin", logInAdmin, takePanels],
      ];
      for (const [part, enter, takeAll] of parts) {
        if (!isWanted(part)) continue;
        const viewport = { width: Number(width), height };
        const { page } = await newVisit(browser, { viewport, colorScheme });
        page.setDefaultTimeout(10_000);
        await enter(page);
        await takeAll(page, async (name, isWhole = false) => {
          const path = `${folder}/${name}-${width}-${colorScheme}.jpg`;
          await page.screenshot({ type: "jpeg", quality: 80, path, fullPage: isWhole });
        });
        await page.context().close();
      }
    }
  }
}
