import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { launchBrowser, startVisit } from "./browser.ts";

const { webUrl } = readStackFacts();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const measureBottom = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox();
  return (box?.y ?? Number.NaN) + (box?.height ?? 0);
};

it("HOME-13: on a small laptop, the Donate button and the EIN are on the first screen, and pressing Enter starts a donation", async () => {
  const { page } = await startVisit(browser, { viewport: { width: 1366, height: 625 } });
  await page.goto(webUrl, { waitUntil: "networkidle" });
  const hero = page.locator("#home");
  expect(await measureBottom(hero.getByRole("button", { name: "Donate $50" }))).toBeLessThanOrEqual(
    625,
  );
  expect(await measureBottom(hero.getByText(/EIN \d/))).toBeLessThanOrEqual(625);
  expect(await measureBottom(hero.getByText(/to go in|We reached/))).toBeLessThanOrEqual(625);

  for (const [control, dialogName] of [
    [hero.getByRole("radio", { name: "$100" }), "Your gift: $100"],
    [hero.getByRole("radio", { name: "Monthly" }), "Your gift: $100 a month"],
    [hero.getByLabel("Custom amount"), "Your gift: $75 a month"],
  ] as const) {
    await control.focus();
    await page.keyboard.press("Space");
    if (dialogName.includes("$75")) await page.keyboard.type("75");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: dialogName }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  await page.context().close();
});

it("HOME-13: on a phone, all amounts are on the first screen, each large enough for a thumb", async () => {
  const { page } = await startVisit(browser, { viewport: { width: 360, height: 740 } });
  await page.goto(webUrl, { waitUntil: "networkidle" });
  const controls = page.locator("#home label:has(input), #home input[name=other]");
  expect(await controls.count()).toBe(7);
  for (const control of await controls.all()) {
    expect(await measureBottom(control)).toBeLessThanOrEqual(740);
    const box = await control.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await page.context().close();
});
