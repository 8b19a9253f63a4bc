import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveDataDir } from "../../supabase/local/machine/paths.ts";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { startFirstVisit, launchBrowser } from "./browser.ts";

declare global {
  interface Window {
    layoutShift?: number;
  }
}

const facts = readStackFacts();
const { webUrl } = facts;
let browser: Browser;
let responses: Response[] = [];
let layoutShift: number | undefined;

/**
 * Timers with at least this delay, such as that of `LazyToastRegion`, load code for later. The test disables them,
 * because that code isn't part of the budget.
 */
const IDLE_MS = 4000;

/** The delay is long enough that the page is painted with the fallback font before the serif font arrives. */
const FONT_DELAY_MS = 1000;

beforeAll(async () => {
  browser = await launchBrowser();
  const { page } = await startFirstVisit(browser);
  page.on("response", (response) => responses.push(response));
  await page.route("**/*.woff2", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, FONT_DELAY_MS));
    await route.continue();
  });
  await page.addInitScript((idleMs) => {
    const startTimer = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (onTimeout: () => void, delay = 0) =>
        delay < idleMs ? startTimer(onTimeout, delay) : 0,
    });
    window.layoutShift = 0;
    const addShift = (entry: PerformanceEntry & { value?: number }) => {
      window.layoutShift! += entry.value ?? 0;
    };
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(addShift));
    observer.observe({ type: "layout-shift", buffered: true });
  }, IDLE_MS);
  // On a busy machine the network may be idle before the scripts have started.
  await Promise.all([page.waitForResponse("**/api/home"), page.goto(webUrl)]);
  await page.waitForLoadState("networkidle");
  await page.getByRole("heading", { name: "Recent donors" }).waitFor();
  layoutShift = await page.evaluate(() => window.layoutShift);
});
afterAll(() => browser.close());

const getResponsesByType = (type: string) =>
  responses.filter((response) => response.request().resourceType() === type);
const measureGzippedKilobytes = async (type: string) => {
  const bodies = await Promise.all(getResponsesByType(type).map((response) => response.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
};

describe("the home page's performance budget", () => {
  it("allows at most 122.2 KB of gzipped JavaScript", async () => {
    const kilobytes = await measureGzippedKilobytes("script");
    console.log(`JavaScript on /: ${kilobytes.toFixed(2)} KB gzip`);
    expect(kilobytes).toBeGreaterThan(50);
    expect(kilobytes).toBeLessThanOrEqual(122.2);
  });

  it("allows at most 20 KB of gzipped CSS", async () => {
    expect(await measureGzippedKilobytes("stylesheet")).toBeLessThanOrEqual(20);
  });

  it("allows one font file and almost no layout shift when the font loads late", () => {
    expect(getResponsesByType("font").map((response) => response.status())).toEqual([200]);
    expect(layoutShift).toBeLessThanOrEqual(0.02);
  });

  it("allows one API call, at most 20 requests and 350 KB, and no requests to third parties", async () => {
    const urls = responses.map((response) => response.url());
    expect(urls.filter((url) => url.includes("/api/"))).toEqual([`${webUrl}/api/home`]);
    expect(urls.length).toBeLessThanOrEqual(20);
    expect(urls.filter((url) => !url.startsWith(webUrl))).toEqual([]);
    const bodies = await Promise.all(responses.map((response) => response.body()));
    expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThanOrEqual(
      350_000,
    );
  });

  it("allows no Zod, Supabase, sanitizer or Stripe code", async () => {
    const scripts = await Promise.all(
      getResponsesByType("script").map((response) => response.text()),
    );
    const code = scripts.join("\n");
    for (const marker of [
      "ZodError",
      "supabase-js",
      "DOMPurify",
      "GoTrueClient",
      "js.stripe.com",
    ]) {
      expect(code.includes(marker), marker).toBe(false);
    }
  });
});

describe("the built site", () => {
  const folder = path.join(resolveDataDir(process.env.DATA_DIR), "site");
  const files = globSync(`${folder}/**/*.{js,css,html,json,map}`);

  it("threat 36: the built site doesn't contain secrets or the functions' source code", () => {
    expect(files.length).toBeGreaterThan(10);
    const secrets = [
      facts.secretKey,
      facts.jwtSecret,
      facts.edgeSecret,
      facts.databaseUrl,
      "SUPABASE_SECRET_KEYS",
      "set_config(",
    ];
    // The supabase-js library contains the prefix of a key, but only a real key has more characters after the prefix.
    const keyPattern = /(sb_secret|sk_live|sk_test|whsec)_\w{8}/;
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      expect(
        secrets.filter((secret) => text.includes(secret)),
        file,
      ).toEqual([]);
      expect(keyPattern.test(text), file).toBe(false);
    }
  });
});
