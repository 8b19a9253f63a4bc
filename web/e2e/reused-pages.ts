import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from "playwright-core";

/**
 * Idle pages from earlier visits, by browser and by the options that can't change later. A new page runs in a new
 * process, which compiles every script of the site again, so a visit in a new page takes almost twice the CPU time.
 */
const idlePages = new WeakMap<Browser, Map<string, Page[]>>();

/** The path of a file on the site that runs no scripts. Idle pages show this file until the next visit. */
export const BLANK_PATH = "/robots.txt";

/** Methods whose effects would last into the next visit. */
const LASTING_METHODS = [
  "addInitScript",
  "exposeBinding",
  "exposeFunction",
  "grantPermissions",
  "newCDPSession",
  "setDefaultTimeout",
  "setExtraHTTPHeaders",
  "setOffline",
];

const WATCHED_EVENTS = [
  "console",
  "dialog",
  "download",
  "pageerror",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
] as const;

/** Calls `onCall` whenever one of `LASTING_METHODS` is called. */
function watchLastingMethods(target: Page | BrowserContext, onCall: () => void): void {
  for (const name of LASTING_METHODS) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== "function") continue;
    Reflect.set(target, name, (...args: unknown[]): unknown => {
      onCall();
      return Reflect.apply(method, target, args);
    });
  }
}

/** Repeats a navigation if a closing dialog, which goes back in the history, has canceled it. */
const retryIfCanceled = <T>(navigate: () => Promise<T>): Promise<T> =>
  navigate().catch((error: Error) => {
    if (!error.message.includes("net::ERR_ABORTED")) throw error;
    return navigate();
  });

/** Opens a page whose navigations aren't canceled by a dialog that has just closed. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) };
  page.goto = (...args) => retryIfCanceled(() => goto(...args));
  page.reload = (...args) => retryIfCanceled(() => reload(...args));
  return page;
}

/** Leaves the site and removes everything that the next visit could see. */
async function clearVisit(page: Page, devTools: CDPSession): Promise<void> {
  for (const event of WATCHED_EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(new URL(BLANK_PATH, page.url()).href);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
  await page.mouse.move(0, 0);
  await devTools.send("Page.resetNavigationHistory");
}

/**
 * Opens a page. When its context is closed, the page is kept for a later visit, unless this visit left something
 * behind.
 */
async function openReusablePage(
  browser: Browser,
  options: BrowserContextOptions,
  reusablePages: Page[],
): Promise<Page> {
  const page = await openPage(browser, options);
  const context = page.context();
  const devTools = await context.newCDPSession(page);
  let isAltered = false;
  for (const target of [page, context])
    watchLastingMethods(target, () => {
      isAltered = true;
    });
  const close = context.close.bind(context);
  context.close = async () => {
    const isReusable =
      !isAltered &&
      context.pages().length === 1 &&
      (await clearVisit(page, devTools).then(
        () => true,
        () => false,
      ));
    await (isReusable ? reusablePages.push(page) : close());
  };
  return page;
}

/** Returns an idle page from an earlier visit, or opens a new page. */
export async function takePage(
  browser: Browser,
  { viewport, colorScheme, reducedMotion, ...options }: BrowserContextOptions,
): Promise<Page> {
  const pagesByOptions = idlePages.get(browser) ?? new Map<string, Page[]>();
  idlePages.set(browser, pagesByOptions);
  const key = JSON.stringify(options);
  const reusablePages = pagesByOptions.get(key) ?? [];
  pagesByOptions.set(key, reusablePages);
  const page = reusablePages.pop() ?? (await openReusablePage(browser, options, reusablePages));
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme: colorScheme ?? "light", reducedMotion });
  return page;
}

/** Closes the visits that are still open, but keeps the idle pages for later visits. */
export async function closeVisits(browser: Browser): Promise<void> {
  const reusablePages = [...(idlePages.get(browser)?.values() ?? [])].flat();
  const idleContexts = new Set(reusablePages.map((page) => page.context()));
  const openContexts = browser.contexts().filter((context) => !idleContexts.has(context));
  await Promise.all(openContexts.map((context) => context.close()));
}
