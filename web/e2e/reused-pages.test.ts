import { type Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { facts } from "../../supabase/tests/contract/stack.ts";
import { launchBrowser, startVisit } from "./browser.ts";
import { BLANK_PATH } from "./reused-pages.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("a visit that reuses a page finds no session, cookie, route or history of the earlier visit", async () => {
  const blankUrl = facts.webUrl + BLANK_PATH;
  const { page } = await startVisit(browser, { colorScheme: "dark" });
  await page.goto(blankUrl);
  await page.evaluate(() => {
    localStorage.setItem("care-packages-admin", "{}");
    sessionStorage.setItem("giftSession", "secret");
    document.cookie = "visit=first; path=/";
  });
  await page.route("**/*", (route) => route.fulfill({ body: "routed" }));
  await page.context().close();

  const { page: nextPage } = await startVisit(browser);
  expect(nextPage).toBe(page);
  await nextPage.goto(blankUrl);
  const traces = await nextPage.evaluate(() => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    cookie: document.cookie,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    isRouted: document.body.textContent === "routed",
    pages: history.length,
  }));
  expect(traces).toEqual({
    local: [],
    session: [],
    cookie: "",
    isDark: false,
    isRouted: false,
    pages: 1,
  });
  await nextPage.context().close();
});
