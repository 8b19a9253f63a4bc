import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import chromium from "@sparticuz/chromium";
import {
  type Browser,
  type BrowserContextOptions,
  chromium as playwright,
  type Page,
} from "playwright-core";
import { closeVisits, openPage, takePage } from "./reused-pages.ts";

const browserPaths = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const cacheFolder = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));

/**
 * By default the package unpacks into the machine's temporary folder and runs whatever it finds there: another user's
 * copy, which may be unreadable, or a planted one. So unpack into this clone instead, and move the result into place
 * once it's complete.
 */
export async function unpackBrowser(folder = path.join(cacheFolder, "browser")): Promise<string> {
  const binary = path.join(folder, "chromium");
  if (existsSync(binary)) return binary;
  await mkdir(path.dirname(folder), { recursive: true });
  const temporaryFolder = await mkdtemp(`${folder}-`);
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = temporaryFolder;
  try {
    await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
  // Another process may have moved its copy first.
  await rename(temporaryFolder, folder).catch(() =>
    rm(temporaryFolder, { recursive: true, force: true }),
  );
  return binary;
}

/**
 * Launches the browser from npm on Linux x64, and an installed one elsewhere. Throws with instructions if there is
 * none, because a test that doesn't run proves nothing.
 */
async function startBrowser(extraArgs: readonly string[]): Promise<Browser> {
  if (process.platform === "linux" && process.arch === "x64") {
    // Don't use the package's own arguments, which turn off web security and share one process among all pages.
    const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", ...extraArgs];
    // Tests read the page, not its pixels, so let the browser draw little more than what is in view. This makes loading
    // the home page take a third less CPU time.
    if (process.env["VITEST"] !== undefined) args.push("--force-gpu-mem-available-mb=1");
    return playwright.launch({ executablePath: await unpackBrowser(), args });
  }
  const executablePath = browserPaths.find((file) => file !== undefined && existsSync(file));
  if (executablePath === undefined) {
    throw new Error("No browser found. Install Chromium or Chrome, or set CHROMIUM_PATH to one.");
  }
  return playwright.launch({ executablePath, args: [...extraArgs] });
}

let sharedBrowser: Browser | undefined;

/** Launches a browser. Test files that run one after another in a process share a browser and its idle pages. */
export async function launchBrowser(extraArgs: readonly string[] = []): Promise<Browser> {
  if (process.env["VITEST"] === undefined) return startBrowser(extraArgs);
  if (sharedBrowser?.isConnected()) return sharedBrowser;
  const browser = await startBrowser(extraArgs);
  browser.close = () => closeVisits(browser);
  sharedBrowser = browser;
  return browser;
}

export const screens = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
} as const;

/** A desktop viewport at 400% zoom (WCAG 1.4.10). */
export const zoomedScreen = { width: 320, height: 256 } as const;

/** Waits until the deferred sections are laid out. */
export const waitForLayout = async (page: Page): Promise<void> => {
  await page.locator("html[data-laid-out]").waitFor();
};

/** Returns how many pixels wider than the screen the page is. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Returns how many pixels wider than the screen the page is, and the height that fixed elements cover. */
export const measureLayout = (
  page: Page,
): Promise<{ horizontalOverflow: number; coveredHeight: number }> =>
  page.evaluate(() => {
    const isFixed = (element: Element) =>
      ["sticky", "fixed"].includes(getComputedStyle(element).position);
    window.scrollTo(0, document.body.scrollHeight / 2);
    const coveredHeight = [...document.querySelectorAll("header, nav, main, [class*=sticky]")]
      .filter(isFixed)
      .reduce((sum, element) => sum + element.getBoundingClientRect().height, 0);
    return {
      horizontalOverflow: document.documentElement.scrollWidth - window.innerWidth,
      coveredHeight,
    };
  });

/** Colors don't depend on the width, so a test that uses both screens needs each color scheme only once. */
export const displayModes = [
  ["phone, dark", { viewport: screens.phone, colorScheme: "dark" }],
  ["desktop, light", { viewport: screens.desktop, colorScheme: "light" }],
] as const satisfies readonly [string, BrowserContextOptions][];

export interface Visit {
  readonly page: Page;
  /** Console errors, uncaught exceptions and failed requests, added as they happen. */
  readonly problems: string[];
}

/** Prints what a page shows when its test fails, because an intermittent failure may not happen again. */
async function printOnFailure(page: Page, problems: readonly string[]): Promise<void> {
  // Scripts that take screenshots run without Vitest.
  if (process.env["VITEST"] === undefined) return;
  const { onTestFailed } = await import("vitest");
  try {
    onTestFailed(async () => {
      const text = await page.innerText("body", { timeout: 5000 }).catch(String);
      console.log([`${page.url()} showed:`, text, ...problems].join("\n"));
    });
  } catch {
    // Vitest throws if the page was opened before a test began.
  }
}

/** Collects the page's problems, and prints what the page shows when its test fails. */
async function watchVisit(page: Page): Promise<Visit> {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // Ignores requests that were still pending when the visitor left the page.
    if (reason !== "net::ERR_ABORTED") problems.push(`${request.url()} failed: ${reason}`);
  });
  await printOnFailure(page, problems);
  return { page, problems };
}

/** The default options reduce motion, because animations would make screenshots and tests unstable. */
const DEFAULT_OPTIONS = { viewport: screens.desktop, reducedMotion: "reduce" } as const;

/** Opens a page without storage. The page's process may have compiled the site's scripts during an earlier visit. */
export const startVisit = async (
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Visit> => watchVisit(await takePage(browser, { ...DEFAULT_OPTIONS, ...options }));

/** Opens a page without storage or cache, for tests that measure what a first-time visitor loads. */
export const startFirstVisit = async (
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Visit> => watchVisit(await openPage(browser, { ...DEFAULT_OPTIONS, ...options }));

/**
 * Watches the pages that are opened from now on for a text that is shown for only a few seconds, because a test on a
 * busy machine could miss it. Returns a function that says whether the text was shown.
 */
export async function watchForText(page: Page, text: string): Promise<() => Promise<boolean>> {
  const storageKey = `seen: ${text}`;
  await page.addInitScript(
    ([searchedText, key]) => {
      new MutationObserver(() => {
        if (document.body?.textContent.includes(searchedText)) sessionStorage.setItem(key, "yes");
      }).observe(document, { childList: true, subtree: true, characterData: true });
    },
    [text, storageKey] as const,
  );
  // The call fails while the page is navigating to another document.
  return () =>
    page.evaluate((key) => sessionStorage.getItem(key) !== null, storageKey).catch(() => false);
}

export const isHydrated = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    Object.keys(document.querySelector("#root > *") ?? {}).some((key) => key.startsWith("__react")),
  );

/** Solves a login dialog's math problem. */
export async function solveMath(page: Page): Promise<void> {
  const field = page.getByLabel(/^What is /);
  const mathProblem = await page.getByText(/^What is \d/).textContent();
  const [, left = "", sign = "", right = ""] = /(\d+) ([+−×]) (\d+)/.exec(mathProblem ?? "") ?? [];
  const operands = [Number(left), Number(right)] as const;
  const answers: Record<string, number> = {
    "+": operands[0] + operands[1],
    "×": operands[0] * operands[1],
  };
  await field.fill(String(answers[sign] ?? operands[0] - operands[1]));
}
