import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearRateLimits } from "../../supabase/tests/contract/stack.ts";
import { startFirstVisit, launchBrowser, startVisit } from "./browser.ts";
import { storeAdminSession } from "./logging-in.ts";
import { openPanel } from "./panels.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";

let browser: Browser;
beforeAll(async () => {
  await clearRateLimits();
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("the dashboard", () => {
  it(
    "the donations list accepts a date typed in the From field and filters once the date is complete",
    { tags: [NIGHTLY] },
    async () => {
      const { page } = await startVisit(browser);
      await storeAdminSession(page);
      await openPanel(page, "/dashboard/donations");
      const fromField = page.getByLabel("From", { exact: true });
      await fromField.focus();
      for (const key of "1120202") await page.keyboard.press(key);
      expect(new URL(page.url()).searchParams.has("from")).toBe(false);
      await fromField.evaluate((field: HTMLInputElement) => {
        const shownValues: string[] = [];
        const recordEachFrame = () => {
          shownValues.push(field.value);
          requestAnimationFrame(recordEachFrame);
        };
        field.addEventListener("input", recordEachFrame, { once: true });
        Object.assign(window, { shownValues });
      });
      const readShownValues = () =>
        page.evaluate(() => (window as unknown as { shownValues: string[] }).shownValues);
      await page.keyboard.press("6");
      await page.waitForURL(/from=2026-11-20/);
      await page.getByRole("button", { name: "Export" }).waitFor();
      await expect.poll(async () => (await readShownValues()).length).toBeGreaterThan(20);
      expect(new Set(await readShownValues())).toEqual(new Set(["2026-11-20"]));
      await page.context().close();
    },
  );

  it("the dashboard loads at most 250 KB of gzipped JavaScript on the first visit", async () => {
    const { page } = await startFirstVisit(browser);
    await storeAdminSession(page);
    const bodyPromises: Promise<Buffer>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") bodyPromises.push(response.body());
    });
    await openPanel(page, "/dashboard");
    const bodies = await Promise.all(bodyPromises);
    const kilobytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
    console.log(`JavaScript of the dashboard: ${kilobytes.toFixed(1)} KB gzip`);
    expect(kilobytes).toBeGreaterThan(100);
    expect(kilobytes).toBeLessThanOrEqual(250);
    await page.context().close();
  });
});
