import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { findViolationsInAllModes } from "./axe.ts";
import {
  launchBrowser,
  measureLayout,
  startVisit,
  screens,
  type Visit,
  zoomedScreen,
} from "./browser.ts";

const { webUrl } = readStackFacts();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** An ID in the format of our tokens. */
const TOKEN_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";

const findLatestPostPath = async () => {
  const html = await (await fetch(`${webUrl}/news`)).text();
  return /href="(\/news\/[^"/]+-[\da-f]{8})"/.exec(html)?.[1] ?? "no link to a post";
};

const pages = [
  ["HOME-04", "/", /./],
  ["DON-26", "/donate", /Make a Difference Today/],
  ["LEGAL-01", "/privacy-policy", /Privacy Policy/],
  ["LEGAL-02", "/terms-of-service", /Terms of Service/],
  ["FIN-01", "/financial-reports", /Financial Reports/],
  ["the team and the board", "/who-we-are", /Who We Are/],
  ["the news", "/news", /News/],
  ["a post", await findLatestPostPath(), /./],
  ["a dead link", "/manage-gift#token=x", /Welcome back/],
  ["a donor's donations", "/manage-gift", /Manage your gifts/],
  ["a forgotten password", "/forgot-password", /Forgot your password/],
  ["a new password", "/reset-password", /Choose a new password/],
  ["an account to activate", "/activate#token=x", /Welcome to the team/],
  ["an incomplete invitation", "/join", /Join the team/],
  ["a new email", "/confirm-email#token=x", /Confirm your new email/],
  ["stopping cards", `/stop-cards#token=${TOKEN_ID}`, /Stop cards/],
  [
    "stopping emails about events",
    `/stop-news#token=${TOKEN_ID}.${"a".repeat(64)}`,
    /Emails about new events/,
  ],
  ["a dead preview link", "/news-preview", /This preview link doesn't work anymore/],
  ["HOME-05", "/no-such-page", /Page Not Found/],
] as const;

describe("on one visit", () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await startVisit(browser);
  });
  afterAll(() => visit.page.context().close());

  it.each(pages)(
    "%s: %s has no accessibility violations on a phone and a desktop, and at 400%% zoom doesn't scroll sideways or have anything covered",
    async (_, path, heading) => {
      const { page, problems } = visit;
      problems.length = 0;
      await page.setViewportSize(screens.desktop);
      await page.goto(webUrl + path, { waitUntil: "networkidle" });
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      expect(await findViolationsInAllModes(page)).toEqual([]);
      await page.setViewportSize(zoomedScreen);
      expect(await measureLayout(page)).toEqual({ horizontalOverflow: 0, coveredHeight: 0 });
      // Chromium logs the status of the page itself, which is 404 for an unknown path.
      const expected = path === "/no-such-page" ? [expect.stringContaining("404 (Not Found)")] : [];
      expect(problems).toEqual(expected);
    },
  );
});

it("ALOGIN-17: the dashboard without a session says that a login is needed and then redirects home", async () => {
  const { page } = await startVisit(browser);
  await page.goto(`${webUrl}/dashboard`);
  const message = page.getByText("Please log in again to access the dashboard.").first();
  await expect.poll(() => message.isVisible()).toBe(true);
  await page.waitForURL(`${webUrl}/`);
  await page.context().close();
});
