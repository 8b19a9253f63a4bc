import { mkdirSync } from "node:fs";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { captureEveryScreen, themes, heightByWidth } from "./every-screen.ts";
import { launchBrowser, startVisit } from "./browser.ts";
import { logInAdmin, openSection } from "./logging-in.ts";

/**
 * `npm run screenshots`: takes the pictures in docs/screenshots from the running stack. With `-- every`, captures all
 * pages, panels and dialogs for review instead; `-- every admin` captures only a part of them.
 */
const folder = "docs/screenshots";
const jpegOptions = { type: "jpeg", quality: 72 } as const;

mkdirSync(folder, { recursive: true });
await clearRateLimits();
const browser = await launchBrowser();

const [mode, ...parts] = process.argv.slice(2);
if (mode === "every") {
  await captureEveryScreen(browser, parts);
  await browser.close();
  await sql.end();
  process.exit();
}

async function openPage(
  width: number,
  height: number,
  colorScheme: "light" | "dark",
  path: string,
) {
  const { page } = await startVisit(browser, { viewport: { width, height }, colorScheme });
  await page.goto(facts.webUrl + path, { waitUntil: "networkidle" });
  return page;
}

for (const colorScheme of themes) {
  for (const [width, height] of Object.entries(heightByWidth)) {
    const page = await openPage(Number(width), height, colorScheme, "/");
    await page.screenshot({ ...jpegOptions, path: `${folder}/home-${width}-${colorScheme}.jpg` });
    await page.context().close();
  }
}

const homePage = await openPage(1280, 800, "light", "/");
// Makes the viewport as tall as the section, because the sticky header would otherwise cover part of it.
await homePage.setViewportSize({ width: 1280, height: 3700 });
await homePage.locator("#impact").scrollIntoViewIfNeeded();
await homePage.getByRole("heading", { name: "Places we've reached" }).waitFor();
await homePage.waitForTimeout(1500);
await homePage.locator("#impact").screenshot({ ...jpegOptions, path: `${folder}/impact.jpg` });
await homePage.setViewportSize({ width: 1280, height: 800 });
await logInAdmin(homePage);
await openSection(homePage, "Donations");
await homePage.getByRole("cell", { name: /^\$/ }).first().waitFor();
await homePage.waitForLoadState("networkidle");
await homePage
  .getByText("Login Successful!", { exact: true })
  .waitFor({ state: "hidden", timeout: 10_000 });
await homePage.screenshot({ ...jpegOptions, path: `${folder}/admin-donations.jpg` });

const donatePage = await openPage(360, 740, "light", "/");
await donatePage.getByRole("button", { name: /^Donate \$/ }).click();
await donatePage.getByRole("dialog").waitFor();
await donatePage.screenshot({ ...jpegOptions, path: `${folder}/donation-360.jpg` });

await browser.close();
await sql.end();
